"""Finds out whether a loop's first iteration differs from the later ones."""

from collections.abc import Collection
from heapq import nlargest
from math import floor

import numpy as np
from msgspec import Struct

from kpath_jvm.analysis.advice.asked import OUTSIDE_TEST
from kpath_jvm.analysis.advice.chains import Chains
from kpath_jvm.analysis.advice.code_size import CodeSize
from kpath_jvm.analysis.advice.not_known import NotKnown
from kpath_jvm.analysis.look_back import larger_k_shows_more
from kpath_jvm.analysis.of_loops.iterations_per_entry import IterationsPerEntry
from kpath_jvm.analysis.outcomes import BranchOutcomes
from kpath_jvm.analysis.settled.looking_back import ByFirst
from kpath_jvm.profile.forest import Forest, Int64Array
from kpath_jvm.recording.options import largest_k

#: Nothing is advised for a branch with fewer executions than this in first iterations, or in later
#: ones.
LEAST_COUNT = 1000
#: Peeling decides a branch if at least this share of its executions in first iterations has one
#: outcome, and at least this share of its executions in later iterations has another.
DECIDED = 0.95
#: For some executions of a branch, it isn't known whether they were in a first or in a later
#: iteration. Peeling decides the branch only if there are few of these: at most this share of the
#: number of executions that are known to be in first iterations, and also of the number in later
#: ones.
MOST_UNKNOWN = 0.05
#: With more iterations in an entry, peeling the first one gains little.
FEW = 8
#: If first iterations are a smaller share of all iterations than this, peeling them gains little.
LEAST_FIRST = 0.01


class BranchShift(Struct, frozen=True):
    """How often a branch had each outcome, in first and in later iterations.

    ``targets`` are the blocks to which the branch led. The counts are by target, in the same order.
    ``unknown`` counts executions of which it isn't known whether they were in a first or in a later
    iteration, because they came after an inner loop, a cut edge or a handler, or because the path
    before isn't known. ``shifted`` leaves fewer executions unknown than chains do.
    """

    block: int
    targets: tuple[int, ...]
    first: tuple[int, ...]
    later: tuple[int, ...]
    unknown: tuple[int, ...]

    @property
    def missed_together(self) -> int:
        """The number of wrong guesses if the branch's most frequent outcome is always guessed."""
        sums = [a + b for a, b in zip(self.first, self.later, strict=True)]
        return sum(sums) - max(sums)

    @property
    def missed_apart(self) -> int:
        """The number of wrong guesses if first and later iterations have separate guesses.

        Each guess is the most frequent outcome in iterations of its kind.
        """
        return sum(sum(it) - max(it) for it in (self.first, self.later))

    @property
    def executions(self) -> int:
        """The number of executions of the branch."""
        return sum(self.first) + sum(self.later) + sum(self.unknown)

    @property
    def is_frequent(self) -> bool:
        """Whether the branch has enough executions in first and in later iterations."""
        return min(sum(self.first), sum(self.later)) >= LEAST_COUNT

    @property
    def is_decided(self) -> bool:
        """Whether first iterations nearly always have one outcome, and later ones another."""
        return (
            self.is_frequent
            and sum(self.unknown) <= MOST_UNKNOWN * min(sum(self.first), sum(self.later))
            and int(np.argmax(self.first)) != int(np.argmax(self.later))
            and max(self.first) >= DECIDED * sum(self.first)
            and max(self.later) >= DECIDED * sum(self.later)
        )

    @property
    def may_be_decided(self) -> bool:
        """Whether peeling might decide the branch if the ``unknown`` executions were known.

        If the result is False, peeling certainly wouldn't decide the branch. If it is True, the
        executions may still turn out to be too few.
        """
        if not any(self.unknown):
            return self.is_decided
        total = sum(self.unknown)
        return any(
            first != later and room + other >= total
            for room, first in self._most_room(self.first)
            for other, later in self._most_room(self.later)
        )

    def _most_room(self, counts: tuple[int, ...]) -> list[tuple[int, int]]:
        """Returns how many unknown executions may be in iterations of one kind, first or later.

        ``counts`` are the known executions in iterations of this kind. One outcome must be usual
        there: at least the share DECIDED of the executions must have it. Each pair of the result
        has a number and an outcome: if this outcome is usual, at most that number of unknown
        executions are in these iterations, including all unknown executions with the outcome. Two
        pairs, those with the largest numbers, suffice: at least one of their outcomes isn't the
        usual outcome of the other kind of iterations.
        """
        known, total = sum(counts), sum(self.unknown)
        found = []
        for outcome, (own, unknown) in enumerate(zip(counts, self.unknown, strict=True)):
            usual = own + unknown
            # With more than ``most`` executions, ``usual`` would be a smaller share than DECIDED.
            # The small number makes up for rounding.
            most = floor(usual / DECIDED + 1e-9)
            exceptions = most - usual - (known - own)
            may_be = known + unknown + min(exceptions, total - unknown)
            if exceptions >= 0 and may_be >= LEAST_COUNT:
                found.append((exceptions + unknown, outcome))
        return nlargest(2, found)


