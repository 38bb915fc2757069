"""Tests that extended paths are shown with their lines and decisions."""

import io
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import pytest

from builders.extended import extended_profile
from builders.methods import DecisionSpec, MethodSpec, figure_3
from builders.nested import nested
from builders.paper_tables import COMPLETE_WINDOWS, ONLINE_WINDOWS, adjusted
from builders.recordings import RecordingBuilder, demo_run
from builders.windowed import windowed_profile
from json_documents import complaints
from kpath_jvm import Profile
from kpath_jvm.analysis.selection import ALL, Selection, select
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.counted import ExtendedPath
from kpath_jvm.reports.counted.extended import ExtendedRows
from kpath_jvm.reports.markdown.report import report_markdown
from kpath_jvm.reports.output import write
from kpath_jvm.reports.page.extended import extended_document
from kpath_jvm.reports.report import renderables
from kpath_jvm.reports.summary import ReportOptions, summarise


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    return extended_profile(tmp_path)


def test_the_hottest_paths_come_first(profile: Profile) -> None:
    rows = list(ExtendedRows(select(profile, ALL)).hottest(2))
    assert [(row["number"], row["count"], row["estimate"]) for row in rows] == [
        (9, 15, 22.5), (7, 5, None),
    ]  # fmt: skip
    # A path's share is computed from its estimate if it has one, and otherwise from its count.
    assert [row["share_of_kind"] for row in rows] == [22.5 / 27.5, 5 / 27.5]
    # The share refers to all selected paths of the kind, including those that aren't listed.
    (first,) = ExtendedRows(select(profile, ALL)).hottest(1)
    assert first["share_of_kind"] == 22.5 / 27.5
    assert [row["name"] for row in rows] == ["X1", "X2"]
    assert rows[1]["decisions"] == [
        ["line 9 #1 i % 2 == 0: yes", "line 9 #2 i >= n: no"],
        ["line 9 #1 i % 2 == 0: no", "line 9 #2 i >= n: yes"],
    ]
    assert rows[1]["lines"] == [[8, 9, 10, 11, 15, 9], [9, 13, 15, 9, 17]]
    assert rows[1]["lines_text"] == "8-11, 15, 9 → 9, 13-15, 9, 17"
    assert rows[1]["blocks"][0] == [0, 3]


def test_the_report_lists_extended_paths(profile: Profile) -> None:
    summary = summarise(profile, ReportOptions())
    assert complaints(json.loads(json.dumps(summary)), "report") == []
    stream = io.StringIO()
    write(stream, 140, *renderables(summary))
    text = " ".join(stream.getvalue().split())
    assert "Hottest extended paths" in text
    assert "X2 across iterations, entry to exit, lines" in text
    # X1 takes a back edge only at its end.
    assert "X1 Ball-Larus path, the loop at block 1 to the loop at block 1, lines" in text
    assert "into a call, entry to the call at offset 9, lines" in text
    assert "demo.Figure3.plain(int), lines" in text
    assert "3 extended paths of kiter" in text
    assert "kind: the path's share of the estimates (or counts, where there is none) of all" in text
    lines = [*report_markdown(summary)]
    assert any("into a call" in line for line in lines)
    assert any("| 15, estimated 22.5 |" in line for line in lines)
    assert (
        "Shares are of the estimates (or counts, where there is none) of all paths of the same "
        "kind." in lines
    )


def test_rows_are_ordered_by_their_estimates(tmp_path: Path) -> None:
    """A path that was counted once may stand for more executions than a path counted often."""
    profile = windowed_profile(tmp_path, ONLINE_WINDOWS, 100)
    selected = ExtendedRows(select(profile, ALL))
    rows = list(selected.hottest(9))
    estimates = [row["estimate"] for row in rows]
    assert estimates == sorted(estimates, reverse=True)
    assert estimates != [row["count"] for row in rows]
    assert [row["share_of_kind"] for row in rows] == pytest.approx(
        [one / sum(adjusted().values()) for one in sorted(adjusted().values(), reverse=True)]
    )
    assert [one["estimate"] for one in selected.of_method(0)] == estimates
    # Without path windows, nothing is adjusted, and the shares are computed from counts.
    profile = windowed_profile(tmp_path / "complete", COMPLETE_WINDOWS, 0)
    rows = list(ExtendedRows(select(profile, ALL)).hottest(None))
    total = sum(row["count"] for row in rows)
    assert [row["share_of_kind"] for row in rows] == [row["count"] / total for row in rows]


