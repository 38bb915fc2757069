"""Writes advice as text for terminals and pipes."""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from kpath_jvm.profile import names
from kpath_jvm.records.java_command import shortened
from kpath_jvm.reports import findings, settled, settled_words
from kpath_jvm.reports.advice_words import edits, is_divided, tests, ways, windows
from kpath_jvm.reports.cells import wrapped
from kpath_jvm.reports.completed_words import (
    ENTRIES_CUT_OFF,
    OF_COMPLETED,
    entries_and_iterations,
    mean_text,
    per_entry,
)
from kpath_jvm.reports.iteration_words import iterations_text
from kpath_jvm.reports.not_advised_words import (
    NOT_KNOWN,
    REASONS,
    TOO_LARGE,
    case_text,
    kinds_of,
    not_known,
    place_of_loop,
    reasons,
)
from kpath_jvm.reports.output import amount, counted, percent
from kpath_jvm.reports.path_texts import append_path
from kpath_jvm.reports.repeated_words import about_marks
from kpath_jvm.reports.shares import OF_RECORDED
from kpath_jvm.reports.times import ADVISED, about_all_samples, time_of_advised
from kpath_jvm.reports.unnamed import about_unnamed

_WAY = re.compile(r"\bw\d+\b")


def renderables(document: Mapping[str, Any], *, verbose: bool = False) -> Iterator[RenderableType]:
    """Yields a document of advice (advice_summary.py) for rich, loop by loop.

    See ``rows`` for what is left out unless ``verbose``.
    """
    yield wrapped(_heading(document), hanging=0)
    yield from findings.renderables(document["findings"], source=findings.BELOW)
    for rank, loop in enumerate(document["loops"], 1):
        yield Text("")
        yield wrapped(_place(rank, loop, document["time"]))
        yield Padding(_table(rows(loop, verbose=verbose)), (0, 0, 0, 3))
        paths = Text()
        for way in named_ways(loop, verbose=verbose):
            append_path(paths, way, way=way["way"])
            paths.append("\n")
        paths.rstrip()
        yield Padding(wrapped(paths), (0, 0, 0, 3))
    if verbose:
        yield from _reasons(document["not_known"])
    if to_edit := edits(document["loops"]):
        yield Text("\nWhat one would edit", style="bold")
        yield Padding(_table([(Text(one), Text(text)) for one, text in to_edit]), (0, 0, 0, 3))
    if not document["loops"]:
        yield Text("\nnone: no loop has completed an iteration in this profile", style="dim")
    if document["time"] is not None:
        about = names.printable(about_all_samples(document["time"], ADVISED))
        yield Text("")
        yield Padding(wrapped(Text(about, style="dim"), hanging=0), (0, 0, 0, 2))
    yield from _settled(document["settled"], document["top"])
    if unnamed := about_unnamed(document):
        yield Text("")
        yield Padding(wrapped(Text(unnamed, style="dim"), hanging=0), (0, 0, 0, 2))


def _reasons(not_known: Sequence[Mapping[str, Any]]) -> Iterator[RenderableType]:
    if not not_known:
        return
    yield Text(f"\n{REASONS}", style="bold")
    for one in not_known:
        yield Padding(wrapped(Text(one["reason"]), hanging=0), (0, 0, 0, 2))
        for loop in one["loops"]:
            place = Text(place_of_loop(loop), style="cyan")
            yield Padding(wrapped(place), (0, 0, 0, 4))
            for case in loop["cases"]:
                yield Padding(wrapped(Text(case_text(case), style="dim")), (0, 0, 0, 6))


def _settled(found: Sequence[Mapping[str, Any]], most: int) -> Iterator[RenderableType]:
    if not found:
        return
    yield Text(f"\n{settled_words.HEADING}", style="bold")
    yield from settled.heavy_parts(found[:most])
    more = settled_words.more(len(found) - most)
    if more is not None:
        yield Text(f"  {more}", style="dim")


def _heading(document: Mapping[str, Any]) -> Text:
    heading = Text(f"What the hottest loops' iterations advise, k = {document['k']}", style="bold")
    thread = f", thread {document['thread']}" if document["thread"] else ""
    about = shortened(document["title"]) + thread
    heading.append(f"\n{names.printable(about)}", style="default")
    if document["selection"]:
        heading.append(f"\nonly {document['selection']}", style="default")
    heading.append(
        f"\na loop's bytecodes are those of its own blocks, without inner loops "
        f"({amount(document['bytecodes'])} bytecodes were recorded in all); w1, w2 … are the ways "
        "through a loop, the most frequent first; letters are paths, as in report",
        style="dim",
    )
    if marked := about_repeated(document):
        heading.append(f"\n{marked}", style="dim")
    completeness = document["completeness"]
    if completeness["reasons"]:
        heading.append(f"\n{names.printable(completeness['text'])}", style="yellow")
    return heading


