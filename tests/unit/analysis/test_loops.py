"""Tests the figures of loops, many of them against the blocks that random methods executed."""

import io
from collections import Counter
from collections.abc import Sequence, Set
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from builders.edges import edges_profile
from builders.looping import LoopingProgram, profile_of, random_program
from builders.methods import MethodSpec, figure_3
from builders.nested import STREAMS, nested
from builders.recordings import RecordingBuilder, demo_profile, demo_run
from builders.versions import Version, versions_profile
from builders.walks import Program, walked_profile
from kpath_jvm import Profile, loops
from kpath_jvm.analysis.advice.loop_advice import loop_advice
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.loops import LoopPath, LoopRow, loop_rows, rows_with_entries
from kpath_jvm.analysis.of_loops.iterations_per_entry import Percentile
from kpath_jvm.analysis.of_loops.loop_counts import CountedLoops
from kpath_jvm.analysis.repeated import repetitions
from kpath_jvm.analysis.selection import Selection, select
from kpath_jvm.facts.loops import back_edges_document, loop_table
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.records.completeness import Cause, Completeness, Fact
from kpath_jvm.records.folding import Folding
from kpath_jvm.reports.export.exported import Exported
from kpath_jvm.reports.export.loops import chunks
from kpath_jvm.reports.loop_words import shared_header
from kpath_jvm.reports.markdown.report import report_markdown
from kpath_jvm.reports.output import write
from kpath_jvm.reports.page.document import PageOptions, page_document
from kpath_jvm.reports.report import renderables
from kpath_jvm.reports.summary import ReportOptions, summarise

seeds = st.integers(0, 2**32)


def slow_trips(program: LoopingProgram, header: int) -> tuple[int, int]:
    """Returns a loop's entries and iterations, counted step by step."""
    bodies = program.bodies()
    body, test = bodies[header], program.test(header)
    entries = iterations = 0
    for activation in program.activations:
        for kind, left, block in activation.steps:
            is_back = kind == "edge" and (left, block) in program.back_edges
            entries += block == header and not is_back
            iterations += block == header and is_back
            iterations += kind == "edge" and left in body - test and block not in body
    return entries, iterations


def slow_trips_with_handlers(
    program: LoopingProgram, row: LoopRow, test: Set[int]
) -> tuple[int, int]:
    """Returns a loop's entries and iterations, counted step by step.

    If the loop's header is a handler, an exception that leads to it enters the loop. An athrow ends
    no iteration.
    """
    body = program.bodies()[row.header]
    entries = iterations = 0
    for activation in program.activations:
        for kind, left, block in activation.steps:
            is_back = kind == "edge" and (left, block) in program.back_edges
            entries += block == row.header and not is_back
            iterations += block == row.header and is_back
            iterations += kind == "edge" and left in body - test and block not in body
        iterations += activation.returned and activation.steps[-1][2] in body - test
    return entries, iterations


def covered_by(program: LoopingProgram, sequence: Sequence[int]) -> int:
    """Counts the completions that lie in an occurrence of a sequence of paths."""
    found = 0
    for run in program.sequences:
        numbers, marked = [path.number for path in run], set[int]()
        for first in range(len(numbers)):
            if numbers[first : first + len(sequence)] == [*sequence]:
                marked |= set(range(first, first + len(sequence)))
        found += len(marked)
    return found


