"""Checks the bounds of edge counts that follow from conservation of flow.

The bounds are compared with brute force and with random walks, which may stop in any block.
"""

from collections import Counter
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from kpath_jvm.profile.recorded.conservation import Edge, conserved

#: A diamond with an exit. The blocks A, B, C and D are 0 to 3. In most tests, edge 0 (the entry),
#: edge 4 (from C to D) and edge 5 (the exit) have counters.
DIAMOND = [(-1, 0), (0, 1), (0, 2), (1, 3), (2, 3), (3, -1)]
Case = tuple[list[Edge], dict[int, int], Counter[Edge], int]


def test_every_edge_is_known_if_no_walk_stopped() -> None:
    found = dict(conserved(DIAMOND, {0: 9, 4: 2, 5: 9}))
    assert found == {1: (7, 7), 2: (2, 2), 3: (7, 7)}


def test_walks_may_have_stopped_in_any_block() -> None:
    """Two of nine walks never reached the exit. They stopped in A, B, C or D."""
    found = dict(conserved(DIAMOND, {0: 9, 4: 2, 5: 7}))
    assert found == {1: (5, 7), 2: (2, 4), 3: (5, 7)}


def test_an_exit_or_a_cycle_without_a_counter_gives_no_bounds() -> None:
    assert dict(conserved(DIAMOND, {0: 9, 4: 2})) == {}
    assert dict(conserved(DIAMOND, {0: 9, 5: 9})) == {}
    assert dict(conserved([(-1, 0), (0, 0), (0, -1)], {0: 1, 2: 1})) == {}


def test_an_edge_between_two_counters_is_known() -> None:
    """The counts of the edges after block 2 aren't known, because the exit has no counter."""
    edges = [(-1, 0), (0, 1), (1, 2), (2, 3), (3, -1)]
    assert dict(conserved(edges, {0: 4, 2: 4})) == {1: (4, 4)}


def test_contradictory_counts_give_no_bounds() -> None:
    assert dict(conserved(DIAMOND, {0: 9, 4: 2, 5: 10})) == {}
    assert dict(conserved(DIAMOND, {0: 1, 4: 2, 5: 1})) == {}


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Draws a graph, and some walks that may stop in any block.

    Returns the edges, the counts of the edges outside a spanning tree, how often walks took each
    edge, and how many walks stopped.
    """
    size = draw(st.integers(1, 5))
    followers = [
        draw(st.lists(st.integers(-1, size - 1), min_size=1, max_size=3, unique=True))
        for _ in range(size)
    ]
    edges = [(-1, 0), *((a, b) for a, after in enumerate(followers) for b in after)]
    joined = list(range(size))
    counted = []
    for place in draw(st.permutations(range(len(edges)))):
        source, target = edges[place]
        if min(source, target) >= 0 and joined[source] != joined[target]:
            joined = [joined[source] if one == joined[target] else one for one in joined]
        else:
            counted.append(place)
    taken: Counter[Edge] = Counter()
    stopped = 0
    for _ in range(draw(st.integers(1, 3))):
        at = 0
        taken[-1, 0] += 1
        for _ in range(draw(st.integers(0, 12))):
            after = draw(st.sampled_from(followers[at]))
            taken[at, after] += 1
            at = after
            if at < 0:
                break
        stopped += at >= 0
    return edges, {place: taken[edges[place]] for place in counted}, taken, stopped


@given(cases())
def test_bounds_equal_those_of_brute_force(case: Case) -> None:
    """Brute force tries all numbers of stopped walks per block."""
    edges, known, taken, stopped = case
    found = dict(conserved(edges, known))
    unknown = [place for place in range(len(edges)) if place not in known]
    assert sorted(found) == unknown
    blocks = sorted({end for edge in edges for end in edge if end >= 0})
    possible = [
        counts
        for where in product(range(stopped + 1), repeat=len(blocks))
        if sum(where) == stopped
        and (counts := solution(edges, known, dict(zip(blocks, where, strict=True)))) is not None
    ]
    assert possible
    for place in unknown:
        counts = [one[place] for one in possible]
        assert found[place] == (min(counts), max(counts))
        assert found[place][0] <= taken[edges[place]] <= found[place][1]
        assert stopped or found[place] == (taken[edges[place]],) * 2


def solution(
    edges: list[Edge], known: dict[int, int], stopped: dict[int, int]
) -> dict[int, int] | None:
    """Returns the counts of all edges, or None if no counts fit.

    ``stopped`` has the number of walks that stopped in each block. The unknown counts are computed
    one by one, each at a block where no other edge's count is unknown.
    """
    counts = dict(known)
    while len(counts) < len(edges):
        for block in stopped:
            missing = [p for p, edge in enumerate(edges) if block in edge and p not in counts]
            if len(missing) == 1:
                break
        [place] = missing
        counts[place] = 0
        rest = left_over(edges, counts, block) - stopped[block]
        counts[place] = rest if edges[place][0] == block else -rest
    if min(counts.values()) < 0:
        return None
    holds = all(left_over(edges, counts, block) == stopped[block] for block in stopped)
    return counts if holds else None


def left_over(edges: list[Edge], counts: dict[int, int], block: int) -> int:
    """Returns a block's number of entries minus its number of exits.

    Unknown counts are taken as 0.
    """
    return sum(
        counts.get(place, 0) * ((target == block) - (source == block))
        for place, (source, target) in enumerate(edges)
    )
