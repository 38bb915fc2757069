"""Tests coverage: how few paths make up a given share of all path completions or bytecodes."""

import io
import random
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import kpath_jvm
from builders.edges import edges_profile
from builders.recordings import demo_recording, demo_run
from json_documents import complaints
from kpath_jvm import KpathError, Profile, Selection
from kpath_jvm.cli.main import run_verb
from kpath_jvm.facts.coverage import PERCENTS, coverage_document, coverage_levels
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.records.completeness import Cause, Fact
from kpath_jvm.reports import output
from kpath_jvm.reports.coverage_words import (
    about_lengths,
    coverage_text,
    length_rows,
    longer_sequences,
)
from kpath_jvm.reports.markdown.report import report_markdown
from kpath_jvm.reports.output import write
from kpath_jvm.reports.page.document import PageOptions, page_document
from kpath_jvm.reports.report import renderables
from kpath_jvm.reports.summary import ReportOptions, summarise


def fewest(weights: list[int], percent: float) -> int:
    """Returns the size of the smallest set of weights with at least ``percent`` % of their sum."""
    return next(
        size
        for size in range(len(weights) + 1)
        if any(
            1000 * sum(some) >= round(10 * percent) * sum(weights)
            for some in combinations(weights, size)
        )
    )


@pytest.mark.parametrize("seed", range(40))
def test_no_smaller_set_of_paths_is_enough(seed: int) -> None:
    chance = random.Random(seed)
    counts = [chance.choice((1, 2, 10, 90, 1000)) for _ in range(chance.randint(1, 9))]
    work = [count * chance.randint(1, 40) for count in counts]
    percents = [0, 50, 90, 99, 99.9, 100]
    for level in coverage_levels(np.array(counts), np.array(work), percents):
        assert level.by_completions == fewest(counts, level.percent)
        assert level.by_bytecodes == fewest(work, level.percent)


def test_an_exact_share_needs_no_further_path() -> None:
    """The floating-point numbers for 99.9 and 0.1 are slightly too large, which mustn't matter."""
    (most, least) = coverage_levels(np.array([999, 1]), np.array([999, 1]), [99.9, 0.1])
    assert (most.by_completions, least.by_completions) == (1, 1)
    (whole,) = coverage_levels(np.array([2**62, 2**62 - 1]), np.array([1, 1]), [100])
    assert (whole.by_completions, whole.by_bytecodes) == (2, 2)


def test_all_outputs_have_the_same_coverage(demo: Path) -> None:
    profile = Profile.open(demo).merged()
    expected = levels_of(profile, None)
    summary = summarise(Profile.open(demo), ReportOptions())
    assert summary["coverage"]["levels"] == expected
    assert summary["coverage"]["paths"] == profile.table("paths").num_rows
    assert kpath_jvm.coverage(profile).drop(columns="paths").to_dict("records") == expected
    page = page_document(Profile.open(demo), PageOptions())
    assert page.whole["coverage"].startswith(f"It takes {expected[0]['by_completions']}, ")
    method = "Figure3.run"
    part = summarise(Profile.open(demo), ReportOptions(selection=Selection(method=(method,))))
    assert part["coverage"]["levels"] == levels_of(profile, method) != expected
    own = kpath_jvm.coverage(profile, method)
    assert own.drop(columns="paths").to_dict("records") == part["coverage"]["levels"]
    assert own["paths"].tolist() == [part["coverage"]["paths"]] * len(PERCENTS)


def levels_of(profile: Profile, method: str | None) -> list[dict[str, int]]:
    """Computes the levels of coverage from the rows that ``kpath_jvm.paths`` returns."""
    numbers = profile.methods.index if method is None else [profile.find_method(method)]
    rows = [row for one in numbers for row in kpath_jvm.paths(profile, one).itertuples()]
    found: list[dict[str, int]] = []
    for percent in PERCENTS:
        needed = dict.fromkeys(("by_completions", "by_bytecodes"), 0)
        for name, weights in (
            ("by_completions", [row.count for row in rows]),
            ("by_bytecodes", [row.count * row.bytecodes for row in rows]),
        ):
            left = percent * sum(weights) / 100
            for weight in sorted(weights, reverse=True):
                needed[name] += left > 0
                left -= weight
        found.append({"percent": percent, **needed})
    return found


def with_fact(profile: Profile, cause: Cause) -> Profile:
    """Returns the profile with one more fact, which lowers the profile's verdict."""
    facts = [Fact(cause=cause, text="something happened")]
    run = msgspec.structs.replace(profile.run, completeness=profile.completeness.with_facts(facts))
    return Profile(profile.path, run, profile.tables)


def test_a_profile_with_only_first_paths_has_no_coverage(demo: Path) -> None:
    """The profiler `bpp` counts only each method's first paths, which may not be the hottest."""
    profile = with_fact(Profile.open(demo), Cause.WINDOWS)
    assert coverage_document(profile, np.array([3, 4]), np.array([3, 4])) is None
    assert coverage_text(None) == ""
    with pytest.raises(KpathError, match="has only the first paths of each method, so there is no"):
        kpath_jvm.coverage(profile)


