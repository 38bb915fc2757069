"""Merging profiles of several JVMs: tables one behind the other, equal methods added up."""

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
import pyarrow as pa
from msgspec.structs import replace

from kpath_jvm.profile import reader
from kpath_jvm.profile.folding import table_errors
from kpath_jvm.profile.forest import Forest, Int32Array, Int64Array
from kpath_jvm.profile.merging import versions
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import kind_of_loader
from kpath_jvm.profile.schema import SCHEMAS
from kpath_jvm.records.folding import Folding


class _Given(versions.ProfileTables):
    """Tables that are there."""

    def __init__(self, tables: Mapping[str, pa.Table]) -> None:
        self._tables = tables

    def table(self, name: str) -> pa.Table:
        return self._tables[name]

    @cached_property
    def forest(self) -> Forest:
        return Forest.of_table(self._tables["ipf"])

    def method_forest(self, method: int) -> Forest:
        return self.forest.of_method(method)


def merge_jvms(profiles: Sequence[Profile]) -> tuple[dict[str, pa.Table], Folding | None]:
    """Returns the tables of a profile of them all, and what was folded (None: nothing).

    Two methods are one when class, name, descriptor, digest, path tables and the loader agree. Of
    several JVMs a loader is its class: identity hashes are equal or not by chance. ``first_id`` is
    that of the first JVM's.
    """
    tables = {name: _concatenated(name, profiles) for name in SCHEMAS}
    if len(profiles) > 1:
        tables["methods"] = _with_kinds_of_loaders(tables["methods"])
    group = versions.groups(tables["methods"], across_loaders=False)
    most = 1
    if group is not None:
        most = int(np.bincount(group[group >= 0]).max())
        merged = versions.MergedTables(_Given(tables), group)
        kept = merged.table("methods").column("method").to_numpy()
        tables = {
            name: _renumbered(merged.table(name), kept) for name in SCHEMAS
        }
    return tables, _folding(profiles, tables, most)


def _with_kinds_of_loaders(methods: pa.Table) -> pa.Table:
    at = methods.schema.get_field_index("loader")
    field = methods.schema.field(at)
    kinds = [kind_of_loader(name) for name in methods.column(at).to_pylist()]
    return methods.set_column(at, field, pa.array(kinds, pa.string()).cast(field.type))


def _folding(
    profiles: Sequence[Profile], tables: Mapping[str, pa.Table], most: int
) -> Folding | None:
    """Returns what was folded of them all, of which at most so many methods became one."""
    parts = [part for profile in profiles if (part := profile.folding) is not None]
    if not parts:
        return None
    folding = Folding(
        memory_bytes=max(part.memory_bytes for part in parts),
        times=sum(part.times for part in parts),
        nodes=sum(part.nodes for part in parts),
        restarts=sum(part.restarts for part in parts),
        least_count=max(part.least_count for part in parts),
        parts=most,
        errors=(),
    )
    errors = table_errors(tables["folded"], folding, profiles[0].k)
    return replace(folding, errors=tuple(errors))


def _concatenated(name: str, profiles: Sequence[Profile]) -> pa.Table:
    """Returns one table of all profiles, methods and nodes numbered on from each to the next."""
    parts, methods, nodes = [], 0, 0
    for profile in profiles:
        table = reader.read_table(profile.path, name)
        shifted = _with(table, "method", table.column("method").to_numpy() + methods)
        if name == "extended":
            others = table.column("other_method").to_numpy()
            shifted = _with(shifted, "other_method", np.where(others < 0, others, others + methods))
        if name == "ipf":
            parents = table.column("parent").to_numpy()
            shifted = _with(shifted, "node", table.column("node").to_numpy() + nodes)
            shifted = _with(shifted, "parent", np.where(parents < 0, parents, parents + nodes))
            nodes += table.num_rows
        parts.append(shifted)
        methods += profile.run.tables.methods
    schema = SCHEMAS[name]
    whole = pa.concat_tables([part.cast(schema) for part in parts]).unify_dictionaries()
    return whole.combine_chunks()


def _renumbered(table: pa.Table, kept: Int32Array) -> pa.Table:
    """Returns a table whose methods are numbered by their places in ``kept``."""
    if "other_method" in table.column_names:
        others = table.column("other_method").to_numpy()
        places = np.where(others < 0, others, np.searchsorted(kept, others))
        table = _with(table, "other_method", places)
    return _with(table, "method", np.searchsorted(kept, table.column("method").to_numpy()))


def _with(table: pa.Table, column: str, values: Int64Array) -> pa.Table:
    at = table.schema.get_field_index(column)
    field = table.schema.field(at)
    return table.set_column(at, field, pa.array(values.astype(np.int32)))
