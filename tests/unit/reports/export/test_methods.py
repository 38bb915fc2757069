"""Tests the rows of the exported table of methods."""

from pathlib import Path

from kpath_jvm import Profile
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.reports.export import methods
from kpath_jvm.reports.export.exported import Exported, ExportOptions


def test_each_method_that_was_entered_has_a_row(demo: Path) -> None:
    profile = Profile.open(demo).merged(across_loaders=False)
    (table,) = methods.chunks(Exported.of(profile))
    entered = [row for row in profile.method_rows if row["entries"] or row["completed"]]
    assert len(entered) == 7
    executed = profile.table("paths").column("method").to_pylist()
    for row, one in zip(table.to_pylist(), entered, strict=True):
        same = ("descriptor", "loader", "digest", "source", "entries", "completed", "abandoned")
        assert {name: row[name] for name in same} == {name: one[name] for name in same}
        assert (row["id"], row["class"], row["method"]) == (
            one["method"], one["class"], one["name"]
        )  # fmt: skip
        assert row["undecided"] == one["undecided"]
        assert row["irreducible"] is one["irreducible"]
        assert row["bytecodes"] == Costs(profile).of_method(one["method"])
        assert row["paths_executed"] == executed.count(one["method"])
        assert row["paths_possible"] == one["possible_paths"]


def test_the_costliest_methods_can_be_exported_alone(demo: Path) -> None:
    (table,) = methods.chunks(Exported.of(Profile.open(demo)))
    (hottest,) = methods.chunks(Exported.of(Profile.open(demo), ExportOptions(top=2)))
    ranked = sorted(table.to_pylist(), key=lambda row: -row["bytecodes"])
    assert hottest.to_pylist() == ranked[:2]
