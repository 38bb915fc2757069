"""Judges whether unrolling a loop, or writing it out completely, is worth it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from kpath_jvm.analysis.advice.chains import Chains
from kpath_jvm.analysis.advice.code_size import CodeSize
from kpath_jvm.analysis.advice.not_known import NotKnown
from kpath_jvm.analysis.advice.traces import SPLITS, LoopTraces, Trace
from kpath_jvm.analysis.look_back import larger_k_shows_more, may_tell_more
from kpath_jvm.analysis.of_loops.iterations_per_entry import IterationsPerEntry, LoopExit
from kpath_jvm.analysis.of_loops.loop_counts import LoopCounts
from kpath_jvm.analysis.uncertainty import Histories
from kpath_jvm.profile.forest import BoolArray, Forest, IndexArray, Int64Array

#: The factors that are considered, besides the period if there is one.
FACTORS = (2, 4, 8)
#: Unrolling needs at least this number of windows (UnrollWindows), and writing the loop out needs
#: at least this number of entries.
LEAST_COUNT = 1000
#: A period is steady if at least this share of iterations go the same way as one period before. A
#: factor is worth it only if at least this share of windows have the most frequent sequence or a
#: rotation of it.
STEADY = 0.9
#: The copies of the body must run at least this often per entry, both on average and in half of
#: the entries.
ROUNDS = 2
#: At least this share of a loop's iterations must be in whole groups of ``factor`` iterations. The
#: other iterations run in the loop that remains after unrolling.
LEAST_IN_GROUPS = 0.8
#: The numbers of iterations for which a loop may be written out completely. Writing out one
#: iteration makes it a special case.
LEAST_WRITTEN_OUT, MOST_WRITTEN_OUT = 1, 8
#: A special case for a single iteration must be able to save more than this share of all recorded
#: bytecodes. Reports show smaller shares as "< 0.1 %".
LEAST_SAVED = 0.0005


class UnrollWindows(Struct, frozen=True):
    """The windows: all stretches of ``factor`` consecutive iterations within one entry of a loop.

    Each iteration in a window is one path that goes round the loop. The iteration that leaves the
    loop is in no window: where an entry ends says nothing about the copies of the body. There are
    ``count`` windows, with ``sequences`` distinct sequences. ``best`` is the most frequent
    sequence, given by the numbers of its traces. It occurred ``best_count`` times, and its
    rotations, including itself, ``rotations_count`` times. The ``for_90`` most frequent sequences
    cover 90 % of the windows.

    If an entry's iterations are divided into groups of ``factor``, the whole groups run in the
    copies of the body. ``in_groups`` has bounds on the share of all iterations that are in whole
    groups; it is None if this share isn't known. ``iterations`` is the number of all counted
    iterations of the loop, and ``begun`` is the number of those that went the first way of
    ``best``. ``within`` has bounds on the number of iterations that are part of an occurrence of
    ``best``.
    """

    factor: int
    count: int
    sequences: int
    best: tuple[int, ...]
    best_count: int
    rotations_count: int
    for_90: int
    in_groups: tuple[float, float] | None = None
    iterations: int = 0
    begun: int = 0
    within: tuple[int, int] = (0, 0)

    @property
    def completed_once_begun(self) -> float:
        """The share of the iterations going the first way of ``best`` that begin all of it."""
        return self.best_count / self.begun if self.begun else 0.0

    @property
    def part_of_it(self) -> tuple[float, float]:
        """Bounds on the share of the loop's iterations that are in an occurrence of ``best``."""
        low, high = self.within
        total = max(self.iterations, 1)
        return low / total, min(high / total, 1.0)

    @property
    def completed(self) -> float:
        """The share of the loop's iterations with which an occurrence of ``best`` begins.

        All iterations count, including those that leave the loop or throw.
        """
        return self.best_count / self.iterations if self.iterations else 0.0

    @property
    def share(self) -> float:
        """The share of the windows that have the best sequence."""
        return self.best_count / self.count

    @property
    def aligned_share(self) -> float:
        """The share of the windows that have the best sequence or a rotation of it."""
        return self.rotations_count / self.count

    @property
    def fills_groups(self) -> bool:
        """Whether enough iterations may be in whole groups."""
        return self.in_groups is None or self.in_groups[1] >= LEAST_IN_GROUPS


