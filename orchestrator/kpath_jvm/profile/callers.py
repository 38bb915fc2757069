"""Reads callers.json of a profile, which counts the entries of each method by caller."""

from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.records.callers import CALLERS_FILE, CallerCounts
from kpath_jvm.records.record import read_record

_REMEDY = "remove the file to see the profile without callers"


def has_callers(directory: Path) -> bool:
    """Returns whether a profile has a callers.json, readable or not."""
    return (directory / CALLERS_FILE).exists()


def read_callers(directory: Path) -> CallerCounts | None:
    """Returns the content of a profile's callers.json, or None if there is no such file.

    Raises KpathError, with a message of one line, if the file is damaged.
    """
    if not has_callers(directory):
        return None
    path = directory / CALLERS_FILE
    found = read_record(path, CallerCounts, _REMEDY)
    if any(max(one.method, one.caller) >= len(found.methods) for one in found.entries):
        raise KpathError(f"{path} is damaged: an entry has a method that isn't listed; {_REMEDY}")
    return found
