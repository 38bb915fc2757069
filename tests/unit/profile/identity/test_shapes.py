"""Tests digests of code: what they leave out, and that they cover everything else."""

from pathlib import Path
from typing import Any

import pytest

from builders.methods import MethodSpec, figure_3, plain
from builders.recordings import RecordingBuilder, demo_profile, demo_run
from kpath_jvm import Profile
from kpath_jvm.profile.identity.shapes import Shapes
from kpath_jvm.profile.writer import write_profile


def shape(directory: Path, method: MethodSpec) -> tuple[str, str]:
    builder = RecordingBuilder()
    builder.add(plain())
    builder.add(method)
    path = directory / f"{len(list(directory.iterdir()))}.kpath"
    write_profile(path, builder.build(directory), demo_run())
    shapes = Shapes(Profile.open(path))
    return shapes.graph(1), shapes.decisions(1)


_SWAPPED: dict[str, Any] = {
    # The graph is the same, but the Vals of the two edges from block 1 are swapped.
    "edges": [(0, 1, 0), (1, 3, 2), (1, 2, 0), (2, 4, 0), (3, 4, 0), (4, 5, 1)],
}
_LATER: dict[str, Any] = {
    "blocks": [
        (first, last, [(offset, line + 40) for offset, line in lines])
        for first, last, lines in figure_3().blocks
    ]
}


@pytest.mark.parametrize("changes", [{"digest": "0ther"}, _SWAPPED, _LATER, {"name": "other"}])
def test_digests_ignore_path_numbers_lines_names_and_class_files(
    tmp_path: Path, changes: dict[str, Any]
) -> None:
    assert shape(tmp_path, figure_3(**changes)) == shape(tmp_path, figure_3())


@pytest.mark.parametrize(
    "changes",
    [
        {"instructions": {2: 9}},
        {"blocks": [*figure_3().blocks[:-1], (28, 29, [(28, 17)])]},
        {"edges": [*figure_3().edges[:-1], (3, 5, 1)]},
        {"starts": [("handler", 1, 0), ("entry", 0, 4)]},
        {"ends": [("loop", 4, 0), ("exit", 5, 0), ("exit", 3, 1)]},
        {"cuts": [(4, 1)]},
    ],
)
def test_another_graph_has_another_digest(tmp_path: Path, changes: dict[str, Any]) -> None:
    one, other = shape(tmp_path, figure_3(**changes)), shape(tmp_path, figure_3())
    assert one[0] != other[0]
    assert one[1] == other[1]


def test_another_question_has_another_digest(tmp_path: Path) -> None:
    asked = [(1, "==", "I", ["i % 3", "0"], [1, 0], [2, 3]), figure_3().decisions[1]]
    one, other = shape(tmp_path, figure_3(decisions=asked)), shape(tmp_path, figure_3())
    assert one[0] == other[0]
    assert one[1] != other[1]


def test_methods_with_different_code_have_different_digests(tmp_path: Path) -> None:
    profile = Profile.open(demo_profile(tmp_path))
    shapes = Shapes(profile)
    rows = list(profile.method_rows)
    graphs = [shapes.graph(row["method"]) for row in rows]
    # The seven methods have four different graphs and four different numberings.
    assert len(set(graphs)) == len({row["path_tables"] for row in rows}) == 4
    assert len({(shapes.graph(row["method"]), row["path_tables"]) for row in rows}) == 4
    assert all(len(graph) == 16 for graph in graphs)
