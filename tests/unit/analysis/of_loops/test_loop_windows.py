"""Checks what n-grams show about a loop's iterations against whole sequences of paths."""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise, takewhile
from math import log2
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.looping import Completed, LoopingProgram, profile_of, random_program
from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.analysis.uncertainty import is_enough
from kpath_jvm.profile.writer import write_profile

K = 4
Window = tuple[Completed, ...]


class Slow:
    """A program's loop, given by its header. All figures come from whole sequences."""

    def __init__(self, program: LoopingProgram, header: int) -> None:
        self.bodies = program.bodies()
        self.latches = {a for a, b in program.back_edges if b == header}
        self.header = header
        self.test = program.test(header)
        self.sequences = program.sequences
        self.athrows = set(program.method.athrows)
        # The targets of the edges that end paths, by the kind of the end and by the source.
        self.ways: dict[tuple[str, int], set[int]] = {}
        steps = {(source, target) for source, target, _ in program.method.edges}
        cuts = {tuple(edge) for edge in program.method.cuts}
        for source, targets in program.ordinary.items():
            for target in targets:
                if (source, target) not in steps:
                    kind = "cut" if (source, target) in cuts else "loop"
                    self.ways.setdefault((kind, source), set()).add(target)

    def loop_of(self, one: Completed, then: Completed) -> int | None:
        """Returns the header of the innermost loop around a step from one path to the next."""
        both = {one.blocks[-1], then.blocks[0]}
        around = [header for header, body in self.bodies.items() if body >= both]
        return min(around, key=lambda header: len(self.bodies[header]), default=None)

    def is_own(self, one: Completed, then: Completed) -> bool:
        is_loop = one.end == then.start == "loop"
        return is_loop and one.blocks[-1] in self.latches and then.blocks[0] == self.header

    def is_within(self, window: Window) -> bool:
        """Returns whether no step of the window leaves the loop."""
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

    def stays(self, sequence: list[Completed], at: int) -> bool | None:
        """Returns whether the path at index ``at`` stays in the loop, or None if it isn't clear.

        If the method could go on either inside or outside the loop after the path's last block, the
        answer is None, wherever it really went on.
        """
        body, one = self.bodies[self.header], sequence[at]
        last = one.blocks[-1]
        if last not in body:
            return False
        if one.end == "exit":
            return None if last in self.athrows else False
        ways = {to in body for to in self.ways[one.end, last]}
        return None if len(ways) > 1 else ways == {True}

    def nexts(self) -> list[tuple[list[Completed], int, int]]:
        """Returns the places of all paths that follow a back edge of the loop.

        A place is a sequence, the path's index in it, and the index of the first path that belongs
        to the same entry of the loop.
        """
        found = []
        for sequence in self.sequences:
            for at in range(1, len(sequence)):
                if not self.is_own(sequence[at - 1], sequence[at]):
                    continue
                first = at
                while first > 0 and self.is_within(tuple(sequence[first - 1 : first + 1])):
                    first -= 1
                found.append((sequence, at, first))
        return found

    def bits(self, of_exit: bool) -> list[float]:
        """Returns how uncertain the next path is, in bits, if 0, 1, ... earlier paths are known.

        If ``of_exit`` is false, next paths that leave the loop don't count. If it is true, returns
        how uncertain it is whether the next path leaves the loop.
        """
        found = []
        for known in range(K):
            contexts = self.contexts(known, of_exit)
            total = sum(map(Counter.total, contexts.values()))
            found.append(
                -sum(
                    n / total * log2(n / after.total())
                    for after in contexts.values()
                    for n in after.values()
                )
            )
        return found

    def bits_by_number(self, known: int) -> float | None:
        """Returns how uncertain an exit is if only the back edges since the entry are counted.

        Up to ``known`` back edges are counted, or one more if the first path shows that it enters
        the loop. Returns None if paths that aren't whole iterations come between these back edges.
        """
        contexts: dict[int, Counter[bool | None]] = {}
        for sequence, at, first in self.nexts():
            if not all(self.is_own(*step) for step in pairwise(sequence[first : at + 1])):
                return None
            is_first = sequence[first].blocks[0] != self.header or sequence[first].start == "entry"
            number = min(at - first, known + is_first if known else 0)
            contexts.setdefault(number, Counter())[self.stays(sequence, at) is False] += 1
        total = sum(map(Counter.total, contexts.values()))
        return -sum(
            n / total * log2(n / after.total())
            for after in contexts.values()
            for n in after.values()
        )

    def sure_from(self, most: int) -> int | None:
        """Returns how many paths must be known to decide the next path, or None.

        The result is None if even ``most`` known paths don't decide the next path.
        """
        for known in range(1, most + 1):
            whole = [it for key, it in self.contexts(known, False).items() if len(key) == known]
            if whole and all(len(after) == 1 for after in whole):
                return known
        return None

    def contexts(self, known: int, of_exit: bool) -> dict[tuple[int, ...], Counter[object]]:
        """Returns what followed each history of ``known`` paths.

        If the loop entry had fewer paths until then, the history is shorter.
        """
        contexts: dict[tuple[int, ...], Counter[object]] = {}
        for sequence, at, first in self.nexts():
            is_left = self.stays(sequence, at) is False
            if is_left and not of_exit:
                continue
            before = tuple(path.number for path in sequence[max(first, at - known) : at])
            item = is_left if of_exit else sequence[at].number
            contexts.setdefault(before, Counter())[item] += 1
        return contexts

    def too_few(self, of_exit: bool) -> tuple[int, int, int] | None:
        """Returns the least number of known paths for which there are too few executions.

        Also returns the numbers of histories and executions for that many known paths. Returns
        None if there are always enough executions.
        """
        settled = 0
        for known in range(1, K):
            before, after = self.contexts(known - 1, of_exit), self.contexts(known, of_exit)
            choices = {
                history: len(before[history if len(history) < known else history[1:]]) - 1
                for history in after
            }
            executions = sum(map(Counter.total, after.values()))
            if not is_enough(executions, settled + sum(choices.values())):
                return known, len(after), executions
            settled += sum(n for history, n in choices.items() if len(after[history]) == 1)
        return None

    def caught(self) -> int:
        """Counts the completed paths that began at a handler in the loop."""
        body = self.bodies[self.header]
        paths = (one for sequence in self.sequences for one in sequence)
        return sum(one.start == "handler" and one.blocks[0] in body for one in paths)

    def not_followed(self) -> int:
        """Returns the number of back edges after which no path was completed."""
        return sum(
            sequence[-1].end == "loop"
            and sequence[-1].blocks[-1] in self.latches
            and self.ways["loop", sequence[-1].blocks[-1]] == {self.header}
            for sequence in self.sequences
            if sequence
        )

    def next_iteration(self) -> tuple[int, int, int, int, int] | None:
        """Counts the paths after back edges: all of them, and then four kinds of them.

        The kinds are paths that left the loop, paths that may have left it, parts of iterations
        that may have stayed in the loop, and parts of iterations that ended at an athrow.
        """
        paths = [(self.stays(sequence, at), sequence[at]) for sequence, at, _ in self.nexts()]
        if not paths:
            return None
        pieces = [
            one
            for stays, one in paths
            if stays is not False and not (one.end == "loop" and one.blocks[-1] in self.latches)
        ]
        left = sum(stays is False for stays, _ in paths)
        thrown = sum(one.end == "exit" for one in pieces)
        unclear = sum(stays is None for stays, _ in paths)
        return len(paths), left, unclear, len(pieces), thrown

    def left_inside(self) -> int | None:
        """Counts paths that follow a back edge and leave the loop elsewhere than at its test."""
        body = self.bodies[self.header]
        if not self.test:
            return None
        found = 0
        for sequence, at, _ in self.nexts():
            if self.stays(sequence, at) is False:
                run = list(takewhile(body.__contains__, sequence[at].blocks))
                found += run[-1] not in self.test
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

    def hottest(self) -> dict[tuple[int, ...], int]:
        """Returns the hottest sequences of paths, and how often each occurred.

        They cover equally many completions and are equally long. The rules are those of
        docs/formats/profile.md.
        """
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
        found = {
            gram: (count * next(
                p for p in range(1, len(gram) + 1) if gram[p:] == gram[: len(gram) - p]
            ), len(gram))
            for gram, count in counts.items()
            if gram in is_around
            and not any(
                5 * n >= 3 * count and gram in (other[1:], other[:-1])
                for other, n in counts.items()
            )
        }  # fmt: skip
        most = max(found.values(), default=None)
        return {gram: counts[gram] for gram, covered in found.items() if covered == most}