class LastExit(Struct, frozen=True):
    """A place where entries leave the loop: the end of ``block``, when ``target`` runs next.

    ``target`` is None if it isn't known. ``count`` entries left there.
    """

    block: int
    target: int | None
    count: int


class Unrolling(Struct, frozen=True):
    """What is known about a loop's consecutive iterations.

    ``repeats`` has two numbers for each distance of 1, 2 ... iterations. The second is the number
    of iterations with an earlier one at that distance in the same entry. The first is how many of
    them went the same way as the earlier one. As in UnrollWindows, an iteration counts only if it
    is one path that goes round the loop.

    ``trips`` says how many entries made 0, 1, 2 ... iterations and then left. ``entries`` is the
    number of all entries whose first path was completed. ``mean_trips`` is the number of counted
    iterations per counted entry (LoopCounts). Unless ``is_mean_known``, paths that were cut off can
    make this mean too high or too low. ``whole`` is the share of iterations that are one path each,
    and ``divided_by`` has what divides the other iterations (traces.SPLITS). ``waiting`` says why a
    loop that goes round only to wait or to try again shouldn't be unrolled (waiting.py); it is None
    for other loops. ``per_entry`` is the distribution of iterations per entry. If it is None, the
    distribution isn't known, so only the mean can be judged. ``k`` is the length of the longest
    sequences, so no period of k or more can be seen. ``bits`` say how uncertain an iteration's way
    is if 0, 1, 2 ... iterations before it are known. ``goes_round`` says whether the loop may ever
    have gone round.

    Five fields are about the entries that made ``steady_trips`` iterations. ``last_exits`` has the
    places where these entries left the loop within their last iteration, the most frequent place
    first. ``left_at_test`` is the number of entries that left at the loop test, after their last
    iteration. ``unseen`` is the number of entries of which the profile doesn't show where they left
    the loop. ``steady_at_top`` is the number of entries that left at the conditions at the loop's
    top (LoopNest.leading_conditions). ``test_bytecodes`` is an upper bound of the bytecodes that
    the loop test executed when entries left at it; each entry in ``unseen`` may have run the whole
    test.

    ``work`` is the number of all recorded bytecodes. ``size`` has the sizes of the code, or is None
    if they aren't considered.
    """

    windows: tuple[UnrollWindows, ...]
    repeats: tuple[tuple[int, int], ...]
    trips: tuple[int, ...]
    entries: int
    mean_trips: float
    whole: float
    waiting: str | None = None
    per_entry: IterationsPerEntry | None = None
    is_mean_known: bool = True
    k: int | None = None
    bits: tuple[float, ...] = ()
    divided_by: tuple[str, ...] = ()
    goes_round: bool = True
    last_exits: tuple[LastExit, ...] = ()
    left_at_test: int = 0
    unseen: int = 0
    steady_at_top: int = 0
    test_bytecodes: int = 0
    work: int = 0
    size: CodeSize | None = None

    @property
    def is_known(self) -> bool:
        """Whether ``period`` is known well enough to judge what unrolling would bring.

        It isn't known if too many iterations are divided into several paths, because only single
        paths are compared. Nor is it known if iterations may well repeat at distances that k hides
        (look_back.py), and entries are long enough to unroll the loop by such a distance. The
        result is also True if the loop isn't unrolled anyway, because it is written out or because
        its entries are too short.
        """
        if self.is_written_out:
            return True
        if self.whole < STEADY:
            return self._is_short
        if self.period is not None:
            return True
        if self.k is None or not self._is_cut_short:
            return True
        is_long = self.mean_trips >= ROUNDS * self.k and self._is_reached(self.k)
        return not (is_long and may_tell_more(self.bits, self.k))

    @property
    def _is_short(self) -> bool:
        return self.is_mean_known and self.mean_trips < ROUNDS * FACTORS[0]

    @property
    def _is_cut_short(self) -> bool:
        """Whether ``repeats`` ends because of k, not because entries make few iterations."""
        seen = len(self.repeats)
        return bool(seen) and self.k == seen + 1 and self.repeats[-1][1] >= LEAST_COUNT

    @property
    def period(self) -> int | None:
        """The shortest distance in ``repeats`` that is steady (STEADY), or None if none is."""
        for distance, (same, count) in enumerate(self.repeats, 1):
            if count >= LEAST_COUNT and same >= STEADY * count:
                return distance
        return None

    @property
    def factors(self) -> tuple[int, ...]:
        """The factors that are worth it, in ascending order.

        There is none if nearly all iterations go the same way: such loops gained nothing from being
        unrolled (docs/evidence/advice.md). Nor is there one if the loop is written out, because
        then no iterations are left to unroll.
        """
        if self.period == 1 or self.is_written_out:
            return ()
        return tuple(factor for factor in self._fitting if self._is_compiled(factor))

    @property
    def _fitting(self) -> tuple[int, ...]:
        """The factors with which the copies of the body would run often and steadily enough."""
        period = self.period
        if period is None or self.waiting is not None:
            return ()
        return tuple(
            one.factor
            for one in self.windows
            if one.factor % period == 0
            and one.count >= LEAST_COUNT
            and one.aligned_share >= STEADY
            and self.mean_trips >= ROUNDS * one.factor
            and self._is_reached(one.factor)
            and one.fills_groups
        )

    def _is_reached(self, factor: int) -> bool:
        """Returns whether at least half of the entries may run through the copies often enough."""
        return self.per_entry is None or not self.per_entry.most_are_fewer(ROUNDS * factor)

    def _is_compiled(self, copies: int) -> bool:
        """Returns whether HotSpot still compiles the method with so many copies of the body."""
        return self.size is None or self.size.is_compiled(copies)

    @property
    def steady_trips(self) -> int | None:
        """The number of iterations that nearly all entries make, if it is 1 to MOST_WRITTEN_OUT.

        It is None otherwise. It is also None for a loop that only waits, and for a loop that never
        went round: its code runs once per entry already.
        """
        if self.entries < LEAST_COUNT or not self.trips or self.waiting is not None:
            return None
        most = int(np.argmax(self.trips))
        is_steady = self.trips[most] >= STEADY * self.entries and self.goes_round
        return most if is_steady and LEAST_WRITTEN_OUT <= most <= MOST_WRITTEN_OUT else None

    @property
    def most_trips(self) -> int | None:
        """The most iterations that any entry made, or None if that isn't known."""
        found = None if self.per_entry is None else self.per_entry.percentile(100)
        return found.most if found is not None and found.least == found.most else None

    @property
    def is_written_out(self) -> bool:
        """Whether writing the loop out is advised; the ways that its iterations go don't matter."""
        return self._would_be_written_out and not self.is_too_large_written_out

    @property
    def _would_be_written_out(self) -> bool:
        """Whether writing the loop out would be advised, however large the code becomes."""
        return self.steady_trips is not None and not self.saves_nothing

    @property
    def is_too_large_written_out(self) -> bool:
        """Whether only the code's size speaks against writing the loop out."""
        made = self.steady_trips
        return self._would_be_written_out and made is not None and not self._is_compiled(made)

    @property
    def saves_nothing(self) -> bool:
        """Whether nearly all entries make 1 iteration, but a special case would save too little.

        The special case can save only the second execution of the loop test.
        """
        return self.steady_trips == 1 and self.test_bytecodes <= LEAST_SAVED * self.work

    @property
    def is_unrolled(self) -> bool:
        """Whether unrolling by a factor is advised."""
        return self.whole >= STEADY and bool(self.factors)

    @property
    def is_too_large_unrolled(self) -> bool:
        """Whether only the code's size speaks against unrolling."""
        return (
            self.whole >= STEADY
            and self.period != 1
            and not self.is_written_out
            and bool(self._fitting)
            and not self.factors
        )

    @property
    def is_worth_it(self) -> bool:
        """Whether there is anything to advise."""
        return self.is_unrolled or self.is_written_out

    @property
    def is_number_known(self) -> bool:
        """Whether the profile shows if nearly all entries make the same number of iterations.

        The result is also True if that doesn't matter because writing the loop out isn't advised
        anyway.
        """
        if self.entries < LEAST_COUNT or self._are_longer:
            return True
        is_steady = max(self.trips, default=0) >= STEADY * self.entries
        return is_steady or self._possibly_alike < STEADY * self.entries

    @property
    def _possibly_alike(self) -> int:
        """The largest number of entries that may all have made the same number of iterations.

        With ``per_entry``, only numbers up to MOST_WRITTEN_OUT are considered.
        """
        found = self.per_entry
        if found is not None and found.entries == self.entries:
            return max(found.possibly_exactly(made) for made in range(MOST_WRITTEN_OUT + 1))
        return max(self.trips, default=0) + self.entries - sum(self.trips)

    @property
    def _are_longer(self) -> bool:
        """Whether too many entries certainly made more than MOST_WRITTEN_OUT iterations."""
        found = self.per_entry
        if found is None:
            return False
        both = (*found.certain, *found.uncertain)
        short = sum(entries for made, entries in both if made <= MOST_WRITTEN_OUT)
        return short < STEADY * self.entries

    def why_not_written_out(self) -> str:
        """Returns why writing out isn't advised; the loop mustn't be one that only waits."""
        if self.entries < LEAST_COUNT:
            entries = "1 entry" if self.entries == 1 else f"{self.entries:,} entries"
            return f"only {entries}; at least {LEAST_COUNT:,} are needed"
        if self._are_longer:
            return self._why_longer()
        share = max(self.trips, default=0) / self.entries
        if share >= STEADY:
            most = int(np.argmax(self.trips))
            if self.saves_nothing:
                return (
                    f"{100 * share:.0f} % of the entries make 1 iteration, but a special case for "
                    f"them saves less than {100 * LEAST_SAVED:.2f} % of the recorded bytecodes"
                )
            if most and not self.goes_round:
                return "the loop never went round, so its code runs once per entry as it is"
            if self.is_too_large_written_out and self.size is not None:
                return self.size.told(most)
            return (
                f"{100 * share:.0f} % of the entries make {most} "
                f"iterations; {LEAST_WRITTEN_OUT} to {MOST_WRITTEN_OUT} are written out"
            )
        if self.is_number_known:
            return (
                f"no single number of iterations up to {MOST_WRITTEN_OUT} is made by "
                f"{100 * STEADY:.0f} % of the entries"
            )
        return self.why_number_unknown().why

    def why_number_unknown(self) -> NotKnown:
        """Returns why ``is_number_known`` is False."""
        share = 100 * (self.entries - sum(self.trips)) / self.entries
        unseen = f"{'> 99' if 99 < share < 100 else f'{share:.0f}'} % of the entries"
        found, reason = self.per_entry, "entries weren't seen to end"
        if found is None or found.longer_entries:
            reason += f"; {larger_k_shows_more(self.k or 1)}"
        sure = None
        if found is not None and not found.unfinished and self.whole >= STEADY:
            sure = found.k_that_shows(MOST_WRITTEN_OUT)
        if sure is not None:
            unseen += f"; -k {sure} shows enough"
            unseen += " if each further iteration is one path" if self.whole < 1 else ""
        return NotKnown(reason, unseen)

    def _why_longer(self) -> str:
        return (
            f"fewer than {100 * STEADY:.0f} % of the entries make at most {MOST_WRITTEN_OUT} "
            "iterations"
        )

    def why_not(self) -> str:
        """Returns why unrolling isn't advised; the loop mustn't be one that only waits."""
        if not self.is_known:
            return self.why_unknown().why
        if self.is_written_out:
            return "written out, the loop has no iterations left to unroll"
        if self.whole < STEADY:
            return self._why_few()
        if not self._compared:
            return (
                f"fewer than {LEAST_COUNT:,} iterations follow another one in the same entry and "
                "go round again"
            )
        if self.period is None:
            at_best = self._at_best()
            if self._is_cut_short:
                at_best += f", and {self._unseen_periods()}"
            return f"{at_best}; at least {100 * STEADY:.0f} % are needed"
        if self.is_too_large_unrolled and self.size is not None:
            return self.size.told(self._fitting[0])
        if self._fitting:
            return (
                "nearly all iterations go the same way, and when measured, such loops gained "
                "nothing from being unrolled"
            )
        return self._why_no_factor(self.period)

    def why_unknown(self) -> NotKnown:
        """Returns why ``is_known`` is False."""
        if self.whole < STEADY:
            return self.why_divided()
        return NotKnown(
            f"{self._unseen_periods()}; {larger_k_shows_more(self.k or 1)}",
            f"up to there, {self._at_best()}",
        )

    @property
    def _compared(self) -> int:
        """The number of distances at which there are enough pairs of iterations to compare."""
        return sum(count >= LEAST_COUNT for _, count in self.repeats)

    def _at_best(self) -> str:
        """Returns how many iterations go the same way as an earlier one, at the best distance."""
        told = self._compared
        compared = self.repeats[:told]
        same, count = max(compared, key=lambda one: one[0] / one[1])
        distance = compared.index((same, count)) + 1
        how_far = "the one before" if distance == 1 else f"the one {distance} before"
        if told > 1:
            how_far += f" (distances of 1 to {told} were compared)"
        return (
            f"at best {100 * same / count:.0f} % of all later iterations of an entry go the same "
            f"way as {how_far}"
        )

    def _unseen_periods(self) -> str:
        return f"with k = {self.k} no period above {self._compared} can be seen"

    def why_divided(self) -> NotKnown:
        """Returns what divides iterations into several paths, and how many are divided."""
        if not self.divided_by:
            return NotKnown("no iteration began with a completed path")
        *others, last = self.divided_by
        what = f"{', '.join(others)} and {last}" if others else last
        # Only cut edges are of the profiler's own making.
        more = "; a larger --max-paths may leave fewer cut edges"
        return NotKnown(
            f"{what} split iterations into several paths"
            + (more if SPLITS["cut"] in self.divided_by else ""),
            f"all but {100 * self.whole:.0f} % of the iterations"
            if self.whole
            else "every iteration",
        )

    def _why_few(self) -> str:
        entry = "an entry makes" if self.is_mean_known else "a counted entry makes"
        return f"{entry} only {self.mean_trips:.1f} iterations on average"

    def _why_no_factor(self, period: int) -> str:
        """Returns the first condition of ``_fitting`` that no factor meets, in words."""
        # The period itself is one of the factors.
        left = [one for one in self.windows if one.factor % period == 0]
        long = [one for one in left if one.factor * ROUNDS <= self.mean_trips]
        if not long:
            return self._why_few()
        left = [one for one in long if self._is_reached(one.factor)]
        if not left:
            least = min(one.factor for one in long)
            return (
                f"most entries make fewer than {ROUNDS * least} iterations, though the mean "
                f"{'' if self.is_mean_known else 'of the counted ones '}is {self.mean_trips:.1f}"
            )
        frequent = [one for one in left if one.count >= LEAST_COUNT]
        if not frequent:
            return (
                f"fewer than {LEAST_COUNT:,} stretches of {left[0].factor} iterations in a row "
                "were counted"
            )
        steady = [one for one in frequent if one.aligned_share >= STEADY]
        if not steady:
            return (
                f"for each factor, fewer than {100 * STEADY:.0f} % of the stretches of that length "
                "are the most frequent stretch or a rotation of it"
            )
        short = steady[0]
        assert short.in_groups is not None, "nothing else is left that could rule out the factor"
        return (
            f"only {100 * short.in_groups[1]:.0f} % of all iterations of the loop are in "
            f"whole groups of {short.factor}, counted from each entry"
        )


