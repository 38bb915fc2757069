"""Tests the source text that is shown for lines of code."""

from pathlib import Path

from rich.text import Text

from kpath_jvm.profile.places import Place, Places
from kpath_jvm.reports.source_lines import append_source, source_lines
from kpath_jvm.source.annotation import SourceTexts

NONE = Places((), {})


def row(name: str) -> dict[str, str]:
    return {"class": name, "source": f"{name}.java", "digest": ""}


def test_lines_are_ordered_unique_and_escaped(tmp_path: Path) -> None:
    (tmp_path / "A.java").write_text("class A {\n\tint x;  \n  // \x1b[31m\n}\n")
    texts = SourceTexts([tmp_path])
    assert source_lines(texts, row("A"), NONE, [3, 2, 3, 0, 99]) == [
        {"line": 2, "place": "2", "text": "    int x;"},
        {"line": 3, "place": "3", "text": "  // \\u001b[31m"},
    ]
    assert source_lines(texts, row("B"), NONE, [1]) is None


def test_inlined_lines_come_from_their_own_files(tmp_path: Path) -> None:
    (tmp_path / "Main.kt").write_text("fun main() {\n  twice()\n}\n")
    (tmp_path / "Util.kt").write_text("package a.b\ninline fun twice() {\n  one()\n}\n")
    lines = {20: Place("Util.kt", "a/b", 1, 3), 21: Place("Util.kt", "a/b", 2, 3)}
    places = Places([1, 2, 20, 21, 22], lines | {22: Place("None.kt", "", 2, 1)})
    texts = SourceTexts([tmp_path])
    main = {"class": "MainKt", "source": "Main.kt", "digest": ""}
    assert source_lines(texts, main, places, [21, 20, 1, 2, 22]) == [
        {"line": 1, "place": "1", "text": "fun main() {"},
        {"line": 2, "place": "2", "text": "  twice()"},
        {"line": 20, "place": "Util.kt:3", "text": "  one()"},
    ]
    other = {"class": "OtherKt", "source": "Other.kt", "digest": ""}
    assert source_lines(texts, other, places, [1, 22]) is None
    assert len(source_lines(texts, other, places, [1, 20]) or []) == 1


def test_common_indentation_is_left_out_and_many_lines_are_counted() -> None:
    cell = Text("head")
    append_source(cell, [{"place": "9", "text": "    a"}, {"place": "10", "text": "      b"}])
    assert cell.plain == "head\n     9  a\n    10    b"
    cell = Text("")
    append_source(cell, [{"place": str(line), "text": "x"} for line in range(1, 20)])
    assert cell.plain.splitlines()[-2:] == ["    16  x", "        and 3 more lines"]


def test_a_cell_without_source_stays_unchanged() -> None:
    for nothing in (None, []):
        cell = Text("head")
        append_source(cell, nothing)
        assert cell.plain == "head"
