"""Tests that papers are found by their keys."""

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.results.papers import PAPERS, ROY_SRIKANT, TALLAM, named


def test_papers_are_found_by_their_keys() -> None:
    assert named(["tallam", "roy-srikant", "tallam"]) == (TALLAM, ROY_SRIKANT)
    assert ROY_SRIKANT.name == "Roy and Srikant, 2009"
    assert all(key == paper.key for key, paper in PAPERS.items())


def test_the_error_for_an_unknown_paper_suggests_the_nearest() -> None:
    with pytest.raises(KpathError, match="no paper 'talam'; did you mean tallam") as raised:
        named(["talam"])
    assert raised.value.exit_status == 2
