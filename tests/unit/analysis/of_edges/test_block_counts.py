"""Tests the counts of blocks, which are computed from the counts of paths or of edges."""

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from builders.edges import edges_profile
from builders.methods import figure_3, shaky
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.analysis.of_edges.block_counts import BlockCounts
from kpath_jvm.analysis.selection import Selection, select
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.counted import EdgeCount


def test_blocks_of_paths_count_for_each(demo: Path) -> None:
    """Compares the counts with sums that are made path by path."""
    profile = Profile.open(demo)
    found = BlockCounts(profile)
    expected = np.zeros(len(profile.blocks), dtype=np.int64)
    for _, path in profile.paths.iterrows():
        own = (profile.blocks["method"] == path["method"]).to_numpy()
        first = int(np.flatnonzero(own)[0])
        expected[[first + block for block in path["blocks"]]] += path["count"]
    assert found.counts.tolist() == expected.tolist()
    assert found.is_exact.all()
    assert not found.has_edges.any()


def test_blocks_of_edges_count_what_enters_them(tmp_path: Path) -> None:
    found = BlockCounts(edges_profile(tmp_path))
    assert found.has_edges.tolist() == [True, True]
    # No counter counts how often Shaky's handler is entered. The handler was left four times, so 4
    # is its least count. The edge from the body back to the head has no counter, either. At most,
    # all 7 executions of the body went back to the head, so the head's count of 12 is an upper
    # bound.
    assert found.counts.tolist() == [3, 14, 9, 5, 14, 3, 2 + 7 + 3, 7, 4, 1, 1]
    assert found.is_exact.tolist() == [True] * 6 + [False, True, False, True, True]
    sizes = [4, 5, 6, 6, 7, 1]
    assert found.bytecodes.most[:6].tolist() == [
        size * count for size, count in zip(sizes, [3, 14, 9, 5, 14, 3], strict=True)
    ]


def test_a_part_has_the_edges_of_its_loops(tmp_path: Path) -> None:
    profile = edges_profile(tmp_path)
    part = select(profile, Selection(loop=("Figure3.run:9",))).profile
    edges = part.edge_counts[["source", "target"]].to_numpy().tolist()
    assert edges == [[0, 1], [1, 2], [1, 3], [2, 4], [3, 4], [4, 1], [4, 5]]


def test_paths_are_what_counts_where_there_are_both(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=1)
    method = builder.add(figure_3())
    builder.stream(method, (6, 3))
    edges = [EdgeCount.exact(method.first_id, "edge", 0, 1, 70)]
    recorded = replace(builder.build(tmp_path), edge_counts=edges)
    write_profile(tmp_path / "p.kpath", recorded, demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    assert len(profile.edge_counts) > 0
    assert BlockCounts(profile).counts.max() == 2


#: The ways out of each block of ``shaky``; -1 is the method's exit.
WAYS = {0: [1, 4], 1: [0], 2: [3, 0], 3: [-1], 4: [-1]}


class Run:
    """A run of ``shaky``, instruction by instruction, in which exceptions leave blocks half-way."""

    def __init__(self, seed: int, sizes: list[int], risk: float) -> None:
        self.edges: Counter[tuple[int, int]] = Counter()
        self.executed: Counter[int] = Counter()
        self.ended: Counter[int] = Counter()
        self._random = random.Random(seed)
        self._sizes = sizes
        self._risk = risk
        for _ in range(20):
            self._activation()

    def _activation(self) -> None:
        source, block = -1, 0
        while block >= 0:
            self.edges[source, block] += 1
            if not self._goes_through(block):
                if block != 1:
                    return
                source, block = -1, 2
                continue
            self.ended[block] += 1
            source, block = block, self._random.choice(WAYS[block])
        self.edges[source, -1] += 1

    def _goes_through(self, block: int) -> bool:
        for _ in range(self._sizes[block]):
            self.executed[block] += 1
            if self._random.random() < self._risk:
                return False
        return True


@pytest.mark.parametrize("risk", [0, 0.02, 0.2, 1])
@pytest.mark.parametrize("seed", range(5))
def test_bytecodes_have_bounds_where_exceptions_leave_blocks(
    tmp_path: Path, seed: int, risk: float
) -> None:
    """Compares the bounds with a run that is executed instruction by instruction."""
    builder = RecordingBuilder(k=1)
    method = builder.add(shaky())
    builder.auxiliary(method, entries=20)
    empty = builder.build(tmp_path)
    write_profile(tmp_path / "empty.kpath", empty, demo_run())
    sizes = Profile.open(tmp_path / "empty.kpath").blocks["instructions"].tolist()
    run = Run(seed, sizes, risk)
    all_edges = [(-1, 0), (-1, 2), *((block, way) for block, ways in WAYS.items() for way in ways)]
    kinds = {(-1, 0): "entry", (-1, 2): "handler", (3, -1): "exit", (4, -1): "exit"}
    edges = [
        EdgeCount.exact(method.first_id, kinds.get(edge, "edge"), *edge, run.edges[edge])
        for edge in all_edges
    ]
    write_profile(tmp_path / "p.kpath", replace(empty, edge_counts=edges), demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    found = BlockCounts(profile)
    assert found.executed_to_the_end.tolist() == [run.ended[block] for block in range(5)]
    for block, size in enumerate(sizes):
        entered = sum(count for (_, target), count in run.edges.items() if target == block)
        least = run.ended[block] * size + (entered - run.ended[block])
        bounds = (found.bytecodes.certain[block], found.bytecodes.most[block])
        assert bounds == (least, entered * size)
        assert bounds[0] <= run.executed[block] <= bounds[1]
    assert found.bytecodes.entered.tolist() == found.bytecodes.most.tolist()
    assert risk or found.bytecodes.certain.tolist() == found.bytecodes.most.tolist()
    (loop,) = loop_rows(profile, profile.find_method("retry"))
    inside = sum(run.executed[block] for block in (0, 1, 2))
    assert loop.exact_cost == found.bytecodes.certain[:3].sum() <= inside
    assert loop.cost == loop.entered_cost == found.bytecodes.most[:3].sum() >= inside
