"""Tests that blocks are left out if only the rarer cases of a switch lead to them."""

import random
from collections.abc import Iterator

from kpath_jvm.analysis.flow import FlowEdge
from kpath_jvm.reports.pictures.cold_cases import MOST_WAYS, behind_cold_cases


def edge(source: int, target: int, count: int) -> FlowEdge:
    return FlowEdge(source, target, "step", count, count)


def none_kept(_: FlowEdge) -> bool:
    return False


def test_the_most_frequent_ways_stay() -> None:
    """The switch has twenty cases that join again."""
    cases = range(1, 21)
    edges = [edge(0, case, 100 - case) for case in cases]
    edges += [edge(case, 21, 100 - case) for case in cases]
    shown = range(22)
    assert MOST_WAYS == 12
    assert behind_cold_cases(edges, shown, [0], none_kept) == set(range(13, 21))
    # The case on the highlighted path stays. If no case ran, the lower-numbered blocks stay.
    assert behind_cold_cases(edges, shown, [0], lambda it: it.target == 20) == set(range(13, 20))
    never = [edge(0, case, 0) for case in cases]
    assert behind_cold_cases(never, shown, [0], none_kept) == set(range(13, 21))


def test_few_ways_stay_even_if_they_never_ran() -> None:
    edges = [edge(0, case, 0) for case in range(1, 13)]
    assert behind_cold_cases(edges, range(13), [0], none_kept) == set()


def test_blocks_stay_if_other_ways_lead_to_them() -> None:
    """Case 3 falls through to the rare case 4. A handler and the rare case 5 lead to block 6."""
    edges = [edge(0, 1, 9), edge(0, 2, 8), edge(0, 3, 7), edge(0, 4, 2), edge(0, 5, 1)]
    edges += [edge(3, 4, 7), edge(5, 6, 1), edge(6, 7, 1), edge(8, 6, 1)]
    assert behind_cold_cases(edges, range(9), [0, 8], none_kept, 3) == {5}
    assert behind_cold_cases(edges, range(8), [0], none_kept, 3) == {5, 6, 7}


def walks(ways: dict[int, list[int]], starts: set[int], size: int) -> Iterator[set[int]]:
    rng = random.Random(1)
    for _ in range(400):
        block = rng.choice(sorted(starts))
        walked = {block}
        for _ in range(3 * size):
            if not ways.get(block):
                break
            block = rng.choice(ways[block])
            walked.add(block)
        yield walked


def test_left_out_blocks_agree_with_random_walks() -> None:
    """A block must be left out if, and only if, random walks reach it only by the rarer ways."""
    left_out = 0
    for seed in range(60):
        rng = random.Random(seed)
        size = rng.randint(3, 10)
        shown = {block for block in range(size) if block == 0 or rng.random() < 0.9}
        pairs = {(a, rng.randrange(size)) for a in range(size) for _ in range(rng.randint(0, 5))}
        edges = [edge(a, b, rng.randint(0, 3)) for a, b in sorted(pairs)]
        starts = {0, rng.randrange(size)} & shown
        drawn = [it for it in edges if {it.source, it.target} <= shown]
        every: dict[int, list[int]] = {}
        warm: dict[int, list[int]] = {}
        for it in drawn:
            every.setdefault(it.source, []).append(it.target)
            hotter = [
                o for o in drawn
                if o.source == it.source and (-o.most, o.target) < (-it.most, it.target)
            ]  # fmt: skip
            if len(hotter) < 2:
                warm.setdefault(it.source, []).append(it.target)
        met = set().union(*walks(every, starts, size))
        met_warm = set().union(*walks(warm, starts, size))
        found = behind_cold_cases(edges, shown, starts, none_kept, 2)
        assert found == met - met_warm, seed
        left_out += bool(found)
    assert left_out > 10
