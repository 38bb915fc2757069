"""The inline profilers' schemes, by the names that descriptors have for them."""

from typing import Any, cast

import numpy as np

from kpath_jvm.profile.recorded.schemes import SCHEMES
from kpath_jvm.profilers import PROFILERS
from kpath_jvm.recording.inline import InlineRecording
from kpath_jvm.recording.path_windows import PathWindows


class Tables:
    """A recording of two paths, counted one by one and in windows."""

    def path_counts(self) -> tuple[Any, Any]:
        """Ids and counts."""
        return np.array([3, 5]), np.array([10, 1])

    def path_windows(self) -> PathWindows:
        """The same."""
        return PathWindows({}, {}, {3: 10, 5: 1})


def test_each_descriptor_names_one_and_none_is_left_over() -> None:
    named = {one.scheme for one in PROFILERS.values() if one.scheme}
    assert named == set(SCHEMES)


def test_paths_of_windows_are_counted_like_others() -> None:
    recording = cast("InlineRecording", Tables())
    for name in ("paths", "first paths"):
        forest = SCHEMES[name].read(recording, 1).forest
        found = [column.tolist() for column in (forest.ids, forest.parents, forest.counts)]
        assert found == [[3, 5], [-1, -1], [10, 1]]


def test_counters_of_edges_are_told_by_the_metadata() -> None:
    found = SCHEMES["edges"].read(cast("InlineRecording", Tables()), 1)
    assert (len(found.forest.ids), found.extended, found.edges) == (0, (), ())
