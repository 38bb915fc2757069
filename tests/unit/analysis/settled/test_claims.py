"""Tests what is claimed of the branches of a loop against the trips themselves."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from msgspec.structs import replace

from builders.branching import diamonds
from builders.methods import MethodSpec
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.advice import unswitching
from kpath_jvm.analysis.settled import evidence, foretold
from kpath_jvm.analysis.settled.constant import Constant
from kpath_jvm.analysis.settled.foretold import Foretold
from kpath_jvm.analysis.settled.found import Settled, settled_of
from kpath_jvm.analysis.settled.one_way import OneWay
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.records.completeness import Cause, Fact, decided

#: The outcomes of x and y in the trips of one activation; ``more`` is no in the last one.
Trips: TypeAlias = list[tuple[bool, bool]]
X, Y, MORE = 1, 4, 7


def profiled(
    directory: Path,
    activations: list[Trips],
    k: int = 4,
    *,
    entries: int | None = None,
    escapes: int = 0,
    spec: MethodSpec | None = None,
    **run: object,
) -> Profile:
    directory.mkdir(exist_ok=True)
    builder = RecordingBuilder(k=k)
    spec = spec or diamonds()
    spec.counters = ("entries", "handlers", "escapes")
    builder.add(spec)
    for trips in activations:
        paths = [8 + 4 * (not x) + 2 * (not y) for x, y in trips]
        paths[0] -= 8
        paths[-1] += 1
        builder.stream(spec, paths)
    begun = len(activations) + escapes if entries is None else entries
    builder.auxiliary(spec, entries=begun, escapes=escapes)
    write_profile(directory / "two.kpath", builder.build(directory), replace(demo_run(), **run))
    return Profile.open(directory / "two.kpath")


def found(profile: Profile) -> list[Settled]:
    return list(settled_of(profile, 0).branches)


def one_way(profile: Profile) -> list[int]:
    return [one.branch.block for one in found(profile) if isinstance(one, OneWay)]


def redundant(profile: Profile) -> list[tuple[int, int, int]]:
    """Returns the deciding branch, the iterations between, and the branch, of what is claimed."""
    return [
        (one.given.block, one.iterations, one.branch.block)
        for one in found(profile)
        if isinstance(one, Foretold)
    ]


def constant(profile: Profile) -> list[int]:
    return [one.branch.block for one in found(profile) if isinstance(one, Constant)]


def coin(rng: random.Random, count: int) -> Trips:
    return [(rng.random() < 0.5, rng.random() < 0.5) for _ in range(count)]


def test_always_one_way(tmp_path: Path) -> None:
    rng = random.Random(1)
    profile = profiled(tmp_path, [[(True, y) for _, y in coin(rng, 20)] for _ in range(60)])
    (one,) = (it for it in found(profile) if isinstance(it, OneWay))
    assert (one.branch.block, one.way, one.count, one.uncompleted) == (X, 0, 1200, 0)
    # Each block of this method has four instructions. Block 2 can only be reached by yes, block 3
    # only by no; what comes after both can be reached either way.
    assert (one.saved, one.behind, one.never_run) == (4 * 1200, 4 * 1200, 4)


@pytest.mark.parametrize("at", [0, 600, 1199])
def test_one_counterexample_is_enough(tmp_path: Path, at: int) -> None:
    trips = [(place != at, random.Random(place).random() < 0.5) for place in range(1200)]
    assert one_way(profiled(tmp_path, [trips])) == []


def test_few_executions_are_no_basis(tmp_path: Path) -> None:
    rng = random.Random(2)
    trips = [(True, y) for _, y in coin(rng, 999)]
    assert one_way(profiled(tmp_path / "few", [trips])) == []
    assert one_way(profiled(tmp_path / "enough", [[*trips, (True, True)]])) == [X]


def test_paths_that_were_not_completed_may_have_gone_another_way(tmp_path: Path) -> None:
    """The other way may lead to a call that always throws."""
    rng = random.Random(3)
    activations = [[(True, y) for _, y in coin(rng, 20)] for _ in range(100)]
    (one,) = (
        it for it in found(profiled(tmp_path / "2", activations, escapes=2))
        if isinstance(it, OneWay)
    )  # fmt: skip
    assert one.uncompleted == 2
    assert one_way(profiled(tmp_path / "3", activations, escapes=3)) == []
    # An activation that never ended is such a path as well.
    assert one_way(profiled(tmp_path / "4", activations, entries=103)) == []


FOLLOWING: list[tuple[Cause, bool]] = [
    (Cause.KILLED, False),
    (Cause.HELD_BACK, False),
    (Cause.LOST_EVENTS, False),
    (Cause.THREADS_LEFT_OUT, False),
    (Cause.SAMPLED, False),
    (Cause.DISAGREEMENT, False),
    (Cause.FOLDED, True),
    (Cause.NOTE, True),
]


@pytest.mark.parametrize(("cause", "is_claimed"), FOLLOWING)
def test_counts_that_lack_something_claim_nothing(
    tmp_path: Path, cause: Cause, is_claimed: bool
) -> None:
    rng = random.Random(4)
    activations = [[(True, y) for _, y in coin(rng, 20)] for _ in range(60)]
    completeness = decided([Fact(cause=cause, text="something")])
    profile = profiled(tmp_path, activations, completeness=completeness)
    assert one_way(profile) == ([X] if is_claimed else [])
    assert (settled_of(profile, 0).evidence.why_not is None) == is_claimed


def test_a_test_of_assertions_is_left_out(tmp_path: Path) -> None:
    spec = diamonds()
    spec.decisions[0] = (X, "true", "Z", ["Two.$assertionsDisabled"], [1, 0], [2, 3])
    rng = random.Random(5)
    activations = [[(True, y) for _, y in coin(rng, 20)] for _ in range(60)]
    assert one_way(profiled(tmp_path, activations, spec=spec)) == []


def test_a_copy_on_the_same_line_that_went_another_way(tmp_path: Path) -> None:
    """Compilers copy the code of finally; the condition in the source then isn't one-way."""
    spec = diamonds()
    lines = [(4 * block, [(4 * block, 11)]) for block in (X, Y)]
    for first, line in lines:
        at = next(at for at, block in enumerate(spec.blocks) if block[0] == first)
        spec.blocks[at] = (spec.blocks[at][0], spec.blocks[at][1], line)
    rng = random.Random(6)
    activations = [[(True, y) for _, y in coin(rng, 20)] for _ in range(60)]
    assert one_way(profiled(tmp_path / "other", activations, spec=spec)) == [X]
    spec = diamonds()
    spec.blocks[Y] = (spec.blocks[Y][0], spec.blocks[Y][1], [(4 * Y, 11)])
    # The copy is compiled with the opposite comparison, so its yes is the first one's no.
    spec.decisions[0] = (X, "==", "I", ["a", "b"], [1, 0], [2, 3])
    spec.decisions[1] = (Y, "!=", "I", ["a", "b"], [1, 0], [5, 6])
    assert one_way(profiled(tmp_path / "copy", activations, spec=spec)) == []
    always_no = [[(True, False)] * 20 for _ in range(60)]
    assert one_way(profiled(tmp_path / "same", always_no, spec=spec)) == [X, Y]


