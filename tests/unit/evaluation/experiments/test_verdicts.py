"""Tests the lines of `reproduce` that say whether the published trends hold."""

from pathlib import Path

from builders.evaluation.cost_rows import costs
from kpath_jvm.evaluation.experiments.verdicts import verdict_lines
from kpath_jvm.evaluation.results.papers import ROY_SRIKANT, TALLAM
from kpath_jvm.evaluation.results.tables import write_table


def test_each_verdict_has_a_line_and_unmeasured_trends_share_one(tmp_path: Path) -> None:
    rows = costs("kiter", 1.1, 1.2, 1.3, baseline="blpp", k=2)
    rows += costs("kiter", 9.1, 9.2, 9.3, baseline="blpp", k=2, kind="stand-in")
    write_table(tmp_path, "ratios", rows)
    lines = list(verdict_lines(tmp_path, [ROY_SRIKANT]))
    begin = "Roy and Srikant, 2009, table 3: paths of two iterations slow programs down by "
    first, second = [line for line in lines if line.startswith(begin)]
    assert first.endswith(": holds")
    assert second.endswith(": does not hold (stand-ins)")
    # Nothing was timed at k = 3, so there are trends that weren't measured.
    assert any(" trends not measured" in line for line in lines)
    assert all(line.startswith("Roy and Srikant, 2009") for line in lines)
    assert all("\n" not in line for line in lines)


def test_the_line_says_why_a_trend_can_t_be_judged(tmp_path: Path) -> None:
    write_table(tmp_path, "ratios", costs("kiter", 1.1, baseline="blpp", k=2))
    lines = list(verdict_lines(tmp_path, [ROY_SRIKANT]))
    assert lines[0].endswith(
        ": can't be told: a verdict needs at least 3 benchmarks, and this was measured on 1"
    )


def test_only_trends_of_the_requested_charts_are_judged(tmp_path: Path) -> None:
    write_table(tmp_path, "ratios", costs("kiter", 1.1, baseline="blpp", k=2))
    lines = list(verdict_lines(tmp_path, charts=["roy-srikant-aborts"]))
    assert lines == ["Roy and Srikant, 2009: 1 of 1 trends not measured"]


def test_all_papers_are_judged_by_default(tmp_path: Path) -> None:
    write_table(tmp_path, "ratios", costs("ol", 1.5, baseline="blpp", degree=1))
    assert len(list(verdict_lines(tmp_path))) > len(list(verdict_lines(tmp_path, [TALLAM])))
