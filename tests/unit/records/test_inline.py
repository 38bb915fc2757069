"""Tests that a changed inline.json is refused, and that profiles drop the checksums in it."""

import json
from pathlib import Path

import pytest

from builders.checked import checked
from kpath_jvm.errors import KpathError
from kpath_jvm.records.inline import InlineFile, InlineRecord
from kpath_jvm.records.record import fields_of, plain, read_record

FIGURES = {
    "ended": "shutdown", "quiet": True, "items": 9, "bytes": 80, "threads": 1, "lost": 0,
    "unlisted_classes": 0, "files": {"counts.bin": "89abcdef"},
}  # fmt: skip


def test_profiles_drop_the_checksums_of_the_tables(tmp_path: Path) -> None:
    path = tmp_path / "inline.json"
    path.write_text(checked(FIGURES))
    found = read_record(path, InlineFile)
    assert (found.items, found.files) == (9, {"counts.bin": "89abcdef"})
    kept = InlineRecord(**fields_of(found, InlineRecord))
    assert "files" not in plain(kept)
    assert kept.items == 9


@pytest.mark.parametrize(
    "text", [json.dumps(FIGURES), checked(FIGURES).replace('"items":9', '"items":8')]
)
def test_a_file_without_the_right_checksum_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "inline.json"
    path.write_text(text)
    with pytest.raises(KpathError, match=r"inline\.json is damaged: .*; record again"):
        read_record(path, InlineFile)


@pytest.mark.parametrize("checksum", ["", "89ABCDEF", "89abcdef0", 7])
def test_an_invalid_checksum_of_a_table_is_refused(tmp_path: Path, checksum: object) -> None:
    path = tmp_path / "inline.json"
    path.write_text(checked({**FIGURES, "files": {"counts.bin": checksum}}))
    with pytest.raises(KpathError, match=r"inline\.json has files"):
        read_record(path, InlineFile)
