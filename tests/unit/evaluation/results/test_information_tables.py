"""Tests the columns of the tables that show how much profilers can tell about a program."""

from kpath_jvm.evaluation.results.information_tables import INFORMATION, information_tables
from kpath_jvm.evaluation.results.schema import (
    BENCHMARK_COLUMNS,
    CONFIGURATION_COLUMNS,
    TABLES,
)


def test_columns_agree_with_the_schemas() -> None:
    tables = information_tables(BENCHMARK_COLUMNS, CONFIGURATION_COLUMNS)
    assert tuple(tables) == INFORMATION
    assert {name: TABLES[name] for name in INFORMATION} == tables


def test_each_table_names_a_benchmark_and_repeats_no_column() -> None:
    for name in INFORMATION:
        columns = TABLES[name]
        assert columns[: len(BENCHMARK_COLUMNS)] == BENCHMARK_COLUMNS
        assert len({column.name for column in columns}) == len(columns)
