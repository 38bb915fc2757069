"""Computes how much of the real flow of k iterations follows from a profile.

The flow of k iterations is how often activations completed k Ball-Larus paths one after the other:
the sum of the counts of all sequences of k paths. An exact profile (recorded by the profiler
``stream``) has this flow. Any other profile gives bounds on each sequence's count. If the two
bounds are equal, the count is known. Otherwise, the lower bound is certain (the definite flow of
Tallam, Zhang and Gupta, 2004), and the profile says nothing about the rest.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from kpath_jvm.analysis.certainty.knowledge import Knowledge
from kpath_jvm.analysis.certainty.sequences import NodeBounds
from kpath_jvm.analysis.uncompleted import UNCOMPLETED
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.forest import Forest, Int64Array
from kpath_jvm.profile.identity.methods import Loaders, MethodVersion, versions_of
from kpath_jvm.profile.model import Profile


@dataclass(frozen=True)
class CertainFlow:
    """For sequences of ``length`` paths: the real ``flow``, and how much of it is certain.

    ``exact`` is the flow of sequences whose bounds are equal. ``bounded`` is the sum of the lower
    bounds of all other sequences, and ``touched`` is the flow of those other sequences whose lower
    bound is above 0. Nothing is known about the rest, ``flow - exact - bounded``. ``unmatched`` is
    the flow of methods that the profile lacks, or has with different paths. ``differing`` is the
    flow of methods for which the profile contradicts the exact profile, because the runs did
    different work. ``exact`` and ``bounded`` include neither ``unmatched`` nor ``differing``.
    ``sequences`` is the number of distinct sequences, and ``exact_sequences`` is the number of
    those whose bounds are equal.
    """

    length: int
    flow: int
    exact: int
    bounded: int
    touched: int
    unmatched: int
    differing: int
    sequences: int
    exact_sequences: int

    @property
    def definite(self) -> int:
        """The certain flow: the sum of ``exact`` and ``bounded``."""
        return self.exact + self.bounded


def certain_flow(
    profile: Profile,
    exact: Profile,
    lengths: Sequence[int] = (2, 4, 8),
    k: int | None = None,
) -> list[CertainFlow]:
    """Returns, for each length, how much of the flow in ``exact`` is certain given ``profile``.

    With ``k``, the profile is treated as if it had sequences of at most k paths.

    Both profiles must be of runs that did the same work. Methods are matched by name, class file
    and path tables, over all class loaders. Raises KpathError if ``exact`` wasn't recorded by the
    profiler ``stream``, or if its sequences are too short. Also raises KpathError if either profile
    has counts that may be too low.
    """
    _check(exact, max(lengths, default=1))
    if _folded(profile):
        raise KpathError(
            f"{profile.path} has counts that can be too low; record with more --engine-memory"
        )
    profile, exact = profile.merged(), exact.merged()
    sums = {length: np.zeros(8, dtype=np.int64) for length in lengths}
    others = {key: method for method, key in _keys(profile)}
    knowledge = Knowledge(profile, k)
    whole = exact.forest.truncated(max(lengths))
    has_flow = set(whole.methods[whole.depths >= min(lengths)].tolist())
    for method, key in _keys(exact):
        if method not in has_flow:
            continue
        forest = whole.of_method(method)
        bounds = None
        if key in others:
            bounds = knowledge.bounds(
                others[key], forest, is_undisturbed=_is_undisturbed(exact, method)
            )
        for length in lengths:
            if length <= forest.max_depth:
                sums[length] += _sums(forest, bounds, length)
    return [CertainFlow(length, *sums[length].tolist()) for length in lengths]


def _sums(forest: Forest, bounds: NodeBounds | None, length: int) -> Int64Array:
    """Returns one method's figures, in the order of the fields of ``CertainFlow`` from ``flow`` on.

    ``bounds`` is None if the profile lacks the method.
    """
    nodes = forest.levels[length - 1]
    counts = forest.counts[nodes]
    flow = int(counts.sum())
    if bounds is None:
        return np.array([flow, 0, 0, 0, flow, 0, len(nodes), 0])
    if ((bounds.lower > forest.counts) | (bounds.upper < forest.counts)).any():
        return np.array([flow, 0, 0, 0, 0, flow, len(nodes), 0])
    lower = bounds.lower[nodes]
    is_exact = lower == bounds.upper[nodes]
    rest = lower[~is_exact]
    return np.array(
        [
            flow, counts[is_exact].sum(), rest.sum(), counts[~is_exact][rest > 0].sum(), 0, 0,
            len(nodes), is_exact.sum(),
        ]
    )  # fmt: skip


def _check(exact: Profile, longest: int) -> None:
    if exact.run.option("profiler", str) != "stream":
        raise KpathError(
            f"{exact.path} isn't exact about sequences; record with `run` without --profiler"
        )
    if exact.k < longest:
        raise KpathError(
            f"{exact.path} has sequences of up to {exact.k} paths, not {longest}; "
            f"record with -k {longest}"
        )
    if _folded(exact):
        raise KpathError(
            f"{exact.path} has counts that can be too low; record with more --engine-memory"
        )


def _folded(profile: Profile) -> bool:
    folding = profile.folding
    return folding is not None and (any(folding.errors) or folding.least_count > 1)


def _keys(profile: Profile) -> Iterator[tuple[int, MethodVersion]]:
    versions = versions_of(profile.table("methods"), Loaders.NONE)
    yield from zip(profile.method_rows.numbers.tolist(), versions, strict=True)


def _is_undisturbed(exact: Profile, method: int) -> bool:
    row = exact.method_rows.row(method)
    return not any(row[name] for name in UNCOMPLETED)