def unrolling(
    chains: Chains,
    test: frozenset[int],
    counts: LoopCounts,
    waiting: str | None = None,
    per_entry: IterationsPerEntry | None = None,
    k: int | None = None,
    leading: frozenset[int] = frozenset(),
    instructions: Sequence[int] = (),
    work: int = 0,
    size: CodeSize | None = None,
) -> Unrolling:
    """Returns what is known about unrolling a loop, for all factors that the profile's k allows.

    ``test`` are the blocks of the loop's test (LoopNest.test); leaving the loop there doesn't count
    as an iteration. ``counts`` are the loop's entries and iterations. Unlike chains, they include
    iterations whose first path was abandoned, if a handler in the loop caught the exception.
    ``waiting``, ``per_entry``, ``k``, ``work`` and ``size`` are as in Unrolling. If ``k`` is None,
    the result doesn't consider what longer sequences might show. ``leading`` are the blocks of
    LoopNest.leading_conditions. ``instructions`` has the number of bytecodes in each block; without
    it, ``test_bytecodes`` is 0.
    """
    forest = chains.all
    header = chains.traces.loop.header
    with_header = chains.traces.has(header)
    traces = chains.traces.all
    is_out = np.array([one.end == "out" for one in traces])
    is_back = np.array([one.end == "back" for one in traces])
    is_test = chains.traces.leave_at(test)
    # Otherwise, the two don't agree which entries there were.
    is_same = per_entry is not None and per_entry.entries == chains.entries
    walks = per_entry if is_same else None
    totals = np.array([one.count for one in traces])
    begun = int(totals[with_header & ~is_test].sum())
    unfinished = int(totals[with_header & [one.end == "within" for one in traces]].sum())
    # If a level is empty, all deeper levels are empty, too.
    all_whole = (_whole(forest, nodes, with_header, is_back) for nodes in forest.levels)
    levels = [nodes for nodes in all_whole if len(nodes)]
    repeats = []
    for level in levels[1:]:
        rows = forest.sequences(level)
        times = forest.counts[level]
        is_same = rows[:, 0] == rows[:, -1]
        repeats.append((int(times[is_same].sum()), int(times.sum())))
    exits = _exits(chains, is_out, is_test) if walks is None else walks.exits
    found = Unrolling(
        (), tuple(repeats),
        _trips([(it.iterations, it.entries) for it in exits] if walks is None else _made(walks)),
        chains.entries,
        counts.iterations / counts.entries if counts.entries else 0.0,
        (begun - unfinished) / max(begun, counts.iterations) if begun else 0.0, waiting, per_entry,
        counts.mean_iterations is not None, k,
        Histories(forest, levels).uncertainty(forest.paths).bits if levels else (),
        _divided_by([one for one in traces if header in one.blocks], counts.iterations > begun),
        bool(is_back.any()), work=work, size=size,
    )  # fmt: skip
    factors = sorted({*FACTORS, max(found.period or 0, FACTORS[0])})
    windows = []
    for factor in factors:
        if factor <= len(levels):
            one = windows_of(factor, forest, levels[factor - 1])
            low, high = _within(one, forest, levels, k or forest.max_depth)
            windows.append(
                replace(
                    one,
                    in_groups=None if per_entry is None else per_entry.in_groups(factor),
                    iterations=max(begun, counts.iterations),
                    begun=traces[one.best[0]].count,
                    within=(low, min(high, sum(traces[way].count for way in set(one.best)))),
                )
            )
    found = replace(found, windows=tuple(windows))
    return _with_exits(found, exits, chains.traces, test, leading, instructions)


