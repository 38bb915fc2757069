"""Tests counts and bounds in pictures."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from builders.edges import edges_profile
from kpath_jvm.analysis.flow import Flow, FlowEdge, Terminal, flow
from kpath_jvm.analysis.loops import LoopRow
from kpath_jvm.reports.pictures.bounds import (
    block_count,
    count_range,
    edge_count,
    loop_counts,
    terminal_count,
)


def test_only_an_exact_count_is_one_number() -> None:
    assert (count_range(1200, 1200), count_range(3, 7)) == ("1,200", "3 to 7")


def test_edges_and_ends_have_bounds() -> None:
    counted = flow_of(FlowEdge(0, 1, "step", 3, 7))
    assert edge_count(counted, FlowEdge(0, 1, "step", 3, 7)) == "3 to 7"
    assert edge_count(counted, FlowEdge(0, 1, "step", 3, 3, is_open=True)) == "≥ 3"
    two = FlowEdge(0, 1, "step", 3, 7), FlowEdge(0, 2, "step", 1, 2)
    assert edge_count(counted, *two) == "4 to 9"
    assert terminal_count(counted, Terminal("exit", 5, 3, is_exact=False)) == "≤ 3"
    assert terminal_count(counted, Terminal("handler", 2, 4, is_exact=False)) == "≥ 4"
    assert terminal_count(counted, Terminal("entry", 0, 4)) == "4"


def test_estimates_are_marked() -> None:
    edge = FlowEdge(0, 1, "step", 3, 7, is_open=True)
    estimated = flow_of(edge)
    assert edge_count(estimated, edge) == "≈ 7"
    assert edge_count(estimated, FlowEdge(1, 0, "step", 0, 0, is_open=True)) == "0"
    assert terminal_count(estimated, Terminal("exit", 5, 3, is_exact=False)) == "≈ 3"
    assert [block_count(estimated, block) for block in (0, 1)] == ["≈ 9", "never"]


def flow_of(edge: FlowEdge) -> Flow:
    """Returns a flow with one edge, between two blocks. The first block's count is inexact."""
    return Flow(np.array([9, 0]), (edge,), (), (), frozenset({0}), is_of_paths=False)


def test_blocks_have_bounds(tmp_path: Path) -> None:
    shaken = flow(edges_profile(tmp_path), 1)
    texts = [block_count(shaken, block) for block in range(5)]
    assert texts == ["≤ 12", "7", "≥ 4", "1", "1"]


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"missing": 0}, "20 entries, 90 iterations"),
        ({"missing": None}, "20 entries, 90 iterations, of completed paths alone"),
        ({"missing": None, "is_at_least": True}, "≥ 20 entries, ≥ 90 iterations"),
        ({"missing": None, "is_estimate": True}, "≈ 20 entries, ≈ 90 iterations"),
    ],
)
def test_counts_of_loops_say_what_may_be_missing(changes: dict[str, Any], text: str) -> None:
    missing = changes["missing"]
    row = LoopRow(
        method=0, loop=0, header=1, header_line=3, depth=1, entries=20, iterations=90, paths=(),
        cost=0, exact_cost=0, entered_cost=0, whole_cost=0, completions=0, sequence=None,
        next_iteration=None, period=None, period_share=None, missing_entries=missing, **changes,
    )  # fmt: skip
    assert loop_counts(row) == text
