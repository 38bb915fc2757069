"""The columns of an experiment's tables: their names, types, and what a cell may hold."""

from typing import NamedTuple

TEXT, WHOLE, NUMBER, FLAG = "text", "whole number", "number", "true or false"


class Column(NamedTuple):
    """A column of a table. Empty cells are missing values.

    A ``required`` column has no empty cells.

    ``choices`` are the values that a text may have. Without choices, it may have any value. A
    column in ``schema.LATER`` may be missing from a file, and then all its cells are empty.
    """

    name: str
    type: str
    required: bool = False
    choices: tuple[str, ...] = ()


def text(name: str, *choices: str, required: bool = True) -> Column:
    """Returns a column of texts; it isn't required if "" is among the choices."""
    return Column(name, TEXT, required and "" not in choices, choices)


def wholes(*names: str, required: bool = False) -> list[Column]:
    """Returns columns of whole numbers."""
    return [Column(name, WHOLE, required) for name in names]


def numbers(*names: str) -> list[Column]:
    """Returns columns of numbers."""
    return [Column(name, NUMBER) for name in names]
