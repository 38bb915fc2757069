"""Gives the executed paths of one method as arrays."""

from collections.abc import Mapping

import numpy as np
import pyarrow as pa
from msgspec import Struct

from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.forest import BoolArray, IndexArray, Int32Array, Int64Array
from kpath_jvm.profile.model import Profile


class ExecutedPaths(Struct, frozen=True):
    """Executed paths as arrays: one entry per path, in ascending order of the paths' numbers.

    ``firsts`` and ``lasts`` are the blocks at which the path begins and ends. ``begins_loop`` says
    whether it begins at a loop's header after another path, and ``ends_loop`` whether it ends on an
    edge to a loop's header. ``begins_at_entry`` says whether it begins at the method's entry, and
    ``begins_anew`` whether it begins at the entry or at a handler. ``ends_at_exit`` says whether it
    ends at an exit. ``blocks`` lists the blocks of all paths, one path after the other, and
    ``owners`` has the place of each block's path.
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
        """Returns the places of paths by their numbers. All of them must have been executed."""
        return np.searchsorted(self.numbers, numbers)

    def distinct_ends(self) -> tuple[list[tuple[str, int]], IndexArray]:
        """Returns the distinct ends, as kind and last block, and each path's place among these.

        The kinds are ``exit``, ``loop`` and ``cut``.
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
    """Returns the executed paths of a method; the arrays are empty if it never ran."""
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
    """Returns paths of a method, given by their numbers and counts, as executed paths.

    This is slower than ``executed_paths``, but the paths may be those of several profiles.
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