def check_costs(program: LoopingProgram, profile: Profile, rows: list[LoopRow]) -> None:
    bodies = program.bodies()
    instructions = program.method.instructions
    paths = [path for sequence in program.sequences for path in sequence]
    for row in rows:
        own = {block for block in bodies[row.header] if program.innermost(block) == row.header}
        assert row.cost == sum(instructions[b] for path in paths for b in path.blocks if b in own)
        assert row.whole_cost == sum(
            instructions[b] for path in paths for b in path.blocks if b in bodies[row.header]
        )
        assert row.paths == tuple(sorted({p.number for p in paths if own & set(p.blocks)}))
        through = Counter(p.number for p in paths if bodies[row.header] & set(p.blocks))
        commonest = max(through.values())
        sequence = row.sequence
        if sequence is None:
            assert row.commoner is None
        elif row.commoner is None:
            own_paths = {path for path in through if path in sequence.paths}
            most = min(sequence.covered_most, sum(through[path] for path in own_paths))
            assert commonest <= most or any(through[path] == commonest for path in own_paths)
        else:
            assert row.commoner.path not in sequence.paths
            assert row.commoner.count == through[row.commoner.path] == commonest
            assert commonest > covered_by(program, sequence.paths) >= sequence.covered
        if not program.irreducible:
            assert row.depth == sum(body >= bodies[row.header] for body in bodies.values())
    assert sum(row.cost for row in rows) <= Costs(profile).total


@pytest.mark.parametrize("times", [130, 160, 161])
def test_only_certainly_more_frequent_paths_are_named_beside_a_sequence(
    tmp_path: Path, times: int
) -> None:
    """The sequence begins and ends with the same path, but its 40 occurrences don't overlap."""
    builder = RecordingBuilder(k=5)
    method = builder.add(figure_3())
    for entry in (4, 6):
        for end in (1, 3):
            builder.stream(method, [entry, 2, 0, 0, 2, end], times=10)
    builder.stream(method, [5], times=times)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    (row,) = loop_rows(Profile.open(tmp_path / "p.kpath"), 0)
    assert row.sequence is not None
    assert (row.sequence.paths, row.sequence.covered) == ((2, 0, 0, 2), 120)
    assert row.commoner == (LoopPath(5, times) if times > 160 else None)


