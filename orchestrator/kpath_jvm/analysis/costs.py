"""Computes the cost of paths and methods, in executed bytecode instructions.

A completion of a path executes each of the path's blocks once. Abandoned and unfinished paths cost
nothing here, because it isn't known how far they ran. Where edges were counted, a block costs its
instructions times its entries. That is an upper bound, because an exception may have left the block
half-way; ``exact_of_methods`` has the part that is certain. If the entries aren't known, the cost
is only one of the possible values; ``bounds_of`` has the bounds.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from kpath_jvm.analysis.called_costs import CalledCosts
from kpath_jvm.analysis.of_edges.amount_bounds import AmountBounds
from kpath_jvm.analysis.of_edges.block_counts import BlockCounts
from kpath_jvm.analysis.of_edges.path_windows import methods_of_first_paths
from kpath_jvm.profile.arrow import list_items, list_lengths
from kpath_jvm.profile.consistency import integers
from kpath_jvm.profile.forest import FloatArray, Int64Array

_Number = TypeVar("_Number", np.int64, np.float64)

if TYPE_CHECKING:
    from kpath_jvm.profile.model import Profile


class Costs:
    """The cost, in executed bytecode instructions, of a profile's paths and methods.

    The cost of a sequence is the sum of the costs of its paths.
    """

    def __init__(self, profile: Profile) -> None:
        """Reads parts of the profile only when they are needed."""
        self._profile = profile
        self._lengths: dict[tuple[int, int], int] = {}

    def of_path(self, method: int, path: int) -> int:
        """Returns the bytecodes of one completion of a path.

        Raises KpathError if there is no such path.
        """
        key = (method, path)
        if key not in self._lengths:
            code = self._profile.code(method)
            blocks, _, _ = code.decoder.blocks(path)
            self._lengths[key] = sum(code.instructions[block] for block in blocks)
        return self._lengths[key]

    def of_paths(self, method: int, paths: Sequence[int] | Int64Array) -> Int64Array:
        """Returns the bytecodes of one completion of each path, of shape (len(paths),).

        Raises KpathError if there is no such path.
        """
        numbers = paths.tolist() if isinstance(paths, np.ndarray) else paths
        return np.array([self.of_path(method, path) for path in numbers], dtype=np.int64)

    def of_method(self, method: int) -> int:
        """Returns the bytecodes executed in a method's blocks."""
        return int(self.of_methods[method])

    @property
    def total(self) -> int:
        """The bytecodes of all methods."""
        return int(self.of_methods.sum())

    @property
    def exact_total(self) -> int:
        """The part of ``total`` that was certainly executed."""
        return int(self.exact_of_methods.sum())

    @property
    def entered_total(self) -> int:
        """The part of ``total`` in blocks whose entries are known."""
        return int(self.entered_of_methods.sum())

    @cached_property
    def of_calls(self) -> CalledCosts:
        """What the calls in branches' tests cost. The profile must be whole, not a selection."""
        return CalledCosts(self._profile, self.of_methods)

    @cached_property
    def of_methods(self) -> Int64Array:
        """The result of ``of_method`` for each method number; 0 for numbers without a method."""
        return self._by_method(self._blocks.bytecodes.most)

    @cached_property
    def exact_of_methods(self) -> Int64Array:
        """The part of ``of_methods`` that was certainly executed (BlockCounts)."""
        return self._by_method(self._blocks.bytecodes.certain)

    @cached_property
    def entered_of_methods(self) -> Int64Array:
        """The part of ``of_methods`` in blocks whose entries are known.

        If both are equal for a method, ``of_methods`` is an upper bound.
        """
        return self._by_method(self._blocks.bytecodes.entered)

    def bounds_of(self, methods: Collection[int]) -> AmountBounds:
        """Returns the bounds of the bytecodes that some methods executed.

        Where paths were counted, both bounds are the bytecodes of completed paths. Where only first
        paths were counted, both bounds are the estimate.
        """
        rows = np.array(sorted(methods), dtype=np.intp)
        least, most = self._bounds
        return AmountBounds(float(least[rows].sum()), float(most[rows].sum()))

    @cached_property
    def _bounds(self) -> tuple[Int64Array, FloatArray]:
        methods = integers(self._profile.table("methods"), "method")
        of_first = methods[methods_of_first_paths(self._profile)]
        are_estimates = np.isin(integers(self._profile.table("blocks"), "method"), of_first)
        least, most = self._blocks.bytecodes.bounds(are_estimates=are_estimates)
        return self._by_method(least), self._by_method(most)

    @cached_property
    def _blocks(self) -> BlockCounts:
        return BlockCounts(self._profile)

    def _by_method(self, of_blocks: NDArray[_Number]) -> NDArray[_Number]:
        numbers = integers(self._profile.table("methods"), "method")
        sums = np.zeros(numbers.max(initial=-1) + 1, dtype=of_blocks.dtype)
        np.add.at(sums, integers(self._profile.table("blocks"), "method"), of_blocks)
        return sums

    @cached_property
    def of_rows(self) -> Int64Array:
        """For each row of the table of paths, the bytecodes of all completions of the path."""
        return self.executed_lengths * integers(self._profile.table("paths"), "count")

    @cached_property
    def executed_lengths(self) -> Int64Array:
        """For each row of the table of paths, the bytecodes of one completion of the path."""
        paths = self._profile.table("paths")
        blocks = self._profile.table("blocks")
        first_rows = np.searchsorted(integers(blocks, "method"), integers(paths, "method"))
        sizes = list_lengths(paths.column("blocks"))
        rows = np.repeat(first_rows, sizes) + list_items(paths.column("blocks")).to_numpy()
        along = np.concatenate(([0], np.cumsum(integers(blocks, "instructions")[rows])))
        ends = np.cumsum(sizes)
        return np.asarray(along[ends] - along[ends - sizes], dtype=np.int64)
