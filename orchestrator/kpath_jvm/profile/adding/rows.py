"""Adds up rows of a profile's tables: rows with the same meaning become one.

This is done for versions of a method in one profile (versions.py) and for many profiles
(profile/profile_sum.py). First, each row gets the number of the method to which it is added
(``renumbered``). Rows that are then equal in the columns of _MEANING have the same meaning, and
their columns in _COUNTS are added up.
"""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from kpath_jvm.profile import arrow
from kpath_jvm.profile.code import MethodCode, method_code
from kpath_jvm.profile.forest import Int32Array, Int64Array
from kpath_jvm.profile.identity.shapes import HasTables
from kpath_jvm.profile.method_rows import RowsByMethod
from kpath_jvm.profile.schema import SCHEMAS

#: The tables that describe the code of versions.
OF_CODE = ("blocks", "edges", "loops", "decisions", "mapped_lines")
#: The columns that determine what a row counts. ``CountedRows.table`` also sorts rows by these
#: columns, in this order.
_MEANING = {
    "paths": ("method", "path"),
    "folded": ("method", "path", "length"),
    "extended": (
        "method", "kind", "graph", "number", "start", "end", "blocks", "other_method",
        "other_blocks",
    ),
    "edge_counts": ("method", "source", "target", "kind"),
}  # fmt: skip
_COUNTS = {
    "paths": ("count",),
    "folded": ("count",),
    "extended": ("count", "estimate"),
    "edge_counts": ("count", "least", "most"),
}
#: The tables in which a row's meaning consists of numbers.
_BY_NUMBERS = ("paths", "folded")
#: Rows are added up only after more than this many new ones have been collected.
_MOST_ROWS = 1 << 17


def renumbered(table: pa.Table, numbers: npt.NDArray[np.signedinteger]) -> pa.Table:
    """Returns a table with other method numbers; ``numbers`` has a new number for each old one."""
    table = with_column(table, "method", numbers[table.column("method").to_numpy()])
    if "other_method" in table.column_names:
        others = table.column("other_method").to_numpy()
        # A path that doesn't lead into another method has -1.
        places = np.where(others < 0, others, numbers[np.maximum(others, 0)])
        table = with_column(table, "other_method", places)
    return table


def added_rows(name: str, table: pa.Table) -> pa.Table:
    """Returns a table in which rows with the same meaning are added up.

    Columns that aren't counts are taken from the first row of each meaning. Rows of the tables
    ``paths`` and ``folded`` are ordered by meaning. Rows of other tables are ordered by method and,
    within a method, by first occurrence. If an edge has no upper bound (-1) in one row, the sum has
    no upper bound either.
    """
    if table.num_rows == 0:
        return table
    firsts, places = (_by_numbers if name in _BY_NUMBERS else _by_values)(table, _MEANING[name])
    kept = table.take(pa.array(firsts))
    for column in _COUNTS[name]:
        values = table.column(column).to_numpy()
        if column == "most":
            sums = bounds_added(values, places, len(firsts))
        else:
            sums = np.zeros(len(firsts), dtype=values.dtype)
            np.add.at(sums, places, values)
        at = kept.schema.get_field_index(column)
        kept = kept.set_column(at, kept.schema.field(at), pa.array(sums))
    return kept.combine_chunks()


def bounds_added(
    bounds: Int64Array, places: npt.NDArray[np.signedinteger], size: int
) -> Int64Array:
    """Returns ``size`` sums of upper bounds; ``places`` has the index of each bound's sum.

    -1 stands for an unknown bound. A sum with an unknown bound is unknown.
    """
    sums = np.zeros(size, dtype=np.int64)
    np.add.at(sums, places, bounds)
    is_open = np.zeros(size, dtype=bool)
    np.logical_or.at(is_open, places, bounds < 0)
    sums[is_open] = -1
    return sums


