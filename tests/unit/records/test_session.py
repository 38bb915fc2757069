"""Tests session.json, which holds the launcher's request and may be absent."""

from pathlib import Path
from typing import Any

import pytest

from builders.checked import write_sealed
from builders.recordings import session_document
from kpath_jvm.errors import KpathError
from kpath_jvm.recording.leftover import Leftover
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.records.engine import K_SF


def written(directory: Path, content: Any) -> SessionDirectory:
    write_sealed(directory / "session.json", content)
    return SessionDirectory(directory)


def test_a_valid_file_is_read(tmp_path: Path) -> None:
    record = written(tmp_path, session_document(k=3)).session()
    assert record is not None
    assert (record.k, record.command, record.stream) == (3, ("java", "Main"), None)
    assert record.engine == K_SF


def test_options_of_earlier_versions_are_ignored(tmp_path: Path) -> None:
    record = written(tmp_path, session_document(k=3, blpp=True)).session()
    assert record is not None
    assert record.k == 3


def test_the_file_may_be_absent(tmp_path: Path) -> None:
    assert SessionDirectory(tmp_path).session() is None


@pytest.mark.parametrize(
    "changes",
    [
        {"k": 65}, {"k": "8"}, {"command": []}, {"journals": "relative"}, {"stream": "/nul\0"},
        {"engine_memory": -1}, {"kpath_session": 1}, {"attach": None}, {"engine": "hash"},
    ],
)  # fmt: skip
def test_a_damaged_file_is_refused_but_a_leftover_ignores_it(
    tmp_path: Path, changes: dict[str, Any]
) -> None:
    directory = written(tmp_path, session_document(**changes))
    with pytest.raises(KpathError, match=r"session\.json .*; remove it to do without"):
        directory.session()
    assert Leftover(directory, 1, False).session() is None
