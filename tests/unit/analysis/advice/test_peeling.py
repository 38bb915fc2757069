"""Tests advice on peeling. Its figures are checked by brute force on random walks."""

from collections import Counter
from itertools import product
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from builders.walks import Program, walked_profile
from kpath_jvm.analysis.advice.loop_advice import loop_advice
from kpath_jvm.analysis.advice.peeling import BranchShift, Peeling, peeling
from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.analysis.of_loops.iterations_per_entry import IterationsPerEntry
from kpath_jvm.reports.advice_summary import summarise_advice
from kpath_jvm.reports.reading import ReadOptions

from .conftest import WalkedLoop


def test_by_brute_force(walked: list[WalkedLoop]) -> None:
    """The figures of first and of later iterations are those of the walks."""
    for loop in walked:
        found = peeling(loop.found, loop.own, loop.test)
        numbers = loop.traces()
        first: Counter[int] = Counter()
        later: Counter[int] = Counter()
        for chain in loop.chains:
            for one in chain:
                if loop.loop.header in one.blocks and not loop.fails(one):
                    (first if one.is_first else later)[numbers[one.key]] += 1
        assert (found.entries, found.later) == (first.total(), later.total())
        for counts, best, share in (
            (first, found.first_best, found.first_share),
            (later, found.later_best, found.later_share),
        ):
            if counts:
                assert counts[best] == max(counts.values())
                assert share == pytest.approx(counts[best] / counts.total())
        if first and later:
            assert found.distance == pytest.approx(
                sum(
                    abs(first[it] / first.total() - later[it] / later.total())
                    for it in first | later
                )
                / 2
            )


def test_branches_by_brute_force(walked: list[WalkedLoop]) -> None:
    """The branches' outcomes in first and in later iterations are those of the walks."""
    for loop in walked:
        found = peeling(loop.found, loop.own, loop.test).branches
        branches = {one.block: one for one in found}
        assert not branches.keys() & loop.test
        for block in set(loop.own) - loop.test:
            kinds: dict[bool, Counter[int | None]] = {True: Counter(), False: Counter()}
            unknown: Counter[int | None] = Counter()
            for chain in loop.chains:
                for one in chain:
                    if one.outcome(block) is None or loop.fails(one):
                        continue
                    if loop.loop.header in one.blocks:
                        kinds[one.is_first][one.outcome(block)] += 1
                    else:
                        unknown[one.outcome(block)] += 1
            seen = set(loop.outcomes(block)) - {None}
            is_told = len(seen) > 1 and all(map(Counter.total, kinds.values()))
            assert (block in branches) == is_told or branches[block].may_be_decided
            if block in branches:
                shift = branches[block]
                assert dict(zip(shift.targets, shift.first, strict=True)) == {
                    it: kinds[True][it] for it in seen
                }
                assert dict(zip(shift.targets, shift.later, strict=True)) == {
                    it: kinds[False][it] for it in seen
                }
                assert dict(zip(shift.targets, shift.unknown, strict=True)) == {
                    it: unknown[it] for it in seen
                }


def shift(first: tuple[int, int], later: tuple[int, int]) -> BranchShift:
    return BranchShift(3, (4, 5), first, later, (0, 0))


def test_a_branch_is_decided_by_clear_enough_counts() -> None:
    assert shift((950, 50), (500, 9_500)).is_decided
    assert not shift((949, 51), (500, 9_500)).is_decided
    assert not shift((950, 50), (501, 9_499)).is_decided
    # The branch mostly has the same outcome in first and in later iterations.
    assert not shift((950, 50), (9_500, 500)).is_decided
    # There are too few executions.
    assert not shift((999, 0), (0, 9_500)).is_decided
    # For too many executions, it isn't known whether they were in first iterations.
    assert BranchShift(3, (4, 5), (1_000, 0), (0, 9_500), (20, 30)).is_decided
    assert not BranchShift(3, (4, 5), (1_000, 0), (0, 9_500), (20, 31)).is_decided
    one = shift((950, 50), (500, 9_500))
    assert (one.missed_together, one.missed_apart) == (1_450, 550)


