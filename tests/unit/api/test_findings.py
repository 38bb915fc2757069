"""Tests the table of findings."""

from pathlib import Path

import pytest

import kpath_jvm
from builders.advisable import advisable_profile
from builders.recordings import demo_profile
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


def test_a_selected_part_has_only_its_own_findings(tmp_path: Path) -> None:
    profile = kpath_jvm.Profile.open(advisable_profile(tmp_path))
    part = kpath_jvm.findings(profile, selection=kpath_jvm.Selection(method=("Steady.run",)))
    assert set(part["title"]) == {"demo.Steady.run(int)"}


def test_a_k_above_the_profile_s_is_refused(tmp_path: Path) -> None:
    profile = kpath_jvm.Profile.open(demo_profile(tmp_path))
    with pytest.raises(kpath_jvm.KpathError, match="is more than the profile's k"):
        kpath_jvm.findings(profile, k=99)
