"""Tests that all kinds of advice on a loop are about this loop's blocks, entries and iterations."""

from collections.abc import Set
from itertools import chain, pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from builders.advisable import EVEN, FIRST_EVEN, ODD, ODD_OUT, advisable_profile
from builders.behind_inner_loop import (
    ASKS,
    NO,
    YES,
    behind_inner_loop,
    outer_loop,
    walks_of,
)
from builders.looping import Completed, LoopingProgram, profile_of, random_program
from builders.methods import figure_3, shaky
from builders.recordings import RecordingBuilder, demo_run
from builders.walks import Program, pieces, walked_profile
from kpath_jvm import Profile, advise
from kpath_jvm.analysis.advice.loop_advice import loop_advice
from kpath_jvm.analysis.loops import CountedLoops, loop_rows
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.advice import rows
from kpath_jvm.reports.advice_summary import summarise_advice
from kpath_jvm.reports.markdown.advice import advice_markdown
from kpath_jvm.reports.reading import ReadOptions


def test_all_kinds_of_advice_are_about_one_loop(tmp_path: Path) -> None:
    profile = Profile.open(advisable_profile(tmp_path))
    (row,) = loop_rows(profile, profile.find_method("Figure3.run"))
    advice = loop_advice(profile, row)
    assert advice.traces.loop.header == 1
    # There are 300 entries of 24 iterations each.
    assert advice.unrolling.entries == advice.peeling.entries == 300
    assert advice.superblocks.begun == 7_200
    assert [one.block for one in advice.unswitching] == [1, 4]
    assert [sum(one.executions) for one in advice.correlation] == [7_200, 7_200]
    assert len(advice.unrolling.repeats) == 7
    assert len(loop_advice(profile, row, 3).unrolling.repeats) == 2


def test_an_iteration_that_a_handler_divides_is_not_one_path(demo: Path) -> None:
    """Two of four iterations are complete paths; exceptions divided the others."""
    profile = Profile.open(demo)
    (row,) = loop_rows(profile, profile.find_method("retry"))
    assert row.iterations == 4
    assert loop_advice(profile, row).unrolling.whole == 0.5


