"""Readers of inline profilers' tables, by the names that descriptors have for them."""

import inspect
from typing import Any, cast

import numpy as np

from kpath_jvm.profile.recorded.readers import READERS
from kpath_jvm.profilers import PROFILERS
from kpath_jvm.recording.inline import InlineRecording
from kpath_jvm.recording.windows import Windows


class Tables:
    """A recording of two paths, counted one by one and in windows."""

    def path_counts(self) -> tuple[Any, Any]:
        """Ids and counts."""
        return np.array([3, 5]), np.array([10, 1])

    def windows(self) -> Windows:
        """The same."""
        return Windows({}, {}, {3: 10, 5: 1})


def test_each_descriptor_names_one_and_none_is_left_over() -> None:
    named = [
        inspect.getclosurevars(one.read).nonlocals["name"]
        for one in PROFILERS.values()
        if one.read is not None
    ]
    assert set(named) == set(READERS)


def test_paths_of_windows_are_counted_like_others() -> None:
    recording = cast("InlineRecording", Tables())
    for name in ("counts", "first_paths"):
        forest = READERS[name](recording, 1).forest
        found = [column.tolist() for column in (forest.ids, forest.parents, forest.counts)]
        assert found == [[3, 5], [-1, -1], [10, 1]]


def test_counters_need_no_reader_of_their_own() -> None:
    found = READERS["edges"](cast("InlineRecording", Tables()), 1)
    assert (len(found.forest.ids), found.extended, found.edges) == (0, (), ())
