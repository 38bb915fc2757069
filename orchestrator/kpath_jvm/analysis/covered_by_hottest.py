"""Computes what the hottest sequences of a whole profile cover together.

Each covered completion counts once. covered_together.py does the same for the sequences of one
method. What the sequences of several methods cover can be added up, because each completion belongs
to one method.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, takewhile

import numpy as np
from msgspec import Struct

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.covered_together import CoveredTogether, covered_together
from kpath_jvm.analysis.followed import NOT_COUNTED, known_length
from kpath_jvm.analysis.hot_sequences import SHORTEST, HotSequence, hot_sequences
from kpath_jvm.profile.forest import Forest
from kpath_jvm.profile.model import Profile

_Paths = tuple[int, ...]


class CoveredByLength(Struct, frozen=True):
    """What the hottest sequences of 2 to ``length`` paths cover together.

    If ``length`` is 1, the sequences are single paths. ``top`` is how many sequences were asked
    for, and ``sequences`` is how many of these there are. ``together`` is None if it isn't known
    what they cover. Then ``unclear`` is the number of the first method whose sequences are the
    reason (``why_unclear``).
    """

    length: int
    top: int
    sequences: int
    together: CoveredTogether | None
    unclear: int | None = None


def lengths_up_to(k: int) -> list[int]:
    """Returns 1, 2, 4, 8 and so on up to ``k``, and ``k`` itself."""
    return [*takewhile(lambda length: length < k, (1 << power for power in range(k))), k]


def covered_by_length(
    profile: Profile, tops: Sequence[int], k: int, costs: Costs, whole: Profile | None = None
) -> list[CoveredByLength]:
    """Returns what the hottest sequences cover, for each length and each number of sequences.

    The lengths are those of ``lengths_up_to(k)``, and the numbers of sequences are ``tops``. The
    hottest sequences are chosen by hot_sequences.py. Single paths are considered only for the
    length 1; for other lengths, they would take the places of longer sequences. ``costs`` are those
    of ``profile``. If ``profile`` is a part of another profile, ``whole`` is that other profile: a
    part may lack sequences of a method.
    """
    found = []
    whole = profile if whole is None else whole
    for length in lengths_up_to(k):
        least = min(length, SHORTEST)
        hottest = hot_sequences(profile.forest.truncated(length), max(tops), least)
        each = [CoveredTogether(), *covered_by_hottest(whole, hottest, costs)]
        for top in tops:
            count = min(top, len(hottest))
            together, unclear = each[count], None
            if together is None:
                unclear = hottest[each.index(None) - 1].method
            found.append(CoveredByLength(length, top, count, together, unclear))
    return found


def completed_alone(forest: Forest) -> int | None:
    """Returns the number of completions that no path is known to precede or to follow.

    No sequence of two paths or more covers these completions. The forest must have all sequences of
    up to three paths. If it has sequences of two paths but none of three, the result is None.
    """
    sizes = [int(forest.counts[forest.depths == length].sum()) for length in (1, 2, 3)]
    if sizes[1] and forest.max_depth < 3:
        return None
    # As many completions precede another one as follow another one. Those in the middle of
    # sequences of three paths do both.
    return sizes[0] - 2 * sizes[1] + sizes[2]


def covered_by_hottest(
    profile: Profile, sequences: Sequence[HotSequence], costs: Costs
) -> Iterator[CoveredTogether | None]:
    """Yields, for each sequence, what it and the sequences before it cover together.

    If it isn't known what the sequences of some method cover, the items are None from the first
    sequence of this method on.
    """
    of_method: dict[int, list[_Paths]] = {}
    for one in sequences:
        of_method.setdefault(one.method, []).append(one.paths)
    covered = {
        method: _covered(profile, method, paths, costs) for method, paths in of_method.items()
    }
    last: dict[int, CoveredTogether] = {}
    for place, one in enumerate(sequences):
        of_one = covered[one.method]
        if of_one is None:
            yield from [None] * (len(sequences) - place)
            return
        last[one.method] = next(of_one)
        yield CoveredTogether(
            sum(found.least for found in last.values()),
            sum(found.most for found in last.values()),
            sum(found.least_cost for found in last.values()),
            sum(found.most_cost for found in last.values()),
        )


def why_unclear(profile: Profile, method: int) -> str | None:
    """Returns why it isn't known what sequences of a method cover together; None if it is known.

    This is about sequences of two paths or more. What single paths cover is always known.
    """
    forest = profile.method_forest(method)
    counted = int(forest.counts[forest.depths == 1].sum())
    if counted != int(profile.method_rows.row(method)["completed"]):
        return "only some of its paths are selected, so some of its sequences aren't known"
    if not profile.counts_sequences_exactly(method):
        return "the engine's memory was full, so its rare sequences weren't counted"
    if known_length(profile, method) < profile.k:
        return NOT_COUNTED
    return None


def _covered(
    profile: Profile, method: int, sequences: Sequence[_Paths], costs: Costs
) -> Iterator[CoveredTogether] | None:
    """Returns what each sequence of a method covers with those before it, or None if unknown."""
    forest = profile.method_forest(method)
    if all(len(one) == 1 for one in sequences):
        return _single(profile, method, sequences, costs)
    if why_unclear(profile, method) is not None:
        return None
    paths, of_node = np.unique(forest.paths, return_inverse=True)
    of_paths = costs.of_paths(method, paths.tolist())[of_node].astype(np.int32)
    return iter(covered_together(forest, profile.k, sequences, of_paths))


def _single(
    profile: Profile, method: int, sequences: Sequence[_Paths], costs: Costs
) -> Iterator[CoveredTogether]:
    forest = profile.method_forest(method)
    roots = forest.depths == 1
    counts = dict(zip(forest.paths[roots].tolist(), forest.counts[roots].tolist(), strict=True))
    completions = [counts[path] for (path,) in sequences]
    bytecodes = [
        count * costs.of_path(method, path)
        for count, (path,) in zip(completions, sequences, strict=True)
    ]
    for count, cost in zip(accumulate(completions), accumulate(bytecodes), strict=True):
        yield CoveredTogether(count, count, cost, cost)
