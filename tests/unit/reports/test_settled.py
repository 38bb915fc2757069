"""Tests which settled branches cost enough to be in a document, and how they look there."""

import io
from pathlib import Path

from builders.settled import settled_profile
from kpath_jvm import Profile, Selection
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.selection import ALL, select
from kpath_jvm.reports.output import write
from kpath_jvm.reports.settled import heavy_parts, heavy_rows, parts


def test_settled_branches_are_ordered_by_cost(tmp_path: Path) -> None:
    profile = Profile.open(settled_profile(tmp_path))
    costs = Costs(profile)
    whole = select(profile, ALL)
    found = heavy_rows(whole, costs, 0.0, 4)
    assert [one["title"] for one in found] == [
        "demo.Entered.diamonds()", "demo.Again.diamonds()", "demo.Always.diamonds()",
    ]  # fmt: skip
    assert [one["bytecodes"] for one in found] == [21_600, 10_000, 8_000]
    assert len(heavy_rows(whole, costs, 0.04, 4)) == 2
    assert heavy_rows(whole, costs, 0.5, 4) == []
    # With k = 1, only branches that always go one way are known to be settled.
    assert [one["kind"] for one in heavy_rows(whole, costs, 0.0, 1)] == ["one way"]


def test_settled_branches_of_a_selection_have_shares_of_the_whole(tmp_path: Path) -> None:
    profile = Profile.open(settled_profile(tmp_path))
    costs = Costs(profile)
    selected = select(profile, Selection(method=("Again.diamonds",)))
    (one,) = heavy_rows(selected, costs, 0.0, 4)
    assert one["share"] == 10_000 / costs.total
    selected = select(profile, Selection(loop=("Always.diamonds:11",)))
    assert [it["kind"] for it in heavy_rows(selected, costs, 0.0, 4)] == ["one way"]


def test_without_settled_branches_there_is_no_text(tmp_path: Path) -> None:
    assert list(heavy_parts([])) == []
    assert list(parts([])) == []
    rows = heavy_rows(
        select(profile := Profile.open(settled_profile(tmp_path)), ALL), Costs(profile), 0.0, 4
    )
    stream = io.StringIO()
    write(stream, 80, *parts(rows[:1]))
    assert stream.getvalue().startswith("  line 11 x\n    the same answer throughout each of 600")
