"""What a path is within one method's code: how it begins, its blocks, how it ends."""

from typing import NamedTuple

from kpath_jvm.profile.code import MethodCode


class PathIdentity(NamedTuple):
    """The columns ``start``, ``blocks`` and ``end`` of the table ``paths``.

    Equal in two profiles whose methods have equal graphs (Shapes.graph): the same path, whatever
    number each gives it.
    """

    start: str
    blocks: tuple[int, ...]
    end: str


def identity_of(code: MethodCode, path: int) -> PathIdentity:
    """Returns what a path is, by its number; KpathError when there is no such path."""
    blocks, start, end = code.decoder.blocks(path)
    return PathIdentity(start, blocks, end)


def number_of(code: MethodCode, identity: PathIdentity) -> int | None:
    """Returns a path's number in a method's numbering, None if it has no such path."""
    return code.decoder.number(identity.blocks, identity.start, identity.end)
