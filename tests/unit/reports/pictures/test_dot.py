"""Tests graphs in DOT, Graphviz's language, with texts that could be taken for DOT or HTML."""

import xml.etree.ElementTree as ElementTree

import pytest

from kpath_jvm.reports.pictures import dot
from kpath_jvm.reports.pictures.dot import Graph, Span
from kpath_jvm.reports.pictures.rendering import rendered

HOSTILE = [
    r"\N \G \n \\N \l \r \\",
    '"quoted" <b>bold</b> &amp; &#88; -->',
    "]}; node [shape=egg]; //",
    "<table></font>",
    "a\u202eb\x1b[31m\r\nc\u2028",
    "naïve 名前 😀",
    "{field|<port>}",
]


def texts(svg: bytes) -> list[str]:
    return [
        node.text or "" for node in ElementTree.fromstring(svg).iter() if node.tag.endswith("text")
    ]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_shown_as_it_is(text: str) -> None:
    """In the picture that Graphviz draws, each label must show the text and nothing else."""
    graph = Graph({"label": dot.table([[Span(text)]])}, {}, {})
    graph.node("a", label=dot.table([[Span(text, True, True, "#202020", 9)]]))
    graph.node("b", label=dot.columns([[[Span(text)], [Span(text, colour="#202020")]]]))
    graph.edge("a", "b", label=dot.line(text))
    picture = rendered(graph.text(), "svg").content
    shown = dot.printable(text)
    assert texts(picture) == [shown] * 5
    tree = ElementTree.fromstring(picture)
    assert sum(node.get("class") == "node" for node in tree.iter()) == 2
    assert not {"\x1b", "\u202e", "\u2028"} & set(picture.decode())


def test_groups_and_attributes_are_written() -> None:
    graph = Graph({"rankdir": "LR"}, {"shape": "box"}, {"color": "red"})
    graph.open_group("loop0", margin=10)
    graph.node("b1", label="one", penwidth=1.234, tooltip=None)
    graph.close_group()
    graph.edge("b1", "b2", weight=3)
    assert graph.text() == (
        'digraph {\n  rankdir="LR";\n  node [shape="box"];\n  edge [color="red"];\n'
        '  subgraph cluster_loop0 {\n    margin="10";\n'
        '    b1 [label="one", penwidth="1.23"];\n  }\n  b1 -> b2 [weight="3"];\n}\n'
    )


def test_rows_without_text_are_left_out() -> None:
    assert dot.table([[Span("")], [Span("x")]]).count("<tr>") == 1
    assert dot.columns([[[], [Span("x")]]]).count("<td") == 2


def test_labels_are_cut() -> None:
    assert dot.cut_to("abcdef", 6) == "abcdef"
    assert dot.cut_to("abcdefg", 6) == "abcde…"
