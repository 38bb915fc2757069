"""Makes the table of a method's executed paths: their names, counts and costs."""

from __future__ import annotations

from collections.abc import Mapping

import pyarrow as pa

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.profile.model import Profile

#: ``share`` is the path's share of all completions of the method's paths. ``bytecodes`` is the
#: number of bytecodes that one completion executes.
SCHEMA = pa.schema(
    [
        ("path", pa.int32()),
        ("name", pa.string()),
        ("count", pa.int64()),
        ("share", pa.float64()),
        ("bytecodes", pa.int64()),
    ]
)


def path_table(
    profile: Profile, method: int, names: Mapping[int, str], costs: Costs | None = None
) -> pa.Table:
    """Returns a row for each path in ``names``, in the order of ``names``.

    ``names`` maps the paths' numbers to names, which may come from a larger profile of which
    ``profile`` is a part. The counts always come from ``profile``.
    """
    forest = profile.method_forest(method)
    is_root = forest.parents < 0
    counts = dict(zip(forest.paths[is_root].tolist(), forest.counts[is_root].tolist(), strict=True))
    total = max(sum(counts.values()), 1)
    columns = [
        list(names),
        list(names.values()),
        [counts[path] for path in names],
        [counts[path] / total for path in names],
        (costs or Costs(profile)).of_paths(method, list(names)),
    ]
    arrays = [pa.array(values, kind) for values, kind in zip(columns, SCHEMA.types, strict=True)]
    return pa.Table.from_arrays(arrays, schema=SCHEMA)
