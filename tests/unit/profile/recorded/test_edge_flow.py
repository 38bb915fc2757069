"""Checks edge counts that are computed from a few counters, on random walks that may throw."""

from collections import Counter
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from builders.methods import figure_3
from builders.recordings import RecordingBuilder
from kpath_jvm.profile.metadata import read_metadata
from kpath_jvm.profile.recorded.edge_flow import bounded, edge_counts
from kpath_jvm.profile.recorded.possible_counts import Method

#: The edges of Fig. 3 of the k-BLPP paper. Blocks A to F are 0 to 5; B and E branch.
FIGURE_3 = [(-1, 0), (0, 1), (1, 3), (1, 2), (2, 4), (3, 4), (4, 1), (4, 5), (5, -1)]
#: The counts of the entry and of the edges after B and E. A key is an index in FIGURE_3.
BRANCHES = {0: 3, 2: 5, 3: 9, 6: 11, 7: 3}


def bounds(edges: list[tuple[int, int]], known: dict[int, int]) -> list[tuple[int, int | None]]:
    """Returns the lower and upper bound of each edge's count in a method without handlers.

    The upper bound is None if it is unknown.
    """
    return [(one.least, one.most) for one in bounded(Method(edges, known))]


def test_counts_are_exact_up_to_the_loops_last_branch() -> None:
    assert bounds(FIGURE_3, BRANCHES) == [
        (3, 3), (3, 3), (5, 5), (9, 9), (9, 9), (5, 5), (11, 11), (3, 3), (0, 3),
    ]  # fmt: skip


def test_an_exception_in_a_block_leaves_bounds() -> None:
    """One of C's nine executions, or one of D's five, never reached E."""
    assert bounds(FIGURE_3, BRANCHES | {6: 10})[4:6] == [(8, 9), (4, 5)]


def test_edges_that_no_counter_leads_to_have_no_upper_bound() -> None:
    assert bounds([(-1, 0), (0, 0), (-1, 1), (1, -1)], {0: 2}) == [
        (2, 2), (0, None), (0, None), (0, None),
    ]  # fmt: skip


def test_contradictory_counts_still_give_bounds() -> None:
    """A thread ran while the counters were being read, so a block has more exits than entries."""
    for least, most in bounds([(-1, 0), (0, 1), (1, 2), (1, 3)], {0: 1, 2: 5, 3: 5}):
        assert most is None or least <= most


@st.composite
def walks(draw: st.DrawFn) -> tuple[list[tuple[int, int]], set[int], Counter[tuple[int, int]]]:
    """Draws edges, the indices of the edges with counters, and how often walks took each edge."""
    size = draw(st.integers(1, 6))
    followers = [
        draw(st.lists(st.integers(-1, size - 1), min_size=1, max_size=3, unique=True))
        for _ in range(size)
    ]
    edges = [(-1, 0)] + [(a, b) for a, after in enumerate(followers) for b in after]
    counted = draw(st.sets(st.integers(0, len(edges) - 1)))
    taken: Counter[tuple[int, int]] = Counter()
    for _ in range(draw(st.integers(1, 4))):
        taken[-1, 0] += 1
        at = 0
        for _ in range(draw(st.integers(0, 20))):
            # A walk that hasn't left the method after its last step has thrown an exception, or is
            # still running.
            after = draw(st.sampled_from(followers[at]))
            taken[at, after] += 1
            if after < 0:
                break
            at = after
    return edges, counted, taken


@given(walks())
def test_real_counts_are_within_the_bounds(
    case: tuple[list[tuple[int, int]], set[int], Counter[tuple[int, int]]],
) -> None:
    edges, counted, taken = case
    known = {place: taken[edges[place]] for place in counted}
    for place, (least, most) in enumerate(bounds(edges, known)):
        assert least <= taken[edges[place]]
        assert most is None or taken[edges[place]] <= most
        if place in counted:
            assert least == most


def test_a_method_that_ran_has_a_row_for_each_edge(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=1)
    counters = [(a, b, a in (1, 4)) for a, b in FIGURE_3 if a >= 0 <= b]
    for _ in range(2):
        method = builder.add(figure_3(mode="edges", counters=("entries",), edge_counters=counters))
    builder.auxiliary(method, entries=3)
    builder.taken(method, {(1, 3): 5, (1, 2): 9, (4, 1): 11, (4, 5): 3})
    recorded = builder.build(tmp_path)
    methods = read_metadata(recorded.methods_path).methods
    found = list(edge_counts(methods, recorded.counters))
    # The first method never ran.
    assert {row.first_id for row in found} == {method.first_id}
    assert {(row.kind, row.source, row.target): (row.least, row.most) for row in found} == {
        ("entry", -1, 0): (3, 3), ("edge", 0, 1): (3, 3), ("edge", 1, 3): (5, 5),
        ("edge", 1, 2): (9, 9), ("edge", 2, 4): (9, 9), ("edge", 3, 4): (5, 5),
        ("edge", 4, 1): (11, 11), ("edge", 4, 5): (3, 3), ("exit", 5, -1): (0, 3),
    }  # fmt: skip
    assert all(row.count == row.most for row in found)
