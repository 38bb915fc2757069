"""Values of the command line: what is one, and the line about what isn't."""

import click
import pytest

from kpath_jvm.cli.parameters import Cache, Lengths, Size, WholeNumber


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (WholeNumber(1, 64), "1", 1),
        (WholeNumber(1, 64), "64", 64),
        (WholeNumber(-3, 3), "-3", -3),
        (Lengths(1), "8,2, 3,2", (2, 3, 8)),
        (Lengths(1), (1, 2), (1, 2)),
        (Size(), "64M", 64 << 20),
        (Size(), "4096", 4096),
    ],
)
def test_a_value_is_converted(kind: click.ParamType, text: object, value: object) -> None:
    assert kind.convert(text, None, None) == value


@pytest.mark.parametrize(
    ("kind", "text", "complaint"),
    [
        (WholeNumber(1, 64), "0", "'0' is not a whole number from 1 to 64"),
        (WholeNumber(1, 64), "65", "'65' is not a whole number from 1 to 64"),
        (WholeNumber(1, 64), "1.5", "is not a whole number"),
        (WholeNumber(1, 64), "٣", "is not a whole number"),
        (WholeNumber(1, 64), "9" * 5000, "is not a whole number"),
        (Lengths(2), "2,,3", "'' is not a whole number from 2 to 64"),
        (Lengths(2), "1,2", "'1' is not a whole number from 2 to 64"),
        (Size(), "64MB", "'64MB' is not a size; write bytes, or 512K, 64M, 1G"),
        (Cache(), "32K", "'32K' is not a cache; write its size, ways"),
    ],
)
def test_what_is_none_is_one_line(kind: click.ParamType, text: str, complaint: str) -> None:
    with pytest.raises(click.BadParameter) as refused:
        kind.convert(text, None, None)
    assert complaint in refused.value.message
    assert "\n" not in refused.value.message


def test_a_cache_has_its_shape() -> None:
    shape = Cache().convert("32K:8:64", None, None)
    assert (shape.size_bytes, shape.ways, shape.line_bytes) == (32 << 10, 8, 64)
