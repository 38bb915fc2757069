"""The total work of both sides, and the part of it that a change concerns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from kpath_jvm.analysis.diff.figures import Figure
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.profile.forest import Int64Array

#: How methods and loops are weighed. One measure is the change of their own bytecodes, as a share
#: of all bytecodes that the base executed. The other measure is the change of their share of each
#: side's bytecodes.
Measure: TypeAlias = Literal["bytecodes", "share"]
#: Totals are comparable if the larger one is less than this many times the smaller one.
MOST_APART = 2.0


@dataclass(frozen=True)
class WorkTotals:
    """The sums of all methods' bytecodes, per profile in ``runs``, and per run in ``each``.

    Both have a value for each profile. They differ only for a profile that adds up several runs:
    ``each`` has its sum divided by the number of these runs.
    """

    runs: tuple[Int64Array, Int64Array]
    each: Figure

    @classmethod
    def of(cls, base: Side, new: Side) -> WorkTotals:
        """Returns the totals of two sides."""
        sides = (base, new)
        each = Figure(*(side.per_run(side.bytecodes.tolist()) for side in sides))
        return cls((base.bytecodes, new.bytecodes), each)

    @cached_property
    def measure(self) -> Measure:
        """The measure by which methods and loops are weighed.

        If one side did several times the work of the other, for instance because it ran longer,
        nearly everything has changed by that factor. Then shares show better what else has changed.
        """
        least, most = sorted(self.each.means)
        return "bytecodes" if least and most < MOST_APART * least else "share"

    def part(self, bytecodes: Figure) -> float | None:
        """Returns the change of some bytecodes, as a share of all bytecodes that the base executed.

        The parts of all methods add up to the growth of the total. The result is None if the base
        executed nothing.
        """
        before = self.each.means[0]
        return bytecodes.change / before if before else None

    def weight(self, bytecodes: Figure, share: Figure) -> float:
        """Returns the weight of a method or loop with these figures, by the measure."""
        part = self.part(bytecodes)
        if self.measure == "bytecodes" and part is not None:
            return abs(part)
        # The share of a program's only hot method stays the same, even if the method does much
        # more.
        return abs(share.change) or max(share.means) * abs(bytecodes.relative)
