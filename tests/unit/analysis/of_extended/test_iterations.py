"""Tests how paths that go on across back edges are divided into iterations."""

from pathlib import Path

from builders.extended import extended_profile
from kpath_jvm.analysis.of_extended.iterations import iterations


def test_iterations_begin_at_back_edges(tmp_path: Path) -> None:
    code = extended_profile(tmp_path).code(0)
    assert iterations(code, (0, 1, 2, 4, 1, 3, 4, 5)) == [[0, 1, 2, 4], [1, 3, 4, 5]]
    assert iterations(code, (4, 1)) == [[4], [1]]
    assert iterations(code, ()) == [[]]
