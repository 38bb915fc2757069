"""Writes the callers of the hottest methods as Markdown."""

from collections.abc import Iterator
from typing import Any

from kpath_jvm.reports.callers import about_callers, caller_lines, entries_text
from kpath_jvm.reports.markdown.writing import code, escaped, section
from kpath_jvm.reports.output import as_sentence

_COLUMNS = (">entries", "<method, and its callers with their share of the entries")


def callers_markdown(callers: dict[str, Any], of: str) -> Iterator[str]:
    """Yields the section about callers.

    ``of`` ends the heading. It names the method if the report is about only one method.
    """
    yield from section(f"Callers{of}", _COLUMNS, map(_row, callers["methods"]))
    if not callers["methods"]:
        return
    yield ""
    yield escaped(as_sentence(about_callers(callers)))


def _row(method: dict[str, Any]) -> list[str]:
    lines = [code(method["title"]), *map(escaped, caller_lines(method))]
    return [entries_text(method), "<br>".join(lines)]
