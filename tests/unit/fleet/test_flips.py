"""Tests that flipped bits in a store lead to an error that names the file, or to right answers."""

import os
from collections import Counter

import pytest

from fuzz.flips import RIGHT, UNNAMED, WRONG, run

pytest.importorskip("duckdb")
SEED = 20_261_126


def outcomes(engine: str, count: int, *, digests: bool = True) -> Counter[str]:
    found: Counter[str] = Counter()
    for flip in run(engine, count, SEED, digests=digests):
        assert not digests or flip.outcome not in (WRONG, UNNAMED), flip
        found[flip.outcome] += 1
    return found


def test_no_flip_gives_a_wrong_figure() -> None:
    assert outcomes("duckdb", 120)[RIGHT] < 10


def test_without_digests_some_flips_give_a_wrong_figure() -> None:
    assert outcomes("duckdb", 80, digests=False)[WRONG] > 0


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["duckdb", "spark"])
def test_no_flip_of_many_gives_a_wrong_figure(engine: str) -> None:
    if engine == "spark":
        pytest.importorskip("pyspark")
    outcomes(engine, int(os.environ.get("KPATH_FLIPS", "10000")))
