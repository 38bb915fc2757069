"""Tests how sizes are parsed and formatted, and how the amount of memory is found."""

from pathlib import Path

from kpath_jvm.recording.sizes import format_size, memory_bytes, parse_size
from made_up_segments import MIB


def test_sizes_are_parsed_and_formatted() -> None:
    assert parse_size("64M") == 64 * MIB
    assert parse_size("1g") == 1024 * MIB
    assert parse_size("4096") == 4096
    assert [parse_size(text) for text in ("", "M", "-1", "1.5G", "64MB", "\u0661")] == [None] * 6
    assert parse_size(str(2**53) + "G") is None
    assert parse_size("8589934591G") == 2**63 - (1 << 30)
    assert parse_size("8589934592G") is None
    assert format_size(1536 * MIB) == "1.5 GiB"


def test_a_containers_memory_limit_is_found(tmp_path: Path) -> None:
    machine = memory_bytes(tmp_path)
    (tmp_path / "memory.max").write_text("max\n")
    assert memory_bytes(tmp_path) == machine
    (tmp_path / "memory.max").write_text("104857600\n")
    assert memory_bytes(tmp_path) == 104857600
