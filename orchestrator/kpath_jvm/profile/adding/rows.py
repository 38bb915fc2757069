"""The tables of methods' code and of what was counted, of many profiles: each row once."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from kpath_jvm.profile import arrow
from kpath_jvm.profile.code import MethodCode, method_code
from kpath_jvm.profile.forest import Int32Array, Int64Array
from kpath_jvm.profile.identity.shapes import HasTables
from kpath_jvm.profile.merging.counts import merged_edges, merged_extended
from kpath_jvm.profile.method_rows import RowsByMethod
from kpath_jvm.profile.schema import SCHEMAS

#: What is equal wherever the variant is.
OF_CODE = ("blocks", "edges", "loops", "decisions", "mapped_lines")
#: Rows that are kept one behind the other before they are added up.
_MOST_ROWS = 1 << 17


class CodeRows:
    """The rows of each variant's code, from the profile that had it first."""

    def __init__(self) -> None:
        self._parts: dict[str, list[pa.Table]] = {name: [] for name in OF_CODE}

    def add(self, tables: HasTables, numbers: Int32Array, new: Sequence[int]) -> None:
        """Adds those of a profile's new methods, as ``Variants.add`` has returned them."""
        if not new:
            return
        is_new = np.zeros(len(numbers), dtype=bool)
        is_new[list(new)] = True
        for name in OF_CODE:
            table = tables.table(name)
            methods = table.column("method").to_numpy()
            found = table.filter(pa.array(is_new[methods])) if len(new) < len(numbers) else table
            own = numbers[found.column("method").to_numpy()]
            self._parts[name].append(with_column(found, "method", own))

    def table(self, name: str, methods: Sequence[Sequence[int]], variants: int) -> pa.Table:
        """Returns a table for the methods, as ``Variants.methods`` returns them."""
        place = np.full(variants, -1, dtype=np.int64)
        place[[own[0] for own in methods]] = np.arange(len(methods))
        return in_order(self._whole(name), place, name)

    def code(self, variant: int) -> MethodCode:
        """Returns what is known of a variant's code; the cuts are not."""
        own = {}
        for name in OF_CODE:
            whole = self._whole(name)
            is_own = whole.column("method").to_numpy() == variant
            own[name] = RowsByMethod(whole.filter(pa.array(is_own)))
        return method_code(lambda name, *names: own[name].rows(variant, *names))

    def _whole(self, name: str) -> pa.Table:
        parts = self._parts[name] or [SCHEMAS[name].empty_table()]
        if len(parts) > 1:
            parts = self._parts[name] = [pa.concat_tables(parts).unify_dictionaries()]
        return parts[0]


class VariantPaths:
    """The executed paths of each variant, without their counts."""

    def __init__(self) -> None:
        self._parts: list[pa.Table] = []
        self._known = np.zeros(0, dtype=np.int64)

    def add(self, paths: pa.Table, numbers: Int32Array) -> None:
        """Adds those of a profile that are new."""
        if paths.num_rows == 0:
            return
        own = numbers[paths.column("method").to_numpy()].astype(np.int64)
        keys = own << 31 | paths.column("path").to_numpy()
        distinct, firsts = np.unique(keys, return_index=True)
        is_new = ~np.isin(distinct, self._known, assume_unique=True)
        if not is_new.any():
            return
        rows = firsts[is_new]
        self._known = np.sort(np.concatenate([self._known, distinct[is_new]]), kind="stable")
        self._parts.append(with_column(paths.take(pa.array(rows)), "method", own[rows]))

    def table(self) -> pa.Table:
        """Returns all, with the variants' numbers, in no order."""
        parts = self._parts or [SCHEMAS["paths"].empty_table()]
        return pa.concat_tables(parts).unify_dictionaries().combine_chunks()


