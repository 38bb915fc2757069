"""Bounds on how often one path followed another, from how often each was completed.

At a joint, each path that ended there was followed by one that begins there, or by no completed
path, because an exception left that path or the run was over. So the counts of pairs form a table
whose row and column sums are known. One additional column counts the paths that no completed path
followed. The bounds are those of Fréchet, tightened by the equations of overlapping paths (Tallam
et al., equations 7 and 8) for rows and columns in turn. They always hold, but aren't always the
tightest possible.
"""

from dataclasses import dataclass

import numpy as np

from kpath_jvm.profile.forest import BoolArray, Int64Array

#: A value that is greater than any count.
UNLIMITED = 1 << 62
#: The most cells of a table that is tightened; larger tables keep the first bounds.
_CELLS = 1 << 22
#: The most rounds of tightening. The bounds hold after each of them.
_ROUNDS = 200


@dataclass(frozen=True)
class PairBounds:
    """Bounds on the cells of a table, of shape (rows, columns)."""

    lower: Int64Array
    upper: Int64Array


def pair_bounds(
    rows: Int64Array, columns: Int64Array, allowed: BoolArray, same: BoolArray
) -> PairBounds:
    """Returns bounds on the cells from the sums of rows and columns.

    ``rows`` are completions of paths that end at the joint, ``columns`` of paths that begin there.
    ``allowed`` are the cells that may be other than 0. ``same`` are the cells where a path follows
    itself: its first completion follows another path, so such a cell is less than the number of
    completions. If more paths begin than end, the sums contradict each other, and no lower bound
    holds.
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
