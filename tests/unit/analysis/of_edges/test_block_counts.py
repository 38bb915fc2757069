"""Tests the counts of blocks, which are computed from the counts of paths or of edges."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from builders.edges import edges_profile
from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from builders.shaky_runs import SIZES, ShakyRun, shaky_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.analysis.of_edges.block_counts import BlockCounts, EnteredBounds, block_bytecodes
from kpath_jvm.analysis.selection import Selection, select
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.counted import EdgeCount


def test_blocks_count_once_per_path_completion(demo: Path) -> None:
    profile = Profile.open(demo)
    found = BlockCounts(profile)
    expected = np.zeros(len(profile.blocks), dtype=np.int64)
    for _, path in profile.paths.iterrows():
        own = (profile.blocks["method"] == path["method"]).to_numpy()
        first = int(np.flatnonzero(own)[0])
        expected[[first + block for block in path["blocks"]]] += path["count"]
    assert found.counts.tolist() == expected.tolist()
    assert found.entered.are_exact.all()
    assert not found.has_edges.any()


def test_a_block_s_count_is_that_of_its_incoming_edges(tmp_path: Path) -> None:
    found = BlockCounts(edges_profile(tmp_path))
    assert found.has_edges.tolist() == [True, True]
    # No counter counts how often Shaky's handler is entered. The handler was left four times, so 4
    # is its least count. The edge from the body back to the head has no counter, either. The body
    # was executed 7 times, so the head was executed at most 12 times.
    assert found.counts.tolist() == [3, 14, 9, 5, 14, 3, 2 + 7 + 3, 7, 4, 1, 1]
    assert found.entered.are_exact.tolist() == [True] * 6 + [False, True, False, True, True]
    sizes = [4, 5, 6, 6, 7, 1]
    assert found.bytecodes.most[:6].tolist() == [
        size * count for size, count in zip(sizes, [3, 14, 9, 5, 14, 3], strict=True)
    ]


def test_a_selected_part_has_all_edges_that_touch_its_loop(tmp_path: Path) -> None:
    profile = edges_profile(tmp_path)
    part = select(profile, Selection(loop=("Figure3.run:9",))).profile
    edges = part.edge_counts[["source", "target"]].to_numpy().tolist()
    assert edges == [[0, 1], [1, 2], [1, 3], [2, 4], [3, 4], [4, 1], [4, 5]]


def test_counts_of_paths_take_precedence_over_edges(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=1)
    method = builder.add(figure_3())
    builder.stream(method, (6, 3))
    edges = [EdgeCount.exact(method.first_id, "edge", 0, 1, 70)]
    recorded = replace(builder.build(tmp_path), edge_counts=edges)
    write_profile(tmp_path / "p.kpath", recorded, demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    assert len(profile.edge_counts) > 0
    assert BlockCounts(profile).counts.max() == 2


@pytest.mark.parametrize("slack", [0, 3])
@pytest.mark.parametrize("risk", [0, 0.02, 0.2, 1])
@pytest.mark.parametrize("seed", range(5))
def test_bytecodes_have_bounds_where_exceptions_leave_blocks(
    tmp_path: Path, seed: int, risk: float, slack: int
) -> None:
    """Compares the bounds with a run that is executed instruction by instruction."""
    run = ShakyRun(seed, risk)
    profile = shaky_profile(tmp_path, {"retry": run}, slack)
    found = BlockCounts(profile)
    for block, size in enumerate(SIZES):
        bounds = (found.bytecodes.certain[block], found.bytecodes.limit[block])
        assert bounds[0] <= run.executed[block] <= bounds[1]
        if not slack:
            entered = sum(count for (_, target), count in run.edges.items() if target == block)
            least = run.ended[block] * size + (entered - run.ended[block])
            assert bounds == (least, entered * size)
    (loop,) = loop_rows(profile, profile.find_method("retry"))
    inside = sum(run.executed[block] for block in (0, 1, 2))
    assert loop.exact_cost == found.bytecodes.certain[:3].sum() <= inside
    if slack:
        return
    assert found.executed_to_the_end.tolist() == [run.ended[block] for block in range(5)]
    assert found.bytecodes.entered.tolist() == found.bytecodes.most.tolist()
    assert found.bytecodes.limit.tolist() == found.bytecodes.most.tolist()
    assert risk or found.bytecodes.certain.tolist() == found.bytecodes.most.tolist()
    assert loop.cost == loop.entered_cost == found.bytecodes.most[:3].sum() >= inside


def test_contradictory_counters_still_give_bounds() -> None:
    """A block was left ten times, but entered nine times."""
    nine = np.array([9])
    found = block_bytecodes(nine, np.array([10]), EnteredBounds.exact(nine), np.array([3]))
    assert (found.certain.tolist(), found.limit.tolist()) == ([27], [27])
