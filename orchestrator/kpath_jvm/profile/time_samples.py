"""Reads a profile's samples of time, which have a file of their own."""

from pathlib import Path

from kpath_jvm.records.record import read_record
from kpath_jvm.records.time_samples import TIME_FILE, TimeSamples


def has_time(directory: Path) -> bool:
    """Returns whether a profile has samples of time, readable or not."""
    return (directory / TIME_FILE).exists()


def read_time(directory: Path) -> TimeSamples | None:
    """Returns the samples of a profile's directory, or None if there are none.

    Raises KpathError, with a message of one line, if the samples are damaged.
    """
    if not has_time(directory):
        return None
    return read_record(
        directory / TIME_FILE, TimeSamples, "remove the file to see the profile without times"
    )