class Peeling(Struct, frozen=True):
    """Compares the traces (traces.py) of first and of later iterations.

    ``entries`` is the number of first iterations, and ``later`` is the number of later iterations.
    ``first_best`` is the trace that first iterations take most often, given by its place in
    ``LoopTraces.all``. ``first_share`` is the share of first iterations that take this trace, from
    0 to 1. ``later_best`` and ``later_share`` are the same for later iterations. ``distance`` is
    half the sum, over all traces, of the difference between a trace's share of first iterations and
    its share of later ones. It is 0 if first iterations are like later ones, and 1 if the two kinds
    share no trace.

    ``branches`` are the branches that both kinds of iterations reached, and further branches that
    peeling may decide. Branches in inner loops and in the loop's test are left out. Leaving the
    loop at its test isn't an iteration (docs/glossary.md), and isn't counted. ``waiting`` says why
    a loop goes round only to wait or to try again (waiting.py); it is None for other loops.
    ``per_entry`` is the distribution of iterations per entry, or None if it isn't known. Without
    this distribution, the number of iterations isn't judged. ``told_by_first`` are the blocks of
    branches that a history decides, but only because it shows first iterations
    (Prediction.goes_by_first). Peeling may be advised for these branches even if it doesn't decide
    them. ``size`` has the sizes of the code, or is None if they aren't considered. ``k`` is the
    length of the longest sequences, or None if it isn't known. ``unclear`` is the number of further
    iterations, of which it isn't known whether they were first or later ones (Chains.unled).
    """

    entries: int
    later: int
    first_best: int
    first_share: float
    later_best: int
    later_share: float
    distance: float
    branches: tuple[BranchShift, ...]
    waiting: str | None = None
    per_entry: IterationsPerEntry | None = None
    told_by_first: frozenset[int] = frozenset()
    size: CodeSize | None = None
    k: int | None = None
    unclear: int = 0

    @property
    def makes_few(self) -> bool:
        """Whether at least half of the entries certainly make few iterations (at most FEW).

        This is also True if ``per_entry`` is None or has no entries.
        """
        if self.per_entry is None:
            return True
        # The median may follow from the total of all iterations, even if most entries weren't seen
        # to end.
        median = self.per_entry.percentile(50)
        return median is None or (median.most is not None and median.most <= FEW)

    @property
    def decided(self) -> tuple[BranchShift, ...]:
        """The branches that peeling would decide, and frequent ones that are ``told_by_first``.

        The branch with the most executions in later iterations comes first.
        """
        if self.waiting is not None:
            return ()
        found = [
            one
            for one in self.branches
            if one.is_decided or (one.block in self.told_by_first and one.is_frequent)
        ]
        return tuple(sorted(found, key=lambda one: (-sum(one.later), one.block)))

    @property
    def unjudged(self) -> tuple[BranchShift, ...]:
        """The branches for which it isn't known whether peeling would decide them.

        The branch with the most executions comes first.
        """
        if self.waiting is not None or self._has_few_iterations:
            return ()
        decided = {one.block for one in self.decided}
        found = [one for one in self.branches if one.block not in decided and one.may_be_decided]
        return tuple(sorted(found, key=lambda one: (-one.executions, one.block)))

    @property
    def left_open(self) -> tuple[BranchShift, ...]:
        """The ``unjudged`` branches, unless it is known that peeling doesn't pay."""
        is_open = self.is_worth_it or not (self.is_known or self.decided)
        return self.unjudged if is_open else ()

    @property
    def is_worth_it(self) -> bool:
        """Whether there is anything to advise."""
        return bool(self.decided) and self.makes_few and self._is_compiled

    @property
    def is_too_large(self) -> bool:
        """Whether only the code's size speaks against peeling."""
        return bool(self.decided) and self.makes_few and not self._is_compiled

    @property
    def _is_compiled(self) -> bool:
        """Whether HotSpot still compiles the method with one more copy of the loop's body."""
        return self.size is None or self.size.is_compiled(1)

    @property
    def is_known(self) -> bool:
        """If ``is_worth_it`` is False, whether it is known that peeling doesn't pay."""
        return (
            not (self.decided or self.unjudged)
            or not self._is_compiled
            or self._gains_little
            or 2 * self._possibly_few(is_seen_to_end=False) < self._entries
        )

    @property
    def _has_few_iterations(self) -> bool:
        return min(self.entries, self.later) + self.unclear < LEAST_COUNT

    @property
    def _gains_little(self) -> bool:
        """Whether first iterations are so few that the iterations per entry needn't be known."""
        return self._most_first < LEAST_FIRST

    @property
    def _most_first(self) -> float:
        """The largest possible share of first iterations; unclear iterations may be first ones."""
        first = self.entries + self.unclear
        return first / max(first + self.later, 1)

    @property
    def _entries(self) -> int:
        return 0 if self.per_entry is None else self.per_entry.entries

    def _possibly_few(self, *, is_seen_to_end: bool) -> int:
        """Returns the number of entries that may have made few iterations.

        With ``is_seen_to_end``, entries that weren't seen to end (``unfinished``) are left out. A
        larger k wouldn't show their iterations.
        """
        found = self.per_entry
        if found is None:
            return 0
        some = [*found.known, *found.longer, *(() if is_seen_to_end else found.unfinished)]
        return sum(entries for iterations, entries in some if iterations <= FEW)

    def _why_not_few(self) -> str:
        if self._gains_little:
            most = " at most" if self.unclear else ""
            return (
                f"only {100 * self._most_first:.2g} % of the iterations{most} are the first one of "
                "an entry"
            )
        return f"more than half of the entries make more than {FEW} iterations"

    def why_left_open(self, one: BranchShift) -> NotKnown:
        """Returns why it isn't known whether peeling decides a branch of ``left_open``."""
        back = f"k = {self.k} paths back or more ({larger_k_shows_more(self.k or 1)})"
        return NotKnown(
            "it isn't known which executions were in first iterations, because their iteration "
            f"began {back}, or before a handler",
            f"{sum(one.unknown):,} of {one.executions:,} executions",
        )

    def why_unknown(self) -> NotKnown:
        """Returns why ``is_known`` is False, although ``left_open`` is empty."""
        assert self.per_entry is not None, "otherwise the number of iterations isn't judged"
        whether = f"whether half of the entries make {FEW} iterations or fewer"
        if 2 * self._possibly_few(is_seen_to_end=True) < self._entries:
            return NotKnown(f"it isn't known {whether}, because some entries weren't seen to end")
        k, more = self.per_entry.k, "a larger -k may show it"
        if k >= largest_k():
            more = larger_k_shows_more(k)
        sure = self.per_entry.k_that_shows(FEW)
        does = "" if sure is None else f"-k {sure} does if each further iteration is one path"
        return NotKnown(f"with k = {k} it isn't known {whether}; {more}", does)

    def why_not(self) -> str:
        """Returns why there is nothing to advise; ``waiting`` must be None."""
        if not self.is_known:
            why = self.why_left_open(self.left_open[0]) if self.left_open else self.why_unknown()
            return why.why
        few = [
            (count, kind)
            for kind, count in (("first", self.entries), ("later", self.later))
            if count + self.unclear < LEAST_COUNT
        ]
        if few:
            told = " and ".join(
                f"{count:,} {kind}" if count else f"no {kind}" for count, kind in few
            )
            noun = "iteration" if few[-1][0] == 1 else "iterations"
            only = "only " if all(count for count, _ in few) else ""
            return f"{only}{told} {noun}; at least {LEAST_COUNT:,} are needed"
        if (self.decided or self.unjudged) and self.size is not None and not self._is_compiled:
            return self.size.told(1)
        if self.decided or self.unjudged:
            return self._why_not_few()
        return (
            f"no {OUTSIDE_TEST} goes one way in {100 * DECIDED:.0f} % of the first iterations and "
            f"another in {100 * DECIDED:.0f} % of the later ones"
        )


