"""Tests the texts about paths that weren't completed."""

from typing import Any

import pytest

from kpath_jvm.reports.completed_words import (
    as_far_as_completed,
    bounds_text,
    bytecodes_not_counted,
    cut_off_in_loop,
    cut_off_in_method,
    entries_and_iterations,
    how_many_uncompleted,
    in_no_count,
    matters,
    mean_text,
    more_of_each,
    of_which,
    per_entry,
    trips,
)
from kpath_jvm.reports.output import percent


@pytest.mark.parametrize(("others", "of"), [(1, 2_000), (1, 2_001), (30, 60_000), (30, 90_000)])
def test_a_rounding_error_changes_no_shown_share(others: int, of: int) -> None:
    """A rounding error moves a share by less than half a unit of the last digit that is shown."""
    shares = [(part / of, part / (of + others), (part + others) / (of + others))
              for part in (0, of // 2, of)]  # fmt: skip
    moved = max(abs(one - other) for first, *rest in shares for one in (first,) for other in rest)
    assert matters(others, of) == (others / of >= 0.0005)
    assert matters(others, of) or moved < 0.0005
    assert percent(0.0005) != percent(0.0)


def test_zero_or_an_unknown_number_of_paths_has_no_text() -> None:
    for uncompleted in (0, None):
        assert not matters(uncompleted, 0)
        assert in_no_count(uncompleted, 5) == ""
        row = {"missing": uncompleted}
        assert more_of_each(row) == entries_and_iterations(row) == ""


def test_texts_are_in_the_singular_or_plural() -> None:
    assert as_far_as_completed(1) == ", as far as paths were completed; 1 path wasn't"
    assert as_far_as_completed(2_000) == ", as far as paths were completed; 2,000 paths weren't"
    assert in_no_count(1, 5) == "; 1 more path wasn't completed and is in no count"
    assert in_no_count(7, 5) == "; 7 more paths weren't completed and are in no count"
    assert more_of_each(lacking(1_234, 1_234)) == "; up to 1,234 more of each"
    assert more_of_each(lacking(1, 0)) == "; up to 1 more entry"
    assert more_of_each(lacking(0, 2)) == "; up to 2 more iterations"
    assert entries_and_iterations(lacking(1, 1)) == (
        "; up to 1 more entry and as many iterations weren't completed"
    )
    assert entries_and_iterations(lacking(2, 1)) == (
        "; up to 1 more iteration and 2 more entries weren't completed"
    )
    assert entries_and_iterations(lacking(1, 0)) == "; up to 1 more entry wasn't completed"
    assert entries_and_iterations(lacking(0, 1)) == "; up to 1 more iteration wasn't completed"
    assert entries_and_iterations(lacking(0, 2)) == "; up to 2 more iterations weren't completed"


@pytest.mark.parametrize(
    ("entries", "most", "told"),
    [
        (2_400, 2_400, "per entry"),
        (2_400, 3_000, "per counted entry (2,400 of up to 3,000)"),
        # A single entry in a million is only a rounding error.
        (1_000_000, 1_000_001, "per counted entry"),
        (2_400, None, "per counted entry"),
    ],
)
def test_a_mean_says_if_only_some_entries_were_counted(
    entries: int, most: int | None, told: str
) -> None:
    assert per_entry({"entries": entries, "entries_most": most}) == told


@pytest.mark.parametrize(
    ("most", "iterations_most", "told"),
    [
        (1, 50, "up to 1 entry, whose first path was cut off, 50.0 or more per entry"),
        (
            50, 100, "up to 50 entries, whose first paths were cut off, 1.0 or more per entry; "
            "up to 50 more iterations",
        ),
    ],
)  # fmt: skip
def test_bounds_of_entries_come_from_the_document(
    most: int, iterations_most: int, told: str
) -> None:
    """All entries began with a path that wasn't completed."""
    row = {
        "entries": 0, "iterations": 50, "missing": 50, "entries_most": most,
        "iterations_most": iterations_most, "paths_executed": 2, "at_least": False,
        "estimated": False, "first_paths": None, "whole_run": False, "mean_iterations": None,
        "mean_least": 50 / most, "mean_most": None,
    }  # fmt: skip
    assert trips(row) == f"50 iterations in {told}"


@pytest.mark.parametrize(
    ("is_at_least", "told"),
    [
        (False, "whose first paths weren't completed, so that their number isn't known, of "
                "completed paths alone"),
        # Counts of edges say nothing about paths.
        (True, "whose number isn't known"),
    ],
)  # fmt: skip
def test_reasons_for_an_unknown_number_of_entries_are_given(is_at_least: bool, told: str) -> None:
    row = {
        "entries": 0, "iterations": 50, "missing": None, "entries_most": None,
        "iterations_most": None, "paths_executed": 0 if is_at_least else 2,
        "at_least": is_at_least, "estimated": False, "first_paths": None, "whole_run": False,
        "mean_iterations": None, "mean_least": None, "mean_most": None,
    }  # fmt: skip
    least = "at least " if is_at_least else ""
    assert trips(row) == f"{least}50 iterations in entries {told}"


def lacking(entries: int, iterations: int) -> dict[str, int]:
    """Returns a loop's row that lacks up to ``entries`` entries and ``iterations`` iterations."""
    return {
        "missing": max(entries, iterations), "entries": 5, "entries_most": 5 + entries,
        "iterations": 7, "iterations_most": 7 + iterations,
    }  # fmt: skip


def test_bytecodes_of_cut_off_paths_are_mentioned() -> None:
    cut_off = {"paths": 6, "bytecodes": 20, "loops": []}
    summary: dict[str, Any] = {
        "profiled": {"completions": 12_000}, "work": {"bytecodes": 80_000}, "cut_off": cut_off,
    }  # fmt: skip
    few = (
        "6 of the 12,006 paths that began (< 0.1 %) were ended by exceptions or by the "
        "recording's end, and what ran on them is in no share: at most 20 bytecodes, < 0.1 % of "
        "all that ran"
    )
    assert bytecodes_not_counted(summary) == few
    # However few these paths are, they are mentioned.
    one = summary | {"profiled": {"completions": 10**9}, "work": {"bytecodes": 10**10}}
    assert bytecodes_not_counted(one | {"cut_off": cut_off | {"paths": 1}}) == (
        "1 of the 1,000,000,001 paths that began (< 0.1 %) was ended by exceptions or by the "
        "recording's end, and what ran on it is in no share: at most 20 bytecodes, < 0.1 % of all "
        "that ran"
    )
    none = {"cut_off": {"paths": 0, "bytecodes": 0, "loops": []}}
    assert bytecodes_not_counted(summary | none) == ""
    loop = {"title": "a.B.c()", "number": 1, "paths": 5, "bytecodes": 19, "counted": 0}
    cut_off["loops"] = [loop | {"place": "line 4"}, loop | {"place": None, "counted": 7}]
    assert bytecodes_not_counted(summary | {"work": {"bytecodes": 80}}).endswith(
        "at most 20 bytecodes, 20.0 % of all that ran. So loops may be hotter than their shares "
        "say: "
        "a.B.c(), line 4 (none counted, at most 19 more), "
        "a.B.c(), loop 2 (7 counted, at most 19 more)"
    )
    assert bytecodes_not_counted(summary) == few
    assert bytecodes_not_counted(summary | {"cut_off": None}) == (
        "What ran on paths that weren't completed is in no count, and how many such paths there "
        "were isn't known"
    )
    nothing = {"profiled": {"completions": 0}, "cut_off": None}
    assert bytecodes_not_counted(summary | nothing) == ""


def test_cut_off_paths_of_a_row_are_mentioned() -> None:
    row: dict[str, Any] = {
        "bytecodes": 1000, "bytecodes_cut_off": 1, "paths_cut_off": 1,
        "abandoned": 1, "unfinished": 1, "undecided": 1,
    }  # fmt: skip
    assert cut_off_in_loop(row) == (
        "at most 1 path through it was cut off; the share lacks what ran on it, at most 1 bytecode"
    )
    many = row | {"bytecodes_cut_off": 2_000, "paths_cut_off": 3}
    assert cut_off_in_method(many) == "the share lacks what ran on them, at most 2,000 bytecodes"
    for hardly in (0, None):
        assert cut_off_in_loop(row | {"bytecodes_cut_off": hardly}) == ""
        assert cut_off_in_method(row | {"bytecodes_cut_off": hardly}) == ""
    assert cut_off_in_loop(row | {"bytecodes": 2001}) == ""


def test_which_executions_never_refers_to() -> None:
    """A claim with "never" is limited to completed paths, or to what was counted."""
    assert of_which(0, is_exact=True) == ""
    assert of_which(3, is_exact=True) == of_which(None, is_exact=True) == " on completed paths"
    for uncompleted in (0, 3, None):
        assert of_which(uncompleted, is_exact=False) == ", as far as it was counted"


@pytest.mark.parametrize(
    ("uncompleted", "text"),
    [
        (0, ""),
        (1, "1 path wasn't completed and is in no count"),
        (2_000, "2,000 paths weren't completed and are in no count"),
        (None, "it isn't known how many paths weren't completed; they are in no count"),
    ],
)
def test_the_number_of_uncompleted_paths_is_shown(uncompleted: int | None, text: str) -> None:
    assert how_many_uncompleted(uncompleted) == text


def test_a_lower_bound_of_nearly_0_is_left_out() -> None:
    assert bounds_text(10 / 1_006, 14.0) == "up to 14.0"
    assert bounds_text(0.0, 37.13) == "up to 37.2"
    assert bounds_text(0.1, 14.0) == "0.1 to 14.0"
    assert bounds_text(14.0, 14.0) == "14.0"
    row = {
        "entries": 1, "entries_most": 1_006, "iterations": 10, "iterations_most": 14,
        "mean_iterations": None, "mean_least": 10 / 1_006, "mean_most": 14.0,
    }  # fmt: skip
    assert mean_text(row) == "up to 14.0"
