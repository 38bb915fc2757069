"""Tests the table of executed paths, which the Python interface and the HTML page show."""

from pathlib import Path

import pytest

import kpath_jvm
from kpath_jvm import Profile, Selection
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.names_of_paths import names_of_paths
from kpath_jvm.facts.paths import SCHEMA, path_table
from kpath_jvm.reports.page.document import PageOptions, page_document


def test_counts_and_costs_add_up_to_the_method_s(demo: Path) -> None:
    profile = Profile.open(demo).merged()
    costs = Costs(profile)
    for method, completed in enumerate(profile.method_rows.completed.tolist()):
        table = path_table(profile, method, names_of_paths(profile, method), costs)
        assert table.schema == SCHEMA
        rows = table.to_pylist()
        assert sum(row["count"] for row in rows) == completed
        assert sum(row["count"] * row["bytecodes"] for row in rows) == costs.of_method(method)
        if rows:
            assert sum(row["share"] for row in rows) == pytest.approx(1)
            counts = [row["count"] for row in rows]
            assert counts == sorted(counts, reverse=True)


def test_paths_in_a_part_keep_their_names_and_have_the_part_s_counts(demo: Path) -> None:
    whole = Profile.open(demo).merged()
    method = whole.find_method("Figure3.run")
    part = kpath_jvm.select(whole, Selection(method=("Figure3.run",))).profile
    names = dict(list(names_of_paths(whole, method).items())[1:3])
    table = path_table(part, method, names)
    assert table.column("name").to_pylist() == ["B", "C"]
    assert table.column("count").to_pylist() == [6, 1]


def test_python_and_the_page_say_the_same(demo: Path) -> None:
    profile = Profile.open(demo).merged()
    page = page_document(Profile.open(demo), PageOptions())
    titles = page.whole["methods"]["title"]
    tried = 0
    for at, part in zip(page.whole["methods"]["page"], titles, strict=True):
        if at < 0:
            continue
        paths = page.methods[at]["paths"]
        frame = kpath_jvm.paths(profile, profile.find_method(part.partition("(")[0]))
        for name, column in (
            ("path", "numbers"), ("name", "names"), ("count", "counts"), ("bytecodes", "bytecodes"),
        ):  # fmt: skip
            assert frame[name].tolist() == paths[column]
        tried += 1
    assert tried >= 5
