"""Checks the bounds of edges' counts against all counts that fit a method's counters."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import NamedTuple

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from kpath_jvm.profile.recorded.conservation import Edge
from kpath_jvm.profile.recorded.edge_flow import bounded
from kpath_jvm.profile.recorded.possible_counts import Method, possible_counts

#: A loop whose iterations may throw and catch. Block 1 is the loop test, 2 the ``try`` block, and 3
#: the handler. Block 4 has the back edge, and 5 returns.
CAUGHT = [(-1, 0), (0, 1), (1, 2), (1, 5), (2, 4), (3, 4), (4, 1), (-1, 3), (5, -1)]
ENTRY, INTO_TRY, OUT, BACK, DISPATCH, EXIT = 0, 2, 3, 6, 7, 8
#: The counts of ten calls of 100 iterations each; every fifth iteration throws. A key is an edge's
#: index in CAUGHT. TAKEN has the counts of all edges.
BY_BRANCHES = {ENTRY: 10, INTO_TRY: 1000, OUT: 10, DISPATCH: 200}
BY_CHORDS = {ENTRY: 10, OUT: 10, 4: 800, DISPATCH: 200, EXIT: 10}
TAKEN = [10, 10, 1000, 10, 800, 200, 1000, 200, 10]


def test_handlers_make_the_counts_exact() -> None:
    for known in (BY_BRANCHES, BY_CHORDS):
        found = bounded(Method(CAUGHT, known, {3: frozenset({2})}))
        assert [one.count for one in found] == TAKEN
        edges = found if EXIT in known else found[:EXIT]
        assert all(one.least == one.most for one in edges)


def test_counts_agree_although_the_throwing_blocks_are_unknown() -> None:
    """Each of the 200 exceptions may have been thrown in any block."""
    for known in (BY_BRANCHES, BY_CHORDS):
        found = bounded(Method(CAUGHT, known))
        assert any(one.least != one.most for one in found)
        for block in range(6):
            into = sum(
                one.count for one, edge in zip(found, CAUGHT, strict=True) if edge[1] == block
            )
            left = sum(
                one.count for one, edge in zip(found, CAUGHT, strict=True) if edge[0] == block
            )
            assert left <= into


def test_contradictory_counts_fit_no_flow() -> None:
    """The handler was entered more often than the ``try`` block whose exceptions it catches."""
    method = Method(CAUGHT, BY_BRANCHES | {DISPATCH: 2000}, {3: frozenset({2})})
    assert possible_counts(method, [4]) is None
    assert all(one.most is None or one.least <= one.most for one in bounded(method))


class Case(NamedTuple):
    """A method, and how often each of its edges was really taken."""

    method: Method
    taken: list[int]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Draws a graph with handlers, the edges with counters, and walks that may throw or stop."""
    size = draw(st.integers(1, 4))
    ends = st.lists(st.integers(0, size - 1), min_size=1, max_size=2, unique=True)
    followers = [[-1] if draw(st.integers(0, 3)) == 0 else draw(ends) for _ in range(size)]
    handlers = draw(st.lists(st.integers(0, size - 1), max_size=2, unique=True))
    throwers = {one: frozenset(draw(ends)) for one in handlers}
    edges = [(-1, 0), *((a, b) for a, after in enumerate(followers) for b in after)]
    edges += [(-1, handler) for handler in handlers]
    athrows = frozenset(
        one for one in range(size) if followers[one] == [-1] and draw(st.booleans())
    )
    known = {0, *range(len(edges) - len(handlers), len(edges))}
    known |= draw(st.sets(st.integers(0, len(edges) - 1)))
    taken = [0] * len(edges)
    for _ in range(draw(st.integers(1, 2))):
        taken[0] += 1
        at = 0
        for _ in range(draw(st.integers(0, 6))):
            catching = [one for one in handlers if at in throwers[one]]
            after = draw(st.sampled_from([*followers[at], *(~one - 1 for one in catching)]))
            if after >= -1:
                taken[edges.index((at, after), 1)] += 1
            if after == -1 and at in athrows and catching and draw(st.booleans()):
                after = ~draw(st.sampled_from(catching)) - 1
            if after == -1:
                break
            if after < -1:
                after = ~(after + 1)
                taken[edges.index((-1, after), 1)] += 1
            at = after
    counts = {place: taken[place] for place in sorted(known)}
    told = throwers if draw(st.booleans()) else {}
    return Case(Method(edges, counts, told, athrows), taken)


