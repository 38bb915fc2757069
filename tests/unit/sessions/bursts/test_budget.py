"""Tests that bursts keep to the budget's share of the CPU time, and that the share is used up."""

import itertools
import random
from statistics import median

import pytest

from kpath_jvm.sessions.bursts.budget import FIRST_SECONDS, MOST_SECONDS, Budget, Cost


def simulated(
    share: float, seed: int, cost_of: "list[float]", until: float
) -> tuple[list[float], float, float]:
    """Simulates a program that uses CPU time, and the bursts that the budget allows.

    Returns how much CPU time outside bursts came before each burst, the cost of all bursts, and all
    CPU time outside bursts.
    """
    budget = Budget(share, seed)
    budget.guess(0.5, is_partial=False)
    taken, own, starts = 0.0, 0.0, []
    costs = iter(cost_of)
    while taken < until:
        if budget.allows(taken):
            program = next(costs)
            starts.append(own)
            # A burst starts only when enough has been saved for its expected cost.
            assert budget.spent + budget.expected <= share * own + 1e-9
            budget.pay(Cost(program, 0.1 * program, 0.1, 0.9), taken)
            taken += program
        else:
            taken += 0.1
            own += 0.1
    return starts, budget.spent, own


@pytest.mark.parametrize("share", [0.01, 0.03, 0.3])
@pytest.mark.parametrize("seed", range(5))
def test_similar_costs_stay_within_the_share(share: float, seed: int) -> None:
    starts, spent, own = simulated(share, seed, [1.0] * 10_000, min(3000.0, 90 / share))
    assert len(starts) > 5
    assert spent <= share * own
    # Everything that was earned has been spent, except what is being saved for the next burst.
    assert spent >= share * own - 1.5 * 1.2 * 1.1 * (0.9 + 0.45) - 0.1


@pytest.mark.parametrize("seed", range(5))
def test_later_pauses_make_up_for_an_expensive_burst(seed: int) -> None:
    draws = random.Random(seed)
    costs = [draws.choice([0.5, 1.0, 8.0]) for _ in range(10_000)]
    _, spent, own = simulated(0.05, seed, costs, 5000.0)
    # Only the last burst may exceed the share.
    assert spent <= 0.05 * own + 8.8


def test_gaps_differ_and_depend_on_the_seed() -> None:
    starts, _, _ = simulated(0.05, 1, [1.0] * 1000, 2000.0)
    gaps = {round(later - earlier, 1) for earlier, later in itertools.pairwise(starts)}
    assert len(gaps) > len(starts) // 3
    assert simulated(0.05, 1, [1.0] * 1000, 2000.0)[0] == starts
    assert simulated(0.05, 2, [1.0] * 1000, 2000.0)[0] != starts


def test_the_first_burst_waits_for_enough_cpu_time_to_recompile() -> None:
    budget = Budget(0.1, 1)
    budget.guess(10.0, is_partial=False)
    assert not budget.allows(100.0)
    assert budget.missing(100.0) == pytest.approx(115.0)
    assert budget.allows(21.6 / 0.1)
    assert budget.seconds == FIRST_SECONDS
    budget.guess(10.0, is_partial=True)
    assert budget.missing(0.0) == pytest.approx(65.0)


def test_cpu_time_that_a_burst_caused_earns_nothing() -> None:
    budget = Budget(0.1, 1)
    budget.pay(Cost(program=5.0, own=1.0, recorded=0.1, around=2.0), 0.0)
    assert budget.earned(25.0) == pytest.approx(2.0)
    assert budget.spent == 6.0


def test_bursts_are_longer_if_adding_probes_takes_longer() -> None:
    budget = Budget(0.1, 1)
    budget.pay(Cost(program=1.0, own=0.0, recorded=0.1, around=4.0), 0.0)
    assert budget.seconds == 2.0
    budget.pay(Cost(program=1.0, own=0.0, recorded=0.1, around=0.01), 0.0)
    assert budget.seconds == FIRST_SECONDS
    budget.pay(Cost(program=1.0, own=0.0, recorded=0.1, around=1000.0), 0.0)
    assert budget.seconds == MOST_SECONDS


def test_pauses_between_bursts_grow() -> None:
    """Otherwise, what bursts leave behind in a JVM would grow in proportion to its lifetime."""
    starts, spent, own = simulated(0.5, 1, [1.0] * 100_000, 20_000.0)
    gaps = [later - earlier for earlier, later in itertools.pairwise(starts)]
    first, third, fifth = (median(gaps[at : at + 50]) for at in (25, 225, 425))
    assert 1.8 < third / first / 2 < 4.5
    assert 3 < fifth / third < 6
    assert spent < 0.5 * own
    assert len(starts) < 1000
