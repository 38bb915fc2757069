"""Tests that extended paths are shown with their lines and decisions."""

import io
import json
from pathlib import Path

import pytest

from builders.extended import extended_profile
from builders.paper_tables import COMPLETE_WINDOWS, ONLINE_WINDOWS, adjusted
from builders.windowed import windowed_profile
from json_documents import complaints
from kpath_jvm import Profile
from kpath_jvm.analysis.selection import ALL, Selection, select
from kpath_jvm.reports.counted.extended import ExtendedRows
from kpath_jvm.reports.markdown.report import report_markdown
from kpath_jvm.reports.output import write
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
