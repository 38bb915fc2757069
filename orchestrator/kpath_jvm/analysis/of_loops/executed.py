"""The executed paths of one method as arrays."""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from kpath_jvm.profile.arrow import list_items, list_lengths
from kpath_jvm.profile.forest import BoolArray, IndexArray, Int32Array, Int64Array
from kpath_jvm.profile.model import Profile


@dataclass(frozen=True)
class ExecutedPaths:
    """One entry per executed path, ascending by its number.

    ``firsts`` and ``lasts`` are the blocks at which it begins and ends, ``begins_loop`` and
    ``ends_loop`` say whether it does so at a loop. ``owners`` and ``blocks`` list the blocks of all
    paths one behind the other, each with the place of its path.
    """

    numbers: Int32Array
    counts: Int64Array
    firsts: Int32Array
    lasts: Int32Array
    begins_loop: BoolArray
    ends_loop: BoolArray
    owners: IndexArray
    blocks: Int32Array

    def places(self, numbers: Int32Array) -> IndexArray:
        """Returns the places of paths by their numbers; all of them are executed ones."""
        return np.searchsorted(self.numbers, numbers)

    def through(self, is_meant: BoolArray) -> BoolArray:
        """Returns which paths run through any of some blocks; ``is_meant`` by block."""
        found = np.zeros(len(self.numbers), dtype=bool)
        found[self.owners[is_meant[self.blocks]]] = True
        return found


def executed_rows(profile: Profile, method: int) -> pa.Table:
    """Returns a method's rows of the table ``paths``."""
    table = profile.table("paths")
    bounds = np.array([method, method + 1], dtype=np.int32)
    first, end = np.searchsorted(table.column("method").to_numpy(), bounds).tolist()
    return table.slice(first, end - first)


def executed_paths(profile: Profile, method: int) -> ExecutedPaths:
    """Returns the executed paths of a method, none if it never ran."""
    rows = executed_rows(profile, method)
    lengths = list_lengths(rows.column("blocks"))
    blocks: Int32Array = list_items(rows.column("blocks")).to_numpy()
    ends = np.cumsum(lengths, dtype=np.int64)
    return ExecutedPaths(
        rows.column("path").to_numpy(),
        rows.column("count").to_numpy(),
        blocks[ends - lengths],
        blocks[ends - 1],
        np.array([kind == "loop" for kind in rows.column("start").to_pylist()], dtype=bool),
        np.array([kind == "loop" for kind in rows.column("end").to_pylist()], dtype=bool),
        np.repeat(np.arange(len(rows)), lengths),
        blocks,
    )