def _with_exits(
    found: Unrolling,
    left: Iterable[LoopExit],
    traces: LoopTraces,
    test: frozenset[int],
    leading: frozenset[int],
    instructions: Sequence[int],
) -> Unrolling:
    """Adds the exits of the entries that made ``steady_trips`` iterations.

    ``left`` are the exits of all entries that were seen to leave the loop.
    """
    made = found.steady_trips
    if made is None:
        return found
    exits = Counter[tuple[int, int | None]]()
    at_test = at_top = cost = 0
    sizes = instructions if len(instructions) else [0] * (max(traces.loop.blocks) + 1)
    whole_test = sum(sizes[block] for block in test)
    for one in left:
        if one.iterations != made:
            continue
        if one.block in leading:
            at_top += one.entries
        if not one.at_test:
            exits[one.block, one.target] += one.entries
            continue
        at_test += one.entries
        within = [block for block in traces.blocks_of(one.path) if block in test]
        # If the path began within the test, it doesn't show all blocks of the test that ran.
        ran = sum(sizes[block] for block in within) if traces.loop.header in within else whole_test
        cost += one.entries * ran
    ordered = sorted(exits.items(), key=lambda it: -it[1])
    unseen = found.trips[made] - at_test - exits.total()
    cost += unseen * whole_test
    return replace(
        found,
        last_exits=tuple(LastExit(*key, count) for key, count in ordered),
        left_at_test=at_test,
        unseen=unseen,
        steady_at_top=at_top,
        test_bytecodes=cost,
    )


