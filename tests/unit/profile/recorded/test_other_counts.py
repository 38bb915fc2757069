"""Tests that extended paths and edges are written to a profile and read back."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from builders.methods import figure_3, plain
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.counted import EdgeCount, ExtendedPath


def written(directory: Path, extended: list[ExtendedPath], edges: list[EdgeCount]) -> Profile:
    """Writes a profile of two methods, with the first ids 1 and 9, and with the given rows."""
    builder = RecordingBuilder(k=2)
    figure = builder.add(figure_3(counters=()))
    other = builder.add(plain())
    assert (figure.first_id, other.first_id) == (1, 9)
    recorded = replace(builder.build(directory), extended=extended, edge_counts=edges)
    write_profile(directory / "p.kpath", recorded, demo_run())
    return Profile.open(directory / "p.kpath")


def test_rows_are_ordered_and_belong_to_methods(tmp_path: Path) -> None:
    across = ExtendedPath(1, 7, "call", -1, "entry", "call 3", (0, 1), 4, 2.5, 9, (0,))
    twice = ExtendedPath(1, 5, "iterations", 0, "loop 1", "exit", (1, 2, 4, 1), 2)
    profile = written(
        tmp_path,
        [
            replace(twice, first_id=9, blocks=(0,), graph=-1),
            twice,
            across,
            replace(twice, number=6, count=0),
            replace(twice, first_id=77),
        ],
        [],
    )
    rows = profile.table("extended").to_pylist()
    assert [(row["method"], row["kind"], row["number"], row["count"]) for row in rows] == [
        (0, "call", 7, 4), (0, "iterations", 5, 2), (1, "iterations", 5, 2),
    ]  # fmt: skip
    assert (rows[0]["other_method"], rows[0]["other_blocks"]) == (1, [0])
    assert (rows[1]["blocks"], rows[1]["start"], rows[1]["end"]) == ([1, 2, 4, 1], "loop 1", "exit")
    assert rows[0]["estimate"] == 2.5
    assert np.isnan(rows[1]["estimate"])
    assert profile.run.tables.extended == 3


def test_paths_with_one_number_may_lead_into_different_methods(tmp_path: Path) -> None:
    """A virtual call's callees may have paths of the same blocks."""
    into = ExtendedPath(1, 7, "call", -1, "entry", "call 3", (0, 1), 4, 4.0, 9, (0,))
    profile = written(tmp_path, [into, replace(into, count=5, other_first_id=1)], [])
    rows = profile.table("extended").to_pylist()
    assert [(row["number"], row["other_method"], row["count"]) for row in rows] == [
        (7, 0, 5), (7, 1, 4),
    ]  # fmt: skip


def test_edge_counts_of_a_recording_are_written(tmp_path: Path) -> None:
    profile = written(
        tmp_path,
        [],
        [EdgeCount(9, "edge", 0, 1, 6, 0, None), EdgeCount.exact(9, "entry", -1, 0, 8)],
    )
    assert profile.table("edge_counts").to_pylist() == [
        {"method": 1, "kind": "entry", "source": -1, "target": 0, "count": 8, "least": 8,
         "most": 8},
        {"method": 1, "kind": "edge", "source": 0, "target": 1, "count": 6, "least": 0,
         "most": -1},
    ]  # fmt: skip


def test_a_path_or_edge_counted_twice_is_refused(tmp_path: Path) -> None:
    path = ExtendedPath(1, 5, "iterations", 0, "loop 1", "exit", (1,), 2)
    with pytest.raises(KpathError, match="a path was counted twice"):
        written(tmp_path, [path, path], [])
    edge = EdgeCount.exact(1, "edge", 0, 1, 6)
    with pytest.raises(KpathError, match="an edge was counted twice"):
        written(tmp_path, [], [edge, edge])


def test_a_method_whose_edges_are_counted_has_numbered_paths(tmp_path: Path) -> None:
    """The method's counters don't count paths, but its paths still have numbers."""
    builder = RecordingBuilder(k=1)
    counters = [(1, 3, True), (1, 2, True), (0, 1, False)]
    method = builder.add(figure_3(mode="edges", counters=("entries",), edge_counters=counters))
    after = builder.add(plain())
    builder.auxiliary(method, entries=3)
    builder.taken(method, {(1, 3): 5, (1, 2): 9})
    builder.count(after, 1, 6)
    builder.auxiliary(after, entries=6)
    record = write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    assert record.completeness.verdict == "exact"
    profile = Profile.open(tmp_path / "p.kpath")
    rows = profile.methods[["mode", "possible_paths", "entries", "completed"]].to_numpy().tolist()
    assert rows == [["edges", 8, 3, 0], ["counted", 2, 6, 6]]
    assert profile.decode(0, 0).blocks == (1, 3, 4)
    counts = profile.edge_counts.set_index(["kind", "source", "target"])["count"].to_dict()
    assert counts["edge", 1, 2] == 9
    assert counts["entry", -1, 0] == 3
