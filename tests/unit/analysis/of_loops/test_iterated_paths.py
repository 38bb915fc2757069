"""Tests how many k-iteration paths a method has, whether executed or not.

The tests use the graph of Roy and Srikant's paper "Profiling k-Iteration Paths", loops for which a
formula is known, and random loops.
"""

import random
from itertools import pairwise
from pathlib import Path

import pytest

from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.of_loops.iterated_paths import PathGraph, graphs, path_count, path_counts
from kpath_jvm.profile.metadata import Loop
from kpath_jvm.profile.writer import write_profile

#: Fig. 1 of the paper: block 1 leads to 2, 2 to 3 and 4, 3 to 5, 4 to 5 and 6, and 5 to 6 and back
#: to 2.
FIGURE_1 = PathGraph(
    (1,),
    {1: (2,), 2: (3, 4), 3: (5,), 4: (5, 6), 5: (6,)},
    frozenset({6}),
    (Loop(2, (5,), (2, 3, 4, 5)),),
)


@pytest.mark.parametrize(("k", "paths"), [(1, 10), (2, 23), (3, 49), (4, 101), (5, 205), (6, 413)])
def test_the_paper_s_figure_1_has_the_expected_number_of_paths(k: int, paths: int) -> None:
    assert path_count(FIGURE_1, k) == paths


@pytest.mark.parametrize("k", [1, 2, 3, 5])
@pytest.mark.parametrize(("ways_in", "body", "by_passes"), [(1, 1, 0), (2, 3, 1), (3, 2, 2)])
def test_one_loop_has_as_many_paths_as_the_formula_says(
    k: int, ways_in: int, body: int, by_passes: int
) -> None:
    """There are p ways into the loop, b ways through its body, and s ways past the loop.

    The header has e ways out; in this test, e is 1. The number of paths is
    p (e (1 + b + ... + b^(k-1)) + b^k) + b^(k-1) e + b^k + s.
    """
    blocks = iter(range(100))
    entry, header, latch, leave = (next(blocks) for _ in range(4))
    before = [next(blocks) for _ in range(ways_in)]
    within = [next(blocks) for _ in range(body)]
    around = [next(blocks) for _ in range(by_passes)]
    edges = {entry: (*before, *around), header: (*within, leave)}
    edges |= dict.fromkeys(before, (header,)) | dict.fromkeys(within, (latch,))
    edges |= dict.fromkeys(around, (leave,))
    loop = Loop(header, (latch,), (header, latch, *within))
    graph = PathGraph((entry,), edges, frozenset({leave}), (loop,))
    inside = sum(body**turn for turn in range(k))
    expected = ways_in * (inside + body**k) + body ** (k - 1) + body**k + by_passes
    assert path_count(graph, k) == expected


def windows(graph: PathGraph, k: int, most: int) -> set[tuple[object, ...]]:
    """Returns every window of every walk of at most ``most`` blocks in a graph with one loop.

    A window is the part of a walk that one k-iteration path covers.
    """
    (loop,) = graph.loops
    found: set[tuple[object, ...]] = set()

    def add(walk: list[int]) -> None:
        """Adds the windows that begin at the entry, or at the header after a back edge."""
        turns = [
            at + 1
            for at, edge in enumerate(pairwise(walk))
            if edge[1] == loop.header and edge[0] in loop.latches
        ]
        inside = [at for at, block in enumerate(walk) if block in loop.blocks]
        iterations = len(turns) + 1 if inside else 0
        for first in [0, *turns]:
            behind = [at for at in turns if at > first]
            if len(behind) >= k:
                found.add(("window", first == 0, *walk[first : behind[k - 1]]))
        if iterations <= k:
            found.add(("whole", *walk))
        if iterations > k:
            found.add(("last", *walk[turns[-k] :]))

    waiting = [[start] for start in graph.starts]
    while waiting:
        walk = waiting.pop()
        last = walk[-1]
        if last in graph.exits:
            add(walk)
        if len(walk) < most:
            targets = list(graph.edges.get(last, ()))
            targets += [loop.header] if last in loop.latches else []
            waiting += [[*walk, target] for target in targets]
    return found


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("k", [2, 3])
def test_there_are_as_many_paths_as_windows_of_walks(seed: int, k: int) -> None:
    """In random loops with few blocks, walks of k + 2 iterations contain all windows."""
    rng = random.Random(seed)
    # Block 0 leads to a loop: header 1, blocks 2 to 4, and latch 5. Block 6 is after the loop.
    edges = {0: (1,), 1: (2, 3), 2: (5,), 3: (4, 5) if rng.random() < 0.5 else (4,), 4: (5,)}
    for block in rng.sample([1, 2, 3, 4], 2):
        edges[block] = (*edges[block], 6)
    edges[5] = (6,) if rng.random() < 0.5 else ()
    loop = Loop(1, (5,), (1, 2, 3, 4, 5))
    graph = PathGraph((0,), edges, frozenset({6}), (loop,))
    assert path_count(graph, k) == len(windows(graph, k, 4 * (k + 2) + 2))


def test_only_innermost_loops_are_iterated() -> None:
    """Block 2 is a loop in the loop of blocks 1 to 3."""
    outer, inner = Loop(1, (3,), (1, 2, 3)), Loop(2, (2,), (2,), 0)
    graph = PathGraph((0,), {0: (1,), 1: (2,), 2: (3,), 3: (4,)}, frozenset({4}), (outer, inner))
    assert graph.iterated() == {2: frozenset({2})}
    # A path that begins at block 0 or 1 passes block 2 from 1 to k times. Then it goes back to
    # block 1 or out of both loops. After k times, it may also end at block 2's back edge. A path
    # that begins after this back edge passes block 2 k times, and then has the same three ways on.
    assert path_count(graph, 1) == 2 * (2 + 1) + (2 + 1)
    assert path_count(graph, 2) == 2 * (2 + 2 + 1) + (2 + 1)


def test_cut_edges_do_not_change_a_method_s_numbers_of_paths(tmp_path: Path) -> None:
    """The k-BLPP paper's Fig. 3 has 8 paths."""
    builder = RecordingBuilder(k=2)
    builder.add(figure_3())
    cut = figure_3(
        name="cut", edges=[(0, 1, 0), (1, 3, 0), (1, 2, 1), (3, 4, 0), (4, 5, 1)],
        starts=[("loop", 1, 0), ("entry", 0, 3), ("cut", 4, 6)],
        ends=[("loop", 4, 0), ("exit", 5, 0), ("cut", 2, 0)], cuts=[(2, 4)],
    )  # fmt: skip
    builder.add(cut)
    builder.add(figure_3(name="tangled", irreducible=True))
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run(workload=None))
    profile = Profile.open(tmp_path / "p.kpath")
    found = dict(path_counts(profile, (1, 2, 3)))
    assert found == {0: {1: 8, 2: 18, 3: 38}, 1: {1: 8, 2: 18, 3: 38}}
    assert dict(graphs(profile))[0] == dict(graphs(profile))[1]


def test_a_loop_is_iterated_if_only_exceptions_leave_its_inner_loop() -> None:
    """Block 1 leads to block 2 and to the inner loop, block 3. Block 2 goes back to block 1.

    Only exceptions leave block 3. Their handler, block 4, goes back to block 1, too.
    """
    outer, inner = Loop(1, (2, 4), (1, 2, 3, 4)), Loop(3, (3,), (3,), 0)
    graph = PathGraph((0, 4), {0: (1,), 1: (2, 3)}, frozenset({2}), (outer, inner))
    assert graph.iterated() == {1: frozenset({1, 2, 4}), 3: frozenset({3})}
