"""Tests figures as text, and streams that accept only ASCII."""

import io
from decimal import Decimal
from fractions import Fraction

import pytest
from rich.text import Text

from kpath_jvm.reports import output


def test_figures() -> None:
    assert output.percent(0.1234) == "12.3 %"
    assert output.percent(0.0001) == "< 0.1 %"
    assert output.percent(0.0) == "0.0 %"
    # A share below 100 % isn't rounded to 100 %.
    assert output.percent(0.99999) == "> 99.9 %"
    assert output.percent(0.9994) == "99.9 %"
    assert output.percent(1.0) == "100.0 %"
    assert [output.tenths(one) for one in (6.25, 6.24, 1234.0)] == ["6.3", "6.2", "1,234.0"]
    assert output.size(0) == "0 bytes"
    assert output.size(1536) == "1.5 KiB"
    assert output.size(2**50) == "1024.0 TiB"
    assert output.size(None) == "not known"


def test_bounds_of_shares_are_rounded_outwards() -> None:
    """144,787 of 7,305,073 entries are 1.982 %, which is less than 2.0 %."""
    assert output.percent_at_least(144_787 / 7_305_073) == "1.9 %"
    assert output.percent_at_most(144_787 / 7_305_073) == "2.0 %"
    assert (output.percent_at_least(0.0009), output.percent_at_most(0.0009)) == ("< 0.1 %", "0.1 %")
    assert (output.percent_at_least(0.9999), output.percent_at_most(0.9999)) == (
        "99.9 %",
        "> 99.9 %",
    )
    for count in range(1, 2_000):
        least, most = (
            Fraction(text.removesuffix(" %")) / 100
            for text in (
                output.percent_at_least(count / 2_000) if count > 1 else "0",
                output.percent_at_most(count / 2_000) if count < 1_999 else "100",
            )
        )
        assert least <= Fraction(count, 2_000) <= most
        # A share in whole tenths of a percent isn't rounded.
        assert (least == most) == (count % 2 == 0)


def test_shares_that_add_up_to_1_also_do_so_as_texts() -> None:
    """A share exactly between two texts is rounded to the text with an even last digit."""
    assert (output.percent(10_150 / 20_000), output.percent(9_850 / 20_000)) == ("50.8 %", "49.2 %")
    assert output.percent(0.0015) == "0.2 %"
    for count in range(20_001):
        shares = [output.percent(one / 20_000) for one in (count, 20_000 - count)]
        if not any(one[0] in "<>" for one in shares):
            assert sum(Decimal(one.removesuffix(" %")) for one in shares) == 100
        else:
            assert {one[0] for one in shares} == {"<", ">"}


def test_ascii_streams_get_ascii() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    output.write(stream, 100, Text("a → b ×2 größe"))  # noqa: RUF001
    stream.seek(0)
    assert stream.read() == "a -> b x2 gr\\xf6\\xdfe\n"


@pytest.mark.parametrize(
    ("number", "text", "signed"),
    [
        (7.18e-5, "0.0000718", "+0.0000718"), (999.6, "1,000", "+1,000"), (50.0, "50", "+50.0"),
        (12.3456, "12.3", "+12.3"), (-0.00001, "-0.00001", "-0.0000100"), (100.0, "100", "+100"),
    ],
)  # fmt: skip
def test_numbers_are_written_without_an_exponent(number: float, text: str, signed: str) -> None:
    assert output.in_digits(number, 3) == text
    assert output.signed(number, 3) == signed


def test_sentences_begin_with_a_capital_unless_they_begin_with_k() -> None:
    assert output.as_sentence("k = 8 is too short") == "k = 8 is too short."
    assert output.as_sentence("a loop's share") == "A loop's share."
