"""Draws the k-IPF of one method as trees of text, like Fig. 4 of the k-BLPP paper."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text
from rich.tree import Tree

from kpath_jvm.profile.places import line_or_lines, lines_phrase
from kpath_jvm.reports.cells import Cell
from kpath_jvm.reports.headings import heading
from kpath_jvm.reports.output import counted, percent, worth
from kpath_jvm.reports.path_texts import append_path

NO_NEXT_PATH = "no next path: an exit, an exception, a handler or the recording's end came next"
#: The largest number of characters beside a node. Decisions that don't fit are left out, except a
#: single one. The legend below the trees lists all decisions.
_MOST_BESIDE = 100


def renderables(summary: dict[str, Any]) -> Iterator[RenderableType]:
    """Yields the heading, the trees and the legend of a summary (tree_summary.py)."""
    yield _heading(summary)
    printer = _TreePrinter(summary)
    for root in summary["roots"]:
        yield Text("")
        yield printer.tree(root)
    yield Text("")
    if printer.has_ends:
        yield Text(f"{NO_NEXT_PATH}\n", "dim")
    # Without a padding, rich would join the legend with the text that follows, and would wrap the
    # legend like any other text, not as a Cell.
    yield Padding(_legend(summary["paths"]), 0)
    left = summary["left_out"]
    # If one root was asked for, other roots don't count as omitted.
    if left["roots"] and not summary["root"]:
        yield Text(
            f"{counted(left['roots'], 'more root path')} with {percent(left['share_of_method'])} "
            "of the method's path completions (--top, --root)",
            style="dim",
        )


def _heading(summary: dict[str, Any]) -> Text:
    found = heading(f"{summary['k']}-IPF of {summary['method']['title']}", "\n", summary)
    found.append(f"\n{counts(summary)}", style="default")
    if summary["k"] > 1:
        found.append(
            "\na node's percentages are of its parent's count, and of its root's count",
            style="dim",
        )
    if summary["not_followed"]:
        found.append(f"\n{summary['not_followed']}", style="yellow")
    if (doubt := worth(summary)) is not None:
        found.append(f"\n{doubt}", style="yellow")
    if summary["folding"] is not None:
        found.append(f"\n{_lower_bounds(summary['folding'])}", style="yellow")
    return found


def counts(summary: dict[str, Any]) -> str:
    """Says how many path completions and entries a method has, and which nodes are left out.

    With k = 1 there are only roots, and none of them is left out for its count.
    """
    left = f"nodes with less than {percent(summary['min_share'])} of their root's count"
    return (
        f"{counted(summary['completed'], 'path completion')}, "
        f"{counted(summary['entries'], 'entry', 'entries')}"
        f"{f'; {left} are left out' if summary['k'] > 1 else ''}"
    )


def ends_often(summary: dict[str, Any], root: dict[str, Any], node: dict[str, Any]) -> bool:
    """Returns whether a node of a root's tree should say how often no path came next.

    The node should say so if it has children, and if a child that was equally frequent would be
    shown.
    """
    ended = node["ended"]
    return (
        bool(node["children"])
        and ended is not None
        and ended["count"] >= summary["min_share"] * root["count"]
    )


def _lower_bounds(folding: dict[str, Any]) -> str:
    errors, least = folding["errors"], folding["least_count"]
    rest = f"; n-grams counted fewer than {least:,} times are left out" if least > 1 else ""
    if not any(one["error"] for one in errors):
        return f"exact: nothing of this method was folded{rest}"
    return (
        f"folded: counts of n-grams are lower bounds, too low by at most {errors[0]['error']:,} "
        f"for n = 2, {errors[-1]['error']:,} for n = {errors[-1]['n']}; "
        f"single paths are exact{rest}"
    )


def _told_beside(paths: list[dict[str, Any]]) -> dict[int, str]:
    """Returns the text beside each path's nodes, by the path's number; no two texts are the same.

    Paths with the same decisions are told apart by their ends, by their lines, or by their numbers.
    """
    texts = {path["path"]: _beside(path) for path in paths}
    for more in ("{start} to {end}", "{word} {lines_text}", "path {path}"):
        counts = Counter(texts.values())
        for path in paths:
            text = texts[path["path"]]
            if counts[text] > 1:
                first = more.format_map({**path, "word": line_or_lines(path["lines_text"])})
                texts[path["path"]] = f"{first}, {text}" if text else first
    return texts


def _beside(path: dict[str, Any]) -> str:
    """Returns the decisions that distinguish a path from the others and fit beside a node.

    If not all decisions fit, the last ones are kept, because these distinguish the path from the
    paths most like it. If there are no decisions, the path's lines are returned.
    """
    texts: list[str] = []
    for text in reversed(path["briefly"]):
        if texts and len(", ".join([text, *texts])) > _MOST_BESIDE:
            return f"…, {', '.join(texts)}"
        texts.insert(0, text)
    if not texts and path["lines_text"]:
        return lines_phrase(path["lines_text"])
    return ", ".join(texts)


class _TreePrinter:
    def __init__(self, summary: dict[str, Any]) -> None:
        self._summary = summary
        self._beside = _told_beside(summary["paths"])
        self._root: dict[str, Any] = {}
        #: Whether a drawn tree says how often no path came next.
        self.has_ends = False

    def tree(self, root: dict[str, Any]) -> Tree:
        label = _name(root)
        label.append(f"  {counted(root['count'], 'time')}", style="bold")
        label.append(
            f", {percent(root['share_of_parent'])} of the method's path completions", "dim"
        )
        self._root = root
        tree = Tree(self._told(label, root), guide_style="dim")
        self._grow(tree, root)
        return tree

    def _grow(self, tree: Tree, node: dict[str, Any]) -> None:
        """Adds the children of ``node`` to rich's tree; an unbranched chain gets one label."""
        for child in node["children"]:
            label, last = self._chain(child)
            self._grow(tree.add(label), last)
        rarer = node["rarer"]
        if node["children"] and rarer:
            share = percent(rarer["share_of_parent"])
            paths = counted(rarer["nodes"], "rarer path")
            comes = "comes" if rarer["nodes"] == 1 else "come"
            said = Text(f"{paths} {comes} next in {share}", style="dim")
            if rarer["name"] is not None:
                said.append(": ")
                said.append_text(self._told(_name(rarer), rarer))
            tree.add(said)
        if ends_often(self._summary, self._root, node):
            self.has_ends = True
            tree.add(Text(f"no next path in {percent(node['ended']['share'])}", style="dim"))

    def _chain(self, node: dict[str, Any]) -> tuple[Text, dict[str, Any]]:
        """Returns the label and the last node of the unbranched chain that begins at a node.

        In the label, nodes with the same count as the node before them share a line.
        """
        chain = [node]
        while (
            len(chain[-1]["children"]) == 1
            and chain[-1]["rarer"] is None
            and not ends_often(self._summary, self._root, chain[-1])
        ):
            chain.append(chain[-1]["children"][0])
        label = Text("")
        for _, alike in groupby(chain, itemgetter("count")):
            first, *rest = alike
            label.append("\nthen " if label else "", "dim").append_text(self._described(first))
            if rest:
                label.append("\nthen always ", "dim")
            if len(rest) == 1:
                label.append_text(self._told(_name(rest[0]), rest[0]))
            else:
                label.append(" ".join(one["name"] for one in rest), "cyan")
        return label, chain[-1]

    def _described(self, node: dict[str, Any]) -> Text:
        label = _name(node)
        label.append(f"  {percent(node['share_of_parent'])}", style="bold")
        label.append(f", {percent(node['share_of_root'])} of the root", style="dim")
        return self._told(label, node)

    def _told(self, label: Text, node: dict[str, Any]) -> Text:
        beside = self._beside[node["path"]]
        return label.append(f"  {beside}" if beside else "", style="default")


def _name(node: dict[str, Any]) -> Cell:
    # Only the name gets a style. A style of the whole cell would also apply to text that is added
    # to the cell later.
    cell = Cell("")
    cell.append(node["name"], style="cyan")
    return cell


def _legend(paths: list[dict[str, Any]]) -> Cell:
    """Describes each path: where it begins and ends, its lines, its decisions and its source."""
    legend = Cell("")
    for path in sorted(paths, key=lambda one: (len(one["name"]), one["name"])):
        legend.append("\n" if legend else "")
        append_path(legend, path)
        if not path["lines"]:
            offsets = " ".join(f"{first}-{last}" for first, last in path["offsets"])
            legend.append(f"\n   bytecode {offsets}", style="dim")
    return legend