@given(st.integers(0, 2**32), st.sampled_from([0.0, 0.03]))
def test_by_the_definitions(seed: int, exceptions: float) -> None:
    program = random_program(seed, exceptions)
    if program.irreducible:
        return
    with profile_of(program, K) as profile:
        rows = loop_rows(profile, 0)
    for row in rows:
        slow = Slow(program, row.header)
        found, wanted = row.next_iteration, slow.next_iteration()
        if found is None:
            assert wanted is None
        else:
            counts = (found.followed, found.left, found.unclear, found.pieces, found.thrown)
            assert counts == wanted
            assert found.stayed == found.followed - found.left
            assert found.not_followed in (None, slow.not_followed())
            assert found.not_followed is not None or exceptions or found.unclear
            assert found.caught == slow.caught()
            assert found.left_inside == slow.left_inside()
            for some, of_exit in ((found.bits, False), (found.exit_bits, True)):
                bits, too_few = slow.bits(of_exit), slow.too_few(of_exit)
                assert some == pytest.approx(bits[: len(some)], abs=1e-9)
                # More known paths never make the next path less certain. Beyond the listed figures,
                # they don't make it more certain, either, unless there are too few executions.
                if too_few is None:
                    assert not some or bits[len(some) :] == pytest.approx(
                        [some[-1]] * (K - len(some)), abs=1e-9
                    )
                else:
                    assert not some or len(some) == too_few[0]
                if some and not of_exit:
                    one = found.too_few
                    assert too_few == (one and (one.known, one.histories, one.executions))
                assert all(later <= one + 1e-9 for one, later in pairwise(some))
            by_number = [slow.bits_by_number(known) for known in range(len(found.exit_bits))]
            is_numbered = None not in by_number and not (found.pieces or found.caught)
            if found.exit_bits_by_number:
                assert is_numbered
                assert found.exit_bits_by_number == pytest.approx(by_number, abs=1e-9)
            else:
                # Sequences of k paths may all lie within an entry's first iteration.
                assert not is_numbered or not found.exit_bits
            assert found.sure_from == slow.sure_from(len(found.bits) - 1)
            assert not found.lacks_longer
            assert (not found.bits) == (found.stayed == 0)
            assert (not found.exit_bits) == (found.unclear > 0 or not found.is_left_exact)
        period = slow.period()
        assert (row.period, row.period_share) == (period or (None, None))
        hottest = slow.hottest()
        if row.sequence is None:
            assert hottest == {}
        else:
            assert hottest[row.sequence.paths] == row.sequence.count


