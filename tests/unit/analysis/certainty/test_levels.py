"""Checks the bounds that structural paths give for the counts of sequences.

These bounds must hold for every run with the same structural paths.
"""

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np

from builders.worlds.enumerated import B, C, D, E, World, check_bounds
from kpath_jvm.analysis.certainty.joints import joined_paths
from kpath_jvm.analysis.certainty.levels import level_counts
from kpath_jvm.analysis.certainty.pairs import UNLIMITED
from kpath_jvm.analysis.certainty.sequences import NodeBounds, with_longer
from kpath_jvm.analysis.certainty.tables import look_up
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.forest import Forest
from kpath_jvm.profile.metadata import Loop


def levels(world: World) -> Counter[tuple[int, str, tuple[int, ...], str]]:
    """Counts structural paths by graph, start, nodes and end.

    The outline, which is graph -1, has one path: A, the loop's node, F.
    """
    found: Counter[tuple[int, str, tuple[int, ...], str]] = Counter()
    for one in world:
        if not one.left:
            found[-1, "entry", (0, 1, 5), "exit"] += 1
        last = -1 if one.left else len(one.iterations) - 1
        for at, letter in enumerate(one.iterations):
            start = "loop 1" if at else "entry"
            end = "leave 5" if at == last else "loop 1"
            found[1, start, (B, C if letter == "C" else D, E), end] += 1
    return found


def rows_of(world: World) -> list[dict[str, Any]]:
    return [
        {"graph": graph, "start": start, "end": end, "blocks": list(nodes), "count": count}
        for (graph, start, nodes, end), count in levels(world).items()
    ]


def test_bounds_hold_for_every_run_with_the_same_structural_paths(code: MethodCode) -> None:
    """Tests paths that stay in the loop, and sequences of such paths."""
    paths = joined_paths(code, [code.decode(number) for number in range(8)])

    def bounds_of(world: World, forest: Forest) -> NodeBounds:
        found = level_counts(code, rows_of(world), paths)
        assert set(found.counts) <= {0, 2}
        pairs = look_up(
            found.tables,
            np.where(forest.parents >= 0, forest.paths[forest.parents], -1).astype(np.int64),
            forest.paths.astype(np.int64),
        )
        counts = np.array([found.counts.get(int(path), -1) for path in forest.paths])
        is_one = (forest.depths == 1) & (counts >= 0)
        is_two = forest.depths == 2
        known = NodeBounds(
            np.where(is_one, counts, np.where(is_two, pairs.lower, 0)),
            np.where(is_one, counts, np.where(is_two, pairs.upper, UNLIMITED)),
        )
        return with_longer(forest, known)

    known, _ = check_bounds(lambda world: frozenset(levels(world).items()), bounds_of, 3)
    assert known > 0


def test_a_structural_path_through_an_inner_loop_counts_no_ball_larus_path(
    code: MethodCode,
) -> None:
    """The inner loop's node stands for any number of iterations of the inner loop.

    So the count of a path through that node says nothing about the Ball-Larus path that passes the
    inner loop's header only once.
    """
    nested = replace(code, loops=(code.loops[0], Loop(3, (3,), (3,), 0)))
    paths = joined_paths(nested, [nested.decode(0), nested.decode(2)])
    rows = [
        {"graph": 1, "start": "loop 1", "end": "loop 1", "blocks": [B, block, E], "count": 7}
        for block in (C, D)
    ]
    assert dict(level_counts(nested, rows, paths).counts) == {2: 7}
