"""Tests that a profile of edges is refused where paths are needed."""

from pathlib import Path

import pytest

from builders.edges import edges_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.of_edges.known import require_paths
from kpath_jvm.errors import KpathError


def test_edge_profiles_are_refused_where_paths_are_needed(tmp_path: Path, demo: Path) -> None:
    require_paths(Profile.open(demo), "tree")
    with pytest.raises(KpathError, match="so there is no tree"):
        require_paths(edges_profile(tmp_path), "tree")
