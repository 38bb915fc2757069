"""Tables of a report: cells that wrap between words and names, and columns that give way."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.containers import Lines
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from kpath_jvm.profile.names import dotted

#: Narrower than this, figures go into the cells.
WIDE = 100
#: What stands in front of a line's text: lines that go on are indented as far.
_MARK = re.compile(r" *(?:(?:[A-Z]+\d*|\d+) {2,})?")
_HANGING = 2
#: Between columns.
_GAP = "  "
_HEAD_STYLE = "dim"
#: No cell is narrower.
_LEAST_ROOM = 12
#: Columns' names beside a figure of 1.
_ONE = {
    "bytecodes": "bytecode", "completions": "completion", "entries": "entry", "pairs": "pair",
}  # fmt: skip
#: Behind these a name may be broken.
_JOINTS = frozenset(".,;:(/$")


class Cell(Text):
    """A text of several lines, broken at words, and words that are too long at joints and humps.

    Lines that go on begin ``hanging`` columns further in, or where the text behind a mark does.
    """

    hanging = _HANGING

    def wrap(self, _console: Console, width: int, **_options: Any) -> Lines:  # type: ignore[override]
        """Returns lines no wider than that (rich calls it)."""
        lines = Lines()
        for line in self.split(allow_blank=True):
            for piece in _broken(line, width, self.hanging):
                lines.append(piece)
        return lines


def wrapped(text: Text, *, hanging: int = _HANGING) -> Cell:
    """Returns a text so that it is broken between words (Cell)."""
    made = Cell("")
    made.hanging = hanging
    made.append_text(text)
    return made


def _broken(line: Text, width: int, hanging: int) -> Iterator[Text]:
    """Yields a line in pieces no wider than that, all but the first indented."""
    text = line.plain
    if len(text) <= width and text.isascii():
        yield line
        return
    mark = _MARK.match(text)
    hang = min(mark.end() if mark and mark.end() else hanging, width // 3)
    at, indent = 0, 0
    while True:
        end = at + _break(text[at:], width - indent)
        piece = line[at:end] if at or end < len(text) else line
        piece.rstrip()
        yield Text.assemble(" " * indent, piece) if indent else piece
        at = end + len(text[end:]) - len(text[end:].lstrip(" "))
        if at >= len(text):
            return
        indent = hang


def _break(text: str, room: int) -> int:
    """Returns how much of a text goes on a line, all of it if it isn't too long."""
    most = room
    if not text.isascii():
        # Some characters take two columns.
        most = next((n for n in range(len(text)) if cell_len(text[: n + 1]) > room), len(text))
    if len(text) <= most:
        return len(text)
    space = text.rfind(" ", 0, most + 1)
    # A figure keeps its sign.
    while space > 0 and text[space + 1 : space + 2] == "%":
        space = text.rfind(" ", 0, space)
    if space > 0 and text[:space].strip():
        return space
    joint = max((at + 1 for at in range(most) if text[at] in _JOINTS), default=0)
    hump = max(
        (at for at in range(1, most) if text[at - 1].islower() and text[at].isupper()), default=0
    )
    return joint or hump or max(most, 1)


@dataclass
class FactTable:
    """Ranked rows: figures in columns and a cell, or in a narrow console figures in the cell.

    The first ``shares`` columns stay columns.
    """

    columns: Sequence[str]
    title: str
    shares: int = 1
    rows: list[tuple[list[str], Cell]] = field(default_factory=list)

    def add(self, figures: Sequence[str], cell: Cell) -> None:
        """Adds a row; its rank is its place."""
        self.rows.append((list(figures), cell))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yields the table as it fits (rich calls it).

        Line by line: a table of rich's own measures each cell several times.
        """
        is_wide = options.max_width >= WIDE
        kept = len(self.columns) if is_wide else self.shares
        ranked = [
            ([str(rank), *figures[:kept]], cell if is_wide else self._with(figures, cell))
            for rank, (figures, cell) in enumerate(self.rows, 1)
        ]
        heads = ["", *self.columns[:kept]]
        columns = zip(heads, *(row for row, _ in ranked), strict=True)
        widths = [max(map(cell_len, column)) for column in columns]
        head = _GAP.join([*map(str.rjust, heads, widths), self.title])
        yield from _line(console, head, Text(style=_HEAD_STYLE), _HEAD_STYLE)
        front = len(_GAP.join([" " * width for width in widths])) + len(_GAP)
        room = max(options.max_width - front, _LEAST_ROOM)
        for figures, cell in ranked:
            left = _GAP.join([*map(str.rjust, figures, widths), ""])
            for line in cell.wrap(console, room):
                yield from _line(console, left, line)
                left = " " * front

    def _with(self, figures: list[str], cell: Cell) -> Cell:
        """Returns a cell with the figures that have no column behind its first line."""
        named = zip(figures[self.shares :], self.columns[self.shares :], strict=True)
        text = ", ".join(
            f"{figure} {_ONE.get(name, name) if figure == '1' else name}" for figure, name in named
        )
        first, *rest = cell.split(allow_blank=True)
        made = Cell("")
        made.append_text(first)
        for line in [Text(text), *rest] if text else rest:
            made.append("\n")
            made.append_text(line)
        return made


def _line(console: Console, left: str, line: Text, style: str = "") -> Iterator[Segment]:
    yield Segment(left, console.get_style(style) if style else None)
    line.end = "\n"
    yield from line.render(console, line.end)


def table(columns: Sequence[str], rows: Iterable[Sequence[str | Text]]) -> Table:
    """Returns a table without lines; a column is named ``>count`` (to the right) or ``<path``."""
    made = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for column in columns:
        is_text = column[0] == "<"
        side: Literal["left", "right"] = "left" if is_text else "right"
        made.add_column(column[1:], justify=side, no_wrap=not is_text, overflow="fold")
    for row in rows:
        made.add_row(*row)
    return made


def titled(title: str, class_name: str, *, place: str = "") -> Cell:
    """Returns a cell that begins with a method's name, a place in it, and its package behind."""
    package = dotted(class_name.rpartition("/")[0])
    # No style of the whole: it would be that of what comes behind the name, too.
    cell = Cell("")
    cell.append((title.removeprefix(f"{package}.") if package else title) + place, "cyan")
    if package:
        cell.append(f"  {package}", "dim")
    return cell
