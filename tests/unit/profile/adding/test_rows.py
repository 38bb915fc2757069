"""Tests the rows of a sum: rows about code appear once, and rows of counts are added up."""

import math
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pyarrow as pa
import pytest

from builders.edges import edges_profile
from builders.extended import extended_profile
from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_profile, demo_run
from kpath_jvm import Profile
from kpath_jvm.profile.adding import rows
from kpath_jvm.profile.adding.rows import CodeRows, CountedRows, ExecutedRows, settled
from kpath_jvm.profile.profile_sum import merge_jvms
from kpath_jvm.profile.schema import SCHEMAS
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.counted import EdgeCount, ExtendedPath

LOOP = ExtendedPath(1, 5, "iterations", 0, "loop 1", "exit", (1, 2, 4, 1), 2)
CALL = ExtendedPath(1, 7, "call", -1, "entry", "call 3", (0, 1), 4, 2.5, 9, (0,))

COUNTED = ("extended", "edge_counts", "folded")


def numbers(*values: int) -> np.ndarray:
    return np.array(values, dtype=np.int32)


def summed(name: str, profile: Profile, times: int) -> list[dict[str, object]]:
    """Returns the rows of a sum to which a profile's table was added ``times`` times.

    Inside the sum, the methods are numbered in the opposite order. The returned rows have
    the profile's numbers.
    """
    whole = CountedRows()
    own = numbers(*reversed(range(len(profile.method_rows))))
    for _ in range(times):
        whole.add(name, profile.table(name), own)
    return whole.table(name, np.argsort(own)).to_pylist()


@pytest.mark.parametrize("most_rows", [1, 1 << 17], ids=["added up early", "added up at the end"])
def test_counts_of_edges_add_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most_rows: int
) -> None:
    monkeypatch.setattr(rows, "_MOST_ROWS", most_rows)
    profile = edges_profile(tmp_path)
    found = summed("edge_counts", profile, 4)
    for row, one in zip(found, profile.table("edge_counts").to_pylist(), strict=True):
        assert row["count"] == 4 * one["count"]
        assert row["least"] == 4 * one["least"]
        assert row["most"] == (-1 if one["most"] < 0 else 4 * one["most"])
        names = ("method", "source", "target", "kind")
        assert [row[name] for name in names] == [one[name] for name in names]


def test_counts_of_extended_paths_add_up(tmp_path: Path) -> None:
    profile = extended_profile(tmp_path)
    found = summed("extended", profile, 3)
    wanted = {tuple(row["blocks"]): row for row in profile.table("extended").to_pylist()}
    assert len(found) == len(wanted) == 3
    for row in found:
        one = wanted[tuple(row["blocks"])]  # type: ignore[arg-type]
        assert row["count"] == 3 * one["count"]
        assert row["other_method"] == one["other_method"]
        assert row["estimate"] == pytest.approx(3 * one["estimate"], nan_ok=True)
    keys = [(row["method"], row["kind"], row["graph"], row["number"]) for row in found]
    assert keys == sorted(keys)  # type: ignore[type-var]


@pytest.mark.parametrize("name", COUNTED)
def test_empty_sums_have_tables(name: str) -> None:
    table = CountedRows().table(name, np.zeros(0, dtype=np.int64))
    assert (table.num_rows, table.schema) == (0, SCHEMAS[name])


def test_code_comes_from_the_first_profile_that_has_it(tmp_path: Path) -> None:
    profile = Profile.open(demo_profile(tmp_path))
    count = len(profile.method_rows)
    code = CodeRows()
    code.add(profile.tables, numbers(*range(count)), [0, 3])
    code.add(profile.tables, numbers(*range(count)), [number for number in range(count)
                                                      if number not in (0, 3)])  # fmt: skip
    order = [[number] for number in reversed(range(count))]
    for name in rows.OF_CODE:
        found = code.table(name, order, count)
        wanted = profile.table(name)
        places = np.arange(count)[::-1][wanted.column("method").to_numpy()]
        moved = settled(rows.with_column(wanted, "method", places), name).to_pylist()
        assert found.to_pylist() == sorted(moved, key=lambda row: row["method"]), name
    assert code.code(3).decoder.blocks(5) == profile.code(3).decoder.blocks(5)


