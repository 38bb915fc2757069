"""Tests what the HTML page says about time."""

from pathlib import Path

import pytest

from builders.timed import DEMO, add_samples, sampled
from kpath_jvm import Profile
from kpath_jvm.analysis.selection import ALL, Selection, select
from kpath_jvm.analysis.time_shares import TimeShares
from kpath_jvm.reports.page.document import PageOptions, page_document
from kpath_jvm.reports.page.times import PageTimes


def _times(profile: Path, selection: Selection = ALL) -> PageTimes:
    found = PageTimes.of(select(Profile.open(profile).merged(), selection))
    assert found is not None
    return found


def test_a_profile_without_samples_has_no_times(demo: Path) -> None:
    profile = Profile.open(demo)
    assert PageTimes.of(select(profile.merged(), ALL)) is None
    whole = page_document(profile, PageOptions()).whole
    assert "time" not in whole["methods"]
    assert {loop["time"] for loop in whole["loops"]} == {None}


def test_methods_and_loops_have_shares_of_all_counted_samples(demo: Path) -> None:
    add_samples(demo, *DEMO)
    whole = page_document(Profile.open(demo), PageOptions()).whole
    shares = TimeShares.of(Profile.open(demo).merged())
    assert shares is not None
    found = [one for one in whole["methods"]["time"] if one is not None]
    assert sum(one["samples"] for one in found) == shares.counted == whole["time"]["samples"] == 890
    assert sum(one["share"] for one in found) == pytest.approx(1)
    of_loops = {(row.method, row.loop): row.samples for row in shares.loops}
    assert of_loops
    assert sum(loop["time"]["samples"] for loop in whole["loops"]) == sum(of_loops.values()) > 0


def test_a_method_whose_bytecodes_are_not_counted_has_no_share(demo: Path) -> None:
    add_samples(demo, *DEMO)
    whole = page_document(Profile.open(demo), PageOptions()).whole
    of_title = dict(zip(whole["methods"]["title"], whole["methods"]["time"], strict=True))
    unknown = [title for title, time in of_title.items() if time is None]
    assert unknown
    assert all(
        whole["methods"]["cost"][whole["methods"]["title"].index(title)] == 0 for title in unknown
    )


def test_only_methods_whose_time_differs_are_listed(demo: Path) -> None:
    add_samples(demo, *DEMO)
    different = dict(_times(demo).document()["different"])
    assert different["demo.Figure3.plain(int)"][0].startswith(
        "Takes 78.7 % of the recorded code's time but 6.0 %"
    )
    for lines in different.values():
        assert lines
        assert all(" but " in line for line in lines)
    only = Selection(method=("Figure3.run",))
    assert "demo.Figure3.plain(int)" not in dict(_times(demo, only).document()["different"])


def test_few_samples_show_no_differences(demo: Path) -> None:
    add_samples(demo, sampled("demo/Figure3", "plain", "(I)I", 0, 12))
    found = _times(demo).document()
    assert (found["few"], found["samples"], found["different"]) == (True, 12, [])


def test_the_first_lines_warn_of_differences(demo: Path) -> None:
    add_samples(demo, *DEMO)
    assert (
        _times(demo)
        .document()["warning"]
        .startswith("Time differs from the bytecodes: demo.Figure3.plain(int) takes 78.7 %")
    )
    header = page_document(Profile.open(demo), PageOptions()).whole["header"]
    (warning,) = (text for label, text, is_poor in header if label == "time" and is_poor)
    assert warning.startswith("differs from the bytecodes: demo.Figure3.plain(int) takes 78.7 %")


def test_without_a_difference_there_is_no_warning(demo: Path) -> None:
    add_samples(demo, sampled("demo/Figure3", "plain", "(I)I", 0, 12))
    assert _times(demo).document()["warning"] is None


def test_the_page_has_details_of_the_methods_that_are_first_by_time(demo: Path) -> None:
    add_samples(demo, *DEMO)
    profile = Profile.open(demo)
    every = page_document(profile, PageOptions()).whole["methods"]
    few = page_document(profile, PageOptions(top=1)).whole["methods"]
    shown = {title for title, at in zip(few["title"], few["page"], strict=True) if at >= 0}
    timed = [
        (time, title)
        for title, time, at in zip(every["title"], every["time"], every["page"], strict=True)
        if time is not None and at >= 0
    ]
    by_time = max(timed, key=lambda one: one[0]["share"])[1]
    assert by_time != every["title"][0]
    assert shown >= {every["title"][0], by_time}
    assert -1 in few["page"]
