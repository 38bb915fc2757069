"""Determines how many of a method's paths began but may be missing from the counts.

An exception may leave a path half-way, and the recording may end while a path is under way. Counts
of paths, branches, iterations and bytecodes don't include such a path, because these counts cover
only completed paths. Completed paths may be missing, too: activations that were under way when
their JVM was killed or halted may have held back their last paths. The counts may be too low by the
number of all these paths.
"""

from kpath_jvm.analysis.of_edges.counted_edges import (
    counted_edges,
    sums_paths,
)
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.schema import HELD_BACK

#: The columns of ``methods`` with the numbers of paths that were begun but not completed. Each such
#: path is counted in one of the columns.
UNCOMPLETED = ("abandoned", "unfinished", "undecided")


def counts_uncompleted(profile: Profile) -> bool:
    """Returns whether the numbers of abandoned, unfinished and undecided paths are known.

    These numbers are differences between counters and counts of paths. Inline profilers lack the
    counters. If counters or paths may be missing, or contradict each other in any method, a
    difference can be wrong by any amount, and even negative.
    """
    return profile.run.inline is None and not profile.worth_of_counts.is_torn


def uncompleted(profile: Profile, method: int) -> int | None:
    """Returns how many paths of a method were begun but not completed.

    If the method's edges were counted, the number is 0, because an edge is counted even if an
    exception follows. But if the counts of edges are sums over paths, the number is None. For
    any other method, the number is None if ``counts_uncompleted`` returns False.
    """
    if counted_edges(profile, method):
        return None if sums_paths(profile, method) else 0
    return profile.method_rows.uncompleted(method) if counts_uncompleted(profile) else None


def held_back(profile: Profile, method: int) -> int:
    """Returns how many completed paths of a method may be missing because they were held back.

    The number for all methods together is an upper bound for each method. If an earlier version of
    kpath-jvm wrote the profile, this bound is returned for a streamed method with unfinished paths,
    and 0 for any other method.
    """
    whole = profile.run.held_back
    if whole is None:
        return 0
    row = profile.method_rows.row(method)
    own = int(row[HELD_BACK])
    if own < 0:
        holds = row["mode"] == "streamed" and int(row["unfinished"]) > 0
        return whole.paths if holds else 0
    return min(own, whole.paths)


def uncounted(profile: Profile, method: int) -> int | None:
    """Returns how many paths of a method began but may not have been counted.

    These are the paths that weren't completed, and those that were held back. The number is None if
    ``uncompleted`` returns None.
    """
    cut_off = uncompleted(profile, method)
    return None if cut_off is None else cut_off + held_back(profile, method)


def never_entered(profile: Profile, method: int) -> bool:
    """Returns whether a method surely wasn't entered, so that none of its paths was cut off.

    The result is False if the profile has notes, because a note may say that counting began while
    activations were under way.
    """
    entries = profile.method_rows.row(method)["entries"]
    return profile.worth_of_counts.is_whole_but_for_the_end and not entries


def counts_whole_activations(profile: Profile, *, but_for_the_end: bool = False) -> bool:
    """Returns whether a profile certainly has all counts of each activation in it.

    Counts may be missing if the recording lacks paths, or if an activation was under way when
    counting began, for example after a reset. Such an activation may have begun a path before the
    reset, and completed it afterwards. With ``but_for_the_end``, the result may be true even if
    paths that were held back when the recording ended are missing.
    """
    worth, identities = profile.worth_of_counts, profile.run.identities
    is_whole = worth.is_whole_but_for_the_end if but_for_the_end else worth.is_unremarkable
    # The identity of what was recorded since a reset ends with a dot and a number.
    return is_whole and bool(identities) and not any("." in it for it in identities)
