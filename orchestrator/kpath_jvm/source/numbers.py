"""Compares whole numbers that are operands in the source with the operands in the bytecode."""

import re
from collections.abc import Collection

_DECIMAL = re.compile(r"(-?\d[\d_]*)[lL]?")
_OPERAND = re.compile(r"(-?\d+)(?:\.0)?[LfF]?")


def numbers_of(*texts: str) -> tuple[int, ...]:
    """Returns the values of the operands that are just a decimal number."""
    found = (_DECIMAL.fullmatch(text) for text in texts)
    return tuple(int(one.group(1).replace("_", "")) for one in found if one)


def are_compared(operands: Collection[str], numbers: Collection[int]) -> bool:
    """Returns whether each number is an operand of a decision, whatever the operand's type."""
    there = (_OPERAND.fullmatch(text) for text in operands)
    return set(numbers) <= {int(one.group(1)) for one in there if one}
