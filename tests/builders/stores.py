"""A store with profiles of two versions of a service, and of another service."""

from pathlib import Path

from builders.recordings import demo_profile
from builders.resampled import resample
from kpath_jvm import Profile
from kpath_jvm.store.store import Store

#: Service, version and day of each profile.
RUNS = (
    ("shop", "1", "2026-11-01"), ("shop", "1", "2026-11-02"), ("shop", "2", "2026-11-02"),
    ("a/b c", "2", "2026-11-03"),
)  # fmt: skip


def profiles(directory: Path) -> list[Path]:
    """Writes a profile for each of RUNS, and returns the profiles' paths."""
    source = Profile.open(demo_profile(directory))
    return [resample(source, directory / f"{seed}.kpath", seed) for seed in range(1, len(RUNS) + 1)]


def filled(place: str, directory: Path) -> list[Path]:
    """Writes the profiles of RUNS and adds them to a store; returns the paths in ``directory``."""
    store, found = Store(place), profiles(directory)
    for path, run in zip(found, RUNS, strict=True):
        store.add(path, *run)
    return found
