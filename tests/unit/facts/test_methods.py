"""Tests that the table of methods agrees with all outputs that use its rows."""

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest

import kpath_jvm
from builders.paper_tables import COMPLETE_WINDOWS
from builders.windowed import windowed_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.entered import entered, known_entries
from kpath_jvm.cli.main import run_verb
from kpath_jvm.facts.methods import MethodFacts
from kpath_jvm.reports.export.exported import Exported
from kpath_jvm.reports.export.methods import chunks as methods_chunks
from kpath_jvm.reports.page.document import PageOptions, page_document

NAMES = ("method", "title", "share", "cuts", "bytecodes", "rung", "paths_executed", "loops")


def test_rows_and_table_have_the_same_values(demo: Path) -> None:
    profile = Profile.open(demo)
    facts = MethodFacts(profile)
    places = np.arange(len(profile.method_rows))[::-1]
    rows = facts.rows(places, *NAMES)
    assert rows == facts.table(places, *NAMES).to_pylist()
    assert [row["method"] for row in rows] == profile.method_rows.numbers[::-1].tolist()
    assert sum(row["share"] for row in rows) == pytest.approx(1)
    assert sum(row["paths_executed"] for row in rows) == profile.table("paths").num_rows
    assert sum(row["loops"] for row in rows) == profile.table("loops").num_rows


def test_an_unknown_number_of_entries_is_not_0(tmp_path: Path) -> None:
    """An inline path profiler doesn't notice an entry until the method completes a path."""
    profile = windowed_profile(tmp_path, ({}, *COMPLETE_WINDOWS[1:]), 0)
    assert profile.method_rows.row(0)["entries"] == 0
    places = np.arange(1)
    assert MethodFacts(profile).rows(places, "entries") == [{"entries": None}]
    assert known_entries(profile, 0) is None
    assert entered(profile).tolist() == [True]
    (exported,) = methods_chunks(Exported.of(profile))
    assert exported.column("entries").to_pylist() == [None]


def test_shares_refer_to_the_given_costs(demo: Path) -> None:
    profile = Profile.open(demo).merged()
    part = kpath_jvm.select(profile, kpath_jvm.Selection(method=("Figure3.run",))).profile
    (own,) = MethodFacts(part).rows(np.array([0]), "share", "bytecodes")
    (of_all,) = MethodFacts(part, Costs(profile)).rows(np.array([0]), "share", "bytecodes")
    assert own["share"] == 1
    assert of_all == {"share": own["bytecodes"] / Costs(profile).total} | {
        "bytecodes": own["bytecodes"]
    }


def test_python_json_csv_and_the_page_say_the_same(
    demo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    profile = Profile.open(demo).merged()
    frame = kpath_jvm.methods(profile)
    assert run_verb(["report", str(demo), "--json", "--top", "100"]) == 0
    document = json.loads(capsys.readouterr().out)["methods"]
    assert run_verb(["export", str(demo), "--format", "csv", "--table", "methods"]) == 0
    table = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    page = page_document(Profile.open(demo), PageOptions()).whole["methods"]
    assert len(frame) == 5
    for row in frame.to_dict("records"):
        (told,) = (one for one in document if one["title"] == row["title"])
        assert (told["bytecodes"], told["paths_executed"]) == (row["bytecodes"], row["paths"])
        assert told["share_of_all"] == row["share"]
        at = page["title"].index(row["title"])
        assert (page["cost"][at], page["paths"][at]) == (row["bytecodes"], row["paths"])
    # In the exported table, each version of a method has a row of its own.
    assert sum(int(one["bytecodes"]) for one in table) == frame["bytecodes"].sum()
    assert {one["title"] for one in document} == {*frame["title"]}
