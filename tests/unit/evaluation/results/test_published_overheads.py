"""Tests the overheads that papers print; their means must agree with the printed averages."""

import pytest

from kpath_jvm.evaluation.results.papers import BALL_LARUS, TALLAM
from kpath_jvm.evaluation.results.published_overheads import (
    PUBLISHED,
    paper_of,
    published,
)


def means(name: str) -> dict[str, float]:
    found = published(name)
    return found[found["suite"] == ""].set_index("series")["value"].to_dict()


@pytest.mark.parametrize(
    ("name", "averages"),
    [
        ("ball-larus-overhead", {"blpp": 1.309, "edge": 1.161}),
        ("tallam-table9", {"blpp": 1.227, "ol": 1.338, "all overlapping paths": 1.868}),
    ],
)
def test_the_printed_averages_are_the_means(name: str, averages: dict[str, float]) -> None:
    # Values are printed to a tenth of a percent; some are truncated.
    assert means(name) == pytest.approx(averages, abs=0.0011)


def test_means_include_only_programs_with_all_series() -> None:
    found = published("roy-srikant-table3").set_index(["label", "series"])
    assert ("ndes '09", "kiter k = 3") not in found.index
    assert found.at[("ndes '09", "kiter k = 2"), "value"] == 6.12
    assert found.at[("mean '09", "kiter k = 2"), "n"] == 8
    assert found.at[("mean '09", "kiter k = 3"), "k"] == 3


def test_published_overheads_have_a_kind_and_a_paper() -> None:
    found = published("yasue-figure17")
    assert set(found["kind"]) == {PUBLISHED}
    assert set(found.loc[found["suite"] != "", "suite"]) == {
        "Yasue, Suganuma, Komatsu and Nakatani, 2004"
    }
    assert paper_of("ball-larus-overhead") == BALL_LARUS
    assert paper_of("tallam-table9") == TALLAM