def test_repetitions_are_searched_once_for_all_loops(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def counting(profile: Profile, method: int) -> int:
        asked.append(method)
        return repetitions(profile, method)

    monkeypatch.setattr("kpath_jvm.analysis.loops.repetitions", counting)
    with profile_of(random_program(5), 3) as profile:
        rows = loop_rows(profile, 0)
    assert sum(row.next_iteration is not None for row in rows) > 1
    assert asked == [0]


# In program 7363, with --cut loop-header, a block computes an operand for the condition in another
# loop's header.
@example(7363, 1, 0.3)
@given(seeds, st.integers(1, 4), st.sampled_from([0.0, 0.3]))
@example(0, 1, 0.0)
def test_counts_are_exact_if_all_paths_were_completed(seed: int, k: int, jumps: float) -> None:
    program = random_program(seed, jumps=jumps)
    # The last path of an endless activation isn't completed.
    program.activations = [one for one in program.activations if not one.lost]
    with profile_of(program, k) as profile:
        rows = loop_rows(profile, 0)
        check_costs(program, profile, rows)
    for row in rows:
        entries, iterations = slow_trips(program, row.header)
        assert row.missing is not None
        assert row.entries <= entries <= row.entries + row.missing
        assert row.iterations <= iterations <= row.iterations + row.missing
        if k > 1:
            assert row.missing == 0
    ran = {block for one in program.activations for _, _, block in one.steps}
    assert {row.header for row in rows} == {
        header for header, body in program.bodies().items() if ran & body
    }


# In program 12345391, an exception ends a path that has left an irreducible loop twice. In program
# 84647317, a loop's header has a back edge to the header of another loop with the same blocks.
@example(12345391, 1)
@example(84647317, 1)
@given(seeds, st.integers(1, 3))
def test_bounds_allow_for_executions_cut_off_by_exceptions(seed: int, k: int) -> None:
    program = random_program(seed, exceptions=0.05)
    with profile_of(program, k) as profile:
        rows = {row.header: row for row in loop_rows(profile, 0)}
        check_costs(program, profile, list(rows.values()))
    for header, row in rows.items():
        entries, iterations = slow_trips(program, header)
        assert row.missing is not None
        assert row.entries_most is not None
        assert row.entries >= 1 or row.entries_most > 1 or program.irreducible
        assert row.entries <= entries <= row.entries_most <= row.entries + row.missing
        assert row.iterations <= iterations <= row.iterations + row.missing
        if entries:
            least, most = row.mean_least or 0.0, row.mean_most
            assert least <= iterations / entries <= (float("inf") if most is None else most)
        assert row.mean_iterations in (None, iterations / entries if entries else None)


# In program 1210, the loop's header is a handler, so each activation may enter the loop more than
# once. In program 1754, a handler leads out of the loop and back to it.
@example(1210, 2, 2)
@example(1754, 2, 3)
@given(seeds, st.integers(2, 3), st.integers(1, 3))
def test_a_pass_goes_on_after_an_exception_that_is_caught_in_the_loop(
    seed: int, k: int, handlers: int
) -> None:
    program = random_program(seed, exceptions=0.05, handlers=handlers)
    with profile_of(program, k) as profile:
        rows = loop_rows(profile, 0)
        nest = CountedLoops(profile, 0).nest
    for row in rows:
        entries, iterations = slow_trips_with_handlers(program, row, nest.test(row.loop))
        assert row.missing is not None
        assert row.entries_most is not None
        assert row.iterations_most is not None
        assert row.entries >= 1 or row.entries_most > 1 or program.irreducible
        assert row.entries <= entries <= row.entries_most <= row.entries + row.missing
        assert row.iterations <= iterations <= row.iterations_most <= row.iterations + row.missing
        assert row.mean_iterations in (None, iterations / entries if entries else None)


def test_exceptions_caught_in_a_loop_hide_no_iteration(tmp_path: Path) -> None:
    """Block 3 catches an exception of block 2, and goes back to the header."""
    builder = RecordingBuilder(k=4)
    spec = builder.add(
        MethodSpec(
            "demo/Caught", "run", "()V", [(4 * at, 4 * at + 3, []) for at in range(5)],
            edges=[(0, 1, 0), (1, 2, 0), (1, 4, 1)],
            starts=[("entry", 0, 0), ("loop", 1, 2), ("handler", 3, 4)],
            ends=[("exit", 4, 0), ("loop", 2, 0), ("loop", 3, 0)],
            paths=5,
            counters=("entries", "handlers", "escapes"),
            loops=[{"header": 1, "latches": [2, 3], "blocks": [1, 2, 3], "parent": -1}],
            decisions=[(1, "==", "I", ["x", "0"], [1, 0], [4, 2])],
        )
    )  # fmt: skip
    # The loop goes round ten times. The handler runs in the fifth and the eighth pass.
    builder.stream(spec, [0, 2, 2, 2])
    builder.stream(spec, [4, 2, 2])
    builder.stream(spec, [4, 2, 2, 3])
    builder.auxiliary(spec, entries=1, handlers=2, escapes=0)
    write_profile(tmp_path / "it.kpath", builder.build(tmp_path), demo_run())
    (row,) = loop_rows(Profile.open(tmp_path / "it.kpath"), 0)
    assert (row.entries, row.iterations, row.missing, row.ran_inside) == (1, 10, 0, 2)
    assert (row.mean_iterations, row.iterations_most) == (10, 10)
    # The only entry has all iterations, although its sequence of paths ends at the first exception.
    assert row.per_entry is not None
    assert row.per_entry.longer == ((4, 1),)
    assert [row.per_entry.percentile(percent) for percent in (50, 99)] == [
        Percentile(50, 10, 10), Percentile(99, 10, 10),
    ]  # fmt: skip
    assert [row.per_entry.possibly(least) for least in (10, 11)] == [1, 0]
    assert row.per_entry.in_groups(4) == (0.8, 0.8)


def test_an_outermost_loop_has_no_more_entries_than_its_method(tmp_path: Path) -> None:
    """Both activations entered the loop. The missing path can't have been a third entry."""
    builder = RecordingBuilder()
    method = builder.add(figure_3())
    builder.stream(method, (6, *[2] * 8, 3))
    builder.stream(method, (6, 2, 2))
    builder.auxiliary(method, entries=2, escapes=1)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    (row,) = loop_rows(Profile.open(tmp_path / "p.kpath"), 0)
    assert (row.entries, row.missing, row.entries_most, row.iterations_most) == (2, 1, 2, 14)
    assert (row.mean_iterations, row.mean_least, row.mean_most) == (None, 6.5, 7.0)


def test_activations_may_have_begun_before_a_cut_recording(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    method = builder.add(figure_3())
    builder.stream(method, (6, 2, 2))
    builder.auxiliary(method, entries=1, escapes=1)
    noted = demo_run(completeness=Completeness().noted("cut"))
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), noted)
    (row,) = loop_rows(Profile.open(tmp_path / "p.kpath"), 0)
    assert (row.entries, row.missing, row.entries_most) == (1, 1, 2)


