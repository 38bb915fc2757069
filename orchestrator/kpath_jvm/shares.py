"""Shares as people write them: ``10%`` or ``0.1``, on the command line and in files of rules."""

import re

_TEXT = re.compile(r"\s*([0-9]+(?:\.[0-9]*)?|\.[0-9]+)\s*(%?)\s*")


class NoShareError(ValueError):
    """A text isn't a share; the message says so, with the text and how to write a share."""


def share_of(value: object) -> float:
    """Returns the share, 0 to 1, that a text or a number means; raises NoShareError otherwise.

    A number without a percent sign must be below 1: 15 would be 1500 %, and 1 might mean 1 % or
    all.
    """
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    match = _TEXT.fullmatch(repr(value) if is_number else value if isinstance(value, str) else "")
    if match is None:
        raise NoShareError(f"{value!r} is not a share; write 10% or 0.1")
    number = float(match[1])
    if match[2]:
        if number > 100:
            raise NoShareError(f"{value!r} is more than all; a share is 100% at most")
        return number / 100
    if number == 1:
        raise NoShareError(f"{value!r} can mean 1 % or all; write 1% (or 0.01), or 100%")
    if number > 100:
        raise NoShareError(f"{value!r} is more than all; write a share as 10% or 0.1")
    if number > 1:
        other = f" or {number / 100:g}" if number < 100 else ""
        raise NoShareError(f"{value!r} would be {100 * number:,.6g} %; write {number:g}%{other}")
    return number