def _divided_by(begun: Iterable[Trace], has_caught: bool) -> tuple[str, ...]:
    """Returns what divides iterations that begin with the traces in ``begun``.

    ``has_caught`` says that exceptions cut off first paths of iterations, and that the loop caught
    these exceptions.
    """
    found = frozenset[str]().union(*(one.splits for one in begun))
    if has_caught:
        found |= {SPLITS["exit"]}
    return tuple(one for one in SPLITS.values() if one in found)


def _within(
    one: UnrollWindows, forest: Forest, levels: Sequence[IndexArray], k: int
) -> tuple[int, int]:
    """Returns bounds on the number of iterations that are part of an occurrence of ``one.best``.

    Occurrences can overlap if the sequence ends as it begins. An occurrence that begins n
    iterations after the previous one adds n iterations, but at most ``factor``. The two can overlap
    only if the sequence repeats itself at the distance n, and only if enough whole iterations came
    in a row. ``levels`` have the n-grams of whole iterations, by length. N-grams longer than
    ``factor`` show how many occurrences begin at the shortest such distance after the previous one.
    ``k`` is the length of the longest n-grams that are recorded.
    """
    best, factor = one.best, one.factor
    longest = factor + factor if len(levels) >= k else len(levels)
    overlapping = [
        at for at in range(1, factor) if best[at:] == best[: factor - at] and factor + at <= longest
    ]
    if not overlapping:
        return factor * one.best_count, factor * one.best_count
    shortest, *others = *overlapping, factor
    close = 0
    if factor + shortest <= len(levels):
        nodes = levels[factor + shortest - 1]
        is_close = forest.sequences(nodes) == [*best[:shortest], *best]
        close = int(forest.counts[nodes[is_close.all(axis=1)]].sum())
        # If two overlapping occurrences are a multiple of the shortest distance apart, another one
        # begins between them, at the shortest distance from the first.
        least = min(at for at in others if at % shortest or at == factor)
    else:
        least = shortest
    apart = max(one.best_count - close, 0)
    return shortest * close + least * apart, shortest * close + factor * apart


