"""Tests which dependences between branches are reported, and how they are measured."""

import random
from collections import Counter
from itertools import pairwise
from math import log, log2
from pathlib import Path

import pytest
from msgspec import structs
from msgspec.structs import replace

from builders.branching import Trips, diamonds, flipped, flips_profile, numbers
from builders.methods import figure_3
from builders.rarely_asked import RARELY, RECENT, last_outcomes, rarely_asked
from builders.recordings import RecordingBuilder, demo_run
from builders.scanned import COMMA, NEXT_COMMA, OUTER, scanned_profile, words
from kpath_jvm import Profile
from kpath_jvm.analysis.dependence import Dependence, dependences, most_telling
from kpath_jvm.analysis.information import CHANCE
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.records.folding import Folding


def profiled(tmp_path: Path, trips: Trips, k: int = 4) -> Profile:
    """Returns a profile of one activation; ``trips`` has the x and y of each iteration."""
    builder = RecordingBuilder(k=k)
    spec = builder.add(diamonds())
    builder.stream(spec, numbers(trips))
    builder.auxiliary(spec, entries=1)
    write_profile(tmp_path / "two.kpath", builder.build(tmp_path), demo_run())
    return Profile.open(tmp_path / "two.kpath")


def blocks(found: list[Dependence]) -> list[tuple[int, int, int]]:
    return [(one.given.block, one.iterations, one.branch.block) for one in found]


def test_a_branch_that_alternates_depends_on_itself(tmp_path: Path) -> None:
    rng = random.Random(1)
    profile = profiled(tmp_path, [(at % 2 == 0, rng.random() < 0.5) for at in range(1000)])
    found = dependences(profile, 0)
    assert blocks(found) == [(1, 1, 1), (1, 2, 1), (1, 3, 1)]
    one = found[0]
    assert one.table == ((0, 500), (499, 0))
    assert one.shares == ((0.0, 1.0), (1.0, 0.0))
    # The shares after an outcome are unknown if no execution came after it.
    assert structs.replace(one, table=((0, 500), (0, 0))).shares == ((0.0, 1.0), (None, None))
    assert (one.count, one.counts, one.given_counts) == (999, (499, 500), (500, 499))
    assert (one.misses, one.misses_given) == (499, 0)
    # Two outcomes of the same frequency give one bit, minus the correction for chance.
    assert one.bits == pytest.approx(1 - 1 / (2 * 999 * 0.6931), abs=1e-4)
    assert one.explained == pytest.approx(1, abs=1e-3)
    assert one.is_exact
    assert one.is_complete
    assert one.loop is not None
    assert one.loop.header == 1
    assert (one.branch.line, one.branch.total) == (11, 1000)


def test_a_branch_may_depend_on_another_branch(tmp_path: Path) -> None:
    """Condition x always equals the y of two iterations before.

    If x is true, y is true with a probability of 0.9, otherwise of 0.6.
    """
    rng = random.Random(2)
    trips: Trips = []
    for at in range(3000):
        x = trips[at - 2][1] if at > 1 else True
        trips.append((x, rng.random() < (0.9 if x else 0.6)))
    found = dependences(profiled(tmp_path, trips), 0)
    assert blocks(found)[0] == (4, 2, 1)
    by_place = dict(zip(blocks(found), found, strict=True))
    together = by_place[1, 0, 4]
    pairs = Counter(trips)
    assert together.table == (
        (pairs[True, True], pairs[True, False]), (pairs[False, True], pairs[False, False]),
    )  # fmt: skip
    assert together.shares[0][0] == pytest.approx(0.9, abs=0.03)
    # The best guess for y is true, whatever x is. So knowing x avoids no misses.
    assert together.misses_given == together.misses == sum(not y for _, y in trips)
    # A branch can't depend on itself, or on a later branch, in the same iteration.
    assert not {(4, 0, 1), (1, 0, 1), (4, 0, 4)} & set(by_place)


def test_independent_branches_are_not_reported(tmp_path: Path) -> None:
    """The probability that independent branches show any dependence in a run is at most CHANCE."""
    rng = random.Random(3)
    wrong = 0
    for run in range(60):
        directory = tmp_path / str(run)
        directory.mkdir()
        trips = [(rng.random() < 0.5, rng.random() < 0.1) for _ in range(rng.choice((40, 300)))]
        wrong += bool(dependences(profiled(directory, trips), 0, least_explained=0.0))
    assert 60 * CHANCE < 1
    assert wrong == 0


def test_dependences_need_enough_executions(tmp_path: Path) -> None:
    trips = [(at % 2 == 0, True) for at in range(28)]
    profile = profiled(tmp_path, trips)
    assert dependences(profile, 0) == []
    assert blocks(dependences(profile, 0, least_count=20)) != []
    # Five trips are too few even if they alternate: a pattern that repeats twice may be chance.
    assert dependences(profiled(tmp_path / "..", trips[:5]), 0, least_count=1) == []


