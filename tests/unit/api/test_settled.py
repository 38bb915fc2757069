"""Tests the table of settled branches: those whose outcomes could have been known beforehand."""

from pathlib import Path

import pytest

import kpath_jvm
from builders.settled import settled_profile
from kpath_jvm import KpathError, Profile, Selection


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    return Profile.open(settled_profile(tmp_path))


def test_branches_have_rows_in_order_of_cost(profile: Profile) -> None:
    table = kpath_jvm.settled(profile)
    assert table["kind"].tolist() == ["hoist", "redundant", "one way"]
    assert table["bytecodes"].is_monotonic_decreasing
    hoist, again, always = table.to_dict("records")
    assert (hoist["line"], hoist["entries"], hoist["count"]) == (11, 600, 5400)
    assert (again["given_line"], again["given_question"], again["iterations"]) == (11, "x", 0)
    assert again["same_condition"] is True
    assert again["answers"] == [
        {"answer": "no", "count": 1275, "given": "no"},
        {"answer": "yes", "count": 1225, "given": "yes"},
    ]
    assert (always["behind"], always["uncompleted"]) == (8000, 2)
    assert always["text"].startswith("yes in all 2,000 executions, as far as")


def test_settled_branches_can_be_limited_to_a_part_or_a_share(profile: Profile) -> None:
    assert len(kpath_jvm.settled(profile, least_share=0.04)) == 2
    part = kpath_jvm.settled(profile, selection=Selection(method=("Always.diamonds",)))
    assert part["kind"].tolist() == ["one way"]
    assert list(kpath_jvm.settled(profile, least_share=1.0).columns) == list(part.columns)
    assert kpath_jvm.settled(profile, k=1)["kind"].tolist() == ["one way"]


def test_senseless_arguments_give_an_error_of_one_line(profile: Profile) -> None:
    with pytest.raises(KpathError, match="more than the profile's k"):
        kpath_jvm.settled(profile, k=9)
    with pytest.raises(KpathError, match="least_share"):
        kpath_jvm.settled(profile, least_share=2.0)
