"""What Java and Python share, read from contract.json: the layout of a segment, and bounds."""

import json
import struct
from dataclasses import dataclass, field
from functools import cache, cached_property
from mmap import mmap
from pathlib import Path
from typing import Any, TypeAlias

from kpath_jvm.errors import KpathError
from kpath_jvm.installation import jars

Buffer: TypeAlias = bytes | mmap

SUPPORTED_VERSION = 2

_FORMATS = {4: "=i", 8: "=q"}


def read_contract(path: Path, *members: str) -> dict[str, Any]:
    """contract.json, which must have those members; KpathError (125) when it hasn't."""
    try:
        document: dict[str, Any] = json.loads(path.read_text("utf-8"))
        missing = [name for name in members if name not in document]
    except (OSError, ValueError, TypeError) as error:
        raise KpathError(
            f"{path} is not a readable contract: {error}; build it again", 125
        ) from None
    if missing:
        what = f"it has no {', '.join(missing)}"
        raise KpathError(f"{path} is not a readable contract: {what}; build it again", 125)
    return document


@cache
def largest_k() -> int:
    """The longest sequences that can be counted; KpathError when the jars aren't built."""
    return int(read_contract(jars().contract, "largest_k")["largest_k"])


@dataclass(frozen=True)
class HeaderField:
    """A signed integer of the header in the machine's byte order."""

    offset: int
    size_bytes: int

    def read(self, memory: Buffer) -> int:
        """Its value in a header."""
        value: int = struct.unpack_from(_FORMATS[self.size_bytes], memory, self.offset)[0]
        return value

    def write(self, memory: mmap | bytearray, value: int) -> None:
        """Stores its value in a header."""
        struct.pack_into(_FORMATS[self.size_bytes], memory, self.offset, value)


@dataclass(frozen=True)
class Region:
    """A part of a segment; ``counted`` is what it has an entry for each of (Java's Counted)."""

    name: str
    counted: str
    entry_bytes: int


@dataclass(frozen=True)
class Contract:
    """SegmentLayout: its constants and its fields (offset and width in bytes) by their names."""

    constants: dict[str, int] = field(repr=False)
    fields: dict[str, tuple[int, int]] = field(repr=False)
    regions: tuple[Region, ...] = field(repr=False)

    @classmethod
    def load(cls, path: Path) -> "Contract":
        """Reads contract.json; KpathError when it is unreadable or of another version."""
        return cls.of(read_contract(path, "segment")["segment"], path)

    @classmethod
    def of(cls, layout: dict[str, Any], path: Path) -> "Contract":
        """What contract.json has as ``segment``; KpathError when that is of another version."""
        version = layout["constants"]["VERSION"]
        if version != SUPPORTED_VERSION:
            raise KpathError(
                f"{path} describes segments of version {version}, and this kpath-jvm "
                f"reads version {SUPPORTED_VERSION}; install both from the same source",
                125,
            )
        fields = {name: (offset, width) for name, (offset, width) in layout["fields"].items()}
        regions = tuple(Region(*region) for region in layout["regions"])
        return cls(layout["constants"], fields, regions)

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
