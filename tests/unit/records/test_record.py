"""Tests that records are read as they were written, and that errors say what is unusable."""

import json
from pathlib import Path
from typing import Any, ClassVar

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.records.record import (
    Count,
    Record,
    Seconds,
    fields_of,
    has_marker,
    read_record,
    write_record,
)


class Inner(Record, frozen=True, kw_only=True):
    names: tuple[str, ...]


class Outer(Record, frozen=True, kw_only=True):
    MARKER: ClassVar[str] = "test_record"
    VERSION: ClassVar[int] = 3
    MOST_BYTES: ClassVar[int] = 1000

    count: Count
    seconds: Seconds | None = None
    inner: tuple[Inner, ...] = ()


RECORD = Outer(count=7, seconds=0.5, inner=(Inner(names=("a", "größe")),))
WRITTEN: dict[str, Any] = {
    "test_record": 3, "count": 7, "seconds": 0.5, "inner": [{"names": ["a", "größe"]}],
}  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "it.json"


def test_a_written_record_is_read_back(path: Path) -> None:
    write_record(path, RECORD)
    assert json.loads(path.read_text("utf-8")) == WRITTEN
    assert read_record(path, Outer) == RECORD
    assert has_marker(path, Outer)


def test_names_with_lone_surrogates_can_be_written(path: Path) -> None:
    write_record(path, Inner(names=("\ud800",)))
    assert json.loads(path.read_text("utf-8")) == {"names": ["\ud800"]}


def test_unknown_keys_are_ignored(path: Path) -> None:
    path.write_text(json.dumps(WRITTEN | {"later": 1}))
    assert read_record(path, Outer) == RECORD


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        (
            {"test_record": 2},
            "has format version 2, but this kpath-jvm reads 3; record again, or use",
        ),
        ({"test_record": None}, "is not a file of kpath-jvm: it has no test_record"),
        ({"count": -1}, "has count = -1: "),
        ({"count": 2**63}, "has count = 9223372036854775808: "),
        ({"count": "7"}, "has count = '7': "),
        ({"count": True}, "has count = True: "),
        ({"seconds": 1e16}, "has seconds = 1e"),
        ({"inner": [{"names": ["a", 1]}]}, r"has inner\[0\].names\[1\] = 1: "),
        ({"inner": [{}]}, r"has inner\[0\] = {}: .*missing required field `names`"),
    ],
)
def test_errors_say_what_is_unusable(path: Path, changed: dict[str, Any], complaint: str) -> None:
    path.write_text(json.dumps(WRITTEN | changed))
    with pytest.raises(KpathError, match=f"^{path} {complaint}") as refused:
        read_record(path, Outer)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"{", "is not JSON; record again"),
        (b"[" * 900, "is not JSON; record again"),
        (b"\xff\xfe", "is not JSON; record again"),
        (b"[1]", "is not a file of kpath-jvm: it has no test_record"),
        (b" " * 1001, "1001 bytes, more than the limit of 1000"),
        (None, "No such file or directory"),
    ],
)
def test_invalid_records_are_refused(path: Path, content: bytes | None, complaint: str) -> None:
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(KpathError, match=complaint) as refused:
        read_record(path, Outer)
    assert "\n" not in str(refused.value)
    assert not has_marker(path, Outer)


def test_the_values_of_a_types_fields_are_returned() -> None:
    assert fields_of(RECORD, Outer) == {
        "count": 7, "seconds": 0.5, "inner": RECORD.inner,
    }  # fmt: skip
