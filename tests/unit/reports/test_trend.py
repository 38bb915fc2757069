"""Tests the text of trends."""

import re
import shlex
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from kpath_jvm.reports.lines import TIMES
from kpath_jvm.reports.trend import TrendDict, lines, next_step

ROW: dict[str, Any] = {
    "figure": "total(C.m)", "kind": "total", "per": None, "service": "shop", "versions": ["main"],
    "first_day": "2026-11-01", "last_day": "2026-11-01", "java_versions": ["17.0.15"],
    "run": "0123456789abcdef", "runs": 1, "known_runs": 1, "sum": 1234,
    "per_run": 1234, "lower_bound": 1234, "upper_bound": 1234, "least": 1234, "most": 1234,
    "change": None, "since_first": None, "methods": 1, "per_entry": 12.5, "per_entry_change": None,
    "at_least": None, "at_most": None, "kept": None, "broken": None, "differs_in": [],
    "change_spans": [], "since_first_spans": [], "alike": None, "verdict": "exact", "why": None,
}  # fmt: skip


def row(value: float | None, **changes: Any) -> dict[str, Any]:
    """Returns a row whose figure is exactly ``value``."""
    values = dict.fromkeys(("per_run", "lower_bound", "upper_bound"), value)
    return ROW | {"per_entry": None} | values | changes


def table(rows: Sequence[TrendDict]) -> list[list[str]]:
    """Returns the cells of the first table, which begins with its heading and the titles."""
    told = [*lines(rows)]
    return [re.split("  +", line) for line in told[2 : told.index("", 2)]]


def test_each_run_has_a_row() -> None:
    rows = [
        ROW,
        row(1300, run="f" * 32, first_day="2026-11-02", last_day="2026-11-02", per_entry=13.0,
            change=0.0534, since_first=11.0, per_entry_change=0.04, verdict="lower bounds"),
        row(None, run="a" * 32, known_runs=0, java_versions=[], differs_in=["arguments", "Java"],
            why="not recorded"),
    ]  # fmt: skip
    assert [*lines(rows)] == [
        "3 runs of shop main, 2026-11-01 to 2026-11-02",
        "",
        "total(C.m): bytecodes of the method's own code, without what it calls",
        "day         java     run            per run   change  since first  per entry   change  "
        "differs in       counts",
        "2026-11-01  17.0.15  01234567         1,234        -            -       12.5        -  "
        "-                exact",
        f"2026-11-02  17.0.15  ffffffff         1,300  +5.34 %          {TIMES}12         13  "
        "+4.00 %  -                lower bounds",
        "2026-11-01  -        aaaaaaaa  not recorded        -            -          -        -  "
        "arguments, Java  exact",
        "",
        "per run: the sum over all that the run did, so it grows with the input",
        "per entry: bytecodes of one call of the method, as a mean over its entries",
        "change: from the row before, for the column on the left; since first: from the first row "
        "that isn't 0",
        "differs in: what isn't as in the run before (see the notes)",
        "counted: recorded code only. The JDK isn't recorded unless --include names it; exact "
        "counts miss nothing",
    ]


def test_several_runs_can_share_a_row() -> None:
    several = row(
        10, run=None, runs=4, known_runs=3, last_day="2026-11-07", versions=["1", "2"], sum=30,
        least=5, most=20, java_versions=["17.0.15", "25"], change=0.0, figure="entries(C.m)",
        kind="entries",
    )  # fmt: skip
    first, _, *told = lines([several])
    assert first == "4 runs of shop 1, 2, 2026-11-01 to 2026-11-07; Java 17.0.15, 25; counts: exact"
    assert told[:3] == [
        "entries(C.m)",
        "day                         runs  sum  mean  least  most  change",
        "2026-11-01 to 2026-11-07  3 of 4   30    10      5    20       0",
    ]
    assert told[4] == "sum: of the row's runs; mean, least, most: a run's figure"


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("service", "other"),
        ("versions", ["next"]),
        ("java_versions", ["25"]),
        ("verdict", "unknown"),
    ],
)
def test_only_what_is_the_same_in_all_rows_is_in_the_first_line(name: str, values: Any) -> None:
    title = {"versions": "version", "java_versions": "java", "verdict": "counts"}.get(name, name)
    assert title not in table([ROW, ROW])[1]
    titles, one, other = table([ROW, ROW | {name: values}])[1:]
    assert one[titles.index(title)] != other[titles.index(title)]
    value = values[0] if isinstance(values, list) else values
    assert value not in next(lines([ROW, ROW | {name: values}]))


