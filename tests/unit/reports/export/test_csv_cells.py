"""Checks that Python's csv reader reads the values that were written as csv cells."""

import csv
from typing import Any

import pyarrow as pa
import pytest

from kpath_jvm.reports.export.csv_cells import cell, cells, harmless


@pytest.mark.parametrize("text", ["=1+1", "+1", "-get", "@SUM(A1)", "\t=1", "\r=1", "\n=1"])
def test_no_cell_is_a_formula(text: str) -> None:
    assert harmless(text) == f"'{text}"


@pytest.mark.parametrize("text", ["run", "<init>", "", "(I)V", "a=b"])
def test_harmless_cells_stay_unchanged(text: str) -> None:
    assert harmless(text) == text


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("run", "run"),
        ("", ""),
        ('a,"b"', 'a,"b"'),
        ("a\nb", "a\\u000ab"),
        ("=a\u202e", "'=a\\u202e"),
        ("größe", "größe"),
    ],
)
def test_a_cell_is_read_back_as_one_value(text: str, read: str) -> None:
    assert list(csv.reader([f"{cell(text)},end"], strict=True)) == [[read, "end"]]


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        (pa.array([1, None, -3], pa.int32()), ["1", "", "-3"]),
        (pa.array([True, None], pa.bool_()), ["true", ""]),
        (pa.array([0.25, None], pa.float64()), ["0.25", ""]),
        (pa.array(["a", None, "b,c", "a"], pa.string()), ["a", "", '"b,c"', "a"]),
        (pa.array([[1, 2], [], [3]], pa.list_(pa.int32())), ["1 2", "", "3"]),
        (pa.array([["x: no", "y"], []], pa.list_(pa.string())), ["x: no; y", ""]),
        (pa.array([["-x", "y,z"]], pa.list_(pa.string())), ['"\'-x; y,z"']),
        (pa.array([["x"], None, []], pa.list_(pa.string())), ["x", "", ""]),
        (pa.array([[1], None, []], pa.list_(pa.int32())), ["1", "", ""]),
        # In Arrow, a missing list may still have items.
        (
            pa.ListArray.from_arrays([0, 1, 3], [1, 2, 3], mask=pa.array([False, True])),
            ["1", ""],
        ),
    ],
)
def test_columns_become_cells(column: Any, expected: list[str]) -> None:
    assert cells(column).to_pylist() == expected
