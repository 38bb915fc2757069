"""Tests the conversion of values on the command line, and the messages about wrong values."""

import click
import pytest

from kpath_jvm.cli.options.parameters import (
    Cache,
    LengthsType,
    NumbersType,
    OfLoops,
    SizeType,
    WholeNumber,
)


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (WholeNumber(1, 64), "1", 1),
        (WholeNumber(1, 64), "64", 64),
        (WholeNumber(-3, 3), "-3", -3),
        (LengthsType(1), "8,2, 3,2", (2, 3, 8)),
        (LengthsType(1), (1, 2), (1, 2)),
        (LengthsType(1), "2-5", (2, 3, 4, 5)),
        (LengthsType(1), "16, 3 - 4,4-5,7-7", (3, 4, 5, 7, 16)),
        (NumbersType(1, 1_000), "100, 1,10,1", (1, 10, 100)),
        (NumbersType(1, 1_000), (1, 10), (1, 10)),
        (SizeType(), "64M", 64 << 20),
        (SizeType(), "4096", 4096),
        (OfLoops(0, 254), "a.B.run@12:0", "a.B.run@12:0"),
    ],
)
def test_values_are_converted(kind: click.ParamType, text: object, value: object) -> None:
    assert kind.convert(text, None, None) == value


@pytest.mark.parametrize(
    ("kind", "text", "complaint"),
    [
        (WholeNumber(1, 64), "0", "'0' is not a whole number from 1 to 64"),
        (WholeNumber(1, 64), "65", "'65' is not a whole number from 1 to 64"),
        (WholeNumber(1, 64), "1.5", "is not a whole number"),
        (WholeNumber(1, 64), "٣", "is not a whole number"),
        (WholeNumber(1, 64), "9" * 5000, "is not a whole number"),
        (NumbersType(1, 1_000), "1,,3", "'' is not a whole number from 1 to 1000"),
        (NumbersType(1, 1_000), "1-3", "'1-3' is not a whole number from 1 to 1000"),
        (NumbersType(1, 1_000), "1001", "'1001' is not a whole number from 1 to 1000"),
        (LengthsType(2), "2,,3", "'' is not a whole number from 2 to 64"),
        (LengthsType(2), "1,2", "'1' is not a whole number from 2 to 64"),
        (LengthsType(2), "1-4", "'1' is not a whole number from 2 to 64"),
        (LengthsType(2), "2-65", "'65' is not a whole number from 2 to 64"),
        (LengthsType(2), "2-", "'' is not a whole number from 2 to 64"),
        (LengthsType(2), "-2", "'' is not a whole number from 2 to 64"),
        (LengthsType(2), "2-3-4", "'3-4' is not a whole number from 2 to 64"),
        (LengthsType(2), "8,5-3", "'5-3' runs backwards; write 3-5"),
        (SizeType(), "64MB", "'64MB' is not a size; write bytes, or 512K, 64M, 1G"),
        (Cache(), "32K", "'32K' is not a cache; write its size, its"),
        (OfLoops(0, 254), "a.B.run=3", "is not CLASS.METHOD:K or CLASS.METHOD@OFFSET:K, where"),
        (OfLoops(0, 254), "a.B.run:255", "where K is from 0 to 254"),
        (OfLoops(1, 64), "a.B.run@12:0", "where K is from 1 to 64"),
        (OfLoops(1, 64), "run:2", "'run:2' is not CLASS.METHOD:K"),
    ],
)
def test_wrong_values_give_an_error_of_one_line(
    kind: click.ParamType, text: str, complaint: str
) -> None:
    with pytest.raises(click.BadParameter) as refused:
        kind.convert(text, None, None)
    assert complaint in refused.value.message
    assert "\n" not in refused.value.message


@pytest.mark.parametrize("text", ["a.B.run:3", "B.r*@12:0", "*.*:254", "a/B/run:3"])
def test_loops_may_be_given_by_patterns(text: str) -> None:
    assert OfLoops(0, 254).convert(text, None, None) == text


def test_the_shape_of_a_cache_is_parsed() -> None:
    shape = Cache().convert("32K:8:64", None, None)
    assert (shape.size_bytes, shape.ways, shape.line_bytes) == (32 << 10, 8, 64)