def test_the_same_condition_again(tmp_path: Path) -> None:
    rng = random.Random(7)
    activations = [[(x, x) for x, _ in coin(rng, 20)] for _ in range(150)]
    spec = diamonds()
    for operators, is_same in (((">", ">"), True), ((">", "<="), False), ((">", "<"), False)):
        spec.decisions[0] = (X, operators[0], "I", ["a", "b"], [1, 0], [2, 3])
        spec.decisions[1] = (Y, operators[1], "I", ["a", "b"], [1, 0], [5, 6])
        profile = profiled(tmp_path / operators[1], activations, spec=spec)
        (one,) = (it for it in found(profile) if isinstance(it, Foretold))
        assert (one.given.block, one.iterations, one.branch.block) == (X, 0, Y)
        # After > the same answer is news of nothing; a yes to > and to <= can't both be true of
        # the same values, so these were different ones.
        assert one.is_same_condition == is_same
        assert one.count == 3000
        assert one.saved == 3000 * 4
    spec.decisions[0] = (X, "==", "I", ["i++", "b"], [1, 0], [2, 3])
    spec.decisions[1] = (Y, "==", "I", ["i++", "b"], [1, 0], [5, 6])
    (one,) = (
        it for it in found(profiled(tmp_path / "changed", activations, spec=spec))
        if isinstance(it, Foretold)
    )  # fmt: skip
    assert not one.is_same_condition


