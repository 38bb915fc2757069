"""Finds the text of source lines, and appends it to the cells of tables."""

from collections.abc import Iterable, Mapping
from typing import Any

from rich.text import Text

from kpath_jvm.profile.names import printable
from kpath_jvm.profile.places import Places
from kpath_jvm.source.annotation import SourceTexts

_MOST_SHOWN = 16
_TAB = 4


def source_lines(
    sources: SourceTexts, row: Mapping[str, Any], places: Places, lines: Iterable[int]
) -> list[dict[str, Any]] | None:
    """Returns the number, place and text of a method's lines; None if no source file is found.

    ``row`` is the method's row in ``methods``. Lines of the class's own file come first, and the
    lines of a file are in ascending order. Texts are printable.
    """
    by_text = {places.of(line).text: line for line in sorted(set(lines), reverse=True)}
    found = []
    is_any = False
    for place, line in sorted((places.of(line), line) for line in by_text.values()):
        texts = sources.lines_of(row["class"], row["source"], place, row["digest"])
        is_any |= texts is not None
        if texts is not None and 1 <= place.line <= len(texts):
            text = printable(texts[place.line - 1].expandtabs(_TAB).rstrip())
            found.append({"line": line, "place": place.label, "text": text})
    return found if is_any else None


def append_source(cell: Text, source: list[dict[str, Any]] | None) -> None:
    """Appends source lines without their common indentation, and says how many are left out."""
    if not source:
        return
    indent = min(
        (len(line["text"]) - len(line["text"].lstrip()) for line in source if line["text"]),
        default=0,
    )
    for line in source[:_MOST_SHOWN]:
        cell.append(f"\n{line['place']:>6}  ", style="dim")
        cell.append(line["text"][indent:], style="default")
    if len(source) > _MOST_SHOWN:
        cell.append(f"\n        and {len(source) - _MOST_SHOWN} more lines", style="dim")
