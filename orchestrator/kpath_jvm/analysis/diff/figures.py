"""Defines figures with a value for each run of two sides, and judges their differences."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal, TypeAlias, TypeVar

import numpy as np

from kpath_jvm.analysis.diff.statistics import least_p, max_t
from kpath_jvm.analysis.of_edges.amount_bounds import AmountBounds
from kpath_jvm.ratio import Ratio, exactly

#: ``likely``: a test gave a p of at most ALPHA. ``counted``: the runs of each side agree with each
#: other. A figure that is 0 in all runs of one side, and in no run of the other side, is also
#: ``counted`` if the test gave a p above ALPHA. ``apart``: the sides' ranges don't overlap, but the
#: test gave a p above ALPHA, or there are too few runs for a test. ``spread``: the runs of one side
#: differ as much as the sides.
Verdict: TypeAlias = Literal["counted", "likely", "apart", "spread"]
#: The greatest p with which a difference is ``likely``.
ALPHA = 0.05


_Value = TypeVar("_Value")


def of_side(values: Sequence[_Value | None], nothing: _Value) -> tuple[_Value | None, ...]:
    """Returns the values of a figure in a side's runs; ``nothing`` for each run if all are None.

    If only some runs have a value, the values of the other runs stay None. For example, a run that
    didn't execute a branch says nothing about the shares of the branch's outcomes.
    """
    if all(value is None for value in values):
        return (nothing,) * len(values)
    return tuple(values)


def quotients(parts: Sequence[float], wholes: Sequence[float]) -> tuple[float | None, ...]:
    """Returns part / whole for each run of a side.

    A run whose whole is 0 says nothing about the quotient (``of_side``).
    """
    pairs = zip(parts, wholes, strict=True)
    return of_side([Ratio(part, whole) if whole else None for part, whole in pairs], 0.0)


@dataclass(frozen=True)
class Figure:
    """The values of a figure, one per run of each side; 0 for a missing loop or method.

    The value is None for a run that says nothing about the figure (``of_side``). Each side has at
    least one run with a value.
    """

    base: tuple[float | None, ...]
    new: tuple[float | None, ...]

    @property
    def known(self) -> tuple[list[float], list[float]]:
        """The values of each side, without None."""
        return _known(self.base), _known(self.new)

    @property
    def means(self) -> tuple[float, float]:
        """Each side's mean over its runs that have a value."""
        base, new = self.known
        return float(np.mean(base)), float(np.mean(new))

    @property
    def change(self) -> float:
        """The new mean minus the base's."""
        before, after = self.means
        return after - before

    @cached_property
    def exact_means(self) -> tuple[Fraction, Fraction]:
        """The exact means; the values mustn't be infinite."""
        base, new = (sum(map(exactly, side), Fraction(0)) / len(side) for side in self.known)
        return base, new

    @property
    def _is_finite(self) -> bool:
        return not any(math.isinf(one) for side in self.known for one in side)

    @property
    def exact_change(self) -> float:
        """The value of ``change``, for exact comparison with a bound."""
        if not self._is_finite:
            return self.change
        before, after = self.exact_means
        return Ratio(after - before)

    @property
    def exact_relative(self) -> float:
        """The value of ``relative``, for exact comparison with a bound."""
        if not self._is_finite:
            return self.relative
        before, after = self.exact_means
        most = max(abs(before), abs(after))
        return Ratio(after - before, most) if most else 0.0

    @property
    def exact_growth(self) -> float:
        """The value of ``growth``, for exact comparison with a bound."""
        if not self._is_finite or not self.exact_means[0]:
            return self.growth
        before, after = self.exact_means
        return Ratio(after - before, before)

    @property
    def relative(self) -> float:
        """The change divided by the larger mean, -1 to 1; 0 if both are zero."""
        most = max(map(abs, self.means))
        if math.isinf(most):
            return math.copysign(1.0, self.change)
        return self.change / most if most else 0.0

    @property
    def growth(self) -> float:
        """The change divided by the base's mean, at least -1; infinity for a rise from 0."""
        before = self.means[0]
        if math.isinf(before):
            return -1.0
        if before:
            return self.change / before
        return float("inf") if self.change else 0.0

    @property
    def is_apart(self) -> bool:
        """Whether every value of one side is greater than every value of the other."""
        base, new = self.known
        return max(base) < min(new) or max(new) < min(base)

    @property
    def is_on_one_side(self) -> bool:
        """Whether the figure is 0 or None in all runs of one side, and in no run of the other."""
        is_none = [not any(side) for side in (self.base, self.new)]
        is_all = [all(side) for side in (self.base, self.new)]
        return (is_none[0] and is_all[1]) or (is_all[0] and is_none[1])

    @property
    def is_equal(self) -> bool:
        """Whether all runs that have a value have the same value."""
        base, new = self.known
        return len({*base, *new}) == 1

    @property
    def varying(self) -> tuple[bool, bool]:
        """For each side (base, new), whether its runs differ by at least as much as the means do.

        If neither side's runs differ that much, the result is whether they differ at all.
        """
        ranges = [max(side) - min(side) for side in self.known]
        least = abs(self.change) if max(ranges) >= abs(self.change) else 0.0
        base, new = (bool(one) and one >= least for one in ranges)
        return base, new

    def plain(self) -> dict[str, object]:
        """Returns the figure as plain values for JSON."""
        before, after = self.means
        runs = [[*map(_plain, side)] for side in (self.base, self.new)]
        return {"base": before, "new": after, "runs": runs}


