"""Tests how files that consist of items of one type are read."""

import os
from pathlib import Path

import numpy as np
import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.recording.items import read_items

_PAIR = np.dtype([("id", "<i4"), ("count", "<i8")])


def test_items_are_read_in_order(tmp_path: Path) -> None:
    path = tmp_path / "counts.bin"
    np.array([(7, 1 << 40), (-2, 3)], dtype=_PAIR).tofile(path)
    assert read_items(path, _PAIR).tolist() == [(7, 1 << 40), (-2, 3)]
    path.write_bytes(b"")
    assert read_items(path, _PAIR).tolist() == []


def test_an_unreadable_or_cut_off_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "counts.bin"
    path.write_bytes(bytes(13))
    with pytest.raises(KpathError, match=r"counts\.bin is cut off; record again"):
        read_items(path, _PAIR)
    with pytest.raises(KpathError, match=r"cannot read .*none\.bin: No such file"):
        read_items(tmp_path / "none.bin", _PAIR)
    os.mkfifo(tmp_path / "pipe.bin")
    with pytest.raises(KpathError, match="not a regular file"):
        read_items(tmp_path / "pipe.bin", _PAIR)