@pytest.mark.parametrize(
    ("figure", "kind", "methods", "heading", "title"),
    [
        ("total", "total", None, "total: executed bytecodes of all recorded code", "per run"),
        (
            "total(C.*)", "total", 12,
            "total(C.*): bytecodes of the own code of 12 methods, without other methods that they "
            "call", "per run",
        ),
        (
            "its work", "bytecodes", None,
            "its work: bytecodes of the own code of the methods, without other methods that they "
            "call", "per run",
        ),
        ("entries(C.m)", "entries", 1, "entries(C.m)", "per run"),
        ("entries of C.*", "entries", 3, "entries of C.*: 3 methods together", "per run"),
        ("calls", "entries", 3, "calls: entries of 3 methods together", "per run"),
        ("calls", "entries", 1, "calls: entries", "per run"),
        ("iterations(C.m)", "iterations", None, "iterations(C.m): iterations per entry",
         "per entry"),
        (
            "each", "bytecodes-per-entry", 1,
            "each: bytecodes per entry, the method's own code, without what it calls", "per entry",
        ),
        (
            "bytecodes per entry of C.m", "bytecodes-per-entry", 1,
            "bytecodes per entry of C.m: the method's own code, without what it calls", "per entry",
        ),
        ("iterations per entry of C.m", "iterations", None, "iterations per entry of C.m",
         "per entry"),
        (
            "share of C.m", "share", 1,
            "share of C.m: share of the executed bytecodes that belongs to the method's own code, "
            "without what it calls", "share",
        ),
        ("odd", "outcome", None, "odd: share of the branch's executions", "share"),
        ("rare", "path", None, "rare: completions of the path", "per run"),
    ],
)  # fmt: skip
def test_headings_and_columns_say_what_a_figure_is(
    figure: str, kind: str, methods: int | None, heading: str, title: str
) -> None:
    own = row(1, figure=figure, kind=kind, methods=methods)
    told = [*lines([own])]
    assert told[2] == heading
    assert re.split("  +", told[3])[:3] == ["day", "run", title]
    # The row of several runs has their mean.
    assert "mean" in [*lines([own | {"run": None, "runs": 2}])][3].split()


def test_headings_name_the_methods_by_whose_entries_a_figure_is_divided() -> None:
    page = row(1, figure="a page", kind="bytecodes", methods=2, per="Jsoup.clean")
    told = [*lines([page])]
    assert told[2] == (
        "a page: bytecodes of the own code of 2 methods, without other methods that they call, per "
        "entry of Jsoup.clean"
    )
    assert re.split("  +", told[3])[:3] == ["day", "run", "per entry"]
    unnamed = row(1, figure="entries of C.m per entry of D.n", kind="entries", per="D.n")
    assert [*lines([unnamed])][2] == "entries of C.m per entry of D.n"
    loop = row(1, figure="loop", kind="loop-bytecodes", methods=None, per="D.n")
    assert [*lines([loop])][2].endswith(", without inner loops and calls, per entry of D.n")


def test_the_first_line_names_the_service_and_the_version_of_all_runs() -> None:
    def first(**changes: Any) -> str:
        return next(lines([ROW, ROW | changes])).partition(",")[0]

    assert first() == "2 runs of shop main"
    assert first(versions=["2"]) == "2 runs of shop"
    assert first(service="other") == "2 runs of version main"
    assert first(service="other", versions=["2"]) == "2 runs"


def test_each_figure_has_a_table() -> None:
    told = [*lines([ROW, ROW | {"figure": "iterations(C.m)", "kind": "iterations"}])]
    assert told[0].startswith("1 run of shop main, ")
    assert told[2].startswith("total(C.m): ")
    assert told[5:7] == ["", "iterations(C.m): iterations per entry"]
    assert [*lines([])] == []


def test_figures_of_several_methods_have_no_column_per_entry() -> None:
    own = ROW | {"per_entry_change": 0.5}
    assert table([own])[1][-2:] == ["per entry", "change"]
    assert table([own | {"methods": 2}])[1] == ["day", "run", "per run"]


def test_shares_change_by_points() -> None:
    own = row(0.25, kind="outcome", lower_bound=0.24, upper_bound=0.26, change=-0.0312,
              since_first=0.0)  # fmt: skip
    titles, cells = table([own])[1:]
    assert titles[-3:] == ["share", "change", "since first"]
    assert cells[-3:] == ["25.0 % (24.0 % to 26.0 %)", "-3.12 points", "0"]


