"""Gives the callers of a profile's methods as a pandas table."""

from __future__ import annotations

import pandas as pd

from kpath_jvm.analysis.callers import Callers
from kpath_jvm.arguments import checked
from kpath_jvm.errors import KpathError
from kpath_jvm.facts.callers import caller_table
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.worth_told import tells_worth

_COLUMNS = [
    "method", "title", "kind", "caller_title", "line", "count", "share", "entries",
    "recorded_entries",
]  # fmt: skip


@checked
@tells_worth
def callers(profile: Profile) -> pd.DataFrame:
    """Returns who called each method, with one row per method and calling line.

    The entries were counted by ``run --callers``. Methods are in the order of the profile, and the
    most frequent caller of each method comes first. Columns:

    - ``method`` (the number in the table ``methods``) and ``title``;
    - ``kind``: ``call`` for an ordinary call; ``no call`` if the JVM entered the method while the
      caller executed no call; ``outside`` if no recorded method led to the entry; ``untold`` if the
      caller isn't known;
    - ``caller_title`` and ``line`` (of the call); both may be missing;
    - ``count``: the entries from this line; ``share``: ``count`` as a share of ``entries``;
    - ``entries``: all entries of the method in the run that counted callers;
    - ``recorded_entries``: all entries of the method in the recorded run.

    ``attrs["doubts"]`` of the frame has the reasons why counts may not be exact. Raises KpathError
    for a profile without callers.
    """
    found = Callers.of(profile)
    if found is None:
        raise KpathError(f"{profile.path} has no callers; record it with run --callers")
    numbers = profile.method_rows.numbers.tolist()
    frame: pd.DataFrame = caller_table(profile, found, numbers).to_pandas()[_COLUMNS]
    frame["line"] = frame["line"].astype("Int64")
    frame.attrs["doubts"] = list(found.counts.doubts)
    return frame
