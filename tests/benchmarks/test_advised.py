"""Tests that the programs that were changed as advised still do the same."""

import random
from pathlib import Path

import pytest

from benchmarks.advised import PROGRAMS, STAND_INS, Pair, pairs, program, row, stand_in
from kpath_jvm.launch.jdk import default_jdk


@pytest.mark.parametrize(("name", "argument"), [("Collatz", "1000"), ("Mixer", "100")])
def test_small_programs(tmp_path: Path, name: str, argument: str) -> None:
    assert name in PROGRAMS
    variants = program(name, default_jdk().java, tmp_path, argument)
    (found,) = pairs(variants, 1, random.Random(1))
    assert min(found.before, found.after) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["heapsort-small", "search"])
def test_stand_ins(tmp_path: Path, name: str) -> None:
    assert name in STAND_INS
    variants = stand_in(name, default_jdk().java, tmp_path, iterations=1)
    assert len(pairs(variants, 1, random.Random(1))) == 1


def test_variants_that_differ_are_no_pair(tmp_path: Path) -> None:
    variants = program("Collatz", default_jdk().java, tmp_path, "10")
    variants.after[-1] = "1000"
    with pytest.raises(ValueError, match="the variants differ: "):
        pairs(variants, 1, random.Random(1))


def test_a_row() -> None:
    found = [Pair(2.0, 1.0), Pair(4.0, 3.0), Pair(3.0, 3.0)]
    assert row("x", found) == (
        "| x | 3.00 (2.00 to 4.00) | 3.00 (1.00 to 3.00) | 0.75 (0.50 to 1.00) |"
    )