def test_random_methods_have_periods_and_several_kinds_of_next_paths() -> None:
    """Ensures that test_by_the_definitions compares enough."""
    periods, lengths, kinds = Counter[int | None](), Counter[int](), Counter[str]()
    sequences: Counter[tuple[int, int] | None] = Counter()
    for seed in range(100):
        program = random_program(seed)
        with profile_of(program, K) as profile:
            for row in loop_rows(profile, 0):
                periods[row.period] += 1
                one = row.sequence
                sequences[None if one is None else (len(one.paths), one.period)] += 1
                found = row.next_iteration
                kinds["too few"] += found is not None and found.too_few is not None
                lengths[0 if found is None else len(found.bits)] += 1
                if found is not None:
                    figures = ("left", "unclear", "pieces", "stayed")
                    kinds.update(name for name in figures if getattr(found, name))
                    kinds["by number"] += len(found.exit_bits_by_number) > 1
    assert {None, 1} <= set(periods)
    assert {0, K} <= set(lengths)
    assert {"left", "pieces", "stayed"} <= set(kinds)
    assert kinds["too few"] >= 5
    assert kinds["by number"] >= 5
    assert {None, (2, 2), (3, 3), (4, 4), (4, 2)} <= set(sequences)


def test_back_edges_without_a_following_path_are_counted() -> None:
    found = Counter[bool]()
    for seed in range(60):
        with profile_of(random_program(seed, 0.1), K) as profile:
            rows = [row.next_iteration for row in loop_rows(profile, 0)]
            found.update(bool(one.not_followed) for one in rows if one is not None)
    assert found[True] >= 5


