"""Adds up the versions that methods have in one profile, on demand (``Profile.merged``).

A method has several versions if several class loaders loaded its class, or if the class was
transformed several times. Each version has a method number of its own. Versions whose counts can be
added path by path (``MethodVersion``) are a *group*. They are added up under the number of the
group's first version. Groups are given as an array. At each version's number, this array has the
number of the group's first version; at all other numbers, it has -1. Threads are merged earlier, in
the engine.
"""

from dataclasses import replace
from functools import cached_property
from typing import Protocol

import numpy as np
import pyarrow as pa

from kpath_jvm.profile.adding.rows import added_rows, bounds_added, renumbered, with_column
from kpath_jvm.profile.forest import Forest, Int64Array, added, joined
from kpath_jvm.profile.identity.methods import Loaders, MethodNumbers, versions_of
from kpath_jvm.profile.identity.shapes import HasTables
from kpath_jvm.profile.schema import HELD_BACK, METHOD_COUNTS


class ProfileTables(HasTables, Protocol):
    """The tables that a profile is read from."""

    @property
    def forest(self) -> Forest:
        """The k-IPF."""

    def method_forest(self, method: int) -> Forest:
        """Returns the k-IPF of one method."""


def groups(methods: pa.Table, *, across_loaders: bool) -> Int64Array | None:
    """Returns the groups of a profile's methods, or None if no two methods are in one group."""
    loaders = Loaders.NONE if across_loaders else Loaders.EACH
    places, firsts = MethodNumbers().add(versions_of(methods, loaders))
    if len(firsts) == methods.num_rows:
        return None
    numbers = methods.column("method").to_numpy()
    group = np.full(int(numbers.max()) + 1, -1, dtype=np.int64)
    group[numbers] = numbers[firsts][places]
    return group


class MergedTables:
    """A profile's tables, with each group added up under the number of the group's first version.

    Each table is made when it is first needed.
    """

    def __init__(self, source: ProfileTables, group: Int64Array) -> None:
        """Takes the tables of a profile and the groups of its methods."""
        self._source = source
        self._group = group
        self._tables: dict[str, pa.Table] = {}

    def table(self, name: str) -> pa.Table:
        """Returns a whole table."""
        if name not in self._tables:
            self._tables[name] = self._merged(name)
        return self._tables[name]

    @cached_property
    def forest(self) -> Forest:
        """The k-IPF."""
        return _forest(self._source.forest, self._group)

    def method_forest(self, method: int) -> Forest:
        """Returns the k-IPF of one method."""
        versions = np.flatnonzero(self._group == method)
        found = [self._source.method_forest(version) for version in versions.tolist()]
        if len(found) == 1:
            return found[0]
        return added(_of(method, forest) for forest in found)

    def _merged(self, name: str) -> pa.Table:
        if name == "ipf":
            return self.forest.to_table()
        table = self._source.table(name)
        if name == "methods":
            return _methods(table, self._group)
        if name in ("paths", "folded", "extended", "edge_counts"):
            return added_rows(name, renumbered(table, self._group))
        return _of_representatives(table, self._group)


def _of(method: int, forest: Forest) -> Forest:
    return replace(forest, methods=np.full(len(forest), method, dtype=np.int32))


def _forest(forest: Forest, group: Int64Array) -> Forest:
    """Adds up the nodes of each group; a method that is alone in its group keeps its nodes."""
    sizes = np.bincount(group[group >= 0], minlength=len(group))
    is_shared = (group >= 0) & (sizes[group] > 1)
    chosen = is_shared[forest.methods]
    shared = forest.part(chosen)
    shared = replace(shared, methods=group[shared.methods].astype(np.int32))
    return joined(forest.part(~chosen), added([shared]))


def _methods(methods: pa.Table, group: Int64Array) -> pa.Table:
    """Adds up the rows of each group.

    ``loader`` lists the loaders of the group. Columns that aren't counts have the first version's
    values.
    """
    numbers = methods.column("method").to_numpy()
    owner = group[numbers]
    loaders: dict[int, dict[str, None]] = {}
    for number, loader in zip(owner.tolist(), methods.column("loader").to_pylist(), strict=True):
        loaders.setdefault(number, {})[loader] = None
    kept = _of_representatives(methods, group)
    position = np.searchsorted(kept.column("method").to_numpy(), owner)
    for name in METHOD_COUNTS:
        total = np.zeros(kept.num_rows, dtype=np.int64)
        np.add.at(total, position, methods.column(name).to_numpy())
        kept = with_column(kept, name, total)
    bounds = bounds_added(methods.column(HELD_BACK).to_numpy(), position, kept.num_rows)
    kept = with_column(kept, HELD_BACK, bounds)
    names = [", ".join(loaders[number]) for number in kept.column("method").to_pylist()]
    at = kept.schema.get_field_index("loader")
    return kept.set_column(at, kept.schema.field(at), pa.array(names, pa.string())).combine_chunks()


def _of_representatives(table: pa.Table, group: Int64Array) -> pa.Table:
    """Returns the rows of each group's first version."""
    numbers = table.column("method").to_numpy()
    return table.filter(pa.array(group[numbers] == numbers)).combine_chunks()
