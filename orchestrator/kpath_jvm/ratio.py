"""Quotients of counts, which can be compared exactly.

20 % of some executions minus 15 % is 5 %, but 0.2 - 0.15 as floating-point numbers is a little more
than 0.05. So a check of the limit 5 % would fail for some counts and not for others.
"""

from __future__ import annotations

from fractions import Fraction
from math import isinf


class Ratio(float):
    """A quotient as a floating-point number that also knows its exact value."""

    __slots__ = ("exact",)
    exact: Fraction

    def __new__(cls, part: float | Fraction, whole: float | Fraction = 1) -> Ratio:
        """Returns the quotient of two numbers, each of which is taken at its exact value."""
        exact = exactly(part) / exactly(whole)
        made = super().__new__(cls, exact)
        made.exact = exact
        return made

    def __abs__(self) -> Ratio:
        """Returns the absolute value."""
        return Ratio(abs(self.exact))

    def __neg__(self) -> Ratio:
        """Returns the number with the other sign."""
        return Ratio(-self.exact)

    def __reduce__(self) -> tuple[type[Ratio], tuple[Fraction]]:
        """Returns the class and the arguments from which a copy is made."""
        return Ratio, (self.exact,)


def quotient(part: float, whole: float) -> float:
    """Returns the quotient of two numbers, as a Ratio unless one of them is infinite."""
    return part / whole if isinf(part) or isinf(whole) else Ratio(part, whole)


def exactly(value: float | Fraction) -> Fraction:
    """Returns a finite number as a fraction."""
    return value.exact if isinstance(value, Ratio) else Fraction(value)


def is_greater(one: float, other: float) -> bool:
    """Returns whether a number is greater than another one.

    A number that isn't a Ratio may be a rounded quotient. If there is such a number, both are
    compared as floating-point numbers: an exact comparison would mistake rounding for a difference.
    """
    if isinstance(one, Ratio) and isinstance(other, Ratio):
        return one.exact > other.exact
    return one > other
