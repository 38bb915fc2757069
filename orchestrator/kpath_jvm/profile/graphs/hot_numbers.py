"""The numbers of paths that an earlier profile has chosen."""

from typing import Annotated

import msgspec

_Value = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]


class HotNumbers(msgspec.Struct, frozen=True):
    """Numbers that stand in a recording for paths' own numbers (docs/formats/guide.md).

    ``ids`` is how many such numbers there may be; those below ``paths`` belong to hot paths. The
    other fields are what each step adds, in the order of the method's edges, starts and ends.
    """

    ids: Annotated[int, msgspec.Meta(ge=1, lt=2**31)]
    paths: Annotated[int, msgspec.Meta(ge=1, lt=2**31)]
    edges: tuple[_Value, ...]
    starts: tuple[_Value, ...]
    ends: tuple[_Value, ...]
