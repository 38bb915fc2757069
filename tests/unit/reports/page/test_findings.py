"""Tests the page's data about what stands out."""

from pathlib import Path

from builders.advisable import advisable_profile
from builders.recordings import demo_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.selection import Selection
from kpath_jvm.reports.findings import places
from kpath_jvm.reports.page.document import PageOptions, page_document
from kpath_jvm.reports.summary import ReportOptions, summarise


def test_the_page_has_the_texts_of_the_report(tmp_path: Path) -> None:
    profile = Profile.open(advisable_profile(tmp_path))
    whole = page_document(profile, PageOptions()).whole
    shown = [*places(summarise(profile, ReportOptions())["findings"])]
    rows = whole["findings"]["rows"]
    assert rows
    assert [(row["title"], row["loop"], row["share"], row["texts"]) for row in rows] == [
        (first["title"], first["number"], first["share"], texts) for first, texts in shown
    ]
    assert whole["findings"]["caution"] is None
    # A row about a loop leads to the loop, so the page must have a loop with the row's number.
    loops = {(one["title"], one["loop"]) for one in whole["loops"]}
    assert {(row["title"], row["loop"]) for row in rows if row["loop"] is not None} <= loops


def test_a_page_of_one_method_has_no_findings_about_others(tmp_path: Path) -> None:
    profile = Profile.open(advisable_profile(tmp_path))
    options = PageOptions(selection=Selection(method=("Steady.run",)))
    rows = page_document(profile, options).whole["findings"]["rows"]
    assert {row["title"] for row in rows} == {"demo.Steady.run(int)"}


def test_a_profile_with_k_1_has_no_findings_about_loops(tmp_path: Path) -> None:
    profile = Profile.open(demo_profile(tmp_path, k=1))
    found = page_document(profile, PageOptions()).whole["findings"]
    assert found is None or all(row["loop"] is None for row in found["rows"])
