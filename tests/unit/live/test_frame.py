"""Tests the lines of text that show a recording."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace as with_fields
from rich.text import Text

from builders.underway import STATUS, grown
from kpath_jvm.live.filtering import Filter
from kpath_jvm.live.frame import LISTS, all_keys, detail, head, keys, lines, rows_of
from kpath_jvm.live.look import Look
from kpath_jvm.live.ranking import Wanted, ranked
from kpath_jvm.live.watch import View
from kpath_jvm.reports.lines import TIMES
from kpath_jvm.sessions import ctl

_WIDTHS = (20, 39, 44, 60, 64, 80, 100, 120, 200)


@pytest.fixture
def view(tmp_path: Path) -> View:
    """Returns the view of a recording after two looks."""
    before, now = Look(grown(tmp_path, 500, 3), 10.0), Look(grown(tmp_path, 501, 40), 12.0)
    ranking = ranked(now, before, {(): 0.0}, Wanted())
    status = with_fields(STATUS, events=10_953_840)
    return View(
        status, (0.0, 2e6, 4.3e6), ranking, 1.2, None, 0.012, Wanted(), None, None,
        completions=13_928_023,
    )  # fmt: skip


def texts(found: list[Text]) -> list[str]:
    return [line.plain.rstrip() for line in found]


def test_the_lines_at_the_top_fit_the_width(view: View) -> None:
    assert texts(head(view, 120)) == [
        f"demo.Main  pid {STATUS.pid}  k 4  1:23  recording",
        "4.3 M path completions/s  ▁▄█  10,953,840 streamed  waiting 2.1 % of the time  "
        "engine 120.0 MiB of 2.0 GiB",
        "now means 1 s ago, 13,928,023 path completions in all, rates over 2.0 s, dumps take 1.2 % "
        "of the time",
    ]
    assert texts(head(view, 60))[1:3] == [
        "4.3 M path completions/s  ▁▄█  10,953,840 streamed",
        "waiting 2.1 % of the time  engine 120.0 MiB of 2.0 GiB",
    ]
    # The total is left out before anything else is shortened.
    assert texts(head(view, 80))[-1] == (
        "now means 1 s ago, rates over 2.0 s, dumps take 1.2 % of the time"
    )
    # With `live --once`, the line omits the cost of dumps.
    assert texts(head(view, 60, is_once=True))[-1] == (
        "now means 1 s ago, 13,928,023 path completions in all, rates over 2.0 s"
    )


def test_head_and_ctl_use_the_same_words_for_streamed_completions(view: View) -> None:
    for backlog, words in ((0, "1,234 streamed"), (1 << 20, "1,234 streamed and counted")):
        status = with_fields(STATUS, events=1234, backlog_bytes=backlog)
        assert status.streamed == words
        assert f"  {words}  waiting" in texts(head(replace(view, status=status), 200))[1]
        assert f"path completions: {words}; " in ctl.lines(status)[2]


def test_loops_are_listed(view: View) -> None:
    assert texts(lines(view, "loops", 72, 10)) == [
        "       now    of all  iterations/s  loop",
        "▲   67.7 %     0.8 %            56  Tangle.spin(int, int), line 6",
        "▲   18.4 %    97.1 %             7  Figure3.run(int), line 9",
    ]
    wide = texts(lines(view, "loops", 110, 10))
    assert wide[0].endswith("loop (now, of all: shares of the recorded bytecodes)")
    assert wide[1].split()[-3:] == ["A", "B", "C"]


def test_sequences_are_listed(view: View) -> None:
    assert texts(lines(view, "sequences", 72, 10)) == [
        "   times/s     times  sequence",
        "        18        40  A B C              Tangle.spin(int, int), line 6",
        "       1.5     1.5 k  B A×2 and again B  Figure3.run(int), line 9",  # noqa: RUF001
    ]


@pytest.mark.parametrize("width", _WIDTHS)
def test_lines_fit_terminals_of_39_columns_and_more(view: View, width: int) -> None:
    long = with_fields(STATUS, program="a" * 300, spilled_bytes=1 << 40, events=10**15)
    for status in (view.status, long, None):
        one = replace(view, status=status)
        for over, problem in ((None, None), ("x" * 300, None), (None, "y" * 300)):
            found = head(replace(one, over=over, problem=problem), width)
            found += [keys(width)]
            for listed in LISTS:
                found += lines(one, listed, width, 10, cursor=0)
            assert [line.plain for line in found if line.cell_len > max(width, 60)] == []
            if width >= 39:
                assert [line.plain for line in found if line.cell_len > width] == []


@pytest.mark.parametrize(
    ("width", "columns"),
    [
        (39, "       now  loop"),
        (44, "       now    of all  loop"),
        (64, "       now    of all  iterations/s  loop"),
    ],
)
def test_columns_without_room_are_left_out(view: View, width: int, columns: str) -> None:
    top, *rows = texts(lines(view, "loops", width, 10))
    assert top == columns
    assert all("line" in row for row in rows)


def test_long_and_odd_names_are_shortened_and_escaped(view: View) -> None:
    assert view.ranking is not None
    (row, *_) = view.ranking.loops
    odd = {**row, "class": "a/b/Ünï", "title": "a.b." + "漢字" * 80 + "(int)", "method": "x"}
    shown = replace(view, ranking=replace(view.ranking, loops=[odd]))
    for width in _WIDTHS[2:]:
        (_, line) = lines(shown, "loops", width, 10)
        assert line.cell_len <= width
        assert "…" in line.plain
        assert "line 6" in line.plain
    assert (
        "\x1b"
        not in head(replace(view, status=with_fields(STATUS, program="\x1b[31mred")), 80)[0].plain
    )


def test_rows_that_do_not_fit_are_scrolled(view: View) -> None:
    assert view.ranking is not None
    rows = [{**view.ranking.loops[0], "trend": None} for _ in range(30)]
    shown = replace(view, ranking=replace(view.ranking, loops=rows))
    found = lines(shown, "loops", 80, 5, cursor=12, first=10)
    assert len(found) == 6
    marked = [n for n, line in enumerate(found) if line.style == "reverse"]
    assert marked == [3]


def test_the_head_reports_a_missing_first_look_and_the_end(view: View) -> None:
    early: dict[str, Any] = {"ranking": None, "age": None, "rates": ()}
    first = replace(view, **early)
    assert texts(head(first, 80))[-1] == "the first look is being taken"
    assert texts(head(first, 80))[1].startswith("- path completions/s")
    assert texts(lines(first, "loops", 80, 10)) == ["       now    of all  iterations/s  loop"]
    assert rows_of(first, "sequences") == []
    assert texts(head(replace(first, status=None), 80)) == ["waiting for the recording to begin"]
    over = replace(view, over="the recording is over")
    assert texts(head(over, 80)) == [
        f"{'demo.Main  pid ' + str(STATUS.pid)}  k 4  1:23  over",
        "the recording is over; the lists are from a look 1 s ago",
    ]
    assert texts(head(replace(over, age=None, is_final=True), 100))[1:] == [
        "13,928,023 path completions in all  10,953,840 streamed  engine 120.0 MiB",
        "the recording is over",
    ]
    # No figure is cut in two.
    narrow = texts(head(replace(over, age=None, is_final=True), 60))
    assert narrow[1] == "13,928,023 path completions in all  10,953,840 streamed"
    unknown = with_fields(STATUS, events=None, engine_bytes=None, waited_share=None)
    told = texts(head(replace(view, status=unknown, rates=()), 80))
    assert "an unknown number streamed" in told[1]
    assert "waiting -" in " ".join(told)


def test_filters_and_problems_are_mentioned(view: View) -> None:
    filtered = replace(view, wanted=Wanted(filter=Filter.parse("spin")))
    assert texts(head(filtered, 120))[-1].endswith("of the time, name has spin")
    assert texts(head(replace(view, problem="no room"), 120))[-1] == "no room"


def test_slow_looks_are_mentioned(view: View) -> None:
    assert texts(head(replace(view, looking=2.9), 120)) == texts(head(view, 120))
    assert texts(head(replace(view, looking=12.0), 160))[-1].startswith(
        "now means 1 s ago, 13,928,023 path completions in all, a look has been under way for 12 s"
    )
    first = replace(view, looking=12.0, age=None, ranking=None)
    assert texts(head(first, 80))[-1] == "a look has been under way for 12 s"


def test_the_line_of_keys_lists_the_keys_that_fit() -> None:
    assert keys(80).plain == (
        "? keys  q quit  tab list  f filter  d dump  o order  p pause  r reset  x end"
    )
    assert keys(22).plain == "? keys  q quit"
    assert keys(5).plain == ""


def test_help_on_all_keys_fits_80_columns() -> None:
    lines = all_keys(80, "leave the view; the recording goes on")
    assert not any("\u2026" in line.plain for line in lines)
    assert max(line.cell_len for line in lines) <= 80
    assert any("\u2026" in line.plain for line in all_keys(60, ""))
    # Only the keys themselves are bold.
    for line in lines:
        assert line.style == ""
        assert [(one.start, one.style) for one in line.spans if one.style == "bold"] == [
            (0, "bold")
        ]


def test_details_of_a_loop_explain_its_mark(view: View) -> None:
    assert view.ranking is not None
    row = max(view.ranking.loops, key=lambda one: one["next_iteration"]["repetitions"])
    told = str(detail(row, "loops"))
    assert f" [{TIMES}501]\n" in told
    assert f"\n[{TIMES}501]: all counts of the method's sequences are multiples of 501" in told
    following = row["next_iteration"] | {"repetitions": 1}
    assert f"[{TIMES}" not in str(detail(row | {"next_iteration": following}, "loops"))
