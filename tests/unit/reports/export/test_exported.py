"""Tests ``Exported``, the part of a profile that is exported."""

from pathlib import Path

import numpy as np

from kpath_jvm import Profile
from kpath_jvm.analysis.selection import Selection, select
from kpath_jvm.reports.export.exported import Exported, ExportOptions


def test_versions_are_merged_but_loaders_are_not(demo: Path) -> None:
    exported = Exported.of(Profile.open(demo))
    assert exported.method_columns(exported.profile.method_rows.numbers, "loader")[0].to_pylist()[
        -2:
    ] == ["web@1", "web@2"]


def test_only_the_hottest_rows_are_kept(demo: Path) -> None:
    profile = Profile.open(demo)
    costs = np.array([3, 9, 9, 1, 5])
    assert Exported.of(profile).hottest(costs).tolist() == [0, 1, 2, 3, 4]
    assert Exported.of(profile, ExportOptions(top=3)).hottest(costs).tolist() == [1, 2, 4]


def test_each_hot_sequence_has_a_node_of_its_own(demo: Path) -> None:
    exported = Exported.of(Profile.open(demo), ExportOptions(top=5))
    assert len(set(exported.nodes.tolist())) == len(exported.nodes) > 2
    assert (exported.forest.depths[exported.nodes] >= 2).all()


def test_letters_do_not_depend_on_the_selection(demo: Path) -> None:
    profile = Profile.open(demo)
    whole = Exported.of(profile)
    merged = profile.merged(across_loaders=False)
    part = Exported(select(merged, Selection(method=("retry",))), ExportOptions())
    (method,) = part.profile.method_rows.numbers.tolist()
    paths = part.profile.table("paths").column("path").to_pylist()
    assert part.letters(method, paths) == whole.letters(method, paths)
    assert sorted(part.letters(method, paths).split()) == ["A", "B", "C", "D", "E"]
    assert set(part.forest.methods.tolist()) == {method}
