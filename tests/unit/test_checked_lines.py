"""Tests that checksums tell changed lines apart from whole ones."""

from pathlib import Path

import pytest

from builders.checked import checked
from kpath_jvm.checked_lines import checked_lines, hex_of, is_whole

LINE = checked({"kind": "method", "class": "a/B", "name": "h\u00e9"}).encode()


def _read(path: Path, content: bytes) -> list[tuple[int, bool]]:
    file = path / "methods.jsonl"
    file.write_bytes(content)
    return [(line.number, line.is_whole) for line in checked_lines(file)]


def test_whole_lines_need_no_line_feed() -> None:
    # The agent's CheckedLinesTest has the same line.
    assert is_whole(b'{"a":1,"crc32":"a702fc6e"}\n')
    assert is_whole(b'{"a":1,"crc32":"a702fc6e"}')
    assert is_whole(LINE)
    assert is_whole(LINE[:-1])
    assert hex_of(7) == "00000007"


@pytest.mark.parametrize(
    "line", [b"", b"{}", b'{"a":1}', b'{"a":1,"crc32":"A702FC6E"}', b',"crc32":"00000000"', b"\n"]
)
def test_lines_without_a_checksum_are_not_whole(line: bytes) -> None:
    assert not is_whole(line)


@pytest.mark.parametrize("bit", range(8 * len(LINE)))
def test_no_flipped_bit_leaves_a_line_whole(bit: int) -> None:
    changed = bytearray(LINE)
    changed[bit // 8] ^= 1 << bit % 8
    assert not is_whole(bytes(changed))


def test_blank_lines_are_ignored(tmp_path: Path) -> None:
    assert _read(tmp_path, b"\n" + LINE + b"  \n" + LINE) == [(2, True), (4, True)]


def test_a_last_line_may_be_cut_off_anywhere(tmp_path: Path) -> None:
    for kept in range(1, len(LINE) - 1):
        assert _read(tmp_path, LINE + LINE[:kept]) == [(1, True)]
    assert _read(tmp_path, LINE + LINE[:-1]) == [(1, True), (2, True)]


def test_a_cut_off_line_before_another_line_is_damaged(tmp_path: Path) -> None:
    """After a line that a full disk has cut off, the agent begins a new line."""
    assert _read(tmp_path, LINE[:9] + b"\n" + LINE) == [(1, False), (2, True)]


@pytest.mark.parametrize("bit", range(8))
def test_a_line_with_a_damaged_line_feed_is_not_left_out(tmp_path: Path, bit: int) -> None:
    changed = LINE[:-1] + bytes([LINE[-1] ^ 1 << bit])
    assert _read(tmp_path, changed) == [(1, False)]
    assert _read(tmp_path, changed + LINE) == [(1, False)]
    assert _read(tmp_path, changed + LINE[:9]) == [(1, False)]
