"""One profile of several JVMs': their tables one behind the other, the same methods added up."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pyarrow as pa

from kpath_jvm.profile import merging, storage
from kpath_jvm.profile.folding import Folding, table_errors
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
    merged["folded"] = merging.merge_folded(tables["folded"], groups)
    for name in ("blocks", "edges", "loops"):
        merged[name] = merging.of_representatives(tables[name], groups)
    kept = merged["methods"].column("method").to_numpy()
    return {
        name: _with(table, "method", np.searchsorted(kept, table.column("method").to_numpy()))
        for name, table in merged.items()
    }


def combined_folding(profiles: Sequence[Profile], tables: Mapping[str, pa.Table]) -> Folding | None:
    """Return what was folded of them all; ``tables`` are the combined ones. None: nothing."""
    parts = [part for profile in profiles if (part := profile.folding) is not None]
    if not parts:
        return None
    restarts = sum(part.restarts for part in parts)
    folding = Folding(
        memory_bytes=max(part.memory_bytes for part in parts),
        times=sum(part.times for part in parts),
        nodes=sum(part.nodes for part in parts),
        restarts=restarts,
        least_count=max(part.least_count for part in parts),
        parts=_most_added_up(profiles),
        errors=(),
    )
    errors = table_errors(tables["folded"], folding, profiles[0].k)
    return replace(folding, errors=tuple(errors))


def _most_added_up(profiles: Sequence[Profile]) -> int:
    """Return how many methods became one at most."""
    groups = merging.groups(_concatenated("methods", profiles), across_loaders=False)
    return 1 if groups is None else int(np.bincount(groups[groups >= 0]).max())


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
