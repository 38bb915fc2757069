"""The numbers of the paths that were hot in an earlier profile."""

from typing import Annotated

import msgspec

_Value = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]


class HotNumbers(msgspec.Struct, frozen=True):
    """Numbers that a recording uses in place of paths' own numbers (docs/formats/guide.md).

    There are at most ``ids`` such numbers. Numbers below ``paths`` belong to hot paths. The other
    fields are the values that each step of a path adds, in the order of the method's edges, starts
    and ends.
    """

    ids: Annotated[int, msgspec.Meta(ge=1, lt=2**31)]
    paths: Annotated[int, msgspec.Meta(ge=1, lt=2**31)]
    edges: tuple[_Value, ...]
    starts: tuple[_Value, ...]
    ends: tuple[_Value, ...]
