"""Tests coverage: how few paths make up a given share of all path completions or bytecodes.

The results are compared with a search through all sets of paths.
"""

import random
from itertools import combinations
from pathlib import Path

import msgspec
import numpy as np
import pytest

import kpath_jvm
from builders.edges import edges_profile
from kpath_jvm import KpathError, Profile, Selection
from kpath_jvm.facts.coverage import PERCENTS, coverage_document, coverage_levels
from kpath_jvm.records.completeness import Cause, Fact
from kpath_jvm.reports.coverage_words import coverage_text
from kpath_jvm.reports.page.document import PageOptions, page_document
from kpath_jvm.reports.summary import ReportOptions, summarise


def fewest(weights: list[int], percent: float) -> int:
    """Returns how few weights add up to ``percent`` of their sum or more, by trying all sets."""
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


def test_shares_of_the_first_paths_are_left_out(demo: Path) -> None:
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
