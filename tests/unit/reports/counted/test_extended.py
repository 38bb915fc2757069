"""Extended paths are shown by their lines and decisions."""

import io
import json
from pathlib import Path

import pytest

from builders.extended import extended_profile
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


def test_the_hottest_first_each_by_its_iterations(profile: Profile) -> None:
    rows = list(ExtendedRows(select(profile, ALL)).hottest(2))
    assert [(row["number"], row["count"], row["estimate"]) for row in rows] == [
        (9, 15, 22.5), (7, 5, None),
    ]  # fmt: skip
    assert [row["share_of_kind"] for row in rows] == [0.75, 0.25]
    assert [row["name"] for row in rows] == ["X1", "X2"]
    assert rows[1]["decisions"] == [
        ["line 9 #1 i % 2 == 0: yes", "line 9 #2 i >= n: no"],
        ["line 9 #1 i % 2 == 0: no", "line 9 #2 i >= n: yes"],
    ]
    assert rows[1]["lines"] == [[8, 9, 10, 11, 15, 9], [9, 13, 15, 9, 17]]
    assert rows[1]["lines_text"] == "8-11, 15, 9 → 9, 13-15, 9, 17"
    assert rows[1]["blocks"][0] == [0, 3]


def test_the_report_has_them(profile: Profile) -> None:
    summary = summarise(profile, ReportOptions())
    assert complaints(json.loads(json.dumps(summary)), "report") == []
    stream = io.StringIO()
    write(stream, 140, *renderables(summary))
    text = " ".join(stream.getvalue().split())
    assert "Hottest extended paths" in text
    assert "X2 across iterations, entry to exit, lines" in text
    assert "into a call, entry to call 9, lines" in text
    assert "demo.Figure3.plain(int), lines" in text
    assert "3 extended paths of kiter" in text
    assert any("into a call" in line for line in report_markdown(summary))


def test_of_a_selected_method(profile: Profile) -> None:
    part = select(profile, Selection(method=("Figure3.plain",)))
    assert list(ExtendedRows(part).hottest(None)) == []
    # The other method needn't be selected.
    part = select(profile, Selection(method=("Figure3.run",)))
    (call,) = [row for row in ExtendedRows(part).hottest(None) if row["other"] is not None]
    assert call["other"]["method"] == "plain"