@pytest.mark.parametrize("at", [0, 1500, 2999])
def test_one_exception_to_a_rule_is_enough(tmp_path: Path, at: int) -> None:
    rng = random.Random(8)
    trips = [(x, x or rng.random() < 0.5) for x, _ in coin(rng, 3000)]
    assert redundant(profiled(tmp_path / "rule", [trips])) == [(X, 0, Y)]
    broken = [*trips[:at], (True, False), *trips[at + 1 :]]
    assert redundant(profiled(tmp_path / "broken", [broken])) == []


def test_a_branch_that_is_always_one_way_is_decided_by_nothing(tmp_path: Path) -> None:
    rng = random.Random(9)
    profile = profiled(tmp_path, [[(x, True) for x, _ in coin(rng, 3000)]])
    assert redundant(profile) == []
    assert one_way(profile) == [Y]


def test_what_hardly_ever_goes_otherwise_may_be_chance(tmp_path: Path) -> None:
    """After x is yes 1,500 times, y is no never; but it is no only twice in 3,000 at all."""
    trips = [(at % 2 == 0, at not in (501, 2001)) for at in range(3000)]
    assert (X, 0, Y) not in redundant(profiled(tmp_path, [trips]))


def test_a_branch_of_the_last_iteration(tmp_path: Path) -> None:
    rng = random.Random(10)
    trips = [(True, False)]
    for _ in range(3000):
        trips.append((trips[-1][1], rng.random() < 0.5))
    assert redundant(profiled(tmp_path / "4", [trips])) == [(Y, 1, X)]
    # With k = 1, nothing is known of the last iteration.
    assert redundant(profiled(tmp_path / "1", [trips], k=1)) == []


def test_recursion_does_not_mix_activations(tmp_path: Path) -> None:
    """Each activation has its own sequence, so its first iteration has none before it."""
    rng = random.Random(11)
    activations = []
    for at in range(3000):
        first = at % 2 == 0
        activations.append([(first, not first), (not first, rng.random() < 0.5)])
    # y was no before x, and yes before not x, in all activations.
    (one,) = (it for it in found(profiled(tmp_path, activations)) if isinstance(it, Foretold)
              if it.branch.block == X)  # fmt: skip
    assert (one.given.block, one.iterations, one.count) == (X, 1, 3000)


def test_constant_in_each_entry(tmp_path: Path) -> None:
    rng = random.Random(12)
    activations = [[(at % 3 == 0, y) for _, y in coin(rng, 10)] for at in range(600)]
    profile = profiled(tmp_path / "constant", activations)
    (one,) = (it for it in found(profile) if isinstance(it, Constant))
    assert (one.branch.block, one.loop.header) == (X, 1)
    assert one.steadiness.pairs == ((200 * 9, 0), (0, 400 * 9))
    assert (one.steadiness.firsts, one.steadiness.unknown, one.count) == (600, 0, 5400)
    assert one.saved == 5400 * 4
    # That the outcome before decides it says the same, and isn't said again.
    assert redundant(profile) == []
    activations[100][7] = (not activations[100][7][0], True)
    assert constant(profiled(tmp_path / "changed", activations)) == []


