"""Writes pprof's file format: the message Profile of pprof's proto/profile.proto, gzipped."""

import gzip
from collections.abc import Iterable, Iterator
from typing import IO

from kpath_jvm import __version__
from kpath_jvm.reports.flames import protobuf
from kpath_jvm.reports.flames.stacks import Frame, Stack
from kpath_jvm.shown import Weight

# Numbers of the fields of Profile.
_SAMPLE_TYPE, _SAMPLE, _MAPPING, _LOCATION, _FUNCTION, _STRING = 1, 2, 3, 4, 5, 6
_TIME_NANOS, _DURATION_NANOS, _COMMENT, _DEFAULT_SAMPLE_TYPE = 9, 10, 13, 14
_MAPPING_ID = 1


class _Strings:
    """The file's string table: each text once, the empty text first."""

    def __init__(self) -> None:
        self._places = {"": 0}

    def place(self, text: str) -> int:
        return self._places.setdefault(text, len(self._places))

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)


def write_pprof(
    stacks: Iterable[Stack],
    name: str,
    weight: Weight,
    sink: IO[bytes],
    *,
    time_nanos: int = 0,
    duration_nanos: int = 0,
) -> None:
    """Writes a sample per stack, with its completions and bytecodes; pprof shows ``weight`` first.

    Each frame is written as a function with one location. Equal profiles give equal files.
    """
    strings = _Strings()
    numbers: dict[Frame, int] = {}
    with gzip.GzipFile(fileobj=sink, mode="wb", mtime=0, filename="") as stream:
        for kind in ("completions", "bytecodes"):
            both = protobuf.number(1, strings.place(kind)) + protobuf.number(
                2, strings.place("count")
            )
            stream.write(protobuf.message(_SAMPLE_TYPE, both))
        for stack in stacks:
            # The innermost frame comes first.
            places = [numbers.setdefault(one, len(numbers) + 1) for one in reversed(stack.frames)]
            sample = protobuf.numbers(1, places)
            sample += protobuf.numbers(2, (stack.completions, stack.bytecodes))
            stream.write(protobuf.message(_SAMPLE, sample))
        mapping = protobuf.number(1, _MAPPING_ID) + protobuf.number(5, strings.place(name))
        mapping += b"".join(protobuf.number(field, 1) for field in (7, 8, 9))
        stream.write(protobuf.message(_MAPPING, mapping))
        for frame, number in numbers.items():
            stream.write(_location(frame, number))
            stream.write(_function(frame, number, strings))
        comment = strings.place(f"kpath-jvm {__version__}")
        default = strings.place("bytecodes" if weight == "cost" else "completions")
        for text in strings:
            stream.write(protobuf.text(_STRING, text))
        stream.write(protobuf.number(_TIME_NANOS, time_nanos))
        stream.write(protobuf.number(_DURATION_NANOS, duration_nanos))
        stream.write(protobuf.numbers(_COMMENT, [comment]))
        stream.write(protobuf.number(_DEFAULT_SAMPLE_TYPE, default))


def _location(frame: Frame, number: int) -> bytes:
    line = protobuf.number(1, number) + protobuf.number(2, frame.line)
    content = protobuf.number(1, number) + protobuf.number(2, _MAPPING_ID)
    return protobuf.message(_LOCATION, content + protobuf.message(4, line))


def _function(frame: Frame, number: int, strings: _Strings) -> bytes:
    # Field 3, the system's name of the function, is left out. If fields 2 and 3 were the same,
    # pprof would take the name for a demangled C++ name and drop everything in parentheses.
    content = protobuf.number(1, number)
    content += protobuf.number(2, strings.place(frame.name))
    content += protobuf.number(4, strings.place(frame.file))
    content += protobuf.number(5, frame.line)
    return protobuf.message(_FUNCTION, content)
