"""Checks the figures behind advice on unrolling against brute force over random walks."""

import dataclasses
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from builders.walks import Program, walked_profile
from kpath_jvm.analysis.advice import unrolling as module
from kpath_jvm.analysis.advice.loop_advice import loop_advice
from kpath_jvm.analysis.advice.unrolling import (
    LastExit,
    Unrolling,
    UnrollWindows,
    needed,
    unrolling,
)
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.loop_nest import LoopNest
from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.analysis.of_loops.iterations_per_entry import IterationsPerEntry
from kpath_jvm.analysis.of_loops.loop_counts import LoopCounts
from kpath_jvm.profile.metadata import Loop
from kpath_jvm.reports import advice_words
from kpath_jvm.reports.advice_summary import summarise_advice
from kpath_jvm.reports.output import percent
from kpath_jvm.reports.reading import ReadOptions

from .conftest import K, Piece, WalkedLoop

FEW_PAIRS = "fewer than 1,000 iterations follow another one in the same entry and go round again"


def windows(loop: WalkedLoop, length: int) -> list[tuple[int, ...]]:
    """Returns all stretches of ``length`` iterations in which each iteration is a single path.

    A stretch is given as the numbers of its traces.
    """
    numbers = loop.traces()
    return [
        tuple(numbers[one.key] for one in chain[at : at + length])
        for chain in loop.chains
        for at in range(len(chain) - length + 1)
        if loop.loop.header in chain[at].blocks and chain[at + length - 1].end == "back"
    ]


def iterations_within(loop: WalkedLoop, sequence: tuple[int, ...]) -> int:
    """Returns how many iterations are part of an occurrence of a sequence of traces."""
    numbers, length, found = loop.traces(), len(sequence), 0
    for chain in loop.chains:
        within: set[int] = set()
        for at in range(len(chain) - length + 1):
            stretch = chain[at : at + length]
            is_whole = loop.loop.header in stretch[0].blocks and stretch[-1].end == "back"
            if is_whole and tuple(numbers[one.key] for one in stretch) == sequence:
                within.update(range(at, at + length))
        found += len(within)
    return found


def test_by_brute_force(walked: list[WalkedLoop]) -> None:
    """The figures of stretches of iterations, and of entries, are those of the walks."""
    for loop in walked:
        test = loop.test
        pieces = [one for chain in loop.chains for one in chain]
        iterations = [one for one in pieces if is_begun(loop, one)]
        tests = [one for one in pieces if loop.fails(one)]
        begun = [one for one in iterations if one not in tests]
        found = unrolling(loop.found, test, made(len(begun), 1), k=K)
        for distance, (same, count) in enumerate(found.repeats, 1):
            met = windows(loop, distance + 1)
            assert count == len(met)
            assert same == sum(one[0] == one[-1] for one in met)
        for one in found.windows:
            counts = Counter(windows(loop, one.factor))
            best = one.best
            assert one.count == counts.total()
            assert one.sequences == len(counts)
            assert counts[best] == one.best_count == max(counts.values())
            assert one.iterations == len(begun)
            assert one.completed == counts[best] / len(begun)
            numbers = loop.traces()
            assert one.begun == sum(numbers[it.key] == best[0] for it in pieces)
            assert one.completed_once_begun == counts[best] / one.begun
            low, high = one.within
            assert low <= iterations_within(loop, best) <= high
            # Occurrences can overlap only if the sequence ends as it begins, and if an entry makes
            # enough iterations in a row. If k limits no sequence, it's known whether an entry does.
            if all(
                best[at:] != best[:-at]
                or (not windows(loop, K) and not windows(loop, one.factor + at))
                for at in range(1, len(best))
            ):
                assert low == high
            turned = {best[at:] + best[:at] for at in range(len(best))}
            assert one.rotations_count == sum(counts[it] for it in turned)
            covered = np.cumsum(sorted(counts.values(), reverse=True))
            assert one.for_90 == 1 + next(
                at for at, it in enumerate(covered) if it >= 0.9 * one.count
            )
        assert found.entries == sum(one.is_first for one in iterations)
        within = [one for one in iterations if one.end == "within"]
        assert found.whole == pytest.approx(1 - len(within) / len(begun) if begun else 0.0)
        # In these programs, only inner loops divide iterations.
        assert found.divided_by == (("inner loops",) if within else ())
        trips = Counter(
            len(chain) - (test >= set(chain[-1].blocks))
            for chain in loop.chains
            if chain[0].is_first
            and chain[-1].end == "out"
            and len(chain) <= loop.known_from_start(chain)
        )
        assert {n: count for n, count in enumerate(found.trips) if count} == trips


