"""Tests that all kinds of advice on a loop are about its own blocks, entries and iterations."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.advisable import EVEN, FIRST_EVEN, ODD, ODD_OUT, advisable_profile
from builders.looping import profile_of, random_program
from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from builders.walks import Program, walked_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.advice.loop_advice import loop_advice
from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.profile.writer import write_profile


def test_all_kinds_are_of_the_same_loop(tmp_path: Path) -> None:
    profile = Profile.open(advisable_profile(tmp_path))
    (row,) = loop_rows(profile, profile.find_method("Figure3.run"))
    advice = loop_advice(profile, row)
    assert advice.traces.loop.header == 1
    # There are 300 entries of 24 iterations.
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
    """Each entry has six iterations, which alternate. The last one leaves the loop."""
    builder = RecordingBuilder(k=8)
    turns = builder.add(figure_3(class_name="demo/Figure3", name="run"))
    builder.stream(turns, (FIRST_EVEN, *(ODD, EVEN) * 2, ODD_OUT), times=1_000)
    builder.auxiliary(turns, entries=1_000)
    write_profile(tmp_path / "it.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "it.kpath")
    (row,) = loop_rows(profile, 0)
    found = loop_advice(profile, row).unrolling
    assert (found.period, found.factors) == (2, (2,))
    assert [(one.factor, one.count, one.aligned_share) for one in found.windows] == [
        (2, 4_000, 1.0), (4, 2_000, 1.0),
    ]  # fmt: skip


def test_the_total_may_tell_how_many_iterations_each_entry_made(tmp_path: Path) -> None:
    """Each entry's exit comes after k = 4 paths, and the loop has four iterations per entry."""
    program = Program(Random(0), [[1], [2, 3], [1], []])
    profile = walked_profile(tmp_path, program, "back-edge", 4, [[0, *[1, 2] * 4, 1, 3]] * 1_000)
    (row,) = loop_rows(profile, 0)
    assert row.per_entry is not None
    assert row.per_entry.known == ()
    advice = loop_advice(profile, row)
    assert advice.unrolling.trips == (0, 0, 0, 0, 1_000)
    assert (advice.unrolling.steady_trips, advice.why_none()) == (4, None)


def test_a_loop_that_made_no_iteration(tmp_path: Path) -> None:
    program = Program(Random(0), [[1], [2, 3], [1], []])
    profile = walked_profile(tmp_path, program, "back-edge", 4, [[0, 1, 3]] * 2_000)
    (row,) = loop_rows(profile, 0)
    assert loop_advice(profile, row).why_none() == "the loop made no iteration"


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
def test_iterations_per_entry_are_those_of_the_row_though_exceptions_are_caught(
    seed: int, k: int
) -> None:
    with profile_of(random_program(seed, exceptions=0.05), k) as profile:
        for row in loop_rows(profile, 0):
            found = loop_advice(profile, row).unrolling
            assert found.mean_trips == (row.iterations / row.entries if row.entries else 0.0)
            assert found.is_mean_known == (row.mean_iterations is not None)
