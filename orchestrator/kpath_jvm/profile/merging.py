"""Merging: what was recorded of one method several times is added up.

That is the versions of a method in several class loaders or from several transformations
(``Profile.merged``), and the methods of several JVMs (merging_jvms.py). A *group* is an array: for
each method number the number of the version it is added to, itself when it is the first of its
kind. Threads are merged before that, in the engine.
"""

from collections.abc import Mapping

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from kpath_jvm.profile.forest import Forest, Int64Array, canonical

_IDENTITY = ("class", "name", "descriptor", "digest", "path_tables")
_SUMMED = (
    "entries", "handler_entries", "completed", "exits", "abandoned", "unfinished", "undecided",
)  # fmt: skip


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


def merged_tables(tables: Mapping[str, pa.Table], group: Int64Array) -> dict[str, pa.Table]:
    """Returns all tables of a profile with each group added up; methods keep their numbers."""
    nodes = Forest.of_table(tables["ipf"])
    forest = canonical(group[nodes.methods], nodes.parents, nodes.paths, nodes.depths, nodes.counts)
    merged = {
        name: _of_representatives(tables[name], group) for name in ("blocks", "edges", "loops")
    }
    return {
        "methods": _methods(tables["methods"], group),
        "paths": _paths(tables["paths"], group, forest),
        "ipf": forest.to_table(),
        "folded": _folded(tables["folded"], group),
        **merged,
    }


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


def _paths(paths: pa.Table, group: Int64Array, merged: Forest) -> pa.Table:
    """Returns the executed paths of the merged methods: the roots of the merged forest."""
    owner = group[paths.column("method").to_numpy()]
    rows = np.unique(owner << 31 | paths.column("path").to_numpy(), return_index=True)[1]
    kept = _replaced(paths.take(pa.array(rows)), "method", pa.array(owner[rows]))
    return _replaced(kept, "count", pa.array(merged.counts[merged.parents < 0])).combine_chunks()


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
    return table.set_column(at, table.schema.field(at), pc.cast(values, table.schema.types[at]))
