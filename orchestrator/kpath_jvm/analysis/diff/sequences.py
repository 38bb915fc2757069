"""Finds a method's hot sequences that are new or gone, or cover a different share than before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

import numpy as np

from kpath_jvm.analysis.diff.changes import LoopChange, SequenceChange, Status
from kpath_jvm.analysis.diff.figures import Figure, quotients
from kpath_jvm.analysis.hot_sequences import HotSequence, hot_sequences, lies_in
from kpath_jvm.analysis.matching.common import CommonPaths
from kpath_jvm.analysis.matching.known import KnownMethod
from kpath_jvm.analysis.matching.methods import MethodPair
from kpath_jvm.profile.forest import Forest

#: The common numbers of a change's paths (CommonPaths), and the change.
_Change: TypeAlias = tuple[tuple[int, ...], SequenceChange]
#: How many of each run's hot sequences are looked up on the other side.
_TOP = 5


def are_equal(base: KnownMethod, new: KnownMethod, k: int) -> bool:
    """Returns whether all runs of both sides have the same sequences of paths, equally often.

    A sum of n runs equals one run if its counts are n times the run's. The result is False if a run
    has several versions of the method.
    """
    if not base.is_same(new):
        return False
    found: tuple[Forest, int] | None = None
    for known in (base, new):
        rows = zip(known.side.runs, known.numbers, known.side.summed, strict=True)
        for profile, numbers, runs in rows:
            if len(numbers) != 1:
                return False
            forest = profile.method_forest(numbers[0]).truncated(k)
            if found is not None and not _is_equal(found, (forest, runs)):
                return False
            found = forest, runs
    return True


def _is_equal(one: tuple[Forest, int], other: tuple[Forest, int]) -> bool:
    """Returns whether two forests, each a sum of some runs, have equal counts per run."""
    (here, runs), (there, other_runs) = one, other
    if len(here) != len(there):
        return False
    return (
        np.array_equal(here.parents, there.parents)
        and np.array_equal(here.paths, there.paths)
        and np.array_equal(here.counts * other_runs, there.counts * runs)
    )


def sequence_changes(
    pair: MethodPair, base: KnownMethod, new: KnownMethod, k: int
) -> Iterator[SequenceChange]:
    """Yields the sequences that are hot in a run and cover a different share on the other side.

    They have at most k paths, and the weightiest come first. A sequence is left out if it mostly
    lies in a weightier one, and both shares have risen or both have fallen. Sequences that a side's
    profiler may not have counted come last, because it isn't known whether they differ. Nothing is
    yielded if the same code was recorded in two ways without common paths, or if it isn't known
    which cases of a switch are the same.
    """
    if pair.is_recorded_otherwise or pair.has_untold_cases:
        return
    common = CommonPaths(pair)
    every = [*_all(pair, base, new, k, common)]
    changes = [one for one in every if not one[1].may_be_uncounted]
    changes = sorted(_without_tests(changes, common), key=lambda one: -one[1].weight)
    told: list[tuple[str, tuple[int, ...]]] = []
    for paths, change in changes:
        if not any(of == change.of and lies_in(one, paths) for of, one in told):
            told.append((change.of, paths))
            yield change
    yield from (change for _, change in every if change.may_be_uncounted)


def _without_tests(changes: Sequence[_Change], common: CommonPaths) -> list[_Change]:
    """Returns the changes without those that an added or removed test explains completely.

    If a path no longer runs through a test, the path's sequences seem to be gone, and others seem
    to be new. If a new sequence is as frequent as the corresponding gone one, only the test has
    changed, and the changes of branches report that.
    """
    gone = [one for one in changes if one[1].status == "gone"]
    come = [one for one in changes if one[1].status == "new"]
    dropped: set[tuple[int, ...]] = set()
    for paths, before in gone:
        for others, after in come:
            is_as_frequent = before.count.base == after.count.new and others not in dropped
            if (
                is_as_frequent
                and len(paths) == len(others)
                and all(
                    common.are_alike_but_for_tests(*pair)
                    for pair in zip(paths, others, strict=True)
                )
            ):
                dropped |= {paths, others}
                break
    return [one for one in changes if one[0] not in dropped]


def _all(
    pair: MethodPair, base: KnownMethod, new: KnownMethod, k: int, common: CommonPaths
) -> Iterator[_Change]:
    forests = [
        [common.forest(known, run, k) for run in range(len(known.numbers))] for known in (base, new)
    ]
    hot: dict[tuple[int, ...], HotSequence] = {}
    for side in forests:
        for forest in side:
            for one in hot_sequences(forest, _TOP):
                hot.setdefault(one.paths, one)
    if not hot:
        return
    completions = [[_completions(forest) for forest in side] for side in forests]
    of_base, of_new = (
        float(np.mean(known.bytecodes / np.maximum(known.side.bytecodes, 1)))
        for known in (base, new)
    )
    # If a sequence ran on only one side, only the method's share of that side's work counts.
    weights: dict[Status, float] = {"gone": of_base, "new": of_new, "shifted": max(of_base, of_new)}
    for paths, one in hot.items():
        counts = [[forest.count_of(paths) for forest in side] for side in forests]
        shares = [
            quotients([count * one.period for count in side], of)
            for side, of in zip(counts, completions, strict=True)
        ]
        share = Figure(*shares)
        count = Figure(
            *(known.side.per_run(side) for known, side in zip((base, new), counts, strict=True))
        )
        # A sequence that is as frequent as before hasn't changed, even if everything around it has.
        if share.is_equal or count.is_equal:
            continue
        of: Literal["base", "new"] = "new" if share.change > 0 else "base"
        numbers = common.numbers_in(new if of == "new" else base, paths)
        if numbers is None:
            continue
        before, after = map(any, counts)
        lacking = new if before else base
        status: Status = "shifted" if before and after else "new" if after else "gone"
        change = SequenceChange(
            pair=pair,
            weight=abs(share.change) * weights[status],
            status=status,
            of=of,
            paths=numbers,
            counted_with={
                path: common.counted_with(new if of == "new" else base, path)
                for path in dict.fromkeys(numbers)
            },
            elsewhere={
                path: common.counted_as(base if of == "new" else new, number)
                for path, number in zip(numbers, paths, strict=True)
            },
            count=count,
            share=share,
            may_be_uncounted=before != after and lacking.may_lack(len(paths)),
            may_have_run=before != after and lacking.may_have_held_back,
        )
        yield paths, change


def is_in_both(change: SequenceChange) -> bool:
    """Returns whether both sides have the code of a sequence.

    The other side has the code of a path if it ran a corresponding path, or if it has all blocks of
    the path, or of a path that differs from this one only in code that the other side lacks.
    """
    pair, is_of_base = change.pair, change.of == "base"
    known = pair.base if is_of_base else pair.new
    assert known is not None, "a sequence of a method that isn't there"
    if pair.code == "same":
        return True
    there = (pair.blocks.to_new if is_of_base else pair.blocks.to_base) >= 0
    return all(
        change.elsewhere.get(path)
        or any(
            there[list(known.code.decode(one).blocks)].all()
            for one in change.counted_with.get(path, (path,))
        )
        for path in dict.fromkeys(change.paths)
    )


def without_rewritten(changes: Sequence[SequenceChange]) -> list[SequenceChange]:
    """Leaves out the new and gone sequences that seem to differ only in their code.

    An edited method has a gone sequence and a new one with as many paths, all runs of each side
    executed them equally often, and the other side lacks the code of one of them.
    """
    found: dict[tuple[object, ...], dict[Status, list[int]]] = {}
    for at, one in enumerate(changes):
        counts = {*(one.count.base if one.status == "gone" else one.count.new)}
        if one.status != "shifted" and one.pair.code == "changed" and len(counts) == 1:
            key = (id(one.pair), len(one.paths), counts.pop())
            found.setdefault(key, {"gone": [], "new": []})[one.status].append(at)
    left_out = {
        at
        for of in found.values()
        for pair in zip(of["gone"], of["new"], strict=False)
        if not all(is_in_both(changes[at]) for at in pair)
        for at in pair
    }
    return [one for at, one in enumerate(changes) if at not in left_out]


def runs_in_one_of(loops: Sequence[LoopChange], sequence: SequenceChange) -> bool:
    """Returns whether a new or gone sequence runs through a new or gone loop of ``loops``.

    Then the change of the loop suffices: what runs through the loop is new or gone with the loop.
    """
    pair = sequence.pair
    known = pair.base if sequence.of == "base" else pair.new
    if known is None or sequence.status == "shifted":
        return False
    places = [
        one.base if sequence.of == "base" else one.new
        for one in loops
        if one.pair is pair and one.status == sequence.status
    ]
    blocks = {block for at in places if at is not None for block in known.code.loops[at].blocks}
    return any(
        not blocks.isdisjoint(known.code.decode(path).blocks)
        for path in dict.fromkeys(sequence.paths)
    )


def _completions(forest: Forest) -> int:
    return int(forest.counts[forest.depths == 1].sum())
