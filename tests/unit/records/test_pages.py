"""Tests that the pages of docs/formats name every field of the records that they describe."""

import re

import msgspec
import pytest

from kpath_command import REPOSITORY
from kpath_jvm.records.inline import InlineRecord
from kpath_jvm.records.record import Record
from kpath_jvm.records.recording import RecordingRecord
from kpath_jvm.records.run import ProfileRecord
from kpath_jvm.records.session import SessionRecord
from kpath_jvm.records.stream import StreamRecord


def missing(page: str, record: type[Record]) -> list[str]:
    """Returns the fields of a record that a page doesn't name."""
    names = [field.encode_name for field in msgspec.structs.fields(record)]
    return [name for name in names if not re.search(rf"\b{name}\b", page)]


@pytest.mark.parametrize(
    ("record", "page"),
    [
        (ProfileRecord, "profile.md"),
        (RecordingRecord, "recording.md"),
        (SessionRecord, "recording.md"),
        (StreamRecord, "recording.md"),
        (InlineRecord, "inline.md"),
    ],
)
def test_every_field_is_named(record: type[Record], page: str) -> None:
    text = (REPOSITORY / "docs" / "formats" / page).read_text("utf-8")
    assert missing(text, record) == []


def test_the_check_finds_an_unnamed_field() -> None:
    assert "process_start" in missing("pid, parent_pid", RecordingRecord)
    assert "parent_pid" not in missing("pid, parent_pid", RecordingRecord)
