"""Computes bounds on the flows of interesting paths by iterating equations.

The equations are those of section 2.2 of the paper "Extending Path Profiling across Loop Backedges
and Procedure Boundaries" by Tallam, Zhang and Gupta. An interesting path p!q is a path p that is
followed by a path q. The count of an interesting path, called its flow, is an unknown. A profiled
(overlapping) path is p and the beginning of what followed p. A group contains all interesting paths
that fit one profiled path, and the count of this profiled path is the group's total (equation 3).
An execution that leaves the loop before the second iteration is complete belongs to none of the
interesting paths. If there may be such executions, their number is one additional unknown of the
group. Without this unknown, lower bounds would be too high.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Int64Array = npt.NDArray[np.int64]

#: A value that is greater than any count.
UNLIMITED = 1 << 62


@dataclass(frozen=True)
class FlowGroup:
    """Unknowns that add up to at most ``total``, and at least ``total`` - ``leaving``.

    ``limits`` are upper bounds that follow from other counts, one per unknown. In loops, a limit is
    the smaller of two counts: how often another iteration followed p (F_p - X_p in equation 5), and
    how often q followed another iteration (F_q - E_q in equation 6). Across calls, a limit is the
    count of q (F_q in equations 12 and 17).
    """

    total: int
    limits: tuple[int, ...]
    leaving: int = 0


@dataclass(frozen=True)
class Bounds:
    """Lower and upper bounds of unknowns, in the order of the groups and of each group's limits."""

    lower: Int64Array
    upper: Int64Array

    @property
    def definite(self) -> int:
        """The sum of the lower bounds."""
        return int(self.lower.sum())

    @property
    def potential(self) -> int:
        """The sum of the upper bounds."""
        return int(self.upper.sum())

    @property
    def precise(self) -> int:
        """The number of unknowns whose bounds are equal."""
        return int((self.lower == self.upper).sum())


def bounds(groups: Sequence[FlowGroup], leaving: int = UNLIMITED) -> Bounds:
    """Returns the fixpoint of equations 7 and 8, starting from lower bounds of 0.

    In all groups together, at most ``leaving`` executions belong to no interesting path.
    """
    of_group = np.repeat(np.arange(len(groups)), [len(group.limits) for group in groups])
    totals = np.array([group.total for group in groups], dtype=np.int64)
    limits = np.array([one for group in groups for one in group.limits], dtype=np.int64)
    most_left = np.array([group.leaving for group in groups], dtype=np.int64)
    lower = np.zeros(len(limits), dtype=np.int64)
    left = np.zeros(len(groups), dtype=np.int64)
    while True:
        # An unknown is at most what remains if all other unknowns have their least values.
        rest = totals - left - _sums(lower, of_group, len(groups))
        upper = np.maximum(np.minimum(limits, rest[of_group] + lower), 0)
        # An unknown is at least what remains if all others have their greatest values.
        left_upper = np.minimum(np.minimum(most_left, rest + left), leaving - left.sum() + left)
        certain = totals - left_upper - _sums(upper, of_group, len(groups))
        raised = np.maximum(certain[of_group] + upper, lower)
        left_raised = np.maximum(certain + left_upper, left)
        if (raised == lower).all() and (left_raised == left).all():
            return Bounds(lower, upper)
        lower, left = raised, left_raised


def _sums(values: Int64Array, of_group: Int64Array, count: int) -> Int64Array:
    sums = np.zeros(count, dtype=np.int64)
    np.add.at(sums, of_group, values)
    return sums
