"""Tests that the k-IPF's file is read correctly, both as a whole and method by method."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from builders.forests import forest_of
from kpath_jvm.profile import table_files
from kpath_jvm.profile.forest import FOREST_COLUMNS, Forest
from kpath_jvm.profile.table_files import (
    group_bounds,
    read_numbers,
    read_rows,
    read_table,
    write_table,
)


@pytest.fixture
def table() -> pa.Table:
    """Returns the k-IPF of methods 0 to 8 as a table.

    Three methods have no rows. One has more rows than all others together.
    """
    random = np.random.default_rng(3)
    lengths = {0: 9, 1: 3, 3: 200, 4: 5, 5: 1, 8: 40}
    return forest_of(
        {method: [random.integers(0, 4, length).tolist()] for method, length in lengths.items()}, 5
    ).to_table()


@pytest.fixture
def few_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_files, "LEAST_ROWS", 30)
    monkeypatch.setattr(table_files, "MOST_ROWS", 100)


@pytest.mark.usefixtures("few_rows")
def test_the_whole_table_and_each_method_are_read(table: pa.Table, tmp_path: Path) -> None:
    path = tmp_path / "ipf.parquet"
    write_table(table, "ipf", path)
    assert read_table(path.read_bytes()).equals(table)
    whole = Forest.of_table(table)
    for name, numbers in read_numbers(path.read_bytes(), FOREST_COLUMNS).items():
        assert numbers.dtype == table.column(name).to_numpy().dtype
        assert np.array_equal(numbers, table.column(name).to_numpy())
    groups = pq.ParquetFile(path).num_row_groups
    assert groups > 4
    for method in range(10):
        rows, first = read_rows(path.read_bytes(), method, FOREST_COLUMNS)
        own = whole.slice_of(method)
        part = Forest.of_table(rows)
        assert np.array_equal(part.counts, whole.counts[first : first + len(part)])
        assert own.start == own.stop or (first <= own.start and own.stop <= first + len(part))
        assert len(part) < len(whole)
        alone = whole.of_method(method)
        for name in Forest.__dataclass_fields__:
            found = getattr(part.of_method(method, first), name)
            assert np.array_equal(found, getattr(alone, name)), name


@pytest.mark.usefixtures("few_rows")
def test_a_methods_rows_are_in_one_group() -> None:
    methods = np.repeat(np.arange(9, dtype=np.int32), [9, 8, 30, 1, 200, 29, 1, 2, 3])
    bounds = group_bounds(methods)
    assert bounds == [0, 47, 248, 278, 283]
    assert group_bounds(methods[:0]) == [0]
    assert group_bounds(methods[:5]) == [0, 5]


def test_an_empty_table_is_read(tmp_path: Path) -> None:
    empty = forest_of({}, 3).to_table()
    write_table(empty, "ipf", tmp_path / "ipf.parquet")
    assert read_table((tmp_path / "ipf.parquet").read_bytes()).equals(empty)
    rows, first = read_rows((tmp_path / "ipf.parquet").read_bytes(), 0, FOREST_COLUMNS)
    assert (rows.num_rows, first) == (0, 0)
    numbers = read_numbers((tmp_path / "ipf.parquet").read_bytes(), FOREST_COLUMNS)
    assert [len(column) for column in numbers.values()] == [0] * 5


def test_a_file_whose_name_looks_like_an_address_is_read(
    table: pa.Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("to:day.kpath").mkdir()
    path = Path("to:day.kpath/ipf.parquet")
    write_table(table, "ipf", path)
    assert read_table(path.read_bytes()).equals(table)
    assert read_rows(path.read_bytes(), 3, FOREST_COLUMNS)[0].num_rows
    assert len(read_numbers(path.read_bytes(), ["count"])["count"]) == table.num_rows


def test_a_file_without_statistics_is_read_as_one_group(table: pa.Table, tmp_path: Path) -> None:
    pq.write_table(table, tmp_path / "ipf.parquet", write_statistics=False, row_group_size=50)
    rows, first = read_rows((tmp_path / "ipf.parquet").read_bytes(), 3, FOREST_COLUMNS)
    assert (rows.num_rows, first) == (table.num_rows, 0)


def test_a_missing_number_is_refused(table: pa.Table, tmp_path: Path) -> None:
    values = [None, *table.column("count").to_pylist()[1:]]
    at = table.schema.get_field_index("count")
    changed = table.set_column(at, table.schema.field(at), pa.array(values, pa.int64()))
    pq.write_table(changed, tmp_path / "ipf.parquet")
    assert (
        len(read_numbers((tmp_path / "ipf.parquet").read_bytes(), ["path"])["path"])
        == table.num_rows
    )
    with pytest.raises(ValueError, match="count is missing"):
        read_numbers((tmp_path / "ipf.parquet").read_bytes(), FOREST_COLUMNS)
