"""Checks the bounds that overlapping paths give for the counts of sequences.

These bounds must hold for every run with the same overlapping paths.
"""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from builders.worlds.enumerated import World, check_bounds, path_counts
from builders.worlds.overlaps import Overlap, end_of, overlaps, path_and_extension
from kpath_jvm.analysis.certainty.joints import JoinedPath, joined_paths
from kpath_jvm.analysis.certainty.overlaps import tables_of_overlaps
from kpath_jvm.analysis.certainty.pairs import UNLIMITED
from kpath_jvm.analysis.certainty.sequences import NodeBounds, with_longer
from kpath_jvm.analysis.certainty.tables import look_up
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.forest import Forest


def rows_of(found: Counter[Overlap]) -> list[dict[str, Any]]:
    return [
        {
            "number": overlap[0] << 24, "graph": 0, "end": end_of(overlap),
            "blocks": [*path_and_extension(overlap)], "count": count,
        }
        for overlap, count in found.items()
    ]  # fmt: skip


@pytest.mark.parametrize("degree", [0, 1, 2])
def test_bounds_hold_for_every_run_with_the_same_overlapping_paths(
    code: MethodCode, degree: int
) -> None:
    """For most sequences that have only one possible count, the bounds give exactly this count."""
    paths = joined_paths(code, [code.decode(number) for number in range(8)])

    def key_of(world: World) -> tuple[object, ...]:
        return path_counts(world), frozenset(overlaps(world, degree).items())

    def bounds_of(world: World, forest: Forest) -> NodeBounds:
        counts = path_counts(world)
        tables = tables_of_overlaps(code, rows_of(overlaps(world, degree)), paths, counts)
        pairs = look_up(
            tables,
            np.where(forest.parents >= 0, forest.paths[forest.parents], -1).astype(np.int64),
            forest.paths.astype(np.int64),
        )
        own = np.array(counts)[forest.paths]
        is_one, is_two = forest.depths == 1, forest.depths == 2
        known = NodeBounds(
            np.where(is_one, own, np.where(is_two, pairs.lower, 0)),
            np.where(is_one, own, np.where(is_two, pairs.upper, UNLIMITED)),
        )
        return with_longer(forest, known)

    known, knowable = check_bounds(key_of, bounds_of, 3)
    assert known > knowable * 0.8


def test_bounds_at_cut_edges_come_from_counts_of_single_paths(code: MethodCode) -> None:
    """Paths end and begin at a cut edge, and overlapping paths don't reach across such an edge."""
    cut = ("cut", 2)
    paths = [
        JoinedPath(0, (0,), "entry", "cut", None, frozenset({cut})),
        JoinedPath(1, (2,), "cut", "exit", cut, frozenset()),
    ]
    (table,) = tables_of_overlaps(code, [], paths, [5, 5])
    assert (table.bounds.lower.tolist(), table.bounds.upper.tolist()) == ([[5]], [[5]])
