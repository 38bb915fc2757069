"""The columns of an experiment's tables: their names, types, and what a cell may hold."""

from typing import NamedTuple

TEXT, WHOLE, NUMBER, FLAG = "text", "whole number", "number", "true or false"


class Column(NamedTuple):
    """A column of a table; an empty cell is a missing value.

    A ``required`` column has no empty cells. ``choices`` are the values that a text may have; if
    there are no choices, a text may have any value. A column in ``schema.LATER`` may be missing
    from a file; all cells of the column are then empty.
    """

    name: str
    type: str
    required: bool = False
    choices: tuple[str, ...] = ()


def text(name: str, *choices: str, required: bool = True) -> Column:
    """Returns a column of texts; a column with the choice "" is never required."""
    return Column(name, TEXT, required and "" not in choices, choices)


def wholes(*names: str, required: bool = False) -> list[Column]:
    """Returns columns of whole numbers."""
    return [Column(name, WHOLE, required) for name in names]


def numbers(*names: str) -> list[Column]:
    """Returns columns of numbers."""
    return [Column(name, NUMBER) for name in names]
