"""Tests that names of data series are split into their parts and joined again."""

import pytest

from kpath_jvm.evaluation.results.series_names import SeriesName
from kpath_jvm.evaluation.results.settings import Chosen


@pytest.mark.parametrize(
    ("text", "of", "k", "cut", "scope"),
    [
        ("stream k = 8 (back-edge)", "stream", 8, "back-edge", ""),
        ("k-blpp k = 16", "k-blpp", 16, "", ""),
        ("k = 3", "", 3, "", ""),
        ("k = 3 (loop-header)", "", 3, "loop-header", ""),
        ("edge (back-edge)", "edge", None, "back-edge", ""),
        ("native-again", "native-again", None, "", ""),
        ("loop-free", "loop-free", None, "", ""),
        ("stream k = 8 scope loops (back-edge)", "stream", 8, "back-edge", "loops"),
        ("k = 3 scope hot", "", 3, "", "hot"),
        ("edge scope loops", "edge", None, "", "loops"),
    ],
)
def test_names_are_split_into_parts(
    text: str, of: str, k: int | None, cut: str, scope: str
) -> None:
    name = SeriesName.parse(text)
    assert name == (of, k, cut, scope, ())
    assert str(name) == text


@pytest.mark.parametrize(
    ("text", "of", "k", "scope", "own"),
    [
        ("ol degree = 3", "ol", None, "", (("degree", 3),)),
        ("ol degree = 0 scope hot", "ol", None, "hot", (("degree", 0),)),
        (
            "spp threshold = 100 remove_probes = no",
            "spp", None, "", (("threshold", 100), ("remove_probes", False)),
        ),
        (
            "blpp array_paths = 0 guided = yes",
            "blpp", None, "", (("array_paths", 0), ("guided", True)),
        ),
        ("k-blpp k = 8 guided = yes", "k-blpp", 8, "", (("guided", True),)),
    ],
)  # fmt: skip
def test_names_with_settings_are_split_into_parts(
    text: str, of: str, k: int | None, scope: str, own: Chosen
) -> None:
    name = SeriesName.parse(text)
    assert name == SeriesName(of, k, "", scope, own)
    assert str(name) == text
