"""Tests when it may help to know more paths than the sequences of a profile show."""

import pytest

from kpath_jvm.analysis.look_back import may_tell_more


@pytest.mark.parametrize(
    ("bits", "may"),
    [
        # (i & 4) == 0: four known paths make the next path certain, yet the period is 8.
        ((1.0, 0.81, 0.69, 0.5, 0.0, 0.0, 0.0, 0.0), True),
        ((1.0, 0.81, 0.69, 0.5), True),
        # A coin: earlier tosses tell nothing.
        ((1.0, 1.0, 1.0, 1.0), False),
        # In the pattern yes, yes, no, no, a single known path tells nothing, either.
        ((1.0, 1.0), True),
        ((1.0, 1.0, 1.0), True),
        # The way depends only on the iteration before.
        ((1.0, 0.6, 0.6, 0.6), False),
        # The loop always goes the same way.
        ((0.0, 0.0), False),
    ],
)
def test_entropies_show_when_more_paths_may_help(bits: tuple[float, ...], may: bool) -> None:
    assert may_tell_more(bits, len(bits)) is may


def test_a_larger_k_does_not_help_where_k_is_not_the_limit() -> None:
    assert not may_tell_more((1.0, 0.81, 0.69), 4)
    assert not may_tell_more((), 1)
