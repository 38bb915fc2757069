"""Tests Markdown reports by reading them with a Markdown parser."""

from pathlib import Path
from typing import Any

from builders.methods import figure_3
from builders.nested import nested_profile
from builders.recordings import RecordingBuilder, demo_profile, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.selection import Selection
from kpath_jvm.profile.names import printable
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.records.completeness import Cause, Fact, decided
from kpath_jvm.reports.markdown.report import report_markdown
from kpath_jvm.reports.markdown.tree import tree_markdown
from kpath_jvm.reports.page.document import PageOptions, page_document
from kpath_jvm.reports.summary import ReportOptions, summarise
from kpath_jvm.reports.tree_summary import TreeOptions, summarise_tree
from markdown_reading import HOSTILE, READER, cells, text_of
from verb_runs import printed


def _lines(profile: Path, **options: Any) -> list[str]:
    return list(report_markdown(summarise(Profile.open(profile), ReportOptions(**options))))


def test_hostile_names_stay_in_their_cells(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    builder.stream(builder.add(figure_3(class_name=f"a/{HOSTILE}", name=HOSTILE)), (6, 2, 2, 3))
    run = demo_run(command=("java", HOSTILE), workload=None)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), run)
    profile = Profile.open(tmp_path / "p.kpath")
    lines = list(report_markdown(summarise(profile, ReportOptions())))
    found = cells(lines)
    # There are rows for one loop (6 cells), one method (6 cells) and three paths (5 cells each).
    assert len(found) == 6 + 6 + 3 * 5
    for tokens in found:
        assert {it.content for it in tokens if it.type == "html_inline"} <= {
            "<br>", "<code>", "</code>"
        }  # fmt: skip
        assert not {it.type for it in tokens} & {"image", "link_open", "em_open"}
    assert any(printable(HOSTILE) in text_of(tokens) for tokens in found)
    assert all(line.isprintable() for line in lines)
    tree = list(tree_markdown(summarise_tree(profile, None, TreeOptions())))
    (fence,) = (it for it in READER.parse("\n".join(tree)) if it.type == "fence")
    assert fence.info == "text"
    assert "path completions" in fence.content
    assert "loop to loop" in fence.content


def test_cautions_about_counts_come_first(tmp_path: Path) -> None:
    reasons = [f"reason {number} | <b>" for number in range(10)]
    completeness = decided(Fact(cause=Cause.LOST_EVENTS, text=reason) for reason in reasons)
    profile = demo_profile(tmp_path, completeness=completeness)
    lines = _lines(profile)
    assert "**lower bounds**" in lines[2]
    quoted = [line for line in lines if line.startswith("> ")]
    assert quoted[0] == "> `reason 0 \\| <b>`"
    assert quoted[8:] == [
        "> 2 more reasons",
        "> a stand-in: it is not the benchmark that it is named after",
    ]
    assert lines.index(quoted[-1]) < lines.index("### Hottest loops")


def test_a_selection_is_named(demo: Path) -> None:
    lines = _lines(demo, selection=Selection(method=("Figure3.run",)))
    text = " ".join(printed(["report", str(demo), "--method", "Figure3.run"]).split())
    assert "shown method Figure3.run: 1 of" in text
    size = text.partition("shown method Figure3.run: ")[2].partition("; with -v")[0]
    assert lines[2].endswith(f"; shown: `method Figure3.run`, {size}.")
    assert "### Hottest loops of `demo.Figure3.run(int)`" in lines


def test_unprofiled_code_is_listed_as_in_the_text_report(demo: Path) -> None:
    (line,) = [line for line in _lines(demo) if line.startswith("Not profiled: ")]
    text = " ".join(printed(["report", str(demo), "-v"]).split())
    told = text.partition("not profiled ")[2].partition(" with less ")[0]
    assert told
    assert line.replace("\\", "") == f"Not profiled: {told}."


def test_the_loop_that_a_line_selects_is_named(tmp_path: Path) -> None:
    """The rows are ordered by cost, so the selected loop's row isn't always the first one."""
    nested_profile(tmp_path)
    profile = tmp_path / "nested.kpath"
    summary = summarise(Profile.open(profile), ReportOptions(selection=Selection(line=("33",))))
    (asked,) = summary["selection"]["loops_asked"]
    assert (asked["place"], asked["number"], asked["inside"]) == ("line 11", 0, 1)
    assert {row["number"] for row in summary["loops"]} == {0, 1}
    told = "the loop at line 11 of demo.Nested.run() and the loop in it; 1 of 2 methods"
    assert f"shown: `loop around 33`, {told}" in "".join(report_markdown(summary))
    for words, wanted in (
        (["--line", "33"], f"shown loop around 33: {told}"),
        (["--loop", "31"], "shown loop at 31: the loop at line 31 of demo.Nested.run(); 1 of"),
        (["--method", "Nested.run"], "shown method Nested.run: 1 of 2 methods"),
    ):
        assert wanted in " ".join(printed(["report", str(profile), *words]).split())
    page = page_document(Profile.open(profile), PageOptions(selection=Selection(line=("33",))))
    assert page.whole["shown"] == f"loop around 33: {told.partition(';')[0]}"