def test_occurrences_do_not_overlap_if_no_entry_has_room_for_two(tmp_path: Path) -> None:
    """Each entry makes four iterations, so it has at most one stretch of four."""
    program = Program(Random(0), [[1], [2, 3], [1], []])
    entry = [0, *[1, 2] * 4, 1, 3]
    profile = walked_profile(tmp_path, program, "back-edge", 8, [entry] * 1_000)
    (row,) = loop_rows(profile, 0)
    found = {one.factor: one for one in loop_advice(profile, row).unrolling.windows}
    assert found[4].within == (4_000, 4_000)
    assert found[4].part_of_it == (1.0, 1.0)


def made(iterations: int, entries: int, missing: int = 0) -> LoopCounts:
    return LoopCounts(
        entries=entries,
        iterations=iterations,
        missing=missing,
        missing_entries=missing,
        missing_iterations=missing,
    )


def is_begun(loop: WalkedLoop, piece: Piece) -> bool:
    return loop.loop.header in piece.blocks


def steady(period: int, factor: int, **changes: float) -> Unrolling:
    given = {"rotations": 9_500, "mean": 100.0, "whole": 1.0} | changes
    repeats = [(2_000, 10_000)] * (period - 1) + [(9_000, 10_000)]
    one = UnrollWindows(factor, 10_000, 3, (0,) * factor, 5_000, int(given["rotations"]), 2)
    return Unrolling((one,), tuple(repeats), (0, 0, 5), 100, given["mean"], given["whole"])


def test_a_factor_is_worth_it_if_a_steady_period_divides_it() -> None:
    assert steady(2, 4).factors == (4,)
    assert steady(3, 4).factors == ()
    assert steady(2, 4, rotations=8_999).factors == ()
    assert steady(2, 4, mean=7.9).factors == ()
    assert steady(2, 4).is_worth_it
    assert not steady(2, 4, whole=0.89).is_worth_it
    short = steady(2, 4, mean=3)
    assert short.why_not() == "an entry makes only 3.0 iterations on average"
    told = "a counted entry makes only 3.0 iterations on average"
    assert replace(short, is_mean_known=False).why_not() == told


def test_it_is_not_known_whether_divided_iterations_repeat() -> None:
    inner = replace(steady(2, 4, whole=0.0), divided_by=("inner loops",))
    assert not inner.is_known
    assert inner.why_not() == "inner loops split iterations into several paths (every iteration)"
    some = replace(steady(2, 4, whole=0.5), divided_by=("handlers", "cut edges"))
    assert not some.is_known
    told = (
        "handlers and cut edges split iterations into several paths; a larger --max-paths may "
        "leave fewer cut edges (all but 50 % of the iterations)"
    )
    assert some.why_not() == told
    # The numbers of entries and of iterations are known, however iterations are divided.
    assert some.is_number_known
    assert some.why_not_written_out() == "only 100 entries; at least 1,000 are needed"
    short = replace(some, mean_trips=3.9)
    assert short.is_known
    assert short.why_not() == "an entry makes only 3.9 iterations on average"
    assert not replace(short, is_mean_known=False).is_known
    assert not replace(some, mean_trips=4.0).is_known


