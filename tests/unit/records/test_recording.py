"""Tests that a recording.json that an agent wrote is read, and that any other is refused."""

from pathlib import Path
from typing import Any

import pytest

from builders.checked import checked
from builders.recordings import recording_document
from kpath_jvm.errors import KpathError
from kpath_jvm.recording.session_directory import SessionDirectory


def written(directory: Path, content: Any) -> SessionDirectory:
    (directory / "recording.json").write_text(checked(content))
    return SessionDirectory(directory)


def test_a_valid_file_is_read(tmp_path: Path) -> None:
    record = written(tmp_path, recording_document()).recording()
    assert record.options["max-paths"] == 4096
    assert record.options["include"] == ()
    assert record.started.timestamp() == 1
    assert record.words == ("Main", "a", "b")
    assert record.java.version == "17.0.1"


def test_the_main_class_may_be_unknown(tmp_path: Path) -> None:
    assert written(tmp_path, recording_document(main=None)).recording().words == ()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"kpath_recording": 1}, "has format version 1, but this kpath-jvm reads 7; record again"),
        ({"kpath_recording": 6}, "has format version 6, but this kpath-jvm reads 7; record again"),
        (
            {"kpath_recording": None},
            "is not a file of kpath-jvm: it has no kpath_recording; record again",
        ),
        ({"options": []}, r"has options = \[\]: Expected `object`.*; record again"),
        ({"options": {"k": {}}}, "record again"),
        (
            {"options": {"profiler": "blpp", "self-loops": True}},
            "is not usable: it was recorded with --self-loops, which this kpath-jvm doesn't have",
        ),
        ({"pid": "7"}, "has pid = '7'"),
        ({"started_millis": 10**30}, "has started_millis = "),
    ],
)
def test_invalid_files_are_refused_in_one_line(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    directory = written(tmp_path, recording_document(**changes))
    with pytest.raises(KpathError, match=message) as caught:
        directory.recording()
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KpathError, match=r"cannot read .*recording\.json: .*; record again"):
        SessionDirectory(tmp_path).recording()
