"""Profiles for flame graphs: with tens of thousands of frames, with one path, and without paths."""

from pathlib import Path
from random import Random

from builders.methods import figure_3, plain
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm.profile.writer import write_profile

#: The number of methods in the large profile, and the number of paths in each of its stacks.
METHODS, LENGTH = 250, 7


def large_flames(directory: Path) -> Path:
    """Writes a profile whose flame graph has tens of thousands of frames.

    Returns the profile's path. In each method, iterations took one of two paths at random.
    """
    random = Random(7)
    builder = RecordingBuilder(k=LENGTH)
    for number in range(METHODS):
        method = builder.add(figure_3(class_name=f"demo/part{number // 10}/Large{number}"))
        builder.stream(method, [6, *random.choices((0, 2), k=700), 3])
        builder.auxiliary(method, entries=1)
    return _written(builder, directory / "large.kpath")


def single_flame(directory: Path) -> Path:
    """Writes a profile with one path, which was completed once, and returns the profile's path."""
    builder = RecordingBuilder()
    method = builder.add(plain())
    builder.count(method, 0, 1)
    builder.auxiliary(method, entries=1)
    return _written(builder, directory / "single.kpath")


def empty_flames(directory: Path) -> Path:
    """Writes a profile in which no path was completed, and returns the profile's path."""
    builder = RecordingBuilder()
    builder.add(plain())
    return _written(builder, directory / "empty.kpath")


def _written(builder: RecordingBuilder, target: Path) -> Path:
    write_profile(target, builder.build(target.parent), demo_run())
    return target
