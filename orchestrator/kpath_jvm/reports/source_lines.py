"""The source text beside lines."""

from collections.abc import Iterable
from typing import Any

from rich.text import Text

from kpath_jvm.profile.names import printable
from kpath_jvm.source.annotation import SourceTexts

_MOST_SHOWN = 16
_TAB = 4


def source_lines(
    sources: SourceTexts, class_name: str, source: object, lines: Iterable[int]
) -> list[dict[str, Any]] | None:
    """Returns line and text of a method's lines, ascending; None if its source is not there.

    ``class_name`` and ``source`` are those of the methods' table. Texts are safe to show.
    """
    texts = sources.lines(class_name, source)
    if texts is None:
        return None
    return [
        {"line": line, "text": printable(texts[line - 1].expandtabs(_TAB).rstrip())}
        for line in sorted(set(lines))
        if 1 <= line <= len(texts)
    ]


def append_source(cell: Text, source: list[dict[str, Any]] | None) -> None:
    """Appends the lines to a text, without their common indentation; says how many are left."""
    if not source:
        return
    indent = min(
        (len(line["text"]) - len(line["text"].lstrip()) for line in source if line["text"]),
        default=0,
    )
    for line in source[:_MOST_SHOWN]:
        cell.append(f"\n{line['line']:>6}  ", style="dim")
        cell.append(line["text"][indent:], style="default")
    if len(source) > _MOST_SHOWN:
        cell.append(f"\n        and {len(source) - _MOST_SHOWN} more lines", style="dim")
