"""Tests that a path has the same identity in two numberings of one graph."""

from pathlib import Path

from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.profile.identity.paths import PathIdentity, identity_of, number_of
from kpath_jvm.profile.writer import write_profile


def test_a_path_has_one_identity_in_two_numberings(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    builder.add(figure_3())
    edges = [(0, 1, 0), (1, 3, 2), (1, 2, 0), (2, 4, 0), (3, 4, 0), (4, 5, 1)]
    builder.add(figure_3(name="swapped", edges=edges))
    path = tmp_path / "both.kpath"
    write_profile(path, builder.build(tmp_path), demo_run())
    one, other = (Profile.open(path).code(method) for method in (0, 1))
    assert identity_of(one, 0) == PathIdentity("loop", (1, 3, 4), "loop")
    numbers = [number_of(other, identity_of(one, number)) for number in range(8)]
    assert numbers == [2, 3, 0, 1, 6, 7, 4, 5]
    assert number_of(one, PathIdentity("entry", (1, 3, 4), "loop")) is None
