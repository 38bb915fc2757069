"""Rows of code are there once, what was counted of other things adds up by what it means."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from builders.edges import edges_profile
from builders.extended import extended_profile
from builders.recordings import demo_profile
from kpath_jvm import Profile
from kpath_jvm.profile.adding import rows
from kpath_jvm.profile.adding.rows import CodeRows, CountedRows, VariantPaths, settled
from kpath_jvm.profile.schema import SCHEMAS

COUNTED = ("extended", "edge_counts", "folded")


def numbers(*values: int) -> np.ndarray:
    return np.array(values, dtype=np.int32)


def summed(name: str, profile: Profile, times: int) -> list[dict[str, object]]:
    """Add a profile's rows several times, by other numbers than its methods have."""
    whole = CountedRows()
    own = numbers(*reversed(range(len(profile.method_rows))))
    for _ in range(times):
        whole.add(name, profile.table(name), own)
    return whole.table(name, np.argsort(own)).to_pylist()


@pytest.mark.parametrize("most_rows", [1, 1 << 17], ids=["compacting", "at once"])
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


def test_other_paths_add_up(tmp_path: Path) -> None:
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
def test_nothing_is_a_table_too(name: str) -> None:
    table = CountedRows().table(name, np.zeros(0, dtype=np.int64))
    assert (table.num_rows, table.schema) == (0, SCHEMAS[name])


def test_code_is_that_of_the_profile_that_had_it_first(tmp_path: Path) -> None:
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


def test_executed_paths_are_there_once(tmp_path: Path) -> None:
    profile = Profile.open(demo_profile(tmp_path))
    paths = profile.table("paths")
    whole = VariantPaths()
    own = numbers(*range(len(profile.method_rows)))
    for part in (paths.slice(0, 3), paths, paths.slice(2, 4), paths.slice(0, 0)):
        whole.add(part, own)
    found = whole.table().drop_columns("count").to_pylist()
    assert sorted(map(repr, found)) == sorted(map(repr, paths.drop_columns("count").to_pylist()))


def test_dictionaries_are_in_the_order_of_their_rows() -> None:
    kind = SCHEMAS["edge_counts"].field("kind").type
    texts = pa.DictionaryArray.from_arrays(pa.array([1, 0], pa.int8()), ["edge", "entry"])
    columns = {name: pa.array([0, 0], SCHEMAS["edge_counts"].field(name).type)
               for name in SCHEMAS["edge_counts"].names if name != "kind"}  # fmt: skip
    table = pa.table({**columns, "kind": texts.cast(kind)}).select(SCHEMAS["edge_counts"].names)
    settled_texts = settled(table, "edge_counts").column("kind").chunk(0)
    assert settled_texts.dictionary.to_pylist() == ["entry", "edge"]