@pytest.mark.parametrize(
    ("kind", "values", "texts"),
    [
        ("iterations", (3.99985, 3.99976), ("3.99985", "3.99976")),
        ("iterations", (3.99985, 3.99985), ("3.9998", "3.9998")),
        ("iterations", (4, 4.0000001), ("4", "4.0000001")),
        ("total", (344788316.8, 344788317.2), ("344,788,316.8", "344,788,317.2")),
        ("total", (344788316.8, 5), ("344,788,317", "5")),
        ("share", (0.3437444, 0.3437446), ("34.3744 %", "34.3745 %")),
        ("share", (0.34, 0.35), ("34.0 %", "35.0 %")),
        ("share", (0.0002, 0.0001), ("0.02 %", "0.01 %")),
    ],
)  # fmt: skip
def test_different_figures_have_different_texts(
    kind: str, values: tuple[float, ...], texts: tuple[str, ...]
) -> None:
    rows = [row(value, kind=kind) for value in values]
    assert tuple(cells[2] for cells in table(rows)[2:]) == texts


@given(
    some.lists(some.floats(1e-4, 1e9), min_size=1, max_size=6),
    some.sampled_from(["iterations", "share"]),
)
def test_texts_differ_where_numbers_do(values: list[float], kind: str) -> None:
    """Numbers with more than nine digits aren't tested."""
    values = [float(f"{value:.9g}") / (1e9 if kind == "share" else 1) for value in values]
    shown = [cells[2] for cells in table([row(value, kind=kind) for value in values])[2:]]
    assert len({*zip(values, shown, strict=True)}) == len({*values}) == len({*shown})


@pytest.mark.parametrize(
    ("change", "text"),
    [(0.25, "+25.0 %"), (0.2474, "+24.7 %"), (-0.0000225, "-0.00225 %"), (1.0, "+100 %"),
     (9.996, "+1,000 %"), (10.0, f"{TIMES}11"), (0.0, "0"), (-1.0, "-100 %")],
)  # fmt: skip
def test_changes_have_three_digits(change: float, text: str) -> None:
    assert table([row(1, change=change)])[2][-1] == text


def test_bounds_are_shown_where_a_figure_has_some() -> None:
    own = row(2.5, lower_bound=2.25, upper_bound=3)
    assert "2.5 (2.25 to 3)" in table([own])[2]
    assert "2.5 (2.25 or more)" in table([own | {"upper_bound": None}])[2]


def test_rows_say_whether_they_break_a_rule() -> None:
    rows = [row(1, at_most=900.0, kept=kept, broken=broken)
            for kept, broken in ((0, 1), (1, 0), (0, 0), (2, 3), (4, 0))]  # fmt: skip
    (heading,), titles, *cells = table(rows)
    assert heading.endswith(" without what it calls; at most 900, broken by 4 of 11 profiles")
    assert titles[-1] == "rule"
    assert [own[-1] for own in cells] == ["broken", "kept", "-", "broken by 3 of 5", "kept by 4"]
    both = row(0.2, kind="share", at_least=0.075, at_most=0.75, kept=1, broken=0)
    assert table([both])[0][0].endswith("; at least 7.5 % and at most 75 %, broken by 0 of 1 "
                                        "profile")  # fmt: skip


def test_the_next_step_compares_the_runs_between_which_a_figure_moved_last() -> None:
    def own(value: float | None, run: str, day: int, **more: Any) -> dict[str, Any]:
        return row(value, run=run * 32, first_day=f"2026-11-0{day}", last_day=f"2026-11-0{day}",
                   **more)  # fmt: skip

    rows = [own(1, "a", 1), own(2, "b", 2), own(3, "c", 3), own(3, "d", 4), own(None, "e", 5)]
    rows = [rows[0], *(now | {"alike": then["run"]} for then, now in pairwise(rows))]
    told = next_step(rows, "my store", "run")
    assert told is not None
    command = told.split("`")[1]
    assert [shlex.split(one) for one in command.split(" && ")] == [
        ["kpath-jvm", "store", "get", "my store", "b" * 8, "-o", "bbbbbbbb.kpath"],
        ["kpath-jvm", "store", "get", "my store", "c" * 8, "-o", "cccccccc.kpath"],
        ["kpath-jvm", "diff", "bbbbbbbb.kpath", "cccccccc.kpath"],
    ]
    # Neither other services nor other figures are compared.
    later = [own(1, "x", 6, service="other"), own(2, "y", 7, service="other", figure="total")]
    assert next_step([*rows, *later], "my store", "run") == told
    more = [own(1, "x", 1, service="other"), own(2, "y", 9, service="other", alike="x" * 32)]
    assert "diff xxxxxxxx.kpath yyyyyyyy.kpath" in (next_step([*rows, *more], "s", "run") or "")
    assert next_step(rows[2:], "s", "run") is None
    assert next_step([], "s", "run") is None