def _by_numbers(table: pa.Table, names: Sequence[str]) -> tuple[Int64Array, Int64Array]:
    """Returns the first row of each meaning, and for each row the index of its meaning.

    Meanings are in ascending order.
    """
    columns = [table.column(name).to_numpy() for name in names]
    order = np.lexsort(columns[::-1])
    is_first = np.zeros(len(order), dtype=bool)
    is_first[0] = True
    for column in columns:
        is_first[1:] |= np.diff(column[order]) != 0
    places = np.empty(len(order), dtype=np.int64)
    places[order] = np.cumsum(is_first) - 1
    return order[is_first], places


def _by_values(table: pa.Table, names: Sequence[str]) -> tuple[Int64Array, Int64Array]:
    """Returns the first row of each meaning, and for each row the index of its meaning.

    Meanings are ordered by method and, within a method, by first row.
    """
    keys = _meanings(table, names)
    first: dict[tuple[object, ...], int] = {}
    for row, key in enumerate(keys):
        first.setdefault(key, row)
    methods = table.column("method").to_numpy()
    order = sorted(first.values(), key=lambda row: (methods[row], row))
    at = {keys[row]: place for place, row in enumerate(order)}
    places = np.array([at[key] for key in keys], dtype=np.int64)
    return np.array(order, dtype=np.int64), places


def _meanings(table: pa.Table, names: Sequence[str]) -> list[tuple[object, ...]]:
    columns = []
    for name in names:
        values = table.column(name).to_pylist()
        is_list = pa.types.is_list(table.column(name).type)
        columns.append([tuple(one) for one in values] if is_list else values)
    return list(zip(*columns, strict=True))


def _with_labels(decisions: pa.Table) -> Iterator[tuple[int, int, list[str]]]:
    """Yields method, block and labels of each switch that has labels."""
    methods, blocks = decisions.column("method"), decisions.column("block")
    for row, labels in arrow.nonempty_lists(decisions.column("labels")):
        yield methods[row].as_py(), blocks[row].as_py(), labels


class CodeRows:
    """The rows of each version's code, from the first profile that had the version.

    Only the labels of switches come from all profiles, because a profile lacks them if the class
    that holds them wasn't loaded. If two profiles have different labels for a key of a switch, the
    key has no label in the sum.
    """

    def __init__(self) -> None:
        self._parts: dict[str, list[pa.Table]] = {name: [] for name in OF_CODE}
        #: By version and block: for each key of the switch that ends the block, the key's labels in
        #: all profiles.
        self._labels: dict[tuple[int, int], list[set[str]]] = {}

    def add(self, tables: HasTables, numbers: Int32Array, new: Sequence[int]) -> None:
        """Adds the code of new methods, and all labels; takes what ``MethodSum.add`` returned."""
        self._add_labels(tables.table("decisions"), numbers)
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

    def table(self, name: str, methods: Sequence[Sequence[int]], versions: int) -> pa.Table:
        """Returns a table; ``methods`` is what ``MethodSum.methods`` returned."""
        place = np.full(versions, -1, dtype=np.int64)
        place[[own[0] for own in methods]] = np.arange(len(methods))
        whole = self._whole(name)
        return in_order(self._labelled(whole) if name == "decisions" else whole, place, name)

    def _add_labels(self, decisions: pa.Table, numbers: Int32Array) -> None:
        for method, block, labels in _with_labels(decisions):
            known = self._labels.setdefault((int(numbers[method]), block), [])
            known += [set() for _ in labels[len(known) :]]
            for one, label in zip(known, labels, strict=False):
                one |= {label} - {""}

    def _labelled(self, decisions: pa.Table) -> pa.Table:
        if not self._labels:
            return decisions
        labels = decisions.column("labels").to_pylist()
        columns = (decisions.column(name).to_pylist() for name in ("method", "block"))
        for row, key in enumerate(zip(*columns, strict=True)):
            if known := self._labels.get(key):
                labels[row] = [next(iter(one)) if len(one) == 1 else "" for one in known]
        at = decisions.schema.get_field_index("labels")
        field = decisions.schema.field(at)
        return decisions.set_column(at, field, pa.array(labels, field.type))

    def code(self, version: int) -> MethodCode:
        """Returns a version's code, with empty ``cuts``."""
        own = {}
        for name in OF_CODE:
            whole = self._whole(name)
            is_own = whole.column("method").to_numpy() == version
            own[name] = RowsByMethod(whole.filter(pa.array(is_own)))
        return method_code(lambda name, *names: own[name].rows(version, *names))

    def _whole(self, name: str) -> pa.Table:
        parts = self._parts[name] or [SCHEMAS[name].empty_table()]
        if len(parts) > 1:
            parts = self._parts[name] = [pa.concat_tables(parts).unify_dictionaries()]
        return parts[0]


