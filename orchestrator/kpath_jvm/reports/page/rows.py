"""Makes the rows of a method's table on the page: source lines, or blocks if lines aren't known.

Beside each row, the page shows what the branches of the row's code decided.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from kpath_jvm.analysis.flow import Flow
from kpath_jvm.analysis.line_counts import LineCount, LineCounts
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.names import printable
from kpath_jvm.reports.pictures import bounds
from kpath_jvm.source.annotation import SourceTexts

#: ``_AROUND`` lines are shown before and after each line with code. A gap that remains between
#: shown lines is filled if it has at most ``_BETWEEN`` lines.
_AROUND, _BETWEEN = 1, 8
_TAB = 4
_GAP: dict[str, Any] = {
    "label": "",
    "lines": [],
    "text": None,
    "blocks": [],
    "count": None,
    "least": None,
}


def source_rows(
    code: MethodCode, row: Mapping[str, Any], graph: Flow, sources: SourceTexts | None
) -> list[dict[str, Any]]:
    """Returns a row for each of a method's lines, in order.

    In a row, ``lines`` are the class file's numbers for the row's line. There may be several, and a
    line without code has none. ``text`` is None without a source. ``count`` is how often the line
    was executed (line_counts.py), or None for a line without code. ``least`` differs from ``count``
    only if the row shows a lower bound and ``count`` is the upper bound.

    ``mark`` is shown before ``count`` (bounds.py). It is empty except in three cases:

    - ``count`` is an estimate;
    - ``count`` is a lower bound, because no upper bound is known;
    - ``count`` is an upper bound greater than 0, and the lower bound, 0, isn't shown.

    A row without label and blocks stands for omitted lines. Code that was inlined from other files
    comes last. Without a line table, each row is a block.

    The argument ``row`` is the method's row in ``methods``, and ``graph`` has the counts of the
    method's blocks and edges.
    """
    counts = LineCounts(code, graph, row["athrows"])
    if not counts.lines:
        return [
            _row("", [], None, [block], counts.of_block(block))
            for block in range(len(code.offsets))
        ]
    own: dict[int, list[int]] = {}
    elsewhere = []
    for line in counts.lines:
        place = code.places.of(line)
        if place.is_elsewhere:
            elsewhere.append(line)
        else:
            own.setdefault(place.line, []).append(line)
    texts = None if sources is None else sources.lines(row["class"], row["source"], row["digest"])
    shown = sorted(own) if texts is None else _shown(sorted(own), len(texts))
    rows: list[dict[str, Any]] = []
    for before, number in zip([None, *shown], shown, strict=False):
        if texts is not None and before is not None and number > before + 1:
            rows.append(_GAP)
        lines = own.get(number, [])
        count = counts.of_lines(lines) if lines else None
        rows.append(_row(str(number), lines, _text(texts, number), counts.blocks(lines), count))
    for line in elsewhere:
        place, there = code.places.of(line), None
        if sources is not None:
            there = sources.lines_of(row["class"], row["source"], place, row["digest"])
        text = _text(there, place.line) or (None if texts is None else "")
        blocks, count = counts.blocks([line]), counts.of_lines([line])
        rows.append(_row(code.places.name(line), [line], text, blocks, count))
    return rows


def _shown(lines: list[int], length: int) -> list[int]:
    """Returns the lines with code, and lines around them that make the code easier to read."""
    shown = set(lines)
    for line in lines:
        shown.update(range(max(line - _AROUND, 1), min(line + _AROUND, length) + 1))
    for before, after in pairwise(sorted(shown)):
        if after - before <= _BETWEEN + 1:
            shown.update(range(before, after))
    return sorted(shown)


def _text(texts: Sequence[str] | None, line: int) -> str | None:
    if texts is None:
        return None
    return printable(texts[line - 1].expandtabs(_TAB).rstrip()) if line <= len(texts) else ""


def _row(
    label: str, lines: list[int], text: str | None, blocks: list[int], count: LineCount | None
) -> dict[str, Any]:
    least, most, mark = None, None, ""
    if count is not None:
        least, most = count.least, count.most
        mark = bounds.ABOUT if count.is_estimate else bounds.AT_LEAST if most is None else ""
        if not mark and most != least == 0:
            mark, least = bounds.AT_MOST, most
        most = least if most is None else most
    return {
        "label": label,
        "lines": lines,
        "text": text,
        "blocks": blocks,
        "count": most,
        "least": least,
        "mark": mark,
    }
