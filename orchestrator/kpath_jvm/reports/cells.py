"""Makes tables whose cells wrap.

In a narrow console, figures move from their columns into the cells.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, Literal

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.containers import Lines
from rich.segment import Segment
from rich.style import Style
from rich.table import Table
from rich.text import Text

from kpath_jvm.profile.names import dotted, package_of, without_package

#: In a console narrower than this, figures go into the cells.
WIDE = 100
#: The blanks at the start of a line, and a mark after them, such as a path's name or a rank. If the
#: line wraps, its further parts are indented by the length of the match.
_MARK = re.compile(r" *(?:(?:[A-Z]+\d*|\d+) {2,})?")
_HANGING = 2
#: The gap between columns.
_GAP = "  "
_HEAD_STYLE = "dim"
#: The least width of a cell.
_LEAST_ROOM = 12
#: The names of columns in the singular, for a figure of 1 in a cell.
_ONE = {
    "bytecodes": "bytecode", "class\nfiles": "class file", "completions": "completion",
    "entries": "entry", "pairs": "pair", "path\ncompletions": "path completion",
}  # fmt: skip
#: The characters after which a line can break within a name.
_JOINTS = frozenset(".,;:(/$")
#: Signs before figures.
_SIGNS = frozenset(("<", ">", "=", "≤", "≥", "≈"))
#: Characters that change the width of the characters next to them.
_JOINERS = frozenset("\u200d\ufe0f")


class Cell(Text):
    """A text of several lines, which break between words.

    A word that is too long breaks after punctuation or before a capital letter. If a line wraps,
    its further parts are indented by the length of its mark (_MARK) or, if it has no mark, by
    ``hanging`` columns. The indentation is at most a third of the width.
    """

    hanging = _HANGING

    def wrap(self, _console: Console, width: int, **_options: Any) -> Lines:  # type: ignore[override]
        """Returns lines no wider than the given width; rich calls this."""
        lines = Lines()
        for line in self.split(allow_blank=True):
            for first, end, indent in _pieces(line.plain, width, self.hanging):
                piece = line if (first, end) == (0, len(line)) else line[first:end]
                lines.append(Text.assemble(" " * indent, piece) if indent else piece)
        return lines

    def segments(self, width: int, styles: "Styles") -> Iterator[list[Segment]]:
        """Yields each wrapped line as rich's segments, without creating a Text for it."""
        spans = self.spans
        begins = 0
        for line in self.plain.split("\n"):
            for first, end, indent in _pieces(line, width, self.hanging):
                text = " " * indent + line[first:end]
                shift = indent - begins - first
                last = begins + end
                own = [
                    (max(span.start + shift, indent), min(span.end, last) + shift, span.style)
                    for span in spans
                    if span.start < last and span.end > begins + first
                ]
                yield list(_styled(text, own, styles))
            begins += len(line) + 1


def wrapped(text: Text, *, hanging: int = _HANGING) -> Cell:
    """Returns the text as a Cell, which breaks between words."""
    made = Cell("")
    made.hanging = hanging
    made.append_text(text)
    return made


