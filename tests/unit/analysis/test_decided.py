"""Tests what is known of a path's last branch if several outcomes end the path in the same way."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from builders.methods import MethodSpec
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.decided import DecidedPaths
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.writer import write_profile


def two_loops(cuts: list[tuple[int, int]]) -> MethodSpec:
    """Returns nested loops: 0 -> 1 -> 2 -> 0 or 1, and 1 -> 3. Block 2 chooses the next header."""
    kind = "cut" if cuts else "loop"
    ends = [("loop", 2, 0), ("cut", 2, 1)] if cuts else [("loop", 2, 0)]
    return MethodSpec(
        class_name="demo/Two", name="loops", descriptor="()V",
        blocks=[(4 * block, 4 * block + 3, [(4 * block, block + 1)]) for block in range(4)],
        edges=[(0, 1, 0), (1, 2, 0), (1, 3, len(ends))],
        starts=[("entry", 0, 0), ("loop", 0, len(ends) + 1), (kind, 1, 2 * len(ends) + 2)],
        ends=[*ends, ("exit", 3, 0)],
        paths=3 * len(ends) + 3,
        cuts=cuts,
        loops=[{"header": 0, "latches": [2], "blocks": [0, 1, 2], "parent": -1},
               {"header": 1, "latches": [2], "blocks": [1, 2], "parent": 0}],
        decisions=[(1, "true", "Z", ["more"], [1, 0], [2, 3]),
                   (2, "true", "Z", ["again"], [1, 0], [0, 1])],
    )  # fmt: skip


def profiled(tmp_path: Path, spec: MethodSpec, k: int, *sequences: tuple[int, ...]) -> Profile:
    builder = RecordingBuilder(k=k)
    builder.add(spec)
    builder.stream(spec, *sequences)
    builder.auxiliary(spec, entries=len(sequences))
    write_profile(tmp_path / "two.kpath", builder.build(tmp_path), demo_run())
    return Profile.open(tmp_path / "two.kpath")


def decided(tmp_path: Path, spec: MethodSpec, k: int, *sequences: tuple[int, ...]) -> DecidedPaths:
    return DecidedPaths(profiled(tmp_path, spec, k, *sequences), 0)


def led(found: DecidedPaths) -> dict[tuple[int, int | None], int]:
    """Returns the counts by path and by the target of the path's last block, None if unknown."""
    return {
        (trip.path.path, trip.outcomes[-1].target if trip.unknown is None else None): count
        for trip, count in zip(found.trips, found.trip_counts.tolist(), strict=True)
    }


@pytest.mark.parametrize("k", [2, 3])
def test_the_next_path_shows_the_last_branch_s_outcome(tmp_path: Path, k: int) -> None:
    # The first activation takes the inner back edge three times, then the outer one twice, and
    # exits. An exception ends the second activation after its second path.
    found = decided(tmp_path, two_loops([]), k, (0, 4, 4, 4, 2, 3), (0, 4))
    assert led(found) == {
        (0, None): 0, (0, 0): 0, (0, 1): 2,
        (2, None): 0, (2, 0): 1, (2, 1): 0,
        (3, 3): 1,
        (4, None): 1, (4, 0): 1, (4, 1): 2,
    }  # fmt: skip


def test_without_sequences_the_last_outcome_is_unknown(tmp_path: Path) -> None:
    found = decided(tmp_path, two_loops([]), 1, (0, 4, 2, 3))
    assert led(found)[0, None] == led(found)[4, None] == led(found)[2, None] == 1
    assert found.trip_counts.sum() == 4


def test_the_kind_of_the_end_shows_the_outcome(tmp_path: Path) -> None:
    """One way out of block 2 is a back edge, the other is a cut edge."""
    found = decided(tmp_path, two_loops([(2, 1)]), 1, (1, 6, 3), (0,))
    assert led(found) == {(0, 0): 1, (1, 1): 1, (3, 0): 1, (6, 0): 1}
    assert [one.unknown for one in found.trips] == [None] * 4


def test_the_weights_of_a_node_add_up_to_its_count(tmp_path: Path) -> None:
    found = decided(tmp_path, two_loops([]), 3, (0, 4, 4, 4, 2, 3), (0, 4), (0, 2, 4, 4))
    sums = np.zeros(len(found.forest), dtype=np.int64)
    np.add.at(sums, found.endings.nodes, found.endings.weights)
    assert (sums == found.forest.counts).all()
    roots = found.forest.parents < 0
    assert (found.first_trips[roots] == -1).all()
    assert (found.first_trips[~roots] >= 0).all()


@pytest.mark.parametrize("depth", [2, 3])
def test_no_weight_is_negative_if_a_sequence_is_more_frequent_than_its_beginning(
    tmp_path: Path, depth: int
) -> None:
    """A single path can't have fewer completions than the pairs that begin with it.

    But an n-gram that was folded may have a lower count than the longer ones that begin with it.
    Even then, no weight is negative.
    """
    profile = profiled(tmp_path, two_loops([]), 3, (0, 4, 4, 4, 2, 3))
    forest = profile.method_forest(0)
    counts = np.where(forest.depths == depth, forest.counts * 9, forest.counts)
    profile.method_forest = lambda _: replace(forest, counts=counts)  # type: ignore[method-assign]
    found = DecidedPaths(profile, 0)
    if depth == 2:
        with pytest.raises(KpathError, match=r"two\.kpath is corrupt: sequences occurred more oft"):
            _ = found.endings
    else:
        assert (found.endings.weights > 0).all()
