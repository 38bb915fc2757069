"""The rows of a method's table on the page: source lines, or blocks if lines aren't known.

The page shows beside each row what its branches decided.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.forest import Int64Array
from kpath_jvm.profile.names import printable
from kpath_jvm.source.annotation import SourceTexts

#: ``_AROUND`` lines are shown before and after each line with code. A gap that remains between
#: shown lines is filled if it has at most ``_BETWEEN`` lines.
_AROUND, _BETWEEN = 1, 8
_TAB = 4
_GAP: dict[str, Any] = {"label": "", "lines": [], "text": None, "blocks": [], "count": None}


def source_rows(
    code: MethodCode,
    row: Mapping[str, Any],
    counts: Int64Array,
    sources: SourceTexts | None,
    marks: Sequence[str] | None = None,
) -> list[dict[str, Any]]:
    """Returns a row for each of a method's lines, in order.

    In a row, ``lines`` are the class file's numbers for this line. There may be several, and a line
    without code has none. ``text`` is None without a source. ``count`` is that of the line's most
    executed block, None for a line without code. ``mark`` is shown before ``count``. A row without
    label and blocks stands for omitted lines. Code that was inlined from other files comes last.
    Without a line table, each row is a block.

    The argument ``row`` is the method's row in ``methods``, and ``counts`` are those of the
    method's blocks. ``marks`` has a mark for each block, "" if the block's count is exact
    (pictures/bounds.py).
    """
    made = _Rows(counts, [""] * len(counts) if marks is None else marks)
    blocks: dict[int, list[int]] = {}
    for block in range(len(code.offsets)):
        for line in dict.fromkeys(code.lines.of_block(block)):
            blocks.setdefault(line, []).append(block)
    if not blocks:
        return [made.row("", [], None, [block]) for block in range(len(code.offsets))]
    own: dict[int, list[int]] = {}
    elsewhere = []
    for line in sorted(blocks):
        place = code.places.of(line)
        if place.is_elsewhere:
            elsewhere.append(line)
        else:
            own.setdefault(place.line, []).append(line)
    texts = None if sources is None else sources.lines(row["class"], row["source"])
    shown = sorted(own) if texts is None else _shown(sorted(own), len(texts))
    rows: list[dict[str, Any]] = []
    for before, number in zip([None, *shown], shown, strict=False):
        if texts is not None and before is not None and number > before + 1:
            rows.append(_GAP)
        lines = own.get(number, [])
        found = [block for line in lines for block in blocks[line]]
        rows.append(made.row(str(number), lines, _text(texts, number), found))
    for line in elsewhere:
        place, there = code.places.of(line), None
        if sources is not None:
            there = sources.lines_of(row["class"], row["source"], place)
        text = _text(there, place.line) or (None if texts is None else "")
        rows.append(made.row(code.places.name(line), [line], text, blocks[line]))
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


class _Rows:
    """Makes rows of lines, from the counts of blocks and the marks before these counts."""

    def __init__(self, counts: Int64Array, marks: Sequence[str]) -> None:
        self._counts = counts
        self._marks = marks

    def row(
        self, label: str, lines: list[int], text: str | None, blocks: list[int]
    ) -> dict[str, Any]:
        """Returns the row of a line, whose count is that of its most executed block."""
        hottest = max(blocks, key=lambda block: int(self._counts[block]), default=None)
        return {
            "label": label,
            "lines": lines,
            "text": text,
            "blocks": list(dict.fromkeys(blocks)),
            "count": None if hottest is None else int(self._counts[hottest]),
            "mark": "" if hottest is None else self._marks[hottest],
        }
