"""Identifies the paths of a method by start, blocks and end, whatever their numbers are.

In equal graphs (Shapes.graph), blocks with equal numbers are the same. So two paths are the same if
they have the same start, blocks and end. A sequence is identified by its paths in their order. A
loop is identified by its header, the block at which its iterations begin.
"""

from typing import NamedTuple

import pyarrow as pa

from kpath_jvm.profile.code import MethodCode


class PathIdentity(NamedTuple):
    """The columns ``start``, ``blocks`` and ``end`` of the table ``paths``."""

    start: str
    blocks: tuple[int, ...]
    end: str


def identities_in(paths: pa.Table) -> list[PathIdentity]:
    """Returns the identities of the paths in a table with PathIdentity's columns, row by row."""
    starts, blocks, ends = (paths.column(name).to_pylist() for name in PathIdentity._fields)
    return list(map(PathIdentity, starts, map(tuple, blocks), ends))


def identity_of(code: MethodCode, path: int) -> PathIdentity:
    """Returns the identity of the path with this number; raises KpathError if there is none."""
    blocks, start, end = code.decoder.blocks(path)
    return PathIdentity(start, blocks, end)


def number_of(code: MethodCode, identity: PathIdentity) -> int | None:
    """Returns a path's number in a method's numbering; None if the method has no such path."""
    return code.decoder.number(identity.blocks, identity.start, identity.end)
