"""Compares whole numbers that are operands in the source with the operands in the bytecode."""

import re
from collections.abc import Collection

_WRITTEN = re.compile(r"(-?)(\d[\d_]*)[lL]?")
_OPERAND = re.compile(r"(-?\d+)(?:\.0)?[LfF]?")


def numbers_of(*texts: str) -> tuple[int, ...]:
    """Returns the values of the operands that are just a decimal or an octal number."""
    found = (_WRITTEN.fullmatch(text) for text in texts)
    return tuple(
        value
        for one in found
        if one and (value := _value(one[1], one[2].replace("_", ""))) is not None
    )


def _value(sign: str, digits: str) -> int | None:
    """Returns the value of a whole number, or None if Java doesn't allow the digits."""
    is_octal = len(digits) > 1 and digits.startswith("0")
    if is_octal and not set(digits) <= set("01234567"):
        return None
    return int(f"{sign}{digits}", 8 if is_octal else 10)


def are_compared(operands: Collection[str], numbers: Collection[int]) -> bool:
    """Returns whether each number is an operand of a decision, whatever the operand's type."""
    there = (_OPERAND.fullmatch(text) for text in operands)
    return set(numbers) <= {int(one.group(1)) for one in there if one}
