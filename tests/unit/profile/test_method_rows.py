"""Tests that the rows and columns of a profile's tables agree with data frames and Arrow."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from builders.methods import plain
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.profile.method_rows import MethodRows, RowsByMethod
from kpath_jvm.profile.writer import write_profile


@pytest.fixture
def profile(demo: Path) -> Profile:
    return Profile.open(demo)


def test_rows_and_columns_agree_with_the_frame(profile: Profile) -> None:
    rows, frame = profile.method_rows, profile.methods
    assert len(rows) == len(frame) > 3
    assert [row["method"] for row in rows] == rows.numbers.tolist() == frame.index.tolist()
    for name in ("class", "mode", "loader"):
        assert rows.texts(name).tolist() == frame[name].tolist()
        assert [row[name] for row in rows] == frame[name].tolist()
    assert rows.texts("source").tolist() == frame["source"].astype(object).tolist()
    assert rows.column("entries").tolist() == frame["entries"].tolist()
    assert rows.column("irreducible").tolist() == frame["irreducible"].tolist()
    assert rows.list_lengths("cuts").tolist() == frame["cuts"].map(len).tolist()
    assert rows.completed.tolist() == frame["completed"].tolist()
    is_entered = (frame["entries"] > 0) | (frame["completed"] > 0)
    assert rows.is_entered.tolist() == is_entered.tolist()
    pairs = list(zip(frame["class"], frame["name"], strict=True))
    assert rows.tuples(("class", "name")) == pairs


def test_a_missing_text_is_none(profile: Profile) -> None:
    table = profile.table("methods")
    at = table.schema.get_field_index("source")
    nothing = pa.nulls(table.num_rows, pa.string())
    rows = MethodRows(table.set_column(at, table.schema.field(at), nothing))
    assert rows.texts("source").tolist() == [None] * len(rows)
    assert rows.row(0)["source"] is None


def test_bridge_methods_are_marked_in_titles(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=1)
    own = plain(name="next", descriptor="()Ljava/lang/Integer;")
    bridge = plain(name="next", descriptor="()Ljava/lang/Object;", access=0x1041)
    for spec in (own, bridge):
        method = builder.add(spec)
        builder.count(method, 0, 1)
        builder.auxiliary(method, entries=1)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    rows = Profile.open(tmp_path / "p.kpath").method_rows
    titles = {row["descriptor"]: rows.title(row["method"]) for row in rows}
    assert titles[own.descriptor] == "demo.Figure3.next()"
    assert titles[bridge.descriptor] == "demo.Figure3.next() [bridge method]"
    assert rows.are_bridges.tolist() == [rows.is_bridge(number) for number in rows.numbers]


def test_method_numbers_may_have_gaps(profile: Profile) -> None:
    whole, kept = profile.method_rows, [1, 3]
    rows = MethodRows(profile.table("methods").take(kept))
    assert rows.numbers.tolist() == kept
    assert [rows.row(number) for number in kept] == [whole.row(number) for number in kept]
    assert rows.completed.tolist() == [0, whole.completed[1], 0, whole.completed[3]]


def test_rows_are_ordered_by_count_and_then_by_number(profile: Profile) -> None:
    rows = profile.method_rows
    found = [row["method"] for row in rows.most("entries", np.arange(len(rows)))]
    counts = rows.column("entries").tolist()
    assert found == sorted(range(len(rows)), key=lambda place: (-counts[place], place))
    assert [row["method"] for row in rows.at(np.array([2, 0]))] == [2, 0]


def test_a_table_may_have_no_methods(profile: Profile) -> None:
    rows = MethodRows(profile.table("methods").slice(0, 0))
    assert (len(rows), list(rows), rows.completed.tolist()) == (0, [], [])
    assert rows.list_lengths("cuts").tolist() == []


COLUMNS = {
    "method": pa.array([2, 2, 5, 5, 5, 9], pa.int32()),
    "count": pa.array([1, -2, 3, 4, 5, 6], pa.int64()),
    "missing": pa.array([1, None, 3, None, 5, 6], pa.int32()),
    "kind": pa.array(["a", None, "b", "a", None, "b"]).dictionary_encode(),
    "text": pa.array(["x", "", None, "y", "z", "x"]),
    "numbers": pa.array([[1], [], [2, 3], [4], [], [5, 6]], pa.list_(pa.int32())),
    "texts": pa.array([["p"], ["q", "r"], [], [], ["s"], ["p"]]),
    "lists": pa.array([None, [1], [], None, [2], [3]], pa.list_(pa.int32())),
    "flag": pa.array([True, False, True, True, False, False]),
}


@pytest.mark.parametrize("first", [0, 1, 3])
@pytest.mark.parametrize("name", list(COLUMNS))
def test_rows_of_a_method_agree_with_arrow(first: int, name: str) -> None:
    # If ``first`` isn't 0, the columns are slices of larger arrays.
    table = pa.table(COLUMNS).slice(first)
    rows = RowsByMethod(table)
    for method in range(11):
        own = [row for row in table.to_pylist() if row["method"] == method]
        assert list(rows.rows(method, name, "count")) == [(row[name], row["count"]) for row in own]
        assert rows.numbers(method, "count").tolist() == [row["count"] for row in own]
        lengths, items = rows.lists(method, "numbers")
        assert lengths.tolist() == [len(row["numbers"]) for row in own]
        assert items.tolist() == [item for row in own for item in row["numbers"]]
