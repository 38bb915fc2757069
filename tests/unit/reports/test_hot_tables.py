"""Tests the tables of hot code: the text about a loop, and what is left out."""

import io
from pathlib import Path
from typing import Any

import pytest

from kpath_jvm import Profile
from kpath_jvm.analysis.selection import ALL, select
from kpath_jvm.analysis.waiting import why_it_waits
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
        ((2.0,), "about 4 equally likely next paths (2.00 bits)"),
        (
            (1.5, 1.2),
            "about 2.8 equally likely next paths; 2.3 when the previous one is known "
            "(1.50 → 1.20 bits)",
        ),
        (
            (1.0, 0.0),
            "about 2 equally likely next paths; 1 when the previous one is known "
            "(1.00 → 0.00 bits)",
        ),
        # A little uncertainty isn't shown as certainty.
        ((1.0, 0.01), "; just over 1 when the previous one is known (1.00 → 0.01 bits)"),
        ((0.01,), "the next path was nearly always the same (0.01 bits)"),
        ((0.0,), "the next path was always the same (0.00 bits)"),
        # Only numbers of previous paths that tell something more are shown: here, three.
        (
            (2.0, 1.99, 1.96, 1.0),
            "about 4 equally likely next paths; 2 when the previous 3 are known",
        ),
        (
            (5.0, 4.0, 3.0, 2.0, 1.0),
            "8 when the previous 2 are known; 2 when the previous 4 are known "
            "(5.00 → 4.00 → 3.00 → 1.00 bits)",
        ),
        ((1.0, 0.96, 0.93), "; 1.9 when the previous 2 are known (1.00 → 0.93 bits)"),
    ],
)
def test_what_is_known_of_the_next_path(
    row: dict[str, Any], bits: tuple[float, ...], wanted: str | None
) -> None:
    shown = text(row | {"next_path": known(*bits)})
    assert wanted in shown if wanted else "next path" not in shown


def test_periods(row: dict[str, Any]) -> None:
    assert "period" not in text(row)
    assert "95.0 % of complete iterations take the path of the one 3 before (period 3)" in text(
        row | {"period": 3, "period_share": 0.95}
    )
    always = text(row | {"period": 1, "period_share": 1.0})
    assert "100.0 % of complete iterations take the path of the one before" in always


def test_each_share_says_of_what(row: dict[str, Any]) -> None:
    shown = text(row | {"period": 1, "period_share": 0.97})
    named = ("of all bytecodes", "of the loop's path completions", "of complete iterations")
    head = " ".join(shown.split("\n")[0].split() + shown.split("\n")[1].split()[:1])
    assert head == "of all bytecodes"
    # The condition i % 2 is a remainder.
    for line in shown.replace("i % 2", "i").split("\n")[2:]:
        for before, after in zip(line.split(" %")[:-1], line.split(" %")[1:], strict=True):
            is_first_column = not before.strip(" 0123456789.")
            assert is_first_column or after.strip().startswith(named), line


def test_what_is_missing(row: dict[str, Any]) -> None:
    for missing in (0, None):
        assert "more of each" not in text(row | {"missing": missing})
    assert "up to 1,234 more of each" in text(row | {"missing": 1234})
    cut = text(row | {"missing": 3, "entries": 0, "mean_iterations": None})
    assert "in 0 to 3 entries, whose first paths were cut off; up to 3 more iterations" in cut


def test_never_entered_by_a_completed_path(row: dict[str, Any]) -> None:
    assert "in 0 entries; " in text(row | {"entries": 0, "mean_iterations": None})


def test_no_more_than_four_paths_are_told(row: dict[str, Any]) -> None:
    one = row["sequence"]["named"][0]
    named = [one | {"name": name} for name in "ABCDEF"]
    shown = text(row | {"sequence": row["sequence"] | {"named": named}})
    assert "D  lines" in shown
    assert "E  lines" not in shown
    assert "and 2 more paths" in shown


def test_a_loop_that_waits_is_said_to(row: dict[str, Any]) -> None:
    words = why_it_waits("retry AtomicInteger.compareAndSet")
    shown = text(row | {"loop": row["loop"] | {"waiting": words}})
    assert "a retry loop: it goes round until AtomicInteger.compareAndSet succeeds" in shown
    assert "loop: it goes round" not in text(row)


def test_a_loop_without_a_line_or_a_sequence(row: dict[str, Any]) -> None:
    loop = {"header_block": 0, "header_line": None, "header_place": None, "statement": None}
    loop["waiting"] = None
    shown = text(row | {"loop": loop, "number": 2, "sequence": None})
    assert "run(int), loop 3" in shown
    assert "times" not in shown
