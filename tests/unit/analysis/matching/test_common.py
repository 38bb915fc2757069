"""Tests the common numbering of the paths of two versions."""

from pathlib import Path

import numpy as np

from builders.versions import ARMS, LEFT, RIGHT, Version, versions_profile
from kpath_jvm.analysis.matching.common import CommonPaths
from kpath_jvm.analysis.matching.known import KnownMethod, Side
from kpath_jvm.analysis.matching.methods import MethodPair, match_methods


def pair_of(
    directory: Path, base: Version, new: Version
) -> tuple[MethodPair, KnownMethod, KnownMethod]:
    sides = [
        Side([versions_profile(directory, name, version)])
        for name, version in (("base", base), ("new", new))
    ]
    (pair,) = match_methods(*sides)
    assert pair.base is not None
    assert pair.new is not None
    return pair, pair.base, pair.new


def grams(common: CommonPaths, known: KnownMethod, k: int = 4) -> dict[tuple[int, ...], int]:
    forest = common.forest(known, 0, k)
    rows = forest.sequences(np.arange(len(forest))).tolist()
    pairs = zip(rows, forest.depths.tolist(), forest.counts.tolist(), strict=True)
    return {tuple(row[:depth]): count for row, depth, count in pairs}


def test_equal_paths_get_one_number(tmp_path: Path) -> None:
    walked = Version().walked(LEFT, RIGHT, LEFT)
    pair, base, new = pair_of(tmp_path, walked, walked)
    common = CommonPaths(pair)
    assert grams(common, base) == grams(common, new)
    assert grams(common, base, 1) == {(0,): 1, (1,): 1, (2,): 1, (3,): 1}
    assert common.numbers_in(new, (0, 1)) == common.numbers_in(base, (0, 1))
    assert common.numbers_in(new, (0, 99)) is None


def test_a_third_arm_leaves_the_other_paths_equal(tmp_path: Path) -> None:
    # Block 4 now leads to blocks 5 and 6, which lead to block 7, the former block 5.
    third = ((1,), (2, 8), (3, 4), (7,), (5, 6), (7,), (7,), (1,), ())
    base = Version().walked(LEFT, RIGHT, LEFT)
    new = Version(third, digest="x").walked((1, 2, 3, 7), (1, 2, 4, 5, 7), (1, 2, 3, 7))
    pair, one, other = pair_of(tmp_path, base, new)
    assert pair.code == "changed"
    common = CommonPaths(pair)
    left = grams(common, one)
    right = grams(common, other)
    # The versions have three paths in common: the path from the entry through block 3 (first
    # round), the path from the header through block 3 (third round), and the path from the header
    # to the exit.
    shared = {gram for gram in left if len(gram) == 1 and right.get(gram) == left[gram]}
    assert len(shared) == 3
    assert pair.blocks.to_base.tolist().count(-1) == 2


def test_paths_of_a_new_loop_are_new(tmp_path: Path) -> None:
    grown = (*ARMS[:1], (2, 6), *ARMS[2:6], (7, 8), (6,), ())
    base = Version().walked(LEFT)
    new = Version(grown, digest="x", walks=[(0, *LEFT, 1, 6, 7, 6, 7, 6, 8)])
    pair, one, other = pair_of(tmp_path, base, new)
    common = CommonPaths(pair)
    left, right = grams(common, one, 1), grams(common, other, 1)
    # Only the path around the old loop is the same. The paths into, around and out of the new loop
    # are new.
    assert sum(gram in left for gram in right) == 1
    assert len(right) == 4


def test_paths_that_differ_only_in_new_code_count_as_one(tmp_path: Path) -> None:
    asked = ((1,), (2, 9), (3, 4), (8,), (5,), (6, 7), (8,), (8,), (1,), ())
    ways = [(1, 2, 4, 5, 6, 8), (1, 2, 4, 5, 7, 8)]
    new = Version(asked, digest="x").walked((1, 2, 3, 8), *ways, *ways)
    pair, one, other = pair_of(tmp_path, Version().walked(LEFT, RIGHT, LEFT), new)
    common = CommonPaths(pair)
    grams(common, one)
    right = grams(common, other, 1)
    alike = {
        gram[0]: common.counted_with(other, path)
        for gram in right
        for path in common.numbers_in(other, gram) or ()
    }
    assert sorted(map(len, alike.values()))[-1] == 2
    assert all(len(common.counted_with(one, path)) == 1 for path in common.numbers_in(one, (0, 1)))