class CountedRows:
    """What was counted of other things than n-grams of paths, added up now and then."""

    def __init__(self) -> None:
        self._parts: dict[str, list[pa.Table]] = {"extended": [], "edge_counts": [], "folded": []}

    def add(self, name: str, table: pa.Table, numbers: Int32Array) -> None:
        """Adds the rows of a profile's table."""
        if table.num_rows == 0:
            return
        table = with_column(table, "method", numbers[table.column("method").to_numpy()])
        if name == "extended":
            others = table.column("other_method").to_numpy()
            table = with_column(
                table, "other_method", np.where(others < 0, others, numbers[others])
            )
        parts = self._parts[name]
        parts.append(table)
        if len(parts) > 1 and sum(part.num_rows for part in parts[1:]) > max(
            _MOST_ROWS, parts[0].num_rows
        ):
            self._parts[name] = [self._added(name)]

    def table(self, name: str, places: Int64Array) -> pa.Table:
        """Returns the sums for the methods; ``places`` has the method of each variant."""
        table = self._added(name)
        table = with_column(table, "method", places[table.column("method").to_numpy()])
        if name == "extended":
            others = table.column("other_method").to_numpy()
            table = with_column(table, "other_method", np.where(others < 0, others, places[others]))
        # Variants of one method have become the same.
        return self._sorted(name, _sum(name, table, len(places)))

    def folded(self) -> pa.Table:
        """Returns what was folded, with the variants' numbers."""
        return self._added("folded")

    def _added(self, name: str) -> pa.Table:
        parts = self._parts[name] or [SCHEMAS[name].empty_table()]
        table = pa.concat_tables([part.cast(SCHEMAS[name]) for part in parts])
        table = table.unify_dictionaries().combine_chunks()
        return _sum(name, table, int(np.max(table.column("method").to_numpy(), initial=-1)) + 1)

    @staticmethod
    def _sorted(name: str, table: pa.Table) -> pa.Table:
        """Returns the rows in the order that docs/formats/profile.md says."""
        names = {
            "extended": ("method", "kind", "graph", "number", "start", "end", "blocks",
                         "other_method", "other_blocks"),
            "edge_counts": ("method", "source", "target", "kind"),
            "folded": ("method", "path", "length"),
        }[name]  # fmt: skip
        keys = list(zip(*(table.column(column).to_pylist() for column in names), strict=True))
        order = sorted(range(len(keys)), key=keys.__getitem__)
        return settled(table.take(pa.array(order, pa.int64())), name)


def _sum(name: str, table: pa.Table, count: int) -> pa.Table:
    if name == "folded":
        return summed_folded(table)
    if table.num_rows == 0:
        return table
    others = [int(table.column("other_method").to_numpy().max())] if name == "extended" else []
    same = np.arange(max(count, *(other + 1 for other in others), 1), dtype=np.int64)
    merged: pa.Table = (merged_extended if name == "extended" else merged_edges)(table, same)
    return merged


def summed_folded(folded: pa.Table) -> pa.Table:
    """Adds up the counts of rows of the same method, path and length, and orders them."""
    names = ("method", "path", "length")
    keys, row = np.unique(
        np.stack([folded.column(name).to_numpy() for name in names]), axis=1, return_inverse=True
    )
    counts = np.zeros(keys.shape[1], dtype=np.int64)
    np.add.at(counts, row.ravel(), folded.column("count").to_numpy())
    columns = dict(zip(folded.column_names, (*keys, counts), strict=True))
    return pa.table(columns).cast(SCHEMAS["folded"])


def in_order(table: pa.Table, place: Int64Array, name: str) -> pa.Table:
    """Returns the rows whose variants have a place, by these; ``place`` is -1 for the others."""
    own = place[table.column("method").to_numpy()]
    rows = np.flatnonzero(own >= 0)
    rows = rows[np.argsort(own[rows], kind="stable")]
    return settled(with_column(table.take(pa.array(rows)), "method", own[rows]), name)


def settled(table: pa.Table, name: str) -> pa.Table:
    """Returns a table in one piece whose dictionaries are in the order of the rows."""
    arrays = []
    for field in SCHEMAS[name]:
        column = table.column(field.name)
        if pa.types.is_dictionary(field.type):
            arrays.append(arrow.dictionary(column.to_pylist(), field.type))
        else:
            arrays.append(column.combine_chunks())
    return pa.Table.from_arrays(arrays, schema=SCHEMAS[name])


def with_column(table: pa.Table, name: str, values: Int64Array | Int32Array) -> pa.Table:
    """Returns a table with another column of integers."""
    at = table.schema.get_field_index(name)
    field = table.schema.field(at)
    return table.set_column(at, field, arrow.numbers(values, field.type))