def test_only_paths_of_a_selected_method_are_shown(profile: Profile) -> None:
    part = select(profile, Selection(method=("Figure3.plain",)))
    assert list(ExtendedRows(part).hottest(None)) == []
    # A path into a call is shown although the called method isn't selected.
    part = select(profile, Selection(method=("Figure3.run",)))
    (call,) = [row for row in ExtendedRows(part).hottest(None) if row["other"] is not None]
    assert call["other"]["method"] == "plain"


#: A row of the table of extended paths: its loop, its end and its blocks.
Row: TypeAlias = tuple[int, str, tuple[int, ...]]


def overlapping(
    directory: Path, spec: MethodSpec, rows: Sequence[Row], **options: object
) -> Profile:
    """Writes a profile of the profiler ``ol`` with extended paths."""
    builder = RecordingBuilder(k=1)
    method = builder.add(spec)
    builder.stream(method, [method.paths - 1])
    builder.auxiliary(method, entries=1)
    found = [
        ExtendedPath(method.first_id, at, "loop", loop, "entry", end, blocks, 9 - at)
        for at, (loop, end, blocks) in enumerate(rows)
    ]
    recorded = replace(builder.build(directory), extended=found)
    run = demo_run(options={"profiler": "ol", "degree": 3, **options}, workload=None)
    write_profile(directory / "ol.kpath", recorded, run)
    return Profile.open(directory / "ol.kpath")


#: The decisions of ``nested``: the loops' tests, at their headers.
TESTS: list[DecisionSpec] = [
    (1, "<", "I", ["i", "n"], [1, 0], [2, 5]), (2, "<", "I", ["j", "m"], [1, 0], [3, 4]),
]  # fmt: skip


def test_the_end_of_an_extension_shows_the_last_outcome(tmp_path: Path) -> None:
    """No block follows the last branch; if only one outcome ends extensions, it is known."""
    rows = [
        # The inner loop's test was evaluated again, and the loop was left.
        (1, "end 2", (0, 1, 2, 3, 2)),
        # The inner loop went round once more.
        (1, "end 3", (0, 1, 2, 3, 2, 3)),
        # The outer loop was left, or the inner loop was entered. The counts don't tell these apart.
        (0, "end 1", (0, 1, 2, 4, 1)),
        # The extension had as many predicates as its degree allows.
        (1, "predicate 2", (0, 1, 2, 3, 2)),
        # An exception ended the extension.
        (1, "open", (0, 1, 2, 3)),
    ]
    profile = overlapping(tmp_path, nested(decisions=TESTS), rows)
    told = ExtendedRows(select(profile, ALL)).hottest(None)
    found = sorted(told, key=lambda row: int(row["number"]))
    assert [row["end_text"] for row in found] == [
        "the end of block 2, where it leaves the loop",
        "the end of block 3, where it goes round again",
        "the end of block 1, where it enters an inner loop or leaves the loop",
        "the branch of block 2",
        "open",
    ]
    assert [row["decisions"][-1] for row in found[:4]] == [
        ["line 31 j < m: no"], ["line 31 j < m: yes"], [], [],
    ]  # fmt: skip
    page = extended_document(ExtendedRows(select(profile, ALL)), 0, profile.code(0))
    assert page is not None
    row = next(one for group in page["groups"] for one in group["rows"] if one["count"] == 9)
    assert row["end"] == "the end of block 2, where it leaves the loop"
    assert row["parts"][-1] == ["line 31 j < m: no"]


def test_the_outcome_of_a_latch_that_can_leave_the_loop_stays_unknown(tmp_path: Path) -> None:
    """In Fig. 3 of the k-BLPP paper, both outcomes of block 4 end extensions."""
    profile = overlapping(tmp_path, figure_3(), [(0, "end 4", (0, 1, 2, 4, 1, 3, 4))])
    (row,) = ExtendedRows(select(profile, ALL)).hottest(None)
    assert row["end_text"] == "the end of block 4, where it goes round again or leaves the loop"
    assert row["decisions"][1] == ["line 9 #1 i % 2 == 0: no"]


def test_the_report_gives_the_degree_of_overlapping_paths(tmp_path: Path) -> None:
    rows = [(1, "end 2", (0, 1, 2, 3, 2))]
    for options, told in (({}, ""), ({"loop-degree": ["a.B.f:5"]}, " unless --loop-degree gave a")):
        (tmp_path / str(len(options))).mkdir()
        profile = overlapping(
            tmp_path / str(len(options)), nested(decisions=TESTS), rows, **options
        )
        stream = io.StringIO()
        write(stream, 140, *renderables(summarise(profile, ReportOptions())))
        text = " ".join(stream.getvalue().split())
        assert f"1 extended path of ol, degree 3{told}" in text
        assert "past 3 predicates to the branch of the next one, unless it ends before that" in text
        # The note below the table of extended paths gives the degree, too.
        assert text.count(f"degree 3{told}") == 2
