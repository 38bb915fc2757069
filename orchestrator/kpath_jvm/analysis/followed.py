"""Finds out which paths followed others, and up to which length a profile has all sequences.

The profiler kiter counts paths that go round a loop several times. It *iterates* the loops for
which it has such paths. It counts sequences within these loops, including the paths into and out of
them. It doesn't count what follows a path that ends at another loop's back edge. If it iterates a
method's loops fewer than k times, it counts only shorter sequences in this method.
"""

import numpy as np

from kpath_jvm.analysis.of_loops.executed import executed_paths
from kpath_jvm.profile.forest import BoolArray, Forest
from kpath_jvm.profile.metadata import Loop
from kpath_jvm.profile.model import Profile
from kpath_jvm.profilers import Tells, told_by

NOT_COUNTED = (
    "the profiler counts sequences only within loops that it iterates, not over other loops' back "
    "edges; record without --profiler"
)


def is_iterated(profile: Profile) -> bool:
    """Returns whether the profiler counted sequences only within loops that it iterates."""
    return told_by(profile.run.option("profiler", str)) is Tells.ITERATED


def following(profile: Profile) -> int | None:
    """Returns how many path completions came directly after another path of their activation.

    No earlier path can tell anything about the other completions. A path that begins at a handler
    comes after no path, because the path before it was abandoned. Neither does the first path that
    an activation completes after a reset, even if that path begins at a loop. Returns None if not
    all sequences of two paths were counted, or if counts of sequences and of paths may contradict
    each other.
    """
    counts_all = told_by(profile.run.option("profiler", str)) is Tells.ALL
    if profile.k < 2 or not counts_all or profile.folding is not None:
        return None
    if profile.worth_of_counts.is_torn:
        return None
    return int(profile.forest.counts[profile.forest.depths == 2].sum())


def known_length(profile: Profile, method: int, within: Loop | None = None) -> int:
    """Returns the length up to which all sequences of a method, or in a loop, were counted.

    The length is the profile's k, unless the profiler counts sequences only within loops that it
    iterates. Then it is the greatest n for which each sequence of fewer than n paths was followed
    by a path or ended at an exit. Such a profiler doesn't count abandoned paths, so a sequence
    before an abandoned path isn't known to have been followed. With ``within``, only sequences that
    end in this loop must have been followed.
    """
    if not is_iterated(profile):
        return profile.k
    forest = profile.method_forest(method)
    is_over = ends_at_exit(profile, method, forest)
    if within is not None:
        paths = executed_paths(profile, method)
        lasts = paths.lasts[paths.places(forest.paths)]
        is_over |= ~np.isin(lasts, list(within.blocks))
    followed = np.zeros(len(forest), dtype=np.int64)
    below = forest.parents >= 0
    np.add.at(followed, forest.parents[below], forest.counts[below])
    for depth, nodes in enumerate(forest.levels[: profile.k - 1], start=1):
        if (~is_over[nodes] & (followed[nodes] < forest.counts[nodes])).any():
            return depth
    return profile.k


def ends_at_exit(profile: Profile, method: int, forest: Forest) -> BoolArray:
    """Returns for each node of a method's forest whether its path leaves the method."""
    paths = executed_paths(profile, method)
    found: BoolArray = paths.ends_at_exit[paths.places(forest.paths)]
    return found