def test_the_loop_of_figure_3_has_14_iterations(demo: Path) -> None:
    profile = Profile.open(demo)
    (row,) = loop_rows(profile, profile.find_method("Figure3.run"))
    # The loop went round 13 times. The pass that left the loop is an iteration, too, because it
    # left at the bottom and not at a loop test.
    assert (row.header, row.header_line, row.depth) == (1, 9, 1)
    assert (row.entries, row.iterations, row.missing) == (1, 14, 0)
    assert row.mean_iterations == 14
    assert row.paths == (0, 2, 3, 6)


def test_loops_of_edge_profiles_lack_figures_that_need_paths(tmp_path: Path) -> None:
    """The bounds hold whatever exceptions were thrown."""
    profile = edges_profile(tmp_path)
    (row,) = loop_rows(profile, 0)
    assert (row.entries, row.iterations, row.missing) == (3, 14, 0)
    assert (row.cost, row.paths, row.completions, row.sequence) == (
        14 * 5 + 9 * 6 + 5 * 6 + 14 * 7, (), 0, None,
    )  # fmt: skip
    assert (row.next_iteration, row.period) == (None, None)
    (shaken,) = loop_rows(profile, 1)
    # The back edge from the handler was taken three times. The back edge from the body was taken
    # three to seven times. A throw ended one iteration.
    assert (shaken.entries, shaken.iterations, shaken.missing) == (2, 7, 4)


def test_methods_without_loops_have_no_loop_rows(demo: Path) -> None:
    profile = Profile.open(demo)
    assert loop_rows(profile, profile.find_method("Figure3.plain")) == []


def test_rows_can_be_limited_to_some_loops(demo: Path) -> None:
    profile = Profile.open(demo)
    method = profile.find_method("Figure3.run")
    assert loop_rows(profile, method, loops=[]) == []
    assert loop_rows(profile, method, loops=[0]) == loop_rows(profile, method)


def test_a_smaller_k_than_the_recorded_one_can_be_used(demo: Path) -> None:
    profile = Profile.open(demo)
    method = profile.find_method("Figure3.run")
    (whole,), (less,) = loop_rows(profile, method), loop_rows(profile, method, k=2)
    assert whole.next_iteration is not None
    assert less.next_iteration is not None
    assert less.next_iteration.bits == whole.next_iteration.bits[:2]
    assert less.next_iteration.exit_bits == whole.next_iteration.exit_bits[:2]
    assert less.sequence is not None
    assert len(less.sequence.paths) == 2


def test_a_handler_may_go_round_a_loop_or_leave_it(demo: Path) -> None:
    profile = Profile.open(demo)
    (row,) = loop_rows(profile, profile.find_method("retry"))
    # Paths 0 and 1 enter the loop. Paths 0 and 2 go round it, and so does path 4, from the handler.
    # Path 1 leaves the loop at the loop test. Path 5 comes after a path that was abandoned, and
    # leaves the loop from the handler.
    assert (row.entries, row.iterations, row.missing, row.ran_inside) == (2, 4, 0, 2)


