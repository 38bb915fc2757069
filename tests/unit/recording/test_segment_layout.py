"""Tests how the segment's layout is read from contract.json, and how many blocks a segment has."""

import json
from pathlib import Path

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.recording.segment_layout import SUPPORTED_VERSION, SegmentGeometry, SegmentLayout
from made_up_segments import MIB, layout


def test_the_layout_is_read_as_written(tmp_path: Path) -> None:
    path = tmp_path / "contract.json"
    path.write_text(json.dumps({"segment": layout()}))
    read = SegmentLayout.load(path)
    assert read["SLOT_COUNT"] == 8192
    assert read.fields["DESCRIPTOR_STATE"] == (8, 4)
    assert (read.header["MAGIC"].offset, read.header["MAGIC"].size_bytes) == (8, 8)
    assert [region.name for region in read.regions][:2] == ["HEADER", "THREADS"]


@pytest.mark.parametrize("version", [SUPPORTED_VERSION - 1, SUPPORTED_VERSION + 1])
def test_a_contract_of_another_version_is_refused(tmp_path: Path, version: int) -> None:
    path = tmp_path / "contract.json"
    other = layout()
    other["constants"]["VERSION"] = version
    path.write_text(json.dumps({"segment": other}))
    with pytest.raises(KpathError, match=f"version {version}"):
        SegmentLayout.load(path)


@pytest.mark.parametrize("text", ["{", "{}", "[]", "7"])
def test_an_invalid_contract_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "contract.json"
    path.write_text(text)
    with pytest.raises(KpathError, match="not a readable contract"):
        SegmentLayout.load(path)


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("size", [2 * MIB, 3 * MIB + 17, 128 * MIB, 2047 * MIB])
def test_the_regions_follow_each_other(contract: SegmentLayout, size: int, apart: bool) -> None:
    geometry = SegmentGeometry.fitting(contract, size, threads_apart=apart)
    rows, blocks = geometry.thread_rows, geometry.block_count
    assert rows == (100 if apart else 0)
    assert geometry.slot_count == 8192
    ends = [
        4096,
        geometry.offsets["THREADS"] + rows * 40,
        geometry.offsets["SLOTS"] + 8192 * 16,
        geometry.offsets["DESCRIPTORS"] + blocks * 32,
        geometry.offsets["BLOCKS"] + blocks * 65536,
    ]
    begins = [*geometry.offsets.values(), geometry.total_bytes]
    assert begins[0] == 0
    for begin, end in zip(begins[1:], ends, strict=True):
        assert begin % 512 == 0
        assert end <= begin < end + 512
    assert list(geometry.offsets) == ["HEADER", "THREADS", "SLOTS", "DESCRIPTORS", "BLOCKS"]


def test_a_segment_has_as_many_blocks_as_fit(contract: SegmentLayout) -> None:
    for size in range(2 * MIB, 4 * MIB, 1009):
        geometry = SegmentGeometry.fitting(contract, size)
        assert geometry.block_count >= 1
        assert geometry.total_bytes <= size
        assert SegmentGeometry.of(contract, 8192, geometry.block_count + 1, 0).total_bytes > size


@pytest.mark.parametrize("size", [0, MIB, 2 * MIB - 1, 2048 * MIB])
def test_impossible_sizes_are_refused(contract: SegmentLayout, size: int) -> None:
    with pytest.raises(KpathError, match=r"2M to 2047M") as caught:
        SegmentGeometry.fitting(contract, size)
    assert caught.value.exit_status == 125


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BLOCK_COUNT", 1 << 20), ("BLOCK_COUNT", -1), ("BLOCK_COUNT", 0), ("SLOT_COUNT", 0),
        ("SLOT_COUNT", 12288), ("SLOT_COUNT", -(2**31)), ("THREAD_ROWS", -1),
        ("THREAD_ROWS", 1 << 20), ("TOTAL_BYTES", 1 << 62),
    ],
)  # fmt: skip
def test_impossible_headers_are_refused(contract: SegmentLayout, name: str, value: int) -> None:
    geometry = SegmentGeometry.fitting(contract, 3 * MIB, threads_apart=True)
    header = bytearray(contract["HEADER_BYTES"])
    for field, good in (
        ("SLOT_COUNT", geometry.slot_count), ("BLOCK_COUNT", geometry.block_count),
        ("THREAD_ROWS", geometry.thread_rows), ("TOTAL_BYTES", geometry.total_bytes),
    ):  # fmt: skip
        contract.header[field].write(header, good)
    assert SegmentGeometry.read(contract, bytes(header)) == geometry
    contract.header[name].write(header, value)
    assert SegmentGeometry.read(contract, bytes(header)) is None


def test_the_order_of_regions_decides_their_offsets() -> None:
    reordered = layout()
    reordered["regions"][1:3] = reordered["regions"][2:0:-1]
    other = SegmentLayout.of(reordered, Path("contract.json"))
    geometry = SegmentGeometry.fitting(other, 3 * MIB, threads_apart=True)
    assert (geometry.offsets["SLOTS"], geometry.offsets["THREADS"]) == (4096, 4096 + 8192 * 16)