class ExecutedRows:
    """The executed paths of each version, without their counts."""

    def __init__(self) -> None:
        self._parts: list[pa.Table] = []
        self._known = np.zeros(0, dtype=np.int64)

    def add(self, paths: pa.Table, numbers: Int32Array) -> None:
        """Adds those paths of a profile that aren't known yet."""
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
        """Returns all paths with the versions' numbers, in no particular order."""
        parts = self._parts or [SCHEMAS["paths"].empty_table()]
        return pa.concat_tables(parts).unify_dictionaries().combine_chunks()


class CountedRows:
    """The counts that aren't in the k-IPF; rows are added up when there are many."""

    def __init__(self) -> None:
        self._parts: dict[str, list[pa.Table]] = {"extended": [], "edge_counts": [], "folded": []}

    def add(self, name: str, table: pa.Table, numbers: Int32Array) -> None:
        """Adds the rows of a profile's table."""
        if table.num_rows == 0:
            return
        parts = self._parts[name]
        parts.append(renumbered(table, numbers).cast(SCHEMAS[name]))
        if len(parts) > 1 and sum(part.num_rows for part in parts[1:]) > max(
            _MOST_ROWS, parts[0].num_rows
        ):
            self._parts[name] = [self._added(name)]

    def table(self, name: str, places: Int64Array) -> pa.Table:
        """Returns the sums for the methods; ``places`` has the method of each version."""
        # Several versions can become the same method.
        table = added_rows(name, renumbered(self._added(name), places))
        keys = _meanings(table, _MEANING[name])
        order = sorted(range(len(keys)), key=keys.__getitem__)
        return settled(table.take(pa.array(order, pa.int64())), name)

    def folded(self) -> pa.Table:
        """Returns the folded counts, with the versions' numbers."""
        return self._added("folded")

    def _added(self, name: str) -> pa.Table:
        parts = self._parts[name] or [SCHEMAS[name].empty_table()]
        return added_rows(name, pa.concat_tables(parts).unify_dictionaries().combine_chunks())


def in_order(table: pa.Table, place: Int64Array, name: str) -> pa.Table:
    """Returns the rows of the versions whose ``place`` isn't -1, ordered by place."""
    own = place[table.column("method").to_numpy()]
    rows = np.flatnonzero(own >= 0)
    rows = rows[np.argsort(own[rows], kind="stable")]
    return settled(with_column(table.take(pa.array(rows)), "method", own[rows]), name)


def settled(table: pa.Table, name: str) -> pa.Table:
    """Returns a table in one piece; its dictionaries have strings in order of first occurrence."""
    arrays = []
    for field in SCHEMAS[name]:
        column = table.column(field.name)
        if pa.types.is_dictionary(field.type):
            arrays.append(arrow.dictionary(column.to_pylist(), field.type))
        else:
            arrays.append(column.combine_chunks())
    return pa.Table.from_arrays(arrays, schema=SCHEMAS[name])


def with_column(table: pa.Table, name: str, values: Int64Array | Int32Array) -> pa.Table:
    """Returns a table in which ``values`` replace the integers of a column."""
    at = table.schema.get_field_index(name)
    field = table.schema.field(at)
    return table.set_column(at, field, arrow.numbers(values, field.type))
