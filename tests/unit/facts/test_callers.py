"""Tests the table of callers: a method's entries by calling line, and entries without a line."""

from pathlib import Path

import pytest

from builders.called import DEMO, DEMO_UNTOLD, add_callers, caller_counts
from kpath_jvm import Profile
from kpath_jvm.analysis.callers import Callers
from kpath_jvm.facts.callers import SCHEMA, caller_table


@pytest.fixture
def called(demo: Path) -> Profile:
    add_callers(demo, caller_counts(DEMO, DEMO_UNTOLD))
    return Profile.open(demo)


def test_a_row_says_who_where_and_how_often(called: Profile) -> None:
    callers = Callers.of(called)
    assert callers is not None
    rows = caller_table(called, callers, [1]).to_pylist()
    assert [(row["kind"], row["caller_title"], row["place"], row["count"]) for row in rows] == [
        ("call", "demo.Figure3.run(int)", "line 14", 7),
        ("call", "demo.Main.main(String[])", "line 2", 3),
        ("untold", None, None, 2),
        ("no call", "demo.Main.<clinit>()", None, 1),
        ("outside", None, None, 1),
    ]
    assert {(row["title"], row["entries"], row["recorded_entries"]) for row in rows} == {
        ("demo.Figure3.plain(int)", 14, 12)
    }
    first = rows[0]
    assert (first["caller_class"], first["caller"], first["caller_descriptor"]) == (
        "demo/Figure3", "run", "(I)V",
    )  # fmt: skip


def test_no_methods_are_an_empty_table_of_the_same_columns(called: Profile) -> None:
    callers = Callers.of(called)
    assert callers is not None
    table = caller_table(called, callers, [])
    assert (table.num_rows, table.schema) == (0, SCHEMA)