def test_a_factor_that_most_entries_never_reach_is_not_advised() -> None:
    """A few long entries raise the mean, but most entries end before the copies run twice."""
    known = ((1, 60), (2, 20))
    skewed = IterationsPerEntry(8, known, ((8, 20),), (), 4_900, 0)
    one = replace(steady(2, 4, mean=50), per_entry=skewed)
    assert one.factors == ()
    assert one.why_not() == "most entries make fewer than 8 iterations, though the mean is 50.0"
    told = "most entries make fewer than 8 iterations, though the mean of the counted ones is 50.0"
    assert replace(one, is_mean_known=False).why_not() == told
    # Half of the entries make 8 iterations or more.
    half = IterationsPerEntry(8, ((1, 50),), ((8, 50),), (), 4_900, 0)
    assert replace(one, per_entry=half).factors == (4,)
    # Entries that are only known to make at least two iterations may make 8.
    unknown = IterationsPerEntry(2, ((1, 40),), ((2, 60),), (), None, None)
    assert replace(one, per_entry=unknown).factors == (4,)


def test_too_few_pairs_of_iterations_give_no_advice() -> None:
    few = Unrolling((), ((999, 999),), (0, 999), 999, 2.0, 1.0)
    assert few.period is None
    assert not few.is_worth_it
    assert few.why_not() == FEW_PAIRS


def test_trips_are_steady_if_most_entries_make_the_same_number() -> None:
    assert Unrolling((), (), (0, 50, 950), 1_000, 2.9, 1.0).steady_trips == 2
    # The only iteration can be made a special case.
    assert Unrolling((), (), (0, 1_000), 1_000, 1.0, 1.0).steady_trips == 1
    assert Unrolling((), (), (1_000,), 1_000, 0.0, 1.0).steady_trips is None
    assert Unrolling((), (), (0, 150, 850), 1_000, 2.9, 1.0).steady_trips is None
    assert Unrolling((), (), (0,) * 9 + (1_000,), 1_000, 9.0, 1.0).steady_trips is None


UNSEEN = "entries weren't seen to end; a larger -k shows more"
ENOUGH = "-k 9 shows enough"
NO_SINGLE = "no single number of iterations up to 8 is made by 90 % of the entries"


@pytest.mark.parametrize(
    ("trips", "entries", "longer", "is_known", "why"),
    [
        ((0, 0, 999), 999, (), True, "only 999 entries; at least 1,000 are needed"),
        ((0, 0, 1), 1, (), True, "only 1 entry; at least 1,000 are needed"),
        ((950, 50), 1_000, (), True, "95 % of the entries make 0 iterations; 1 to 8 are written"),
        ((0, 0, 600, 400), 1_000, (), True, NO_SINGLE),
        ((0, 0, 50), 1_000, ((4, 950),), False, f"{UNSEEN} (95 % of the entries; {ENOUGH})"),
        ((0, 0, 0, 0, 500), 1_000, ((4, 500),), False, f"{UNSEEN} (50 % of the entries; {ENOUGH})"),
        ((0, 1), 4_000, ((4, 3_999),), False, f"{UNSEEN} (> 99 % of the entries; {ENOUGH})"),
        ((0, 0), 4_000, ((4, 4_000),), False, f"{UNSEEN} (100 % of the entries; {ENOUGH})"),
        # The lower bounds exclude the number that most of the other entries made.
        ((0, 0, 500), 1_000, ((4, 500),), True, NO_SINGLE),
        ((0, 0, 0, 880, 40), 1_000, ((5, 80),), True, NO_SINGLE),
        # Only with those that made 9 may the others be more than 90 %.
        ((*(0, 0, 0, 70), *(0,) * 5, 80), 1_000, ((4, 850),), True, NO_SINGLE),
        ((0, 0, 50), 1_000, ((9, 950),), True, "fewer than 90 % of the entries make at most 8"),
    ],
)
def test_the_reason_says_why_a_loop_is_not_written_out(
    trips: tuple[int, ...], entries: int, longer: tuple[tuple[int, int]], is_known: bool, why: str
) -> None:
    known = tuple((made, count) for made, count in enumerate(trips) if count)
    per_entry = IterationsPerEntry(
        4, known, longer, (), None, None, largest_k=64,
        longer_completed=min((made for made, _ in longer), default=0),
    )  # fmt: skip
    found = Unrolling((), (), trips, entries, 2.9, 1.0, per_entry=per_entry, k=4)
    assert not found.is_written_out
    assert found.is_number_known == is_known
    assert found.why_not_written_out().startswith(why)
    # Whether a loop is written out depends neither on the ways that iterations go nor on whether
    # iterations are divided.
    divided = replace(found, whole=0.5, mean_trips=9.0, divided_by=("inner loops",))
    assert divided.is_number_known == is_known
    hint = f"; {ENOUGH}"
    assert divided.why_not_written_out() == found.why_not_written_out().replace(hint, "")
    rarely = replace(found, whole=0.99).why_not_written_out()
    told = f"{hint} if each further iteration is one path"
    assert rarely == found.why_not_written_out().replace(hint, told)


