"""Writes a difference as text for terminals and pipes."""

from collections.abc import Iterator
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from kpath_jvm.reports.cells import FactTable, titled, wrapped
from kpath_jvm.reports.diff import words
from kpath_jvm.reports.gates import gate_lines


def renderables(document: dict[str, Any]) -> Iterator[RenderableType]:
    """Yields a heading, a table for each kind, notes and gates for a document of summary.py."""
    verdict = words.gates_summed(document)
    heading = Text(f"Difference{'' if verdict is None else f': {verdict}'}", style="bold")
    for line in words.about(document):
        heading.append(f"\n{line}", style="default")
    yield wrapped(heading)
    nothing = words.nothing(document)
    if nothing is not None:
        yield wrapped(Text(f"\n{nothing}", "bold"))
    for kind in words.KINDS:
        rows = document[kind]
        if not rows:
            continue
        yield Text(f"\n{words.TITLES[kind]}", "bold")
        yield _table(kind, rows, document["ordered_by"])
        more = words.more(document, kind)
        if more is not None:
            yield Text(more, "dim")
    for note in words.notes(document):
        yield wrapped(Text(f"\n{note}", "dim"))
    for at, line in enumerate(words.legend(document)):
        yield wrapped(Text(line if at else f"\n{line}", "dim"))
    if document["gates"]:
        # Those who read a build's log look for a failure at its end.
        yield Text("\nGates", "bold")
        yield from gate_lines(document["gates"])
        yield wrapped(Text(str(verdict), "bold" if document["failed"] else "dim"))


def _table(kind: str, rows: list[dict[str, Any]], ordered_by: str) -> RenderableType:
    columns = words.columns(kind, ordered_by)
    table = FactTable(columns, words.NOUNS[kind], len(columns))
    for row in rows:
        cell = titled(row["title"], row["class"], place=words.place(kind, row))
        for fact in words.facts(kind, row):
            cell.append(f"\n{fact}", "default")
        table.add(words.figures(kind, row, ordered_by), cell)
    return table
