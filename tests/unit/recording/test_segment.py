"""Tests how segments are created and opened, and that other files are refused."""

import errno
import os
from pathlib import Path

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.recording.processes import start_time
from kpath_jvm.recording.segment import Segment
from kpath_jvm.recording.segment_layout import SUPPORTED_VERSION, SegmentLayout
from made_up_segments import MIB, raw, write_header


def test_the_header_follows_the_contract(contract: SegmentLayout, tmp_path: Path) -> None:
    path = tmp_path / "segment"
    with Segment.create(path, contract, 4 * MIB) as segment:
        geometry = segment.geometry
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.stat().st_size == geometry.total_bytes <= 4 * MIB
    assert path.stat().st_blocks * 512 >= geometry.total_bytes
    assert raw(path, "MAGIC", "q") == 0x1122334455667788
    assert raw(path, "VERSION", "i") == SUPPORTED_VERSION
    assert raw(path, "TOTAL_BYTES", "q") == geometry.total_bytes
    assert raw(path, "BLOCK_COUNT", "i") == geometry.block_count
    assert raw(path, "SLOT_COUNT", "i") == geometry.slot_count == 8192
    assert raw(path, "CONSUMER_PID", "q") == os.getpid()
    assert raw(path, "CONSUMER_START", "q") == start_time(os.getpid()) > 0
    assert raw(path, "TARGET_PID", "q") == 0


def test_a_segment_is_never_made_through_a_link(contract: SegmentLayout, tmp_path: Path) -> None:
    path = tmp_path / "segment"
    path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FileExistsError):
        Segment.create(path, contract, 4 * MIB)
    assert not (tmp_path / "elsewhere").exists()


def test_a_full_file_system_is_reported(
    contract: SegmentLayout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "posix_fallocate", full)
    with pytest.raises(KpathError, match=r"4 MiB.*no space left.*--segment-size"):
        Segment.create(tmp_path / "segment", contract, 4 * MIB)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_not_a_segment_is_refused(contract: SegmentLayout, tmp_path: Path) -> None:
    path = tmp_path / "segment"
    with pytest.raises(KpathError, match=f"cannot open the segment {path}: No such file"):
        Segment.open(path, contract)
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
    path.write_bytes(whole)
    write_header(path, contract, BLOCK_COUNT=7)
    with pytest.raises(KpathError, match="has a damaged header; record again"):
        Segment.open(path, contract)


def test_blocks_in_use_are_counted(contract: SegmentLayout, tmp_path: Path) -> None:
    with Segment.create(tmp_path / "segment", contract, 2 * MIB) as segment:
        assert segment.blocks_in_use() == 0
        # This is the state of the third descriptor.
        at = segment.geometry.offsets["DESCRIPTORS"] + 2 * 32 + 8
        segment._mapped[at : at + 4] = (3).to_bytes(4, "little")
        assert segment.blocks_in_use() == 1


def test_a_segment_of_another_version_is_refused(contract: SegmentLayout, tmp_path: Path) -> None:
    path = tmp_path / "segment"
    Segment.create(path, contract, 2 * MIB).close()
    for version in (SUPPORTED_VERSION - 1, SUPPORTED_VERSION + 1):
        write_header(path, contract, VERSION=version)
        refusal = f"layout version {version}, but this kpath-jvm knows {SUPPORTED_VERSION}"
        with pytest.raises(KpathError, match=refusal):
            Segment.open(path, contract)