def test_even_a_larger_k_may_not_show_the_end_of_an_entry() -> None:
    per_entry = IterationsPerEntry(4, ((1, 500),), (), ((1, 500),), None, None)
    found = Unrolling((), (), (0, 500), 1_000, 2.0, 1.0, per_entry=per_entry, k=4)
    assert not found.is_number_known
    assert found.why_not_written_out() == "entries weren't seen to end (50 % of the entries)"
    both = IterationsPerEntry(4, ((1, 500),), ((4, 10),), ((1, 490),), None, None)
    some = replace(found, per_entry=both)
    assert some.why_not_written_out() == f"{UNSEEN} (50 % of the entries)"
    more = IterationsPerEntry(4, ((1, 500),), (), ((2, 500),), None, None)
    assert replace(found, per_entry=more).is_number_known


def test_a_loop_that_never_went_round_is_not_written_out() -> None:
    found = Unrolling((), (), (0, 1_000), 1_000, 1.0, 1.0, goes_round=False)
    assert not found.is_written_out
    assert found.is_number_known
    assert found.why_not_written_out() == (
        "the loop never went round, so its code runs once per entry as it is"
    )


def stays(loop: Loop, walk: list[int]) -> Iterator[tuple[list[int], int]]:
    """Yields, for each entry into a loop, the blocks up to its exit, and the block after these."""
    inside: list[int] = []
    for block in walk:
        if block in loop.blocks:
            inside.append(block)
        elif inside:
            yield inside, block
            inside = []


@pytest.mark.parametrize("cut", ["back-edge", "loop-header"])
@pytest.mark.parametrize("k", [4, 40])
def test_exits_of_entries_agree_with_brute_force(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, k: int, cut: str
) -> None:
    # With the usual limits, nothing would be written out.
    for name in ("LEAST_COUNT", "STEADY"):
        monkeypatch.setattr(module, name, 0)
    judged = several = divided = 0
    for seed in range(40):
        program, rng = Program.random(seed), Random(seed)
        walks = [program.walk(rng, rng.choice([5, 30, 90])) for _ in range(30)]
        directory = tmp_path / str(seed)
        directory.mkdir()
        profile = walked_profile(directory, program, cut, k, walks)
        code = profile.code(0)
        nest = LoopNest(code, profile.method_rows.row(0))
        for row in loop_rows(profile, 0):
            loop, test = code.loops[row.loop], nest.test(row.loop)
            found = loop_advice(profile, row).unrolling
            made = found.steady_trips
            if made is None:
                continue
            true: Counter[tuple[int, int]] = Counter()
            at_test = bytecodes = 0
            for inside, after in (one for walk in walks for one in stays(loop, walk)):
                last = inside[-1]
                rounds = inside.count(loop.header)
                if rounds - (last in test) != made:
                    continue
                if last in test:
                    at_test += 1
                    begun = len(inside) - 1 - inside[::-1].index(loop.header)
                    bytecodes += sum(code.instructions[block] for block in inside[begun:])
                else:
                    true[last, after] += 1
            exits = {(one.block, one.target): one.count for one in found.last_exits}
            assert [*exits.values()] == sorted(exits.values(), reverse=True)
            assert found.left_at_test + found.unseen + sum(exits.values()) == found.trips[made]
            # No edge out of the loop ends a path, so each exit's target is known.
            assert all(exits[one] <= true[one] for one in exits)
            if k == 40 and not row.per_entry.longer_entries:
                assert exits == true
                assert (found.left_at_test, found.unseen) == (at_test, 0)
                assert found.test_bytecodes == bytecodes
                judged += 1
                several += len(exits) > 1
                divided += found.whole < 1
    assert k == 4 or min(judged, several, divided) >= 5


