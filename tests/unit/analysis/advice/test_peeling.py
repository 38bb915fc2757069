"""Tests advice on peeling. Its figures are checked by brute force on random walks."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from random import Random
from typing import TypeAlias

import numpy as np
import pytest
from msgspec.structs import replace

from builders.looping import Completed, LoopingProgram, random_program
from builders.methods import MethodSpec
from builders.recordings import RecordingBuilder, demo_run
from builders.walks import Program, walked_profile
from builders.wild_walks import Walked, number_of, spec_of, walked_method
from kpath_jvm import Profile
from kpath_jvm.analysis.advice.chains import chains
from kpath_jvm.analysis.advice.loop_advice import loop_advice
from kpath_jvm.analysis.advice.peeling import BranchShift, Peeling, peeling, shifted
from kpath_jvm.analysis.advice.traces import loop_traces
from kpath_jvm.analysis.decided_together import LoopBranches
from kpath_jvm.analysis.loop_nest import LoopNest
from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.analysis.of_loops.iterations_per_entry import IterationsPerEntry
from kpath_jvm.analysis.settled.looking_back import LookingBack
from kpath_jvm.profile.metadata import Loop
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.advice_summary import summarise_advice
from kpath_jvm.reports.reading import ReadOptions

from .conftest import WalkedLoop

#: For the executions of a branch by their block, target and kind of iteration, and for arrivals at
#: the header by kind: "first" or "later", or None if nothing but a handler or another entry led to
#: the execution since the loop was entered.
Executed: TypeAlias = Counter[tuple[int, int | None, str | None]]
Arrivals: TypeAlias = Counter[str | None]


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


@dataclass
class Walks:
    """The sequences of completed paths of a method's activations, and what the profile has of them.

    The profile has a sequence's paths only from a place in ``begun`` on, because the activation was
    live when the recording was reset. ``numbers`` has the paths' numbers.
    """

    spec: MethodSpec
    successors: Mapping[int, Collection[int]]
    back: Collection[tuple[int, int]]
    sequences: Sequence[Sequence[Walked | Completed]]
    numbers: list[list[int]]
    entries: int
    handlers: int
    begun: list[int] = field(default_factory=list)

    def profile(self, directory: Path, k: int) -> Profile:
        builder = RecordingBuilder(k=k)
        builder.add(self.spec)
        for own, begun in zip(self.numbers, self.begun, strict=True):
            builder.stream(self.spec, own[begun:])
        counts = {"entries": self.entries, "handlers": self.handlers}
        builder.auxiliary(
            self.spec, **{it: counts[it] for it in counts if it in self.spec.counters}
        )
        directory.mkdir()
        write_profile(directory / "it.kpath", builder.build(directory), demo_run())
        return Profile.open(directory / "it.kpath")

    def only_way(self, path: Walked | Completed) -> int | None:
        """Returns the block to which a path's end leads, or None if several are possible."""
        last = path.blocks[-1]
        on = {b for a, b, _ in self.spec.edges if a == last}
        cut = {b for a, b in self.spec.cuts if a == last}
        ways = {it for it in self.successors[last] if it not in on}
        ways = ways & cut if path.end == "cut" else ways - cut
        return ways.pop() if len(ways) == 1 and path.end != "exit" else None

    def counted(self, loop: Loop) -> tuple[Executed, Arrivals]:
        """Returns what happened in the part of the sequences that the profile has.

        Each block of an activation is looked at in order.
        """
        executed: Executed = Counter()
        arrivals: Arrivals = Counter()
        for sequence, begun in zip(self.sequences, self.begun, strict=True):
            kind: str | None = None
            before = -1
            for place, path in enumerate(sequence):
                on = sequence[place + 1].blocks[0] if place + 1 < len(sequence) else None
                after = [*path.blocks[1:], self.only_way(path) if on is None else on]
                for at, (block, to) in enumerate(zip(path.blocks, after, strict=True)):
                    is_caught = at == 0 and path.start == "handler"
                    if block not in loop.blocks or is_caught:
                        kind = None
                    elif block == loop.header:
                        kind = "later" if (before, block) in self.back else "first"
                    if place >= begun:
                        arrivals[kind] += block == loop.header
                        executed[block, to, kind] += 1
                    before = block
        return executed, arrivals


def of_wild(seed: int, cut: str) -> Walks | None:
    found = walked_method(seed, cut=cut)
    if found is None:
        return None
    spec = spec_of(found)
    numbers = [[number_of(spec, path) for path in one] for one in found.sequences]
    ways = dict(enumerate(found.successors))
    return Walks(spec, ways, found.back, found.sequences, numbers, found.entries, found.caught)


def of_looping(program: LoopingProgram) -> Walks:
    numbers = [[path.number for path in one] for one in program.sequences]
    handlers = sum(kind == "handler" for one in program.activations for kind, _, _ in one.steps)
    return Walks(
        program.method, program.ordinary, program.back_edges, program.sequences, numbers,
        len(program.activations), handlers,
    )  # fmt: skip


