"""Tests quotients that know their exact value."""

import copy
import pickle
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from kpath_jvm.analysis.diff.figures import Figure
from kpath_jvm.ratio import Ratio, exactly, is_greater
from kpath_jvm.shares import growth_of, share_of

_COUNTS = st.integers(min_value=1, max_value=10**12)


@given(part=_COUNTS, whole=_COUNTS)
def test_a_ratio_keeps_its_exact_fraction(part: int, whole: int) -> None:
    one = Ratio(part, whole)
    assert one == part / whole
    assert exactly(one) == Fraction(part, whole)
    assert exactly(abs(-one)) == Fraction(part, whole)
    for again in (copy.copy(one), pickle.loads(pickle.dumps(one))):
        assert exactly(again) == Fraction(part, whole)
    assert not is_greater(one, one)
    assert is_greater(Ratio(part * 10**30 + 1, whole * 10**30), one)


@given(counts=st.lists(st.integers(0, 1000), min_size=2, max_size=6), whole=st.integers(1, 1000))
def test_changes_are_exact(counts: list[int], whole: int) -> None:
    half = len(counts) // 2
    sides = counts[:half], counts[half:]
    figure = Figure(*(tuple(Ratio(one, whole) for one in side) for side in sides))
    before, after = (Fraction(sum(side), len(side) * whole) for side in sides)
    assert exactly(figure.exact_change) == after - before
    if max(before, after):
        assert exactly(figure.exact_relative) == (after - before) / max(before, after)
    if before:
        assert exactly(figure.exact_growth) == (after - before) / before


@given(st.integers(0, 99_999))
def test_shares_and_growths_have_exactly_the_written_value(thousandths: int) -> None:
    text = f"{thousandths // 1000}.{thousandths % 1000:03d}%"
    for read in (share_of, growth_of):
        assert exactly(read(text)) == Fraction(thousandths, 100_000)
