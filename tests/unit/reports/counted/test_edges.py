"""Tests that verbs show what a profile of edges has, and refuse in one line what needs paths."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from builders.edges import FIGURE_3_TAKEN, counted_figure_3, edges_profile
from builders.methods import plain
from builders.paper_tables import COMPLETE_WINDOWS, ONLINE_WINDOWS
from builders.recordings import RecordingBuilder, demo_run
from builders.windowed import windowed_profile, windows_and_edges
from json_documents import complaints
from kpath_jvm import Profile, loops
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.of_edges.counted_edges import counted_edges
from kpath_jvm.analysis.selection import ALL, Selection, select
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.without_paths import without_paths
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.advice_summary import summarise_advice
from kpath_jvm.reports.branches import renderables as branch_renderables
from kpath_jvm.reports.branches_summary import summarise_branches
from kpath_jvm.reports.counted.edges import (
    NO_PATHS,
    about_no_paths,
    amount_of_bytecodes,
    bytecodes_text,
    counted_edges_text,
    edges_only,
    exactness,
)
from kpath_jvm.reports.export.exported import Exported, ExportOptions
from kpath_jvm.reports.export.jsonl import write_lines
from kpath_jvm.reports.export.tables import write_csv
from kpath_jvm.reports.flames.flames import FlameOptions, write_flames
from kpath_jvm.reports.markdown.report import report_markdown
from kpath_jvm.reports.output import write
from kpath_jvm.reports.page.document import PageOptions, page_document
from kpath_jvm.reports.pictures.flow_graph import FlowOptions, flow_graph
from kpath_jvm.reports.reading import ReadOptions
from kpath_jvm.reports.report import renderables
from kpath_jvm.reports.summary import ReportOptions, summarise
from kpath_jvm.reports.tree_summary import TreeOptions, summarise_tree


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    return edges_profile(tmp_path)


def text_of(*parts: Any) -> str:
    """Returns the printed text, with a single blank for each run of white space."""
    stream = io.StringIO()
    write(stream, 120, *parts)
    return " ".join(stream.getvalue().split())


def test_the_report_has_loops_and_methods_with_bounds(profile: Profile) -> None:
    summary = summarise(profile, ReportOptions())
    assert summary["known"] == {
        "paths": 0, "methods": 2, "edges": 18, "exact": 13, "estimated": 1, "extended": 0,
        "completed": 0, "is_windowed": False, "is_scaled": False,
    }  # fmt: skip
    text = text_of(*renderables(summary))
    assert "18 edges of 2 methods that ran: 13 exact, 4 between bounds" in text
    assert "14 iterations in 3 entries, 4.7 per entry; 252 bytecodes" in text
    assert "at least 7 iterations" not in text
    assert "7 to 11 iterations in 2 entries, 3.5 to 5.5 per entry" in " ".join(text.split())
    assert "not known: the profile has edges and no" in text
    assert "completions" not in text
    assert "next path" not in text
    assert "it is known exactly how often their blocks were entered" in text


def test_figures_of_bytecodes_that_are_not_exact_are_marked(profile: Profile) -> None:
    """All counts in the loop of ``run`` are exact, but only some in the loop of ``retry``.

    When an edge out of a block was taken, the whole block had run. If an exception may have left a
    block half-way, only the block's first instruction is certain to have run.
    """
    expected: dict[str, int] = {}
    entered: dict[str, int] = {}
    for method in profile.method_rows.numbers.tolist():
        code, rows = profile.code(method), counted_edges(profile, method)
        open_ones = {one.target for one in rows if not one.is_exact}
        name = profile.method_rows.row(method)["name"]
        expected[name] = entered[name] = 0
        for block, size in enumerate(code.instructions):
            least = sum(one.least for one in rows if one.target == block)
            ended = sum(one.least for one in rows if one.source == block)
            expected[name] += ended * size + max(least - ended, 0)
            if block not in open_ones:
                entered[name] += sum(one.count for one in rows if one.target == block) * size
    summary = summarise(profile, ReportOptions())
    told = {row["method"]: row for row in summary["methods"]}
    assert {name: row["bytecodes_exact"] for name, row in told.items()} == expected
    assert {name: row["bytecodes_entered"] for name, row in told.items()} == entered
    assert summary["work"]["bytecodes_exact"] == sum(expected.values())
    assert summary["work"]["bytecodes_entered"] == sum(entered.values())
    of_loops = {row["method"]: row for row in summary["loops"]}
    text, rows = text_of(*renderables(summary)), "\n".join(report_markdown(summary))
    for row in (told["run"], of_loops["run"]):
        assert row["bytecodes_exact"] == row["bytecodes"]
    assert f"per entry; {of_loops['run']['bytecodes']} bytecodes" in text
    for row in (told["retry"], of_loops["retry"]):
        assert row["bytecodes_exact"] < row["bytecodes"]
    assert f"; about {of_loops['retry']['bytecodes']} bytecodes" in text
    assert f"about {told['retry']['bytecodes']}" in text.partition("Hottest methods")[2]
    assert f"| about {told['retry']['bytecodes']} |" in rows
    total = summary["work"]["bytecodes"]
    assert f"about {total} executed bytecodes in" in rows
    assert f"about {total} bytecodes that recorded code executed" in text
    frame = loops(profile)
    assert frame["bytecodes_exact"].lt(frame["bytecodes"]).tolist() == [
        row["method"] == "retry" for row in summary["loops"]
    ]
    picture = {
        name: flow_graph(select(profile, ALL), profile.find_method(name), FlowOptions())
        for name in ("run", "retry")
    }
    assert f"≈ {told['retry']['bytecodes']} bytecodes" in picture["retry"]
    assert "≈" not in picture["run"].partition("bytecodes")[0]
    columns = page_document(profile, PageOptions()).whole["methods"]
    assert [cost > exact for cost, exact in zip(columns["cost"], columns["exact_cost"], strict=True)
            ] == ["retry" in title for title in columns["title"]]  # fmt: skip


def test_methods_are_ordered_by_entries_on_request(profile: Profile) -> None:
    rows = summarise(profile, ReportOptions(order="count"))["methods"]
    assert [(row["method"], row["entries"]) for row in rows] == [("run", 3), ("retry", 2)]


def test_markdown_has_no_empty_columns(profile: Profile) -> None:
    lines = list(report_markdown(summarise(profile, ReportOptions())))
    assert "|  | of recorded bytecodes | iterations | per entry | loop |" in lines
    assert "|  | of recorded bytecodes | bytecodes | entries | method |" in lines
    assert any("Paths and sequences are not known" in line for line in lines)


def test_the_report_names_a_selection(profile: Profile) -> None:
    options = ReportOptions(selection=Selection(method=("Figure3.run",)))
    text = text_of(*renderables(summarise(profile, options)))
    assert "method Figure3.run: 1 of 2 methods" in text
    assert "path completions" not in text


def test_branches_have_outcomes_but_no_dependences(profile: Profile) -> None:
    summary = summarise_branches(profile, ReadOptions())
    branches = summary["methods"][0]["branches"]
    assert [[one["count"] for one in branch["outcomes"]] for branch in branches] == [
        [9, 5], [3, 11],
    ]  # fmt: skip
    text = text_of(*branch_renderables(summary))
    assert "yes 64.3 % (9), no 35.7 % (5)" in text
    assert "dependences between branches aren't known: the profile has edges" in text
    assert "no branch depends" not in text


def tree(profile: Profile) -> None:
    summarise_tree(profile, "Figure3.run", TreeOptions())


def flames(profile: Profile) -> None:
    write_flames(select(profile, ALL), "collapsed", FlameOptions(), io.StringIO())


def lit(profile: Profile) -> None:
    flow_graph(select(profile, ALL), 0, FlowOptions(path="A"))


def advice(profile: Profile) -> None:
    summarise_advice(profile, ReadOptions())


@pytest.mark.parametrize("refused", [tree, flames, lit, advice])
def test_verbs_that_need_paths_refuse_in_one_line(
    profile: Profile, refused: Callable[[Profile], None]
) -> None:
    with pytest.raises(KpathError, match="counts of edges and no Ball-Larus paths, so") as why:
        refused(profile)
    assert "\n" not in str(why.value)
    assert "`kpath-jvm run`" in str(why.value)


def test_the_graph_has_counts_and_bounds(profile: Profile) -> None:
    figure = flow_graph(select(profile, ALL), 0, FlowOptions())
    assert "return ≤ 3" in figure
    assert "counts are of edges" in figure
    shaken = flow_graph(select(profile, ALL), 1, FlowOptions())
    assert "≥ 4" in shaken
    assert "≤ 12" in shaken
    assert "3 to 7" in shaken
    assert "3 to 7 (" not in shaken
    assert "loop at line 40: 2 entries, 7 to 11 iterations, " in shaken


def test_the_page_marks_inexact_counts_of_lines(profile: Profile) -> None:
    rows = page_document(profile, PageOptions()).methods[1]["rows"]
    assert {row["mark"] for row in rows} == {"", "≥"}
    (test,) = (row for row in rows if row["label"] == "40")
    assert (test["least"], test["count"]) == (8, 12)


def test_a_picture_of_first_paths_does_not_say_never(tmp_path: Path) -> None:
    profile = windowed_profile(tmp_path, (ONLINE_WINDOWS[0], {}, {}), 100)
    picture = flow_graph(select(profile, ALL), 0, FlowOptions())
    assert "estimated from the paths that were counted: the method's first 100 paths at" in picture
    assert ": ≈ 100 entries, iterations not counted, " in picture
    assert ": never" not in picture
    assert "no: not counted" in picture


def rows_of(profile: Profile, table: str) -> list[dict[str, str]]:
    stream = io.StringIO()
    write_csv(Exported(select(profile, ALL), ExportOptions()), table, stream)
    return list(csv.DictReader(io.StringIO(stream.getvalue())))


def test_tables_have_loops_branches_and_methods_but_no_paths(profile: Profile) -> None:
    loops = rows_of(profile, "loops")
    assert [(row["method"], row["entries"], row["iterations"]) for row in loops] == [
        ("run", "3", "14"), ("retry", "2", "7"),
    ]  # fmt: skip
    assert [row["count"] for row in rows_of(profile, "branches")][:4] == ["9", "5", "3", "11"]
    assert next(row["bytecodes"] for row in rows_of(profile, "methods")) == str(252 + 12 + 3)
    assert rows_of(profile, "paths") == rows_of(profile, "sequences") == []
    stream = io.StringIO()
    write_lines(Exported(select(profile, ALL), ExportOptions()), stream)
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [(line["method"], line["paths"], line["ngrams"]) for line in lines] == [
        ("run", {}, []), ("retry", {}, []),
    ]  # fmt: skip


def test_the_page_has_the_methods(profile: Profile) -> None:
    document = page_document(profile, PageOptions())
    assert len(document.methods) == 2
    assert [loop["iterations"] for loop in document.whole["loops"]] == [14, 7]
    assert document.methods[0]["graph"]["blocks"][1]["count"] == 14


def test_cut_edges_are_not_mentioned_without_paths(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=1)
    method = builder.add(counted_figure_3(cuts=[(3, 4)]))
    builder.auxiliary(method, entries=3)
    builder.taken(method, FIGURE_3_TAKEN)
    write_profile(tmp_path / "cut.kpath", builder.build(tmp_path), demo_run())
    cut = Profile.open(tmp_path / "cut.kpath")
    assert cut.methods["cuts"][0].tolist() != []
    assert "too many paths" not in text_of(*renderables(summarise(cut, ReportOptions())))
    assert "Too many paths" not in str(page_document(cut, PageOptions()).whole["methods"]["notes"])


def test_sentences_say_how_exact_a_profile_of_edges_is() -> None:
    known = {
        "paths": 0, "methods": 1, "edges": 3, "exact": 3, "estimated": 0, "extended": 0,
        "completed": 0, "is_windowed": False, "is_scaled": False,
    }  # fmt: skip
    assert edges_only({"known": known})
    assert edges_only({"known": known | {"extended": 1}})
    assert not edges_only({"known": known | {"paths": 1}})
    assert counted_edges_text(known) == "3 edges of 1 method that ran: 3 exact"
    estimated = known | {"exact": 0, "estimated": 3}
    assert counted_edges_text(estimated) == "3 edges of 1 method that ran, estimated"
    work = {"bytecodes": 4, "bytecodes_exact": 4, "bytecodes_entered": 4}
    assert exactness(work, known).startswith("All of it is exact")
    assert exactness(work, estimated).startswith("All of it is estimated")
    few = work | {"bytecodes_exact": 1, "bytecodes_entered": 1}
    assert exactness(few, known).startswith("For 25.0 %")
    assert exactness(few, known).endswith("exceptions are taken to have come as late as possible")
    left = work | {"bytecodes_exact": 1}
    assert exactness(left, known).startswith("It is known exactly how often each block was entered")
    assert "exact" not in exactness(left, known).partition(". ")[2]
    assert amount_of_bytecodes(left) == "1 to 4"
    assert bytecodes_text(left) == "1 to 4 bytecodes"
    assert amount_of_bytecodes(few) == "about 4"
    both = work | {"bytecodes_exact": 1, "bytecodes_entered": 2}
    assert exactness(both, known).startswith("For 50.0 % of the bytecodes it is known exactly how")
    assert exactness(both, known).endswith("may differ as far as the bounds allow")
    partly = exactness(few, known | {"estimated": known["edges"] - 1})
    assert partly.endswith("for the rest it is estimated, mostly from the paths that were counted")
    completed = known | {"exact": 0, "completed": 3}
    assert counted_edges_text(completed) == (
        "3 edges of 1 method that ran, counted on completed paths"
    )
    assert exactness(work, completed).startswith("All of it is exact for completed paths")
    mixed = known | {"exact": 1, "completed": 2}
    assert counted_edges_text(mixed).endswith("that ran: 1 exact, 2 counted on completed paths")
    assert exactness(work, mixed).startswith("It is exact for completed paths, or assumes")
    windowed = known | {"exact": 1, "estimated": 2, "is_windowed": True}
    assert counted_edges_text(windowed).endswith(
        "1 exact, 2 estimated from what path windows counted"
    )


def text_without_breaks(profile: Profile) -> str:
    summary = summarise(profile, ReportOptions())
    assert complaints(json.loads(json.dumps(summary)), "report") == []
    return " ".join(text_of(*renderables(summary)).split())


def test_all_outputs_say_the_same_of_a_complete_structural_profile(tmp_path: Path) -> None:
    profile = windowed_profile(tmp_path, COMPLETE_WINDOWS, 0)
    text = text_without_breaks(profile)
    branches = text_of(*branch_renderables(summarise_branches(profile, ReadOptions())))
    markdown = "\n".join(report_markdown(summarise(profile, ReportOptions())))
    page = json.dumps(page_document(profile, PageOptions()).whole)
    for shown in (text, markdown, branches):
        for words in ("stimated", "at least", "bounds"):
            assert words not in shown, (words, shown)
    assert '"estimated": true' not in page
    assert "estimated, from" not in page
    for shown in (text, markdown, page):
        assert "12 edges of 1 method that ran, counted on completed paths" in shown
    assert " 19,800 iterations in 10,000 entries" in text
    assert "about 19,800" not in text
    assert "All of it is exact for completed paths" in text
    assert (
        f"shares are of the {Costs(profile).total:,} bytecodes that recorded code executed: a"
        in text
    )
    assert "completeness exact: counts are of completed paths" in text


def test_all_outputs_say_the_same_of_path_windows(tmp_path: Path) -> None:
    profile = windowed_profile(tmp_path, ONLINE_WINDOWS, 100)
    text = text_without_breaks(profile)
    markdown = "\n".join(report_markdown(summarise(profile, ReportOptions())))
    page = json.dumps(page_document(profile, PageOptions()).whole)
    branches = text_of(*branch_renderables(summarise_branches(profile, ReadOptions())))
    for shown in (text, markdown, page):
        assert "12 edges of 1 method that ran, estimated from what path windows counted" in shown
        assert "at least" not in shown
    base = (
        f"hares are of the {Costs(profile).total:,} executed bytecodes that are estimated from "
        "what path windows counted, not of all that the program executed"
    )
    assert base in text
    assert base in markdown
    assert base in page
    # The headings above the shares of loops and of methods name the same bytecodes.
    assert text.count(" of estimated bytecodes ") == 2
    assert "| of estimated bytecodes |" in markdown
    assert '"which_bytecodes": "estimated"' in page
    for shown in (text, markdown):
        assert "of recorded" not in shown
        assert "of the recorded bytecodes" not in shown
    assert "about " in text
    # No two lines contradict each other about what was counted.
    for shown in (text, markdown, page):
        assert "recorded code executed" in shown
        assert "of the bytecodes that recorded code executed" not in shown
    assert "bytecodes of the methods' first paths alone" in text
    for shown in (text, markdown, page):
        told = "were seen to run (others may have run, as path windows counted only first"
        assert told in shown
    assert "estimates: counts are of path windows" in " ".join(branches.split())
    # In every path window, block 2 led to block 3. Where the block led at other times isn't known.
    assert "always no, as far as it was counted" in " ".join(branches.split())


def test_iterations_of_a_loop_outside_of_all_windows_are_unknown(tmp_path: Path) -> None:
    profile = windowed_profile(tmp_path, (ONLINE_WINDOWS[0], {}, {}), 100)
    text = text_without_breaks(profile)
    first = "of the method's first 100 paths at most"
    told = f"about 100 entries, whose iterations no path window has counted, {first}"
    assert f"{told}; " in text
    assert "0 iterations" not in text
    (loop,) = summarise(profile, ReportOptions())["loops"]
    assert (loop["iterations"], loop["mean_iterations"], loop["first_paths"]) == (None, None, 100)
    (row,) = loops(profile).itertuples()
    assert (row.entries, row.first_paths) == (100, 100)
    assert pd.isna(row.iterations)
    assert pd.isna(row.mean_iterations)
    page = page_document(profile, PageOptions())
    (shown,) = page.whole["loops"]
    assert (shown["iterations"], shown["mean"], shown["trips"]) == (None, "", told)
    assert any("first 100 paths" in note for note in page.whole["methods"]["notes"][0])
    markdown = "\n".join(report_markdown(summarise(profile, ReportOptions())))
    assert "| not known |" in markdown


def test_counts_of_path_windows_are_not_called_counts_of_the_run(tmp_path: Path) -> None:
    profile = windowed_profile(tmp_path, ONLINE_WINDOWS, 100)
    text = text_without_breaks(profile)
    assert ", of the method's first 100 paths at most; " in text
    assert "entries and other counts are of each method's first paths alone" in text


def test_all_outputs_distinguish_edges_of_the_whole_run_from_path_windows(tmp_path: Path) -> None:
    """No output may say that the counts of edges are those of first paths."""
    profile = windows_and_edges(tmp_path, threshold=10)
    summary = summarise(profile, ReportOptions())
    text = text_without_breaks(profile)
    markdown = "\n".join(report_markdown(summary))
    page = page_document(profile, PageOptions())
    whole = "of the whole run, in which the method's edges were counted"
    told = f"14 iterations in 3 entries, 4.7 per entry, {whole}"
    first = "at least 10 iterations in 1 entry, of the method's first 10 paths at most"
    assert [(row["whole_run"], row["first_paths"]) for row in summary["loops"]] == [
        (True, None), (False, 10),
    ]  # fmt: skip
    assert [loop["trips"] for loop in page.whole["loops"]] == [told, first]
    for shown in (text, markdown):
        assert told in shown
        assert first in shown
        assert shown.count(whole) == 2  # in the row of the loop, and in that of the method
    notes = dict(zip(page.whole["methods"]["class"], page.whole["methods"]["notes"], strict=True))
    assert [note for note in notes["demo.Figure3"] if whole in note]
    assert not [note for note in notes["demo.Figure3"] if "At most" in note]
    assert [note for note in notes["demo.Windowed"] if "first 10 paths" in note]
    base = (
        "that path windows counted, and those of 1 method in the whole run, whose edges were "
        "counted (shares of the two kinds can't be compared)"
    )
    assert text.count(base) == 2  # in the first lines, and below the loops
    for shown in (markdown, page.whole["shares"], page.whole["extent"]):
        assert base in shown
    assert (
        "10 path completions of 184 bytecodes of the methods' first paths alone (3 distinct paths)"
    ) in text
    assert "; 267 bytecodes of 1 method whose edges were counted in the whole run" in text
    assert summary["work"]["bytecodes"] == 184 + 267
    assert " - 3 - Figure3.run" in text  # neither completions nor executed paths are known
    assert "| 267 | - | - | `demo.Figure3.run" in markdown
    assert "stimated" not in text
    assert ": ≈" not in flow_graph(select(profile, ALL), 0, FlowOptions())
    assert "first 10 paths" not in flow_graph(select(profile, ALL), 0, FlowOptions())
    assert "first 10 paths" in flow_graph(select(profile, ALL), 1, FlowOptions())


def test_cut_edges_of_methods_with_counted_edges_are_not_mentioned(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=1)
    edges = builder.add(counted_figure_3(cuts=[(3, 4)]))
    builder.auxiliary(edges, entries=3)
    builder.taken(edges, FIGURE_3_TAKEN)
    paths = builder.add(plain())
    builder.count(paths, 0, 7)
    builder.auxiliary(paths, entries=7)
    write_profile(tmp_path / "both.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "both.kpath")
    text = text_of(*renderables(summarise(profile, ReportOptions())))
    assert "cut edge" not in text
    assert "edges were counted, not paths" in text


def test_reports_and_errors_name_extended_paths(profile: Profile, tmp_path: Path) -> None:
    """A profile of spp has structural paths, so no report may say that the profile has no paths."""
    summary = summarise(profile, ReportOptions())
    assert about_no_paths(summary) == ("Paths and sequences", NO_PATHS)
    known = summary["known"] | {"extended": 55}
    what, why = about_no_paths(summary | {"known": known})
    assert what == "Ball-Larus paths and sequences"
    assert "`export --table extended` lists these" in why
    error = without_paths(tmp_path, "is no list of paths", extended=55)
    assert "of extended paths (`export --table extended` lists them) and no Ball-Larus" in str(
        error
    )
    assert "extended" not in str(without_paths(Path("p"), "is no list of paths", extended=0))