def windows_of(factor: int, forest: Forest, nodes: IndexArray) -> UnrollWindows:
    """Returns the windows whose n-grams are the given nodes, all of depth ``factor``."""
    counts = forest.counts[nodes]
    rows = forest.sequences(nodes)
    best = int(np.argmax(counts))
    total = int(counts.sum())
    sequence: list[int] = rows[best].tolist()
    is_rotation = np.zeros(len(rows), dtype=bool)
    for at in range(factor):
        is_rotation |= (rows == sequence[at:] + sequence[:at]).all(axis=1)
    return UnrollWindows(
        factor, total, len(nodes), tuple(sequence), int(counts[best]),
        int(counts[is_rotation].sum()), needed(counts, 0.9),
    )  # fmt: skip


def needed(counts: Int64Array, share: float) -> int:
    """Returns how many of the largest counts are needed to make up a share of the total."""
    covered = np.cumsum(np.sort(counts)[::-1])
    return int(np.searchsorted(covered, share * covered[-1]) + 1)


def _whole(
    forest: Forest, nodes: IndexArray, with_header: BoolArray, is_back: BoolArray
) -> IndexArray:
    """Returns the n-grams whose first path begins at the header, and whose last path goes round.

    In a chain, all other paths begin at the header, and all but the last go round. So these n-grams
    consist of whole iterations.
    """
    rows = forest.sequences(nodes)
    return nodes[with_header[rows[:, 0]] & is_back[rows[:, -1]]]


