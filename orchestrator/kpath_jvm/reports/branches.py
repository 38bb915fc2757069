"""Writes branches, and what decides them, as text for terminals and pipes."""

from collections.abc import Iterator
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.text import Text

from kpath_jvm.reports import branch_words as words
from kpath_jvm.reports import settled, settled_words
from kpath_jvm.reports.cells import WIDE, table, wrapped
from kpath_jvm.reports.headings import heading, with_completeness
from kpath_jvm.reports.output import amount
from kpath_jvm.reports.unnamed import about_unnamed


def renderables(summary: dict[str, Any]) -> Iterator[RenderableType]:
    """Yields a heading for a summary (branches_summary.py), then the methods and notes."""
    yield with_completeness(heading("Branches", " of ", summary), summary)
    in_all = words.decided_in_all(summary)
    if in_all is not None:
        yield wrapped(Text(in_all), hanging=0)
    is_alone = len(summary["methods"]) == 1
    for method in summary["methods"]:
        is_exact = summary["completeness"]["exact"]
        yield from _method(method, summary["k"], is_alone=is_alone, is_exact=is_exact)
    more = words.left_out(summary)
    if more is not None:
        yield Text(f"\n{more}", style="dim")
    yield Text(f"\n{words.asks(summary)}", "dim")
    about_sources = words.about_sources(summary)
    if about_sources is not None:
        yield Text(about_sources, "dim")
    unnamed = about_unnamed(summary)
    if unnamed is not None:
        yield Text(unnamed, "dim")
    for about in (words.about_labels, words.about_pairs, words.about_numbers):
        note = about(summary)
        if note is not None:
            yield Text(note, "dim")
    chance = words.about_chance(summary)
    if chance is not None:
        yield Text(chance, "dim")
    about_settled = settled_words.about_methods(summary["methods"], summary["k"])
    if about_settled is not None:
        yield Text(about_settled, "dim")


def _method(
    method: dict[str, Any], k: int, *, is_alone: bool, is_exact: bool
) -> Iterator[RenderableType]:
    title = Text(f"\n{method['title']}", style="bold cyan")
    title.append(f"\n{words.work(method)}", style="default")
    shown, rest = words.most_executed(method, is_alone=is_alone, is_exact=is_exact)
    unmatched = words.unmatched(method, shown)
    if unmatched is not None:
        title.append(f"\n{unmatched}", style="dim")
    yield wrapped(title)
    yield _Branches(shown, method["uncompleted"], is_exact=is_exact, is_alone=is_alone)
    if rest:
        yield _note(rest)
    found, notes = words.decided(method, is_alone=is_alone)
    if found:
        yield Text("what decides them", style="dim")
    for unconditional, conditional, measure in found:
        yield Padding(wrapped(unconditional), (0, 0, 0, 2))
        yield Padding(wrapped(conditional), (0, 0, 0, 4))
        measure.stylize("dim")
        yield Padding(wrapped(measure), (0, 0, 0, 4))
    for note in notes:
        yield _note(note)
    following = words.successions(method, is_alone=is_alone)
    if following:
        yield Text(words.SUCCESSIONS, style="dim")
    for name, pairs in following:
        yield Padding(wrapped(name), (0, 0, 0, 2))
        for pair in pairs:
            yield Padding(wrapped(Text(pair)), (0, 0, 0, 4))
    yield from _settled(method, k, is_alone=is_alone)


def _settled(method: dict[str, Any], k: int, *, is_alone: bool) -> Iterator[RenderableType]:
    rows, notes = settled_words.shown(method, k, is_alone=is_alone)
    if rows:
        yield Text(settled_words.HEADING.lower(), style="dim")
        yield from settled.parts(rows)
    for note in notes:
        yield _note(note)


class _Branches:
    """A table of branches. Their outcomes are next to them, or below them in a narrow console."""

    def __init__(
        self,
        branches: list[dict[str, Any]],
        uncompleted: int | None,
        *,
        is_exact: bool,
        is_alone: bool,
    ) -> None:
        self._branches = branches
        self._uncompleted = uncompleted
        self._is_exact = is_exact
        self._is_alone = is_alone

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> RenderResult:
        """Yields the table in a form that fits the console; rich calls this."""
        is_wide = options.max_width >= WIDE
        columns = [">line", ">count", "<branch", *(["<outcomes"] if is_wide else [])]
        rows: list[list[str | Text]] = []
        for one in self._branches:
            cells = [
                Text(one["label"]),
                words.outcomes(
                    one,
                    uncompleted=self._uncompleted,
                    is_exact=self._is_exact,
                    is_alone=self._is_alone,
                ),
            ]
            if not is_wide:
                cells = [Text("\n").join(cells)]
            line = "-" if one["place"] is None else one["place"].removeprefix("line ")
            rows.append([line, amount(one["count"]), *map(wrapped, cells)])
        yield table(columns, rows)


def _note(text: str) -> RenderableType:
    return Padding(wrapped(Text(text, style="dim"), hanging=0), (0, 0, 0, 2))
