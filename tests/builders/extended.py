"""A profile with extended paths."""

from dataclasses import replace
from pathlib import Path

from builders.methods import figure_3, plain
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.counted import ExtendedPath


def extended_profile(directory: Path) -> Profile:
    """Writes and opens a profile with three extended paths.

    One path has two iterations, one has an estimate, and one leads into another method.
    """
    builder = RecordingBuilder(k=2)
    figure = builder.add(figure_3())
    builder.stream(figure, (6, 3))
    builder.auxiliary(figure, entries=1)
    other = builder.add(plain())
    rows = [
        ExtendedPath(figure.first_id, 7, "iterations", 0, "entry", "exit",
                     (0, 1, 2, 4, 1, 3, 4, 5), 5),
        ExtendedPath(figure.first_id, 9, "iterations", 0, "loop 1", "loop 1", (1, 2, 4), 15, 22.5),
        ExtendedPath(figure.first_id, 1, "call", -1, "entry", "call 9", (0, 1, 2), 4,
                     other_first_id=other.first_id, other_blocks=(0, 1)),
    ]  # fmt: skip
    recorded = replace(builder.build(directory), extended=rows)
    run = demo_run(options={"profiler": "kiter"}, workload=None)
    write_profile(directory / "extended.kpath", recorded, run)
    return Profile.open(directory / "extended.kpath")
