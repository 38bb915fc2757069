"""Counts a method's paths that were cut off by an exception or by the recording's end."""

from __future__ import annotations

from collections.abc import Sequence

from kpath_jvm.analysis.diff.figures import Figure, quotients
from kpath_jvm.analysis.matching.known import KnownMethod
from kpath_jvm.analysis.matching.methods import MethodPair
from kpath_jvm.analysis.uncompleted import uncompleted

#: The modes of recording in which a method's paths are counted, cut-off paths included.
_OF_PATHS = frozenset(("counted", "streamed"))


def cut_off(pair: MethodPair) -> Figure | None:
    """Returns how many of a method's paths were cut off, or None if that isn't known."""
    sides: list[tuple[float, ...]] = []
    for known in (pair.base, pair.new):
        if known is None:
            sides.append((0.0,))
            continue
        counts = _counts(known)
        if counts is None:
            return None
        sides.append(tuple(known.side.per_run(counts)))
    return Figure(*sides)


def cut_off_per_entry(pair: MethodPair, runs: tuple[int, int]) -> Figure | None:
    """Returns a method's cut-off paths per entry; 0 for a side that never entered the method.

    ``runs`` has the number of profiles of each side. The result may be above 1, because an
    activation that catches exceptions in a loop may have a cut-off path in each iteration. The
    result is None if only entries or edges were counted, or if the number of cut-off paths isn't
    known.
    """
    sides: list[tuple[float | None, ...]] = []
    for known, number in zip((pair.base, pair.new), runs, strict=True):
        if known is None:
            sides.append((0.0,) * number)
            continue
        counts = _counts(known) if _counts_paths(known) else None
        if counts is None:
            return None
        sides.append(quotients(counts, known.entries))
    return Figure(*sides)


def _counts(known: KnownMethod) -> Sequence[int] | None:
    """Returns how many paths were cut off in each run, or None if that isn't known."""
    counts = []
    for profile, numbers in zip(known.side.runs, known.numbers, strict=True):
        found = [uncompleted(profile, number) for number in numbers]
        if None in found:
            return None
        counts.append(sum(one or 0 for one in found))
    return counts


def _counts_paths(known: KnownMethod) -> bool:
    return all(
        profile.method_rows.row(number)["mode"] in _OF_PATHS
        for profile, numbers in zip(known.side.runs, known.numbers, strict=True)
        for number in numbers
    )
