"""Checks the JSON objects that the agent writes, each on its own line (docs/formats/recording.md).

The last member of such an object is a CRC-32 of everything before it, in hexadecimal digits:
``{"a":1,"crc32":"89abcdef"}``. A line is used only if its checksum is right.
"""

import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from kpath_jvm.regular_files import require_regular

#: A CRC-32, in hexadecimal digits.
Checksum = Annotated[str, Meta(pattern=r"^[0-9a-f]{8}\Z")]

_MEMBER = re.compile(rb',"crc32":"([0-9a-f]{8})"\}')
_MEMBER_BYTES = len(b',"crc32":"89abcdef"}')


class CheckedLine(Struct, frozen=True):
    """A line and its number; the first line has the number 1.

    ``is_whole`` says whether the checksum is right; a line with a wrong one must not be used.
    """

    number: int
    content: bytes
    is_whole: bool


def hex_of(checksum: int) -> str:
    """Returns a CRC-32 as eight hexadecimal digits."""
    return f"{checksum:08x}"


def is_whole(line: bytes) -> bool:
    """Returns whether a line, with or without line feed, ends with the right checksum."""
    text = line.removesuffix(b"\n")
    found = _MEMBER.fullmatch(text, max(0, len(text) - _MEMBER_BYTES))
    if found is None:
        return False
    return zlib.crc32(memoryview(text)[: found.start()]) == int(found[1], 16)


def checked_lines(path: Path) -> Iterator[CheckedLine]:
    """Yields a file's lines other than blank ones; raises OSError if the file can't be read.

    A last line that was only partly written, because the JVM was killed, is left out. This loses
    nothing: the agent writes the lines of a class before it defines the class, so what that line
    describes was never recorded. A last line with a checksum but no line feed is yielded: it is
    whole, or something other than a kill has damaged it.
    """
    require_regular(path)
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            whole = is_whole(line)
            if whole or line.endswith(b"\n") or _MEMBER.search(line):
                yield CheckedLine(number, line, whole)
