"""Tests how counts of entries by call site are read, and that damaged files are refused."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from builders.checked import checked, write_table
from builders.recordings import recording_document
from kpath_jvm.errors import KpathError
from kpath_jvm.recording.callers import counted_callers
from kpath_jvm.recording.inline import read_inline

FIGURES = {
    "ended": "shutdown", "quiet": True, "items": 0, "bytes": 80, "threads": 1, "lost": 0,
    "unlisted_classes": 0,
}  # fmt: skip
UNTOLD = 2**31 - 1


def _line(name: str, own: int, *sites: tuple[int, int]) -> dict[str, Any]:
    return {
        "kind": "method", "class": "a/B", "name": name, "descriptor": "()V",
        "counters": {"entries": own}, "call_sites": sites,
    }  # fmt: skip


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    document = recording_document(options={"profiler": "callers"})
    (tmp_path / "recording.json").write_text(checked(document))
    (tmp_path / "inline.json").write_text(checked(FIGURES))
    small = {"kind": "method", "class": "a/B", "name": "large", "descriptor": "()V",
             "counters": {"entries": 9}}  # fmt: skip
    (tmp_path / "methods.jsonl").write_text(
        checked(
            _line("main", 1, (4, 20), (9, -1)),
            _line("work", 4, (0, 30)),
            small,
            # The same method in another version of the class.
            _line("work", 11, (0, 30), (7, 31)),
            {"kind": "skipped", "class": "a/C", "name": None},
            # A name in a class file may be invalid Unicode.
            {"kind": "skipped", "class": "a/\ud800", "name": None},
        )
    )
    return tmp_path


def _write(
    directory: Path, *rows: tuple[int, int, int], entries: tuple[tuple[int, int], ...] = ()
) -> None:
    kind = np.dtype([("own", "<u4"), ("site", "<u4"), ("count", "<i8")])
    write_table(directory, "callers.bin", np.array(list(rows), dtype=kind))
    pairs = np.dtype([("id", "<i8"), ("count", "<i8")])
    write_table(directory, "counters.bin", np.array(list(entries), dtype=pairs))


def test_sites_have_their_method_offset_and_line(directory: Path) -> None:
    _write(
        directory, (1, 0, 1), (4, 2, 10), (4, 3, 7), (11, 2, 5), (4, 1, 2), (4, UNTOLD, 3),
        (4, 5, 6), entries=((9, 8),),
    )  # fmt: skip
    methods, entries = counted_callers(read_inline(directory, "callers"))
    assert [(one.name, one.untold) for one in methods] == [("large", 8), ("main", 0), ("work", 3)]
    # Calls that led to no recorded method are known, too.
    assert [one.call_offsets for one in methods] == [(), (4, 9), (0, 7)]
    assert [(one.method, one.caller, one.offset, one.line, one.count) for one in entries] == [
        (1, -1, -1, -1, 1),
        (2, 1, 4, 20, 15),
        (2, 1, 9, -1, 7),
        (2, 2, 0, 30, 6),
        (2, 1, -1, -1, 2),
    ]


@pytest.mark.parametrize("row", [(4, 77, 1), (77, 0, 1)])
def test_a_count_of_an_unknown_site_is_damage(directory: Path, row: tuple[int, int, int]) -> None:
    _write(directory, row)
    with pytest.raises(KpathError, match=r"site 77 is in no line of methods\.jsonl; record"):
        counted_callers(read_inline(directory, "callers"))


@pytest.mark.parametrize("row", [(0, 1, 1), (1, 1, 0), (1, 1, -4)])
def test_an_invalid_count_is_damage(directory: Path, row: tuple[int, int, int]) -> None:
    _write(directory, row)
    with pytest.raises(KpathError, match="something that isn't a site or a count"):
        counted_callers(read_inline(directory, "callers"))


def test_a_changed_line_is_damage(directory: Path) -> None:
    _write(directory, (4, 2, 10))
    path = directory / "methods.jsonl"
    path.write_bytes(path.read_bytes().replace(b"[4,20]", b"[4,21]"))
    with pytest.raises(KpathError, match=r"methods\.jsonl is damaged: a line has changed"):
        counted_callers(read_inline(directory, "callers"))


def test_a_recording_of_callers_is_not_an_inline_profilers_recording(directory: Path) -> None:
    _write(directory)
    with pytest.raises(KpathError, match="is not an inline profiler's recording"):
        read_inline(directory)
