"""Checks that sums of counts fit into 64 bits, because larger sums would wrap around in numpy.

The totals of a table's counts are checked when the table is read, and before it is written. If the
totals fit, any sum of some of these counts fits, too.
"""

from collections.abc import Callable

import numpy as np
import pyarrow as pa

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.arrow import list_items, list_lengths
from kpath_jvm.profile.forest import Int64Array
from kpath_jvm.profile.schema import METHOD_COUNTS
from kpath_jvm.recording.recorded import Recorded

#: The largest signed number of 64 bits.
MOST = 2**63 - 1
#: If a floating-point estimate is below this limit, the exact number is certainly not above MOST.
_SAFE = 2.0**62

#: A function that takes the name of a table, and returns this table of a profile.
Lookup = Callable[[str], pa.Table]


class TooMuchError(KpathError):
    """Counts add up to more than a profile can store."""


def total(values: Int64Array, weights: Int64Array | None = None) -> int:
    """Returns the sum of the absolute values, each times its weight; the sum is always exact."""
    sizes = np.abs(values.astype(np.float64))
    estimate = sizes.sum() if weights is None else (sizes * weights).sum()
    if estimate < _SAFE:
        whole = np.abs(values)
        return int(whole.sum() if weights is None else (whole * weights).sum())
    factors = [1] * len(values) if weights is None else weights.tolist()
    return sum(abs(one) * factor for one, factor in zip(values.tolist(), factors, strict=True))


def totals_of(name: str, table: Lookup) -> dict[str, int]:
    """Returns a table's totals by their names; an empty dict for a table without counts."""
    if name == "methods":
        found = {column: total(_numbers(table(name), column)) for column in METHOD_COUNTS}
        # Readers of a profile add up the counts of activations that ended in different ways, so the
        # sum of all columns must fit.
        return {**found, "all counts of methods": sum(found.values())}
    if name == "paths":
        return {"executed bytecodes": _executed(table)}
    if name in ("extended", "ipf", "folded"):
        return {f"{name}.count": total(_numbers(table(name), "count"))}
    if name == "edge_counts" and table(name).num_rows:
        edges = table(name)
        bytecodes = total(_numbers(edges, "count"), _target_bytecodes(edges, table("blocks")))
        return {
            **{
                f"{name}.{column}": total(_numbers(edges, column))
                for column in ("count", "least", "most")
            },
            # Readers of a profile add up the bytecodes of methods whose paths are known and of
            # methods whose edges are known.
            "executed bytecodes by paths and edges": _executed(table) + bytecodes,
        }
    return {}


def _executed(table: Lookup) -> int:
    paths = table("paths")
    return total(_numbers(paths, "count"), path_bytecodes(paths, table("blocks")))


def beyond(totals: dict[str, int]) -> str | None:
    """Returns in words which total exceeds MOST, or None if no total does."""
    found = next((name for name, value in totals.items() if value > MOST), None)
    if found is None:
        return None
    return f"the counts add up to more than 2^63 - 1 ({found}: {totals[found]:,})"


def require_addable(recorded: Recorded) -> None:
    """Raises TooMuchError when sums of a recording's counts may not fit into 64 bits."""
    edges = recorded.edge_counts
    totals = {
        "counters and sequences": total(recorded.counters) + total(recorded.ipf_counts),
        "folded": total(recorded.folded_counts),
        "extended paths": sum(one.count for one in recorded.extended),
        "edges": sum(one.count for one in edges),
        "edges at least": sum(one.least for one in edges),
    }
    require_recorded(totals)


def require_recorded(totals: dict[str, int]) -> None:
    """Raises TooMuchError when a total of what was recorded exceeds MOST."""
    if (problem := beyond(totals)) is not None:
        raise TooMuchError(f"cannot make a profile: {problem}; record for a shorter time")


def path_bytecodes(paths: pa.Table, blocks: pa.Table) -> Int64Array:
    """Returns how many bytecodes one completion of each path executes."""
    lengths = list_lengths(paths.column("blocks"))
    items = np.asarray(list_items(paths.column("blocks")).to_numpy(), dtype=np.int64)
    owners = np.repeat(paths.column("method").to_numpy(), lengths)
    firsts = np.searchsorted(blocks.column("method").to_numpy(), owners)
    instructions = blocks.column("instructions").to_numpy()[firsts + items].astype(np.int64)
    sums = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(instructions)])
    ends = np.cumsum(lengths)
    found: Int64Array = sums[ends] - sums[ends - lengths]
    return found


def _target_bytecodes(edges: pa.Table, blocks: pa.Table) -> Int64Array:
    targets = _numbers(edges, "target")
    firsts = np.searchsorted(_numbers(blocks, "method"), _numbers(edges, "method"))
    rows = np.where(targets < 0, 0, firsts + targets)
    found: Int64Array = np.where(targets < 0, 0, _numbers(blocks, "instructions")[rows])
    return found


def _numbers(table: pa.Table, column: str) -> Int64Array:
    return np.asarray(table.column(column).to_numpy(), dtype=np.int64)
