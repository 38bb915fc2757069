"""Tests how the calls that paths made are read from overlaps.bin, a table of an inline profiler."""

from pathlib import Path

import numpy as np
import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.recording.calls import NEVER, TAG_SHIFT, Call, Use, read_uses, tagged

ROW = np.dtype([("number", "<u4"), ("id", "<u4"), ("count", "<i8")])


def row(tag: int, number: int, high: int, low: int) -> tuple[int, int, int]:
    """Returns a row that numbers the pair ``high, low``. Other rows use the pair's number."""
    return tag << TAG_SHIFT, number, high << 32 | low & 0xFFFF_FFFF


#: The rows are an activation, a call at site 0, a call at site 2, a list with the first call only,
#: and a list with both calls. Then come two uses (each joins a path and one of the lists), and the
#: counts of the two uses.
ROWS = [
    row(1, 1, NEVER, 9), row(2, 1, 0, 7), row(2, 2, 2, -1), row(3, 1, 0, 1), row(3, 2, 1, 2),
    row(4, 1, 1, 5), row(4, 2, 2, 6), (5 << TAG_SHIFT, 1, 30), (5 << TAG_SHIFT, 2, 40),
]  # fmt: skip


def uses(rows: list[tuple[int, int, int]]) -> list[Use]:
    return read_uses(np.array(rows, dtype=ROW), Path("overlaps.bin"))


def test_the_calls_of_a_path_are_read_in_order() -> None:
    first, second = Call(0, 7, 7), Call(2, NEVER, 9)
    assert uses(ROWS) == [Use(5, (first,), 30), Use(6, (first, second), 40)]
    assert uses([]) == []


def test_rows_of_calls_are_recognised() -> None:
    others = [(5, 0, 3), (7, 5, 3), (1 << TAG_SHIFT, 0, 3)]
    assert tagged(np.array([*ROWS, *others], dtype=ROW)).tolist() == [True] * 9 + [False] * 3


@pytest.mark.parametrize("place", range(len(ROWS)))
def test_a_number_without_its_row_is_refused(place: int) -> None:
    with pytest.raises(KpathError, match=r"overlaps\.bin is damaged: .*; record again"):
        uses(ROWS[:place] + ROWS[place + 1 :])


@pytest.mark.parametrize(
    "wrong",
    [
        row(1, 2, 0, 9), row(1, 2, 3, 0), row(3, 3, 3, 1), row(3, 3, 0, 9), row(6, 1, 1, 1),
        row(4, 3, 1, 5), (5 << TAG_SHIFT, 1, 0),
    ],
)  # fmt: skip
def test_impossible_rows_are_refused(wrong: tuple[int, int, int]) -> None:
    with pytest.raises(KpathError, match="is damaged"):
        uses([*ROWS, wrong])