def test_a_profile_without_paths_has_no_coverage(tmp_path: Path) -> None:
    profile = edges_profile(tmp_path)
    assert summarise(profile, ReportOptions())["coverage"] is None
    with pytest.raises(KpathError, match="so there is no coverage by the hottest paths"):
        kpath_jvm.coverage(profile)


def test_inexact_counts_are_marked(demo: Path) -> None:
    counts = np.array([6, 3, 1])
    exact = coverage_text(coverage_document(Profile.open(demo), counts, counts * 10))
    assert exact == (
        "it takes 1, 2 and 3 of 3 completed paths to make 50, 90 and 99 % of the path completions, "
        "and 1, 2 and 3 to make 50, 90 and 99 % of these paths' bytecodes"
    )
    profile = with_fact(Profile.open(demo), Cause.LOST_EVENTS)
    assert coverage_text(coverage_document(profile, counts, counts * 10)) == (
        f"{exact}; these are shares of what was counted, and the verdict is lower bounds"
    )
    one = np.array([7])
    assert coverage_text(coverage_document(profile, one, one)) == ""


@pytest.mark.parametrize("wrong", [[101], [-1], [True], ["50"], "50", 50])
def test_wrong_percentages_are_refused(demo: Path, wrong: object) -> None:
    with pytest.raises(KpathError, match=r"^coverage: .*percents is .*; give a"):
        kpath_jvm.coverage(Profile.open(demo), percents=wrong)  # type: ignore[arg-type]


def test_all_outputs_have_the_same_coverage_by_length(demo: Path) -> None:
    profile = Profile.open(demo)
    summary = summarise(profile, ReportOptions(coverage=(1, 10)))
    assert complaints(summary, "report") == []
    found = summary["coverage_by_length"]
    frame = kpath_jvm.coverage_by_length(profile.merged(), tops=[10, 1])
    assert [row["k"] for row in found["rows"]] == frame["k"].tolist() == [1, 1, 2, 2, 4, 4]
    for share in ("completions", "bytecodes"):
        for bound, name in (("low", "least"), ("high", "most")):
            assert [row[f"share_of_{share}"][bound] for row in found["rows"]] == frame[
                f"{share}_{name}"
            ].tolist()
    page = page_document(profile, PageOptions(coverage=(1, 10))).whole["lengths"]
    assert page["rows"] == [*length_rows(found)]
    assert page["about"].startswith("Each row says what share of the path completions, ")
    assert frame.attrs["share_alone"] == found["share_alone"] > 0
    assert (
        f"; {output.percent(found['share_alone'])} of the completions have no path" in page["about"]
    )
    text = io.StringIO()
    write(text, 200, *renderables(summary))
    markdown = "\n".join(report_markdown(summary))
    for row in page["rows"]:
        for cell in row:
            assert cell in text.getvalue()
            assert cell in markdown
    # The shares of a loop are known, because the sequences of its whole method are known.
    part = Selection(loop=("9",))
    of_loop = summarise(profile, ReportOptions(coverage=(1, 10), selection=part))
    rows = [*length_rows(of_loop["coverage_by_length"])]
    assert not any("not known" in row for row in rows)
    options = PageOptions(coverage=(1, 10), selection=part)
    assert page_document(profile, options).whole["lengths"]["rows"] == rows
    assert "coverage_by_length" not in summarise(profile, ReportOptions())
    assert page_document(profile, PageOptions()).whole["lengths"] is None


def test_sequences_cover_the_same_shares_as_in_the_table_of_sequences(demo: Path) -> None:
    profile = Profile.open(demo).merged()
    frame = kpath_jvm.coverage_by_length(profile, tops=[1, 2, 50])
    for row in frame[frame["k"] > 1].itertuples():
        table = kpath_jvm.sequences(profile, top=row.top, k=row.k)
        assert len(table) == row.sequences
        assert table.iloc[-1, -4:].tolist() == [
            row.completions_least, row.completions_most, row.bytecodes_least, row.bytecodes_most,
        ]  # fmt: skip


def test_single_paths_cover_the_share_of_the_hottest_paths(demo: Path) -> None:
    """The first row has the share of the hottest path, and the second row that of the top three."""
    profile = Profile.open(demo).merged()
    counts = sorted(profile.table("paths").column("count").to_pylist(), reverse=True)
    frame = kpath_jvm.coverage_by_length(profile, tops=[1, 3], k=1)
    assert frame["completions_least"].tolist() == frame["completions_most"].tolist()
    assert frame["completions_least"].tolist() == [
        counts[0] / sum(counts), sum(counts[:3]) / sum(counts),
    ]  # fmt: skip
    one = kpath_jvm.coverage_by_length(profile, "Figure3.run", k=1)
    assert one["completions_least"].iloc[-1] == 1


