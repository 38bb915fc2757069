"""Tests the counts of a method's blocks and edges, and the shares of a block's edges."""

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from builders.edges import edges_profile
from builders.flows import random_walks
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.flow import Flow, FlowEdge, Terminal, flow
from kpath_jvm.profile.writer import write_profile


def test_the_counts_of_figure_3_follow_from_its_stream(demo: Path) -> None:
    profile = Profile.open(demo)
    found = flow(profile, profile.find_method("Figure3.run"))
    # The stream is 6 2 0 0 2 2 0 0 2 2 0 0 2 3. Paths 6, 2 and 3 run through block 2, and path 3
    # leaves the loop.
    assert found.blocks.tolist() == [1, 14, 8, 6, 14, 1]
    assert found.edges == (
        FlowEdge(0, 1, "step", 1, 1),
        FlowEdge(1, 2, "step", 8, 8),
        FlowEdge(1, 3, "step", 6, 6),
        FlowEdge(2, 4, "step", 8, 8),
        FlowEdge(3, 4, "step", 6, 6),
        FlowEdge(4, 1, "back", 13, 13),
        FlowEdge(4, 5, "step", 1, 1),
    )
    assert [(one.kind, one.block, one.count) for one in found.starts] == [("entry", 0, 1)]
    assert [(one.kind, one.block, one.count) for one in found.ends] == [("exit", 5, 1)]


def test_paths_begin_at_handlers(demo: Path) -> None:
    profile = Profile.open(demo)
    found = flow(profile, profile.find_method("retry"))
    assert [(one.kind, one.block, one.count) for one in found.starts] == [
        ("entry", 0, 2), ("handler", 2, 2),
    ]  # fmt: skip
    back = [edge for edge in found.edges if edge.kind == "back"]
    assert [(edge.source, edge.target, edge.most) for edge in back] == [(1, 0, 2), (2, 0, 1)]


def test_counted_edges_keep_their_counts(tmp_path: Path) -> None:
    found = flow(edges_profile(tmp_path), 0)
    assert found.blocks.tolist() == [3, 14, 9, 5, 14, 3]
    assert found.edges == (
        FlowEdge(0, 1, "step", 3, 3),
        FlowEdge(1, 2, "step", 9, 9),
        FlowEdge(1, 3, "step", 5, 5),
        FlowEdge(2, 4, "step", 9, 9),
        FlowEdge(3, 4, "step", 5, 5),
        FlowEdge(4, 1, "back", 11, 11),
        FlowEdge(4, 5, "step", 3, 3),
    )
    assert found.starts == (Terminal("entry", 0, 3),)
    assert found.ends == (Terminal("exit", 5, 3, is_exact=False),)
    assert (found.inexact, found.is_of_paths) == (frozenset(), False)


def test_counts_left_open_by_exceptions_are_marked_inexact(tmp_path: Path) -> None:
    found = flow(edges_profile(tmp_path), 1)
    assert FlowEdge(1, 0, "back", 3, 7) in found.edges
    assert found.starts == (Terminal("entry", 0, 2), Terminal("handler", 2, 4, is_exact=False))
    assert found.inexact == {0, 2}


@given(st.integers(0, 2**32), st.integers(1, 3))
@example(3, 1)
def test_blocks_and_edges_have_the_counts_of_random_walks(seed: int, k: int) -> None:
    walks = random_walks(seed)
    builder = RecordingBuilder(k=k)
    method = builder.add(walks.method)
    builder.stream(method, *walks.sequences)
    with TemporaryDirectory() as directory:
        path = Path(directory)
        write_profile(path / "it.kpath", builder.build(path), demo_run())
        found = flow(Profile.open(path / "it.kpath"), 0)
    counts = dict(enumerate(found.blocks.tolist()))
    assert Counter({block: count for block, count in counts.items() if count}) == walks.blocks
    by_pair = {(edge.source, edge.target): edge for edge in found.edges}
    assert len(by_pair) == len(found.edges)
    assert set(walks.edges) <= set(by_pair)
    ways = Counter((edge.kind, edge.source) for edge in found.edges)
    for pair, edge in by_pair.items():
        assert edge.least <= walks.edges[pair] <= edge.most, edge
        # The bounds differ only if a block has several edges by which paths can end.
        assert edge.is_exact or (edge.kind != "step" and ways[edge.kind, edge.source] > 1), edge
    for kind in ("entry", "handler"):
        assert {one.block: one.count for one in found.starts if one.kind == kind} == {
            block: count for (which, block), count in walks.starts.items() if which == kind
        }
    assert {("exit", one.block): one.count for one in found.ends} == {
        key: count for key, count in walks.ends.items() if key[0] == "exit"
    }


def test_the_next_path_shows_which_edge_was_taken() -> None:
    """With k = 2, an edge's count is uncertain only where the next path wasn't completed."""
    is_open = {1: 0, 2: 0}
    for seed in range(60):
        walks = random_walks(seed)
        for k in is_open:
            builder = RecordingBuilder(k=k)
            builder.stream(builder.add(walks.method), *walks.sequences)
            with TemporaryDirectory() as directory:
                path = Path(directory)
                write_profile(path / "it.kpath", builder.build(path), demo_run())
                edges = flow(Profile.open(path / "it.kpath"), 0).edges
            is_open[k] += sum(edge.most - edge.least for edge in edges)
    assert 0 < is_open[2] < is_open[1] / 4


def _counted(edges: list[FlowEdge], blocks: list[int], **more: Any) -> Flow:
    return Flow(np.array(blocks), tuple(edges), (), (), is_of_paths=False, **more)


def test_shares_of_a_block_s_edges_add_up() -> None:
    """The block's count isn't used, because exceptions may have ended executions of the block."""
    ways = [FlowEdge(1, 2, "step", 8721, 8721), FlowEdge(1, 3, "step", 235, 235)]
    counted = _counted(ways, [2000, 10_721, 8721, 235], inexact=frozenset({1}))
    shares = [counted.share_of(edge) for edge in ways]
    assert shares == [8721 / 8956, 235 / 8956]
    between = FlowEdge(1, 3, "step", 200, 235)
    assert _counted([ways[0], between], [2000, 10_721, 8721, 235]).share_of(ways[0]) is None


def test_shares_from_estimates_are_at_most_1() -> None:
    edge = FlowEdge(0, 1, "step", 51, 51, is_open=True)
    estimated = _counted([edge], [38, 51], is_scaled=True)
    assert estimated.is_estimated
    assert estimated.share_of(edge) == 1
    never = FlowEdge(0, 1, "step", 0, 0, is_open=True)
    assert _counted([never], [38, 0], is_scaled=True).share_of(never) is None


def test_edges_from_paths_have_shares_of_the_block_s_count(demo: Path) -> None:
    profile = Profile.open(demo)
    found = flow(profile, profile.find_method("Figure3.run"))
    for edge in found.edges:
        assert found.share_of(edge) == edge.most / found.blocks[edge.source]
