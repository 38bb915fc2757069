"""Gives advice on hot loops as a pandas table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from kpath_jvm.analysis.selection import ALL, Selection
from kpath_jvm.api.tables import Sources
from kpath_jvm.arguments import checked
from kpath_jvm.profile.model import Profile
from kpath_jvm.reports.advice_summary import summarise_advice
from kpath_jvm.reports.not_advised_words import (
    NOT_KNOWN,
    TOO_LARGE,
    not_known_in_full,
    reasons,
)
from kpath_jvm.reports.reading import ReadOptions
from kpath_jvm.reports.times import time_bounds
from kpath_jvm.shown import ROWS
from kpath_jvm.source.annotation import SourceTexts

_COLUMNS = [
    "title", "line", "share", "time_share", "time_low", "time_high", "entries", "mean_iterations",
    "mean_least", "mean_most", "repetitions", "kind", "advice",
]  # fmt: skip


@checked
def advise(
    profile: Profile,
    *,
    top: int = ROWS,
    k: int | None = None,
    selection: Selection = ALL,
    sources: Sources = (),
) -> pd.DataFrame:
    """Returns the advice that follows from the iterations of the hottest loops, one piece per row.

    A loop also has a row of the kind ``not known`` if the profile can't tell whether some advice
    would pay. The loop has a row of the kind ``too large`` if, by an estimate, some advice would
    make the method too large for HotSpot to compile. ``attrs["not_known"]`` of the frame has each
    reason why something isn't known, with the loops and branches that the reason is about, in the
    form of ``not_known`` in ``advise --json``.

    Columns:

    - ``title``: the method; ``line``: the line of the loop's header;
    - ``share``: the bytecodes of the loop without its inner loops, as a share of all executed
      bytecodes;
    - ``time_share``: the samples of time in the loop without its inner loops, as a share of the
      samples in recorded code; ``time_low`` and ``time_high``: the share's bounds, as in ``times``;
      all three are missing without samples;
    - ``entries``: how often the loop was entered; ``mean_iterations``: the mean number of
      iterations per entry, missing if not known exactly; ``mean_least`` and ``mean_most``: bounds
      of this mean;
    - ``repetitions``: all counts of the method's sequences are multiples of this number. If it
      isn't 1, the method seems to have done the same work that many times, and what seems to follow
      from earlier iterations may be a repeated coincidence;
    - ``kind``: the kind of advice, or ``not known`` or ``too large``; ``advice``: the advice in
      words, with counts; for ``not known`` and ``too large``, the reasons.

    A loop has no row if it is certain that no advice on it would pay. ``attrs["completeness"]`` of
    the frame says what the counts are worth. Its ``reasons`` name the methods of which only entries
    were counted: no row is about loops of these methods, however hot the loops are.
    docs/verbs/advise.md has the rules. ``advise --json`` prints the evidence. Raises KpathError if
    k is 1 or greater than the profile's k, or if the selection leaves nothing of the profile.
    """
    roots = [Path(root) for root in sources]
    options = ReadOptions(k=k, top=top, selection=selection)
    document = summarise_advice(profile, options, SourceTexts(roots, [profile]) if roots else None)
    rows = [
        (
            loop["title"], loop["loop"]["header_line"], loop["share_of_all"],
            *time_bounds(loop["time"]), loop["entries"], loop["mean_iterations"],
            loop["mean_least"], loop["mean_most"], loop["repetitions"], kind, text,
        )
        for loop in document["loops"]
        for kind, text in _texts(loop)
    ]  # fmt: skip
    frame: pd.DataFrame = pd.DataFrame(rows, columns=_COLUMNS)
    frame.attrs["completeness"] = document["completeness"]
    frame.attrs["not_known"] = document["not_known"]
    return frame


def _texts(loop: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yields (kind, text) for each of a loop's rows."""
    yield from ((one["kind"], one["text"]) for one in loop["advice"])
    unknown = not_known_in_full(loop)
    if unknown is not None:
        yield NOT_KNOWN, unknown
    too_large = [one for one in loop["not_advised"] if one["too_large"]]
    if too_large:
        yield TOO_LARGE, reasons(too_large)
