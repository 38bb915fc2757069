"""Reads shares as people write them: ``10%`` or ``0.1``, in options and in files of rules.

Other ratios in rules, such as how much a figure has grown, are written in the same way, but may be
more than 100 %: ``150%``.
"""

import re
from decimal import Decimal
from fractions import Fraction
from math import isinf

from kpath_jvm.ratio import Ratio
from kpath_jvm.toml_values import spelt

_TEXT = re.compile(r"\s*([0-9]+(?:\.[0-9]*)?|\.[0-9]+)\s*(%?)\s*")


class NoShareError(ValueError):
    """A text or number isn't a share; the message quotes it, and says how to write a share."""


def share_of(value: object) -> float:
    """Returns the share, 0 to 1, that a text or a number stands for.

    Raises NoShareError for anything else. A number without a percent sign must be below 1: 15 would
    be 1500 %, and 1 might mean 1 % or all.
    """
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    match = _TEXT.fullmatch(
        f"{Decimal(repr(value)):f}" if is_number else value if isinstance(value, str) else ""
    )
    if match is None:
        raise NoShareError(f"{spelt(value)} is not a share; write 10% or 0.1")
    number = float(match[1])
    if match[2]:
        if number > 100:
            raise NoShareError(f"{value!r} is more than the whole; a share is 100% at most")
        return Ratio(Fraction(match[1]), 100)
    if number == 1:
        raise NoShareError(f"{value!r} can mean 1 % or all; write 1% (or 0.01), or 100%")
    if number > 100:
        raise NoShareError(f"{value!r} is more than the whole; write a share as 10% or 0.1")
    if number > 1:
        other = f" or {number / 100:g}" if number < 100 else ""
        raise NoShareError(f"{value!r} would be {100 * number:,.6g} %; write {number:g}%{other}")
    return Ratio(Fraction(match[1]))


def growth_of(text: str) -> float:
    """Returns the ratio, 0 or more, that a text such as ``10%``, ``250%`` or ``0.1`` stands for.

    Raises NoShareError for other texts. A number of 1 or more needs a percent sign, because 2 might
    mean 2 % or twice as much.
    """
    match = _TEXT.fullmatch(text)
    if match is None:
        raise NoShareError(f"{text!r} is not a percentage; write 10% or 0.1")
    number = float(match[1])
    if isinf(number):
        return number
    if match[2]:
        return Ratio(Fraction(match[1]), 100)
    if number >= 1:
        raise NoShareError(f"{text!r} can mean {number:g} % or {100 * number:g} %; write a % sign")
    return Ratio(Fraction(match[1]))