@pytest.mark.parametrize(
    ("stream", "period"),
    [
        ([6, *[2] * 40, 3], (1, 1.0)),
        ([6, *[2, 0] * 20, 3], (2, 1.0)),
        ([6, *[2, 2, 0] * 20, 3], (3, 1.0)),
        # A period of 4 would need longer sequences than were recorded.
        ([6, *[2, 2, 0, 0] * 20, 3], None),
        # In the next stream, 18 of 20 pairs have the same path twice, which is just enough. In the
        # stream after it, 17 of 19 pairs do, which isn't enough.
        ([6, *[2] * 10, *[0] * 5, *[2] * 6, 3], (1, 0.9)),
        ([6, *[2] * 10, *[0] * 4, *[2] * 6, 3], None),
        # The second path after a path equals it more often than the next path does, but not clearly
        # enough for a period.
        ([6, *[2, 2, 2, 2, 2, 2, 2, 2, 0, 2, 0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2] * 20, 3], None),
        # The next stream has four steps of the loop. Two of them are between whole iterations. Half
        # of the steps is just enough. The stream after it has three steps, and only one of them is
        # between whole iterations.
        ([6, 2, 2, 2, 3], (1, 1.0)),
        ([6, 2, 2, 3], None),
    ],
)
def test_periods_need_enough_equal_steps(
    tmp_path: Path, stream: list[int], period: tuple[int, float] | None
) -> None:
    builder = RecordingBuilder(k=K)
    builder.stream(builder.add(figure_3()), stream)
    write_profile(tmp_path / "it.kpath", builder.build(tmp_path), demo_run())
    (row,) = loop_rows(Profile.open(tmp_path / "it.kpath"), 0)
    assert (row.period, row.period_share) == (period or (None, None))


def test_the_uncertainties_of_the_exit_and_of_the_ways_are_separate(tmp_path: Path) -> None:
    """Two thirds of the iterations that stay in the loop run through block C.

    In half of the entries, the last iteration runs through block C, too. All other iterations run
    through block D.
    """
    builder = RecordingBuilder(k=K)
    method = builder.add(figure_3())
    builder.stream(method, [6, *[2, 2, 0] * 10, 3], [6, *[2, 2, 0] * 10, 1], times=50)
    builder.auxiliary(method, entries=100)
    write_profile(tmp_path / "it.kpath", builder.build(tmp_path), demo_run())
    (row,) = loop_rows(Profile.open(tmp_path / "it.kpath"), 0)
    found = row.next_iteration
    assert found is not None
    assert (found.followed, found.left, found.unclear, found.pieces) == (3100, 100, 0, 0)
    assert found.not_followed == 0
    # The two paths that leave the loop don't count here. In the loop, path 0 is always followed by
    # path 2. After path 2, the two latest paths show whether path 2 or path 0 comes next.
    assert found.bits[0] == pytest.approx(-(2 * log2(2 / 3) + log2(1 / 3)) / 3)
    assert found.bits[2] == pytest.approx(0)
    assert found.exit_bits[0] == pytest.approx(
        -(100 / 3100 * log2(100 / 3100) + 3000 / 3100 * log2(3000 / 3100))
    )


