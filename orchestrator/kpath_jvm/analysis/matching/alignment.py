"""Aligns two sequences (Needleman and Wunsch 1970, with gaps that cost nothing)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt

Scores = npt.NDArray[np.float32]


T = TypeVar("T")


def aligned(
    one: Sequence[T],
    other: Sequence[T],
    similar: Callable[[Sequence[T], Sequence[T]], Scores],
    most_pairs: int,
) -> list[tuple[int, int]]:
    """Returns the places of the aligned pairs, in ascending order on both sides.

    Equal members at the beginning and at the end are aligned first, and then the remaining members
    by their similarities (``similar``). The remaining members stay unaligned if more than
    ``most_pairs`` pairs of them would have to be compared.
    """
    first = 0
    while first < min(len(one), len(other)) and one[first] == other[first]:
        first += 1
    last = 0
    while last < min(len(one), len(other)) - first and one[-1 - last] == other[-1 - last]:
        last += 1
    found = [(place, place) for place in range(first)]
    rest, others = one[first : len(one) - last], other[first : len(other) - last]
    if rest and others and len(rest) * len(others) <= most_pairs:
        found += [(first + a, first + b) for a, b in best_alignment(similar(rest, others))]
    found += [(len(one) - last + at, len(other) - last + at) for at in range(last)]
    return found


def best_alignment(similar: Scores) -> list[tuple[int, int]]:
    """Returns the places of the aligned pairs, in ascending order on both sides.

    The sum of the pairs' similarities is the greatest possible. ``similar`` has a row for each
    member of the first sequence, and a column for each member of the second. The similarity of two
    members that can't be aligned is 0.
    """
    scores = np.zeros((len(similar) + 1, similar.shape[1] + 1), dtype=np.float32)
    for row in range(1, len(similar) + 1):
        above = scores[row - 1]
        # The best alignment up to two members either pairs them or leaves one of them out.
        beside = np.where(similar[row - 1] > 0, above[:-1] + similar[row - 1], 0)
        scores[row, 1:] = np.maximum.accumulate(np.maximum(above[1:], beside))
    found = []
    row, column = similar.shape
    while row and column:
        if scores[row, column] == scores[row - 1, column]:
            row -= 1
        elif scores[row, column] == scores[row, column - 1]:
            column -= 1
        else:
            row, column = row - 1, column - 1
            found.append((row, column))
    return found[::-1]
