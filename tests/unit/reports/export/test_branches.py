"""Tests the rows of the exported table of branches."""

from pathlib import Path

from kpath_jvm import Profile
from kpath_jvm.analysis.outcomes import branch_outcomes
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.reports.export import branches
from kpath_jvm.reports.export.exported import Exported, ExportOptions


def test_each_outcome_of_each_executed_branch_has_a_row(demo: Path) -> None:
    profile = Profile.open(demo).merged(across_loaders=False)
    (table,) = branches.chunks(Exported.of(profile))
    rows = table.to_pylist()
    expected = []
    for method in profile.method_rows.numbers.tolist():
        told = ToldMethod(profile.code(method), profile.method_rows.row(method))
        for branch in branch_outcomes(profile, method):
            for outcome, count in zip(branch.outcomes, branch.counts, strict=True):
                if sum(branch.counts) + branch.unknown:
                    one = told.outcome(outcome)
                    where = (method, branch.block, branch.line, branch.ordinal)
                    expected.append((*where, one.question, one.answer, count, branch.unknown))
    columns = ("id", "block", "line", "ordinal", "question", "answer", "count", "unknown")
    assert [tuple(row[name] for name in columns) for row in rows] == expected
    assert len(rows) > 5
    by_block: dict[tuple[int, int, int], list[dict[str, float]]] = {}
    for row in rows:
        by_block.setdefault((row["id"], row["block"], row["ordinal"]), []).append(row)
        assert row["place"] == f"line {row['line']}"
        assert row["share"] == row["count"] / row["total"]
    for outcomes in by_block.values():
        counted = sum(row["count"] for row in outcomes) + outcomes[0]["unknown"]
        assert {row["total"] for row in outcomes} == {counted}


def test_the_most_frequent_outcomes_can_be_exported_alone(demo: Path) -> None:
    (table,) = branches.chunks(Exported.of(Profile.open(demo)))
    (hottest,) = branches.chunks(Exported.of(Profile.open(demo), ExportOptions(top=3)))
    assert hottest.to_pylist() == sorted(table.to_pylist(), key=lambda row: -row["count"])[:3]
