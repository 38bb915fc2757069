"""Versions of a method in several loaders become one."""

from pathlib import Path

import pytest

from builders.forests import ngram_counts, ngrams
from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.writer import write_profile


def test_merging_loaders(demo: Path) -> None:
    profile = Profile.open(demo)
    merged = profile.merged()
    method = merged.find_method("Shared.run")
    assert merged.methods.loc[method, "completed"] == 16
    assert merged.methods.loc[method, "loader"] == "web@1, web@2"
    assert ngram_counts(merged, method) == ngrams([(6, 2, 2, 3)] * 4, 4)
    assert merged.paths.loc[merged.paths["method"] == method, "count"].tolist() == [8, 4, 4]
    assert merged.decode(method, 7).blocks == (0, 1, 2, 4, 5)
    assert len(merged.blocks) == len(profile.blocks) - 6
    # Loaders kept apart, nothing is to be merged.
    assert profile.merged(across_loaders=False) is profile
    with pytest.raises(KpathError, match=r"ambiguous.*run\(I\)V@web@1"):
        profile.find_method("Shared.run")
    assert profile.find_method("Shared.run@web@2") == method + 1


@pytest.mark.parametrize(
    "changes", [{"digest": "other"}, {"descriptor": "()V"}, {"cuts": [(0, 1)]}]
)
def test_what_differs_is_not_merged(tmp_path: Path, changes: dict[str, object]) -> None:
    builder = RecordingBuilder()
    for other in ({}, changes):
        builder.stream(builder.add(figure_3(**other)), (6, 3))
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    assert profile.merged() is profile