def test_executed_paths_appear_once(tmp_path: Path) -> None:
    profile = Profile.open(demo_profile(tmp_path))
    paths = profile.table("paths")
    whole = ExecutedRows()
    own = numbers(*range(len(profile.method_rows)))
    for part in (paths.slice(0, 3), paths, paths.slice(2, 4), paths.slice(0, 0)):
        whole.add(part, own)
    found = whole.table().drop_columns("count").to_pylist()
    assert sorted(map(repr, found)) == sorted(map(repr, paths.drop_columns("count").to_pylist()))


def test_dictionaries_follow_the_order_of_rows() -> None:
    kind = SCHEMAS["edge_counts"].field("kind").type
    texts = pa.DictionaryArray.from_arrays(pa.array([1, 0], pa.int8()), ["edge", "entry"])
    columns = {name: pa.array([0, 0], SCHEMAS["edge_counts"].field(name).type)
               for name in SCHEMAS["edge_counts"].names if name != "kind"}  # fmt: skip
    table = pa.table({**columns, "kind": texts.cast(kind)}).select(SCHEMAS["edge_counts"].names)
    settled_texts = settled(table, "edge_counts").column("kind").chunk(0)
    assert settled_texts.dictionary.to_pylist() == ["entry", "edge"]


def recorded(directory: Path, *, loaders: tuple[str, ...] = ("a", "b")) -> Profile:
    """Records two versions of a method. They call each other, and their first ids are 1 and 9."""
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


def require_sums(extended: list[dict[str, object]], edges: list[dict[str, object]]) -> None:
    """Requires that the rows are sums over both versions, which count as one method."""
    found = {(row["kind"], row["number"]): row for row in extended}
    assert len(extended) == len(found) == 3
    assert (found["call", 7]["count"], found["call", 7]["estimate"]) == (14, 5.0)
    assert (found["call", 7]["method"], found["call", 7]["other_method"]) == (0, 0)
    assert found["iterations", 5]["count"] == found["iterations", 6]["count"] == 2
    assert math.isnan(float(str(found["iterations", 5]["estimate"])))
    assert [(row["kind"], row["count"], row["least"], row["most"]) for row in edges] == [
        ("entry", 11, 11, 11), ("edge", 5, 0, -1),
    ]  # fmt: skip


def test_versions_of_several_loaders_are_added_up(tmp_path: Path) -> None:
    merged = recorded(tmp_path).merged()
    require_sums(merged.table("extended").to_pylist(), merged.table("edge_counts").to_pylist())


def test_versions_in_several_jvms_are_added_up(tmp_path: Path) -> None:
    one, two = recorded(tmp_path, loaders=("x", "y")), recorded(tmp_path, loaders=("y", "x"))
    tables, _ = merge_jvms([one, two])
    rows = tables["extended"].to_pylist()
    assert [(row["method"], row["other_method"]) for row in rows if row["kind"] == "call"] == [
        (0, 1), (1, 0),
    ]  # fmt: skip
    # In the second JVM, the methods come in the opposite order.
    assert [row["count"] for row in rows if row["kind"] == "call"] == [14, 14]
    assert tables["edge_counts"].column("count").to_pylist() == pytest.approx([11, 5, 11, 5])


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ([("", ""), ("A", ""), ("A", "B")], ["A", "B"]),
        ([(), ("A", "B")], ["A", "B"]),
        ([("A", "B"), ("", "")], ["A", "B"]),
        # The profiles contradict each other, so no label is certain.
        ([("A", "B"), ("B", "A"), ("A", "B")], ["", ""]),
    ],
)
def test_switch_labels_come_from_all_profiles(
    labels: list[tuple[str, ...]], expected: list[str]
) -> None:
    whole = CodeRows()
    for at, own in enumerate(labels):
        row = {
            "method": 1, "block": 3, "operator": "switch", "type": "I", "operands": ["e"],
            "keys": [1, 2], "targets": [4, 5, 6], "instructions": 2, "labels": own,
        }  # fmt: skip
        other = row | {"method": 0, "operator": "caught", "keys": [], "targets": [], "labels": []}
        decisions = pa.Table.from_pylist([other, row], SCHEMAS["decisions"])
        empty = {name: SCHEMAS[name].empty_table() for name in rows.OF_CODE}
        tables = SimpleNamespace(table=(empty | {"decisions": decisions}).__getitem__)
        whole.add(tables, numbers(0, 1), [] if at else [0, 1])
    found = whole.table("decisions", [[1], [0]], 2).column("labels").to_pylist()
    assert found == [expected, []]
