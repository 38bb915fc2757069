"""A recording for scripts and pipes: one frame of text, or a line of JSON for each look."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import IO, Any

from msgspec import to_builtins
from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from kpath_jvm.live.frame import LISTS, detail, head, lines, rows_of
from kpath_jvm.live.watch import View, Watch
from kpath_jvm.reports.document import DocumentKind
from kpath_jvm.reports.documents.live import LiveKeys

DOCUMENT = DocumentKind("live", 2, LiveKeys)
_POLL_SECONDS = 1.0


def document(view: View) -> dict[str, Any]:
    """Returns, as plain values, everything that can be shown."""
    ranking = view.ranking
    return DOCUMENT.of({
        "status": None if view.status is None else to_builtins(view.status),
        "events_per_second": view.rates[-1] if view.rates else None,
        "seconds": None if ranking is None else ranking.seconds,
        "age": view.age,
        "dumping": view.dumping,
        "order": view.wanted.order,
        "filter": view.wanted.filter.text or None,
        "completeness": None if view.completeness is None else view.completeness.document(),
        "completions": None if ranking is None or ranking.is_at_least else view.completions,
        "bytecodes": None if ranking is None or ranking.is_at_least else ranking.bytecodes,
        "loops": [] if ranking is None or ranking.is_at_least else ranking.loops,
        "sequences": [] if ranking is None or ranking.is_at_least else ranking.sequences,
        "at_least": None
        if ranking is None or not ranking.is_at_least
        else {"loops": ranking.loops, "sequences": ranking.sequences},
        "problem": view.problem or (None if ranking is None else ranking.problem),
        "over": view.over,
    })  # fmt: skip


def write_line(stream: IO[str], view: View) -> None:
    """Writes a view as a line of JSON."""
    stream.write(json.dumps(document(view)) + "\n")
    stream.flush()


def page(view: View, width: int) -> Iterator[RenderableType]:
    """Yields a frame to print: the head, both lists, and the details of the first loop."""
    yield from head(view, width, is_once=True)
    for listed in LISTS:
        rows = rows_of(view, listed)
        if rows:
            yield Text("")
            yield from lines(view, listed, width, len(rows))
    loops = rows_of(view, "loops")
    if loops and (view.ranking is None or not view.ranking.is_at_least):
        yield Text("")
        yield Padding(detail(loops[0], "loops"), 0)


def looks(watch: Watch, most: int | None = None) -> Iterator[View]:
    """Takes ``most`` looks (None: until the recording is over), and yields the view after each.

    The first view has no rates. If the recording ends, the last view says so.
    """
    taken = 0
    while True:
        watch.poll()
        if watch.view().over is None:
            watch.look()
            taken += 1
        view = watch.view()
        yield view
        if view.over is not None or taken == most:
            return
        while (left := watch.due_in()) > 0 and watch.view().over is None:
            time.sleep(min(left, _POLL_SECONDS))
            watch.poll()
