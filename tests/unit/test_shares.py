"""Tests how shares and growths such as 10% and 0.1 are read."""

import pytest

from kpath_jvm.shares import NoShareError, growth_of, share_of


@pytest.mark.parametrize(
    ("value", "share"),
    [
        ("10%", 0.1), (" 12.5 % ", 0.125), ("0.1", 0.1), (".5", 0.5), ("0", 0), ("100%", 1),
        (0.25, 0.25), (0, 0), (0.0, 0), ("0%", 0), ("5.%", 0.05), (0.00001, 0.00001),
    ],
)  # fmt: skip
def test_valid_shares_are_read(value: object, share: float) -> None:
    assert share_of(value) == share


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (15, "15 would be 1,500 %; write 15% or 0.15"),
        ("15", "'15' would be 1,500 %; write 15% or 0.15"),
        (2, "2 would be 200 %; write 2% or 0.02"),
        (1.5, "1.5 would be 150 %; write 1.5% or 0.015"),
        (100, "100 would be 10,000 %; write 100%"),
        (1, "1 can mean 1 % or all; write 1% (or 0.01), or 100%"),
        ("1", "'1' can mean 1 % or all"), (1.0, "1.0 can mean 1 % or all"),
        ("200%", "'200%' is more than the whole; a share is 100% at most"),
        (200, "200 is more than the whole"),
        (-0.1, "-0.1 is not a share; write 10% or 0.1"), ("-1%", "'-1%' is not a share"),
        (float("nan"), "nan is not a share"), (float("inf"), "inf is not a share"),
        ("nan", "'nan' is not a share"), ("", "'' is not a share"), ("%", "'%' is not a share"),
        (True, "true is not a share"), ([1], "[1] is not a share"), (None, "None is not a share"),
        ("1e-3", "'1e-3' is not a share"), ("1.2.3%", "'1.2.3%' is not a share"),
        (10**400, "is more than the whole"),
    ],
)  # fmt: skip
def test_invalid_shares_are_refused(value: object, message: str) -> None:
    with pytest.raises(NoShareError) as failure:
        share_of(value)
    assert message in str(failure.value)


@pytest.mark.parametrize(
    ("text", "growth"), [("10%", 0.1), ("250 %", 2.5), ("0.1", 0.1), ("0", 0), ("100%", 1)]
)
def test_a_growth_may_exceed_100_percent(text: str, growth: float) -> None:
    assert growth_of(text) == growth


@pytest.mark.parametrize("text", ["1", "15", "", "-1%", "x", "nan", "1e3%"])
def test_invalid_growths_are_refused(text: str) -> None:
    with pytest.raises(NoShareError, match=r"is not a percentage|write a % sign"):
        growth_of(text)
