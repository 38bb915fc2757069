"""Writes pieces of Markdown: code, tables, and descriptions of paths."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, Any

from rich.text import Text

from kpath_jvm.profile.names import printable, printable_lines
from kpath_jvm.profile.places import line_or_lines
from kpath_jvm.reports.path_texts import paths_of_way

#: A text that is quoted as code is cut to this many characters, so that no cell fills a page.
_LONGEST = 120
#: Characters that might be markup in a line of text, and the colon of an address (``https://``).
_MARKUP = re.compile(r"[\\`*_\[\]<>|~&$#@]|:(?=//)")


def write_markdown(stream: IO[str], lines: Iterable[str]) -> None:
    """Writes lines; a character that the stream's encoding lacks becomes an HTML reference."""
    text = "".join(f"{printable_lines(line)}\n" for line in lines)
    encoding = getattr(stream, "encoding", None) or "utf-8"
    stream.write(text.encode(encoding, "xmlcharrefreplace").decode(encoding))
    stream.flush()


def code(text: str, *, in_table: bool = True, is_whole: bool = False) -> str:
    """Returns a text as code for a table or a line, so that nothing in the text acts as markup.

    A long text is cut unless ``is_whole`` is set.
    """
    safe = printable(text)
    if len(safe) > _LONGEST and not is_whole:
        safe = f"{safe[: _LONGEST - 1]}…"
    if (in_table and "\\|" in safe) or not safe.strip():
        # Markdown renderers disagree on whether a bar after a backslash ends a cell.
        return f"<code>{''.join(map(_entity, safe))}</code>"
    longest = max((len(run) for run in re.findall("`+", safe)), default=0)
    fence = "`" * (longest + 1)
    # A backtick at an end mustn't touch the fence, and renderers drop one blank at each end.
    inside = f" {safe} " if {safe[0], safe[-1]} & {"`", " "} else safe
    # A bar ends a table's cell, even within code.
    return (fence + inside + fence).replace("|", "\\|" if in_table else "|")


def _entity(character: str) -> str:
    return character if character.isalnum() else f"&#{ord(character)};"


def escaped(text: str) -> str:
    """Returns a text for a line or a table, with a backslash before all that might be markup."""
    return _MARKUP.sub(r"\\\g<0>", printable(text))


def section(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yields a heading and a table of numbered rows, or "There are none." instead of the table."""
    yield ""
    yield f"### {title}"
    ranked = [[str(rank), *row] for rank, row in enumerate(rows, 1)]
    yield from table([">", *columns], ranked) if ranked else ("", "There are none.")


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yields a table; a column given as ``>count`` is flush right, and ``<path`` is flush left."""
    yield ""
    yield _line(column[1:] for column in columns)
    yield _line("--:" if column[0] == ">" else "---" for column in columns)
    yield from map(_line, rows)


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def file_place(place: str, *, in_table: bool = True) -> str:
    """Returns the text of a place: lines, or a file's name and lines.

    A place that names a file is quoted as code, because the name may contain markup.
    """
    return code(place, in_table=in_table) if ":" in place else place


def told(
    path: dict[str, Any], decisions: list[str], *, in_table: bool = True, way: str | None = None
) -> str:
    """Returns a path's name, its lines, and the ``decisions`` that set it apart.

    If the path is an example of a way through a loop, ``way`` is the way's name, which comes first.
    """
    lines = path["lines_text"]
    where = f"path {path['path']}"
    if lines:
        where = f"{line_or_lines(lines)} {file_place(lines, in_table=in_table)}"
    # The path of a way through a loop may have lines outside of the loop.
    if own := path.get("inside_text"):
        where = f"{line_or_lines(own)} {file_place(own, in_table=in_table)} in this loop"
    # Some paths also have a text about where they begin.
    if path.get("begins"):
        where = f"{escaped(path['begins'])}, {where}"
    quoted = ", ".join(code(text, in_table=in_table) for text in decisions)
    name = path["name"]
    if way is not None:
        only = len(path["letters"]) == 1
        name = f"{way} ({paths_of_way(path)}){'' if only else f', hottest path {name}'}"
    return f"{name}: {where}{f': {quoted}' if quoted else ''}"


def marked(text: Text) -> str:
    """Returns a text as Markdown, with bold parts marked. Code must already be marked."""
    parts, at = [], 0
    for span in text.spans:
        if span.style == "bold":
            parts += [text.plain[at : span.start], f"**{text.plain[span.start : span.end]}**"]
            at = span.end
    return "".join([*parts, text.plain[at:]])
