"""The layout of a segment, which Java's SegmentLayout defines and contract.json holds."""

import struct
from dataclasses import dataclass, field
from functools import cached_property
from mmap import mmap
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct

from kpath_jvm.errors import KpathError
from kpath_jvm.installation import read_contract
from kpath_jvm.recording.sizes import format_size

Buffer: TypeAlias = bytes | mmap

SUPPORTED_VERSION = 9

_FORMATS = {4: "=i", 8: "=q"}


class HeaderField(Struct, frozen=True):
    """A signed integer in the header, in the machine's byte order."""

    offset: int
    size_bytes: int

    def read(self, memory: Buffer) -> int:
        """Returns the field's value in a header."""
        value: int = struct.unpack_from(_FORMATS[self.size_bytes], memory, self.offset)[0]
        return value

    def write(self, memory: mmap | bytearray, value: int) -> None:
        """Stores a value in this field of a header."""
        struct.pack_into(_FORMATS[self.size_bytes], memory, self.offset, value)


class Region(Struct, frozen=True):
    """A part of a segment; ``counted`` names the number of its entries, such as "BLOCK_COUNT"."""

    name: str
    counted: str
    entry_bytes: int


@dataclass(frozen=True)
class SegmentLayout:
    """The constants, the fields (each with its offset and width) and the regions of segments."""

    constants: dict[str, int] = field(repr=False)
    fields: dict[str, tuple[int, int]] = field(repr=False)
    regions: tuple[Region, ...] = field(repr=False)

    @classmethod
    def load(cls, path: Path) -> "SegmentLayout":
        """Reads contract.json; raises KpathError if it is unreadable or of another version."""
        return cls.of(read_contract(path, "segment")["segment"], path)

    @classmethod
    def of(cls, exported: dict[str, Any], path: Path) -> "SegmentLayout":
        """Returns the layout in a contract's ``segment``; raises KpathError for other versions."""
        version = exported["constants"]["VERSION"]
        if version != SUPPORTED_VERSION:
            raise KpathError(
                f"{path} describes segments of version {version}, and this kpath-jvm "
                f"reads version {SUPPORTED_VERSION}; install both from the same source",
                125,
            )
        fields = {name: (offset, width) for name, (offset, width) in exported["fields"].items()}
        regions = tuple(Region(*region) for region in exported["regions"])
        return cls(exported["constants"], fields, regions)

    def __getitem__(self, name: str) -> int:
        return self.constants[name]

    @cached_property
    def header(self) -> dict[str, HeaderField]:
        """The header's fields by name ("MAGIC", "SLOT_COUNT"...)."""
        return {
            name.removeprefix("HEADER_"): HeaderField(offset, width)
            for name, (offset, width) in self.fields.items()
            if name.startswith("HEADER_")
        }


class SegmentGeometry(Struct, frozen=True):
    """The sizes of a segment's tables, and the offsets of its regions in bytes, by name."""

    slot_count: int
    block_count: int
    thread_rows: int
    offsets: dict[str, int]
    total_bytes: int

    @classmethod
    def of(
        cls, layout: SegmentLayout, slot_count: int, block_count: int, thread_rows: int
    ) -> "SegmentGeometry":
        """Returns the geometry: each region begins at the first page after the previous region."""
        counts = {
            "ONE": 1, "SLOT_COUNT": slot_count,
            "BLOCK_COUNT": block_count, "THREAD_ROWS": thread_rows,
        }  # fmt: skip
        page = layout["PAGE_BYTES"]
        offsets = {}
        end = 0
        for region in layout.regions:
            offsets[region.name] = end
            end += counts[region.counted] * region.entry_bytes
            end = -(-end // page) * page
        return cls(slot_count, block_count, thread_rows, offsets, end)

    @classmethod
    def fitting(
        cls, layout: SegmentLayout, size_bytes: int, *, threads_apart: bool = False
    ) -> "SegmentGeometry":
        """Returns the geometry with the most blocks that fit into ``size_bytes``.

        Raises KpathError if a segment can't have this size.
        """
        least, most = layout["LEAST_SEGMENT_BYTES"], layout["MOST_SEGMENT_BYTES"]
        if not least <= size_bytes <= most:
            raise KpathError(
                f"a segment cannot have {format_size(size_bytes)}; pass a --segment-size of "
                f"{least >> 20}M to {most >> 20}M",
                125,
            )
        slots, rows = layout["SLOT_COUNT"], layout["THREAD_ROWS"] if threads_apart else 0
        block_bytes = sum(
            region.entry_bytes for region in layout.regions if region.counted == "BLOCK_COUNT"
        )
        blocks = (size_bytes - cls.of(layout, slots, 0, rows).total_bytes) // block_bytes
        geometry = cls.of(layout, slots, blocks, rows)
        if geometry.total_bytes > size_bytes:
            # Rounding the table of blocks up to whole pages made the segment too large.
            return cls.of(layout, slots, blocks - 1, rows)
        return geometry

    @classmethod
    def read(cls, layout: SegmentLayout, header: Buffer) -> "SegmentGeometry | None":
        """Returns the geometry in a header; None if no segment can have such a geometry."""
        fields = layout.header
        slots, blocks, rows = (
            fields[name].read(header) for name in ("SLOT_COUNT", "BLOCK_COUNT", "THREAD_ROWS")
        )
        geometry = cls.of(layout, slots, blocks, rows)
        is_sound = (
            slots > 0
            and slots & (slots - 1) == 0
            and blocks > 0
            and rows >= 0
            and geometry.total_bytes == fields["TOTAL_BYTES"].read(header)
        )
        return geometry if is_sound else None
