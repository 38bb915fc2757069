"""Tests what is known of a loop's entries and iterations, for one version of its method or several.

tests/unit/analysis/test_loops.py compares the counts with everything that ran.
"""

from hypothesis import given
from hypothesis import strategies as st

from kpath_jvm.analysis.of_loops.loop_counts import LoopCounts, summed_counts

#: The numbers of entries and iterations that were counted, and of entries and iterations that
#: weren't counted.
parts = st.tuples(*[st.integers(0, 20)] * 4)


def counted(entries: int, iterations: int, more_entries: int, more_iterations: int) -> LoopCounts:
    return LoopCounts(
        entries=entries,
        iterations=iterations,
        missing=max(more_entries, more_iterations),
        missing_entries=more_entries,
        missing_iterations=more_iterations,
    )


@given(st.lists(parts, min_size=1, max_size=3))
def test_bounds_of_a_sum_hold(versions: list[tuple[int, int, int, int]]) -> None:
    entries = sum(one[0] + one[2] for one in versions)
    iterations = sum(one[1] + one[3] for one in versions)
    found = summed_counts([counted(*one) for one in versions])
    assert found.entries_most is not None
    assert found.iterations_most is not None
    assert found.entries <= entries <= found.entries_most
    assert found.iterations <= iterations <= found.iterations_most
    if entries:
        most = float("inf") if found.mean_most is None else found.mean_most
        assert (found.mean_least or 0.0) <= iterations / entries <= most
    assert found.mean_iterations in (None, iterations / entries if entries else None)


def test_what_is_not_known_of_one_version_is_not_known_of_the_sum() -> None:
    known = counted(2, 6, 0, 0)
    assert summed_counts([known, known]).mean_iterations == 3
    unknown = LoopCounts(entries=2, iterations=6, missing=None, is_at_least=True)
    found = summed_counts([known, unknown])
    assert (found.entries, found.iterations, found.is_at_least) == (4, 12, True)
    assert (found.entries_most, found.iterations_most, found.mean_iterations) == (None, None, None)
    assert (found.mean_least, found.mean_most) == (None, None)
    never = LoopCounts(
        entries=2, iterations=0, missing=None, is_estimate=True, has_iterations=False
    )
    assert summed_counts([known, never]).known_iterations is None
    assert summed_counts([]).missing == 0
