"""Tests the tables of trends."""

import re
from typing import Any

from kpath_jvm.reports.lines import TIMES
from kpath_jvm.reports.trend import lines

ROW: dict[str, Any] = {
    "figure": "total(C.m)", "kind": "total", "service": "shop", "versions": ["main"],
    "first_day": "2026-11-01", "last_day": "2026-11-01", "java_versions": ["17.0.15"],
    "run": "0123456789abcdef", "runs": 1, "known_runs": 1, "sum": 1234,
    "per_run": 1234, "lower_bound": 1234, "upper_bound": 1234, "least": 1234, "most": 1234,
    "per_entry": 12.5, "change": None, "since_first": None,
    "verdict": "exact", "why": None,
}  # fmt: skip


def test_each_run_has_a_row() -> None:
    rows = [
        ROW,
        ROW | {"run": "f" * 32, "last_day": "2026-11-02", "first_day": "2026-11-02",
               "per_run": 1300, "lower_bound": 1300, "upper_bound": 1300, "per_entry": 13.0,
               "change": 0.0534, "since_first": 11.0, "verdict": "lower bounds"},
        ROW | {"run": "a" * 32, "known_runs": 0, "per_run": None, "per_entry": None,
               "change": None, "java_versions": [], "why": "not recorded"},
    ]  # fmt: skip
    assert [*lines(rows)] == [
        "total(C.m): executed bytecodes",
        "service  version  day         java     run            per run  per entry   change  "
        "since first  verdict",
        "shop     main     2026-11-01  17.0.15  01234567         1,234       12.5        -  "
        "          -  exact",
        "shop     main     2026-11-02  17.0.15  ffffffff         1,300         13  +5.34 %  "
        f"        {TIMES}12  lower bounds",
        "shop     main     2026-11-01  -        aaaaaaaa  not recorded          -        -  "
        "          -  exact",
    ]


def test_several_runs_can_share_a_row() -> None:
    several = ROW | {
        "run": None, "runs": 4, "known_runs": 3, "last_day": "2026-11-07", "versions": ["1", "2"],
        "sum": 30, "per_run": 10, "lower_bound": 10, "upper_bound": 10, "least": 5, "most": 20,
        "per_entry": None, "java_versions": ["17.0.15", "25"], "change": 0.0,
        "figure": "entries(C.m)", "kind": "entries",
    }  # fmt: skip
    assert [*lines([several])] == [
        "entries(C.m): entries",
        "service  version  day                       java           runs  sum  per run  least  "
        "most  change  verdict",
        "shop     1, 2     2026-11-01 to 2026-11-07  17.0.15, 25  3 of 4   30       10      5  "
        "  20       0  exact",
    ]


def test_each_figure_has_a_table() -> None:
    told = [*lines([ROW, ROW | {"figure": "iterations(C.m)", "kind": "iterations"}])]
    assert told[0] == "total(C.m): executed bytecodes"
    assert told[3:5] == ["", "iterations(C.m): iterations per entry"]
    named = ROW | {"figure": "iterations per entry of C.m", "kind": "iterations"}
    assert next(lines([named])) == "iterations per entry of C.m"
    assert [*lines([])] == []


def test_shares_change_by_points() -> None:
    row = ROW | {
        "figure": "odd values", "kind": "outcome", "per_run": 0.25, "lower_bound": 0.24,
        "upper_bound": 0.26, "change": -0.0312, "since_first": 0.0, "sum": None, "per_entry": None,
    }  # fmt: skip
    title, heads, line = lines([row])
    assert title == "odd values: share of the branch's executions"
    assert re.split("  +", line)[-4:] == ["25.0 % (24.0 % to 26.0 %)", "-3.12 points", "0", "exact"]
    assert re.split("  +", heads)[-4:] == ["per run", "change", "since first", "verdict"]


def test_bounds_are_shown_where_a_figure_has_some() -> None:
    row = ROW | {"per_run": 2.5, "lower_bound": 2.25, "upper_bound": 3}
    assert "2.5 (2.25 to 3)" in [*lines([row])][2]
    assert "2.5 (2.25 or more)" in [*lines([row | {"upper_bound": None}])][2]


def test_names_are_printable() -> None:
    row = ROW | {"figure": "total(a\x1bb)", "versions": ["x\x1by"]}
    assert not any("\x1b" in line for line in lines([row]))
