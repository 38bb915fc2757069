"""Tests verdicts and their texts."""

import pytest

from kpath_jvm.evaluation.results.judgement import (
    FAILS,
    HOLDS,
    UNMEASURED,
    Judgement,
    among,
    holds_if,
    unmeasured,
)


def test_only_trends_that_do_not_hold_have_a_reason() -> None:
    assert holds_if(True, "5 of 6", "small inputs", over=6) == Judgement(HOLDS, "5 of 6", over=6)
    fails = Judgement(FAILS, "1 of 6", "small inputs", over=6)
    assert holds_if(False, "1 of 6", "small inputs", over=6) == fails


def test_trends_without_data_are_unmeasured() -> None:
    assert unmeasured("no times") == Judgement(UNMEASURED, "no times", over=0)


@pytest.mark.parametrize(
    ("count", "text"), [(0, "none"), (1, "0"), (3, "0, 1, 2"), (5, "0, 1, 2 and 2 more")]
)
def test_only_the_first_of_many_names_are_listed(count: int, text: str) -> None:
    assert among(map(str, range(count)), most=3) == text
