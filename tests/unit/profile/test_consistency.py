"""Tests that tables that contradict one another are refused, with a message of one line."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from builders.edges import edges_profile
from builders.methods import plain
from builders.recordings import RecordingBuilder, demo_run
from damaged_profiles import check_one_line, sealed_again, use_all
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.counted import EdgeCount, ExtendedPath


@pytest.mark.parametrize(
    ("name", "column", "value", "complaint"),
    [
        ("methods", "method", 5, "not numbered by row"),
        ("methods", "possible_paths", 0, "without paths"),
        ("methods", "rung", "entry", "a method with the rung entry has paths"),
        ("methods", "completed", 1, "paths and methods disagree"),
        ("blocks", "block", 7, "not numbered by row"),
        ("blocks", "method", 1, "not ordered by method"),
        ("blocks", "method", -1, "out of range"),
        ("blocks", "lines", [1], "differ in number"),
        ("blocks", "lines", [1, None], "an item of lines is missing"),
        ("blocks", "instructions", 0, "a block without instructions"),
        ("methods", "cuts", [[1, 2, 3]], "not a pair"),
        ("edges", "target", 6, "target is not a block"),
        ("edges", "source", -2, "source is not a block"),
        ("loops", "header", 6, "header is not a block"),
        ("loops", "parent", 1, "parent is not a loop"),
        ("loops", "parent", -2, "parent is not a loop"),
        ("loops", "loop", 1, "loops are not numbered by row"),
        ("loops", "blocks", [1, 77], "blocks holds a number that is not a block"),
        ("decisions", "block", 6, "block is not a block"),
        ("decisions", "targets", [2, 77], "targets holds a number that is not a block"),
        ("decisions", "keys", [1], "keys and targets differ in number"),
        ("decisions", "operands", [], "a decision without an operand"),
        ("decisions", "instructions", -2, "a test has a negative size"),
        ("paths", "blocks", [6], "blocks holds a number that is not a block"),
        ("paths", "count", 1, "paths and ipf disagree"),
        ("ipf", "parent", 99, "a parent does not come before"),
        ("ipf", "path", 9, "a path is out of range"),
        ("ipf", "node", 9, "not numbered by row"),
        ("ipf", "count", None, "count is missing"),
    ],
)
def test_a_table_that_contradicts_another_is_refused(
    demo: Path, name: str, column: str, value: Any, complaint: str
) -> None:
    _replace_first(demo / f"{name}.parquet", column, value)
    check_one_line(demo, complaint)


@pytest.mark.parametrize(
    ("column", "value", "complaint"),
    [("method", 99, "out of range"), ("file", None, "file is missing")],
)
def test_invalid_mapped_lines_are_refused(
    tmp_path: Path, column: str, value: Any, complaint: str
) -> None:
    builder = RecordingBuilder()
    builder.add(plain(mapped=[(22, "Util.kt", "a/b", 12, 21)]))
    profile = tmp_path / "p.kpath"
    write_profile(profile, builder.build(tmp_path), demo_run())
    _replace_first(profile / "mapped_lines.parquet", column, value)
    check_one_line(profile, complaint)


@pytest.mark.parametrize(
    ("name", "column", "value", "complaint"),
    [
        ("extended", "blocks", [], "a path without blocks"),
        ("extended", "blocks", [3], "blocks holds a number that is not a block"),
        ("extended", "other_method", 1, "other_method is not a method"),
        ("extended", "other_method", -1, "other_blocks holds a number that is not a block"),
        ("extended", "other_blocks", [3], "other_blocks holds a number that is not a block"),
        ("extended", "count", 0, "a count is below 1"),
        ("extended", "estimate", None, "estimate is missing"),
        ("edge_counts", "kind", "cut", "an unknown kind of edge"),
        ("edge_counts", "kind", "edge", "kind of an edge doesn't fit its source and target"),
        ("edge_counts", "target", 3, "target is not a block"),
        ("edge_counts", "source", 0, "kind of an edge doesn't fit its source and target"),
        ("edge_counts", "count", 7, "a count is out of its bounds"),
        ("edge_counts", "most", 5, "a count is out of its bounds"),
        ("edge_counts", "least", -1, "a count is out of its bounds"),
    ],
)
def test_damaged_extended_paths_and_edges_are_refused(
    tmp_path: Path, name: str, column: str, value: Any, complaint: str
) -> None:
    builder = RecordingBuilder()
    first_id = builder.add(plain()).first_id
    recorded = replace(
        builder.build(tmp_path),
        extended=[
            ExtendedPath(first_id, 0, "call", -1, "entry", "call 1", (0,), 5, 1.5, first_id, (0,))
        ],
        edge_counts=[
            EdgeCount.exact(first_id, "entry", -1, 0, 6), EdgeCount(first_id, "edge", 0, 1, 6, 0, 6)
        ],
    )  # fmt: skip
    write_profile(tmp_path / "p.kpath", recorded, demo_run())
    _replace_first(tmp_path / "p.kpath" / f"{name}.parquet", column, value)
    check_one_line(tmp_path / "p.kpath", complaint)


@pytest.mark.parametrize("order", [(1, 0), (0, 0)])
def test_unsorted_or_repeated_edges_are_refused(tmp_path: Path, order: tuple[int, ...]) -> None:
    builder = RecordingBuilder()
    first_id = builder.add(plain()).first_id
    edges = [EdgeCount.exact(first_id, "edge", 0, target, 6) for target in (1, 2)]
    recorded = replace(builder.build(tmp_path), edge_counts=edges)
    write_profile(tmp_path / "p.kpath", recorded, demo_run())
    path = tmp_path / "p.kpath" / "edge_counts.parquet"
    pq.write_table(pq.read_table(path).take(list(order)), path)
    sealed_again(path.parent)
    check_one_line(tmp_path / "p.kpath", "edges are not in order")


def _replace_first(path: Path, column: str, value: Any) -> None:
    table = pq.read_table(path)
    at = table.schema.get_field_index(column)
    values = [value, *table.column(column).to_pylist()[1:]]
    pq.write_table(
        table.set_column(at, table.schema.field(at), pa.array(values, table.schema.types[at])),
        path,
    )
    sealed_again(path.parent)


@pytest.mark.parametrize(
    ("name", "column", "value", "complaint"),
    [
        ("edge_counts", ("target", "kind"), (3, "edge"), "isn't one of its code"),
        ("edge_counts", ("count", "least", "most"), (4, 4, 4), "are counted as 4, and as 3"),
        ("methods", ("entries",), (2,), "are counted as 3, and as 2"),
    ],
)
def test_impossible_counts_of_edges_are_refused(
    tmp_path: Path, name: str, column: tuple[str, ...], value: tuple[Any, ...], complaint: str
) -> None:
    path = edges_profile(tmp_path).path
    use_all(path)
    if "kind" in column:
        table = pq.read_table(path / "edge_counts.parquet")
        kinds = table.column("kind").to_pylist()
        _replace(path / f"{name}.parquet", "target", kinds.index("edge"), value[0])
    else:
        for one, new in zip(column, value, strict=True):
            _replace(path / f"{name}.parquet", one, 0, new)
    check_one_line(path, complaint)


def test_blocks_left_more_often_than_entered_are_refused(tmp_path: Path) -> None:
    path = edges_profile(tmp_path).path
    rows = pq.read_table(path / "edge_counts.parquet").to_pylist()
    at = next(
        number for number, row in enumerate(rows)
        if (row["method"], row["source"], row["target"]) == (0, 1, 3)
    )  # fmt: skip
    for column in ("most", "count", "least"):
        _replace(path / "edge_counts.parquet", column, at, 50)
    check_one_line(path, r"block 1 of method 0 is left 59 times at least, and entered \d+ times")


def test_a_path_that_differs_from_its_number_is_refused(demo: Path) -> None:
    paths = pq.read_table(demo / "paths.parquet")
    whole = (demo / "paths.parquet").read_bytes()
    blocks, starts = paths.column("blocks").to_pylist(), paths.column("start").to_pylist()
    _replace_first(demo / "paths.parquet", "blocks", [*blocks[0][:-1]] or [1])
    check_one_line(demo, "a path has other blocks than its number stands for")
    (demo / "paths.parquet").write_bytes(whole)
    other = next(start for start in ("entry", "loop") if start != starts[0])
    _replace_first(demo / "paths.parquet", "start", other)
    check_one_line(demo, "a path has another start than its number stands for")


def _replace(path: Path, column: str, row: int, value: Any) -> None:
    table = pq.read_table(path)
    at = table.schema.get_field_index(column)
    values = table.column(column).to_pylist()
    values[row] = value
    field = table.schema.field(at)
    pq.write_table(table.set_column(at, field, pa.array(values, field.type)), path)
    sealed_again(path.parent)
