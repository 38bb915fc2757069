"""Tests which parts of a graph an extended path highlights, and in which iterations."""

from pathlib import Path
from typing import Any

import pytest

from builders.extended import extended_profile
from kpath_jvm.analysis.flow import FlowEdge, Terminal
from kpath_jvm.analysis.of_extended.names import rows_of_extended
from kpath_jvm.reports.pictures.lit_extended import LitExtended


@pytest.fixture
def found(tmp_path: Path) -> dict[str, LitExtended]:
    profile = extended_profile(tmp_path)
    rows = rows_of_extended(profile, 0)
    return {name: LitExtended(row, profile.code(0)) for name, row in rows.items()}


def edge(source: int, target: int, kind: Any = "step") -> FlowEdge:
    return FlowEdge(source, target, kind, 1, 1)


def test_blocks_and_edges_have_their_iterations(found: dict[str, LitExtended]) -> None:
    """The path runs through the blocks 0 1 2 4 in its first iteration, then through 1 3 4 5."""
    path = found["X2"]
    assert [path.of_block(block) for block in range(6)] == ["1", "1-2", "1", "2", "1-2", "2"]
    edges = [edge(0, 1), edge(1, 2), edge(4, 1, "back"), edge(4, 5), edge(1, 4)]
    assert [path.of_edge(one) for one in edges] == ["1", "1", "1→2", "2", ""]
    assert [path.has_edge(one) for one in edges] == [True, True, True, True, False]
    assert path.begins_by(Terminal("entry", 0, 1))
    assert path.ends_by(Terminal("exit", 5, 1))
    assert not path.begins_by(Terminal("handler", 0, 1))


def test_a_single_iteration_has_no_number(found: dict[str, LitExtended]) -> None:
    """The path runs through the blocks 1 2 4, and ends with the back edge to block 1."""
    path = found["X1"]
    assert [path.has_block(block) for block in range(6)] == [False, True, True, False, True, False]
    assert path.of_block(1) == path.of_edge(edge(1, 2)) == path.of_edge(edge(4, 1, "back")) == ""
    assert path.has_edge(edge(4, 1, "back"))
    assert not path.begins_by(Terminal("entry", 0, 1))


def test_no_edge_is_lit_after_a_call_that_ends_a_path(found: dict[str, LitExtended]) -> None:
    path = found["X3"]
    assert path.has_edge(edge(1, 2))
    assert not path.has_edge(edge(2, 4))
    assert not path.ends_by(Terminal("exit", 2, 1))


def test_a_path_without_blocks_lights_nothing(tmp_path: Path) -> None:
    row = {"blocks": [], "start": "entry", "end": "exit"}
    path = LitExtended(row, extended_profile(tmp_path).code(0))
    assert not path.has_block(0)
    assert not path.begins_by(Terminal("entry", 0, 1))
