"""The layout of a segment as Java defines it, read from contract.json."""

import json
import re
import struct
from dataclasses import dataclass, field
from functools import cached_property
from mmap import mmap
from pathlib import Path
from typing import TypeAlias

from kpath_jvm.errors import KpathError

Buffer: TypeAlias = bytes | mmap

SUPPORTED_VERSION = 2

_HEADER_FIELD = re.compile(r"HEADER_(\w+)_OFFSET")
_FORMATS = {4: "=i", 8: "=q"}


@dataclass(frozen=True)
class HeaderField:
    """A signed integer of the header in the machine's byte order, at ``offset`` bytes."""

    offset: int
    format: str

    def read(self, memory: Buffer) -> int:
        """Its value in a header."""
        value: int = struct.unpack_from(self.format, memory, self.offset)[0]
        return value

    def write(self, memory: mmap | bytearray, value: int) -> None:
        """Stores its value in a header."""
        struct.pack_into(self.format, memory, self.offset, value)


@dataclass(frozen=True)
class Contract:
    """The constants of SegmentLayout by name, and the header's fields derived from them."""

    layout: dict[str, int] = field(repr=False)

    @classmethod
    def load(cls, path: Path) -> "Contract":
        """Reads contract.json; KpathError when it is unreadable or of another version."""
        try:
            layout = json.loads(path.read_text("utf-8"))["SegmentLayout"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise KpathError(
                f"{path} is not a readable contract: {error}; build it again", 125
            ) from None
        if layout.get("VERSION") != SUPPORTED_VERSION:
            raise KpathError(
                f"{path} describes segments of version {layout.get('VERSION')}, and this kpath-jvm "
                f"reads version {SUPPORTED_VERSION}; install both from the same source",
                125,
            )
        return cls(layout)

    def __getitem__(self, name: str) -> int:
        return self.layout[name]

    @cached_property
    def header(self) -> dict[str, HeaderField]:
        """Header fields by name ("MAGIC", "SLOT_COUNT"...), but for the last one.

        Java defines the offsets as running sums, so a field reaches up to the next one's offset.
        """
        offsets = sorted(
            (value, match.group(1))
            for name, value in self.layout.items()
            if (match := _HEADER_FIELD.fullmatch(name))
        )
        following = [offset for offset, _ in offsets[1:]]
        return {
            name: HeaderField(offset, _FORMATS[end - offset])
            for (offset, name), end in zip(offsets, following, strict=False)
        }
