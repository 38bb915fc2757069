"""Tests a method's rows on the HTML page: its lines, or its blocks if lines aren't known."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import structs

from kpath_jvm.analysis.flow import Flow, Terminal
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.decoding import LineTable, PathDecoder
from kpath_jvm.profile.places import Place, Places
from kpath_jvm.reports.page.rows import source_rows
from kpath_jvm.source.annotation import SourceTexts

ROW: dict[str, Any] = {"class": "a/C", "source": "C.java", "digest": "", "athrows": []}


def code(
    lines: list[list[int]],
    mapped: Mapping[int, Place] | None = None,
    edges: Sequence[tuple[int, int, int]] = (),
) -> MethodCode:
    """Returns code with one block for each list in ``lines``; the list has the lines of the block.

    Each of ``edges`` has a source, a target and a Val.
    """
    offsets = tuple((10 * block, 10 * block + 9) for block in range(len(lines)))
    entries = [
        [(10 * block + at, line) for at, line in enumerate(own)] for block, own in enumerate(lines)
    ]
    return MethodCode(
        offsets=offsets,
        instructions=(1,) * len(lines),
        lines=LineTable(offsets, entries),
        loops=(),
        decoder=PathDecoder([], edges, [], len(lines)),
        decisions=(),
        places=Places((line for own in lines for line in own), mapped or {}),
    )


def counts(*blocks: int) -> Flow:
    return Flow(np.array(blocks, dtype=np.int64), (), (), ())


def of_edges(**fields: Any) -> Flow:
    """Returns the counts of a profile of edges: the only block was executed three times."""
    return structs.replace(counts(3), is_of_paths=False, **fields)


def sources(directory: Path, text: str) -> SourceTexts:
    (directory / "a").mkdir()
    (directory / "a" / "C.java").write_text(text)
    return SourceTexts([directory])


def test_lines_have_counts(tmp_path: Path) -> None:
    text = "".join(f"{chr(9) * (line == 4)}line {line}  \n" for line in range(1, 40))
    given = code([[4, 5], [5], [30]], edges=[(0, 1, 0)])
    rows = source_rows(given, ROW, counts(3, 8, 0), sources(tmp_path, text))
    assert [row["label"] for row in rows] == ["3", "4", "5", "6", "", "29", "30", "31"]
    assert [row["count"] for row in rows] == [None, 3, 8, None, None, None, 0, None]
    assert rows[1] == {
        "label": "4", "lines": [4], "text": "    line 4", "blocks": [0], "count": 3,
        "least": 3, "mark": "",
    }  # fmt: skip
    assert rows[2]["blocks"] == [0, 1]
    assert rows[4] == {"label": "", "lines": [], "text": None, "blocks": [], "count": None,
        "least": None,
    }  # fmt: skip


def test_small_gaps_between_lines_are_shown(tmp_path: Path) -> None:
    texts = sources(tmp_path, "x\n" * 40)
    rows = source_rows(code([[4], [15]]), ROW, counts(1, 1), texts)
    assert [row["label"] for row in rows] == [str(line) for line in range(3, 17)]
    again = source_rows(code([[4], [16]]), ROW, counts(1, 1), texts)
    assert [row["label"] for row in again] == ["3", "4", "5", "", "15", "16", "17"]


def test_lines_beyond_the_source_are_empty(tmp_path: Path) -> None:
    rows = source_rows(code([[2], [9]]), ROW, counts(1, 1), sources(tmp_path, "a\nb\n"))
    assert [row["text"] for row in rows if row["label"] == "9"] == [""]
    assert [row["text"] for row in rows if row["label"] == "2"] == ["b"]


def test_control_characters_are_escaped(tmp_path: Path) -> None:
    rows = source_rows(code([[1]]), ROW, counts(1), sources(tmp_path, "a\u202eb\x1b[2J"))
    assert rows[0]["text"] == "a\\u202eb\\u001b[2J"


def test_only_lines_with_code_are_shown_without_a_source() -> None:
    rows = source_rows(code([[7], [4], [7]]), ROW, counts(1, 2, 5), None)
    assert rows == [
        {"label": "4", "lines": [4], "text": None, "blocks": [1], "count": 2, "least": 2,
         "mark": ""},
        {"label": "7", "lines": [7], "text": None, "blocks": [0, 2], "count": 6, "least": 6,
         "mark": ""},
    ]  # fmt: skip


def test_inexact_counts_have_bounds_or_a_mark() -> None:
    entry = Terminal("entry", 0, 3, is_exact=False)
    cases: list[tuple[Flow, tuple[int, int, str]]] = [
        (of_edges(starts=(entry,)), (3, 3, "≥")),
        (of_edges(inexact=frozenset({0})), (3, 3, "≤")),
        (of_edges(inexact=frozenset({0}), is_scaled=True), (3, 3, "≈")),
        (of_edges(inexact=frozenset({0}), starts=(Terminal("entry", 0, 2),)), (2, 3, "")),
    ]
    for graph, wanted in cases:
        (row,) = source_rows(code([[4]]), ROW, graph, None)
        assert (row["least"], row["count"], row["mark"]) == wanted


def test_code_from_another_file_comes_last_with_the_files_name(tmp_path: Path) -> None:
    mapped = {100: Place("Util.kt", "b", 4, 12), 101: Place("", "", 4, 5)}
    given = code([[4], [100, 101], [5]], mapped)
    rows = source_rows(given, ROW, counts(1, 7, 2), sources(tmp_path, "x\n" * 6))
    assert [(row["label"], row["lines"], row["count"]) for row in rows] == [
        ("3", [], None), ("4", [4], 1), ("5", [5, 101], 9), ("6", [], None),
        ("Util.kt:12", [100], 7),
    ]  # fmt: skip


def test_without_a_line_table_rows_are_blocks() -> None:
    rows = source_rows(code([[], []]), ROW, counts(1, 2), None)
    assert [(row["label"], row["lines"], row["blocks"], row["count"]) for row in rows] == [
        ("", [], [0], 1), ("", [], [1], 2),
    ]  # fmt: skip
