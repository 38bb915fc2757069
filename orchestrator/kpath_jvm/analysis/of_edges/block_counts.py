"""Computes how often the blocks of all methods were executed, from counts of paths or of edges.

All code that needs sums over blocks uses this module. So only this module depends on what a
profiler has counted. A completed path executes each of its blocks once. Where edges were counted,
the count of a block is the sum of the counts of all edges into it. For some of these counts, only
bounds are known (see profile/recorded/edge_flow.py).
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from kpath_jvm.analysis.of_edges.path_windows import of_completed_paths
from kpath_jvm.profile.arrow import list_items, list_lengths
from kpath_jvm.profile.consistency import integers
from kpath_jvm.profile.forest import BoolArray, Int64Array

if TYPE_CHECKING:
    from kpath_jvm.profile.model import Profile


class BlockCounts:
    """The counts of all blocks, with one entry per row of the table ``blocks``.

    Each column is computed when it is first needed. A method's counts come from its edges if these
    were counted and it has no completed path.
    """

    def __init__(self, profile: Profile) -> None:
        """Reads parts of the profile only when they are needed."""
        self._profile = profile

    @cached_property
    def has_edges(self) -> BoolArray:
        """For each method number, whether the counts of the method's blocks come from its edges."""
        methods = self._profile.table("methods")
        numbers = integers(methods, "method")
        edges = integers(self._profile.table("edge_counts"), "method")
        found = np.zeros(int(max(numbers.max(initial=-1), edges.max(initial=-1))) + 1, dtype=bool)
        found[edges] = True
        found[numbers[integers(methods, "completed") > 0]] = False
        return found

    @cached_property
    def counts(self) -> Int64Array:
        """The executions of each block: exact if paths were counted, estimates if edges were."""
        paths = self._profile.table("paths")
        sizes = list_lengths(paths.column("blocks"))
        firsts = np.searchsorted(self._methods, integers(paths, "method"))
        rows = np.repeat(firsts, sizes) + list_items(paths.column("blocks")).to_numpy()
        found = np.zeros(len(self._methods), dtype=np.int64)
        np.add.at(found, rows, np.repeat(integers(paths, "count"), sizes))
        return found + self._sums("count")

    @cached_property
    def is_exact(self) -> BoolArray:
        """Whether each count is certain: counts from paths are, and counts from edges may be.

        Counts of completed paths are certain, even if their sums over edges have no upper bound.
        """
        found: BoolArray = self._sums("least") == self._sums("most")
        found[self._open_rows] = False
        found[self._completed_rows] = True
        return found

    @cached_property
    def bytecodes(self) -> Int64Array:
        """The bytecode instructions executed in each block."""
        return self.counts * integers(self._profile.table("blocks"), "instructions")

    @cached_property
    def bytecodes_exact(self) -> Int64Array:
        """The bytecode instructions executed in each block; 0 where the count isn't certain."""
        return np.where(self.is_exact, self.bytecodes, 0)

    @cached_property
    def _methods(self) -> Int64Array:
        return integers(self._profile.table("blocks"), "method")

    @cached_property
    def _edges(self) -> tuple[BoolArray, Int64Array]:
        """The rows of ``edge_counts`` to add up, and the row of the block that each edge enters."""
        edges = self._profile.table("edge_counts")
        methods, targets = integers(edges, "method"), integers(edges, "target")
        is_meant: BoolArray = (targets >= 0) & self.has_edges[methods]
        return is_meant, np.searchsorted(self._methods, methods[is_meant]) + targets[is_meant]

    @cached_property
    def _open_rows(self) -> Int64Array:
        """The rows of blocks into which an edge without an upper bound leads."""
        is_meant, rows = self._edges
        most = integers(self._profile.table("edge_counts"), "most")[is_meant]
        return rows[most < 0]

    @cached_property
    def _completed_rows(self) -> Int64Array:
        """The rows of blocks whose edges have counts of completed paths."""
        edges = self._profile.table("edge_counts")
        is_meant, rows = self._edges
        methods, most = integers(edges, "method"), integers(edges, "most")
        return rows[of_completed_paths(self._profile, methods, most)[is_meant]]

    def _sums(self, column: str) -> Int64Array:
        """Returns the sum of a column over the edges into each block."""
        found = np.zeros(len(self._methods), dtype=np.int64)
        if self._profile.table("edge_counts").num_rows:
            is_meant, rows = self._edges
            values = integers(self._profile.table("edge_counts"), column)
            np.add.at(found, rows, values[is_meant])
        return found
