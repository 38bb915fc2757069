"""Creating segments, and opening what may be one."""

import errno
import os
import struct
from pathlib import Path

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.recording.contract import Contract
from kpath_jvm.recording.processes import start_time
from kpath_jvm.recording.segment import Geometry, Segment
from made_up_segments import MIB, raw, write_header


def test_the_header_follows_the_contract(contract: Contract, tmp_path: Path) -> None:
    path = tmp_path / "segment"
    with Segment.create(path, contract, 4 * MIB) as segment:
        geometry = segment.geometry
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.stat().st_size == geometry.total_bytes <= 4 * MIB
    assert path.stat().st_blocks * 512 >= geometry.total_bytes
    assert raw(path, "MAGIC", "q") == 0x1122334455667788
    assert raw(path, "VERSION", "i") == 2
    assert raw(path, "TOTAL_BYTES", "q") == geometry.total_bytes
    assert raw(path, "BLOCK_COUNT", "i") == geometry.block_count
    assert raw(path, "DESCRIPTORS_OFFSET", "q") == geometry.descriptors_offset
    assert raw(path, "CONSUMER_PID", "q") == os.getpid()
    assert raw(path, "CONSUMER_START", "q") == start_time(os.getpid()) > 0
    assert raw(path, "TARGET_PID", "q") == 0


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("size", [2 * MIB, 3 * MIB + 17, 128 * MIB, 2047 * MIB])
def test_the_parts_do_not_overlap(contract: Contract, size: int, apart: bool) -> None:
    geometry = Geometry.fitting(contract, size, threads_apart=apart)
    assert geometry.slots_offset + geometry.slot_count * 64 <= geometry.descriptors_offset
    descriptors_end = geometry.descriptors_offset + geometry.block_count * 32
    assert geometry.thread_rows == (100 if apart else 0)
    assert descriptors_end <= geometry.threads_offset
    assert geometry.threads_offset % 8 == 0
    assert geometry.threads_offset + geometry.thread_rows * 40 <= geometry.blocks_offset
    assert geometry.blocks_offset % 4096 == 0
    assert geometry.blocks_offset + geometry.block_count * 65536 == geometry.total_bytes <= size
    assert geometry.block_count >= 1


@pytest.mark.parametrize("size", [0, MIB, 2 * MIB - 1, 2048 * MIB])
def test_sizes_that_cannot_be(contract: Contract, size: int) -> None:
    with pytest.raises(KpathError, match=r"2M to 2047M") as caught:
        Geometry.fitting(contract, size)
    assert caught.value.exit_status == 125


def test_an_existing_file_is_never_taken(contract: Contract, tmp_path: Path) -> None:
    path = tmp_path / "segment"
    path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FileExistsError):
        Segment.create(path, contract, 4 * MIB)
    assert not (tmp_path / "elsewhere").exists()


def test_a_full_file_system(
    contract: Contract, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "posix_fallocate", full)
    with pytest.raises(KpathError, match=r"4 MiB.*no space left.*--segment-size"):
        Segment.create(tmp_path / "segment", contract, 4 * MIB)
    assert list(tmp_path.iterdir()) == []


def test_opening_what_is_no_segment(contract: Contract, tmp_path: Path) -> None:
    path = tmp_path / "segment"
    path.write_bytes(b"\0" * 100)
    with pytest.raises(KpathError, match="not a segment"):
        Segment.open(path, contract)
    path.unlink()
    Segment.create(path, contract, 2 * MIB).close()
    with Segment.open(path, contract) as segment:
        assert not segment.header().attached
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    with pytest.raises(KpathError, match="damaged"):
        Segment.open(path, contract)
    for name, value in (
        ("BLOCK_COUNT", 1 << 20), ("BLOCK_COUNT", -1), ("SLOT_COUNT", 0), ("SLOTS_OFFSET", -8),
        ("DESCRIPTORS_OFFSET", 1 << 40), ("BLOCKS_OFFSET", 0), ("BLOCKS_OFFSET", 1 << 62),
    ):  # fmt: skip
        damaged = bytearray(whole)
        field = contract.header[name]
        struct.pack_into(field.format, damaged, field.offset, value)
        path.write_bytes(damaged)
        with pytest.raises(KpathError, match="damaged header"):
            Segment.open(path, contract)


def test_a_segment_of_another_version_is_refused(contract: Contract, tmp_path: Path) -> None:
    path = tmp_path / "segment"
    Segment.create(path, contract, 2 * MIB).close()
    for version in (1, 3):
        write_header(path, contract, VERSION=version)
        with pytest.raises(KpathError, match=f"layout version {version}, this kpath-jvm knows 2"):
            Segment.open(path, contract)
