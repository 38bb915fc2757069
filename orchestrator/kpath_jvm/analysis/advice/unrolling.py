"""What a loop would meet if it were unrolled."""

from dataclasses import dataclass, replace

import numpy as np

from kpath_jvm.analysis.advice.chains import Chains
from kpath_jvm.profile.forest import BoolArray, Forest, IndexArray, Int64Array

#: Factors that are looked at, with the period if there is one.
FACTORS = (2, 4, 8)
#: Windows, or entries, below which nothing is advised: what is changed for them pays nobody.
LEAST_COUNT = 1000
#: A period is steady if so many iterations go the same way as those a period before; and a factor
#: is worth it if so many windows are the best sequence, begun anywhere in it.
STEADY = 0.9
#: Body copies are run through so often by a mean entry at least.
ROUNDS = 2
#: Iterations up to which a loop may be written out as a whole.
MOST_WRITTEN_OUT = 8


@dataclass(frozen=True)
class UnrollWindows:
    """Windows of ``factor`` iterations in a row of one entry into a loop.

    ``count`` of them all and of different ``sequences``; the ``best`` sequence (numbers of traces)
    and how often it occurred, and how often it or a rotation of it; ``for_90`` sequences cover
    90 % of the windows.
    """

    factor: int
    count: int
    sequences: int
    best: tuple[int, ...]
    best_count: int
    rotations_count: int
    for_90: int

    @property
    def share(self) -> float:
        """The share of the windows that the best sequence has."""
        return self.best_count / self.count

    @property
    def aligned_share(self) -> float:
        """The share that it has with its rotations: what copies met if they began in step."""
        return self.rotations_count / self.count


@dataclass(frozen=True)
class Unrolling:
    """What is known of a loop's iterations in a row.

    ``repeats`` has for distances 1, 2 ... how many iterations went the same way as the one so far
    before, and of how many; the one with which the loop is left isn't asked. ``trips`` has how many
    entries made 0, 1, 2 ... iterations and left then; ``entries`` are all, ``mean_trips`` the
    iterations per entry (docs/glossary.md). ``whole`` is the share of the iterations that are one
    path each: windows hold only these, and where it is left that last time at its test too.
    """

    windows: tuple[UnrollWindows, ...]
    repeats: tuple[tuple[int, int], ...]
    trips: tuple[int, ...]
    entries: int
    mean_trips: float
    whole: float

    @property
    def period(self) -> int | None:
        """The shortest steady distance, None if no distance is."""
        for distance, (same, count) in enumerate(self.repeats, 1):
            if count >= LEAST_COUNT and same >= STEADY * count:
                return distance
        return None

    @property
    def factors(self) -> tuple[int, ...]:
        """The factors that are worth it, ascending."""
        period = self.period
        if period is None:
            return ()
        return tuple(
            one.factor
            for one in self.windows
            if one.factor % period == 0
            and one.count >= LEAST_COUNT
            and one.aligned_share >= STEADY
            and self.mean_trips >= ROUNDS * one.factor
        )

    @property
    def steady_trips(self) -> int | None:
        """The iterations, two or more, that nearly all entries make; so it can be written out."""
        if self.entries < LEAST_COUNT or not self.trips:
            return None
        most = int(np.argmax(self.trips))
        is_steady = self.trips[most] >= STEADY * self.entries
        return most if is_steady and 2 <= most <= MOST_WRITTEN_OUT else None

    @property
    def is_worth_it(self) -> bool:
        """Whether there is anything to advise."""
        return self.whole >= STEADY and (bool(self.factors) or self.steady_trips is not None)

    def why_not(self) -> str:
        """Returns why there is nothing to advise."""
        if self.whole < STEADY:
            return f"only {100 * self.whole:.0f} % of the iterations are one path each"
        counts = [count for _, count in self.repeats]
        if max(counts, default=0) < LEAST_COUNT and self.entries < LEAST_COUNT:
            return f"fewer than {LEAST_COUNT:,} windows and entries"
        if not self.repeats:
            return "no two iterations follow each other in the profile's sequences"
        if self.period is None:
            return f"iterations don't repeat at any distance up to {len(self.repeats)}"
        if not any(one.factor * ROUNDS <= self.mean_trips for one in self.windows):
            return f"an entry makes only {self.mean_trips:.1f} iterations on average"
        return f"no factor has {100 * STEADY:.0f} % of its windows in step"


def unrolling(chains: Chains, test: frozenset[int]) -> Unrolling:
    """Returns what unrolling a loop would meet, for all factors that the profile's k allows.

    ``test`` are the blocks of its test (LoopNest.test): who leaves there makes no iteration more.
    """
    forest = chains.all
    header = chains.traces.loop.header
    with_header = chains.traces.has(header)
    traces = chains.traces.all
    is_out = np.array([one.end == "out" for one in traces])
    is_test = np.array([one.end == "out" and test.issuperset(one.blocks) for one in traces])
    totals = np.array([one.count for one in traces])
    begun = int(totals[with_header & ~is_test].sum())
    # Where a cut lies within the test, it is left by a path that doesn't run through the header.
    iterations = int(totals[with_header].sum()) - int(totals[is_test].sum())
    unfinished = int(totals[with_header & [one.end == "within" for one in traces]].sum())
    # Once a level is empty those below it are.
    levels = [it for nodes in forest.levels if len(it := _whole(forest, nodes, with_header))]
    repeats = []
    for level in levels[1:]:
        rows = forest.sequences(level)
        counts = forest.counts[level]
        goes_on = ~is_out[rows[:, -1]]
        is_same = goes_on & (rows[:, 0] == rows[:, -1])
        repeats.append((int(counts[is_same].sum()), int(counts[goes_on].sum())))
    found = Unrolling(
        (), tuple(repeats), _trips(chains.entered, is_out, is_test), chains.entries,
        iterations / chains.entries if chains.entries else 0.0,
        1 - unfinished / begun if begun else 0.0,
    )  # fmt: skip
    factors = sorted({*FACTORS, max(found.period or 0, FACTORS[0])})
    windows = tuple(
        windows_of(factor, forest, levels[factor - 1])
        for factor in factors
        if factor <= len(levels)
    )
    return replace(found, windows=windows)


def windows_of(factor: int, forest: Forest, nodes: IndexArray) -> UnrollWindows:
    """Returns what windows meet whose n-grams are the given nodes of so large a depth."""
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
    """Returns how many of the largest counts are that share of all."""
    covered = np.cumsum(np.sort(counts)[::-1])
    return int(np.searchsorted(covered, share * covered[-1]) + 1)


def _whole(forest: Forest, nodes: IndexArray, with_header: BoolArray) -> IndexArray:
    """Returns the n-grams that begin with an iteration from its header on; the rest always are."""
    return nodes[with_header[forest.sequences(nodes)[:, 0]]]


def _trips(entered: Forest, is_out: BoolArray, is_test: BoolArray) -> tuple[int, ...]:
    """Returns how many entries left after 0, 1, 2 ... iterations."""
    left = is_out[entered.paths]
    found = np.zeros(entered.max_depth + 1, dtype=np.int64)
    iterations = entered.depths[left] - is_test[entered.paths[left]]
    np.add.at(found, iterations, entered.counts[left])
    numbers: list[int] = found.tolist()
    return tuple(numbers)
