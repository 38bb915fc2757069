"""Checks all n-grams of profiles against those that the oracle derives from single-stepped runs.

The oracle itself is checked against numbers that were derived by hand.

KPATH_FUZZ_SEEDS is the number of random programs to try, or the range FIRST-LAST of their seeds.
With KPATH_EVERY_VARIANT=1, every program runs with each combination of JDK, cut mode and engine,
not just with a few of them.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

import pytest

from differential import Variant, exported, problems, record, report
from kpath_jvm.records.engine import ENGINES
from oracle.harness import (
    Program,
    compile_program,
    default_java_home,
    find_java_homes,
    run_native,
    trace_program,
)
from oracle.oracle import BACK_EDGE, LOOP_HEADER, Trace, profile_trace
from oracle.random_programs import random_program
from oracle.repeating_graphs import repeating_program
from oracle.targets import Target, all_targets, compiled, traced

TARGETS = all_targets()
TRACED = [target for target in TARGETS if target.traced]
#: The targets that the README's test command compares. ``.ci/run`` compares the others, too.
IN_THE_README_S_COMMAND = {
    "CaughtInLoop", "CountedLoops", "NestedLoops", "Recursion", "Switches",
}  # fmt: skip

each_traced_target = pytest.mark.parametrize(
    "target",
    [
        pytest.param(
            target,
            marks=[] if target.name in IN_THE_README_S_COMMAND else pytest.mark.integration,
            id=target.name,
        )
        for target in TRACED
    ],
)


def seeds() -> list[int]:
    first, _, last = os.environ.get("KPATH_FUZZ_SEEDS", "6").rpartition("-")
    return list(range(int(first), int(last) + 1)) if first else list(range(int(last)))


def variants(homes: list[Path], k: int, options: tuple[str, ...] = ()) -> list[Variant]:
    """Returns the variants to run a program with.

    By default, there are two: one on the first JDK and one on the last. They differ in cut mode and
    engine, too.
    """
    if os.environ.get("KPATH_EVERY_VARIANT") == "1":
        chosen = list(product(homes, (BACK_EDGE, LOOP_HEADER), ENGINES))
    else:
        ends = (homes[0], homes[-1])
        chosen = list(zip(ends, (BACK_EDGE, LOOP_HEADER), ENGINES, strict=True))
    return [Variant(home, cut, k, options, engine=engine) for home, cut, engine in chosen]


def check(
    program: Program, trace: Trace, output: bytes, chosen: list[Variant], directory: Path
) -> None:
    """Runs the variants, two at a time. Fails with the first differences of each variant."""

    def text(variant: Variant) -> str:
        found = problems(program, trace, output, variant, directory)
        return f"{variant}:\n{report(found)}" if found else ""

    with ThreadPoolExecutor(2) as pool:
        failures = [failure for failure in pool.map(text, chosen) if failure]
    assert not failures, "\n".join(failures)


@each_traced_target
def test_oracle_gives_the_numbers_derived_by_hand(target: Target) -> None:
    """Checks each number in the target's comment, for both cut modes."""
    if not target.java_homes():
        pytest.skip(f"no JDK {target.java_release}")
    trace, output = traced(target)
    native = run_native(compiled(target), target.java_homes()[0])
    assert (output, trace.status) == (native.stdout, native.returncode)
    profiles = {
        cut: profile_trace(trace, compiled(target).classes, 3, cut)
        for cut in (BACK_EDGE, LOOP_HEADER)
    }
    assert target.expectations
    for expectation in target.expectations:
        assert expectation.failures(profiles[expectation.cut]) == []


@pytest.mark.parametrize(
    "others",
    [False, pytest.param(True, marks=pytest.mark.slow)],
    ids=["one-variant", "other-variants"],
)
@each_traced_target
def test_profile_of_a_target_equals_the_oracle(
    target: Target, others: bool, tmp_path: Path
) -> None:
    """Each hand-written program exercises one construct.

    A fast test runs a program with one of its variants, and a slow test with the others.
    """
    if not target.java_homes():
        pytest.skip(f"no JDK {target.java_release}")
    trace, output = traced(target)
    chosen = variants(target.java_homes(), 4, target.options)
    one = chosen.pop(TRACED.index(target) % len(chosen))
    check(compiled(target), trace, output, chosen if others else [one], tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds())
def test_profile_of_a_random_program_equals_the_oracle(seed: int, tmp_path: Path) -> None:
    """The seed of a random program also decides k, and whether --max-paths is set."""
    source = tmp_path / "Main.java"
    source.write_text(random_program(seed), encoding="utf-8")
    program = compile_program(source, tmp_path / "classes")
    trace, output = trace_program(program, tmp_path / "log")
    native = run_native(program, default_java_home())
    assert (output, trace.status) == (native.stdout, native.returncode)
    options = ("--max-paths", "8") if seed % 3 == 2 else ()
    chosen = variants(find_java_homes(), [2, 3, 5, 8][seed % 4], options)
    check(program, trace, output, chosen, tmp_path)


@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(one, marks=pytest.mark.integration if one < 1 else pytest.mark.slow)
        for one in seeds()
    ],
)
def test_profile_of_blocks_that_repeat_equals_the_oracle(seed: int, tmp_path: Path) -> None:
    """The methods have many loops of one block. Some other loops are nested or irreducible."""
    program = repeating_program(seed, tmp_path)
    trace, output = trace_program(program, tmp_path / "log")
    options = ("--max-paths", "4") if seed % 3 == 2 else ()
    check(program, trace, output, variants(find_java_homes(), 4, options), tmp_path)


@pytest.mark.integration
@pytest.mark.parametrize(
    "target", [target for target in TARGETS if not target.traced], ids=lambda target: target.name
)
def test_profile_of_a_long_target_has_the_stated_numbers(target: Target, tmp_path: Path) -> None:
    """These programs run too long for the tracer."""
    if not target.java_homes():
        pytest.skip(f"no JDK {target.java_release}")
    assert target.expectations
    for home in target.java_homes():
        output = tmp_path / f"{home.name}.kpath"
        done = record(compiled(target), Variant(home, options=target.options), output)
        assert done.returncode == 0, done.stderr.decode(errors="replace")
        methods = exported(output)
        for expectation in target.expectations:
            assert expectation.failures(methods) == []
