"""Finds out how exact the counts of path windows are (docs/profilers.md).

In a path window, a profiler counts the paths of one level of a method's loops, or the first paths
of a method. Without a threshold, the windows stay open, and each completed path of each level is
counted. So the count of an edge is exact for completed paths, as in a path profile, but it isn't
known how often exceptions left a path half-way. With a threshold, only the first paths are counted,
and counts of edges are estimated from the counts of these paths.

If a method has too many paths, its edges are counted instead, without a path window. These counts
are about the whole run, whatever the threshold is.
"""

import numpy as np
import numpy.typing as npt

from kpath_jvm.profile.metadata import EDGES_MODE
from kpath_jvm.profile.model import Profile
from kpath_jvm.records.completeness import Cause


def is_windowed(profile: Profile) -> bool:
    """Returns whether only first paths were counted, except in methods whose edges were counted."""
    return profile.completeness.has(Cause.WINDOWS)


def is_of_first_paths(profile: Profile, method: int) -> bool:
    """Returns whether only the first paths of a method were counted."""
    return is_windowed(profile) and profile.method_rows.row(method)["mode"] != EDGES_MODE


def methods_of_first_paths(profile: Profile) -> npt.NDArray[np.bool_]:
    """Returns for each row of the table ``methods`` what ``is_of_first_paths`` returns."""
    methods = profile.method_rows
    if not is_windowed(profile):
        return np.zeros(len(methods), dtype=bool)
    return np.array(methods.texts("mode") != EDGES_MODE, dtype=bool)


def first_paths(profile: Profile, method: int) -> int | None:
    """Returns how many first paths of a method were counted at most; None if all were counted.

    In a sum of runs, the result is the number for each run.
    """
    return profile.run.option("threshold", int) if is_of_first_paths(profile, method) else None


def of_completed_paths(
    profile: Profile, methods: npt.NDArray[np.signedinteger], most: npt.NDArray[np.signedinteger]
) -> npt.NDArray[np.bool_]:
    """Returns which of some rows of ``edge_counts`` are exact for completed paths.

    ``methods`` are the rows' methods, and ``most`` are their upper bounds, -1 where there is none.
    """
    if is_windowed(profile):
        return np.zeros(len(methods), dtype=bool)
    return are_sums_of_paths(methods, most)


def are_sums_of_paths(
    methods: npt.NDArray[np.signedinteger], most: npt.NDArray[np.signedinteger]
) -> npt.NDArray[np.bool_]:
    """Returns which of some rows of ``edge_counts`` are sums over structural paths.

    ``methods`` and ``most`` are as in ``of_completed_paths``. In the table, sums over structural
    paths never have an upper bound. If the edges of a method were counted themselves, at least one
    has an upper bound. So the rows of a method are sums over paths if none has an upper bound.
    """
    return ~np.isin(methods, methods[most >= 0])
