"""Source text beside lines."""

from pathlib import Path

from rich.text import Text

from kpath_jvm.reports.source_lines import append_source, source_lines
from kpath_jvm.source.annotation import SourceTexts


def test_lines_are_ascending_once_and_safe_to_show(tmp_path: Path) -> None:
    (tmp_path / "A.java").write_text("class A {\n\tint x;  \n  // \x1b[31m\n}\n")
    texts = SourceTexts([tmp_path])
    assert source_lines(texts, "A", "A.java", [3, 2, 3, 0, 99]) == [
        {"line": 2, "text": "    int x;"},
        {"line": 3, "text": "  // \\u001b[31m"},
    ]
    assert source_lines(texts, "B", "B.java", [1]) is None


def test_common_indentation_is_left_out_and_many_lines_are_counted() -> None:
    cell = Text("head")
    append_source(cell, [{"line": 9, "text": "    a"}, {"line": 10, "text": "      b"}])
    assert cell.plain == "head\n     9  a\n    10    b"
    cell = Text("")
    append_source(cell, [{"line": line, "text": "x"} for line in range(1, 20)])
    assert cell.plain.splitlines()[-2:] == ["    16  x", "        and 3 more lines"]


def test_without_source_nothing_is_added() -> None:
    for nothing in (None, []):
        cell = Text("head")
        append_source(cell, nothing)
        assert cell.plain == "head"
