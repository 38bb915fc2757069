"""Computes the total work of both sides, and the part of it that a change concerns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from kpath_jvm.analysis.diff.figures import Bounded, BoundedFigure, Figure
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.analysis.of_edges.amount_bounds import AmountBounds
from kpath_jvm.profile.forest import Int64Array
from kpath_jvm.ratio import Ratio

#: How methods and loops are weighed: either by the change of their bytecodes (as a share of the
#: base's total), or by the change of their share of each side's bytecodes.
Measure: TypeAlias = Literal["bytecodes", "share"]
#: Totals are comparable if the larger one is less than this many times the smaller one.
MOST_APART = 2.0


@dataclass(frozen=True)
class WorkBounds:
    """The bounds of a method's or loop's figures, where edges were counted.

    ``part`` bounds the change of the bytecodes, and ``of_base`` bounds each side's bytecodes, both
    as shares of all bytecodes that the base executed. ``part`` and ``of_base`` are None if unknown.
    """

    bytecodes: BoundedFigure
    share: BoundedFigure
    part: AmountBounds | None
    of_base: tuple[AmountBounds, AmountBounds] | None


@dataclass(frozen=True)
class WorkTotals:
    """The sums of all methods' bytecodes in each profile of both sides.

    ``runs`` has the sums, and ``bounds`` has their bounds. ``summed`` is the number of runs that a
    profile adds up, and ``each`` is the sum divided by this number.
    """

    runs: tuple[Int64Array, Int64Array]
    each: Figure
    bounds: tuple[tuple[AmountBounds, ...], tuple[AmountBounds, ...]]
    summed: tuple[tuple[int, ...], tuple[int, ...]]

    @classmethod
    def of(cls, base: Side, new: Side) -> WorkTotals:
        """Returns the totals of two sides."""
        sides = (base, new)
        each = Figure(*(side.per_run(side.bytecodes.tolist()) for side in sides))
        bounds = (base.bytecode_bounds, new.bytecode_bounds)
        return cls((base.bytecodes, new.bytecodes), each, bounds, (base.summed, new.summed))

    def bounded(
        self,
        parts: tuple[Sequence[AmountBounds], Sequence[AmountBounds]],
        bytecodes: Figure,
        share: Figure,
    ) -> WorkBounds | None:
        """Returns the bounds of the figures of a method or loop.

        ``parts`` has the bounds of the method's or loop's bytecodes in each profile. ``bytecodes``
        and ``share`` are the values that users see, which lie within the bounds. Returns None if
        all bounds are exact.
        """
        if all(one.is_exact for side in (*parts, *self.bounds) for one in side):
            return None
        amounts, shares = [], []
        for side in (0, 1):
            values = (bytecodes.base, bytecodes.new)[side]
            of_each = (share.base, share.new)[side]
            amounts.append(tuple(
                Bounded.of_edges(value or 0.0, part.divided_by(runs))
                for value, part, runs in zip(values, parts[side], self.summed[side], strict=True)
            ))  # fmt: skip
            shares.append(tuple(
                Bounded.of_edges(value or 0.0, part.share_beside(whole.without(part)))
                for value, part, whole in zip(
                    of_each, parts[side], self.bounds[side], strict=True
                )
            ))  # fmt: skip
        return self.in_bounds(BoundedFigure(*amounts), BoundedFigure(*shares))

    def in_bounds(self, bytecodes: BoundedFigure, share: BoundedFigure) -> WorkBounds:
        """Returns the bounds of all figures, given those of the bytecodes and of the share."""
        return WorkBounds(
            bytecodes, share, self._part_bounds(bytecodes), self._bounds_of_base(bytecodes)
        )

    @cached_property
    def total(self) -> BoundedFigure:
        """The total bytecodes of each run, with their bounds."""
        sides = [
            tuple(
                Bounded.of_edges(value or 0.0, one.divided_by(runs))
                for value, one, runs in zip(values, own, summed, strict=True)
            )
            for values, own, summed in zip(
                (self.each.base, self.each.new), self.bounds, self.summed, strict=True
            )
        ]
        return BoundedFigure(*sides)

    @cached_property
    def measure(self) -> Measure:
        """The measure by which methods and loops are weighed.

        If one side did several times the work of the other, perhaps because it ran longer, nearly
        everything has changed by that factor. Then shares show better what else has changed.
        """
        least, most = sorted(self.each.means)
        return "bytecodes" if least and most < MOST_APART * least else "share"

    def part(self, bytecodes: Figure) -> float | None:
        """Returns the change of the bytecodes, as a share of all bytecodes that the base executed.

        The parts of all methods add up to the growth of the total. The result is None if the base
        executed nothing.
        """
        before = self.each.means[0]
        return Ratio(bytecodes.exact_change, self.each.exact_means[0]) if before else None

    def of_base(self, bytecodes: Figure) -> tuple[float, float] | None:
        """Returns both sides' bytecodes, as shares of all that the base executed.

        The new side's share may be above 1. The result is None if the base executed nothing.
        """
        before = self.each.means[0]
        if not before:
            return None
        whole = self.each.exact_means[0]
        one, other = (Ratio(mean, whole) for mean in bytecodes.exact_means)
        return one, other

    def _part_bounds(self, bytecodes: BoundedFigure) -> AmountBounds | None:
        """Returns the bounds of ``part``, or None if there are none.

        A bound may be negative, or infinite if the figure has no bound in this direction. The
        base's total has bounds, too: a smaller total makes the change a larger part of it.
        """
        before, after = bytecodes.bounds
        whole = self.total.bounds[0]
        if not whole.least:
            return None
        least, most = after.least - before.most, after.most - before.least
        return AmountBounds(
            least / (whole.least if least < 0 else whole.most),
            most / (whole.most if most < 0 else whole.least),
        )

    def _bounds_of_base(self, bytecodes: BoundedFigure) -> tuple[AmountBounds, AmountBounds] | None:
        """Returns the bounds of ``of_base``, or None if there are none."""
        whole = self.total.bounds[0]
        if not whole.least:
            return None
        before, after = bytecodes.bounds
        return (
            AmountBounds(before.least / whole.most, before.most / whole.least),
            AmountBounds(after.least / whole.most, after.most / whole.least),
        )

    def weight(self, bytecodes: Figure, share: Figure) -> float:
        """Returns the weight of a method or loop with these figures, by the measure."""
        part = self.part(bytecodes)
        if self.measure == "bytecodes" and part is not None:
            return abs(part)
        return abs(share.change)
