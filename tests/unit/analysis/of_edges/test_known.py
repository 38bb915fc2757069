"""What kinds of things a profile has."""

from pathlib import Path

import pytest

from builders.edges import edges_profile, repeating_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.of_edges.known import Known, known, require_paths
from kpath_jvm.errors import KpathError


def test_repeats_are_no_counted_edges(tmp_path: Path) -> None:
    """They stand beside paths, whether these are there or not."""
    found = known(repeating_profile(tmp_path))
    assert found == Known(2, 0, 0, 0, 0, 0, self_loops=1, repeats=70)
    assert not found.edges_only


def test_paths_are_asked_for(tmp_path: Path, demo: Path) -> None:
    require_paths(Profile.open(demo), "tree")
    with pytest.raises(KpathError, match="so there is no tree"):
        require_paths(edges_profile(tmp_path), "tree")
