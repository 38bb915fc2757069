"""windows.bin."""

from pathlib import Path

import numpy as np
import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.recording.windows import read_windows


def written(path: Path, *pairs: tuple[int, int]) -> Path:
    """A file of these pairs."""
    np.array(pairs, dtype="<i8").tofile(path)
    return path


def test_windows_with_their_states_and_counts(tmp_path: Path) -> None:
    """A window's head has its state in the bits from 32 on, plus 1."""
    path = written(tmp_path / "windows.bin", (3 << 32 | 5, 40), (6, 2), (1 << 32 | 9, 40))
    found = read_windows(path)
    assert found.states == {5: "finished", 9: "waiting"}
    assert (found.thresholds, found.counts) == ({5: 40, 9: 40}, {6: 2})
    assert not found.are_complete
    assert read_windows(written(path, (2 << 32 | 5, 0))).are_complete


@pytest.mark.parametrize("pair", [(0, 1), (5 << 32 | 1, 0), (1 << 31, 1), (7, -1), (-1, 1)])
def test_damage_is_one_line(pair: tuple[int, int], tmp_path: Path) -> None:
    """No id, no state, no count."""
    with pytest.raises(KpathError, match="damaged"):
        read_windows(written(tmp_path / "windows.bin", pair))


def test_a_file_that_is_cut_off_or_missing(tmp_path: Path) -> None:
    """One line each."""
    (tmp_path / "windows.bin").write_bytes(b"12345678")
    with pytest.raises(KpathError, match="cut off"):
        read_windows(tmp_path / "windows.bin")
    with pytest.raises(KpathError, match="cannot read"):
        read_windows(tmp_path / "none.bin")
