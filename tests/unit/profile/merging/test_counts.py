"""Rows of extended paths and of edges of one method's versions add up."""

import math
from dataclasses import replace
from pathlib import Path

import pytest

from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.profile.merging_jvms import merge_jvms
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.counted import EdgeCount, ExtendedPath

LOOP = ExtendedPath(1, 5, "iterations", 0, "loop 1", "exit", (1, 2, 4, 1), 2)
CALL = ExtendedPath(1, 7, "call", -1, "entry", "call 3", (0, 1), 4, 2.5, 9, (0,))


def written(directory: Path, *, loaders: tuple[str, ...] = ("a", "b")) -> Profile:
    """Versions of a method, of first ids 1 and 9, that call each other."""
    builder = RecordingBuilder(k=2)
    for loader in loaders:
        builder.add(figure_3(counters=(), loader=loader))
    second = {"first_id": 9, "other_first_id": 1, "count": 10}
    recorded = replace(
        builder.build(directory),
        extended=[LOOP, CALL, replace(CALL, **second), replace(LOOP, first_id=9, number=6)],
        edge_counts=[
            EdgeCount.exact(1, "entry", -1, 0, 5), EdgeCount.exact(9, "entry", -1, 0, 6),
            EdgeCount(1, "edge", 0, 1, 5, 0, 5), EdgeCount(9, "edge", 0, 1, 0, 0, None),
        ],
    )  # fmt: skip
    name = "-".join(loaders)
    write_profile(directory / name, recorded, demo_run())
    return Profile.open(directory / name)


def check(extended: list[dict[str, object]], edges: list[dict[str, object]]) -> None:
    """Of the two versions as one."""
    found = {(row["kind"], row["number"]): row for row in extended}
    assert len(extended) == len(found) == 3
    assert (found["call", 7]["count"], found["call", 7]["estimate"]) == (14, 5.0)
    assert (found["call", 7]["method"], found["call", 7]["other_method"]) == (0, 0)
    assert found["iterations", 5]["count"] == found["iterations", 6]["count"] == 2
    assert math.isnan(float(str(found["iterations", 5]["estimate"])))
    assert [(row["kind"], row["count"], row["least"], row["most"]) for row in edges] == [
        ("entry", 11, 11, 11), ("edge", 5, 0, -1),
    ]  # fmt: skip


def test_versions_from_several_loaders(tmp_path: Path) -> None:
    merged = written(tmp_path).merged()
    check(merged.table("extended").to_pylist(), merged.table("edge_counts").to_pylist())


def test_versions_in_several_jvms(tmp_path: Path) -> None:
    one, two = written(tmp_path, loaders=("x", "y")), written(tmp_path, loaders=("y", "x"))
    tables, _ = merge_jvms([one, two])
    rows = tables["extended"].to_pylist()
    assert [(row["method"], row["other_method"]) for row in rows if row["kind"] == "call"] == [
        (0, 1), (1, 0),
    ]  # fmt: skip
    # In the second JVM the methods come the other way round.
    assert [row["count"] for row in rows if row["kind"] == "call"] == [14, 14]
    assert tables["edge_counts"].column("count").to_pylist() == pytest.approx([11, 5, 11, 5])
