"""Merging what is no Ball-Larus path: rows of one method's versions that mean the same add up."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from kpath_jvm.profile.forest import Int64Array

#: What tells extended paths of a method apart; lists as text, as they are no keys.
_OF_EXTENDED = ("kind", "graph", "number", "start", "end", "blocks", "other_blocks")


def merged_extended(table: pa.Table, group: Int64Array) -> pa.Table:
    """Adds up the counts, and the estimates; of other methods too, where a path leads into one."""
    methods = group[_numbers(table, "method")]
    others = _numbers(table, "other_method")
    others = np.where(others < 0, others, group[others])
    rows = zip(
        methods.tolist(), others.tolist(), *(_keys(table, name) for name in _OF_EXTENDED),
        strict=True,
    )  # fmt: skip
    firsts, places = _groups(list(rows))
    kept = table.take(pa.array(firsts))
    kept = _replaced(kept, "method", methods[firsts])
    kept = _replaced(kept, "other_method", others[firsts])
    for name in ("count", "estimate"):
        values = table.column(name).to_numpy()
        sums = np.zeros(len(firsts), dtype=values.dtype)
        np.add.at(sums, places, values)
        kept = _replaced(kept, name, sums)
    return kept.combine_chunks()


def merged_edges(table: pa.Table, group: Int64Array) -> pa.Table:
    """Adds up the counts and their bounds; what has no upper bound in one version has none."""
    methods = group[_numbers(table, "method")]
    columns = (_keys(table, name) for name in ("source", "target", "kind"))
    firsts, places = _groups(list(zip(methods.tolist(), *columns, strict=True)))
    kept = _replaced(table.take(pa.array(firsts)), "method", methods[firsts])
    for name in ("count", "least", "most"):
        values = _numbers(table, name)
        sums = np.zeros(len(firsts), dtype=np.int64)
        np.add.at(sums, places, values)
        if name == "most":
            is_open = np.zeros(len(firsts), dtype=bool)
            np.logical_or.at(is_open, places, values < 0)
            sums[is_open] = -1
        kept = _replaced(kept, name, sums)
    return kept.combine_chunks()


def _groups(keys: Sequence[tuple[object, ...]]) -> tuple[Int64Array, Int64Array]:
    """Returns the first row of each key, ascending by key as far as it is numbers, and places.

    ``places`` are, for each row, that of its key among these. Keys begin with the method's number;
    within a method they keep the order of their first rows.
    """
    first: dict[tuple[object, ...], int] = {}
    for row, key in enumerate(keys):
        first.setdefault(key, row)
    order = sorted(first.values(), key=lambda row: (keys[row][0], row))
    at = {keys[row]: place for place, row in enumerate(order)}
    places = np.array([at[key] for key in keys], dtype=np.int64)
    return np.array(order, dtype=np.int64), places


def _keys(table: pa.Table, name: str) -> list[object]:
    values = table.column(name).to_pylist()
    return [tuple(one) for one in values] if pa.types.is_list(table.column(name).type) else values


def _numbers(table: pa.Table, name: str) -> Int64Array:
    return np.asarray(table.column(name).to_numpy(), dtype=np.int64)


def _replaced(table: pa.Table, name: str, values: np.ndarray) -> pa.Table:
    at = table.schema.get_field_index(name)
    kind = table.schema.types[at]
    return table.set_column(at, table.schema.field(at), pa.array(values).cast(kind))
