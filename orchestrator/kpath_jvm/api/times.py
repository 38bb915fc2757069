"""Gives the shares of time and of bytecodes as a pandas table."""

from __future__ import annotations

import pandas as pd

from kpath_jvm.analysis.time_shares import TimeShares
from kpath_jvm.arguments import checked
from kpath_jvm.errors import KpathError
from kpath_jvm.facts.times import time_table
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.worth_told import tells_worth

_COLUMNS = [
    "method", "title", "loop", "line", "samples", "time_share", "time_low", "time_high",
    "time_share_of_all", "samples_below", "time_share_with_below", "time_of_all_low",
    "time_of_all_high", "samples_inclusive", "samples_inclusive_most", "inclusive_share",
    "inclusive_share_most", "inclusive_low", "inclusive_high", "bytecodes", "share", "difference",
    "at_one_instruction", "lines",
]  # fmt: skip


@checked
@tells_worth
def times(profile: Profile) -> pd.DataFrame:
    """Returns the shares of time and of bytecodes of a profile that ``run --time`` recorded.

    There is a row per method, per loop, and for the code of each method with loops that is in none
    of them. Rows are ordered by ``time_share_with_below``, then by ``time_share_of_all``, and then
    by ``share``. Columns:

    - ``method`` and ``title``;
    - ``loop``: the loop's number in the profile's table ``loops``, missing for a whole method, and
      -1 for its code outside loops; ``line``: the line of the loop's header;
    - ``samples``; ``time_share``: the share of these samples among the samples in methods whose
      bytecodes are counted; ``time_low`` and ``time_high``: the 95 % interval of ``time_share``,
      computed as if samples were independent (they aren't quite, so more than 5 % of all true
      shares lie outside their intervals); ``time_share_of_all``: the share of ``samples`` among all
      samples, including samples in other code;
    - ``samples_below``: the samples in code whose bytecodes aren't counted, such as the JDK's, if
      this method is the nearest counted one on the stack. A loop has only those samples for which
      the method was at a call in the loop; ``time_share_with_below``: the share of ``samples`` and
      ``samples_below`` together among all samples. Both columns are missing if the samples have no
      stacks, as in profiles of an older kpath-jvm. ``time_of_all_low`` and ``time_of_all_high`` are
      the 95 % interval of ``time_share_with_below``, or else of ``time_share_of_all``;
    - ``samples_inclusive``: the samples with the method anywhere on the stack, each counted once;
      ``samples_inclusive_most``: these samples and those with partial stacks, whose missing frames
      may be frames of the method; ``inclusive_share`` and ``inclusive_share_most``: the shares of
      these two numbers among all samples; ``inclusive_low``: the low end of the 95 % interval of
      ``inclusive_share``; ``inclusive_high``: the high end of the 95 % interval of
      ``inclusive_share_most``. All six columns are missing for loops, for methods with several
      versions, and in profiles of an older kpath-jvm;
    - ``bytecodes``; ``share``: ``bytecodes`` as a share of the bytecodes of all methods;
    - ``difference``: ``more`` if the share of time is much greater than that of bytecodes, ``less``
      if it is much less, missing otherwise; ``at_one_instruction``: whether there are several
      samples, and all of them are at one instruction; ``lines``: a list of the lines with samples,
      each a dict with ``line``, ``place`` (the line as texts show it), ``samples``, and
      ``samples_below`` (those in code to which a call in the line led).

    The frame's ``attrs`` have numbers of samples: ``samples`` counts all samples,
    ``samples_counted`` those in methods whose bytecodes are counted,
    ``samples_in_several_versions`` those in methods with several versions, ``samples_elsewhere``
    those in other code, and ``samples_partial`` those with partial stacks. ``collections`` is the
    number of garbage collections, which stopped the program for ``pause_seconds``. The last three
    are None in profiles of an older kpath-jvm. Shares refer to the methods of ``profile``, so pass
    a whole profile. Raises KpathError for a profile without samples.
    """
    found = TimeShares.of(profile)
    if found is None:
        raise KpathError(f"{profile.path} has no samples of time; record it with run --time")
    rows = sorted([*found.methods, *found.outside_loops, *found.loops], key=lambda row: row.rank)
    frame: pd.DataFrame = time_table(profile, rows).to_pandas()[_COLUMNS]
    whole = ["loop", "line", "samples_below", "samples_inclusive", "samples_inclusive_most"]
    frame[whole] = frame[whole].astype("Int64")
    frame.attrs |= {
        "samples": found.total,
        "samples_counted": found.counted,
        "samples_elsewhere": found.elsewhere,
        "samples_in_several_versions": found.several_versions,
        "samples_partial": found.partial,
        "collections": found.samples.collections,
        "pause_seconds": found.samples.pause_seconds,
    }
    return frame
