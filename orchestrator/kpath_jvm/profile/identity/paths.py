"""What paths are within one method's code, whatever their numbers: blocks, and how they end.

Within equal graphs (Shapes.graph) blocks of a number are the same, so paths are, if they begin
alike, run through the same blocks and end alike. A sequence is its paths in order; a loop is its
header, the block at which its iterations begin.
"""

from typing import NamedTuple

import pyarrow as pa

from kpath_jvm.profile.code import MethodCode


class PathIdentity(NamedTuple):
    """The columns ``start``, ``blocks`` and ``end`` of the table ``paths``.

    Equal in two profiles whose methods have equal graphs: the same path, whatever number each gives
    it.
    """

    start: str
    blocks: tuple[int, ...]
    end: str


def identities_in(paths: pa.Table) -> list[PathIdentity]:
    """Returns what the paths of a table with these columns are, row by row."""
    starts, blocks, ends = (paths.column(name).to_pylist() for name in PathIdentity._fields)
    return list(map(PathIdentity, starts, map(tuple, blocks), ends))


def identity_of(code: MethodCode, path: int) -> PathIdentity:
    """Returns what a path is, by its number; KpathError when there is no such path."""
    blocks, start, end = code.decoder.blocks(path)
    return PathIdentity(start, blocks, end)


def number_of(code: MethodCode, identity: PathIdentity) -> int | None:
    """Returns a path's number in a method's numbering, None if it has no such path."""
    return code.decoder.number(identity.blocks, identity.start, identity.end)