def test_weak_dependences_are_reported_only_on_request(tmp_path: Path) -> None:
    rng = random.Random(4)
    trips = []
    for _ in range(20_000):
        x = rng.random() < 0.5
        trips.append((x, rng.random() < (0.53 if x else 0.47)))
    profile = profiled(tmp_path, trips, k=2)
    assert dependences(profile, 0) == []
    assert blocks(dependences(profile, 0, least_explained=0.0)) == [(1, 0, 4)]


def test_a_smaller_k_reaches_back_fewer_iterations(tmp_path: Path) -> None:
    profile = profiled(tmp_path, [(at % 3 == 0, True) for at in range(300)])
    assert {one.iterations for one in dependences(profile, 0)} == {1, 2, 3}
    assert {one.iterations for one in dependences(profile, 0, k=2)} == {1}
    assert dependences(profile, 0, k=1) == []


def test_dependences_with_lower_bounds_are_marked(tmp_path: Path) -> None:
    folding = Folding(
        memory_bytes=1, times=1, nodes=1, restarts=1, least_count=1, parts=1, errors=(1, 2, 3)
    )
    builder = RecordingBuilder(k=4)
    spec = builder.add(figure_3())
    builder.stream(spec, [6, *[0, 2] * 200, 3])
    builder.auxiliary(spec, entries=1)
    run = replace(demo_run(), folding=folding)
    write_profile(tmp_path / "folded.kpath", builder.build(tmp_path), run)
    found = dependences(Profile.open(tmp_path / "folded.kpath"), 0)
    assert found
    assert not any(one.is_exact for one in found)
    # It isn't known which executions the engine's memory had no room for.
    assert all(one.absent is None for one in found)


def test_measures_follow_from_the_tables(tmp_path: Path) -> None:
    """Computes information, entropy and misses cell by cell."""
    rng = random.Random(5)
    checked = 0
    for run in range(12):
        directory = tmp_path / str(run)
        directory.mkdir()
        likely = {(x, y): rng.random() for x in (True, False) for y in (True, False)}
        trips = [(True, True)]
        for _ in range(500):
            x = rng.random() < likely[trips[-1]]
            trips.append((x, rng.random() < likely[x, trips[-1][1]]))
        found = dependences(profiled(directory, trips), 0, least_count=1, least_explained=0.0)
        for one in found:
            n = one.count
            cells = [
                (count, sum(row), sum(other[at] for other in one.table))
                for row in one.table for at, count in enumerate(row) if count
            ]  # fmt: skip
            bits = sum(c / n * log2(c * n / (a * b)) for c, a, b in cells)
            # Each of these branches had two outcomes, so the table has one degree of freedom.
            assert one.bits == pytest.approx(bits - 1 / (2 * n * log(2)), abs=1e-9)
            assert one.uncertainty == pytest.approx(
                -sum(c / n * log2(c / n) for c in one.counts if c)
            )
            assert one.explained == pytest.approx(one.bits / one.uncertainty)
            assert one.misses == n - max(sum(column) for column in zip(*one.table, strict=True))
            assert one.misses_given == n - sum(max(row) for row in one.table)
            assert one.count == slowly(trips, one)
            checked += 1
        strengths = [one.bits * one.count for one in found]
        assert strengths == pytest.approx(sorted(strengths, reverse=True))
    assert checked > 20


@pytest.mark.parametrize("k", [2, 3, 6])
def test_an_inner_loop_decides_the_next_iteration_of_the_outer_one(tmp_path: Path, k: int) -> None:
    """The two branches are executed on adjacent paths, so any k above 1 shows all executions."""
    text = words(1, 400, longest=9)
    found = dependences(scanned_profile(tmp_path, k, text), 0)
    commas = sum(is_comma for _, is_comma in text)
    (one,) = (it for it in found if blocks([it]) == [(NEXT_COMMA, 1, COMMA)])
    assert one.is_across
    assert one.loop is not None
    assert one.loop.header == OUTER
    # The first outcome of each branch is the one for a comma.
    assert one.table == ((commas, 0), (0, 400 - commas))
    assert (one.unseen, one.is_complete) == (0, True)


def test_executions_are_unseen_if_the_earlier_outcome_is_too_many_paths_back(
    tmp_path: Path,
) -> None:
    """N-grams of k paths show whole words of up to k - 1 characters: each character is one path."""
    text = words(2, 400, longest=9)
    for k in (2, 4, 7, 12):
        found = dependences(scanned_profile(tmp_path / str(k), k, text), 0)
        (one,) = (it for it in found if blocks([it]) == [(COMMA, 1, COMMA)])
        near = Counter(is_comma for length, is_comma in text if length < k)
        # The outer loop takes a word's first character, then the comma or semicolon after the
        # word, then the next word's first character. For each word but the first one, n-grams show
        # the comma or semicolon that was taken before. For a comma or semicolon, n-grams show the
        # first character of the word before it only if this word is short enough.
        after = Counter(is_comma for _, is_comma in text[:-1])
        assert one.table == ((0, after[True]), (near[True], near[False] + after[False]))
        assert one.unseen == sum(length >= k for length, _ in text)
        assert one.is_complete == (k > 9)


