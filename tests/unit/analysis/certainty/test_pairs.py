"""Tests bounds on how often one path followed another, if only the counts of paths are known.

The counts of pairs form a table. A row stands for the first path of a pair, a column for the second
path. The sums of the rows and columns are known.
"""

from itertools import product

import numpy as np
import pytest

from kpath_jvm.analysis.certainty import pairs
from kpath_jvm.analysis.certainty.pairs import pair_bounds


def tables(rows: list[int], columns: int) -> list[np.ndarray]:
    """Returns all tables in which each row adds up to at most its number in ``rows``.

    The number is how often the row's path was executed. The row adds up to less if no path came
    after some of these executions.
    """
    choices = [
        [cells for cells in product(range(total + 1), repeat=columns) if sum(cells) <= total]
        for total in rows
    ]
    return [np.array(chosen) for chosen in product(*choices)]


@pytest.mark.parametrize("rows", [[3, 2], [4, 1], [2, 2, 1]])
@pytest.mark.parametrize("mask", ["none", "forbidden cell", "same path"])
def test_bounds_hold_for_every_table_with_the_same_sums(rows: list[int], mask: str) -> None:
    shape = len(rows), 2
    allowed = np.ones(shape, dtype=bool)
    same = np.zeros(shape, dtype=bool)
    if mask == "forbidden cell":
        allowed[0, 1] = False
    if mask == "same path":
        same[0, 0] = True
    found: dict[tuple[int, ...], list[np.ndarray]] = {}
    for one in tables(rows, 2):
        sums = one.sum(axis=0)
        if not one[~allowed].any() and not (same & (one >= np.maximum(sums, 1))).any():
            found.setdefault(tuple(sums.tolist()), []).append(one)
    for columns, alike in found.items():
        bounds = pair_bounds(np.array(rows), np.array(columns), allowed, same)
        assert (bounds.lower <= np.min(alike, axis=0)).all()
        assert (bounds.upper >= np.max(alike, axis=0)).all()
        if mask == "none" and len(rows) == 2:
            # With two rows and no forbidden cell, there are no closer bounds.
            assert (bounds.lower == np.min(alike, axis=0)).all()
            assert (bounds.upper == np.max(alike, axis=0)).all()


def test_pairs_are_known_if_a_loop_was_entered_once() -> None:
    """The loop was entered and left once, so the first row and the last column each sum to 1."""
    same = np.array([[False, False], [True, False]])
    found = pair_bounds(np.array([1, 99]), np.array([99, 1]), np.ones((2, 2), dtype=bool), same)
    assert found.lower.tolist() == found.upper.tolist() == [[1, 0], [98, 1]]


def test_more_beginnings_than_ends_leave_no_lower_bound() -> None:
    found = pair_bounds(
        np.array([5]), np.array([6]), np.ones((1, 1), dtype=bool), np.zeros((1, 1), dtype=bool)
    )
    assert (found.lower.tolist(), found.upper.tolist()) == ([[0]], [[5]])


def test_the_bounds_of_large_tables_are_not_tightened(monkeypatch: pytest.MonkeyPatch) -> None:
    given = (
        np.array([1, 99]), np.array([99, 1]), np.ones((2, 2), dtype=bool),
        np.array([[False, False], [True, False]]),
    )  # fmt: skip
    closer = pair_bounds(*given)
    monkeypatch.setattr(pairs, "_CELLS", 3)
    wider = pair_bounds(*given)
    assert (wider.lower <= closer.lower).all()
    assert (wider.upper >= closer.upper).all()
    assert (wider.lower < closer.lower).any()
