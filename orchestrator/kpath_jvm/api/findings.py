"""Gives what stands out in a profile as a pandas table."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.hot_loops import hottest_loops
from kpath_jvm.analysis.selection import ALL, Selection, select
from kpath_jvm.analysis.time_shares import TimeShares
from kpath_jvm.api.tables import Sources
from kpath_jvm.arguments import checked
from kpath_jvm.profile.model import Profile
from kpath_jvm.reports.findings import find
from kpath_jvm.reports.summary import check_k
from kpath_jvm.reports.times import time_bounds
from kpath_jvm.shown import ROWS
from kpath_jvm.source.annotation import SourceTexts

_COLUMNS = [
    "title", "place", "is_loop", "share", "time_share", "time_low", "time_high", "kind", "text",
]  # fmt: skip
_OF_TIME = ["time_share", "time_low", "time_high"]


@checked
def findings(
    profile: Profile,
    *,
    k: int | None = None,
    selection: Selection = ALL,
    sources: Sources = (),
) -> pd.DataFrame:
    """Returns what stands out about the loops and tests that cost most, one finding per row.

    The findings are the advice on the ten loops that cost most (``advise``), if they took 1 % of
    all executed bytecodes or of the time in recorded code, and at most five tests that told nothing
    new (``settled``) and took 1 % of all executed bytecodes or more. The largest ``share`` comes
    first, but loops with nothing except superblocks come last.

    Columns:

    - ``title``: the method; ``place``: the line of the loop's header or of the test, as reports
      show it, or None without a line table;
    - ``is_loop``: whether the row is about a loop, and not about a test;
    - ``share``: the bytecodes of the loop's own blocks, or of the test alone, as a share of all
      executed bytecodes;
    - ``time_share``: the samples of time in the loop without its inner loops, as a share of the
      samples in recorded code; ``time_low`` and ``time_high``: the share's bounds, as in ``times``;
      all three are missing for a test, and without samples;
    - ``kind``: the kind of advice, or the kind of settled branch; ``text``: what stands out.

    ``attrs["completeness"]`` of the frame says what the counts are worth. ``attrs["caution"]`` says
    why something that seems never to have happened may have happened, or is None. Raises KpathError
    if k exceeds the profile's k, if the selection leaves nothing of the profile, or if the
    profile's samples of time are damaged.
    """
    roots = [Path(root) for root in sources]
    texts = SourceTexts(roots, [profile]) if roots else None
    longest = check_k(profile, k)
    chosen = select(profile.merged(), selection)
    hottest = hottest_loops(chosen, ROWS, longest)
    times = TimeShares.of(chosen.whole)
    found = find(chosen, hottest, longest, Costs(chosen.whole), texts, times)
    rows = [
        (
            one["title"], one["place"], one["number"] is not None, one["share"],
            *time_bounds(one["time"]), one["kind"], one["text"],
        )
        for one in found["found"]
    ]  # fmt: skip
    frame: pd.DataFrame = pd.DataFrame(rows, columns=_COLUMNS)
    frame[_OF_TIME] = frame[_OF_TIME].astype("float64")
    frame.attrs["completeness"] = chosen.profile.completeness.document()
    frame.attrs["caution"] = found["caution"]
    return frame
