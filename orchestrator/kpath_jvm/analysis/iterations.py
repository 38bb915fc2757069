"""Computes from counted sequences what follows known paths, and how many sequences occurred."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from kpath_jvm.analysis.advice.unrolling import windows_of
from kpath_jvm.analysis.followed import NOT_COUNTED, ends_at_exit, is_iterated, known_length
from kpath_jvm.analysis.names_of_paths import names_of_paths, path_called
from kpath_jvm.analysis.of_edges.known import require_paths, require_sequences
from kpath_jvm.analysis.repeated import repetitions
from kpath_jvm.analysis.uncertainty import Histories
from kpath_jvm.arguments import checked
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.entries_only import method_with_paths
from kpath_jvm.profile.forest import Forest
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.worth_told import tells_worth

_ENTROPIES = ["known", "entropy", "equal_paths", "histories", "sequences", "occurrences"]


@checked
@tells_worth
def entropies(profile: Profile, method: int | str) -> pd.DataFrame:
    """Returns how uncertain a path of a method is if 0, 1, 2 ... paths before it are known.

    Columns:

    - ``known``: the number of known paths before the path;
    - ``entropy``: the uncertainty of the path, in bits: the mean of -log2 of the path's share among
      all paths that followed the same known paths;
    - ``equal_paths``: 2^entropy, the number of equally likely paths that would be as uncertain;
    - ``histories``: the number of different sequences of known paths;
    - ``sequences``: the number of different sequences of known paths followed by the path itself;
    - ``occurrences``: the number of completed paths.

    The known paths are the last ones before the path, in the same activation and since the last
    handler. If there are fewer than ``known``, all of them are used. So each row is about all
    completed paths of the method, and the entropy never grows from row to row. Paths that leave a
    loop are included. The table ``loops`` separates a loop's exit from the ways of its iterations.

    ``entropy`` and ``equal_paths`` are NaN from the first row that has too many histories for the
    number of executions. A history that occurs once or twice seems to decide what follows even if
    nothing does (analysis/uncertainty.py). If a program does the same work several times, its
    executions aren't independent. Then the figures may describe only this run.
    ``attrs["repetitions"]`` of the frame is how often the method seems to have done the same work:
    all counts of the method's sequences are multiples of this number. The table's counts are exact
    if the profile is exact.

    A profile of ``--profiler kiter`` has no sequences over the back edges of loops that this
    profiler doesn't iterate. If such a back edge was taken in a method, the paths before the back
    edge aren't known. Then ``entropy`` and ``equal_paths`` are NaN in all rows but the first, and
    ``histories`` and ``sequences`` include only what the profile has. Raises KpathError for a
    profile without paths.
    """
    require_paths(profile, "entropy of the next path")
    forest = _forest(profile, method)
    rows: list[tuple[float, ...]] = []
    histories = Histories(forest, forest.levels)
    found = histories.uncertainty(forest.paths).bits
    number = method_with_paths(profile, method)
    longest = known_length(profile, number)
    for one in histories.numbers():
        bits = found[one.known] if one.known < min(len(found), longest) else np.nan
        rows.append((one.known, bits, 2**bits, one.histories, one.sequences, one.executions))
    table: pd.DataFrame = pd.DataFrame(rows, columns=_ENTROPIES)
    table.attrs["repetitions"] = repetitions(profile, number)
    return table


@checked
@tells_worth
def followers(profile: Profile, method: int | str, known: Sequence[int | str]) -> pd.DataFrame:
    """Returns what follows a sequence of paths, as ``path``, ``name``, ``count`` and ``share``.

    ``path`` is the number of the path that follows, and ``name`` is its letter. ``known`` is the
    sequence; its paths are given by number, or by their letters in reports ("A"). ``share`` refers
    to those occurrences of the sequence that a path followed. Raises KpathError if the sequence
    never occurred, or if the profile doesn't have the paths after it. The profile lacks these paths
    if the sequence has k paths, or if it ends at a back edge over which ``--profiler kiter`` counts
    nothing.
    """
    require_paths(profile, "path that follows others")
    forest, steps = _forest(profile, method), [*known]
    text = ", ".join(map(str, steps))
    if len(steps) >= profile.k:
        raise KpathError(
            f"{profile.path} has sequences of up to k = {profile.k} paths, so what follows {text} "
            "is not known; give fewer paths, or record with a larger k"
        )
    number = method_with_paths(profile, method)
    called, title = names_of_paths(profile, number), profile.method_rows.title(number)
    if any(isinstance(path, str) for path in steps):
        steps = [path_called(called, it, title) if isinstance(it, str) else it for it in steps]
    node = -1
    for path in steps:
        found = np.flatnonzero((forest.parents == node) & (forest.paths == path))
        if not len(found):
            why = f": {NOT_COUNTED}" if is_iterated(profile) else ""
            raise KpathError(f"the sequence {text} is not in {profile.path}{why}")
        node = int(found[0])
    children = np.flatnonzero(forest.parents == node)
    is_torn = not len(children) and node >= 0 and is_iterated(profile)
    if is_torn and not ends_at_exit(profile, number, forest)[node]:
        raise KpathError(f"what follows {text} is not in {profile.path}: {NOT_COUNTED}")
    order = children[np.argsort(-forest.counts[children], kind="stable")]
    counts = forest.counts[order]
    names = pd.Series([called[path] for path in forest.paths[order].tolist()], dtype=object)
    share = counts / max(counts.sum(), 1)
    table: pd.DataFrame = pd.DataFrame(
        {"path": forest.paths[order], "name": names, "count": counts, "share": share}
    )
    return table


@checked
@tells_worth
def unrolling(
    profile: Profile, method: int | str, factors: Sequence[int] = (2, 4, 8)
) -> pd.DataFrame:
    """Returns how many distinct sequences a method's paths form, with one row per factor.

    Columns:

    - ``factor``: the number of consecutive paths of one activation in a sequence;
    - ``sequences``: how many distinct sequences of this length occurred;
    - ``most``: the most frequent sequence, as path numbers; ``names``: its paths' letters;
    - ``share``: the share of ``most`` in all occurrences of sequences of this length;
    - ``for_90``: how many of the most frequent sequences make up 90 % of all occurrences;
    - ``exact``: whether the profile has all sequences of this length, with exact counts. A profile
      of ``--profiler kiter`` lacks sequences over back edges of loops that this profiler doesn't
      iterate. If the engine's memory was full, counts can be too low.

    A sequence may lead into a loop, out of it, or through several loops. So ``factor`` is a number
    of iterations only within a loop without inner loops. ``advise`` counts the iterations of each
    loop separately. Factors above the profile's k, or above the length of the longest sequence, are
    omitted. Raises KpathError for a profile without sequences of two paths.
    """
    require_sequences(profile, "sequence of two paths")
    forest = _forest(profile, method)
    number = method_with_paths(profile, method)
    longest = known_length(profile, number) if profile.counts_sequences_exactly(number) else 1
    called = names_of_paths(profile, number)
    rows = []
    for factor in factors:
        if factor > min(profile.k, forest.max_depth):
            continue
        met = windows_of(factor, forest, forest.levels[factor - 1])
        rows.append(
            {
                "factor": factor, "sequences": met.sequences, "most": met.best,
                "names": " ".join(called[path] for path in met.best),
                "share": met.share, "for_90": met.for_90, "exact": factor <= longest,
            }
        )  # fmt: skip
    columns = ["factor", "sequences", "most", "names", "share", "for_90", "exact"]
    table: pd.DataFrame = pd.DataFrame(rows, columns=columns)
    return table


def _forest(profile: Profile, method: int | str) -> Forest:
    return profile.method_forest(method_with_paths(profile, method))
