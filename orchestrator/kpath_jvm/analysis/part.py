"""Reduces the tables of a profile to some of its methods, or to some of their loops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
import pyarrow as pa

from kpath_jvm.profile.arrow import list_items, list_lengths
from kpath_jvm.profile.forest import BoolArray, Forest, Int32Array, Int64Array
from kpath_jvm.profile.model import Profile

#: For up to this number of methods, each method's forest is read on its own. For more methods, the
#: profile's whole forest is read.
_FEW = 16


class ProfilePart:
    """The rows of some methods in the tables of a profile. The methods keep their numbers.

    ``loops`` maps methods to places in MethodCode.loops. If it is given, the tables have only paths
    through a block of one of these loops, and only sequences of such paths. The prefixes and
    suffixes of these sequences consist of such paths too, so the forest is again a k-IPF. Of the
    counted edges and the extended paths, only those with a block of one of these loops are kept.
    """

    def __init__(
        self,
        profile: Profile,
        methods: Int32Array,
        loops: Mapping[int, frozenset[int]] | None = None,
    ) -> None:
        """Takes the methods' numbers in ascending order."""
        self._profile = profile
        self._source = profile.tables
        self._methods = methods
        self._loops = loops
        self._tables: dict[str, pa.Table] = {}

    def table(self, name: str) -> pa.Table:
        """Returns the part's rows of a table."""
        if name not in self._tables:
            if name == "ipf":
                self._tables[name] = self.forest.to_table()
            elif name == "paths":
                self._tables[name] = self._paths()
            elif name == "edge_counts":
                self._tables[name] = self._in_loops(name, ("source", "target"))
            elif name == "extended":
                self._tables[name] = self._in_loops(name, ("blocks",))
            else:
                self._tables[name] = self._of_methods(name)
        return self._tables[name]

    @cached_property
    def forest(self) -> Forest:
        """The k-IPF of the part."""
        if len(self._methods) <= _FEW:
            return _behind_each_other([self.method_forest(n) for n in self._methods.tolist()])
        whole = self._source.forest
        is_of_part = np.zeros(int(max(whole.methods.max(initial=-1), self._methods[-1])) + 1, bool)
        is_of_part[self._methods] = True
        return self._of_loops(whole.part(is_of_part[whole.methods]))

    def method_forest(self, method: int) -> Forest:
        """Returns the k-IPF of one method of the part."""
        return self._of_loops(self._source.method_forest(method))

    def selected_paths(self) -> dict[int, frozenset[int]]:
        """Returns the selected paths by method, or {} if no loops were given."""
        if self._loops is None:
            return {}
        rows = self.table("paths")
        methods, paths = (rows.column(name).to_numpy() for name in ("method", "path"))
        return {
            method: frozenset(paths[methods == method].tolist())
            for method in self._methods.tolist()
        }

    def _of_methods(self, name: str) -> pa.Table:
        table = self._source.table(name)
        # Tables are ordered by method, so they can be sliced. Filtering them would import modules
        # that take long to load.
        numbers = table.column("method").to_numpy()
        firsts = np.searchsorted(numbers, self._methods, "left")
        ends = np.searchsorted(numbers, self._methods, "right")
        is_new = np.ones(len(firsts), dtype=bool)
        is_new[1:] = firsts[1:] != ends[:-1]
        begins = np.flatnonzero(is_new)
        lasts = np.append(begins[1:], len(firsts)) - 1
        runs = zip(firsts[begins].tolist(), ends[lasts].tolist(), strict=True)
        slices = [table.slice(first, end - first) for first, end in runs]
        return pa.concat_tables(slices).combine_chunks()

    def _paths(self) -> pa.Table:
        rows = self._of_methods("paths")
        if self._loops is None:
            return rows
        return rows.filter(pa.array(self._is_selected(_keys(rows)))).combine_chunks()

    def _in_loops(self, name: str, columns: Sequence[str]) -> pa.Table:
        """Returns the rows that have a block of a selected loop in at least one of ``columns``."""
        rows = self._of_methods(name)
        if self._loops is None or not rows.num_rows:
            return rows
        methods = rows.column("method").to_numpy().astype(np.int64)
        kept = np.zeros(len(methods), dtype=bool)
        for column in columns:
            values = rows.column(column)
            owners = np.arange(len(methods))
            if pa.types.is_list(values.type):
                owners = np.repeat(owners, list_lengths(values))
                values = list_items(values)
            found = np.isin(methods[owners] << 32 | values.to_numpy(), self._blocks)
            kept[owners[found]] = True
        return rows.filter(pa.array(kept)).combine_chunks()

    def _of_loops(self, forest: Forest) -> Forest:
        if self._loops is None:
            return forest
        kept = self._is_selected(forest.methods.astype(np.int64) << 32 | forest.paths)
        for level in forest.levels[1:]:
            kept[level] &= kept[forest.parents[level]]
        return forest.part(kept)

    def _is_selected(self, keys: Int64Array) -> BoolArray:
        return np.isin(keys, self._selected)

    @cached_property
    def _blocks(self) -> Int64Array:
        """The loops' blocks, as keys: the method in the upper 32 bits, the block in the lower."""
        blocks = [
            method << 32 | block
            for method, loops in (self._loops or {}).items()
            for loop in loops
            for block in self._profile.code(method).loops[loop].blocks
        ]
        return np.array(blocks, dtype=np.int64)

    @cached_property
    def _selected(self) -> Int64Array:
        """The keys of the paths that run through one of the loops."""
        rows = self._of_methods("paths")
        lengths = list_lengths(rows.column("blocks"))
        owners = np.repeat(np.arange(len(lengths)), lengths)
        methods = rows.column("method").to_numpy().astype(np.int64)
        run_through = methods[owners] << 32 | list_items(rows.column("blocks")).to_numpy()
        is_inside = np.isin(run_through, self._blocks)
        return _keys(rows)[np.bincount(owners[is_inside], minlength=len(lengths)) > 0]


def _keys(paths: pa.Table) -> Int64Array:
    """Returns a key for each path: the method in the upper 32 bits, the path in the lower."""
    method, path = (paths.column(name).to_numpy() for name in ("method", "path"))
    keys: Int64Array = method.astype(np.int64) << 32 | path
    return keys


def _behind_each_other(forests: list[Forest]) -> Forest:
    """Joins the forests of methods, which are in ascending order, into one."""
    firsts = np.cumsum([0, *(len(forest) for forest in forests[:-1])]).tolist()
    parents = [
        (forest.parents + (forest.parents >= 0) * first).astype(np.int32)
        for forest, first in zip(forests, firsts, strict=True)
    ]
    return Forest(
        np.concatenate([forest.methods for forest in forests]),
        np.concatenate(parents),
        np.concatenate([forest.paths for forest in forests]),
        np.concatenate([forest.depths for forest in forests]),
        np.concatenate([forest.counts for forest in forests]),
    )
