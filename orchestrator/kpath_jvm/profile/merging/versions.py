"""Merging: what was recorded of one method several times is added up.

That is the versions of a method in several class loaders or from several transformations
(``Profile.merged``), and the methods of several JVMs (merging_jvms.py). A *group* is an array: for
each method number the number of the version it is added to, itself when it is the first of its
kind. Threads are merged before that, in the engine.
"""

from functools import cached_property
from typing import Protocol

import numpy as np
import pyarrow as pa

from kpath_jvm.profile.forest import Forest, Int64Array, canonical, joined
from kpath_jvm.profile.merging.counts import merged_edges, merged_extended

_IDENTITY = ("class", "name", "descriptor", "digest", "path_tables")
_SUMMED = (
    "entries", "handler_entries", "completed", "exits", "abandoned", "unfinished", "undecided",
)  # fmt: skip


class ProfileTables(Protocol):
    """What a profile is read from."""

    def table(self, name: str) -> pa.Table:
        """Returns a whole table."""

    @property
    def forest(self) -> Forest:
        """The k-IPF."""

    def method_forest(self, method: int) -> Forest:
        """Returns the k-IPF of one method."""


def groups(methods: pa.Table, *, across_loaders: bool) -> Int64Array | None:
    """Returns the groups of a methods' table, or None when no two methods belong together."""
    names = _IDENTITY if across_loaders else (*_IDENTITY, "loader")
    first: dict[tuple[str, ...], int] = {}
    keys = zip(*(methods.column(name).to_pylist() for name in names), strict=True)
    numbers = methods.column("method").to_pylist()
    representatives = [
        first.setdefault(key, number) for key, number in zip(keys, numbers, strict=True)
    ]
    if len(first) == len(representatives):
        return None
    group = np.full(max(numbers) + 1, -1, dtype=np.int64)
    group[numbers] = representatives
    return group


class MergedTables:
    """The tables of a profile with each group added up; methods keep their numbers.

    Each is made when it is first asked for.
    """

    def __init__(self, source: ProfileTables, group: Int64Array) -> None:
        """Of the tables of a profile and the groups of its methods."""
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
        forests = [self._source.method_forest(version) for version in versions.tolist()]
        if len(forests) == 1:
            return forests[0]
        firsts = np.cumsum([0, *(len(forest) for forest in forests[:-1])]).tolist()
        columns = [
            (forest.parents + (forest.parents >= 0) * first, forest.paths, forest.depths,
             forest.counts)
            for forest, first in zip(forests, firsts, strict=True)
        ]  # fmt: skip
        parents, paths, depths, counts = map(np.concatenate, zip(*columns, strict=True))
        return canonical(np.full(len(paths), method), parents, paths, depths, counts)

    def _merged(self, name: str) -> pa.Table:
        if name == "ipf":
            return self.forest.to_table()
        table = self._source.table(name)
        of_name = {
            "methods": _methods, "paths": _paths, "folded": _folded,
            "extended": merged_extended, "edge_counts": merged_edges,
        }  # fmt: skip
        return of_name.get(name, _of_representatives)(table, self._group)


def _forest(forest: Forest, group: Int64Array) -> Forest:
    """Adds up the nodes of each group; the nodes of methods that are alone stay as they are."""
    sizes = np.bincount(group[group >= 0], minlength=len(group))
    is_shared = (group >= 0) & (sizes[group] > 1)
    chosen = is_shared[forest.methods]
    parts = [forest.part(~chosen), forest.part(chosen)]
    parts[1] = canonical(
        group[parts[1].methods], parts[1].parents, parts[1].paths, parts[1].depths, parts[1].counts
    )
    return joined(*parts)


def _methods(methods: pa.Table, group: Int64Array) -> pa.Table:
    """Adds up the counts; other columns are the first version's, but all loaders are listed."""
    numbers = methods.column("method").to_numpy()
    owner = group[numbers]
    loaders: dict[int, dict[str, None]] = {}
    for number, loader in zip(owner.tolist(), methods.column("loader").to_pylist(), strict=True):
        loaders.setdefault(number, {})[loader] = None
    kept = _of_representatives(methods, group)
    position = np.searchsorted(kept.column("method").to_numpy(), owner)
    for name in _SUMMED:
        total = np.zeros(kept.num_rows, dtype=np.int64)
        np.add.at(total, position, methods.column(name).to_numpy())
        kept = _replaced(kept, name, pa.array(total))
    names = [", ".join(loaders[number]) for number in kept.column("method").to_pylist()]
    return _replaced(kept, "loader", pa.array(names, pa.string())).combine_chunks()


def _paths(paths: pa.Table, group: Int64Array) -> pa.Table:
    """Adds up the counts of the executed paths; other columns are the first version's."""
    owner = group[paths.column("method").to_numpy()]
    _, rows, place = np.unique(
        owner << 31 | paths.column("path").to_numpy(), return_index=True, return_inverse=True
    )
    counts = np.zeros(len(rows), dtype=np.int64)
    np.add.at(counts, place, paths.column("count").to_numpy())
    kept = _replaced(paths.take(pa.array(rows)), "method", pa.array(owner[rows]))
    return _replaced(kept, "count", pa.array(counts)).combine_chunks()


def _folded(folded: pa.Table, group: Int64Array) -> pa.Table:
    """Adds up what was folded of each group: errors add up as counts do."""
    method = group[folded.column("method").to_numpy()]
    places = [method, folded.column("path").to_numpy(), folded.column("length").to_numpy()]
    keys, row = np.unique(np.stack(places), axis=1, return_inverse=True)
    counts = np.zeros(keys.shape[1], dtype=np.int64)
    np.add.at(counts, row.ravel(), folded.column("count").to_numpy())
    columns = dict(zip(folded.column_names, (*keys, counts), strict=True))
    return pa.table(columns).cast(folded.schema)


def _of_representatives(table: pa.Table, group: Int64Array) -> pa.Table:
    """Returns the rows of the methods that stand for their group."""
    numbers = table.column("method").to_numpy()
    return table.filter(pa.array(group[numbers] == numbers)).combine_chunks()


def _replaced(table: pa.Table, name: str, values: pa.Array) -> pa.Table:
    at = table.schema.get_field_index(name)
    return table.set_column(at, table.schema.field(at), values.cast(table.schema.types[at]))
