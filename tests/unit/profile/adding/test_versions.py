"""Tests that versions of a method that several loaders have loaded are merged into one."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.forests import forest_of, ngram_counts, ngrams
from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.adding.versions import MergedTables
from kpath_jvm.profile.forest import Forest
from kpath_jvm.profile.writer import write_profile


def test_versions_of_several_loaders_are_merged(demo: Path) -> None:
    profile = Profile.open(demo)
    merged = profile.merged()
    method = merged.find_method("Shared.run")
    assert merged.methods.loc[method, "completed"] == 16
    assert merged.methods.loc[method, "loader"] == "web@1, web@2"
    assert ngram_counts(merged, method) == ngrams([(6, 2, 2, 3)] * 4, 4)
    assert merged.paths.loc[merged.paths["method"] == method, "count"].tolist() == [8, 4, 4]
    assert merged.decode(method, 7).blocks == (0, 1, 2, 4, 5)
    assert len(merged.blocks) == len(profile.blocks) - 6
    # If loaders are kept apart, there is nothing to merge.
    assert profile.merged(across_loaders=False) is profile
    with pytest.raises(KpathError, match=r"ambiguous.*run\(I\)V@web@1"):
        profile.find_method("Shared.run")
    assert profile.find_method("Shared.run@web@2") == method + 1


@pytest.mark.parametrize(
    "changes", [{"digest": "other"}, {"descriptor": "()V"}, {"cuts": [(0, 1)]}]
)
def test_different_versions_are_not_merged(tmp_path: Path, changes: dict[str, object]) -> None:
    builder = RecordingBuilder()
    for other in ({}, changes):
        builder.stream(builder.add(figure_3(**other)), (6, 3))
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    assert profile.merged() is profile


@given(
    st.dictionaries(
        st.integers(0, 5),
        st.lists(st.lists(st.integers(0, 2), max_size=9), max_size=3),
        min_size=1,
    ),
    st.lists(st.integers(0, 5), min_size=6, max_size=6),
)
def test_forests_of_merged_versions_are_added_up(
    sequences: dict[int, list[list[int]]], owners: list[int]
) -> None:
    """Compares merged forests with forests that are made from the merged methods' sequences."""
    group = np.array([min(owners.index(owner), at) for at, owner in enumerate(owners)])
    merged = MergedTables(Given(forest_of(sequences, 4)), group)
    added: dict[int, list[list[int]]] = {}
    for number, own in sequences.items():
        added.setdefault(int(group[number]), []).extend(own)
    expected = forest_of(added, 4)
    for name in Forest.__dataclass_fields__:
        assert np.array_equal(getattr(merged.forest, name), getattr(expected, name)), name
        for number in set(group.tolist()):
            found = getattr(merged.method_forest(number), name)
            assert np.array_equal(found, getattr(expected.of_method(number), name)), name


class Given:
    """A profile that has only the k-IPF."""

    def __init__(self, forest: Forest) -> None:
        self.forest = forest

    def table(self, name: str) -> pa.Table:
        raise AssertionError(name)

    def method_forest(self, method: int) -> Forest:
        return self.forest.of_method(method)