def test_a_more_informative_complete_dependence_is_added(tmp_path: Path) -> None:
    # Nine in ten words are followed by a comma, so little is uncertain after a word. But commas
    # and words alternate, and n-grams are long enough to show this for most words.
    text = [(1 + at % 5, at % 10 > 0) for at in range(400)]
    found = dependences(scanned_profile(tmp_path, 4, text), 0)
    own = [one for one in found if one.branch.block == COMMA]
    told = most_telling(own)
    assert told[0] is own[0]
    assert not told[0].is_complete
    assert blocks(told[1:]) == [(NEXT_COMMA, 1, COMMA)]
    assert told[1].explained > told[0].explained
    complete = [one for one in own if one.is_complete]
    assert most_telling(complete) == complete[:1]
    assert most_telling([]) == []


def test_a_second_dependence_is_added_if_the_first_covers_few_executions(tmp_path: Path) -> None:
    """In a quarter of the iterations, the old state is tested and decides the new state."""
    states = flipped(7, 4000)
    profile = Profile.open(flips_profile(tmp_path, states))
    own = [one for one in dependences(profile, 0) if one.branch.block == 5]
    few, nearly_all = most_telling(own)
    assert blocks([few, nearly_all]) == [(2, 0, 5), (5, 1, 5)]
    changes = [(old, new) for old, new in pairwise(states) if old != new]
    assert few.table == (
        (0, sum(old for old, _ in changes)), (sum(new for _, new in changes), 0),
    )  # fmt: skip
    assert (few.count, few.unseen, few.absent) == (len(changes), 0, 4000 - len(changes))
    assert few.misses_given == 0
    assert 0.2 < few.count / 4000 < 0.3
    assert not few.is_nearly_all
    pairs = Counter(pairwise(states[1:]))
    assert nearly_all.table == tuple(
        tuple(pairs[given, told] for told in (True, False)) for given in (True, False)
    )
    assert (nearly_all.count, nearly_all.unseen, nearly_all.absent) == (3999, 0, 1)
    # If the dependence that covers nearly all executions is the strongest, it is the only one.
    assert most_telling([nearly_all, few]) == [nearly_all]
    # A dependence on an outcome six iterations back would look like a period. So the dependence on
    # the iteration before is preferred if it is about as strong.
    assert nearly_all.iterations == 1
    for more, chosen in ((1.2, 1), (1.3, 6)):
        six = structs.replace(nearly_all, iterations=6, bits=more * nearly_all.bits)
        (told,) = most_telling([six, nearly_all])
        assert told.iterations == chosen


@pytest.mark.parametrize(
    ("table", "is_told"),
    [
        # The best guess is always the first outcome, with two shares above 99.9 %.
        (((603_120, 150), (396_680, 50)), False),
        (((603_120, 150), (396_730, 0)), True),
        (((600_000, 3270), (396_680, 50)), True),
        (((150, 603_120), (396_680, 50)), True),
    ],
)
def test_a_dependence_that_changes_no_guess_and_no_visible_share_is_left_out(
    tmp_path: Path, table: tuple[tuple[int, ...], ...], *, is_told: bool
) -> None:
    profile = Profile.open(flips_profile(tmp_path, flipped(7, 400)))
    first = next(one for one in dependences(profile, 0) if one.branch.block == 5)
    made = structs.replace(first, table=table)
    assert bool(most_telling([made])) == is_told


def slowly(trips: list[tuple[bool, bool]], told: Dependence) -> int:
    """Compares the table with the trips. Returns the number of executions in the table."""
    at = {1: 0, 4: 1}
    given, branch, j = at[told.given.block], at[told.branch.block], told.iterations
    pairs = Counter((trips[i - j][given], trips[i][branch]) for i in range(j, len(trips)))
    assert told.table == tuple(tuple(pairs[a, b] for b in (True, False)) for a in (True, False))
    return pairs.total()


@pytest.mark.parametrize("k", [3, 6, 9])
def test_the_last_outcome_in_an_entry_is_known_however_far_back_it_is(
    tmp_path: Path, k: int
) -> None:
    """In a loop entry, RARELY keeps its outcome. RECENT's outcome changes every two iterations."""
    walks, profile = rarely_asked(tmp_path, k)
    found = [one for one in dependences(profile, 0) if one.given is one.branch]
    kept = [one for one in found if one.branch.block == RARELY]
    assert kept
    for one in kept:
        assert one.last is not None
        targets = [it.target for it in one.branch.outcomes]
        pairs, firsts, unseen = last_outcomes(walks, RARELY, k)
        assert one.last.table.tolist() == [[pairs[a, b] for b in targets] for a in targets]
        assert (one.last.none.sum(), one.last.unknown.sum()) == (firsts, unseen)
        assert one.last.table.sum() >= one.count
    pairs, _, _ = last_outcomes(walks, RECENT, k)
    assert any(a != b for a, b in pairs)
    assert all(one.last is None for one in found if one.branch.block == RECENT)