def test_the_text_says_of_how_many_entries_the_exit_is_not_known(tmp_path: Path) -> None:
    """Entries leave the loop at two places behind an inner loop, in their second iteration."""
    program = Program(Random(0), [[1], [2], [3, 4], [2], [5, 6], [1, 6], []])
    most, few = [0, *[1, 2, 3, 2, 4, 5] * 2, 6], [0, 1, 2, 4, 5, 1, 2, 4, 6]
    walks = [most] * 980 + [few] * 20
    profile = walked_profile(tmp_path, program, "back-edge", 8, walks)
    (loop,) = (
        one
        for one in summarise_advice(profile, ReadOptions())["loops"]
        if one["unrolling"]["steady_iterations"] == 2
    )
    (told,) = (one["text"] for one in loop["advice"] if one["kind"] == "write out")
    assert told == (
        "2 iterations in 100.0 % of 1,000 entries; of those with that number, 98.0 % left in the "
        "last iteration at line 6 x == 0: no, 2.0 % left in the last iteration at line 5 x == 0: no"
    )
    first, *others = loop["unrolling"]["last_exits"]
    unseen = {**loop["unrolling"], "last_exits": others, "unseen_exits": first["count"]}
    (text,) = (one for kind, _, one, _ in advice_words._unrolling({"unrolling": unseen}))
    assert text == (
        "2 iterations in 100.0 % of 1,000 entries; of those with that number, 2.0 % left in the "
        "last iteration at line 5 x == 0: no, of 980 it isn't known where"
    )


@pytest.mark.parametrize("cut", ["back-edge", "loop-header"])
def test_divided_iterations_are_counted_too(tmp_path: Path, cut: str) -> None:
    """An inner loop divides each of an entry's three iterations; k = 16 shows whole entries."""
    program = Program(Random(0), [[1], [2], [3, 4], [2], [1, 5], []])
    entry = [0, *[1, 2, 3, 2, 4] * 3, 5]
    profile = walked_profile(tmp_path, program, cut, 16, [entry] * 1_000)
    (row,) = (one for one in loop_rows(profile, 0) if one.header == 1)
    found = loop_advice(profile, row).unrolling
    assert found.whole == 0.0
    assert (found.trips[3], found.steady_trips, found.most_trips) == (1_000, 3, 3)
    assert found.is_written_out
    assert found.is_known
    (loop,) = (
        one
        for one in summarise_advice(profile, ReadOptions())["loops"]
        if one["number"] == row.loop
    )
    assert "write out" not in {one["kind"] for one in loop["not_advised"]}
    (told,) = (one["text"] for one in loop["advice"] if one["kind"] == "write out")
    assert told == (
        "3 iterations in 100.0 % of 1,000 entries; all with that number left in the last iteration "
        "at line 5 x == 0: no"
    )


@pytest.mark.parametrize(
    ("laps", "told"),
    [
        (
            [1] * 950 + [2] * 50,
            "1 iteration in 95.0 % of 1,000 entries; all with that number left at the loop "
            "test; a special case for them saves at most their second loop test, ",
        ),
        (
            [3] * 950 + [2] * 50,
            "3 iterations in 95.0 % of 1,000 entries, and more in none; all with that number left "
            "at the loop test",
        ),
    ],
)
def test_the_text_says_where_entries_left(tmp_path: Path, laps: list[int], told: str) -> None:
    program = Program(Random(0), [[1], [2, 3], [1], []])
    walks = [[0, *[1, 2] * one, 1, 3] for one in laps]
    profile = walked_profile(tmp_path, program, "back-edge", 4, walks)
    (loop,) = summarise_advice(profile, ReadOptions())["loops"]
    (text,) = (one["text"] for one in loop["advice"] if one["kind"] == "write out")
    assert text.startswith(told)
    found = loop["unrolling"]
    assert found["left_at_test"] == 950
    if laps[0] == 1:
        size = profile.code(0).instructions[1]
        assert found["test_bytecodes"] == 950 * size
        assert found["test_share"] == pytest.approx(950 * size / Costs(profile).total)
        assert text.endswith(f"{percent(found['test_share'])} of the recorded bytecodes")


