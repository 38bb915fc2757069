"""Writes text in Graphviz's language.

Texts from class files and sources are escaped, so that they can't act as markup.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kpath_jvm.profile.names import printable
from kpath_jvm.reports.pictures.widths import width_of

# A viewer takes the first of these fonts that it has. Their letters are about equally wide.
FONT = "DejaVu Sans,Verdana,sans-serif"
MONOSPACED = "DejaVu Sans Mono,Menlo,Consolas,monospace"

#: The size, in points, of text that has no size of its own.
SIZE = 10
_PADDING, _WIDE_PADDING = 1, 3

_ENTITIES = str.maketrans(
    # A backslash begins an escape such as \N, the node's name. In a label, two backslashes are
    # shown as one.
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\\": "&#92;&#92;"}
)
_ELLIPSIS = "…"


class Label(str):
    """An HTML-like label, the only place where text from class files and sources may be."""


def _harmless(text: str) -> str:
    """Returns a text in which Graphviz finds no markup and no escapes, for an HTML-like label."""
    return printable(text).translate(_ENTITIES)


def line(text: str) -> Label:
    """Returns one line of text as a label."""
    return Label(f"<{_harmless(text)}>")


def cut_to(text: str, most: int) -> str:
    """Returns the text; an ellipsis replaces its end if it has more than ``most`` characters."""
    return text if len(text) <= most else text[: most - 1] + _ELLIPSIS


@dataclass(frozen=True)
class Span:
    """A piece of text in one style; ``colour`` as #rrggbb, ``size`` in points."""

    text: str
    is_bold: bool = False
    is_code: bool = False
    colour: str | None = None
    size: int | None = None

    def width(self, size: int) -> int:
        """Returns the piece's width in points; ``size`` is for a piece without its own size."""
        return width_of(
            printable(self.text), self.size or size, is_bold=self.is_bold, is_code=self.is_code
        )

    def markup(self) -> str:
        """Returns the piece as part of a cell of an HTML-like label."""
        text = _harmless(self.text)
        if self.is_bold:
            text = f"<b>{text}</b>"
        look = {"face": MONOSPACED if self.is_code else None, "color": self.colour}
        given = {**look, "point-size": None if self.size is None else str(self.size)}
        attributes = "".join(f' {name}="{value}"' for name, value in given.items() if value)
        return f"<font{attributes}>{text}</font>" if attributes else text


Row = Sequence[Span]


def table(rows: Iterable[Row], align: str = "left", *, size: int = SIZE) -> Label:
    """Returns rows of text, one below the other, as an HTML-like label; empty rows are omitted.

    ``size`` is the font size, in points, of the node or graph that the label belongs to. Pieces
    of text without a size of their own have this size, too.
    """
    cells = [
        f"<tr>{_cell(row, align, _PADDING, size)}</tr>"
        for row in rows
        if any(span.text for span in row)
    ]
    return _framed(cells, _PADDING)


def columns(rows: Iterable[Sequence[Row]], *, size: int = SIZE) -> Label:
    """Returns rows of cells as an HTML-like label; ``size`` is as in ``table``."""
    lines = [
        "<tr>" + "".join(_cell(cell, "left", _WIDE_PADDING, size) for cell in row) + "</tr>"
        for row in rows
    ]
    return _framed(lines, _WIDE_PADDING)


def _cell(row: Row, align: str, padding: int, size: int) -> str:
    """Returns a cell wide enough for a viewer, which may need more room than Graphviz does."""
    width = sum(span.width(size) for span in row) + 2 * padding
    text = "".join(span.markup() for span in row) or " "
    return f'<td align="{align}" width="{width}">{text}</td>'


def _framed(rows: Sequence[str], padding: int) -> Label:
    return Label(
        f'<<table border="0" cellborder="0" cellspacing="0" cellpadding="{padding}">'
        f"{''.join(rows) or '<tr><td></td></tr>'}</table>>"
    )


@dataclass
class Graph:
    """A directed graph that is being built."""

    attributes: Mapping[str, object]
    nodes: Mapping[str, object]
    edges: Mapping[str, object]
    _lines: list[str] = field(default_factory=list)
    _depth: int = 1

    def node(self, name: str, **attributes: object) -> None:
        """Adds a node."""
        self._line(f"{name}{_listed(attributes)};")

    def edge(self, source: str, target: str, **attributes: object) -> None:
        """Adds an edge."""
        self._line(f"{source} -> {target}{_listed(attributes)};")

    def open_group(self, name: str, **attributes: object) -> None:
        """Begins a group, a box around everything that is added until the group is closed."""
        self._line(f"subgraph cluster_{name} {{")
        self._depth += 1
        for key, value in attributes.items():
            self._line(f"{key}={_value(value)};")

    def close_group(self) -> None:
        """Ends the innermost open group."""
        self._depth -= 1
        self._line("}")

    def text(self) -> str:
        """Returns the graph in Graphviz's language."""
        head = [
            "digraph {",
            *(f"  {key}={_value(value)};" for key, value in self.attributes.items()),
        ]
        defaults = (("node", self.nodes), ("edge", self.edges))
        head += [f"  {name}{_listed(given)};" for name, given in defaults if given]
        return "\n".join([*head, *self._lines, "}", ""])

    def _line(self, text: str) -> None:
        self._lines.append("  " * self._depth + text)


def _listed(attributes: Mapping[str, object]) -> str:
    given = [f"{key}={_value(value)}" for key, value in attributes.items() if value is not None]
    return f" [{', '.join(given)}]" if given else ""


def _value(value: object) -> str:
    if isinstance(value, Label):
        return value
    return f'"{value:.2f}"' if isinstance(value, float) else f'"{value}"'
