"""Draws the k-IPF of a method as DOT, in the style of Fig. 4 of the k-BLPP paper."""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

from kpath_jvm.profile.places import lines_phrase
from kpath_jvm.records.java_command import shortened
from kpath_jvm.reports.output import counted, percent
from kpath_jvm.reports.pictures import dot, looks
from kpath_jvm.reports.pictures.dot import Graph, Span
from kpath_jvm.reports.tree import NO_NEXT_PATH, counts, ends_often

_MOST_CHARACTERS = 100
_MOST_LINES = 4
_NODE_SIZE = 11


def tree_graph(summary: dict[str, Any]) -> str:
    """Returns the trees of a summary (reports/tree_summary.py) as DOT.

    The trees grow from left to right. An edge shows the count of its right node as a share of its
    left node's count. Filled nodes have at least half of their root's count.
    """
    graph = Graph(
        {
            "rankdir": "LR", "nodesep": 0.12, "ranksep": 0.25, "ordering": "out",
            "bgcolor": "white", "fontname": dot.FONT, "fontsize": dot.SIZE, "labelloc": "b",
            "labeljust": "l", "outputorder": "edgesfirst",
            "label": dot.columns(_legend(summary["paths"])),
        },
        {
            "shape": "box", "style": "rounded,filled", "fillcolor": "white", "fontname": dot.FONT,
            "fontsize": _NODE_SIZE, "color": looks.GREY, "fontcolor": looks.INK,
            "margin": "0.08,0.03", "height": 0.3,
        },
        {
            "fontname": dot.FONT, "fontsize": 10, "color": looks.GREY, "fontcolor": looks.INK,
            "arrowhead": "none",
        },
    )  # fmt: skip
    graph.open_group(
        "trees", label=dot.table(_heading(summary)), labelloc="t", labeljust="l", peripheries=0,
    )  # fmt: skip
    drawn = _Drawn(graph, summary)
    # In a graph from left to right, Graphviz puts the first node at the bottom. So the last root is
    # added first.
    for root in reversed(summary["roots"]):
        drawn.tree(root)
    graph.close_group()
    return graph.text()


def _heading(summary: dict[str, Any]) -> Iterator[Sequence[Span]]:
    thread = f", thread {summary['thread']}" if summary["thread"] else ""
    yield [Span(f"{summary['k']}-IPF of {summary['method']['title']}", True, size=13)]
    yield [Span(f"{shortened(summary['title'])}{thread}", colour=looks.GREY)]
    if summary["selection"]:
        yield [Span(f"only {summary['selection']}", colour=looks.GREY)]
    yield [Span(counts(summary), colour=looks.GREY)]
    if summary["k"] > 1:
        shares = "the percentage at an edge is its right node's share of its left node's count"
        yield [Span(shares, colour=looks.GREY)]
    if any(_has_ends(summary, root, root) for root in summary["roots"]):
        yield [Span(NO_NEXT_PATH, colour=looks.GREY)]
    if summary["not_followed"]:
        yield [Span(summary["not_followed"], colour=looks.THROWN)]
    if summary["folding"] is not None:
        yield [Span("folded: counts of two and more paths are lower bounds", colour=looks.THROWN)]
    left = summary["left_out"]
    if left["roots"] and not summary["root"]:
        roots = counted(left["roots"], "more root path")
        share = percent(left["share_of_method"])
        text = f"{roots} with {share} of the method's path completions left out"
        yield [Span(text, colour=looks.GREY)]


def _has_ends(summary: dict[str, Any], root: dict[str, Any], node: dict[str, Any]) -> bool:
    """Returns whether a text in the node's subtree says how often no path came next."""
    return ends_often(summary, root, node) or any(
        _has_ends(summary, root, child) for child in node["children"]
    )


def _legend(paths: list[dict[str, Any]]) -> Iterator[Sequence[Sequence[Span]]]:
    for path in sorted(paths, key=lambda one: (len(one["name"]), one["name"])):
        told = wrap(", ".join(path["apart"]), _MOST_CHARACTERS)
        if len(told) > _MOST_LINES:
            told = [*told[: _MOST_LINES - 1], f"{told[_MOST_LINES - 1]} …"]
        lines = lines_phrase(path["lines_text"]) if path["lines_text"] else ""
        where = f"path {path['path']}, {path['start']} to {path['end']}"
        yield (
            [Span(path["name"], True)],
            [Span(_with_room(where), colour=looks.GREY)],
            [Span(_with_room(dot.cut_to(lines, _MOST_CHARACTERS // 2)), colour=looks.GREY)],
            [Span(told[0] if told else "")],
        )
        for text in told[1:]:
            yield [], [], [], [Span(text)]


def _with_room(text: str) -> str:
    """Appends blanks to a cell's text, because a viewer's font may be wider than Graphviz's."""
    return text + "\u00a0" * (2 + len(text) // 8)


class _Drawn:
    def __init__(self, graph: Graph, summary: dict[str, Any]) -> None:
        self._graph = graph
        self._summary = summary
        self._root: dict[str, Any] = {}
        self._count = 0

    def tree(self, root: dict[str, Any]) -> None:
        text = f"{percent(root['share_of_parent'])} of the completions"
        share = Span(text, colour=looks.GREY, size=8)
        self._root = root
        self._children(self._node(root, [[share]]), root)

    def _children(self, name: str, node: dict[str, Any]) -> None:
        # The texts below the children are added first, and then the children, the last one first,
        # because Graphviz puts the first node at the bottom.
        if ends_often(self._summary, self._root, node):
            self._rest(name, f"no next path: {percent(node['ended']['share'])}")
        rarer = node["rarer"]
        if node["children"] and rarer:
            share = percent(rarer["share_of_parent"])
            paths = counted(rarer["nodes"], "rarer one") if rarer["name"] is None else rarer["name"]
            self._rest(name, f"{paths}: {share}")
        for child in reversed(node["children"]):
            below = self._node(child, [])
            # The edge's own label might lie on a line or a node, so the share is a node of its own.
            said = self._name()
            self._graph.node(
                said, label=dot.table([[Span(percent(child["share_of_parent"]))]]),
                shape="plaintext", style="", fontsize=dot.SIZE, margin="0.03,0", width=0, height=0,
            )  # fmt: skip
            for ends in ((name, said), (said, below)):
                self._graph.edge(*ends, penwidth=looks.width(child["share_of_root"]))
            self._children(below, child)

    def _rest(self, name: str, text: str) -> None:
        """Adds a text below the children of a node."""
        rest = self._name()
        self._graph.node(
            rest, label=dot.line(text), shape="plaintext", style="", fontsize=8,
            fontcolor=looks.GREY,
        )  # fmt: skip
        # The edge spans two ranks, so the text has the same rank as the children. The rank in
        # between is that of the nodes with the children's shares.
        self._graph.edge(name, rest, color=looks.PALE, style="dashed", minlen=2)

    def _node(self, node: dict[str, Any], below: Sequence[Sequence[Span]]) -> str:
        name = self._name()
        count = Span(f"{node['count']:,}", colour=looks.GREY, size=8)
        is_half = node["share_of_root"] >= 0.5
        self._graph.node(
            name,
            label=dot.table(
                [[Span(node["name"], is_half)], [count], *below], "center", size=_NODE_SIZE
            ),
            fillcolor=looks.HALF if is_half else None,
            tooltip=f"{node['count']:,} times, {percent(node['share_of_parent'])} of the count of "
            f"the node to its left, {percent(node['share_of_root'])} of the root's count",
        )
        return name

    def _name(self) -> str:
        self._count += 1
        return f"n{self._count}"
