"""Tests that tables of results are read as they were written, and that damaged ones are refused."""

import math
from pathlib import Path

import pandas as pd
import pytest

from kpath_command import REPOSITORY
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.results.schema import TABLES
from kpath_jvm.evaluation.results.tables import (
    empty_table,
    read_if_there,
    read_table,
    table_path,
    write_table,
)

TRIAL = {
    "round": 1, "trial": 7, "suite": "dacapo", "benchmark": "eclipse", "kind": "stand-in",
    "size": "small", "jvm": "17.0.15", "profiler": "k-blpp", "k": 8, "cut": "loop-header",
    "status": "failed", "reason": 'it said "no", and\nended', "steady": True, "wall_seconds": 1 / 3,
}  # fmt: skip


def test_written_tables_are_read_unchanged(tmp_path: Path) -> None:
    write_table(tmp_path, "trials", [TRIAL, {**TRIAL, "trial": 8, "k": None, "steady": None}])
    table = read_table(tmp_path, "trials")
    assert list(table.columns) == [column.name for column in TABLES["trials"]]
    first, second = table.iloc[0], table.iloc[1]
    assert {key: first[key] for key in TRIAL} == TRIAL
    assert second["k"] is pd.NA
    assert second["steady"] is pd.NA
    assert math.isnan(first["cov"])
    assert first["digest"] == ""
    assert table["k"].dtype == "Int64"
    assert table["steady"].dtype == "boolean"


def test_a_missing_table_may_be_read_as_empty(tmp_path: Path) -> None:
    found = read_if_there(tmp_path, "structure")
    assert len(found) == 0
    pd.testing.assert_frame_equal(found, empty_table("structure"))
    write_table(tmp_path, "structure", [])
    pd.testing.assert_frame_equal(read_table(tmp_path, "structure"), found)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"k": "eight"}, "k is 'eight', not a whole number"),
        ({"k": 1.5}, "k is '1.5', not a whole number"),
        ({"wall_seconds": math.inf}, "wall_seconds is 'inf', out of range"),
        ({"profiler": "kblpp"}, "profiler is 'kblpp'; did you mean k-blpp or blpp or bpp?"),
        ({"steady": "yes"}, "steady is 'yes', not true or false"),
        ({"suite": ""}, "suite is empty"),
        ({"speed": 1}, "has no column speed"),
    ],
)
def test_wrong_rows_are_not_written(tmp_path: Path, change: dict, message: str) -> None:
    with pytest.raises(KpathError) as caught:
        write_table(tmp_path, "trials", [{**TRIAL, **change}])
    assert message in str(caught.value)
    assert not table_path(tmp_path, "trials").exists()


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda _: "", "is empty: not even a header"),
        (lambda text: text.replace("repetition", "repetitions"), "lacks the column repetition"),
        (lambda text: text.replace(",8,loop", ",acht,loop"), "line 2: k is 'acht'"),
        (lambda text: text.replace("loop-header", "header"), "line 2: cut is 'header'"),
        (lambda text: text[:-9] + "\n", "is damaged: line 2 has "),
        (lambda text: text + '"', "is damaged"),
    ],
)
def test_damaged_tables_give_an_error_of_one_line(tmp_path: Path, damage, message: str) -> None:
    path = write_table(tmp_path, "trials", [{**TRIAL, "reason": "none"}])
    path.write_text(damage(path.read_text()))
    with pytest.raises(KpathError) as caught:
        read_table(tmp_path, "trials")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("cell", ["", "false", "true"])
def test_former_columns_may_be_empty_or_false(tmp_path: Path, cell: str) -> None:
    """If an earlier version wrote self_loops as true, the row is refused instead of misread."""
    path = write_table(tmp_path, "trials", [{**TRIAL, "reason": "none"}])
    header, row = path.read_text().splitlines()
    path.write_text(f"{header},self_loops\n{row},{cell}\n")
    if cell != "true":
        assert "self_loops" not in read_table(tmp_path, "trials").columns
        return
    with pytest.raises(KpathError, match=r"line 2: self_loops is 'true'.* delete such rows"):
        read_table(tmp_path, "trials")


def test_missing_and_unknown_tables_give_an_error(tmp_path: Path) -> None:
    for wanted, message in (
        (lambda: read_table(tmp_path, "trials"), "the results are incomplete"),
        (lambda: read_table(tmp_path / "none", "trials"), "is not a directory"),
        (
            lambda: read_table(tmp_path, "trails"),
            "no table 'trails' of results; there are trials, ",
        ),
    ):
        with pytest.raises(KpathError, match=message):
            wanted()


def test_a_table_without_the_column_scope_is_read_with_empty_scopes(tmp_path: Path) -> None:
    path = write_table(tmp_path, "trials", [{**TRIAL, "reason": "", "scope": "loops"}])
    assert read_table(tmp_path, "trials")["scope"].tolist() == ["loops"]
    header, row = path.read_text().splitlines()
    at = header.split(",").index("scope")
    lines = [line.split(",") for line in (header, row)]
    path.write_text("".join(",".join(cells[:at] + cells[at + 1 :]) + "\n" for cells in lines))
    assert read_table(tmp_path, "trials")["scope"].tolist() == [""]


def test_every_column_is_documented() -> None:
    text = (REPOSITORY / "docs/formats/results.md").read_text()
    for name, columns in TABLES.items():
        assert f"## {name}.csv" in text
        section = text.partition(f"## {name}.csv")[2].partition("\n## ")[0]
        for column in columns:
            assert f"`{column.name}`" in section, (name, column.name)