@pytest.mark.parametrize("cut", ["back-edge", "loop-header"])
def test_chains_show_exits_where_the_entries_cannot_be_followed(tmp_path: Path, cut: str) -> None:
    """Most entries leave at the loop test after 2 iterations, the others in the second one."""
    program = Program(Random(0), [[1], [2, 3], [1, 4], [], []])
    walks = [[0, 1, 2, 1, 2, 1, 3]] * 950 + [[0, 1, 2, 1, 2, 4]] * 50
    profile = walked_profile(tmp_path, program, cut, 8, walks)
    (row,) = loop_rows(profile, 0)
    found = loop_advice(profile, dataclasses.replace(row, per_entry=None)).unrolling
    # Only what is said about groups of iterations comes from ``per_entry``.
    followed = loop_advice(profile, row).unrolling
    assert replace(found, windows=(), per_entry=row.per_entry) == replace(followed, windows=())
    assert (found.steady_trips, found.left_at_test, found.unseen) == (2, 950, 0)
    assert found.last_exits == (LastExit(2, 4, 50),)
    assert found.test_bytecodes == 950 * profile.code(0).instructions[1]


def test_a_special_case_that_saves_nothing_is_not_advised(tmp_path: Path) -> None:
    """Nearly all entries leave in the body of their only iteration, before another loop test."""
    program = Program(Random(0), [[1], [2, 4], [3], [1, 4], []])
    once, often = [0, 1, 2, 3, 4], [0, *[1, 2, 3] * 3, 4]
    profile = walked_profile(tmp_path, program, "back-edge", 8, [once] * 5_000 + [often] * 5)
    (row,) = loop_rows(profile, 0)
    found = loop_advice(profile, row, work=Costs(profile).total).unrolling
    assert (found.steady_trips, found.left_at_test, found.saves_nothing) == (1, 0, True)
    assert (found.is_written_out, found.is_known) == (False, True)
    (loop,) = summarise_advice(profile, ReadOptions())["loops"]
    assert "write out" not in {one["kind"] for one in loop["advice"]}
    (told,) = (one for one in loop["not_advised"] if one["kind"] == "write out")
    assert told["known"]
    assert told["why"] == (
        "100 % of the entries make 1 iteration, but a special case for them saves less than 0.05 % "
        "of the recorded bytecodes"
    )


def test_a_special_case_may_save_too_little() -> None:
    def one(saved: int, *trips: int) -> Unrolling:
        return Unrolling((), (), trips, 1_000, 1.0, 1.0, test_bytecodes=saved, work=1_000_000)

    assert not one(500, 0, 1_000).is_written_out
    assert one(501, 0, 1_000).is_written_out
    # Writing out several iterations may save more than the loop test.
    assert one(0, 0, 0, 1_000).is_written_out


def test_the_fewest_ways_for_a_share_are_counted() -> None:
    assert needed(np.array([1, 90, 9]), 0.9) == 1
    assert needed(np.array([1, 89, 10]), 0.9) == 2


def test_without_two_iterations_in_a_row_no_distance_is_named() -> None:
    none = Unrolling((), (), (0, 2_500, 2_500), 5_000, 1.5, 1.0)
    assert none.period is None
    assert none.why_not() == FEW_PAIRS


def test_distances_with_too_few_pairs_are_not_named() -> None:
    def why_not(*repeats: tuple[int, int]) -> str:
        return Unrolling((), repeats, (0, 2_500, 2_500), 5_000, 5.0, 1.0).why_not()

    assert why_not((0, 0)) == FEW_PAIRS
    assert why_not((880, 1_000), (999, 999)) == (
        "at best 88 % of all later iterations of an entry go the same way as the one before; at "
        "least 90 % are needed"
    )
    assert "as the one before (distances of 1 to 2 were compared)" in why_not(
        (1, 9_000), (0, 1_000), (9, 9)
    )
    # The share is that of the best distance alone.
    assert why_not((1, 9_000), (500, 1_000)) == (
        "at best 50 % of all later iterations of an entry go the same way as the one 2 before "
        "(distances of 1 to 2 were compared); at least 90 % are needed"
    )


