"""Aligns two sequences (Needleman and Wunsch 1970, with gaps that cost nothing)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Scores = npt.NDArray[np.float32]


def best_alignment(similar: Scores) -> list[tuple[int, int]]:
    """Returns the places of the aligned pairs, in ascending order on both sides.

    The sum of the pairs' similarities is the greatest possible. ``similar`` has the similarity of
    each pair, a row for each member of the first sequence; 0 for two that can't be aligned.
    """
    scores = np.zeros((len(similar) + 1, similar.shape[1] + 1), dtype=np.float32)
    for row in range(1, len(similar) + 1):
        above = scores[row - 1]
        # The largest sum up to here either aligns the two or leaves one of them out.
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