@dataclass(frozen=True)
class Bounded:
    """A value of one run; ``value`` is None if the value isn't known.

    ``least`` and ``most`` are the value's bounds, None if unknown. An estimate has no bounds. A
    value that differs from its bounds is only one of the possible values, as with counts of edges.
    """

    value: float | None
    least: float | None
    most: float | None

    @classmethod
    def exact(cls, value: float) -> Bounded:
        """Returns a value that is known exactly."""
        return cls(value, value, value)

    @classmethod
    def of_edges(cls, value: float, bounds: AmountBounds) -> Bounded:
        """Returns a value that follows from counts of edges, with its bounds."""
        return cls(value, bounds.least, None if math.isinf(bounds.most) else bounds.most)

    @property
    def is_known(self) -> bool:
        """Whether the value is exact or an estimate, so that it is compared as it is."""
        if self.value is None:
            return False
        return {self.least, self.most} in ({None}, {self.value})


@dataclass(frozen=True)
class BoundedFigure:
    """A figure of both sides; for some runs, only bounds may be certain. No value is negative.

    A run that says nothing about the figure has None, as in Figure.
    """

    base: tuple[Bounded | None, ...]
    new: tuple[Bounded | None, ...]

    @property
    def known(self) -> Figure | None:
        """The figure's values, or None if one of them isn't known."""
        sides = (self.base, self.new)
        if any(one is not None and not one.is_known for side in sides for one in side):
            return None
        return Figure(
            *(tuple(None if one is None else one.value for one in side) for side in sides)
        )

    @property
    def farthest(self) -> tuple[Figure, Figure]:
        """The figures with the greatest rise and the greatest fall that the bounds allow."""
        if self.known is not None:
            return self.known, self.known
        return Figure(_leasts(self.base), _mosts(self.new)), Figure(
            _mosts(self.base), _leasts(self.new)
        )

    @property
    def nearest(self) -> Figure | None:
        """The figure whose sides differ least, among all that the bounds allow.

        The result is None if only bounds are known and these allow equal means, because then it
        isn't known whether the figure has changed.
        """
        if self.known is not None:
            return self.known
        risen, fallen = self.farthest
        if fallen.change > 0:
            return fallen
        return risen if risen.change < 0 else None

    @property
    def is_equal(self) -> bool:
        """Whether all runs of both sides have the same value, or the same bounds.

        Runs that say nothing about the figure don't count.
        """
        return len({*_known(self.base), *_known(self.new)}) == 1

    @property
    def bounds(self) -> tuple[AmountBounds, AmountBounds]:
        """The bounds of the means of both sides, over the runs that have a value."""
        return _bounds(self.base), _bounds(self.new)

    def plain(self, meant: tuple[bool, bool] = (True, True)) -> dict[str, object]:
        """Returns the figure as plain values for JSON.

        ``meant`` is whether the figure has a meaning on each side. If it has none, the side's
        values are None.
        """
        return {
            **self._plain(lambda one: one.value, meant),
            "least": self._plain(lambda one: one.least, meant),
            "most": self._plain(lambda one: one.most, meant),
        }

    def _plain(
        self, value: Callable[[Bounded], float | None], meant: tuple[bool, bool]
    ) -> dict[str, object]:
        """Returns the values and each side's mean; a mean is None if a value isn't known."""
        sides = [
            side if is_meant else (None,) * len(side)
            for side, is_meant in zip((self.base, self.new), meant, strict=True)
        ]
        means: list[float | None] = []
        for side in sides:
            values = [value(one) for one in _known(side)]
            known = _known(values)
            is_known = known and len(known) == len(values)
            means.append(float(np.mean(known)) if is_known else None)
        base, new = means
        runs = [[_plain(None if one is None else value(one)) for one in side] for side in sides]
        return {"base": base, "new": new, "runs": runs}