def row(k: int, top: int, sequences: int, **shares: dict[str, float] | None) -> dict[str, Any]:
    return {"k": k, "top": top, "sequences": sequences, **shares}


def test_shares_by_length_are_put_into_words() -> None:
    exact, none = {"low": 0.25, "high": 0.25}, None
    bounds, wide = {"low": 0.3456, "high": 0.4567}, {"low": 0.7654, "high": 1.0}
    rows = [
        row(1, 1, 1, share_of_completions=exact, share_of_bytecodes=exact),
        row(1, 10, 3, share_of_completions=exact, share_of_bytecodes=exact),
        # The row before already has all 3 sequences, so this row is left out.
        row(1, 100, 3, share_of_completions=exact, share_of_bytecodes=exact),
        row(8, 1, 1, share_of_completions=bounds, share_of_bytecodes=wide),
        row(8, 10, 10, share_of_completions=none, share_of_bytecodes=none),
    ]
    found = {
        "verdict": None, "profile_k": 8, "rows": rows, "unclear": None, "share_alone": 0.0,
    }  # fmt: skip
    assert [*length_rows(found)] == [
        ("1 path", "1", "25.0 %", "25.0 %"),
        ("", "all 3", "25.0 %", "25.0 %"),
        ("2 to 8 paths", "1", "34.5 % to 45.7 %", "at least 76.5 %"),
        ("", "10", "not known", "not known"),
    ]
    ranges = "sequences of more than 4 paths may overlap farther back than k = 8 paths show"
    assert ranges in about_lengths(found)
    assert ranges not in about_lengths(found | {"rows": rows[:3]})
    alone = about_lengths(found | {"share_alone": 0.25})
    assert "; 25.0 % of the completions have no path before or behind them, so no" in alone
    unclear = about_lengths(found | {"unclear": {"title": "a.C.m()", "why": "it is a part"}})
    assert unclear.endswith("; not known for the sequences of a.C.m(): it is a part")
    doubtful = about_lengths(found | {"verdict": "lower bounds"})
    assert doubtful.endswith(
        "; these are shares of what was counted, and the verdict is lower bounds"
    )


def test_coverage_by_length_needs_all_paths(demo: Path, tmp_path: Path) -> None:
    needed = "so there is no coverage by the hottest sequences"
    for profile in (with_fact(Profile.open(demo), Cause.WINDOWS), edges_profile(tmp_path)):
        with pytest.raises(KpathError, match=needed):
            kpath_jvm.coverage_by_length(profile)
        with pytest.raises(KpathError, match=needed):
            summarise(profile, ReportOptions(coverage=(1,)))


@pytest.mark.parametrize(
    ("wrong", "told"),
    [({"tops": []}, r"tops is \[\]; give"), ({"tops": [0, 5]}, r"tops is \[0, 5\]; give"),
     ({"k": 0}, "k is 0; give a k from 1 to 4"), ({"k": 5}, "k is 5; give a k from 1 to 4"),
     ({"tops": 5}, "tops is 5, of type int; give a list of whole numbers")],
)  # fmt: skip
def test_wrong_values_of_tops_and_k_are_refused(
    demo: Path, wrong: dict[str, Any], told: str
) -> None:
    with pytest.raises(KpathError, match=f"^coverage_by_length: {told}"):
        kpath_jvm.coverage_by_length(Profile.open(demo), **wrong)


def test_a_profile_without_completions_has_no_rows(tmp_path: Path) -> None:
    builder = demo_recording()
    builder.sequences.clear()
    builder.counters.clear()
    write_profile(tmp_path / "none.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "none.kpath")
    assert kpath_jvm.coverage_by_length(profile).empty
    summary = summarise(profile, ReportOptions(coverage=(1,)))
    assert summary["coverage_by_length"] is None
    text = io.StringIO()
    write(text, 100, *renderables(summary))
    assert "cover together\n  none: no path was completed" in text.getvalue()


def test_the_option_coverage_takes_numbers(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(["report", str(demo), "--coverage", "10, 1,1"]) == 0
    assert "What the hottest sequences cover together" in capsys.readouterr().out
    assert run_verb(["report", str(demo), "--coverage", "1,x"]) == 2
    assert "'x' is not a whole number from 1 to 1000" in capsys.readouterr().err


def test_the_report_names_the_option_that_shows_longer_sequences(demo: Path) -> None:
    profile = Profile.open(demo)
    for options, told in ((ReportOptions(), True), (ReportOptions(coverage=(1, 10)), False)):
        summary = summarise(profile, options)
        stream = io.StringIO()
        write(stream, 200, *renderables(summary))
        hint = "; report --coverage 1,10,100 shows what longer sequences cover together"
        assert (hint in " ".join(stream.getvalue().split())) is told
        assert longer_sequences(summary) == (hint if told else "")
        assert longer_sequences(summary | {"profile_k": 1}) == ""
