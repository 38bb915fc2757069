"""Computes how often the blocks of all methods were executed, from counts of paths or of edges.

A completed path executes each of its blocks once. Where edges were counted, the count of a block is
the sum of the counts of all edges into it. For some of these counts, only bounds are known (see
profile/recorded/edge_flow.py).

A block that was entered may have been left half-way, by an exception or by the end of the
recording. It was executed to its end at least as often as the edges out of it were taken.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from kpath_jvm.analysis.of_edges.path_windows import of_completed_paths
from kpath_jvm.profile.arrow import list_items, list_lengths
from kpath_jvm.profile.consistency import integers
from kpath_jvm.profile.forest import BoolArray, FloatArray, Int64Array

if TYPE_CHECKING:
    from kpath_jvm.profile.model import Profile


class BlockBytecodes(Struct, frozen=True):
    """The bytecode instructions executed in some blocks; each array has an element per block.

    ``most`` is what was executed if no block was left half-way. ``entered`` equals ``most``, but is
    0 where it isn't certain how often a block was entered. ``certain`` is a lower bound: of an
    execution that may have ended half-way, only the first instruction is certain. ``limit`` is an
    upper bound, which is infinite where a block may have been entered any number of times. Where it
    is certain how often a block was entered, ``limit`` equals ``most``.
    """

    most: Int64Array
    entered: Int64Array
    certain: Int64Array
    limit: FloatArray

    def bounds(self, *, are_estimates: bool | BoolArray) -> tuple[Int64Array, FloatArray]:
        """Returns the lower and the upper bounds.

        Where ``are_estimates`` is set, only the first paths of the block's method were counted, and
        the bytecodes are estimates without useful bounds. Then both bounds are the estimate.
        """
        return (
            np.where(are_estimates, self.most, self.certain),
            np.where(are_estimates, self.most.astype(np.float64), self.limit),
        )


class EnteredBounds(Struct, frozen=True):
    """Bounds of how often blocks were entered; each array has an element per block.

    ``most`` is infinite where there is no upper bound.
    """

    least: Int64Array
    most: FloatArray

    @classmethod
    def exact(cls, counts: Int64Array) -> EnteredBounds:
        """Returns the bounds of counts that are certain."""
        return cls(counts, counts.astype(np.float64))

    @property
    def are_exact(self) -> BoolArray:
        """Whether each count is certain."""
        return np.asarray(self.least == self.most)


def block_bytecodes(
    counts: Int64Array, to_the_end: Int64Array, entered: EnteredBounds, sizes: Int64Array
) -> BlockBytecodes:
    """Returns the bytecodes of blocks; each array has an element per block.

    ``counts`` is how often the blocks were entered, as far as is known, and ``entered`` has the
    bounds of these counts. ``to_the_end`` has lower bounds of how often the blocks were executed to
    their ends. ``sizes`` are the blocks' numbers of instructions, none of which is 0.
    """
    most = counts * sizes
    # Counters that were read while the program ran may contradict each other.
    ended = np.minimum(to_the_end, entered.most).astype(np.int64)
    certain = ended * sizes + np.maximum(entered.least - ended, 0)
    return BlockBytecodes(most, np.where(entered.are_exact, most, 0), certain, entered.most * sizes)


class BlockCounts:
    """The counts of all blocks, with one element per row of the table ``blocks``.

    A method's counts come from its edges if these were counted and the method has no completed
    path.
    """

    def __init__(self, profile: Profile) -> None:
        """Takes the profile, whose tables are read when they are needed."""
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
        """How often each block was executed; surely exact only where paths were counted."""
        paths = self._profile.table("paths")
        sizes = list_lengths(paths.column("blocks"))
        firsts = np.searchsorted(self._methods, integers(paths, "method"))
        rows = np.repeat(firsts, sizes) + list_items(paths.column("blocks")).to_numpy()
        found = np.zeros(len(self._methods), dtype=np.int64)
        np.add.at(found, rows, np.repeat(integers(paths, "count"), sizes))
        return found + self._sums("count")

    @cached_property
    def entered(self) -> EnteredBounds:
        """The bounds of ``counts``."""
        if not self._profile.table("edge_counts").num_rows:
            return EnteredBounds.exact(self.counts)
        is_of_paths = ~self.has_edges[self._methods]
        is_of_paths[self._completed_rows] = True
        most = self._sums("most").astype(np.float64)
        most[self._open_rows] = np.inf
        return EnteredBounds(
            np.where(is_of_paths, self.counts, self._sums("least")),
            np.where(is_of_paths, self.counts, most),
        )

    @cached_property
    def bytecodes(self) -> BlockBytecodes:
        """The bytecode instructions executed in each block."""
        sizes = integers(self._profile.table("blocks"), "instructions")
        return block_bytecodes(self.counts, self.executed_to_the_end, self.entered, sizes)

    @cached_property
    def executed_to_the_end(self) -> Int64Array:
        """A lower bound of how often each block was executed to its end.

        Completed paths execute all of their blocks to the end. Where edges were counted, the bound
        is the sum of the lower bounds of all edges out of the block.
        """
        if not self._profile.table("edge_counts").num_rows:
            return self.counts
        edges = self._profile.table("edge_counts")
        methods, sources = integers(edges, "method"), integers(edges, "source")
        is_meant: BoolArray = (sources >= 0) & self.has_edges[methods]
        rows = np.searchsorted(self._methods, methods[is_meant]) + sources[is_meant]
        found = np.zeros(len(self._methods), dtype=np.int64)
        np.add.at(found, rows, integers(edges, "least")[is_meant])
        is_of_paths = ~self.has_edges[self._methods]
        is_of_paths[self._completed_rows] = True
        return np.where(is_of_paths, self.counts, found)

    @cached_property
    def _methods(self) -> Int64Array:
        return integers(self._profile.table("blocks"), "method")

    @cached_property
    def _edges(self) -> tuple[BoolArray, Int64Array]:
        """Which rows of ``edge_counts`` are added up, and the row of each edge's target block."""
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
        """The rows of blocks entered by edges whose counts are exact for completed paths."""
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
