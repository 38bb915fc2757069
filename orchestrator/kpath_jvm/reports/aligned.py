"""Aligns the columns of plain tables, whose lines are printed however long they are."""

from collections.abc import Callable, Iterator, Sequence


def aligned(rows: Sequence[Sequence[str]], is_right: Callable[[int, int], bool]) -> Iterator[str]:
    """Yields the lines of a table.

    ``is_right`` says whether the cell in a row and a column, both numbered from 0, is aligned to
    the right. All rows have the same number of cells.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for number, row in enumerate(rows):
        cells = (
            cell.rjust(width) if is_right(number, column) else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()
