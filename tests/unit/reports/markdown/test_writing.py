"""Tests pieces of Markdown by reading them with a Markdown parser."""

import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.text import Text

from kpath_jvm.profile.names import printable
from kpath_jvm.reports.markdown.writing import code, escaped, marked, write_markdown
from markdown_reading import HOSTILE, READER, cells, text_of


# The texts are short, because `code` cuts what is longer than 120 characters. An escaped character
# takes at most ten.
@given(st.text(max_size=12))
@example("a || b")
@example("`")
@example("`` ` ``")
@example(" a ")
@example("a\\|b")
@example("")
@example(" ")
@example("\\")
@example(HOSTILE)
def test_any_text_becomes_one_cell_of_code(text: str) -> None:
    lines = ["| a | b |", "| --- | --- |", f"| {code(text)} | next |"]
    first, second = cells(lines)
    assert text_of(second) == "next"
    if "\\|" in printable(text) or not printable(text).strip():
        assert [it.content for it in (first[0], first[-1])] == ["<code>", "</code>"]
        assert {it.type for it in first[1:-1]} <= {"text", "text_special"}
        assert text_of(first[1:-1]) == printable(text)
    else:
        (only,) = first
        assert (only.type, only.content) == ("code_inline", printable(text))


def test_long_code_is_cut() -> None:
    assert code("x" * 500) == f"`{'x' * 119}…`"
    assert code("x" * 500, is_whole=True) == f"`{'x' * 500}`"


@pytest.mark.parametrize(("encoding", "arrow"), [("utf-8", "→"), ("ascii", "&#8594;")])
def test_markdown_is_written_in_any_encoding(encoding: str, arrow: str) -> None:
    binary = io.BytesIO()
    stream = io.TextIOWrapper(binary, encoding)
    write_markdown(stream, ["a → b", "c"])
    assert binary.getvalue().decode(encoding) == f"a {arrow} b\nc\n"


@given(st.text(max_size=12))
@example("a || b")
@example("`a|b`")
@example("a\\|b")
@example(HOSTILE)
def test_any_text_can_be_inline_code(text: str) -> None:
    (paragraph,) = (it for it in READER.parse(f"x {code(text, in_table=False)} y") if it.children)
    first, *inside, last = paragraph.children or []
    assert (first.content, last.content) == ("x ", " y")
    if printable(text).strip():
        assert [(it.type, it.content) for it in inside] == [("code_inline", printable(text))]
    else:
        assert text_of(inside[1:-1]) == printable(text)


@given(st.text(max_size=30))
@example("line 9 #1 *p == **q ? a[i] : <b> & c | d")
@example("http://a.b/c see https://x")
@example("~~a~~ $x$ @y")
@example("\\")
@example(HOSTILE)
def test_escaped_text_is_shown_unchanged(text: str) -> None:
    first, second = cells(["| a | b |", "| --- | --- |", f"| x{escaped(text)}x | next |"])
    assert {it.type for it in first} <= {"text", "text_special"}
    assert text_of(first) == f"x{printable(text)}x"
    assert text_of(second) == "next"


def test_bold_text_becomes_strong() -> None:
    text = Text.assemble("is ", ("always", "bold"), " so ", ("dim", "dim"), (" `x`", "dim"))
    assert marked(text) == "is **always** so dim `x`"
    assert marked(Text.assemble(("a", "bold"), " and ", ("b", "bold"))) == "**a** and **b**"
