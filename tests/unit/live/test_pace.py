"""Tests how often a look at a recording is taken."""

from hypothesis import given
from hypothesis import strategies as st

from kpath_jvm.live.pace import DUMPING, LOOKING, Pace


def test_a_short_look_is_taken_every_two_seconds() -> None:
    pace = Pace()
    assert pace.due_in(100.0) == 0.0
    pace.looked(100.0, 100.01, 100.1)
    assert pace.due_in(100.0) == 2.0
    assert pace.due_in(103.0) == 0.0


@given(
    least=st.floats(0.01, 10),
    took=st.lists(st.tuples(st.floats(0.001, 5), st.floats(0, 5)), min_size=1, max_size=20),
)
def test_looks_stay_within_their_shares_of_time(
    least: float, took: list[tuple[float, float]]
) -> None:
    pace = Pace(least)
    # The first dump takes longer, because it also loads the code for dumps. So the first look may
    # exceed the bound on dumps, but not the bound on whole looks.
    pace.looked(0.0, 3.0, 4.0)
    assert pace.due_in(4.0) == max(least, 16.0) - 4.0
    now, first, dumped, read = 50.0, 3.0, 0.0, 0.0
    for dump, rest in took:
        pace.looked(now, now + dump, now + dump + rest)
        dumped, read = dumped + dump, read + dump + rest
        now += dump + rest
        now += pace.due_in(now)
    assert dumped <= DUMPING * (now - 50.0) * 1.0001
    assert read <= LOOKING * (now - 50.0) * 1.0001
    assert abs(pace.dumping - (first + dumped) / now) < 1e-6


def test_dumps_never_take_more_than_all_of_the_time() -> None:
    # `live --once` takes two looks. Here a dump takes longer than the interval between looks.
    pace = Pace(2.0, is_sparing=False)
    pace.looked(0.0, 3.0, 3.5)
    pace.looked(3.5, 6.5, 7.0)
    assert pace.dumping == 6.0 / 7.0


def test_failed_looks_are_repeated_soon() -> None:
    pace = Pace()
    pace.failed(10.0)
    assert 0.0 < pace.due_in(10.0) <= 1.0
    assert pace.dumping == 0.0
    pace.hurry()
    assert pace.due_in(10.0) == 0.0