def peeling(
    chains: Chains,
    own: Collection[int],
    test: frozenset[int],
    waiting: str | None = None,
    per_entry: IterationsPerEntry | None = None,
    told_by_first: Collection[int] = (),
    size: CodeSize | None = None,
) -> Peeling:
    """Returns how first iterations differ from later ones.

    ``own`` are the blocks of the loop that are in no inner loop, and ``test`` are the blocks of the
    loop's test (LoopNest.test). All other arguments become fields of the result.
    """
    ways = len(chains.traces.all)
    is_test = chains.traces.leave_at(test)
    entered, every = _by_trace(chains.entered, ways), _by_trace(chains.all, ways)
    first = np.where(is_test, 0, entered)
    # The part of an iteration after an inner loop isn't another iteration, nor is the part after a
    # handler, even if the handler is the loop's header.
    later = np.where(is_test, 0, chains.returned)
    unknown = np.where(is_test, 0, every - entered - chains.returned)
    unclear = np.where(is_test, 0, chains.unled)
    shares = [it / max(int(it.sum()), 1) for it in (first, later)]
    branches = []
    for block in sorted(set(own) - test):
        targets, outcomes = chains.traces.outcomes(block)
        if len(targets) < 2:
            continue
        headed = chains.traces.headed(block)
        counts = (first * headed, later * headed, unknown + (first + later) * ~headed)
        shift = BranchShift(
            block, targets, *(_by_outcome(it, outcomes, len(targets)) for it in counts)
        )
        if (any(shift.first) and any(shift.later)) or shift.may_be_decided:
            branches.append(shift)
    best = [int(np.argmax(it)) if ways else 0 for it in (first, later)]
    return Peeling(
        int(first.sum()), int(later.sum()),
        best[0], float(shares[0][best[0]]) if ways else 0.0,
        best[1], float(shares[1][best[1]]) if ways else 0.0,
        float(np.abs(shares[0] - shares[1]).sum() / 2), tuple(branches), waiting, per_entry,
        frozenset(told_by_first), size, unclear=int(unclear.sum()),
    )  # fmt: skip


def shifted(branch: BranchOutcomes, found: ByFirst) -> BranchShift:
    """Returns how often a branch had each outcome, as ``found`` shows it.

    ``found`` was counted across inner loops and cut edges.
    """
    places = branch.executed
    counts = (found.first, found.later, found.unknown)
    first, later, unknown = (tuple(it[places].tolist()) for it in counts)
    targets = tuple(branch.targets[at] for at in places)
    return BranchShift(branch.block, targets, first, later, unknown)


def _by_trace(forest: Forest, size: int) -> Int64Array:
    roots = forest.depths == 1
    counts = np.zeros(size, dtype=np.int64)
    counts[forest.paths[roots]] = forest.counts[roots]
    return counts


def _by_outcome(counts: Int64Array, outcomes: Int64Array, size: int) -> tuple[int, ...]:
    found = np.zeros(size, dtype=np.int64)
    decided = outcomes >= 0
    np.add.at(found, outcomes[decided], counts[decided])
    numbers: list[int] = found.tolist()
    return tuple(numbers)
