"""Compares bounds from overlapping paths with every run that has the same overlapping paths."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from builders.worlds.enumerated import A, B, C, D, E, World, check_bounds, path_counts
from kpath_jvm.analysis.certainty.joints import JoinedPath, joined_paths
from kpath_jvm.analysis.certainty.overlaps import tables_of_overlaps
from kpath_jvm.analysis.certainty.pairs import UNLIMITED
from kpath_jvm.analysis.certainty.sequences import NodeBounds, with_longer
from kpath_jvm.analysis.certainty.tables import look_up
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.forest import Forest

Overlap = tuple[int, tuple[int, ...], str]


def overlaps(world: World, degree: int) -> Counter[Overlap]:
    """Counts overlapping paths by the path's number, its extension, and how the extension ends.

    B branches, and E is the latch.
    """
    found: Counter[Overlap] = Counter()
    for one in world:
        ways = [(B, C if letter == "C" else D, E) for letter in one.iterations]
        ways += [one.left] if one.left else []
        for at, (number, way) in enumerate(zip(one.paths, ways[1:], strict=False), start=1):
            # If an exception left the last block, that block wasn't passed.
            passed = way[:-1] if at == len(one.iterations) else way
            predicates = [place for place, block in enumerate(passed) if block in (B, E)]
            if len(predicates) > degree:
                end = predicates[degree]
                found[number, way[: end + 1], "predicate"] += 1
            elif at == len(one.iterations):
                found[number, (), "open"] += 1
            else:
                found[number, way, "end"] += 1
    return found


def rows_of(found: Counter[Overlap]) -> list[dict[str, Any]]:
    """Returns the rows of the table of extended paths."""
    rows = []
    for (number, extension, end), count in found.items():
        path = (*((A,) if number >= 4 else ()), B, C if number in (2, 6) else D, E)
        text = end if end == "open" else f"{end} {extension[-1]}"
        rows.append(
            {
                "number": number << 24, "graph": 0, "end": text,
                "blocks": [*path, *extension], "count": count,
            }
        )  # fmt: skip
    return rows


@pytest.mark.parametrize("degree", [0, 1, 2])
def test_bounds_hold_for_every_run_with_the_same_overlapping_paths(
    code: MethodCode, degree: int
) -> None:
    """Of the sequences with only one possible count, the bounds know most exactly."""
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


def test_at_cuts_single_paths_are_all_that_is_known(code: MethodCode) -> None:
    """The method's paths are cut, and its loop has no overlapping paths."""
    cut = ("cut", 2)
    paths = [
        JoinedPath(0, (0,), "entry", "cut", None, frozenset({cut})),
        JoinedPath(1, (2,), "cut", "exit", cut, frozenset()),
    ]
    (table,) = tables_of_overlaps(code, [], paths, [5, 5])
    assert (table.bounds.lower.tolist(), table.bounds.upper.tolist()) == ([[5]], [[5]])
