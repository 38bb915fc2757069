"""Finds the optional files of a profile: the samples of time, and the callers.

Stores and sums of runs don't have these files.
"""

from pathlib import Path

from kpath_jvm.profile.callers import has_callers
from kpath_jvm.profile.time_samples import has_time

#: What each optional file contains, and a function that returns whether a profile has the file.
BESIDE = {"the samples of time": has_time, "the callers": has_callers}


def told_beside(directory: Path) -> list[str]:
    """Lists what a profile's optional files contain, even if a file is damaged."""
    return [what for what, is_there in BESIDE.items() if is_there(directory)]
