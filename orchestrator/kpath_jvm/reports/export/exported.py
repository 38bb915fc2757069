"""Holds the part of a profile that is exported, and what several tables need to describe it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa

from kpath_jvm.analysis.hot_sequences import hot_sequences, largest
from kpath_jvm.analysis.of_edges.block_counts import BlockCounts
from kpath_jvm.analysis.path_rows import PathRows
from kpath_jvm.analysis.selection import ALL, Selected, select
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.profile.forest import Forest, IndexArray, Int32Array, Int64Array
from kpath_jvm.profile.model import Profile
from kpath_jvm.source.annotation import SourceTexts

#: How many nodes of the forest are looked up at a time, to save memory.
_CHUNK = 1 << 18


@dataclass(frozen=True)
class ExportOptions:
    """What to export: sequences of up to ``k`` paths, and the ``top`` hottest rows.

    A ``k`` or ``top`` of None sets no limit. With ``sources``, decisions are described in terms of
    the source code.
    """

    k: int | None = None
    top: int | None = None
    sources: SourceTexts | None = None


class Exported:
    """A profile, or a part of one, to export.

    Versions of a method are exported as one method if they have the same loader and digest, and
    number their paths alike. Paths have the names that they have in the whole profile.
    """

    def __init__(self, selected: Selected, options: ExportOptions) -> None:
        """Takes a selection from a result of ``Profile.merged(across_loaders=False)``."""
        self.selected = selected
        self.profile = selected.profile
        self.options = options
        self.paths = PathRows(selected.whole)
        self._told: dict[int, ToldMethod] = {}

    @classmethod
    def of(cls, profile: Profile, options: ExportOptions | None = None) -> "Exported":
        """Returns a whole profile, ready for export."""
        whole = profile.merged(across_loaders=False)
        return cls(select(whole, ALL), options or ExportOptions())

    @cached_property
    def forest(self) -> Forest:
        """The k-IPF, with sequences of at most ``options.k`` paths."""
        forest, k = self.profile.forest, self.options.k
        return forest if k is None else forest.truncated(k)

    @cached_property
    def with_counts(self) -> list[int]:
        """The numbers of the methods with a completed path or with counted edges."""
        methods = self.profile.method_rows
        has_edges = BlockCounts(self.profile).has_edges[methods.numbers]
        found: list[int] = methods.numbers[has_edges | (methods.column("completed") > 0)].tolist()
        return found

    @cached_property
    def nodes(self) -> IndexArray:
        """The nodes to export: with ``top`` those of the hottest sequences, otherwise all nodes."""
        if self.options.top is None:
            return np.arange(len(self.forest))
        chosen = hot_sequences(self.forest, self.options.top)
        nodes = [_node(self.forest, one.method, one.paths) for one in chosen]
        return np.array(nodes, dtype=np.intp)

    @cached_property
    def path_places(self) -> Int32Array:
        """For each node of ``forest``, the index of its path in ``paths``."""
        forest = self.forest
        found = np.empty(len(forest), dtype=np.int32)
        for first in range(0, len(forest), _CHUNK):
            nodes = slice(first, first + _CHUNK)
            found[nodes] = self.paths.places(forest.methods[nodes], forest.paths[nodes])
        return found

    def hottest(self, costs: Int64Array) -> IndexArray:
        """Returns the indices of the ``top`` largest costs, the largest first.

        Without ``top``, all indices are returned in order.
        """
        if self.options.top is None:
            return np.arange(len(costs))
        return largest(costs, self.options.top)

    def told(self, method: int) -> ToldMethod:
        """Returns the object that describes a method's paths by their decisions."""
        if method not in self._told:
            row = self.profile.method_rows.row(method)
            code = self.profile.code(method)
            self._told[method] = ToldMethod(code, row, self.options.sources)
        return self._told[method]

    def letters(self, method: int, paths: Sequence[int]) -> str:
        """Returns the names of a method's paths, with blanks between them."""
        numbers = np.array(paths, dtype=np.int64)
        places = self.paths.places(np.full(len(numbers), method), numbers)
        return " ".join(self.paths.names[places])

    def method_columns(self, methods: Any, *names: str) -> list[pa.Array]:
        """Returns columns of the table ``methods``, with a value for each given method number."""
        numbers = self.profile.method_rows.numbers
        rows = pa.array(np.searchsorted(numbers, np.asarray(methods, dtype=numbers.dtype)))
        table = self.profile.table("methods").select(names).combine_chunks()
        return [table.column(name).take(rows).combine_chunks() for name in names]


def _node(forest: Forest, method: int, paths: tuple[int, ...]) -> int:
    """Returns the node of an n-gram, which must be in the forest."""
    nodes = forest.slice_of(method)
    parent = -1
    for path in paths:
        is_it = (forest.parents[nodes] == parent) & (forest.paths[nodes] == path)
        parent = nodes.start + int(np.flatnonzero(is_it)[0])
    return parent