def _trips(made: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Returns how many entries made 0, 1, 2 ... iterations.

    Each pair of ``made`` is a number of iterations and the number of entries that made that many.
    """
    both = list(made)
    found = [0] * max((iterations + 1 for iterations, _ in both), default=0)
    for iterations, entries in both:
        found[iterations] += entries
    return tuple(found)


def _made(walks: IterationsPerEntry) -> Iterator[tuple[int, int]]:
    """Yields pairs for ``_trips``.

    Chains lose entries whose iterations are divided by inner loops, cut edges or handlers, but
    walks don't. Entries whose number of iterations follows only from the loop's total are left out
    if that number is too large to write the loop out.
    """
    yield from walks.known
    yield from (one for one in walks.told_by_total if one[0] <= MOST_WRITTEN_OUT)


def _exits(chains: Chains, is_out: BoolArray, is_test: BoolArray) -> list[LoopExit]:
    """Returns where the entries left the loop whose chains show it."""
    entered, traces = chains.entered, chains.traces.all
    nodes = np.flatnonzero(is_out[entered.paths])
    columns = (entered.depths[nodes], entered.paths[nodes], entered.counts[nodes])
    found = []
    for depth, trace, entries in zip(*(one.tolist() for one in columns), strict=True):
        one, at_test = traces[trace], bool(is_test[trace])
        last = one.blocks[-1]
        found.append(
            LoopExit(depth - at_test, at_test, one.path, last, one.targets.get(last), entries)
        )
    return found
