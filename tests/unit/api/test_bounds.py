"""Compares the tables of ``bounds`` and ``bounded_pairs`` with the document of the verb ``bounds``.

The rows of ``bounds`` are loops or calls. The rows of ``bounded_pairs`` are pairs of paths.
"""

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import kpath_jvm
from builders.figure_2 import figure_2
from builders.recordings import demo_profile
from builders.table_4 import overlapping_profiles
from kpath_jvm import KpathError, Profile, Selection
from verb_runs import printed


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a directory with the profiles ol.kpath and exact.kpath of the same loops.

    The subdirectories ``across`` and ``exact`` each have a profile ol.kpath of paths across calls.
    The profile in ``exact`` has longer paths, so its counts are exact.
    """
    directory = tmp_path_factory.mktemp("bounds")
    overlapping_profiles(directory, 1)
    figure_2(directory / "across", 0)
    figure_2(directory / "exact", 254)
    return directory


def document(directory: Path, name: str, exact: str) -> dict[str, Any]:
    words = ["bounds", str(directory / name), "--against", str(directory / exact), "--json"]
    found: dict[str, Any] = json.loads(printed(words))
    return found


def same(row: dict[str, Any], one: dict[str, Any], *names: str) -> None:
    for name in names:
        assert row[name] == one[name] or (one[name] is None and pd.isna(row[name])), name


@pytest.mark.parametrize(
    ("name", "exact", "key"),
    [("ol.kpath", "exact.kpath", "loops"), ("across/ol.kpath", "exact/ol.kpath", "calls")],
)
def test_tables_agree_with_the_verb_s_document(
    directory: Path, name: str, exact: str, key: str
) -> None:
    told = document(directory, name, exact)
    given = Profile.open(directory / name), Profile.open(directory / exact)
    table, pairs = kpath_jvm.bounds(*given), kpath_jvm.bounded_pairs(*given)
    assert len(table) == len(told[key]) > 0
    found = iter(pairs.to_dict("records"))
    for row, one in zip(table.to_dict("records"), told[key], strict=True):
        same(row, one, "class", "method", "descriptor", "title", "line", "pairs", "precise")
        same(row, one, "definite", "potential", "real", "outside")
        if key == "calls":
            assert pd.isna(row["successions"])
            assert pd.isna(row["back_edges"])
            same(row, one, "kind", "offset")
            assert row["called"] == one["called"]["title"]
            assert pd.isna(row["loop"])
        else:
            assert row["successions"] == one["successions"] > 0
            assert row["back_edges"] == one["back_edges"] >= one["successions"]
            assert (row["kind"], row["loop"]) == ("loop", one["number"])
            assert pd.isna(row["offset"])
            assert row["called"] is None
        for pair, it in zip(one["most"], found, strict=False):
            same(it, row, "kind", "title", "line", "called")
            same(it, pair, "lower", "upper", "real")
            assert [list(map(list, it[side])) for side in ("first", "second")] == [
                pair["first"], pair["second"]
            ]  # fmt: skip
            assert it["start"] == pair.get("start")
    assert next(found, None) is None
    totals = (
        "loops_in_all", "loops_with_pairs", "back_edges", "loops_unmatched", "definite", "real",
        "outside", "across",
    )  # fmt: skip
    for total in totals:
        assert table.attrs[total] == told[total]
    sums = pairs.groupby("kind", sort=False)[["lower", "upper"]].sum()
    assert sums["upper"].sum() == table["potential"].sum()
    assert (pairs["lower"] == pairs["upper"]).sum() == table["precise"].sum()


def test_without_an_exact_profile_real_flows_are_unknown(directory: Path) -> None:
    table = kpath_jvm.bounds(Profile.open(directory / "ol.kpath"))
    assert table["real"].isna().all()
    assert (table["outside"] == 0).all()
    assert table.attrs["real"] is None


def test_no_pair_is_left_out(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The verb ``bounds`` prints only a few pairs of each loop, but the table has all pairs."""
    from kpath_jvm.reports.accuracy import bounds_summary

    profile = Profile.open(directory / "ol.kpath")
    everything = kpath_jvm.bounded_pairs(profile)
    monkeypatch.setattr(bounds_summary, "_PAIRS", 1)
    assert len(kpath_jvm.bounded_pairs(profile)) == len(everything) > 1
    assert kpath_jvm.bounds(profile)["pairs"].sum() == len(everything)


def test_profiles_without_bounds_give_an_error_of_one_line(directory: Path, tmp_path: Path) -> None:
    profile = Profile.open(directory / "ol.kpath")
    demo = Profile.open(demo_profile(tmp_path))
    for ask in (kpath_jvm.bounds, kpath_jvm.bounded_pairs):
        with pytest.raises(KpathError, match="has no overlapping paths; record with"):
            ask(demo)
        with pytest.raises(KpathError, match="has no paths across calls"):
            ask(profile, profile)
        with pytest.raises(KpathError, match="no method Table4"):
            ask(profile, selection=Selection(method=("Table4.none",)))
        with pytest.raises(TypeError, match="exact is 7, of type int; give a Profile"):
            ask(profile, 7)
