"""Tests what the profile of each profiler shows about the sequences of one run."""

from pathlib import Path

import numpy as np
import pytest

from builders.worlds.enumerated import Activation
from builders.worlds.profiled import edges, extended, overlapping_rows, sequences
from kpath_jvm import Profile
from kpath_jvm.analysis.certainty.knowledge import Knowledge
from kpath_jvm.analysis.certainty.pairs import UNLIMITED
from kpath_jvm.analysis.certainty.sequences import NodeBounds
from kpath_jvm.profile.forest import Forest

Range = tuple[int, int]


@pytest.fixture
def forest(tmp_path: Path) -> Forest:
    return sequences(tmp_path, "stream", 4).forest


def ranges(forest: Forest, bounds: NodeBounds) -> dict[tuple[int, ...], Range]:
    rows = forest.sequences(np.arange(len(forest))).tolist()
    pairs = zip(bounds.lower.tolist(), bounds.upper.tolist(), strict=True)
    return {
        tuple(one for one in row if one >= 0): pair for row, pair in zip(rows, pairs, strict=True)
    }


def known(profile: Profile, forest: Forest, *, is_undisturbed: bool = True) -> dict:
    """Returns the bounds by sequence, after checking that the real counts lie within them."""
    bounds = Knowledge(profile).bounds(0, forest, is_undisturbed=is_undisturbed)
    assert (bounds.lower <= forest.counts).all()
    assert (bounds.upper >= forest.counts).all()
    return ranges(forest, bounds)


def test_counted_sequences_are_known_and_longer_ones_bounded(
    tmp_path: Path, forest: Forest
) -> None:
    """Path 2 was completed 25 times, 16 times after itself and 16 times before itself.

    So at least 16 + 16 - 25 = 7 times, it came both after and before itself: 2 2 2.
    """
    found = known(sequences(tmp_path, "k-blpp", 2), forest)
    assert all(low == high for gram, (low, high) in found.items() if len(gram) <= 2)
    assert found[2, 2] == (16, 16)
    assert found[2, 2, 2] == (7, 15)
    assert found == known(sequences(tmp_path, "k-blpp-packed", 2), forest)


def test_single_paths_bound_pairs(tmp_path: Path, forest: Forest) -> None:
    found = known(sequences(tmp_path, "blpp", 1), forest)
    assert found[0,] == (11, 11)
    # Path 0 was completed 11 times. The first time, it came after another path. So it came after
    # itself at most 10 times.
    assert found[0, 0][1] == 10
    # 39 paths went back to the header, and 25 of the 39 were path 2. In 25 of the 39 cases, path 2
    # came next. So in at least 25 + 25 - 39 = 11 cases, path 2 came after itself.
    assert found[2, 2][0] >= 11


def test_k_iteration_paths_are_lower_bounds_after_exceptions(
    tmp_path: Path, forest: Forest
) -> None:
    kiter = sequences(tmp_path, "kiter", 3)
    undisturbed = known(kiter, forest)
    assert all(low == high for gram, (low, high) in undisturbed.items() if len(gram) <= 3)
    disturbed = known(kiter, forest, is_undisturbed=False)
    for gram, (low, _) in undisturbed.items():
        if len(gram) <= 3:
            # If a path repeats in a sequence, the upper bound is lowered by one, so the bound may
            # be a little below UNLIMITED.
            assert disturbed[gram][0] == low
            assert disturbed[gram][1] > UNLIMITED // 2


def test_sequences_that_kiter_does_not_count_are_bounded_by_paths(
    tmp_path: Path, forest: Forest
) -> None:
    """With k = 1, kiter knows as much as Ball and Larus's profiler."""
    one = known(sequences(tmp_path, "kiter", 1), forest)
    assert one == known(sequences(tmp_path, "blpp", 1), forest)


def test_edges_bound_the_counts_of_paths(tmp_path: Path, forest: Forest) -> None:
    found = known(edges(tmp_path), forest)
    assert found[2,][0] > 0
    assert found[2,][1] < UNLIMITED


def test_overlapping_paths_of_the_highest_degree_count_pairs(
    tmp_path: Path, forest: Forest
) -> None:
    """At the highest degree, each row has a path and the whole iteration after it."""
    rows = overlapping_rows(2)
    found = known(extended(tmp_path, "ol", rows, with_paths=True), forest)
    wider = known(sequences(tmp_path, "blpp", 1), forest)
    assert found[0, 2] == (6, 6)
    assert wider[0, 2] != (6, 6)


@pytest.mark.parametrize("threshold", [0, 100])
def test_structural_paths_count_paths_that_stay_in_a_loop(
    tmp_path: Path, forest: Forest, threshold: int
) -> None:
    """Counts of paths that stay in the loop are exact, or lower bounds if there is a threshold."""
    rows = [
        (0, "window", 1, "loop 1", "loop 1", (1, 3, 4), 11),
        (1, "window", 1, "loop 1", "loop 1", (1, 2, 4), 25),
        (2, "window", 1, "entry", "loop 1", (1, 2, 4), 3),
        (3, "window", 1, "loop 1", "leave 5", (1, 3, 4), 2),
    ]  # fmt: skip
    profile = extended(tmp_path, "spp", rows, with_paths=False, threshold=threshold)
    found = known(profile, forest)
    assert found[0,] == (11, UNLIMITED if threshold else 11)
    assert found[6,] == (0, UNLIMITED)
    assert found[0, 0][1] == (UNLIMITED - 1 if threshold else 10)
    assert found[2, 2][0] == (0 if threshold else 11)


@pytest.mark.parametrize(("threshold", "is_whole"), [(0, True), (42, True), (41, False)])
def test_a_window_that_was_not_filled_has_all_paths(
    tmp_path: Path, forest: Forest, threshold: int, is_whole: bool
) -> None:
    """The run completed 41 paths. If they fill the window, more may have followed."""
    profile = extended(tmp_path, "bpp", [], with_paths=True, threshold=threshold)
    found = known(profile, forest)
    assert found[0,] == (11, 11 if is_whole else UNLIMITED)


def test_nothing_is_known_about_a_path_that_only_another_run_had(tmp_path: Path) -> None:
    """The profile doesn't count the path, and the tables of pairs have no row or column for it."""
    other = sequences(tmp_path, "stream", 2, (Activation("DDC"),)).forest
    bounds = Knowledge(sequences(tmp_path, "blpp", 1, (Activation("DD"),))).bounds(
        0, other, is_undisturbed=True
    )
    found = ranges(other, bounds)
    assert found[3,] == (0, UNLIMITED)