def test_only_the_exit_is_uncertain(tmp_path: Path) -> None:
    """If a loop has only one way, the next path is certain (0 bits), however the entries end."""
    builder = RecordingBuilder(k=K)
    method = builder.add(figure_3())
    builder.stream(method, *([6, *[2] * turns, turns % 2 * 2 + 1] for turns in range(1, 9)))
    write_profile(tmp_path / "it.kpath", builder.build(tmp_path), demo_run())
    (row,) = loop_rows(Profile.open(tmp_path / "it.kpath"), 0)
    assert row.next_iteration is not None
    assert set(row.next_iteration.bits) == {0.0}
    assert row.next_iteration.exit_bits[0] > 0.6


@pytest.mark.parametrize("remembers", [False, True])
def test_the_number_of_iterations_may_tell_all_about_the_exit(
    tmp_path: Path, *, remembers: bool
) -> None:
    """Entries make 2 to 5 iterations.

    If ``remembers`` is true, the iteration after one on path 0 is the last.
    """
    builder, coin = RecordingBuilder(k=K), Random(4)
    method = builder.add(figure_3())
    entries = []
    for _ in range(4_000):
        inner = [coin.choice([0, 2]) for _ in range(coin.choices(range(4), [1, 2, 4, 3])[0])]
        if remembers and 0 in inner:
            inner = inner[: inner.index(0) + 1]
        entries.append([6, *inner, 3])
    builder.stream(method, *entries)
    builder.auxiliary(method, entries=len(entries))
    write_profile(tmp_path / "it.kpath", builder.build(tmp_path), demo_run())
    (row,) = loop_rows(Profile.open(tmp_path / "it.kpath"), 0)
    found = row.next_iteration
    assert found is not None
    wanted = []
    for known in range(K):
        after: dict[int, Counter[bool]] = {}
        for entry in entries:
            for number in range(1, len(entry)):
                is_left = number == len(entry) - 1
                counted = min(number, known + 1) if known else 0
                after.setdefault(counted, Counter())[is_left] += 1
        total = sum(map(Counter.total, after.values()))
        wanted.append(
            -sum(n / total * log2(n / it.total()) for it in after.values() for n in it.values())
        )
    assert found.exit_bits_by_number == pytest.approx(wanted, abs=1e-9)
    assert len(found.exit_bits) == K
    told_more = found.exit_bits_by_number[-1] - found.exit_bits[-1]
    assert (told_more > 0.2) if remembers else (told_more < 0.01)


def test_earlier_paths_decide_the_next_path(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=K)
    # Paths 2 2 are followed by path 0, and path 0 by path 2. One known path makes the next path
    # more certain, and two known paths make it completely certain.
    builder.stream(builder.add(figure_3()), [6, *[2, 2, 0] * 1000])
    write_profile(tmp_path / "it.kpath", builder.build(tmp_path), demo_run())
    (row,) = loop_rows(Profile.open(tmp_path / "it.kpath"), 0)
    third = -(2 * log2(2 / 3) + log2(1 / 3)) / 3
    assert row.next_iteration is not None
    assert row.next_iteration.bits == pytest.approx([third, 1999 / 3000, 0, 0], abs=0.01)
    assert row.next_iteration.too_few is None
    assert row.next_iteration.left == 0
    assert row.sequence is not None
    assert (row.sequence.period, len(row.sequence.paths)) == (3, K)