@pytest.mark.parametrize("least", [1, 6])
def test_a_branch_may_be_decided_if_some_distribution_decides_it(
    least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tries all ways to distribute the unknown executions over first and later iterations."""
    monkeypatch.setattr("kpath_jvm.analysis.advice.peeling.LEAST_COUNT", least)
    monkeypatch.setattr("kpath_jvm.analysis.advice.peeling.DECIDED", 0.75)
    random = Random(5)
    found: Counter[tuple[bool, bool]] = Counter()
    for _ in range(500):
        size = random.choice((2, 3))
        first, later, unknown = (
            tuple(random.choice((0, 0, 1, 2, 3, most)) for _ in range(size))
            for most in (12, 12, random.choice((0, 5)))
        )
        if random.random() < 0.3:
            unknown = (0,) * size
        one = BranchShift(3, tuple(range(size)), first, later, unknown)
        may_be = any(
            replace(
                one,
                first=tuple(a + b for a, b in zip(first, given, strict=True)),
                later=tuple(a + b - c for a, b, c in zip(later, unknown, given, strict=True)),
                unknown=(0,) * size,
            ).is_decided
            for given in product(*(range(it + 1) for it in unknown))
        )
        # If ``least`` is above 1, ``may_be_decided`` may be True though there are too few
        # executions.
        assert one.may_be_decided == may_be or (one.may_be_decided and least > 1)
        found[may_be, one.may_be_decided, any(unknown)] += 1
    assert all(found[answer, answer, hides] for answer in (True, False) for hides in (True, False))
    assert found[False, True, True] < found[True, True, True] / 4


@pytest.mark.parametrize("cut", ["back-edge", "loop-header"])
def test_branches_behind_inner_loops_are_those_of_brute_force(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cut: str
) -> None:
    """Only inner loops that are too long for k hide which iterations were first."""
    monkeypatch.setattr("kpath_jvm.analysis.advice.peeling.LEAST_COUNT", 1)
    exact = unknown = behind = 0
    for seed in range(60):
        program, rng = Program.random(seed), Random(seed)
        walks = [program.walk(rng, rng.choice([5, 30, 90])) for _ in range(30)]
        directory = tmp_path / str(seed)
        directory.mkdir()
        profile = walked_profile(directory, program, cut, 2 + seed % 12, walks)
        code = profile.code(0)
        for row in loop_rows(profile, 0):
            loop = code.loops[row.loop]
            found = loop_advice(profile, row)
            for one in found.peeling.branches:
                true: Counter[tuple[int, int]] = Counter()
                for walk in walks:
                    rounds = 0
                    for before, block, after in zip([-1, *walk], walk, walk[1:], strict=False):
                        if block == loop.header:
                            rounds = rounds + 1 if before in loop.blocks else 1
                        if block == one.block:
                            true[min(rounds, 2), after] += 1
                for at, to in enumerate(one.targets):
                    first, later, rest = one.first[at], one.later[at], one.unknown[at]
                    assert first + later + rest == true[1, to] + true[2, to]
                    assert 0 <= true[1, to] - first <= rest
                exact += not any(one.unknown)
                unknown += any(one.unknown)
                pieces = [it for it in found.traces.all if one.block in it.targets]
                behind += not any(one.unknown) and any(
                    loop.header not in it.blocks for it in pieces
                )
    assert min(exact, unknown, behind) > 5


def test_a_branch_behind_an_inner_loop_may_be_peeled(tmp_path: Path) -> None:
    """Block 4, behind the inner loop, takes the back edge only in first iterations."""
    program = Program(Random(0), [[1], [2], [3, 4], [2], [1, 5], []])
    walk = [0, *[1, 2, 3, 2, 3, 2, 4] * 2, 5]
    profile = walked_profile(tmp_path, program, "back-edge", 8, [walk] * 1_000)
    (row,) = (one for one in loop_rows(profile, 0) if one.header == 1)
    found = loop_advice(profile, row).peeling
    assert found.branches == (BranchShift(4, (1, 5), (1_000, 0), (0, 1_000), (0, 0)),)
    assert found.is_worth_it
    # The branch's path is the third of its iteration.
    (row,) = (one for one in loop_rows(profile, 0, k=2) if one.header == 1)
    short = loop_advice(profile, row, k=2).peeling
    assert (short.is_worth_it, short.is_known) == (False, False)
    assert short.why_not() == (
        "it isn't known which executions were in first iterations, because their iteration began "
        "k = 2 paths back or more (a larger -k shows more), or before a handler (2,000 of 2,000 "
        "executions)"
    )


def test_each_branch_that_is_not_judged_is_named(tmp_path: Path) -> None:
    """Two branches come behind the inner loop, and k = 2 doesn't show what came before it."""
    program = Program(Random(0), [[1], [2], [3, 4], [2], [5, 6], [1, 6], []])
    inner = [1, 2, 3, 2, 3, 2, 4]
    walks = [[0, *[*inner, 5] * 2, 6], [0, *inner, 5, *inner, 6]] * 2_000
    profile = walked_profile(tmp_path, program, "back-edge", 2, walks)
    (loop,) = (
        one
        for one in summarise_advice(profile, ReadOptions())["loops"]
        if {it["block"] for it in one["peeling"]["branches"]} == {4, 5}
    )
    told = [one for one in loop["not_advised"] if one["kind"] == "peel"]
    assert {one["block"] for one in told} == {4, 5}
    assert not any(one["known"] for one in told)


def test_a_branch_whose_first_executions_are_hidden_is_not_judged() -> None:
    hidden = BranchShift(3, (4, 5), (0, 0), (0, 0), (2_000, 9_000))
    one = Peeling(2_000, 9_000, 0, 1.0, 1, 1.0, 0.0, (hidden,), k=8)
    assert not one.is_worth_it
    assert not one.is_known
    assert one.unjudged == one.left_open == (hidden,)
    assert one.why_not() == (
        "it isn't known which executions were in first iterations, because their iteration began "
        "k = 8 paths back or more (a larger -k shows more), or before a handler (11,000 of 11,000 "
        "executions)"
    )
    # Whatever first iterations do, there are too few of them.
    assert replace(one, entries=999).is_known
    rare = replace(
        one, later=1_000_000, per_entry=IterationsPerEntry(8, (), ((8, 2_000),), (), None, None)
    )
    assert rare.is_known
    assert rare.why_not().startswith("only 0.2 % of the iterations are the first one")
    # If no execution is unknown, it's known whether there are enough executions.
    few = BranchShift(3, (4, 5), (960, 0), (0, 5_000), (0, 0))
    assert replace(one, branches=(few,)).is_known
    # One outcome is too rare to be the usual one in first iterations, or in later ones.
    rarely = replace(hidden, unknown=(900, 9_000))
    assert replace(one, branches=(rarely,)).is_known


def test_why_not() -> None:
    """The reason against peeling is the condition that isn't met."""
    few = Peeling(999, 5_000, 0, 1.0, 1, 1.0, 1.0, ())
    assert not few.is_worth_it
    assert few.why_not() == "only 999 first iterations; at least 1,000 are needed"
    once = Peeling(1_000, 0, 0, 1.0, 1, 1.0, 1.0, ())
    assert once.why_not() == "no later iterations; at least 1,000 are needed"
    rare = Peeling(8, 20, 0, 1.0, 1, 1.0, 1.0, ())
    assert rare.why_not() == "only 8 first and 20 later iterations; at least 1,000 are needed"
    single = Peeling(1, 2_000, 0, 1.0, 1, 1.0, 1.0, ())
    assert single.why_not() == "only 1 first iteration; at least 1,000 are needed"
    same = Peeling(1_000, 5_000, 0, 1.0, 0, 1.0, 0.0, (shift((900, 100), (900, 4_100)),))
    assert same.why_not().startswith(
        "no branch of the loop's own blocks outside its loop test goes one way in 95 % of the "
    )


def test_peeling_is_advised_only_if_most_entries_make_few_iterations() -> None:
    """At least half of the entries must make at most 8 iterations."""
    decided = (shift((950, 50), (500, 9_500)),)
    one = Peeling(1_000, 10_000, 0, 1.0, 1, 1.0, 1.0, decided)
    assert one.is_worth_it
    for known, longer, unfinished, why in (
        (((2, 300), (8, 200)), (8, 500), (), None),
        (((2, 300), (9, 200)), (9, 500), (), "more than half of the entries make more than 8"),
        (((2, 300), (9, 200)), (8, 500), (), "with k = 8 it isn't known whether half"),
        ((), (3, 1_000), (), "with k = 8 it isn't known whether half of the entries make 8"),
        # Even with a larger k, the ends of 400 entries wouldn't be seen.
        (((2, 300), (9, 200)), (9, 100), ((1, 400),), "it isn't known whether half"),
        (((2, 100), (9, 500)), (9, 100), ((1, 300),), "more than half of the entries make more"),
    ):
        found = IterationsPerEntry(
            8, known, (longer,), unfinished, None, None, largest_k=64, longer_completed=longer[0]
        )
        judged = replace(one, per_entry=found)
        assert judged.is_worth_it == (why is None)
        if why is not None:
            assert judged.why_not().startswith(why)
            assert judged.is_known == why.startswith("more than")
            assert ("; a larger -k may show it (" in judged.why_not()) == why.startswith("with k")
    assert replace(one, branches=()).is_known


def test_the_k_that_may_show_more_is_named() -> None:
    one = Peeling(1_000, 10_000, 0, 1.0, 1, 1.0, 1.0, (shift((950, 50), (500, 9_500)),))

    def longer(k: int, least: int) -> IterationsPerEntry:
        some = ((least, 1_000),)
        return IterationsPerEntry(k, (), some, (), None, None, largest_k=64, longer_completed=least)

    for k, least, wanted in ((8, 8, 9), (8, 3, 14), (4, 4, 9)):
        assert (
            replace(one, per_entry=longer(k, least))
            .why_not()
            .endswith(f" (-k {wanted} does if each further iteration is one path)")
        )
    for k, least, end in ((60, 3, "a larger -k may show it"), (64, 8, "; 64 is the largest -k")):
        assert replace(one, per_entry=longer(k, least)).why_not().endswith(end)


def test_totals_may_show_that_half_of_the_entries_make_few_iterations() -> None:
    """With k = 4, 999 entries weren't seen to end, so each of them made at least 4 iterations.

    In the first case, they made 999 further iterations together. An entry with 9 iterations made
    5 of these, so at most 199 entries made 9 or more.
    """
    one = Peeling(1_000, 3_996, 0, 1.0, 1, 1.0, 1.0, (shift((1_000, 0), (0, 3_996)),))
    for total, is_worth_it in ((4_995, True), (3_996 + 2_500, True), (3_996 + 2_505, False)):
        found = IterationsPerEntry(4, ((1, 1),), ((4, 999),), (), total, 0)
        # If more than 500 of the 1,000 entries may have made 9 iterations, it isn't known whether
        # half of the entries made at most 8.
        assert is_worth_it == ((total - 3_996) // 5 <= 500)
        assert replace(one, per_entry=found).is_worth_it is is_worth_it


def test_peeling_gains_little_if_few_iterations_are_first() -> None:
    found = IterationsPerEntry(8, (), ((8, 1_000),), (), None, None)
    decided = (shift((1_000, 0), (0, 199_000)),)
    one = Peeling(1_000, 199_000, 0, 1.0, 1, 1.0, 1.0, decided, per_entry=found)
    assert not one.is_worth_it
    assert one.is_known
    assert one.why_not() == "only 0.5 % of the iterations are the first one of an entry"