@pytest.mark.parametrize("is_reset", [False, True])
def test_first_and_later_iterations_are_those_of_wild_methods(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_reset: bool
) -> None:
    """Covers cut edges to headers, handlers that are headers, side entries and resets.

    No iteration may be counted as a first or as a later one that isn't one. The numbers are exact
    if the profile has whole activations.
    """
    monkeypatch.setattr("kpath_jvm.analysis.advice.peeling.LEAST_COUNT", 1)
    met: Counter[str] = Counter()
    every = [of_wild(seed, cut) for seed in range(70) for cut in ("back-edge", "loop-header")]
    every += [
        of_looping(random_program(seed, exceptions=0.04 * (seed % 2), handlers=seed % 4))
        for seed in range(90)
    ]
    every += [
        of_looping(program)
        for program in (random_program(seed, most_paths=1 + seed % 4) for seed in range(200))
        if program.irreducible
    ]
    for seed, walks in enumerate(it for it in every if it is not None):
        rng = Random(seed)
        walks.begun = [
            rng.randrange(len(it)) if is_reset and it and rng.random() < 0.3 else 0
            for it in walks.sequences
        ]
        profile = walks.profile(tmp_path / str(seed), 2 + seed % 5)
        code, forest = profile.code(0), profile.method_forest(0)
        nest = LoopNest(code, profile.method_rows.row(0))
        roots = np.flatnonzero(forest.depths == 1)
        branches = LoopBranches(profile, 0)
        looking_back = LookingBack(branches.decided)
        for number, loop in enumerate(code.loops):
            traces = loop_traces(code, nest, loop, forest.paths[roots], forest.counts[roots])
            own = np.flatnonzero(nest.innermost == number).tolist()
            found = peeling(chains(forest, traces), own, frozenset())
            executed, arrivals = walks.counted(loop)
            first, later = arrivals["first"], arrivals["later"]
            assert found.entries <= first
            assert found.later <= later
            assert found.entries + found.later + found.unclear == first + later
            assert is_reset or not found.unclear
            met["cut"] += any(to == loop.header for _, to in walks.spec.cuts) and first > 0
            within = any(to == loop.header and a in loop.blocks for a, to in walks.spec.cuts)
            met["within"] += within and first > 0
            met["handler"] += bool(arrivals[None])
            met["irreducible"] += bool(walks.spec.irreducible and found.branches)
            met["unclear"] += bool(found.unclear)
            for one in found.branches:
                branch = branches.branches[one.block]
                back = shifted(branch, looking_back.by_first(branch.decision, loop))
                for shift in (one, back):
                    for at, to in enumerate(shift.targets):
                        true = [executed[one.block, to, it] for it in ("first", "later", None)]
                        assert shift.first[at] <= true[0], (seed, loop, shift)
                        assert shift.later[at] <= true[1], (seed, loop, shift)
                        known = shift.first[at] + shift.later[at]
                        assert known + shift.unknown[at] <= sum(true)
                met["branches"] += 1
    assert min(met[it] for it in ("cut", "within", "irreducible", "branches")) > 5
    assert met["handler"] > 1
    assert bool(met["unclear"]) is is_reset


def early_return(cut: str, *, is_cut: bool) -> MethodSpec:
    """Returns the method ``if (n < 0) return; do { if (i == 0) …; else …; } while (++i < n);``.

    With ``is_cut``, it is numbered as the agent does with ``--max-paths 4``: five paths would lead
    on from block 0, so the edge from there to the loop's header, block 1, is cut.
    """
    is_led = is_cut or cut == "loop-header"
    kind = "cut" if is_cut else "loop"
    return MethodSpec(
        "demo/Early", "run", "(II)V", [(9 * at, 9 * at + 8, [(9 * at, at + 1)]) for at in range(6)],
        edges=[
            *([] if is_led else [(0, 1, 0)]), (0, 5, 1 if is_led else 4),
            (1, 2, 0), (1, 3, 2), (2, 4, 0), (3, 4, 0), (4, 5, 1),
        ],
        starts=[
            ("entry", 0, 0), ("loop", 1, 2 if is_led else 5), *([("cut", 1, 6)] if is_cut else []),
        ],
        ends=[*([(kind, 0, 0)] if is_led else []), ("loop", 4, 0), ("exit", 5, 0)],
        paths=10 if is_cut else 6 if is_led else 9,
        cut=cut, cuts=[(0, 1)] if is_cut else [],
        loops=[{"header": 1, "latches": [4], "blocks": [1, 2, 3, 4], "parent": -1}],
        decisions=[
            (0, "<", "I", ["n", "0"], [1, 0], [5, 1]),
            (1, "==", "I", ["i", "0"], [1, 0], [2, 3]),
            (4, "<", "I", ["i", "n"], [1, 0], [1, 5]),
        ],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("cut", "is_cut", "paths"),
    [
        ("back-edge", False, (0, 7, 8)),
        ("back-edge", True, (0, 6, 4, 5)),
        ("loop-header", False, (0, 2, 4, 5)),
    ],
)
def test_an_entry_over_a_cut_edge_begins_a_first_iteration(
    tmp_path: Path, cut: str, paths: tuple[int, ...], *, is_cut: bool
) -> None:
    """Each entry makes three iterations, however control comes to the header."""
    builder = RecordingBuilder(k=4)
    method = builder.add(early_return(cut, is_cut=is_cut))
    builder.stream(method, paths, times=1_000)
    builder.auxiliary(method, entries=1_000)
    write_profile(tmp_path / "it.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "it.kpath")
    (row,) = loop_rows(profile, 0)
    assert (row.entries, row.iterations) == (1_000, 3_000)
    found = loop_advice(profile, row)
    assert (found.peeling.entries, found.peeling.later) == (1_000, 2_000)
    assert found.peeling.branches[0] == BranchShift(1, (2, 3), (1_000, 0), (0, 2_000), (0, 0))
    assert found.peeling.is_worth_it
    assert (found.unrolling.entries, found.unrolling.steady_trips) == (1_000, 3)