@pytest.mark.parametrize("is_athrow", [False, True])
def test_a_return_ends_an_iteration_but_an_athrow_may_not(
    tmp_path: Path, *, is_athrow: bool
) -> None:
    """A return ends an iteration. An exception may be caught, so the iteration may go on.

    Block 2 returns, or throws, and belongs to the loop because its handler, block 3, goes round.
    """
    builder = RecordingBuilder(k=4)
    spec = builder.add(
        MethodSpec(
            "demo/Retry", "run", "()V", [(4 * at, 4 * at + 3, []) for at in range(5)],
            edges=[(0, 1, 0), (1, 2, 0), (1, 4, 1)],
            starts=[("entry", 0, 0), ("loop", 1, 2), ("handler", 3, 4)],
            ends=[("exit", 2, 0), ("exit", 4, 0), ("loop", 3, 0)],
            paths=5,
            counters=("entries", "handlers", "escapes"),
            athrows=[2] if is_athrow else [],
            loops=[{"header": 1, "latches": [3], "blocks": [1, 2, 3], "parent": -1}],
            decisions=[(1, "==", "I", ["x", "0"], [1, 0], [4, 2])],
        )
    )  # fmt: skip
    # Five activations leave the loop at block 2, in their first pass. Two leave at the loop test.
    builder.stream(spec, [0], times=5)
    builder.stream(spec, [1], times=2)
    builder.auxiliary(spec, entries=7, escapes=5 if is_athrow else 0)
    write_profile(tmp_path / "it.kpath", builder.build(tmp_path), demo_run())
    (row,) = loop_rows(Profile.open(tmp_path / "it.kpath"), 0)
    assert (row.entries, row.iterations) == (7, 0 if is_athrow else 5)
    assert row.per_entry is not None
    assert row.per_entry.known == (((0, 2),) if is_athrow else ((0, 2), (1, 5)))
    assert row.per_entry.unfinished == (((0, 5),) if is_athrow else ())


def test_iterations_per_entry_need_exact_sequences(demo: Path, tmp_path: Path) -> None:
    folding = Folding(
        memory_bytes=100, times=1, nodes=2, restarts=3, least_count=4, parts=2, errors=(9, 9, 9)
    )
    for name in ("folded", "edges"):
        (tmp_path / name).mkdir()
    folded = demo_profile(tmp_path / "folded", folding=folding)
    for path, is_there in ((demo, True), (folded, False)):
        profile = Profile.open(path)
        (row,) = loop_rows(profile, profile.find_method("Figure3.run"))
        assert (row.per_entry is not None) == is_there
        assert row.mean_iterations == 14
    for one in loop_rows(edges_profile(tmp_path / "edges"), 0):
        assert one.per_entry is None


def test_iterations_per_entry_of_a_selected_loop_come_from_the_whole_method(tmp_path: Path) -> None:
    """A part of a method, as --loop selects it, lacks the paths before and after the loop."""
    lacking = 0
    for seed in range(6):
        program, rng = Program.random(seed), Random(seed)
        directory = tmp_path / str(seed)
        directory.mkdir()
        cut = ("back-edge", "loop-header")[seed % 2]
        walks = [program.walk(rng, 30) for _ in range(9)]
        whole = walked_profile(directory, program, cut, 4, walks)
        for row in loop_rows(whole, 0):
            chosen = Selection(loop=(f"Walk.run:{row.header_line}",))
            part = select(whole, chosen).profile
            (own,) = (one for one in loop_rows(part, 0) if one.loop == row.loop)
            (told,) = (one for one in rows_with_entries(part, whole, 0) if one.loop == row.loop)
            assert row.per_entry is not None
            assert own.per_entry in (None, row.per_entry)
            assert told.per_entry == row.per_entry
            lacking += own.per_entry is None
    assert lacking > 5


