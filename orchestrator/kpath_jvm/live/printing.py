"""Prints a recording for scripts and pipes: once as text, or as a line of JSON for each look."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import IO, Any

from msgspec import to_builtins
from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from kpath_jvm.live.frame import LISTS, detail, head, lines, rows_of
from kpath_jvm.live.watch import View, Watch
from kpath_jvm.reports.document import DocumentKind
from kpath_jvm.reports.documents.live import LiveKeys

_NO_PROFILE = "the recording has no profile, so its final figures aren't known"
DOCUMENT = DocumentKind("live", 2, LiveKeys)
_POLL_SECONDS = 1.0
#: The least time between two attempts to look, even if the next look is already due.
_LEAST_SECONDS = 0.01


def document(view: View) -> dict[str, Any]:
    """Returns a view as plain values, with the status and the counts of the look's moment.

    Without a look, there are no counts, the status is the present one, and ``problem`` says why
    there is no look. If the recording is over and has no profile, the status is None.
    """
    ranking = view.ranking
    status = view.status if view.looked is None else view.looked
    if view.over is not None and not view.is_final:
        status = None
    is_by_now = ranking is not None and ranking.is_by_now(view.wanted.order)
    return DOCUMENT.of({
        "status": None if status is None else to_builtins(status),
        "events_per_second": view.rate if view.over is None else None,
        "seconds": None if ranking is None else ranking.seconds,
        "age": view.age,
        "dumping": view.dumping,
        "order": "now" if is_by_now else "all",
        "filter": view.wanted.filter.text or None,
        "completeness": None if view.completeness is None else view.completeness.document(),
        "completions": None if ranking is None or ranking.is_at_least else view.completions,
        "bytecodes": None if ranking is None or ranking.is_at_least else ranking.bytecodes,
        "loops": [] if ranking is None or ranking.is_at_least else ranking.loops,
        "sequences": [] if ranking is None or ranking.is_at_least else ranking.sequences,
        "at_least": None
        if ranking is None or not ranking.is_at_least
        else {"loops": ranking.loops, "sequences": ranking.sequences},
        "problem": _problem(view),
        "over": view.over,
    })  # fmt: skip


def _problem(view: View) -> str | None:
    """Returns why figures are missing, or None if no figures are missing."""
    if view.over is not None and not view.is_final:
        return view.problem or _NO_PROFILE
    return view.problem or (None if view.ranking is None else view.ranking.problem)


def write_line(stream: IO[str], view: View) -> None:
    """Writes a view as a line of JSON."""
    stream.write(json.dumps(document(view)) + "\n")
    stream.flush()


def page(view: View, width: int) -> Iterator[RenderableType]:
    """Yields the text of a view: the head, both lists, and the details of the first loop.

    The head shows the status at the moment of the look.
    """
    view = replace(view, status=view.looked or view.status)
    yield from head(view, width, is_once=True)
    for listed in LISTS:
        rows = rows_of(view, listed)
        if rows:
            yield Text("")
            yield from lines(view, listed, width, len(rows))
    loops = rows_of(view, "loops")
    if loops and (view.ranking is None or not view.ranking.is_at_least):
        yield Text("")
        yield Padding(detail(loops[0], "loops", is_final=view.is_final), 0)


def looks(watch: Watch, most: int | None = None) -> Iterator[View]:
    """Takes ``most`` looks (None: until the recording is over), and yields the view after each.

    The lists of the first view have no rates. If the recording ends, the last view reports the end,
    and has the figures of the recording's profile, or no look if there is no profile. A failed look
    yields no view, unless no look has succeeded yet, or several looks in a row have failed. In
    these cases, a view without a look is yielded, and the view's ``problem`` says why. This view
    counts as one of the ``most``.
    """
    taken = 0
    while True:
        watch.poll()
        is_new = watch.look()
        view = watch.view()
        if view.over is not None:
            yield view if view.is_final else view.without_look()
            return
        if is_new or (view.problem is not None and not watch.is_ending):
            taken += 1
            yield view if is_new else view.without_look()
        if taken == most:
            return
        time.sleep(_LEAST_SECONDS)
        while (left := watch.due_in()) > 0 and watch.view().over is None:
            time.sleep(min(left, _POLL_SECONDS))
            watch.poll()
