"""A figure of both sides of a comparison, in each run, and the judgement of its difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from kpath_jvm.analysis.diff.statistics import least_p, max_t

#: ``counted``: each side has one run, or its runs agree, so the numbers are certain; with enough
#: runs for a test, also a figure that is 0 in all runs of one side and in none of the other.
#: ``likely``: p is at most ALPHA. ``apart``: the test doesn't say so, or there are too few runs for
#: it, but the ranges of the two sides don't overlap. ``spread``: runs of one side differ as much.
Verdict: TypeAlias = Literal["counted", "likely", "apart", "spread"]
#: The greatest probability with which chance may explain a reported difference.
ALPHA = 0.05


@dataclass(frozen=True)
class Figure:
    """A value per run of each side; it is 0 for a loop or method that is missing."""

    base: tuple[float, ...]
    new: tuple[float, ...]

    @property
    def means(self) -> tuple[float, float]:
        """The mean over the runs of each side."""
        return float(np.mean(self.base)), float(np.mean(self.new))

    @property
    def change(self) -> float:
        """The new mean minus the base's."""
        before, after = self.means
        return after - before

    @property
    def relative(self) -> float:
        """The change divided by the larger mean, -1 to 1; 0 if both are zero."""
        most = max(map(abs, self.means))
        return self.change / most if most else 0.0

    @property
    def growth(self) -> float:
        """The change divided by the base's mean: -1 to infinity, which stands for a base of 0."""
        before = self.means[0]
        if before:
            return self.change / before
        return float("inf") if self.change else 0.0

    @property
    def is_apart(self) -> bool:
        """Whether every run of one side has more than every run of the other."""
        return max(self.base) < min(self.new) or max(self.new) < min(self.base)

    @property
    def is_on_one_side(self) -> bool:
        """Whether it is 0 in all runs of one side, and in no run of the other."""
        is_none = [not any(side) for side in (self.base, self.new)]
        is_all = [all(side) for side in (self.base, self.new)]
        return (is_none[0] and is_all[1]) or (is_all[0] and is_none[1])

    @property
    def is_equal(self) -> bool:
        """Whether all runs of both sides have the same value."""
        return len({*self.base, *self.new}) == 1

    @property
    def varying(self) -> tuple[bool, bool]:
        """Which sides' runs differ among themselves by as much as the two means.

        If neither side's runs do, these are the sides whose runs differ at all.
        """
        ranges = [max(side) - min(side) for side in (self.base, self.new)]
        least = abs(self.change) if max(ranges) >= abs(self.change) else 0.0
        base, new = (bool(one) and one >= least for one in ranges)
        return base, new

    def plain(self) -> dict[str, object]:
        """Returns the figure as JSON has it."""
        before, after = self.means
        return {"base": before, "new": after, "runs": [list(self.base), list(self.new)]}


@dataclass(frozen=True)
class Judged:
    """The judgement of a figure; ``p`` is None if it is certain, or has too few runs for a test."""

    verdict: Verdict
    p: float | None = None

    @property
    def is_difference(self) -> bool:
        """Whether a gate takes it for a difference.

        Where the test is possible, it decides. By chance alone, the ranges of one figure in 35 are
        apart with four runs a side, so of some dozens of figures, one nearly always is.
        """
        if self.verdict == "apart":
            return self.p is None
        return self.verdict != "spread"


def judged(figures: Sequence[Figure], *, are_relative: Sequence[bool]) -> list[Judged]:
    """Judges the differences of all figures of a comparison, which are tested together.

    Shares are used as they are; relative figures are divided by the mean of all runs.
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
    # The test is about the greatest of all figures, so it can't tell that a figure which varies a
    # lot is different, even one that is above 0 on one side only.
    if p is not None and figure.is_on_one_side:
        return Judged("counted")
    return Judged("apart" if figure.is_apart else "spread", p)


def _scaled(figure: Figure, is_relative: bool) -> list[float]:
    values = [*figure.base, *figure.new]
    mean = float(np.mean(np.abs(values)))
    return [value / mean for value in values] if is_relative and mean else values
