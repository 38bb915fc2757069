"""Tests how several engines share one memory budget."""

from kpath_jvm.sessions.follow.memory_budget import SharedMemoryBudget


def test_engines_share_a_budget() -> None:
    budget = SharedMemoryBudget(1600)
    assert [budget.take(100), budget.take(100)] == [400, 300]
    budget.give_back(400)
    assert budget.take(1) == 325
    assert budget.take(2000) == 2000