def test_exits_of_short_entries_do_not_hide_that_iterations_take_turns(tmp_path: Path) -> None:
    """Each entry has six or eight iterations, by turns even and odd."""
    builder = RecordingBuilder(k=8)
    turns = builder.add(figure_3(class_name="demo/Figure3", name="run"))
    for rounds in (2, 3):
        builder.stream(turns, (FIRST_EVEN, *(ODD, EVEN) * rounds, ODD_OUT), times=500)
    builder.auxiliary(turns, entries=1_000)
    write_profile(tmp_path / "it.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "it.kpath")
    (row,) = loop_rows(profile, 0)
    found = loop_advice(profile, row).unrolling
    assert (found.period, found.factors) == (2, (2,))
    assert [(one.factor, one.count, one.aligned_share) for one in found.windows] == [
        (2, 5_000, 1.0), (4, 3_000, 1.0),
    ]  # fmt: skip


def test_the_total_may_tell_how_many_iterations_each_entry_made(tmp_path: Path) -> None:
    """No sequence of k = 4 paths shows a whole entry, so each entry has at least four iterations.

    The totals show a mean of four iterations, so each entry has exactly four.
    """
    program = Program(Random(0), [[1], [2, 3], [1], []])
    profile = walked_profile(tmp_path, program, "back-edge", 4, [[0, *[1, 2] * 4, 1, 3]] * 1_000)
    (row,) = loop_rows(profile, 0)
    assert row.per_entry is not None
    assert row.per_entry.known == ()
    advice = loop_advice(profile, row)
    assert advice.unrolling.trips == (0, 0, 0, 0, 1_000)
    assert (advice.unrolling.steady_trips, advice.why_none()) == (4, None)


def test_a_loop_without_iterations_gets_no_advice(tmp_path: Path) -> None:
    program = Program(Random(0), [[1], [2, 3], [1], []])
    profile = walked_profile(tmp_path, program, "back-edge", 4, [[0, 1, 3]] * 2_000)
    (row,) = loop_rows(profile, 0)
    assert loop_advice(profile, row).why_none() == "the loop made no iteration"


def thrown_profile(directory: Path, rounds: int, run: dict[str, object]) -> Profile:
    """Returns a profile of a loop in which an exception handler ends each iteration.

    The paths are 4 (from the handler to the back edge) and 3 (from the header to the exit). The
    paths from the header to the exception aren't completed.
    """
    builder = RecordingBuilder(k=8)
    method = builder.add(shaky())
    builder.stream(method, (4,), times=rounds - 1)
    builder.stream(method, (4, 3))
    builder.auxiliary(method, entries=1, handlers=rounds)
    write_profile(directory / "p.kpath", builder.build(directory), demo_run(**run))
    return Profile.open(directory / "p.kpath")


def test_a_loop_is_not_rare_if_exceptions_cut_off_its_iterations(tmp_path: Path) -> None:
    profile = thrown_profile(tmp_path, 2_000, {})
    (row,) = loop_rows(profile, 0)
    assert row.iterations == 2_000
    advice = loop_advice(profile, row)
    assert advice.lacks_iterations
    assert advice.why_none() == (
        "nothing can be advised: at least 1,000 iterations that began with a completed path are "
        "needed (none of 2,000 did; exceptions or the end of the recording cut off 2,000 paths "
        "that may have run in the loop)"
    )
    document = summarise_advice(profile, ReadOptions())
    (loop,) = document["loops"]
    assert not any(one["known"] for one in loop["not_advised"])
    told = {kind.plain: text.plain for kind, text in rows(loop)}
    assert told["not known"] == advice.why_none()
    assert "no advice" not in told
    assert told["pieces"].endswith(", as far as paths were completed; 2,000 paths weren't")
    frame = advise(profile)
    (text,) = frame["advice"]
    assert text.startswith("nothing can be advised: at least 1,000 iterations that began with")
    assert "none of 2,000 did; exceptions or the end of the recording cut off" in text
    assert advice.why_none() in "\n".join(advice_markdown(document))


def test_a_loop_may_be_rare_although_exceptions_cut_off_iterations(tmp_path: Path) -> None:
    profile = thrown_profile(tmp_path, 900, {})
    (row,) = loop_rows(profile, 0)
    advice = loop_advice(profile, row)
    assert not advice.lacks_iterations
    assert advice.why_none() == "the loop went round fewer than 1,000 times"


def test_iterations_that_were_cut_off_may_have_been_many(tmp_path: Path) -> None:
    profile = Profile.open(advisable_profile(tmp_path, escapes=2_000))
    (row,) = loop_rows(profile, profile.find_method("Rare.run"))
    told = loop_advice(profile, row).why_none()
    assert told is not None
    assert told.startswith("nothing can be advised: at least 1,000 iterations that began with a ")
    assert " are needed (60 of 60 to 2,060 did; " in told


@pytest.mark.parametrize("cut", ["back-edge", "loop-header"])
@pytest.mark.parametrize("seed", range(4))
def test_entries_iterations_and_costs_are_those_of_the_loops(
    tmp_path: Path, seed: int, cut: str
) -> None:
    program, rng = Program.random(seed), Random(seed)
    walks = [program.walk(rng, 40) for _ in range(20)]
    profile = walked_profile(tmp_path, program, cut, 4, walks)
    for row in loop_rows(profile, 0):
        advice = loop_advice(profile, row)
        assert advice.unrolling.entries == row.entries
        assert advice.unrolling.mean_trips == (row.mean_iterations or 0.0)
        assert advice.superblocks.cost == row.cost


@given(st.integers(0, 2**32), st.integers(1, 4))
def test_advice_and_row_agree_on_iterations_despite_exceptions(seed: int, k: int) -> None:
    with profile_of(random_program(seed, exceptions=0.05), k) as profile:
        for row in loop_rows(profile, 0):
            found = loop_advice(profile, row).unrolling
            assert found.mean_trips == (row.iterations / row.entries if row.entries else 0.0)
            assert found.is_mean_known == (row.mean_iterations is not None)


#: A path's way through a loop: its blocks in the loop, how it ends ("back", "within" or "out"), and
#: the block that follows the last of these blocks, if known.
Way = tuple[tuple[int, ...], str, int | None]


class Thrown:
    """Finds out slowly how each completed path of a program's activations ran through a loop.

    A block that ends with athrow is in the loop only if a handler in the loop catches the
    exception. The program has only one handler, so this handler catches each exception from such a
    block. ``test`` has the blocks of the loop test; test_loop_nest.py checks how they are found.
    """

    def __init__(self, program: LoopingProgram, header: int, test: Set[int]) -> None:
        self.bodies, self.header = program.bodies(), header
        self.body = self.bodies[header]
        self.back = {a for a, _ in program.back_edges}
        self.latches = {a for a, b in program.back_edges if b == header}
        self.athrows = {*program.method.athrows}
        self.steps = {(source, target) for source, target, _ in program.method.edges}
        self.cuts = {tuple(edge) for edge in program.method.cuts}
        self.test = test
        self.ordinary = program.ordinary
        self.runs = [[*chain.from_iterable(one.sequences)] for one in program.activations]

    def ways(self, path: Completed) -> set[int]:
        """Returns the blocks to which the path's end may lead."""
        last = path.blocks[-1]
        found = {to for to in self.ordinary[last] if (last, to) not in self.steps}
        return {to for to in found if ((last, to) in self.cuts) == (path.end == "cut")}

    def is_clear(self) -> bool:
        """Returns whether the block after each path is known to be in the loop or outside it."""
        return all(
            len(self.ways(one)) < 2 and self.is_listed(one)
            for one in chain.from_iterable(self.runs)
        )

    def is_listed(self, path: Completed) -> bool:
        """Returns False if the tables leave open whether the next block is in the loop.

        If the path's last block leads only to a loop header, no table lists this header. It may be
        the header of any loop that doesn't contain the last block.
        """
        last = path.blocks[-1]
        bodies = self.bodies.items()
        others = {header in self.body for header, body in bodies if last not in body}
        is_cut = path.end == "loop" and len(self.ordinary[last]) == 1
        return last not in self.body or not is_cut or last in self.back or len(others) == 1

    def inside(self, path: Completed) -> tuple[int, ...]:
        return tuple(block for block in path.blocks if block in self.body)

    def end(self, path: Completed, then: Completed | None) -> str:
        last = path.blocks[-1]
        if then is None and last in self.body & self.athrows:
            return "within"
        follower = then.blocks[0] if then is not None else next(iter(self.ways(path)), None)
        if last not in self.body or follower not in self.body:
            return "out"
        is_back = path.end == "loop" and follower == self.header and last in self.latches
        return "back" if is_back else "within"

    def target(self, path: Completed) -> int | None:
        """Returns the block to which the path goes from its last block in the loop, or None."""
        last = max(at for at, block in enumerate(path.blocks) if block in self.body)
        return next(iter(path.blocks[last + 1 :] or self.ways(path)), None)

    def executed(self) -> list[Way]:
        """Returns each path's way through the loop, without failed loop tests."""
        return [one for run in self.runs for one in self.of_run(run) if not self.fails(one)]

    def of_run(self, run: list[Completed]) -> list[Way]:
        return [
            (inside, self.end(path, then), self.target(path))
            for path, then in pairwise([*run, None])
            if (inside := self.inside(path))
        ]

    def fails(self, one: Way) -> bool:
        return one[1] == "out" and self.test >= {*one[0]}


@given(st.integers(0, 2**32), st.integers(2, 4))
# In program 81115, two traces may end at the same block and go to different blocks from there. In
# program 899, only a handler leads back to the header of a loop.
@example(81115, 2)
@example(899, 2)
@example(497, 2)
@example(499, 2)
@example(2, 4)
def test_a_throw_that_the_loop_catches_divides_an_iteration(seed: int, k: int) -> None:
    program = random_program(seed, handlers=1)
    if program.irreducible:
        return
    with profile_of(program, k) as profile:
        nest = CountedLoops(profile, 0).nest
        for row in loop_rows(profile, 0):
            slow = Thrown(program, row.header, nest.test(row.loop))
            if not slow.is_clear():
                continue
            advice = loop_advice(profile, row)
            executed = slow.executed()
            begun = [one for one in executed if row.header in one[0]]
            whole = [one for one in begun if one[1] != "within"]
            share = len(whole) / max(len(begun), row.iterations) if begun else 0.0
            assert advice.unrolling.whole == share
            best = advice.traces.all[advice.superblocks.traces[0]]
            target = dict(best.targets).get(best.blocks[-1])
            others = [
                one
                for one in executed
                if one[0][:1] == best.blocks[:1]
                and (one[:2] != (best.blocks, best.end) or target not in (None, one[2]))
            ]
            staying = [one for one in others if one[1] != "out"]
            at_end = [one for one in staying if one[0][: len(best.blocks)] == best.blocks]
            assert advice.superblocks.at_end == len(at_end)
            assert advice.superblocks.parting == len(staying) - len(at_end)


def test_a_loop_that_catches_its_own_throws_has_divided_iterations(tmp_path: Path) -> None:
    """Every fifth iteration throws, and a handler in the loop catches the exception."""
    method = figure_3(
        class_name="demo/Own", name="run",
        blocks=[(9 * at, 9 * at + 8, [(9 * at, 10 + at)]) for at in range(6)],
        edges=[(0, 1, 0), (1, 2, 0), (1, 3, 2), (2, 5, 1)],
        starts=[("entry", 0, 0), ("loop", 1, 3), ("handler", 4, 6)],
        ends=[("loop", 2, 0), ("exit", 3, 0), ("exit", 5, 0), ("loop", 4, 0)],
        paths=7, athrows=[3], counters=("entries", "handlers"),
        loops=[{"header": 1, "latches": [2, 4], "blocks": [1, 2, 3, 4], "parent": -1}],
        decisions=[(1, "==", "I", ["x", "0"], [1, 0], [2, 3]),
                   (2, "==", "I", ["y", "0"], [1, 0], [1, 5])],
        test_sizes={}, instructions={2: 20},
    )  # fmt: skip
    builder = RecordingBuilder(k=4)
    added = builder.add(method)
    builder.stream(added, (0, 3, 3, 3, 5))
    builder.stream(added, (6, 3, 3, 3, 3, 5), times=999)
    builder.stream(added, (6, 4))
    builder.auxiliary(added, entries=1, handlers=1_000)
    write_profile(tmp_path / "it.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "it.kpath")
    (row,) = loop_rows(profile, 0)
    assert (row.entries, row.iterations) == (1, 5_001)
    advice = loop_advice(profile, row)
    # A fifth of the iterations are two paths each, so nothing is said about consecutive iterations.
    assert advice.unrolling.whole == pytest.approx(4_001 / 5_001)
    assert not advice.unrolling.is_worth_it
    # An iteration that throws leaves the hottest way, but stays in the loop.
    assert (advice.superblocks.begun, advice.superblocks.parting) == (5_001, 1_000)
    assert advice.superblocks.is_worth_it


@pytest.mark.parametrize("cut", ["back-edge", "loop-header"])
@pytest.mark.parametrize("k", [2, 3, 4, 7])
@pytest.mark.parametrize("keeps", [True, False])
def test_it_is_known_whether_a_branch_behind_an_inner_loop_keeps_its_outcome(
    tmp_path: Path, k: int, cut: str, *, keeps: bool
) -> None:
    """Counts pairs of consecutive outcomes in one entry that are less than k paths apart."""
    coin = Random(k)
    # If the inner loop goes round each time, no chain has two executions of the branch. So chains,
    # which might otherwise show that the outcome changes, show nothing.
    least = 0 if keeps else 1
    entries = []
    for _ in range(300):
        kept = coin.random() < 0.5
        entries.append(
            [
                (coin.randint(least, 3), kept if keeps else coin.random() < 0.5)
                for _ in range(coin.randint(1, 30))
            ]
        )
    profile = behind_inner_loop(tmp_path, entries, k, cut)
    program, walks = walks_of(entries)
    pairs = {(a, b): 0 for a in (YES, NO) for b in (YES, NO)}
    firsts = unknown = 0
    for walk in walks:
        # The first path comes from outside the loop.
        last, before = 0, None
        for place, piece in enumerate(pieces(walk, program.cuts(cut))):
            answer = next((block for block in piece if block in (YES, NO)), None)
            if answer is None:
                continue
            if place - last >= k:
                unknown += 1
            elif before is None:
                firsts += 1
            else:
                pairs[before, answer] += 1
            last, before = place, answer
    (row,) = (one for one in loop_rows(profile, 0) if one.loop == outer_loop(profile))
    (one,) = (one for one in loop_advice(profile, row).unswitching if one.block == ASKS)
    assert one.targets == (YES, NO)
    assert {
        (a, b): one.pairs[i][j] for i, a in enumerate((YES, NO)) for j, b in enumerate((YES, NO))
    } == pairs
    assert (one.firsts, one.unknown) == (firsts, unknown)
    assert one.executions == sum(map(len, entries))
    assert bool(one.changed) is (not keeps and any(pairs.values()))
