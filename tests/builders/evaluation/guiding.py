"""A profile that can guide a run, because it has paths of a class and the class's digest."""

from pathlib import Path

from builders.methods import figure_3, plain
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm.profile.writer import write_profile

_DIGEST = "00ff" * 8


def guiding_profile(directory: Path) -> Path:
    """Writes the profile as ``guide.kpath`` and returns the profile's path."""
    builder = RecordingBuilder()
    method = builder.add(figure_3(digest=_DIGEST))
    builder.stream(method, (6, 2, 2, 2, 0, 3))
    builder.auxiliary(method, entries=1)
    # This method completes one path per activation. Guides for profilers that pack paths leave such
    # methods out.
    counted = builder.add(plain(digest=_DIGEST))
    builder.count(counted, 0, 7)
    builder.auxiliary(counted, entries=7)
    scratch = directory / "recording"
    scratch.mkdir()
    write_profile(directory / "guide.kpath", builder.build(scratch), demo_run())
    return directory / "guide.kpath"