def about_repeated(document: Mapping[str, Any]) -> str:
    """Explains the marks at the ends of the document's texts, if there are any."""
    findings_marked = [one["repetitions"] for one in document["findings"]["found"]]
    marked = [
        loop["repetitions"]
        for loop in document["loops"]
        if any(one["may_be_coincidence"] for one in loop["advice"])
    ]
    return about_marks([*findings_marked, *marked])


def _place(rank: int, loop: Mapping[str, Any], time: Mapping[str, Any] | None) -> Text:
    shares = f"{percent(loop['share_of_all'])} {OF_RECORDED}{time_of_advised(loop, time)}"
    place = Text(f"{rank}  {shares}  ", style="bold")
    place.append(loop["title"], style="cyan")
    where = loop["loop"]
    text = "loop" if where["header_place"] is None else f"loop at {where['header_place']}"
    if where["statement"]:
        text += f": {where['statement']}"
    place.append(f"\n   {text}", style="default")
    if where["test"]:
        place.append(f"\n   {where['test']}", style="default")
    if where["waiting"]:
        place.append(f"\n   {where['waiting']}", style="yellow")
    place.append(f"\n   {entered(loop)}", style="default")
    return place


def entered(loop: Mapping[str, Any]) -> str:
    """Says how often a loop was entered, its mean number of iterations, and its number of ways.

    Also says how many more entries and iterations there may have been on uncompleted paths, or that
    the counts are those of completed paths alone.
    """
    mean = mean_text(loop)
    each = f" with {mean} iterations on average" if mean else ""
    entries = counted(loop["entries"], "entry", "entries")
    through = f", {counted(loop['ways'], 'way')} through it"
    if is_divided(loop):
        through = f", {counted(loop['ways'], 'piece')} of iterations, which run in series"
    told = f"{entries}{each}{through}"
    if loop["missing"] is None:
        if not loop["entries"] and loop["iterations"]:
            told = f"{counted(loop['iterations'], 'iteration')} in {ENTRIES_CUT_OFF}{through}"
        return f"{told}; counts are {OF_COMPLETED}"
    return f"{told}{entries_and_iterations(loop)}"


def named_ways(loop: Mapping[str, Any], *, verbose: bool = False) -> list[dict[str, Any]]:
    """Returns those ways of the document that the text names."""
    shown = rows(loop, verbose=verbose)
    named = {word for _, text in shown for word in _WAY.findall(text.plain)}
    return [one for one in loop["paths"] if one["way"] in named]


def rows(loop: Mapping[str, Any], *, verbose: bool = False) -> Iterator[tuple[Text, Text]]:
    """Yields a loop's rows as pairs of label and text.

    First come the advice and some figures, then the kinds of advice that may pay, then those that
    would make the code too large, and last those that don't pay. ``verbose`` makes sure that the
    reasons of the kinds that don't pay and the most frequent stretches of iterations are shown. The
    kinds that may pay then have no reasons, because the text has these below all loops
    (``by_reason``).
    """
    kinds = {one["kind"] for one in loop["advice"]}
    for one in loop["advice"]:
        yield Text(one["kind"], style="bold green"), Text(one["text"])
    yield from _figures(loop, kinds, verbose=verbose)
    unknown = not_known(loop["not_advised"], are_below=verbose)
    known = [one for one in loop["not_advised"] if one["known"]]
    too_large = [one for one in known if one["too_large"]]
    useless = [one for one in known if not one["too_large"]]
    if unknown is not None:
        yield Text(NOT_KNOWN, style="dim"), Text(unknown, "dim")
    if too_large:
        yield Text(TOO_LARGE, style="dim"), Text(reasons(too_large), "dim")
    if not useless:
        return
    if kinds or unknown is not None or too_large:
        text = reasons(useless) if verbose else f"{kinds_of(useless)} (-v says why)"
        yield Text("does not pay", style="dim"), Text(text, "dim")
    else:
        text = f"none of these kinds: {reasons(useless)}"
        yield Text("no advice", style="dim"), Text(text, "dim")


def _figures(
    loop: Mapping[str, Any], kinds: Container[str], *, verbose: bool
) -> Iterator[tuple[Text, Text]]:
    """Yields the rows that give no advice; ``kinds`` are the kinds of advice that are given."""
    entries = iterations_text(
        loop["iterations_per_entry"], per_entry(loop), loop["loop"]["statement"]
    )
    if entries:
        yield Text("iterations", style="dim"), Text(entries, "dim")
    for place, text in enumerate(tests(loop)):
        yield Text("" if place else "loop test", style="dim"), Text(text, "dim")
    if loop["unrolling"]["windows"] and (verbose or "unroll" in kinds):
        for place, text in enumerate(windows(loop["unrolling"])):
            yield Text("" if place else "stretches", style="dim"), Text(text, "dim")
    # If a superblock is advised, the text of this advice already has the figures of the ways.
    if "superblock" not in kinds:
        yield Text("pieces" if is_divided(loop) else "ways", style="dim"), Text(ways(loop), "dim")


def _table(rows: Iterable[tuple[Text, Text]]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column()
    for row in rows:
        table.add_row(*(wrapped(text, hanging=0) for text in row))
    return table
