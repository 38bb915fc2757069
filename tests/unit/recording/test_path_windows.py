"""Tests how windows.bin, an inline profiler's table of path windows, is read."""

from pathlib import Path

import numpy as np
import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.recording.path_windows import PATH_WINDOW, PathWindows, read_path_windows


def read(*pairs: tuple[int, int]) -> PathWindows:
    return read_path_windows(np.array([*pairs], dtype=PATH_WINDOW), Path("windows.bin"))


def test_windows_have_states_and_counts() -> None:
    """Each row is a pair of numbers.

    For a path window, the first number has the id in its low 32 bits, and the state plus 1 above
    them; the second number is the threshold. For a path, the numbers are its id and its count.
    """
    found = read((3 << 32 | 5, 40), (6, 2), (1 << 32 | 9, 40))
    assert found.states == {5: "finished", 9: "waiting"}
    assert (found.thresholds, found.counts) == ({5: 40, 9: 40}, {6: 2})
    assert not found.are_complete
    assert read((2 << 32 | 5, 0)).are_complete


@pytest.mark.parametrize("pair", [(0, 1), (5 << 32 | 1, 0), (1 << 31, 1), (7, -1), (-1, 1)])
def test_invalid_rows_are_refused(pair: tuple[int, int]) -> None:
    with pytest.raises(KpathError, match=r"windows\.bin is damaged: .*; record again"):
        read(pair)