def test_the_next_step_compares_versions() -> None:
    rows = [row(value, run=None, versions=[version]) for value, version in ((1, "1.0"), (2, "2 b"))]
    assert next_step(rows, "st", "version") == (
        "next: `kpath-jvm fleet diff st --service shop --base 1.0 --new '2 b'` shows what changed "
        "in the newest step"
    )
    told = next_step(rows, "st", "version", ["--master", "local[2]"])
    assert "--base 1.0 --new '2 b' --master 'local[2]'` shows" in (told or "")
    assert next_step(rows, "st", "day") is None


def started(*values: tuple[float, str], by: str = "run") -> list[dict[str, Any]]:
    """Returns a row a day for each figure and the arguments of its run."""
    rows: list[dict[str, Any]] = []
    earlier: list[tuple[str, str]] = []
    for day, (value, arguments) in enumerate(values, 1):
        name = f"{day}" * 8 if by == "run" else f"v{day}"
        alike = [other for other, given in earlier if given == arguments]
        rows.append(
            row(value, run=name if by == "run" else None, versions=[name],
                first_day=f"2026-11-0{day}", last_day=f"2026-11-0{day}",
                alike=alike[-1] if alike else None,
                change_spans=["arguments"] if earlier and earlier[-1][1] != arguments else [])
        )  # fmt: skip
        earlier.append((name, arguments))
    return rows


@pytest.mark.parametrize(
    ("values", "compared", "why"),
    [
        # A code change comes with arguments that an earlier run had.
        (((5, "200"), (5, "200"), (6, "220"), (7, "200")), (2, 4),
         ": {2} is compared, because {3} ran with other arguments"),
        # Only the arguments of one night differed.
        (((4, "200"), (5, "200"), (6, "220"), (5, "200")), (1, 2),
         " between runs that were started alike"),
        # No runs that were started alike have different figures.
        (((5, "200"), (6, "220")), (1, 2),
         "; no earlier run was started like {2}: {1} ran with other arguments"),
        (((5, "200"), (6, "220"), (6, "220"), (7, "220")), (3, 4), ""),
    ],
)  # fmt: skip
@pytest.mark.parametrize("by", ["run", "version"])
def test_the_next_step_compares_runs_that_were_started_alike(
    by: str, values: tuple[tuple[float, str], ...], compared: tuple[int, int], why: str
) -> None:
    rows = started(*values, by=by)
    names = ["", *(one["run"] or one["versions"][0] for one in rows)]
    told = next_step(rows, "st", by)
    assert told is not None
    base, new = (names[at] for at in compared)
    command = f"diff {base}.kpath {new}.kpath`" if by == "run" else f"--base {base} --new {new}`"
    assert told.endswith(f"{command} shows what changed in the newest step{why.format(*names)}")


def test_changes_between_runs_with_other_arguments_are_in_parentheses() -> None:
    spanning = row(2, change=-0.0744, since_first=0.0181, per_entry=2.0, per_entry_change=0.0,
                   change_spans=["arguments", "Java"])  # fmt: skip
    titles, cells = table([spanning])[1:]
    assert titles[2:] == ["per run", "change", "since first", "per entry", "change"]
    assert cells[2:] == ["2", "(-7.44 %)", "+1.81 %", "2", "(0)"]
    assert (
        "in parentheses: a change between runs with other arguments and another Java; it may not "
        "come from the code"
    ) in lines([spanning])
    other = row(2, change=0.5, since_first=0.25, since_first_spans=["JVM options"])
    assert table([other])[2][2:] == ["2", "+50.0 %", "(+25.0 %)"]
    # Without a change, there is nothing to mark or to explain.
    first = row(2, change_spans=["Java"], since_first_spans=["Java"])
    assert not any("parentheses" in line for line in lines([first]))


def test_names_are_printable() -> None:
    own = ROW | {"figure": "total(a\x1bb)", "versions": ["x\x1by"], "service": "s\x1b"}
    rows = [own, own | {"versions": ["z\x1b"], "per_run": 5}]
    assert not any("\x1b" in line for line in [*lines(rows), next_step(rows, "s\x1b", "version")])