@pytest.mark.parametrize(
    ("cause", "is_there"),
    [
        (Cause.NOTE, True), (Cause.KILLED, True), (Cause.SAMPLED, True),
        (Cause.LOST_EVENTS, False), (Cause.STILL_COUNTING, False), (Cause.DISAGREEMENT, False),
    ],
)  # fmt: skip
def test_iterations_per_entry_are_left_out_if_sequences_and_paths_may_disagree(
    tmp_path: Path, cause: Cause, *, is_there: bool
) -> None:
    completeness = Completeness().with_facts([Fact(cause=cause, text="something happened")])
    profile = Profile.open(demo_profile(tmp_path, completeness=completeness))
    (row,) = loop_rows(profile, profile.find_method("Figure3.run"))
    assert (row.per_entry is not None) == is_there


@pytest.mark.parametrize(("streams", "is_exact"), [(1, True), (2, False)])
def test_exits_are_exact_only_if_all_entries_were_seen_to_leave(
    tmp_path: Path, streams: int, is_exact: bool
) -> None:
    """The second activation enters the loop and leaves it without an iteration."""
    builder = RecordingBuilder(k=4)
    method = builder.add(nested())
    builder.stream(method, *STREAMS[:streams])
    builder.auxiliary(method, entries=streams)
    write_profile(tmp_path / "loops.kpath", builder.build(tmp_path), demo_run())
    outer = loop_rows(Profile.open(tmp_path / "loops.kpath"), 0)[0]
    assert (outer.entries, outer.missing) == (streams, 0)
    found = outer.next_iteration
    assert found is not None
    assert (found.left, found.pieces) == (1, 1)
    # The loop is left once per entry. So if as many exits as entries were seen, no exit is missing.
    assert found.is_left_exact == is_exact


def test_the_uncertainty_of_exits_is_unknown_if_some_exits_are_hidden(tmp_path: Path) -> None:
    """Only some entries of the outer loop are seen to leave it after a back edge.

    The inner loop divides iterations into pieces, and a later piece may also leave the outer loop.
    """
    builder = RecordingBuilder(k=4)
    method = builder.add(nested())
    for _ in range(300):
        builder.stream(method, *STREAMS)
    builder.auxiliary(method, entries=300 * len(STREAMS))
    write_profile(tmp_path / "loops.kpath", builder.build(tmp_path), demo_run())
    rows = loop_rows(Profile.open(tmp_path / "loops.kpath"), 0)
    told = [row.next_iteration for row in rows if row.next_iteration is not None]
    assert {one.is_left_exact for one in told} == {False, True}
    for one in told:
        assert bool(one.exit_bits) is one.is_left_exact


