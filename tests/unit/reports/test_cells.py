"""Tests how the text of a table's cells is broken into lines, and how tables become narrower."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.padding import Padding
from rich.segment import Segment
from rich.text import Text

from kpath_jvm.reports import branches, report
from kpath_jvm.reports.cells import Cell, FactTable, Styles, table, titled
from kpath_jvm.reports.output import write


def lines(renderable: object, width: int) -> list[str]:
    stream = io.StringIO()
    write(stream, width, renderable)
    return stream.getvalue().splitlines()


@pytest.mark.parametrize(
    ("text", "width", "wanted"),
    [
        ("one two three", 20, ["one two three"]),
        ("one two three", 8, ["one two", "  three"]),
        # If there is enough room, continuation lines are indented to the first line's text.
        ("A  one two three", 9, ["A  one", "   two", "   three"]),
        ("    12  x = y + z;", 14, ["    12  x = y", "    + z;"]),
        # A long name is broken after a dot or before a capital letter if possible, else anywhere.
        ("org.eclipse.jdt.Scanner", 16, ["org.eclipse.jdt.", "  Scanner"]),
        ("afterVisitChildNodes", 12, ["afterVisit", "  ChildNodes"]),
        ("abcdefghij", 4, ["abcd", " efg", " hij"]),
        ("a\n\nb", 4, ["a", "", "b"]),
        # Each of these characters takes two columns.
        ("漢字漢字 漢", 8, ["漢字漢字", "  漢"]),
    ],
)
def test_lines_are_broken(text: str, width: int, wanted: list[str]) -> None:
    assert lines(Padding(Cell(text), 0), width) == wanted


@given(st.text(st.sampled_from("ab.( 1"), max_size=60), st.integers(4, 30))
def test_lines_keep_all_text_and_fit_the_width(text: str, width: int) -> None:
    found = lines(Padding(Cell(text), 0), width)
    assert all(len(line) <= width for line in found)
    assert "".join("".join(found).split()) == "".join(text.split())


@given(
    st.lists(st.tuples(st.text(st.sampled_from("ab.( 1\n…漢"), max_size=30), st.integers(0, 3))),
    st.integers(4, 30),
)
def test_segments_agree_with_richs_own(parts: list[tuple[str, int]], width: int) -> None:
    cell = Cell("")
    for text, style in parts:
        cell.append(text, ("", "bold", "dim", "default")[style])
    console = Console(file=io.StringIO(), width=200, force_terminal=True, color_system="standard")
    plainly = [list(line.render(console)) for line in cell.wrap(console, width)]
    found = list(cell.segments(width, Styles(console)))
    assert list(map(_shown, found)) == list(map(_shown, plainly))
    assert ["".join(one.text for one in line) for line in found] == [
        "".join(one.text for one in line) for line in plainly
    ]


def _shown(line: list[Segment]) -> str:
    """Returns the text that a terminal gets, with the codes for styles."""
    return "".join(
        one.style.render(one.text) if one.style else one.text for one in line if one.text
    )


def test_figures_without_room_for_a_column_are_below_the_name() -> None:
    table = FactTable(["of all", "bytecodes", "entries"], "method")
    table.add(["50.0 %", "1,234", "5"], titled("a.b.C.m(int)", "a/b/C"))
    assert lines(table, 100) == [
        "   of all  bytecodes  entries  method",
        "1  50.0 %      1,234        5  C.m(int)  a.b",
    ]
    assert lines(table, 40) == [
        "   of all  method",
        "1  50.0 %  C.m(int)  a.b",
        "           1,234 bytecodes, 5 entries",
    ]


def test_heads_of_several_lines_stand_above_their_columns() -> None:
    table = FactTable(["of all\nbytecodes", "entries"], "method", 1)
    table.add(["12.3 %", "45"], Cell("a.b()"))
    assert lines(table, 120) == [
        "      of all",
        "   bytecodes  entries  method",
        "1     12.3 %       45  a.b()",
    ]
    assert lines(table, 60) == [
        "      of all",
        "   bytecodes  method",
        "1     12.3 %  a.b()",
        "              45 entries",
    ]


def test_a_method_without_a_package_has_only_its_place() -> None:
    assert titled("C.m()", "C", place=", line 4").plain == "C.m(), line 4"


def test_a_table_s_text_is_in_the_colours_of_its_cells() -> None:
    table = FactTable(["of all"], "method")
    table.add(["1.0 %"], titled("a.C.m()", "a/C"))
    console = Console(file=io.StringIO(), width=80, force_terminal=True, color_system="standard")
    console.print(table)
    assert isinstance(console.file, io.StringIO)
    head, row = console.file.getvalue().splitlines()
    assert head == "\x1b[2m   of all  method\x1b[0m"
    assert row == "1   1.0 %  \x1b[36mC.m()\x1b[0m\x1b[2m  a\x1b[0m"


@pytest.mark.parametrize("width", range(16, 40))
def test_a_figure_and_its_percent_sign_are_on_one_line(width: int) -> None:
    told = "between 12.5 % and 100.0 % of the time, 3 % of all"
    made = table(["<what", ">n", "<more"], [["a", "1", told], ["b", "2", Text(told)]])
    for one in (made, branches._note(told), report._note(told)):
        shown = lines(one, width)
        assert " ".join(" ".join(shown).split()).count("%") >= 3
        assert [line for line in shown if line.strip().startswith("%")] == []


@pytest.mark.parametrize("width", range(16, 40))
def test_a_figure_and_the_sign_before_it_are_on_one_line(width: int) -> None:
    told = "a share (< 0.1 % to > 99.9 %) of all of the sequences of up to k = 5 paths (k = 12)"
    shown = lines(report._note(told), width)
    assert " ".join(" ".join(shown).split()) == told
    assert [line for line in shown if line.split()[-1].lstrip("(") in "<>=k"] == []


def test_a_count_of_one_is_in_the_singular() -> None:
    table = FactTable(["of all", "entries", "completions"], "method", 1)
    table.add(["5.0 %", "1", "2"], Cell("run"))
    table.add(["1.0 %", "11", "1"], Cell("stop"))
    stream = io.StringIO()
    write(stream, 60, table)
    text = stream.getvalue()
    assert "1 entry, 2 completions" in text
    assert "11 entries, 1 completion\n" in text


@pytest.mark.parametrize("width", [60, 120])
def test_rows_without_a_rank_come_after_a_blank_line(width: int) -> None:
    made = FactTable(["share", "count"], "method", 1)
    made.add(["90.0 %", "9"], Cell("first"))
    made.rest.append((["10.0 %", ""], Cell("elsewhere")))
    console = Console(width=width, file=io.StringIO())
    console.print(made)
    assert isinstance(console.file, io.StringIO)
    *_, blank, last = console.file.getvalue().splitlines()
    assert blank == ""
    assert last.split() == ["10.0", "%", "elsewhere"]
