"""Tests that an inline profiler's counts may lack sequences, extended paths and edges."""

from kpath_jvm.profile.recorded.counted import Counted


def test_each_part_may_be_empty() -> None:
    counted = Counted()
    assert len(counted.forest.ids) == len(counted.forest.parents) == 0
    assert (tuple(counted.extended), tuple(counted.edges)) == ((), ())