def test_constant_needs_several_executions_in_entries_and_both_outcomes(tmp_path: Path) -> None:
    single = [[(at % 2 == 0, True)] for at in range(3000)]
    assert constant(profiled(tmp_path / "single", single)) == []
    always = [[(True, at % 2 == 0)] * 3 for at in range(3000)]
    assert constant(profiled(tmp_path / "always", always)) == [Y]
    assert constant(profiled(tmp_path / "k", always, k=1)) == []


@pytest.mark.parametrize("seed", range(40))
def test_random_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Finds all that holds in the trips, and nothing else."""
    few = 5
    monkeypatch.setattr(evidence, "LEAST_COUNT", few)
    monkeypatch.setattr(foretold, "LEAST_COUNT", few)
    monkeypatch.setattr(foretold, "CHANCE", 1e9)
    monkeypatch.setattr(unswitching, "LEAST_COUNT", 1)
    rng = random.Random(seed)
    activations = ruled(rng)
    profile = profiled(tmp_path, activations, k=2 + seed % 7)
    walks = [
        [{X: x, Y: y, MORE: at < len(trips) - 1} for at, (x, y) in enumerate(trips)]
        for trips in activations
    ]
    settled = found(profile)
    assert {one.branch.block for one in settled if isinstance(one, OneWay)} == {
        block
        for block in (X, Y, MORE)
        if len({it[block] for walk in walks for it in walk}) == 1 and sum(map(len, walks)) >= few
    }
    steady = {block for block in (X, Y, MORE) if is_constant(walks, block)}
    assert {one.branch.block for one in settled if isinstance(one, Constant)} == steady
    told = {one.branch.block: one.count for one in settled if isinstance(one, Foretold)}
    most = {block: most_decided(walks, block, few) for block in (X, Y, MORE)}
    expected = {block: count for block, count in most.items() if count and block not in steady}
    assert {block: n for block, n in told.items() if block not in steady} == expected


def ruled(rng: random.Random) -> list[Trips]:
    """Returns activations in which x and y follow rules of their own."""
    rules: dict[str, Callable[[bool, bool, bool], bool]] = {
        "coin": lambda _first, _last, _other: rng.random() < 0.5,
        "first": lambda first, _last, _other: first,
        "last": lambda _first, last, _other: last,
        "other": lambda _first, _last, other: other,
        "either": lambda _first, _last, other: other or rng.random() < 0.5,
        "seldom": lambda _first, _last, _other: rng.random() < 0.02,
    }
    names = [rng.choice(list(rules)) for _ in range(2)]
    found = []
    for _ in range(rng.randint(3, 40)):
        trips: Trips = []
        first = rng.random() < 0.5, rng.random() < 0.5
        for _ in range(rng.randint(1, 9)):
            last = trips[-1] if trips else first
            x = rules[names[0]](first[0], last[0], last[1])
            trips.append((x, rules[names[1]](first[1], last[1], x)))
        found.append(trips)
    return found


def is_constant(walks: list[list[dict[int, bool]]], block: int) -> bool:
    several = [walk for walk in walks if len(walk) > 1]
    ways = [{it[block] for it in walk} for walk in several]
    return all(len(it) == 1 for it in ways) and len({frozenset(it) for it in ways}) == 2 and (
        sum(len(walk) - 1 for walk in several) >= 5
    )  # fmt: skip


def most_decided(walks: list[list[dict[int, bool]]], block: int, few: int) -> int:
    most = 0
    for given in (X, Y, MORE):
        if any(len({it[one] for walk in walks for it in walk}) == 1 for one in (given, block)):
            continue
        for back in (0, 1):
            if back == 0 and given >= block:
                continue
            pairs = [
                (walk[at - back][given], walk[at][block])
                for walk in walks
                for at in range(back, len(walk))
            ]
            rows = {a: [b for it, b in pairs if it == a] for a in (True, False)}
            count = sum(
                len(row)
                for a, row in rows.items()
                if len(set(row)) == 1 and len(row) >= few and (not row[0]) in rows[not a]
            )
            most = max(most, count)
    return most
