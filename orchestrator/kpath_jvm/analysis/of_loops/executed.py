"""Represents the executed paths of one method as arrays."""

from collections.abc import Mapping

import numpy as np
import pyarrow as pa
from msgspec import Struct

from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.forest import BoolArray, IndexArray, Int32Array, Int64Array
from kpath_jvm.profile.model import Profile


class ExecutedPaths(Struct, frozen=True):
    """Executed paths as arrays, in ascending order of the paths' numbers.

    All arrays but the last two have an element per path. ``firsts`` and ``lasts`` are the blocks at
    which the paths begin and end. ``begins_loop`` is true for paths that begin at a loop's header
    after another path, and ``ends_loop`` for paths that end on an edge to a loop's header.
    ``begins_at_entry`` is true for paths that begin at the method's entry, and ``begins_anew`` for
    paths that begin at the entry or at a handler. ``ends_at_exit`` is true for paths that end at an
    exit. ``blocks`` lists the blocks of all paths, one path after the other, and ``owners`` has,
    for each of these blocks, the place of its path.
    """

    numbers: Int32Array
    counts: Int64Array
    firsts: Int32Array
    lasts: Int32Array
    begins_loop: BoolArray
    ends_loop: BoolArray
    begins_at_entry: BoolArray
    begins_anew: BoolArray
    ends_at_exit: BoolArray
    owners: IndexArray
    blocks: Int32Array

    def places(self, numbers: Int32Array) -> IndexArray:
        """Returns the places of the paths with these numbers, which must be executed paths."""
        return np.searchsorted(self.numbers, numbers)

    def distinct_ends(self) -> tuple[list[tuple[str, int]], IndexArray]:
        """Returns the distinct ends of paths, and for each path the place of its end among these.

        An end is a kind (``exit``, ``loop`` or ``cut``) and the path's last block.
        """
        kinds = np.where(self.ends_at_exit, 0, np.where(self.ends_loop, 1, 2))
        numbers: dict[tuple[str, int], int] = {}
        named = (
            (("exit", "loop", "cut")[kind], last)
            for kind, last in zip(kinds.tolist(), self.lasts.tolist(), strict=True)
        )
        places = np.fromiter((numbers.setdefault(one, len(numbers)) for one in named), np.intp)
        return [*numbers], places

    def through(self, is_meant: BoolArray) -> BoolArray:
        """Returns which paths run through any block for which ``is_meant`` is true."""
        found = np.zeros(len(self.numbers), dtype=bool)
        found[self.owners[is_meant[self.blocks]]] = True
        return found


def executed_rows(profile: Profile, method: int) -> pa.Table:
    """Returns a method's rows of the table ``paths``."""
    first, end = profile.rows_of("paths").span(method)
    return profile.table("paths").slice(first, end - first)


def executed_paths(profile: Profile, method: int) -> ExecutedPaths:
    """Returns the executed paths of a method; the arrays are empty if there are none."""
    rows = profile.rows_of("paths")
    lengths, blocks = rows.lists(method, "blocks")
    ends = np.cumsum(lengths, dtype=np.int64)
    starts = [kind for (kind,) in rows.rows(method, "start")]
    kinds = [kind for (kind,) in rows.rows(method, "end")]
    return ExecutedPaths(
        rows.numbers(method, "path"),
        rows.numbers(method, "count"),
        blocks[ends - lengths],
        blocks[ends - 1],
        np.array([kind == "loop" for kind in starts], dtype=bool),
        np.array([kind == "loop" for kind in kinds], dtype=bool),
        np.array([kind == "entry" for kind in starts], dtype=bool),
        np.array([kind in ("entry", "handler") for kind in starts], dtype=bool),
        np.array([kind == "exit" for kind in kinds], dtype=bool),
        np.repeat(np.arange(len(lengths)), lengths),
        blocks,
    )


def as_executed(code: MethodCode, counts: Mapping[int, int]) -> ExecutedPaths:
    """Returns a method's executed paths; ``counts`` has their counts by number.

    This function is slower than ``executed_paths``, but the paths may be from several profiles.
    """
    numbers = sorted(counts)
    paths = [code.decode(number) for number in numbers]
    lengths = [len(path.blocks) for path in paths]

    def whether(found: list[bool]) -> BoolArray:
        return np.array(found, dtype=bool)

    return ExecutedPaths(
        np.array(numbers, dtype=np.int32),
        np.array([counts[number] for number in numbers], dtype=np.int64),
        np.array([path.blocks[0] for path in paths], dtype=np.int32),
        np.array([path.blocks[-1] for path in paths], dtype=np.int32),
        whether([path.start == "loop" for path in paths]),
        whether([path.end == "loop" for path in paths]),
        whether([path.start == "entry" for path in paths]),
        whether([path.start in ("entry", "handler") for path in paths]),
        whether([path.end == "exit" for path in paths]),
        np.repeat(np.arange(len(paths)), lengths),
        np.array([block for path in paths for block in path.blocks], dtype=np.int32),
    )
