"""Tests the figures of a sampled recording, which are computed from its bursts."""

import pytest

from kpath_jvm.records.sampling import Burst, Sampling


def sampling(*costs: float) -> Sampling:
    bursts = tuple(
        Burst(
            after_seconds=10.0 * place, seconds=0.5, cost_seconds=cost, own_seconds=0.5,
            completed=1, place=f"runs/{place}-burst",
        )
        for place, cost in enumerate(costs)
    )  # fmt: skip
    return Sampling(budget=0.03, seed=7, window_seconds=100.0, cpu_seconds=104.0, bursts=bursts)


def test_the_observed_share_and_the_overhead_are_computed() -> None:
    found = sampling(1.0, 3.0)
    assert found.observed_seconds == 1.0
    assert found.observed_share == pytest.approx(0.01)
    assert found.cost_seconds == 5.0
    assert found.overhead == pytest.approx(0.05)


def test_the_text_is_one_line() -> None:
    assert sampling(1.0, 3.0).text == (
        "sampled: 2 bursts observed 1 % of 100 s, at a cost of at most 5 % of the "
        "program's CPU time (--max-overhead 3%); counts cover only the observed time"
    )
    assert sampling(1.0).text.startswith("sampled: 1 burst observed 0.5 % ")
