"""Computes bounds on how often one path followed another, from how often each was completed.

After a path that ended at a joint (joints.py), another path began there, and was completed unless
an exception left it or the run ended. So the counts of pairs form a table. It has a row for each
path that ends at the joint, and a column for each path that begins there. One more column is for
paths that no completed path followed. The sums of rows and columns are known, and limit the cells
(Fréchet's bounds). Equations 7 and 8 of the paper on overlapping paths (Tallam, Zhang and Gupta,
2004) tighten the bounds, for rows and columns in turn. The tightened bounds always hold, but aren't
always the tightest possible.
"""

from dataclasses import dataclass

import numpy as np

from kpath_jvm.profile.forest import BoolArray, Int64Array

#: A value that is greater than any count.
UNLIMITED = 1 << 62
#: Bounds are tightened only in tables of at most this number of cells.
_CELLS = 1 << 22
#: The most rounds of tightening. The bounds hold after each.
_ROUNDS = 200


@dataclass(frozen=True)
class PairBounds:
    """Bounds on the cells of a table, of shape (rows, columns)."""

    lower: Int64Array
    upper: Int64Array


def pair_bounds(
    rows: Int64Array, columns: Int64Array, allowed: BoolArray, same: BoolArray
) -> PairBounds:
    """Returns bounds on the cells of a table, computed from the sums of its rows and columns.

    ``rows`` are the completions of paths that end at the joint, and ``columns`` of those that begin
    there. ``allowed`` says which cells may be above 0, and ``same`` says in which cells a path
    follows itself. The count in such a cell is less than the path's completions, because the path's
    first completion follows another path. If more paths begin than end, the sums contradict each
    other, and all lower bounds are 0.
    """
    total = int(rows.sum())
    lost = total - int(columns.sum())
    upper = np.minimum(rows[:, np.newaxis], columns[np.newaxis, :])
    upper = np.where(same, np.minimum(upper, np.maximum(columns - 1, 0)), upper) * allowed
    lower = np.zeros_like(upper)
    if lost < 0:
        return PairBounds(lower, upper)
    if allowed.all():
        lower = np.maximum(rows[:, np.newaxis] + columns[np.newaxis, :] - total, 0)
        lower = np.minimum(lower, upper)
    if upper.size > _CELLS:
        return PairBounds(lower, upper)
    sums = np.append(columns, lost)
    wide_lower = np.column_stack([lower, np.zeros_like(rows)])
    wide_upper = np.column_stack([upper, np.minimum(rows, lost)])
    for _ in range(_ROUNDS):
        before = wide_lower.sum(), wide_upper.sum()
        for axis, totals in ((1, rows[:, np.newaxis]), (0, sums[np.newaxis, :])):
            rest = totals - wide_lower.sum(axis=axis, keepdims=True)
            wide_upper = np.minimum(wide_upper, rest + wide_lower)
            rest = totals - wide_upper.sum(axis=axis, keepdims=True)
            wide_lower = np.maximum(wide_lower, rest + wide_upper)
        if before == (wide_lower.sum(), wide_upper.sum()):
            break
    return PairBounds(wide_lower[:, :-1], wide_upper[:, :-1])