@pytest.mark.parametrize(("k", "period", "above"), [(4, None, 3), (8, None, 7), (9, 8, None)])
def test_a_period_longer_than_k_may_exist(
    tmp_path: Path, k: int, period: int | None, above: int | None
) -> None:
    builder = RecordingBuilder(k=k)
    method = builder.add(figure_3())
    builder.stream(method, [6, *[2, 2, 2, 2, 0, 0, 0, 0] * 400, 3])
    builder.auxiliary(method, entries=1)
    write_profile(tmp_path / "loops.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "loops.kpath")
    (row,) = loop_rows(profile, 0)
    assert (row.period, row.period_above) == (period, above)
    for table in (loop_table(profile, [row], 1), *chunks(Exported.of(profile))):
        assert table.column("period_above").to_pylist() == [above]
    (told,) = loops(profile).itertuples()
    assert (told.period is pd.NA, told.period_above is pd.NA) == (period is None, above is None)
    # ``advise`` reports the same period.
    found = loop_advice(profile, row).unrolling
    assert found.period == period
    assert found.is_known == (period is not None)


@pytest.mark.parametrize("seed", range(40))
def test_iterations_and_paths_of_periods_are_counted(seed: int) -> None:
    program = random_program(seed)
    with profile_of(program, 3) as profile:
        for row in loop_rows(profile, 0):
            latches = {a for a, b in program.back_edges if b == row.header}
            whole = [
                path
                for sequence in program.sequences
                for path in sequence
                if (path.start, path.end, path.blocks[0]) == ("loop", "loop", row.header)
                and path.blocks[-1] in latches
            ]
            assert row.whole_iterations == len(whole)
            assert row.whole_paths == len({tuple(path.blocks) for path in whole})
            assert row.period_paths == (None if row.period is None else row.whole_paths)
            if row.period is None or not row.iterations_most:
                assert row.period_of_iterations is None
            else:
                assert row.period_of_iterations == min(len(whole) / row.iterations_most, 1)


def test_random_ways_have_no_expected_period(tmp_path: Path) -> None:
    random = Random(7)
    builder = RecordingBuilder(k=4)
    method = builder.add(figure_3())
    builder.stream(method, [6, *random.choices((0, 2), k=40_000), 3])
    builder.auxiliary(method, entries=1)
    write_profile(tmp_path / "loops.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "loops.kpath")
    (row,) = loop_rows(profile, 0)
    assert (row.period, row.period_above) == (None, None)
    assert loop_advice(profile, row).unrolling.is_known


#: ``do { while (a) { b; } c; } while (d);``: blocks 1 (a), 2 (b), 3 (c and d), 4.
_SHARED = ((1,), (2, 3), (1,), (1, 4), ())
#: ``while (a) { if (b) { c; } else { d; } }``: blocks 1 (a), 2 (b), 3 (c), 4 (d), 5.
_ALONE = ((1,), (2, 5), (3, 4), (1,), (1,), ())


@pytest.mark.parametrize(
    ("successors", "walk", "back", "is_several"),
    [
        (_SHARED, [0, 1, 2, 1, 2, 1, 3, 1, 2, 1, 3, 4], {2: 3, 3: 1}, True),
        # The inner loop never went round, so all iterations are the outer loop's.
        (_SHARED, [0, 1, 3, 1, 3, 4], {2: 0, 3: 1}, False),
        (_ALONE, [0, 1, 2, 3, 1, 2, 4, 1, 5], {3: 1, 4: 1}, False),
    ],
)
def test_source_loops_with_a_common_header_have_one_row(
    tmp_path: Path, successors: tuple, walk: list[int], back: dict[int, int], *, is_several: bool
) -> None:
    """The row of loops that share a header counts each back edge separately."""
    version = Version(successors=successors, walks=[walk])
    profile = versions_profile(tmp_path, "shared", version)
    (row,) = loop_rows(profile, 0)
    assert row.iterations == sum(back.values()) + (successors is _SHARED)
    assert {one.block: (one.least, one.most) for one in row.back_edges} == {
        block: (count, count) for block, count in back.items()
    }
    assert row.may_be_several is is_several
    summary, stream = summarise(profile, ReportOptions()), io.StringIO()
    write(stream, 120, *renderables(summary))
    (told,) = summary["loops"]
    words = shared_header(told)
    assert (words is not None) is is_several
    # Sources may prove that only one statement begins there.
    one: Any = SimpleNamespace(is_one_statement=lambda *_: True)
    assert shared_header(back_edges_document(profile, row, one)) is None
    if words is not None:
        assert words.startswith("2 of 2 back edges to its header were taken, from ")
        assert "(3 times)" in words
        assert "(1 time): if several loops of the source begin here, they are" in words
        for shown in (
            stream.getvalue(),
            "\n".join(report_markdown(summary)),
        ):
            assert "if several loops of the source begin here, they are" in " ".join(shown.split())
        (page,) = page_document(profile, PageOptions()).methods[0]["loops"]
        assert page["shared_header"] == words


@pytest.mark.parametrize("cut", ["back-edge", "loop-header"])
def test_a_loop_may_be_left_after_an_inner_loop(tmp_path: Path, cut: str) -> None:
    """Each entry that goes round leaves the loop in its second iteration, after an inner loop."""
    program = Program(Random(0), [[1], [2], [3, 4], [2], [1, 5], []])
    inner = [1, 2, 3, 2, 4]
    walks = [[0, *inner * 2, 5]] * 975 + [[0, *inner, 5]] * 25
    for k, is_exact in ((8, True), (3, False)):
        directory = tmp_path / str(k)
        directory.mkdir()
        profile = walked_profile(directory, program, cut, k, walks)
        (row,) = (one for one in loop_rows(profile, 0) if one.header == 1)
        found = row.next_iteration
        assert found is not None
        # The first part of the next iteration never leaves the loop.
        assert (found.followed, found.left, found.is_left_exact) == (975, 0, False)
        assert (found.left_in_all, found.is_left_in_all_exact) == (975 if is_exact else 0, is_exact)


def test_a_next_iteration_is_rare_if_the_loop_hardly_ever_went_round(tmp_path: Path) -> None:
    program = Program(Random(0), [[1], [2], [1, 3], []])
    for often, is_rare in ((1, True), (2, False)):
        directory = tmp_path / str(often)
        directory.mkdir()
        walks = [[0, 1, 2, 3]] * (2_100 - often) + [[0, 1, 2, 1, 2, 3]] * often
        (row,) = loop_rows(walked_profile(directory, program, "back-edge", 8, walks), 0)
        assert row.iterations == 2_100 + often
        assert row.next_iteration is not None
        assert row.next_iteration.followed == often
        assert row.next_iteration.is_rare == is_rare


def test_a_negligible_sequence_gives_way_to_the_path_with_more_completions(tmp_path: Path) -> None:
    program = Program(Random(0), [[1], [2], [1, 3], []])
    walks = [[0, 1, 2, 3]] * 4_100 + [[0, 1, 2, 1, 2, 3]]
    profile = walked_profile(tmp_path, program, "back-edge", 8, walks)
    (row,) = loop_rows(profile, 0)
    assert row.sequence is not None
    assert row.commoner == LoopPath(row.commoner.path, 4_100)
    document = summarise(profile, ReportOptions())
    stream = io.StringIO()
    write(stream, 200, *renderables(document))
    told = "A  4,100 times, > 99.9 % of the loop's 4,102 path completions\n"
    for text in (stream.getvalue(), "\n".join(report_markdown(document)).replace("**", "")):
        assert told.strip() in text.replace("A 4,100", "A  4,100")
        assert "went round only 1 time" in text
        assert "isn't in the sequence" not in text
        assert "next iteration: " not in text
    page = page_document(profile, PageOptions())
    (loop,) = page.methods[0]["loops"]
    assert (loop["sequence"]["text"], loop["next_path"]) == ("A", "went round only 1 time")
    assert loop["sequence"]["told"].startswith("4,100 times, > 99.9 % of the loop's")
    assert len(loop["sequence"]["paths"]) == 1


def test_all_entries_may_begin_with_the_same_paths(tmp_path: Path) -> None:
    """Entries begin with the same k paths if all counts are multiples of the number of entries."""
    alike = 0
    for seed in range(200):
        coin, k = Random(seed), 3
        builder = RecordingBuilder(k=k)
        method = builder.add(figure_3())
        kinds = coin.choice([1, 1, 2])
        entries = [
            [6, *(coin.choice([0, 2]) for _ in range(coin.randrange(6))), 3] for _ in range(kinds)
        ]
        times = coin.randrange(1, 12)
        for entry in entries:
            builder.stream(method, entry, times=times)
        builder.auxiliary(method, entries=kinds * times)
        directory = tmp_path / str(seed)
        directory.mkdir()
        write_profile(directory / "it.kpath", builder.build(directory), demo_run())
        (row,) = loop_rows(Profile.open(directory / "it.kpath"), 0)
        if row.next_iteration is not None and row.next_iteration.entries_alike:
            assert len({tuple(entry[:k]) for entry in entries}) == 1
            alike += 1
    assert alike > 5
