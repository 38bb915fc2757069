"""One profile of several JVMs': their tables one behind the other, the same methods added up."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from kpath_jvm.profile import merging, storage
from kpath_jvm.profile.forest import Forest, Int64Array
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.schema import SCHEMAS


def combined_tables(profiles: Sequence[Profile]) -> dict[str, pa.Table]:
    """Return the tables of a profile of them all.

    Two methods are one when class, name, descriptor, digest, path tables and the loader's name
    agree. ``first_id`` is that of the first JVM's.
    """
    tables = {name: _concatenated(name, profiles) for name in SCHEMAS}
    groups = merging.groups(tables["methods"], across_loaders=False)
    if groups is None:
        return tables
    forest = Forest(
        methods=tables["ipf"].column("method").to_numpy(),
        parents=tables["ipf"].column("parent").to_numpy(),
        paths=tables["ipf"].column("path").to_numpy(),
        depths=tables["ipf"].column("depth").to_numpy(),
        counts=tables["ipf"].column("count").to_numpy(),
    )
    nodes = merging.merge_forest(forest, groups)
    merged = {
        "methods": merging.merge_methods(tables["methods"], groups),
        "ipf": merging.ipf_table(nodes),
        "paths": merging.merge_paths(tables["paths"], groups, nodes),
    }
    for name in ("blocks", "edges", "loops"):
        merged[name] = merging.of_representatives(tables[name], groups)
    kept = merged["methods"].column("method").to_numpy()
    return {
        name: _with(table, "method", np.searchsorted(kept, table.column("method").to_numpy()))
        for name, table in merged.items()
    }


def _concatenated(name: str, profiles: Sequence[Profile]) -> pa.Table:
    """One table of all profiles, method and node numbers counted on from one to the next."""
    parts, methods, nodes = [], 0, 0
    for profile in profiles:
        table = storage.read_table(profile.path, name)
        shifted = _with(table, "method", table.column("method").to_numpy() + methods)
        if name == "ipf":
            parents = table.column("parent").to_numpy()
            shifted = _with(shifted, "node", table.column("node").to_numpy() + nodes)
            shifted = _with(shifted, "parent", np.where(parents < 0, parents, parents + nodes))
            nodes += table.num_rows
        parts.append(shifted)
        methods += int(profile.run["tables"]["methods"])
    schema = SCHEMAS[name]
    whole = pa.concat_tables([part.cast(schema) for part in parts]).unify_dictionaries()
    return whole.combine_chunks()


def _with(table: pa.Table, column: str, values: Int64Array) -> pa.Table:
    at = table.schema.get_field_index(column)
    field = table.schema.field(at)
    return table.set_column(at, field, pa.array(values.astype(np.int32)))
