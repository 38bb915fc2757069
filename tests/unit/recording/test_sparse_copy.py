"""Tests copies of files that have long runs of zeros."""

from pathlib import Path

import pytest

from kpath_jvm.recording.stream_directory import copy_sparse


@pytest.mark.parametrize("size", [0, 1, 65_536, 65_537, 1_000_000])
def test_a_sparse_copy_has_the_same_content(tmp_path: Path, size: int) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    source.write_bytes((bytes(70_000) + b"x" * 70_000) * 8)
    with source.open("r+b") as file:
        file.truncate(size)
    copy_sparse(source, target)
    assert target.read_bytes() == source.read_bytes()
    with pytest.raises(FileExistsError):
        copy_sparse(source, target)