def _plain(value: float | None) -> float | None:
    """Returns a value as a float, even if it is a Ratio."""
    return None if value is None else float(value)


def _known(values: Sequence[_Value | None]) -> list[_Value]:
    return [value for value in values if value is not None]


def _bounds(side: Sequence[Bounded | None]) -> AmountBounds:
    least, most = (float(np.mean(_known(ends))) for ends in (_leasts(side), _mosts(side)))
    return AmountBounds(least, most)


def _leasts(side: Sequence[Bounded | None]) -> tuple[float | None, ...]:
    return tuple(None if one is None else one.least or 0.0 for one in side)


def _mosts(side: Sequence[Bounded | None]) -> tuple[float | None, ...]:
    none = float("inf")
    return tuple(None if one is None else none if one.most is None else one.most for one in side)


@dataclass(frozen=True)
class Judged:
    """The judgement of a figure.

    ``p`` is None if the verdict is ``counted``, or if there are too few runs for a test.
    """

    verdict: Verdict
    p: float | None = None

    @property
    def is_difference(self) -> bool:
        """Whether a gate regards the figure as different.

        If there are enough runs, the test decides, and ranges that don't overlap aren't enough.
        With four runs per side, one figure in 35 has such ranges by chance, and there are often
        dozens of figures.
        """
        if self.verdict == "apart":
            return self.p is None
        return self.verdict != "spread"


def judged(figures: Sequence[Figure], *, are_relative: Sequence[bool]) -> list[Judged]:
    """Judges the differences of all figures of a comparison.

    All figures are tested together. For the test, relative figures are divided by the mean of all
    runs; shares aren't. A run without a value gets the other side's mean in the test, so that the
    run can't make the sides look different.
    """
    found: list[Judged | None] = [
        Judged("counted") if len(set(one.base)) == len(set(one.new)) == 1 else None
        for one in figures
    ]
    if None in found:
        base, new = len(figures[0].base), len(figures[0].new)
        p = None
        if min(base, new) > 1 and least_p(base, new) <= ALPHA:
            p = max_t([_scaled(*it) for it in zip(figures, are_relative, strict=True)], base)
        for at, one in enumerate(figures):
            if found[at] is None:
                found[at] = _judged(one, None if p is None else float(p[at]))
    return [one for one in found if one is not None]


def _judged(figure: Figure, p: float | None) -> Judged:
    if p is not None and p <= ALPHA:
        return Judged("likely", p)
    # The test compares each figure with the greatest statistic of all figures. So it doesn't notice
    # a figure that varies a lot, even if the figure is above 0 on one side only.
    if p is not None and figure.is_on_one_side:
        return Judged("counted")
    return Judged("apart" if figure.is_apart else "spread", p)


def _scaled(figure: Figure, is_relative: bool) -> list[float]:
    sides = zip((figure.base, figure.new), reversed(figure.means), strict=True)
    values = [other if one is None else one for side, other in sides for one in side]
    mean = float(np.mean(np.abs(values)))
    return [value / mean for value in values] if is_relative and mean else values
