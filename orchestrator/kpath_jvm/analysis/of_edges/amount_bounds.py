"""Computes bounds of amounts, and of shares, that follow from bounds of edges' counts."""

from __future__ import annotations

from math import inf, isinf

from msgspec import Struct

from kpath_jvm.ratio import quotient


class AmountBounds(Struct, frozen=True):
    """The bounds of an amount, or of its change; a bound that isn't known is infinite."""

    least: float
    most: float

    @classmethod
    def exact(cls, amount: float) -> AmountBounds:
        """Returns the bounds of an amount that is known."""
        return cls(amount, amount)

    @property
    def is_exact(self) -> bool:
        """Whether the amount is known."""
        return self.least == self.most

    def divided_by(self, number: float) -> AmountBounds:
        """Returns the bounds of the amount divided by a number above 0."""
        return AmountBounds(quotient(self.least, number), quotient(self.most, number))

    def __add__(self, other: AmountBounds) -> AmountBounds:
        """Returns the bounds of the sum of both amounts."""
        return AmountBounds(self.least + other.least, self.most + other.most)

    def share_beside(self, rest: AmountBounds) -> AmountBounds:
        """Returns the bounds of the amount's share in ``amount + rest``; 0 if that sum is 0."""
        least = quotient(self.least, self.least + rest.most) if self.least else 0.0
        if isinf(self.most):
            return AmountBounds(least, 1.0)
        most = quotient(self.most, self.most + rest.least) if self.most else 0.0
        return AmountBounds(least, most)

    def without(self, part: AmountBounds) -> AmountBounds:
        """Returns the bounds of what is left of the amount without ``part``.

        This object's bounds must be the sums of the bounds of all parts, including ``part``.
        """
        most = inf if isinf(self.most) else self.most - part.most
        return AmountBounds(self.least - part.least, most)
