"""Bounds of how often one path followed another, from how often each of them was completed.

At a joint each path that ended there was followed by one that begins there, or by none that was
completed (an exception has left it, or the run was over). So counts of pairs are a table with known
sums of rows and columns, one column more being what was followed by nothing. Bounds are those of
Fréchet, made closer by the same equations as those of overlapping paths (Tallam et al., equations 7
and 8) for rows and columns in turn. They hold for whatever happened; they aren't always the closest
ones that do.
"""

from dataclasses import dataclass

import numpy as np

from kpath_jvm.profile.forest import BoolArray, Int64Array

#: More than any count.
UNLIMITED = 1 << 62
#: Cells of a table that is made closer; of larger ones the first bounds are taken.
_CELLS = 1 << 22
#: Bounds hold after each round, so it is no error to stop.
_ROUNDS = 200


@dataclass(frozen=True)
class PairBounds:
    """Bounds of the cells of a table, of the shape (rows, columns)."""

    lower: Int64Array
    upper: Int64Array


def pair_bounds(
    rows: Int64Array, columns: Int64Array, allowed: BoolArray, same: BoolArray
) -> PairBounds:
    """Returns bounds of the cells from the sums of rows and columns.

    ``rows`` are completions of what ends at the joint, ``columns`` of what begins there.
    ``allowed`` are the cells that may be other than 0. ``same`` are those of a path behind itself:
    as its first completion follows another path, they are less than its completions. If more begins
    than has ended, the sums contradict each other, and no lower bound holds.
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
