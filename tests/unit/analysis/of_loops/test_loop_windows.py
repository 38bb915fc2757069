"""Compares what n-grams say about a loop's iterations with the sequences themselves."""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from math import log2
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.looping import Completed, LoopingProgram, profile_of, random_program
from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.profile.writer import write_profile

K = 4
Window = tuple[Completed, ...]


class Slow:
    """One loop of a program, named by its header. Everything is derived from the sequences."""

    def __init__(self, program: LoopingProgram, header: int) -> None:
        self.bodies = program.bodies()
        self.latches = {a for a, b in program.back_edges if b == header}
        self.header = header
        self.sequences = program.sequences

    def loop_of(self, one: Completed, then: Completed) -> int | None:
        """Returns the header of the innermost loop around a step."""
        both = {one.blocks[-1], then.blocks[0]}
        around = [header for header, body in self.bodies.items() if body >= both]
        return min(around, key=lambda header: len(self.bodies[header]), default=None)

    def is_own(self, one: Completed, then: Completed) -> bool:
        is_loop = one.end == then.start == "loop"
        return is_loop and one.blocks[-1] in self.latches and then.blocks[0] == self.header

    def is_within(self, window: Window) -> bool:
        """Returns whether no step of the path leaves the loop."""
        body = self.bodies[self.header]
        return all(
            one.blocks[-1] in body and then.blocks[0] in body for one, then in pairwise(window)
        )

    def is_whole(self, one: Completed) -> bool:
        is_loop = one.start == one.end == "loop"
        return is_loop and one.blocks[0] == self.header and one.blocks[-1] in self.latches

    def windows(self, length: int) -> Iterable[Window]:
        for sequence in self.sequences:
            for first in range(len(sequence) - length + 1):
                yield tuple(sequence[first : first + length])

    def entropies(self) -> list[float]:
        """Returns the entropy of the loop's next path if 0, 1 or more paths before it are known."""
        found = []
        for known in range(K):
            contexts: dict[tuple[int, ...], Counter[int]] = {}
            for sequence in self.sequences:
                for at in range(1, len(sequence)):
                    if not self.is_own(sequence[at - 1], sequence[at]):
                        continue
                    first = at
                    while at - first < known and first > 0:
                        if not self.is_within(tuple(sequence[first - 1 : first + 1])):
                            break
                        first -= 1
                    before = tuple(path.number for path in sequence[first:at])
                    contexts.setdefault(before, Counter())[sequence[at].number] += 1
            total = sum(map(Counter.total, contexts.values()))
            bits = 0.0
            for after in contexts.values():
                bits -= sum(n / total * log2(n / after.total()) for n in after.values())
            found += [bits] if total else []
        return found

    def period(self) -> tuple[int, float] | None:
        off: list[float] = []
        steps = sum(self.is_own(*window) for window in self.windows(2))
        for period in range(1, K):
            windows = [
                window
                for window in self.windows(period + 1)
                if all(map(self.is_own, window, window[1:])) and all(map(self.is_whole, window))
            ]
            if not windows or 2 * len(windows) < steps:
                return None
            same = sum(window[0].number == window[-1].number for window in windows)
            off.append(1 - same / len(windows))
            clearly = all(2 * off[-1] <= other for other in off[:-1])
            if 10 * same >= 9 * len(windows) and clearly:
                return period, same / len(windows)
        return None

    def hottest(self) -> tuple[int, int] | None:
        """Returns what the hottest sequence covers, and its length, by the rules of decision 5."""
        counts: Counter[tuple[int, ...]] = Counter()
        is_around = set()
        for length in range(2, K + 1):
            for window in self.windows(length):
                if not self.is_within(window):
                    continue
                gram = tuple(path.number for path in window)
                counts[gram] += 1
                loops = {self.loop_of(*step) for step in pairwise(window)}
                inner = {
                    header
                    for header, body in self.bodies.items()
                    if body < self.bodies[self.header]
                }
                if not any(
                    loops <= {one for one in inner if self.bodies[one] <= self.bodies[header]}
                    for header in inner
                ):
                    is_around.add(gram)
        found = [
            (count * next(
                p for p in range(1, len(gram) + 1) if gram[p:] == gram[: len(gram) - p]
            ), len(gram))
            for gram, count in counts.items()
            if gram in is_around
            and not any(
                5 * n >= 3 * count and gram in (other[1:], other[:-1])
                for other, n in counts.items()
            )
        ]  # fmt: skip
        return max(found, default=None)


