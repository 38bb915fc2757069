"""Lists the edges of one method with their counts, if the profile has counts of edges."""

import numpy as np
from msgspec import Struct

from kpath_jvm.analysis.of_edges.path_windows import (
    are_sums_of_paths,
    is_of_first_paths,
    of_completed_paths,
)
from kpath_jvm.profile.model import Profile


class CountedEdge(Struct, frozen=True):
    """A row of the table ``edge_counts``; ``most`` is None where there is no upper bound.

    Where a profiler counted all structural paths (docs/profilers.md), the count of an edge, and
    both bounds, are the number of completed paths over it.
    """

    kind: str
    source: int
    target: int
    count: int
    least: int
    most: int | None

    @property
    def is_exact(self) -> bool:
        """Whether the count is certain for all executions, or at least for completed paths."""
        return self.least == self.most


def counted_edges(profile: Profile, method: int) -> list[CountedEdge]:
    """Returns a method's counted edges; the list is empty if the method has completed paths."""
    if profile.method_rows.row(method)["completed"]:
        return []
    table = profile.rows_of("edge_counts")
    names = ("kind", "source", "target", "count", "least", "most")
    rows = [*table.rows(method, *names)]
    is_completed = of_completed_paths(
        profile, np.zeros(len(rows), dtype=np.int64), np.array([most for *_, most in rows])
    )
    return [
        CountedEdge(
            kind, source, target, count, least, count if known else None if most < 0 else most
        )
        for (kind, source, target, count, least, most), known in zip(
            rows, is_completed.tolist(), strict=True
        )
    ]


def counts_all_edges(profile: Profile, method: int) -> bool:
    """Returns whether all executions of a method's edges were counted, even on cut-off paths.

    For some of these counts, only bounds may be known.
    """
    if not counted_edges(profile, method) or is_of_first_paths(profile, method):
        return False
    return not sums_paths(profile, method)


def sums_paths(profile: Profile, method: int) -> bool:
    """Returns whether a method's counts of edges are sums over its structural paths."""
    most = profile.rows_of("edge_counts").numbers(method, "most")
    return bool(are_sums_of_paths(np.zeros(len(most), dtype=np.int64), most).any())
