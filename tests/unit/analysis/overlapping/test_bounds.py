"""Tests the bounds that overlapping paths give, on examples of Tallam et al. and random flows."""

import random
from itertools import pairwise

import pytest

from kpath_jvm.analysis.overlapping.bounds import FlowGroup, bounds

#: In Table 4, the loop was entered 500 times. Half of the entries ran the paths 1!1!3, the others
#: 2!2!3, where p!q means that path q came directly after path p. FLOWS, FIRST and LAST are the
#: paper's F, E and X, each for the paths 1, 2 and 3.
FLOWS, FIRST, LAST = (500, 500, 500), (250, 250, 0), (0, 0, 500)
REAL = {(1, 1): 250, (1, 3): 250, (2, 2): 250, (2, 3): 250}


def limits(p: int, *seconds: int) -> tuple[int, ...]:
    return tuple(min(FLOWS[p - 1] - LAST[p - 1], FLOWS[q - 1] - FIRST[q - 1]) for q in seconds)


def test_overlap_0_gives_the_bounds_of_table_5() -> None:
    found = bounds(
        [FlowGroup(total, limits(p, 1, 2, 3)) for p, total in ((1, 500), (2, 500), (3, 0))]
    )
    assert found.lower.tolist() == [0] * 9
    assert found.upper.tolist() == [250, 250, 500, 250, 250, 500, 0, 0, 0]
    assert (found.definite, found.potential) == (0, 2000)


def test_table_5_with_overlap_1_follows_the_equations() -> None:
    """The paper prints other values: [0, 250] for 2!3, and 250 and 1250 in total."""
    found = bounds(
        [
            FlowGroup(250, limits(1, 1)), FlowGroup(250, limits(1, 2, 3)),
            FlowGroup(0, limits(2, 1)), FlowGroup(500, limits(2, 2, 3)),
            FlowGroup(0, limits(3, 1)), FlowGroup(0, limits(3, 2, 3)),
        ]
    )  # fmt: skip
    assert found.lower.tolist() == [250, 0, 0, 0, 0, 250, 0, 0, 0]
    assert found.upper.tolist() == [250, 250, 250, 0, 250, 500, 0, 0, 0]
    assert (found.definite, found.potential) == (500, 1500)


def test_overlap_2_is_exact() -> None:
    groups = [FlowGroup(REAL.get((p, q), 0), limits(p, q)) for p in (1, 2, 3) for q in (1, 2, 3)]
    found = bounds(groups)
    assert found.definite == found.potential == sum(REAL.values()) == 1000
    assert found.precise == 9


def test_ball_larus_paths_bound_calls_loosely() -> None:
    """In section 3.2.3, with 100 calls and 200 runs of each path, flows lie between 0 and 100."""
    found = bounds([FlowGroup(100, (200,) * 15)])
    assert set(found.lower.tolist()) == {0}
    assert set(found.upper.tolist()) == {100}


def test_overlap_1_is_exact_for_calls() -> None:
    """Only 1!1 has a flow."""
    first = [FlowGroup(100, (200,)), FlowGroup(0, (200,) * 4)]
    groups = first + [FlowGroup(0, (200,)), FlowGroup(0, (200,) * 4)] * 2
    found = bounds(groups)
    assert found.definite == found.potential == 100
    assert found.precise == 15


def test_the_lower_bound_falls_by_the_executions_that_may_leave() -> None:
    """If eight of ten executions may leave before the path is complete, at least two go on."""
    for leaving, lower in ((0, 10), (8, 2), (1000, 0)):
        assert bounds([FlowGroup(10, (10,), leaving)]).lower.tolist() == [lower]


def test_each_execution_leaves_only_one_group() -> None:
    """If three executions leave, and two leave the first group, only one can leave the second."""
    groups = [FlowGroup(2, (), 2), FlowGroup(10, (10,), 3)]
    assert bounds(groups).lower.tolist() == [7]
    assert bounds(groups, 3).lower.tolist() == [9]
    assert bounds(groups, 2).lower.tolist() == [10]


@pytest.mark.parametrize("seed", range(200))
def test_bounds_contain_the_truth_and_finer_groups_tighten_them(seed: int) -> None:
    """Each pair of paths has a random flow, and some executions leave before the pair is complete.

    Step by step, the pairs are divided into smaller groups.
    """
    chance = random.Random(seed)
    size = chance.randint(1, 6)
    flow = {(p, q): chance.choice((0, 0, 1, 5, 40)) for p in range(size) for q in range(size)}
    left = {(p, q): chance.choice((0, 0, 3)) for p in range(size) for q in range(size)}
    budget = sum(left.values()) + chance.choice((0, 0, 5))
    of_p = [sum(flow[p, q] for q in range(size)) for p in range(size)]
    of_q = [sum(flow[p, q] for p in range(size)) for q in range(size)]
    cuts: list[int] = []
    last = (-1, 1 << 60)
    for _ in range(size):
        edges = [0, *sorted(cuts), size]
        groups, pairs = [], []
        for p in range(size):
            for begin, end in pairwise(edges):
                members = range(begin, end)
                out = sum(left[p, q] for q in members)
                total = sum(flow[p, q] for q in members) + out
                bound = tuple(min(of_p[p], of_q[q]) for q in members)
                groups.append(FlowGroup(total, bound, leaving=budget))
                pairs += [(p, q) for q in members]
        found = bounds(groups, budget)
        for at, pair in enumerate(pairs):
            assert found.lower[at] <= flow[pair] <= found.upper[at]
        assert found.definite >= last[0]
        assert found.potential <= last[1]
        last = found.definite, found.potential
        cuts.append(chance.choice([one for one in range(1, size + 1) if one not in cuts]))
