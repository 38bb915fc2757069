"""Finds the files that a profile can have in addition to its tables.

Stores and sums of runs don't have these files.
"""

from pathlib import Path

from kpath_jvm.profile.callers import has_callers
from kpath_jvm.profile.time_samples import has_time

#: The content of each of these files in words, and a function that says whether a profile's
#: directory has the file.
BESIDE = {"the samples of time": has_time, "the callers": has_callers}


def told_beside(directory: Path) -> list[str]:
    """Returns, in words, the content of each file that a profile has in addition to its tables.

    The files needn't be readable.
    """
    return [what for what, is_there in BESIDE.items() if is_there(directory)]
