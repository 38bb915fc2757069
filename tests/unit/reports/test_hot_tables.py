"""Tests the tables of hot code: the text about a loop, and what is left out."""

import io
from pathlib import Path
from typing import Any

import pytest

from kpath_jvm import Profile
from kpath_jvm.analysis.selection import ALL, select
from kpath_jvm.reports.hot_tables import loops_table
from kpath_jvm.reports.hottest import Hottest
from kpath_jvm.reports.output import write


@pytest.fixture
def row(demo: Path) -> dict[str, Any]:
    (first, *_) = Hottest(select(Profile.open(demo), ALL), 4, 1).loops()
    return first


def text(row: dict[str, Any]) -> str:
    stream = io.StringIO()
    write(stream, 200, loops_table([row], is_part=False))
    return stream.getvalue()


def known(*bits: float) -> list[dict[str, Any]]:
    return [
        {"known": place, "bits": some, "equal_paths": 2**some} for place, some in enumerate(bits)
    ]


@pytest.mark.parametrize(
    ("bits", "wanted"),
    [
        ((), None),
        ((2.0,), "next path: as one of 4.0 (2.00 bits)"),
        ((1.0, 0.0), "next path: as one of 2.0, of 1.0 knowing the last (1.00 → 0.00 bits)"),
        # Only lengths that add something are shown: here, knowing three paths.
        ((2.0, 1.99, 1.96, 1.0), "as one of 4.0, of 2.0 knowing 3 (2.00 → 1.00 bits)"),
        ((5.0, 4.0, 3.0, 2.0, 1.0), "8.0 knowing 2, 2.0 knowing 4 (5.00 → 4.00 → 3.00 → 1.00"),
        ((1.0, 0.96, 0.93), "as one of 2.0, of 1.9 knowing 2 (1.00 → 0.93 bits)"),
    ],
)
def test_what_is_known_of_the_next_path(
    row: dict[str, Any], bits: tuple[float, ...], wanted: str | None
) -> None:
    shown = text(row | {"next_path": known(*bits)})
    assert wanted in shown if wanted else "next path" not in shown


def test_periods(row: dict[str, Any]) -> None:
    assert "period" not in text(row)
    assert "period 3 (95.0 %)" in text(row | {"period": 3, "period_share": 0.95})
    always = text(row | {"period": 1, "period_share": 1.0})
    assert "100.0 % of iterations go the same way as the one before" in always


def test_what_is_missing(row: dict[str, Any]) -> None:
    for missing in (0, None):
        assert "more of each" not in text(row | {"missing": missing})
    assert "up to 1,234 more of each" in text(row | {"missing": 1234})


def test_never_entered_by_a_completed_path(row: dict[str, Any]) -> None:
    assert "in 0 entries; " in text(row | {"entries": 0, "mean_iterations": None})


def test_no_more_than_four_paths_are_told(row: dict[str, Any]) -> None:
    one = row["sequence"]["named"][0]
    named = [one | {"name": name} for name in "ABCDEF"]
    shown = text(row | {"sequence": row["sequence"] | {"named": named}})
    assert "D  lines" in shown
    assert "E  lines" not in shown
    assert "and 2 more paths" in shown


def test_a_loop_without_a_line_or_a_sequence(row: dict[str, Any]) -> None:
    loop = {"header_block": 0, "header_line": None, "header_place": None, "statement": None}
    shown = text(row | {"loop": loop, "number": 2, "sequence": None})
    assert "run(int), loop 3" in shown
    assert "times" not in shown