@settings(max_examples=100, deadline=None)
@given(cases())
def test_real_counts_are_within_bounds_and_possible_counts_fit(case: Case) -> None:
    method, taken = case
    found = bounded(method)
    for one, really in zip(found, taken, strict=True):
        assert one.least <= really
        assert one.most is None or really <= one.most
        assert one.least <= one.count
        assert one.most is None or one.count <= one.most
    assert fits(method, {place: one.count for place, one in enumerate(found)})


#: Block 0 throws to block 1 twice. So the edge from 1 back to 0 is taken more often than the edge
#: from 0 to 1.
TWICE_THROWN = Case(
    Method(
        [(-1, 0), (0, 1), (1, 0), (1, 1), (-1, 1)], {0: 1, 4: 2}, {1: frozenset({0})}, frozenset()
    ),
    [1, 0, 1, 0, 2],
)


@settings(max_examples=100, deadline=None)
@example(TWICE_THROWN)
@given(cases())
def test_bounds_are_as_tight_as_the_counters_allow(case: Case) -> None:
    method, _ = case
    unknown = [place for place in range(len(method.edges)) if place not in method.known]
    most = sum(method.known.values()) + 1
    assume((most + 1) ** len(unknown) <= 700)
    possible = [*all_that_fit(method, unknown, most)]
    assert possible
    for place, one in enumerate(bounded(method)):
        counts = [counts[place] for counts in possible]
        assert one.least == min(counts)
        if one.most is not None:
            assert max(counts) == one.most
        elif max(counts) < most:
            # The edge is on a cycle without counters, so its count has no bound. But only counts
            # up to ``most`` were tried, and another edge's count reached this limit first.
            further = all_that_fit(method, unknown, most + 1)
            assert max(counts[place] for counts in further) > max(counts)


def all_that_fit(method: Method, unknown: list[int], most: int) -> Iterator[dict[int, int]]:
    """Yields the combinations of edges' counts that fit the counters. No count exceeds ``most``."""
    for values in product(range(most + 1), repeat=len(unknown)):
        counts = {**method.known, **dict(zip(unknown, values, strict=True))}
        if fits(method, counts):
            yield counts


def fits(method: Method, counts: Mapping[int, int]) -> bool:
    """Returns whether activations can have led to these counts of edges.

    A stop is an execution of a block that may have thrown. Each exception that a handler catches
    needs a stop of its own, in a block that throws to this handler. By Hall's theorem, there are
    enough stops if there are enough for each set of handlers.
    """
    stops: Counter[int] = Counter()
    for place, (source, target) in enumerate(method.edges):
        if target >= 0:
            stops[target] += counts[place]
        if source >= 0:
            stops[source] -= counts[place]
    if any(stops[block] < 0 for block in stops):
        return False
    dispatched: Counter[int] = Counter()
    for place, (source, target) in enumerate(method.edges):
        if target < 0 and source in method.athrows:
            stops[source] += counts[place]
        if source < 0 and place and target in method.throwers:
            dispatched[target] += counts[place]
    return all(
        sum(dispatched[one] for one in some)
        <= sum(stops[block] for block in frozenset().union(*(method.throwers[one] for one in some)))
        for size in range(1, len(dispatched) + 1)
        for some in combinations(dispatched, size)
    )


def test_a_very_large_method_still_has_counts() -> None:
    """The method is a chain of diamonds whose branches lack counters. Two activations stopped."""
    edges: list[Edge] = [(-1, 0)]
    for at in range(0, 3000, 3):
        edges += [(at, at + 1), (at, at + 2), (at + 1, at + 3), (at + 2, at + 3)]
    edges.append((3000, -1))
    found = bounded(Method(edges, {0: 9, len(edges) - 1: 7}))
    into = sum(one.count for one, (_, target) in zip(found, edges, strict=True) if target == 3000)
    assert 7 <= into <= 9