class Styles:
    """Styles by their names, each looked up once."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._known: dict[str | Style, Style] = {}

    def of(self, style: str | Style) -> Style:
        """Returns the named style, or the plain style if there is none."""
        if style not in self._known:
            self._known[style] = self._console.get_style(style, default=Style.null())
        return self._known[style]


def _styled(
    text: str, spans: Iterable[tuple[int, int, str | Style]], styles: Styles
) -> Iterator[Segment]:
    """Yields a text in pieces of one style each.

    The spans must be in order, and must not overlap.
    """
    at = 0
    is_plain = True
    for first, end, style in spans:
        is_plain = False
        if first > at:
            yield Segment(text[at:first], Style.null())
        yield Segment(text[first:end], styles.of(style))
        at = end
    if is_plain:
        yield Segment(text)
    elif at < len(text):
        yield Segment(text[at:], Style.null())


def _pieces(text: str, width: int, hanging: int) -> Iterator[tuple[int, int, int]]:
    """Breaks a line at a width; yields each piece's start, end and indentation."""
    if len(text) <= width and text.isascii():
        yield 0, len(text), 0
        return
    mark = _MARK.match(text)
    hang = min(mark.end() if mark and mark.end() else hanging, width // 3)
    at, indent = 0, 0
    while True:
        end = at + _break(text[at:], width - indent)
        yield at, at + len(text[at:end].rstrip()), indent
        at = end + len(text[end:]) - len(text[end:].lstrip(" "))
        if at >= len(text):
            return
        indent = hang


def _break(text: str, room: int) -> int:
    """Returns how many of a text's characters go on a line of ``room`` columns."""
    most = room
    if not text.isascii():
        # Some characters take two columns.
        widths: Iterable[int] = accumulate(map(cell_len, text))
        if _JOINERS & set(text):
            widths = (cell_len(text[: n + 1]) for n in range(len(text)))
        most = next((n for n, width in enumerate(widths) if width > room), len(text))
    if len(text) <= most:
        return len(text)
    space = text.rfind(" ", 0, most + 1)
    # A figure stays together with its sign, as in "< 0.1 %" and "k = 5".
    while space > 0 and _is_within_figure(text[:space], text[space + 1 : space + 3]):
        space = text.rfind(" ", 0, space)
    if space > 0 and text[:space].strip():
        return space
    joint = max((at + 1 for at in range(most) if text[at] in _JOINTS), default=0)
    hump = max(
        (at for at in range(1, most) if text[at - 1].islower() and text[at].isupper()), default=0
    )
    return joint or hump or max(most, 1)


def _is_within_figure(before: str, after: str) -> bool:
    """Returns whether a blank stands between the parts of one figure."""
    if after.startswith("%"):
        return True
    if after.rstrip() == "=" and before.rpartition(" ")[2].lstrip("(") == "k":
        return True
    return before.rpartition(" ")[2].lstrip("(") in _SIGNS and after[:1].isdigit()


@dataclass
class FactTable:
    """A table of ranked rows, each with figures in columns and a cell.

    In a narrow console, figures move into the cell, except for those of the first ``shares``
    columns. The name of a column can have several lines.
    """

    columns: Sequence[str]
    title: str
    shares: int = 1
    rows: list[tuple[list[str], Cell]] = field(default_factory=list)
    #: Rows after the ranked ones, below a blank line. They have no rank; a missing figure is "".
    rest: list[tuple[list[str], Cell]] = field(default_factory=list)

    def add(self, figures: Sequence[str], cell: Cell) -> None:
        """Adds a row, whose rank is its position."""
        self.rows.append((list(figures), cell))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yields the table in a form that fits the console; rich calls this.

        The method builds the lines itself, because rich's own tables measure each cell several
        times.
        """
        is_wide = options.max_width >= WIDE
        kept = len(self.columns) if is_wide else self.shares
        ranks = [*map(str, range(1, len(self.rows) + 1)), *[""] * len(self.rest)]
        ranked = [
            ([rank, *figures[:kept]], cell if is_wide else self._with(figures, cell))
            for rank, (figures, cell) in zip(ranks, [*self.rows, *self.rest], strict=True)
        ]
        heads = [head.split("\n") for head in ["", *self.columns[:kept]]]
        columns = zip(*(row for row, _ in ranked), strict=True) if ranked else [()] * len(heads)
        widths = [
            max(map(cell_len, [*head, *column]))
            for head, column in zip(heads, columns, strict=True)
        ]
        styles = Styles(console)
        tallest = max(map(len, heads))
        rows_of_heads = zip(*([""] * (tallest - len(head)) + head for head in heads), strict=True)
        for number, row in enumerate(rows_of_heads, 1):
            title = self.title if number == tallest else ""
            head = _GAP.join([*map(str.rjust, row, widths), title]).rstrip()
            yield Segment(head, styles.of(_HEAD_STYLE))
            yield Segment.line()
        front = len(_GAP.join([" " * width for width in widths])) + len(_GAP)
        room = max(options.max_width - front, _LEAST_ROOM)
        for number, (figures, cell) in enumerate(ranked):
            if number == len(self.rows) > 0:
                yield Segment.line()
            left = _GAP.join([*map(str.rjust, figures, widths), ""])
            for line in cell.segments(room, styles):
                yield Segment(left)
                yield from line
                yield Segment.line()
                left = " " * front

    def _with(self, figures: list[str], cell: Cell) -> Cell:
        """Returns a copy of a cell with a second line for the figures that have no column."""
        named = zip(figures[self.shares :], self.columns[self.shares :], strict=True)
        text = ", ".join(
            f"{figure} {_ONE.get(name, name) if figure == '1' else name}".replace("\n", " ")
            for figure, name in named
            if figure
        )
        first, *rest = cell.split(allow_blank=True)
        made = Cell("")
        made.append_text(first)
        for line in [Text(text), *rest] if text else rest:
            made.append("\n")
            made.append_text(line)
        return made


def table(columns: Sequence[str], rows: Iterable[Sequence[str | Text]]) -> Table:
    """Returns a table without lines between its cells.

    A column's name begins with ``>`` for figures, which are flush right, or with ``<`` for texts,
    which are flush left and wrap.
    """
    made = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for column in columns:
        is_text = column[0] == "<"
        side: Literal["left", "right"] = "left" if is_text else "right"
        made.add_column(column[1:], justify=side, no_wrap=not is_text, overflow="fold")
    are_texts = [column[0] == "<" for column in columns]
    for row in rows:
        pairs = zip(row, are_texts, strict=False)
        made.add_row(*(_cell(cell) if is_text else cell for cell, is_text in pairs))
    return made


def _cell(text: str | Text) -> Cell:
    if isinstance(text, Cell):
        return text
    return wrapped(Text(text) if isinstance(text, str) else text, hanging=0)


def titled(title: str, class_name: str, *, place: str = "") -> Cell:
    """Returns a cell that begins with a method's name, a place in the method, and the package."""
    package = dotted(package_of(class_name))
    # The cell as a whole has no style, because its style would also apply to texts that are
    # appended later.
    cell = Cell("")
    cell.append(without_package(title, class_name) + place, "cyan")
    if package:
        cell.append(f"  {package}", "dim")
    return cell
