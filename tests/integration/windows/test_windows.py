"""Tests that the counts of spp and bpp in path windows equal those of a trace."""

from pathlib import Path

import pytest

from oracle.harness import compile_program
from oracle.random_programs import random_program
from oracle.targets import DIRECTORY, compiled, read_target
from window_counts import check

#: Targets with one thread. They have nested loops, exceptions that are caught in loops and outside
#: of them, and handlers that are loop headers.
TARGETS = ("NestedLoops", "CaughtInLoop")


@pytest.mark.parametrize("name", TARGETS)
def test_targets_have_the_traced_windows(name: str, tmp_path: Path) -> None:
    check(compiled(read_target(DIRECTORY / f"{name}.java")), tmp_path)


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=pytest.mark.slow) for seed in (3, *range(20, 32))]
)
def test_random_programs_have_the_traced_windows(seed: int, tmp_path: Path) -> None:
    source = tmp_path / "Main.java"
    source.write_text(random_program(seed), encoding="utf-8")
    check(compile_program(source, tmp_path / "classes"), tmp_path)
