"""When more known paths than a profile has may tell more."""

import pytest

from kpath_jvm.analysis.look_back import may_tell_more


@pytest.mark.parametrize(
    ("bits", "may"),
    [
        # (i & 4) == 0: certain from 4 known paths on, and yet no period of up to 7.
        ((1.0, 0.81, 0.69, 0.5, 0.0, 0.0, 0.0, 0.0), True),
        ((1.0, 0.81, 0.69, 0.5), True),
        # A coin: what is seen tells nothing.
        ((1.0, 1.0, 1.0, 1.0), False),
        # Of yes, yes, no, no a single known path tells nothing, either.
        ((1.0, 1.0), True),
        ((1.0, 1.0, 1.0), True),
        # The way depends on the iteration before and on nothing else.
        ((1.0, 0.6, 0.6, 0.6), False),
        # Always the same way.
        ((0.0, 0.0), False),
    ],
)
def test_by_what_is_seen(bits: tuple[float, ...], may: bool) -> None:
    assert may_tell_more(bits, len(bits)) is may


def test_where_something_else_than_k_is_the_limit() -> None:
    assert not may_tell_more((1.0, 0.81, 0.69), 4)
    assert not may_tell_more((), 1)
