"""The numbers that a recording with a guide gives to paths, hot paths first."""

from typing import Annotated

import msgspec

_Value = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]


class HotNumbers(msgspec.Struct, frozen=True):
    """Numbers that a recording uses in place of paths' own numbers (docs/formats/methods.md).

    There are at most ``ids`` such numbers. Numbers below ``paths`` belong to hot paths: those
    without a step that the earlier run rarely took. A path's number is the sum of the values of its
    start, its edges and its end. ``edges``, ``starts`` and ``ends`` have these values, in the order
    of the method's edges, starts and ends in the metadata.
    """

    ids: Annotated[int, msgspec.Meta(ge=1, lt=2**31)]
    paths: Annotated[int, msgspec.Meta(ge=1, lt=2**31)]
    edges: tuple[_Value, ...]
    starts: tuple[_Value, ...]
    ends: tuple[_Value, ...]
