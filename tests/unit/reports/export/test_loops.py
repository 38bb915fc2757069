"""Tests the rows of the exported table of loops."""

from pathlib import Path

import pyarrow as pa

from kpath_jvm import Profile
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.analysis.names_of_paths import names_of_paths
from kpath_jvm.analysis.selection import Selection, select
from kpath_jvm.reports.export import loops
from kpath_jvm.reports.export.exported import Exported, ExportOptions


def test_each_loop_that_ran_has_a_row(demo: Path) -> None:
    profile = Profile.open(demo).merged(across_loaders=False)
    (table,) = loops.chunks(Exported.of(profile))
    expected = [
        row for method in profile.method_rows.numbers.tolist() for row in loop_rows(profile, method)
    ]
    assert len(expected) > 3
    total = Costs(profile).total
    for row, one in zip(table.to_pylist(), expected, strict=True):
        assert (row["id"], row["loop"], row["line"]) == (one.method, one.loop, one.header_line)
        assert (row["entries"], row["iterations"]) == (one.entries, one.iterations)
        assert row["mean_iterations"] == one.mean_iterations
        assert row["missing"] == one.missing
        found = one.per_entry
        if found is None:
            assert row["entries_by_iterations"] is row["median_least"] is None
        else:
            assert [*enumerate(row["entries_by_iterations"])] == [
                (made, found.exactly(made)) for made in range(len(row["entries_by_iterations"]))
            ]
            assert row["entries_longer"] == found.longer_entries
            assert row["entries_unfinished"] == found.unfinished_entries
            told = (row["entries_by_iterations"], row["entries_longer"], row["entries_unfinished"])
            assert sum(told[0]) + sum(told[1:]) == one.entries
            assert row["longer_mean"] == found.longer_mean
            median, most = found.percentile(50), found.percentile(90)
            assert median is not None
            assert most is not None
            assert (row["median_least"], row["median_most"]) == (median.least, median.most)
            assert (row["p90_least"], row["p90_most"]) == (most.least, most.most)
        assert row["place"] == f"line {one.header_line}"
        assert (row["bytecodes"], row["bytecodes_with_inner"]) == (one.cost, one.whole_cost)
        assert row["share_of_all"] == one.cost / total
        assert row["paths"] == len(one.paths)
        followed = one.next_iteration
        assert row["next_bits"] == ([] if followed is None else list(followed.bits))
        assert row["left_after"] == (0 if followed is None else followed.left)
        assert (row["depth"], row["period"]) == (one.depth, one.period)
        names = names_of_paths(profile, one.method)
        if one.sequence is None:
            assert row["sequence"] is row["sequence_count"] is None
        else:
            assert row["sequence"] == " ".join(names[path] for path in one.sequence.paths)
            assert row["sequence_count"] == one.sequence.count
    assert sum(row["share_of_all"] for row in table.to_pylist()) <= 1


def test_only_selected_loops_have_rows(demo: Path) -> None:
    profile = Profile.open(demo).merged(across_loaders=False)
    selected = select(profile, Selection(loop=("Figure3.run:9",)))
    (table,) = loops.chunks(Exported(selected, ExportOptions()))
    (whole,) = loops.chunks(Exported.of(profile))
    # If there is a single entry, all percentiles are its number of iterations. That number may need
    # more than 32 bits.
    assert table.schema.field("median_least").type == pa.int64()
    (row,) = table.to_pylist()
    assert (row["class"], row["line"]) == ("demo/Figure3", 9)
    (same,) = (one for one in whole.to_pylist() if one["id"] == row["id"])
    assert row["entries_longer"] == 1
    kept = (
        "entries",
        "iterations",
        "entries_longer",
        "longer_mean",
        "bytecodes",
        "share_of_all",
        "sequence",
        "sequence_count",
    )
    assert {name: row[name] for name in kept} == {name: same[name] for name in kept}


def test_the_costliest_loops_can_be_exported_alone(demo: Path) -> None:
    (table,) = loops.chunks(Exported.of(Profile.open(demo)))
    (hottest,) = loops.chunks(Exported.of(Profile.open(demo), ExportOptions(top=1)))
    assert hottest.to_pylist() == [max(table.to_pylist(), key=lambda row: row["bytecodes"])]
