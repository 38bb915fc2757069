"""Tests which counts make it seem that a method has done the same work several times."""

from pathlib import Path

import pytest

from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.repeated import repetitions
from kpath_jvm.profile.writer import write_profile

STREAM = [6, 2, 0, 2, 2, 0, 0, 2, 1]
Times = tuple[list[int], int]


@pytest.mark.parametrize(
    ("streams", "wanted"),
    [
        # Of the counts of the four paths, one follows from the other three. That these three are
        # all multiples of ten is only just unlikely enough.
        ([(STREAM, 10)], 10),
        ([(STREAM, 9)], 1),
        ([(STREAM, 4), ([6, 0, 3], 8)], 1),
        ([(STREAM, 10), ([6, 0, 3], 20)], 10),
        ([(STREAM, 1)], 1),
        # Another activation shows that the work wasn't the same, or hides that it was.
        ([(STREAM, 10), ([6, 0, 3], 1)], 1),
        # Two paths are too few, because one of their counts follows from the other.
        ([([6, 3], 30)], 1),
        ([], 1),
    ],
)
def test_work_seems_repeated_if_all_counts_are_multiples(
    tmp_path: Path, streams: list[Times], wanted: int
) -> None:
    builder = RecordingBuilder(k=4)
    method = builder.add(figure_3())
    for stream, times in streams:
        builder.stream(method, stream, times=times)
    write_profile(tmp_path / "it.kpath", builder.build(tmp_path), demo_run())
    assert repetitions(Profile.open(tmp_path / "it.kpath"), 0) == wanted