def test_the_reason_is_the_condition_that_no_factor_meets() -> None:
    def why_not(*windows: tuple[int, int, int], period: int = 1, mean: float = 50.0) -> str:
        found = tuple(
            UnrollWindows(factor, count, 9, (0,) * factor, 1, turned, 9)
            for factor, count, turned in windows
        )
        repeats = ((0, 9_000),) * (period - 1) + ((9_000, 9_000),)
        answer = Unrolling(found, repeats, (0,) * 9 + (5_000,), 5_000, mean, 1.0)
        assert not answer.factors
        return answer.why_not()

    unsteady = "for each factor, fewer than 90 % of the stretches of that length are the most"
    assert why_not((2, 5_000, 4_000), (4, 5_000, 100)).startswith(unsteady)
    # Only factors that are multiples of the period are considered.
    few = "fewer than 1,000 stretches of 3 iterations in a row were counted"
    assert why_not((2, 5_000, 100), (3, 999, 999), period=3) == few
    assert why_not((2, 5_000, 5_000), (4, 9, 9), mean=3.9) == (
        "an entry makes only 3.9 iterations on average"
    )


def test_few_iterations_in_whole_groups_speak_against_a_factor() -> None:
    def found(share: float) -> Unrolling:
        window = UnrollWindows(2, 10_000, 1, (0, 1), 10_000, 10_000, 1, (share - 0.1, share))
        return Unrolling((window,), ((0, 9_000), (9_000, 9_000)), (0, 0, 50), 5_000, 5.0, 1.0)

    assert found(0.8).factors == (2,)
    assert found(0.79).factors == ()
    assert found(0.79).why_not() == (
        "only 79 % of all iterations of the loop are in whole groups of 2, counted from each entry"
    )


def test_a_loop_gets_one_piece_of_advice() -> None:
    """Neither a loop that is written out nor one that always goes the same way is unrolled."""
    written = replace(steady(2, 4), trips=(0,) * 8 + (1_000,), entries=1_000)
    assert (written.is_written_out, written.is_unrolled, written.factors) == (True, False, ())
    assert written.why_not() == "written out, the loop has no iterations left to unroll"
    same = steady(1, 4)
    assert (same.period, same.factors, same.is_worth_it) == (1, (), False)
    assert same.why_not() == (
        "nearly all iterations go the same way, and when measured, such loops gained nothing from "
        "being unrolled"
    )
    assert steady(1, 4, mean=3).why_not() == "an entry makes only 3.0 iterations on average"


def test_a_period_that_k_hides_is_not_ruled_out() -> None:
    """The pattern of ``(i & 4) == 0`` has the period 8, but k = 8 shows only periods up to 7."""
    same = (75, 50, 25, 0, 25, 50, 75)
    bits = (1.0, 0.81, 0.69, 0.5, 0.0, 0.0, 0.0, 0.0)
    repeats = tuple((1_000 * one, 100_000) for one in same)
    found = Unrolling((), repeats, (), 50, 4_000.0, 1.0, k=8, bits=bits)
    assert not found.is_known
    assert found.why_not() == (
        "with k = 8 no period above 7 can be seen; a larger -k shows more (up to there, at best "
        "75 % of all later iterations of an entry go the same way as the one before (distances of "
        "1 to 7 were compared))"
    )
    # Entries are too short for a period of 8 or more.
    assert replace(found, mean_trips=15.9).is_known
    # Nothing suggests a longer period, but the reason still says which periods k hides.
    coin = replace(found, bits=(1.0,) * 8)
    assert coin.is_known
    assert coin.why_not().endswith(
        "as the one before (distances of 1 to 7 were compared), and with k = 8 no period above 7 "
        "can be seen; at least 90 % are needed"
    )