@given(st.integers(0, 2**32), st.sampled_from([0.0, 0.03]))
def test_by_the_definitions(seed: int, exceptions: float) -> None:
    program = random_program(seed, exceptions)
    if program.irreducible:
        return
    with profile_of(program, K) as profile:
        rows = loop_rows(profile, 0)
    for row in rows:
        slow = Slow(program, row.header)
        bits = slow.entropies()
        assert row.entropies == pytest.approx(bits[: len(row.entropies)], abs=1e-9)
        # Knowing more paths doesn't lower the entropy any further.
        assert all(
            later == pytest.approx(row.entropies[-1], abs=1e-9)
            for later in bits[len(row.entropies) :]
        )
        assert list(row.entropies) == sorted(row.entropies, reverse=True) or all(
            later <= one + 1e-9 for one, later in pairwise(row.entropies)
        )
        period = slow.period()
        assert (row.period, row.period_share) == (period or (None, None))
        found = row.sequence and (row.sequence.covered, len(row.sequence.paths))
        assert found == slow.hottest()


def test_there_are_periods_and_sequences_in_random_methods() -> None:
    """Shows that the property above is tested with real cases."""
    periods, lengths = Counter[int | None](), Counter[int]()
    for seed in range(100):
        program = random_program(seed)
        with profile_of(program, K) as profile:
            for row in loop_rows(profile, 0):
                periods[row.period] += 1
                lengths[len(row.entropies)] += 1
    assert {None, 1} <= set(periods)
    assert {0, K} <= set(lengths)


@pytest.mark.parametrize(
    ("stream", "period"),
    [
        ([6, *[2] * 40, 3], (1, 1.0)),
        ([6, *[2, 0] * 20, 3], (2, 1.0)),
        ([6, *[2, 2, 0] * 20, 3], (3, 1.0)),
        # This period would need longer sequences than were recorded.
        ([6, *[2, 2, 0, 0] * 20, 3], None),
        # In the first stream, 18 of 20 pairs have the same path twice, which is just enough. In the
        # second, it is 17 of 19, which isn't.
        ([6, *[2] * 10, *[0] * 5, *[2] * 6, 3], (1, 0.9)),
        ([6, *[2] * 10, *[0] * 4, *[2] * 6, 3], None),
        # Paths two apart are equal more often than neighbours, but not clearly enough for a period.
        ([6, *[2, 2, 2, 2, 2, 2, 2, 2, 0, 2, 0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2] * 20, 3], None),
        # The first stream has four steps of the loop, and two pairs of whole iterations, which is
        # half of them and just enough. The second stream has three steps and one pair.
        ([6, 2, 2, 2, 3], (1, 1.0)),
        ([6, 2, 2, 3], None),
    ],
)
def test_periods(tmp_path: Path, stream: list[int], period: tuple[int, float] | None) -> None:
    builder = RecordingBuilder(k=K)
    builder.stream(builder.add(figure_3()), stream)
    write_profile(tmp_path / "it.kpath", builder.build(tmp_path), demo_run())
    (row,) = loop_rows(Profile.open(tmp_path / "it.kpath"), 0)
    assert (row.period, row.period_share) == (period or (None, None))


def test_the_next_path_is_known_by_those_before_it(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=K)
    # B follows A A, and A follows B. Knowing one path tells something, and knowing two tells all,
    # except at the end.
    builder.stream(builder.add(figure_3()), [6, *[2, 2, 0] * 100])
    write_profile(tmp_path / "it.kpath", builder.build(tmp_path), demo_run())
    (row,) = loop_rows(Profile.open(tmp_path / "it.kpath"), 0)
    third = -(2 * log2(2 / 3) + log2(1 / 3)) / 3
    assert row.entropies == pytest.approx([third, 199 / 300, 0, 0], abs=0.01)
    assert row.sequence is not None
    assert (row.sequence.period, len(row.sequence.paths)) == (3, K)
