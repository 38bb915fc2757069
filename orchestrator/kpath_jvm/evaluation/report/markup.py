"""Writes HTML with small functions: every text is escaped, and a page needs no other files.

A template engine would be a dependency for a single page, which only needs loops and escaping.
"""

import base64
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape

_ID = re.compile(r'\bid="([^"]+)"')
_REFERENCE = re.compile(r'(xlink:href="#|href="#|url\(#)([^")]+)')
_FRACTION = re.compile(r"(\d\.\d\d)\d+")
_OUTLINE = re.compile(r'\bd="[^"]+"')
_ROOT = re.compile(r"<svg\b[^>]*>", re.DOTALL)
#: The width that a page has on a narrow screen, in CSS pixels.
NARROW = 345
#: A table with at most this many columns fits on any screen.
_FEW_COLUMNS = 3
_VIEW_BOX = re.compile(r'viewBox="([\d. -]+)"')


def element(name: str, content: str = "", **attributes: str) -> str:
    """Returns an element; ``content`` is HTML, and attribute values are escaped.

    In an attribute's name, a trailing underscore is removed, and other underscores become hyphens.
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{content}</{name}>"


def text(name: str, content: object, **attributes: str) -> str:
    """Returns an element whose ``content`` is plain text; the text is escaped."""
    return element(name, escape(str(content)), **attributes)


def table(
    caption: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    numeric: Iterable[int] = (),
    marked: Mapping[str, str] | None = None,
) -> str:
    """Returns a table with a caption; the first cell of a row is its heading.

    ``numeric`` are the indices of columns to align right. ``marked`` maps the text of a cell to the
    CSS class that the cell gets.
    """
    right = set(numeric)
    head = "".join(
        text("th", name, scope="col", class_="number" if at in right else "")
        for at, name in enumerate(columns)
    )
    lines = []
    for row in rows:
        cells = []
        for at, value in enumerate(row):
            shown = str(value)
            kind = "number" if at in right else (marked or {}).get(shown, "")
            cells.append(
                text("th", shown, scope="row", class_=kind)
                if at == 0
                else text("td", shown, class_=kind)
            )
        lines.append(element("tr", "".join(cells)))
    inner = (
        text("caption", caption)
        + element("thead", element("tr", head))
        + element("tbody", "\n".join(lines))
    )
    # With few columns, cells wrap their texts, and nobody has to scroll.
    return scrolling(element("table", inner), caption, hint=len(columns) > _FEW_COLUMNS)


def scrolling(inner: str, label: str, hint: bool = True) -> str:
    """Returns a region that can be scrolled sideways, also by keyboard.

    A wide table or figure in the region doesn't make the whole page wider than the screen. With
    ``hint``, a line above the region explains how to scroll; only narrow screens show this line.
    """
    region = element("div", inner, class_="scroll", tabindex="0", role="region", aria_label=label)
    told = text("p", "If this is cut off, scroll it sideways \u2192", class_="sideways")
    return (told if hint else "") + region


def inline_svg(svg: str, name: str, alt: str) -> str:
    """Returns an SVG for use inside a page.

    The SVG gets the description ``alt``, and loses its fixed size. Its ids get the prefix ``name``,
    which makes them unique in the page. Raises ValueError if ``svg`` isn't an SVG.
    """
    root = _ROOT.search(svg)
    box = _VIEW_BOX.search(root[0]) if root else None
    if root is None or box is None:
        raise ValueError(f"{name} is not an SVG")
    body = svg[root.end() :]
    # Metadata is for files; it contains addresses that a page doesn't need.
    body = re.sub(r"<metadata>.*?</metadata>", "", body, flags=re.DOTALL)
    body = re.sub(r"<!--.*?-->", "", body, flags=re.DOTALL)
    body = _ID.sub(lambda found: f'id="{name}-{found[1]}"', body)
    body = _REFERENCE.sub(lambda found: f"{found[1]}{name}-{found[2]}", body)
    body = body.replace("xlink:href=", "href=")
    # Hundredths of a point are precise enough for outlines. Fewer digits save much of the size.
    body = _OUTLINE.sub(lambda found: _FRACTION.sub(r"\1", found[0]), body)
    width = float(box[1].split()[2])
    start = (
        f'<svg viewBox="{box[1]}" role="img" aria-label="{escape(alt)}" '
        f'style="width:{width * 1.8:.0f}px;max-width:100%;min-width:{least_width(width):.0f}px">'
    )
    return start + body


def least_width(points: float) -> float:
    """Returns the least width, in CSS pixels, of an SVG that is ``points`` wide.

    On a narrower screen, the SVG is scrolled.
    """
    return min(points, 515) * 1.3


def svg_points(svg: str) -> float:
    """Returns the width of an SVG in points, from its view box; 0 if it has none."""
    box = _VIEW_BOX.search(svg)
    return float(box[1].split()[2]) if box else 0.0


def data_link(content: str, file_name: str, label: str) -> str:
    """Returns a link that saves ``content`` as a file; the page itself holds the content."""
    packed = base64.b64encode(content.encode()).decode()
    return text("a", label, href=f"data:text/csv;base64,{packed}", download=file_name)


def page(title: str, style: str, body: str) -> str:
    """Returns a whole page."""
    head = (
        '<meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        + text("title", title)
        + f"<style>{style}</style>"
    )
    return f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head>\n<body>{body}</body></html>\n'
