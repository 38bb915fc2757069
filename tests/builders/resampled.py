"""Makes profiles from a given one: with fewer methods, in another order and with higher counts."""

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from msgspec.structs import replace

from kpath_jvm import Profile
from kpath_jvm.profile.forest import canonical
from kpath_jvm.profile.schema import SCHEMAS
from kpath_jvm.profile.writer import write_merged
from kpath_jvm.records.run import ProfileRecord, RunRecord

_COUNTS = (
    "entries", "handler_entries", "completed", "exits", "abandoned", "unfinished", "undecided",
)  # fmt: skip


def resample(
    source: Profile, target: Path, seed: int, *, share: float = 0.7, k: int | None = None
) -> Path:
    """Writes a profile with about ``share`` of the methods of another profile.

    The methods are chosen at random and are in random order. Each method's counts are multiplied by
    a number from 1 to 9. With ``k``, sequences of more than k paths are left out.
    """
    random = np.random.default_rng(seed)
    k = k or source.k
    count = len(source.method_rows)
    kept = random.permutation(count)[: max(int(random.binomial(count, share)), 1)]
    place = np.full(count, -1, dtype=np.int64)
    place[kept] = np.arange(len(kept))
    factor = random.integers(1, 10, count)
    tables = {name: _chosen(source.table(name), place, factor) for name in SCHEMAS if name != "ipf"}
    forest = source.forest
    nodes = np.flatnonzero((place[forest.methods] >= 0) & (forest.depths <= k))
    own = np.full(len(forest), -1, dtype=np.int64)
    own[nodes] = np.arange(len(nodes))
    parents = forest.parents[nodes]
    tables["ipf"] = canonical(
        place[forest.methods[nodes]], np.where(parents < 0, -1, own[parents]), forest.paths[nodes],
        forest.depths[nodes], forest.counts[nodes] * factor[forest.methods[nodes]],
    ).to_table()  # fmt: skip
    run = RunRecord(**{name: getattr(source.run, name) for name in RunRecord.__struct_fields__})
    day = f"2026-01-{seed % 28 + 1:02d}T03:04:05+00:00"
    run = replace(run, started=day, identities=())
    write_merged(target, tables, run, None, k=k, skipped=source.run.skipped)
    return target


def _chosen(table: pa.Table, place: Any, factor: Any) -> pa.Table:
    """Returns a table's rows for the chosen methods, in the order of the methods' new places.

    Other methods have the place -1. Counts are multiplied by their method's factor.
    """
    methods = table.column("method").to_numpy()
    rows = np.flatnonzero(place[methods] >= 0)
    if "other_method" in table.column_names and table.num_rows:
        rows = rows[place[np.maximum(table.column("other_method").to_numpy()[rows], 0)] >= 0]
    rows = rows[np.argsort(place[methods[rows]], kind="stable")]
    found = table.take(pa.array(rows))
    times = factor[methods[rows]]
    columns = {"method": place[methods[rows]]}
    if "other_method" in table.column_names:
        others = found.column("other_method").to_numpy()
        columns["other_method"] = np.where(others < 0, others, place[others])
    for name in (*_COUNTS, "count", "least", "most"):
        if name in table.column_names:
            values = found.column(name).to_numpy()
            columns[name] = np.where(values < 0, values, values * times)
    for name, values in columns.items():
        at = found.schema.get_field_index(name)
        field = found.schema.field(at)
        found = found.set_column(at, field, pa.array(values).cast(field.type))
    return found.combine_chunks()


def with_record(path: Path, **changes: Any) -> Path:
    """Changes a profile's run.json. Unless ``identities`` is given, the run has none afterwards."""
    from kpath_jvm.profile.reader import read_run
    from kpath_jvm.profile.writer import write_run

    run: ProfileRecord = read_run(path)
    write_run(path, replace(run, **({"identities": ()} | changes)))
    return path
