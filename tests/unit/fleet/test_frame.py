"""Tests the trend as a pandas table."""

from pathlib import Path

import pytest

import kpath_jvm
from builders.stores import filled
from kpath_jvm import KpathError
from kpath_jvm.fleet import asking
from kpath_jvm.fleet.figures import parsed
from kpath_jvm.fleet.trend import COLUMNS, trend
from kpath_jvm.store.store import Chosen, Store

pytest.importorskip("duckdb")


def test_the_table_has_the_rows_of_the_verb(tmp_path: Path) -> None:
    filled(str(tmp_path / "store"), tmp_path)
    figures = ["total", "bytecodes(Shared.run)"]
    frame = kpath_jvm.trend(tmp_path / "store", figures, service="shop", until="2026-11-02")
    store, chosen = Store(str(tmp_path / "store")), Chosen("shop", None, None, "2026-11-02")
    asked = [parsed(text) for text in figures]
    found = trend(store, chosen, asked, "run", asking.opened_by("duckdb", ""))
    assert tuple(frame.columns) == COLUMNS
    assert len(frame) == len(found.rows) == 6
    for values, row in zip(frame.itertuples(index=False), found.rows, strict=True):
        for value, own in zip(values, row, strict=True):
            assert own is None or value == own
    assert str(frame.dtypes["sum"]) == "Int64"
    assert str(frame.dtypes["per_run"]) == "Float64"
    assert str(frame.dtypes["broken"]) == "Int64"
    assert frame.attrs["completeness"] == found.completeness.document()
    assert frame.attrs["notes"] == list(found.notes)


def test_rules_add_their_figures(tmp_path: Path) -> None:
    filled(str(tmp_path / "store"), tmp_path)
    (tmp_path / "rules.toml").write_text('[[rule]]\nshare = "Figure3.*"\nat-most = "50%"\n')
    frame = kpath_jvm.trend(
        tmp_path / "store", rules=tmp_path / "rules.toml", service="shop", by="version"
    )
    assert frame["figure"].tolist() == ["total"] * 2 + ["share of Figure3.*"] * 2
    assert frame["kind"].tolist() == ["total"] * 2 + ["share"] * 2
    assert frame["per_run"][2:].between(0, 1).all()
    assert frame["at_most"][2:].tolist() == [0.5] * 2
    assert (frame["kept"] + frame["broken"])[2:].tolist() == [2, 1]


def test_values_that_do_not_apply_to_a_row_are_missing(tmp_path: Path) -> None:
    filled(str(tmp_path / "store"), tmp_path)
    frame = kpath_jvm.trend(str(tmp_path / "store"), by="version", service="shop")
    assert frame["change"].isna().tolist() == [True, False]
    assert frame["run"].isna().all()
    assert frame["known_runs"].tolist() == [2, 1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"by": "week"}, "trend: by is 'week'; give run or day or version"),
        ({"engine": "sqlite"}, "trend: engine is 'sqlite'; give duckdb or spark"),
        ({"since": "yesterday"}, "'yesterday' isn't a day"),
        ({"figures": "total"}, "give a list of texts, even for a single one"),
        ({"figures": ["totl"]}, "no figure 'totl'; did you mean total?"),
        ({"figures": ()}, "trend: figures is empty; give one, such as 'total'"),
        ({"rules": "nosuch.toml"}, "nosuch.toml"),
    ],
)
def test_wrong_arguments_are_refused(
    tmp_path: Path, arguments: dict[str, str], message: str
) -> None:
    filled(str(tmp_path / "store"), tmp_path)
    with pytest.raises(KpathError) as caught:
        kpath_jvm.trend(tmp_path / "store", **arguments)  # type: ignore[arg-type]
    assert message in str(caught.value)
