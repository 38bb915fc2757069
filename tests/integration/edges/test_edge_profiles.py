"""Compares edge profiles with single-stepped runs: counts that profiles call exact must be exact.

KPATH_FUZZ_SEEDS sets the number of random programs, or a range of their seeds: FIRST-LAST.
"""

from pathlib import Path

import pytest

from edge_checks import against_trace, profile_of
from integration.test_differential import seeds
from kpath_jvm.sessions.guide import Guide
from oracle.edges import edge_profiles
from oracle.harness import Program, compile_program, default_java_home, trace_program
from oracle.oracle import Trace
from oracle.random_programs import random_program
from oracle.repeating_graphs import repeating_program
from oracle.targets import DIRECTORY, Target, all_targets, compiled, read_target, traced

TARGETS = [target for target in all_targets() if target.traced and target.java_homes()]
#: The targets that aren't marked as slow: exceptions in loops, and monitors.
SHORT = {"CaughtInLoop", "Monitors"}


def check(
    program: Program, trace: Trace, home: Path, directory: Path, *, all_stopped: bool = False
) -> None:
    """Checks the profilers edge and edge-chords.

    With chords, all counts of a method are exact if none of the method's activations was stopped
    midway. The program must have such a method; if ``all_stopped`` is true, it must have none.
    """
    expected = edge_profiles(trace, program.classes)
    edge = against_trace(profile_of(program, home, "profiler=edge", directory / "edge"), expected)
    chords = against_trace(
        profile_of(program, home, "profiler=edge-chords", directory / "chords"), expected
    )
    assert edge.keys() == chords.keys() != set()
    whole = {key for key in chords if not expected[key].stopped}
    assert any(chords[key].exact for key in whole) != all_stopped
    for key in whole:
        assert chords[key].inexact == set(), key
    for key in chords:
        shared = chords[key].exact.keys() & edge[key].exact.keys()
        for one in shared:
            assert chords[key].exact[one] == edge[key].exact[one]


@pytest.mark.parametrize(
    "seed", [pytest.param(one, marks=[] if one < 1 else pytest.mark.slow) for one in seeds()]
)
def test_random_programs_have_the_traced_counts(seed: int, tmp_path: Path) -> None:
    """The random programs have exceptions, switches and nested loops."""
    home = default_java_home()
    source = tmp_path / "Main.java"
    source.write_text(random_program(seed))
    program = compile_program(source, tmp_path / "classes", home)
    trace, _ = trace_program(program, tmp_path / "log", home)
    check(program, trace, home, tmp_path)


@pytest.mark.parametrize(
    "seed", [pytest.param(one, marks=[] if one < 1 else pytest.mark.slow) for one in seeds()]
)
def test_repeating_blocks_have_the_traced_counts(seed: int, tmp_path: Path) -> None:
    """The random graphs have many edges that lead from a block to itself."""
    program = repeating_program(seed, tmp_path)
    trace, _ = trace_program(program, tmp_path / "log")
    check(program, trace, default_java_home(), tmp_path)


@pytest.mark.parametrize(
    "target",
    [
        pytest.param(one, marks=[] if one.name in SHORT else pytest.mark.slow, id=one.name)
        for one in TARGETS
    ],
)
def test_targets_have_the_traced_counts(target: Target, tmp_path: Path) -> None:
    """Each hand-written program exercises one construct."""
    trace, _ = traced(target)
    exits = target.name == "ExitInLoop"
    check(compiled(target), trace, target.java_homes()[0], tmp_path, all_stopped=exits)


def test_a_guide_changes_no_counts(tmp_path: Path) -> None:
    """A guide with an earlier run's paths moves counters to edges that are taken less often."""
    target = read_target(DIRECTORY / "Switches.java")
    home = target.java_homes()[0]
    program = compiled(target)
    paths = profile_of(program, home, "profiler=blpp-hash", tmp_path / "paths")
    guide = tmp_path / "guide"
    guide.write_bytes(Guide.of(paths.path, packs=False).content)
    profiler = "profiler=edge-chords,class-cache=0"
    plain = profile_of(program, home, profiler, tmp_path / "plain")
    guided = profile_of(program, home, f"{profiler},guide={guide}", tmp_path / "guided")
    assert guided.edge_counts.equals(plain.edge_counts)
    assert guided.run.inline.counted < plain.run.inline.counted
