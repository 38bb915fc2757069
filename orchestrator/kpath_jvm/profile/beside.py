"""What a profile may have beside its tables: files of single runs, which sums and stores lack."""

from pathlib import Path

from kpath_jvm.profile.callers import has_callers
from kpath_jvm.profile.time_samples import has_time

#: What the files contain, in words, and a function that says whether a profile's directory has
#: them.
BESIDE = {"the samples of time": has_time, "the callers": has_callers}


def told_beside(directory: Path) -> list[str]:
    """Returns in words what a profile has beside its tables, whether or not it can be read."""
    return [what for what, is_there in BESIDE.items() if is_there(directory)]
