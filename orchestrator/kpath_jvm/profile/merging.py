"""Adding up the versions of a method: from several class loaders, or transformed again.

A *group* is an array: for each method number the number of the version it is added to, itself
when it is the first of its kind.
"""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from kpath_jvm.profile.forest import Forest, Int64Array, canonical
from kpath_jvm.profile.schema import SCHEMAS

_IDENTITY = ("class", "name", "descriptor", "digest", "path_tables")
_SUMMED = (
    "entries",
    "handler_entries",
    "completed",
    "exits",
    "abandoned",
    "unfinished",
)


def groups(methods: pa.Table, *, across_loaders: bool) -> Int64Array | None:
    """Return the groups of a methods' table, or None when no two methods belong together."""
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


def merge_methods(methods: pa.Table, group: Int64Array) -> pa.Table:
    """Add up the counts; what else differs is the first version's, loaders are joined by commas."""
    numbers = methods.column("method").to_numpy()
    owner = group[numbers]
    is_kept = owner == numbers
    loaders: dict[int, dict[str, None]] = {}
    for representative, loader in zip(
        owner.tolist(), methods.column("loader").to_pylist(), strict=True
    ):
        loaders.setdefault(representative, {})[loader] = None
    kept = methods.filter(pa.array(is_kept))
    position = np.searchsorted(numbers[is_kept], owner)
    columns = {name: kept.column(name) for name in kept.column_names}
    for name in _SUMMED:
        total = np.zeros(kept.num_rows, dtype=np.int64)
        np.add.at(total, position, methods.column(name).to_numpy())
        columns[name] = pa.chunked_array([total])
    columns["loader"] = pa.chunked_array(
        [pa.array([", ".join(loaders[n]) for n in numbers[is_kept].tolist()], pa.string())]
    )
    return pa.table(columns, schema=methods.schema).combine_chunks()


def merge_forest(forest: Forest, group: Int64Array) -> Forest:
    """Add up the forests of each group."""
    return canonical(
        group[forest.methods], forest.parents, forest.paths, forest.depths, forest.counts
    )


def ipf_table(forest: Forest) -> pa.Table:
    """Return the table of a forest."""
    columns = {
        "node": np.arange(len(forest), dtype=np.int32),
        "parent": forest.parents,
        "method": forest.methods,
        "path": forest.paths,
        "depth": forest.depths,
        "count": forest.counts,
    }
    return pa.table(columns, schema=SCHEMAS["ipf"])


def merge_paths(paths: pa.Table, group: Int64Array, merged: Forest) -> pa.Table:
    """Return the executed paths of the merged methods: the roots of the merged forest."""
    owner = group[paths.column("method").to_numpy()]
    path = paths.column("path").to_numpy()
    order = np.lexsort((path, owner))
    is_first = np.ones(len(order), dtype=bool)
    is_first[1:] = (np.diff(owner[order]) != 0) | (np.diff(path[order]) != 0)
    rows = order[is_first]
    kept = paths.take(pa.array(rows))
    roots = merged.parents < 0
    kept = _replaced(kept, "method", pa.array(owner[rows].astype(np.int32)))
    return _replaced(kept, "count", pa.array(merged.counts[roots])).combine_chunks()


def merge_folded(folded: pa.Table, group: Int64Array) -> pa.Table:
    """Add up what was folded of each group: errors add up as counts do."""
    method = group[folded.column("method").to_numpy()]
    path, length = folded.column("path").to_numpy(), folded.column("length").to_numpy()
    order = np.lexsort((length, path, method))
    columns = [values[order] for values in (method, path, length)]
    is_first = np.ones(len(order), dtype=bool)
    is_first[1:] = np.any([np.diff(values) != 0 for values in columns], axis=0)
    first = np.flatnonzero(is_first)
    counts = folded.column("count").to_numpy()[order]
    sums = np.add.reduceat(counts, first) if len(first) else counts
    arrays = [*(values[first] for values in columns), sums]
    return pa.table(
        [
            pa.array(values).cast(field.type)
            for values, field in zip(arrays, folded.schema, strict=True)
        ],
        schema=folded.schema,
    )


def of_representatives(table: pa.Table, group: Int64Array) -> pa.Table:
    """Return the rows of the methods that stand for their group."""
    numbers = table.column("method").to_numpy()
    return table.filter(pa.array(group[numbers] == numbers)).combine_chunks()


def _replaced(table: pa.Table, name: str, values: pa.Array) -> pa.Table:
    at = table.schema.get_field_index(name)
    return table.set_column(at, table.schema.field(at), pc.cast(values, table.schema.types[at]))
