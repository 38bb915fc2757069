"""Checksums of the JSON objects that the agent writes, one a line (docs/formats/recording.md).

The last member of such an object is a CRC-32 of all that stands before it, in hexadecimal digits:
``{"a":1,"crc32":"89abcdef"}``. No line is used unless it is as the agent wrote it.
"""

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from kpath_jvm.regular_files import require_regular

#: A CRC-32, in hexadecimal digits.
Checksum = Annotated[str, Meta(pattern=r"^[0-9a-f]{8}\Z")]

_MEMBER = re.compile(rb',"crc32":"([0-9a-f]{8})"\}')
#: What a line that ends with its checksum has of it.
_MEMBER_BYTES = len(b',"crc32":"89abcdef"}')


@dataclass(frozen=True)
class CheckedLine:
    """A line and its number, which counts from 1.

    ``is_whole``: it is as it was written. What isn't must not be used.
    """

    number: int
    content: bytes
    is_whole: bool


def hex_of(checksum: int) -> str:
    """Returns a CRC-32 as it is written."""
    return f"{checksum:08x}"


def is_whole(line: bytes) -> bool:
    """Whether a line, with its line feed or without, ends with the checksum of what is before."""
    text = line.removesuffix(b"\n")
    found = _MEMBER.fullmatch(text, max(0, len(text) - _MEMBER_BYTES))
    if found is None:
        return False
    return zlib.crc32(memoryview(text)[: found.start()]) == int(found[1], 16)


def checked_lines(path: Path) -> Iterator[CheckedLine]:
    """Yields the lines of a file, without blank ones; OSError when the file can't be read.

    A last line that was being written when the JVM was killed isn't among them: the agent writes
    before it defines a class, so nothing was ever recorded by what such a line describes. A last
    line that goes on behind its checksum has lost its line feed in another way, and is.
    """
    require_regular(path)
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            whole = is_whole(line)
            if whole or line.endswith(b"\n") or _MEMBER.search(line):
                yield CheckedLine(number, line, whole)
