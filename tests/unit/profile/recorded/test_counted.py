"""Tests what a profiler's reader returns."""

from kpath_jvm.profile.recorded.counted import Counted


def test_each_part_may_be_empty() -> None:
    counted = Counted()
    assert len(counted.forest.ids) == len(counted.forest.parents) == 0
    assert (tuple(counted.extended), tuple(counted.edges)) == ((), ())
