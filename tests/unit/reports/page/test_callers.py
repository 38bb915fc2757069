"""Tests what the HTML page says about callers."""

from pathlib import Path

from builders.called import DEMO, DEMO_UNTOLD, PLAIN, RUN, add_callers, caller_counts
from kpath_jvm import Profile
from kpath_jvm.analysis.selection import ALL, select
from kpath_jvm.reports.page.callers import PageCallers


def _callers(profile: Path) -> PageCallers:
    found = PageCallers.of(select(Profile.open(profile).merged(), ALL))
    assert found is not None
    return found


def test_the_page_has_no_callers_if_the_profile_has_none(demo: Path) -> None:
    assert PageCallers.of(select(Profile.open(demo).merged(), ALL)) is None


def test_callers_have_the_titles_of_their_methods(demo: Path) -> None:
    add_callers(demo, caller_counts(DEMO, DEMO_UNTOLD))
    profile = Profile.open(demo).merged()
    rows = _callers(demo).of_method(profile.find_method("Figure3.plain"))["rows"]
    share, count, words, title = rows[0]
    assert (share, count, title) == ("50.0 %", "7", "demo.Figure3.run(int)")
    assert words == f"from {title}, line 14"
    # Entries in virtual threads and entries from the JVM have no known caller.
    assert [title for *_, title in rows].count(None) == 2


def test_the_overview_has_only_the_most_frequent_callers(demo: Path) -> None:
    places = {(PLAIN, RUN, at, at): 100 - at for at in range(30)}
    add_callers(demo, caller_counts(places))
    number = Profile.open(demo).merged().find_method("Figure3.plain")
    callers = _callers(demo)
    (briefly,) = callers.document([number])["methods"]
    in_full = callers.of_method(number)
    assert briefly["rows"][:3] == in_full["rows"][:3]
    assert briefly["rows"][3][2] == "from 27 more places"
    assert [len(briefly["rows"]), len(in_full["rows"])] == [4, 21]
    assert in_full["rows"][20][2] == "from 10 more places"


def test_a_method_that_the_run_with_callers_never_entered_has_a_note(demo: Path) -> None:
    add_callers(demo, caller_counts({(PLAIN, RUN, 1, 1): 3}))
    number = Profile.open(demo).merged().find_method("Tangle.spin")
    found = _callers(demo).of_method(number)
    assert found["rows"] == []
    assert found["notes"] == ["Not entered in the run that counted callers."]
