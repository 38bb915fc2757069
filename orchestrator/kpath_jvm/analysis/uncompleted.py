"""How many of a method's paths are in no count, because they weren't completed.

An exception may leave a path half-way, and the recording may end while a path is under way. Such a
path is in no count of paths, branches, iterations or bytecodes. So these counts are of what was
completed, and the number of the other paths says how much they may lack.
"""

from kpath_jvm.analysis.of_edges.counted_edges import (
    counted_edges,
    sums_paths,
)
from kpath_jvm.profile.model import Profile


def uncompleted(profile: Profile, method: int) -> int | None:
    """Returns how many paths of a method were begun and not completed.

    It is 0 where edges were counted, because they are counted whatever exceptions do. It is None
    for an inline profiler of paths, which doesn't count what exceptions left, and where counts of
    edges are sums over paths.
    """
    if counted_edges(profile, method):
        return None if sums_paths(profile, method) else 0
    if profile.run.inline is not None:
        return None
    return profile.method_rows.uncompleted(method)
