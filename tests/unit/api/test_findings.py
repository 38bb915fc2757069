"""Tests the table of findings, which has the findings of the verb ``advise``."""

import math
from pathlib import Path

import pytest

import kpath_jvm
from builders.advisable import advisable_profile
from builders.recordings import demo_profile
from builders.timed import add_samples, sampled
from kpath_jvm.reports.advice_summary import summarise_advice
from kpath_jvm.reports.reading import ReadOptions


def test_the_table_has_the_verb_s_findings(tmp_path: Path) -> None:
    profile = kpath_jvm.Profile.open(advisable_profile(tmp_path))
    table = kpath_jvm.findings(profile)
    expected = summarise_advice(profile, ReadOptions())["findings"]
    columns = ["title", "place", "share", "kind", "text"]
    assert len(table) > 0
    assert list(table[columns].itertuples(index=False, name=None)) == [
        tuple(one[key] for key in columns) for one in expected["found"]
    ]
    assert list(table["is_loop"]) == [one["number"] is not None for one in expected["found"]]
    assert table.attrs["caution"] is None
    assert table.attrs["completeness"]["exact"]


def test_loops_have_their_share_of_time(tmp_path: Path) -> None:
    path = advisable_profile(tmp_path)
    without = kpath_jvm.findings(kpath_jvm.Profile.open(path))
    bounds = ["time_share", "time_low", "time_high"]
    assert without[bounds].isna().all(axis=None)
    first = without[without["is_loop"]].iloc[0]
    profile = kpath_jvm.Profile.open(path)
    rows = profile.method_rows
    number = next(one for one in rows.numbers.tolist() if rows.title(one) == first["title"])
    row = rows.row(number)
    code = profile.code(number)
    places = [
        sampled(row["class"], row["name"], row["descriptor"], code.offsets[loop.header][0], 75)
        for loop in code.loops
    ]
    add_samples(path, *places, sampled("java/util/A", "b", "()V", 0, 50))
    profile = kpath_jvm.Profile.open(path)
    table = kpath_jvm.findings(profile)
    assert table.drop(columns=bounds).equals(without.drop(columns=bounds))
    expected = summarise_advice(profile, ReadOptions())["findings"]["found"]
    assert any(one["time"] is not None and one["time"]["share_of_time"] for one in expected)
    for one, (share, low, high) in zip(
        expected, table[bounds].itertuples(index=False, name=None), strict=True
    ):
        if one["time"] is None:
            assert math.isnan(share)
            continue
        assert (share, low, high) == (
            one["time"]["share_of_time"], *one["time"]["interval"].values()
        )  # fmt: skip


def test_damaged_samples_are_refused(tmp_path: Path) -> None:
    path = advisable_profile(tmp_path)
    (path / "time.json").write_text("{")
    with pytest.raises(kpath_jvm.KpathError, match=r"time\.json") as refused:
        kpath_jvm.findings(kpath_jvm.Profile.open(path))
    assert "\n" not in str(refused.value)


def test_a_selected_part_has_only_its_own_findings(tmp_path: Path) -> None:
    profile = kpath_jvm.Profile.open(advisable_profile(tmp_path))
    part = kpath_jvm.findings(profile, selection=kpath_jvm.Selection(method=("Steady.run",)))
    assert set(part["title"]) == {"demo.Steady.run(int)"}


def test_a_k_above_the_profile_s_is_refused(tmp_path: Path) -> None:
    profile = kpath_jvm.Profile.open(demo_profile(tmp_path))
    with pytest.raises(kpath_jvm.KpathError, match="is more than the profile's k"):
        kpath_jvm.findings(profile, k=99)
