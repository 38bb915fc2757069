"""Counts the paths of a method that were begun but not completed.

An exception may leave a path half-way, and the recording may end while a path is under way. Such a
path is in no count of paths, branches, iterations or bytecodes, because these counts only cover
completed paths. So the number of paths that weren't completed says how much the counts may lack.
"""

from kpath_jvm.analysis.of_edges.counted_edges import (
    counted_edges,
    sums_paths,
)
from kpath_jvm.profile.model import Profile


def uncompleted(profile: Profile, method: int) -> int | None:
    """Returns how many paths of a method were begun but not completed.

    The number is 0 where edges were counted, because an edge is counted even if an exception
    follows. It is None where counts of edges are sums over paths. It is also None for an inline
    profiler of paths, which doesn't count abandoned paths.
    """
    if counted_edges(profile, method):
        return None if sums_paths(profile, method) else 0
    if profile.run.inline is not None:
        return None
    return profile.method_rows.uncompleted(method)


def counts_whole_activations(profile: Profile) -> bool:
    """Returns whether a profile surely has all that was counted of each activation it counts.

    It may lack something if the recording lacks paths, or if activations were under way when
    counting began, for example after a reset: then a completed path may have begun before that.
    """
    identities = profile.run.identities
    # The identity of what was recorded since a reset ends with a dot and a number.
    is_known = profile.completeness.is_unremarkable and bool(identities)
    return is_known and not any("." in it for it in identities)
