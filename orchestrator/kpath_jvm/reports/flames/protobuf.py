"""Writes numbers, texts and messages in the wire format of Protocol Buffers."""

from collections.abc import Iterable

_VARINT, _LENGTH = 0, 2
_MASK = (1 << 64) - 1


def number(field: int, value: int) -> bytes:
    """Returns a field of type int64, uint64 or bool; no bytes for 0, as a missing field means 0."""
    return _varint(field << 3 | _VARINT) + _varint(value) if value else b""


def numbers(field: int, values: Iterable[int]) -> bytes:
    """Returns a packed repeated field of type int64 or uint64."""
    return message(field, b"".join(map(_varint, values)))


def message(field: int, content: bytes) -> bytes:
    """Returns a field that holds a message, or any bytes."""
    return _varint(field << 3 | _LENGTH) + _varint(len(content)) + content


def text(field: int, value: str) -> bytes:
    """Returns a field of type string."""
    return message(field, value.encode("utf-8"))


def _varint(value: int) -> bytes:
    """Returns a number with seven bits in each byte, the lowest bits first.

    A negative number is written as 64 bits in two's complement.
    """
    value &= _MASK
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found.append(value)
    return bytes(found)
