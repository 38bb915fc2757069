"""Computes the figures that exports show about n-grams."""

from functools import cached_property

from kpath_jvm.analysis.path_rows import bytecodes_of, loops_of
from kpath_jvm.profile.forest import IndexArray, Int32Array, Int64Array
from kpath_jvm.reports.export.exported import Exported


class Grams:
    """Some n-grams as arrays with one entry per n-gram."""

    def __init__(self, exported: Exported, nodes: IndexArray) -> None:
        """Takes the nodes of the n-grams in ``exported.forest``."""
        forest = exported.forest
        self._rows = exported.paths
        self.methods: Int32Array = forest.methods[nodes]
        self.lengths: Int32Array = forest.depths[nodes]
        self.counts: Int64Array = forest.counts[nodes]
        #: For each n-gram, the places of its paths in ``exported.paths``, padded with -1.
        self.places = forest.along(nodes, exported.path_places)

    def __len__(self) -> int:
        return len(self.methods)

    @cached_property
    def bytecodes(self) -> Int64Array:
        """The number of bytecode instructions in one occurrence of each n-gram."""
        return bytecodes_of(self._rows, self.places)

    @cached_property
    def loops(self) -> Int32Array:
        """The loop that each n-gram stays in, as a row of the table ``loops``, or NONE."""
        return loops_of(self._rows, self.places)
