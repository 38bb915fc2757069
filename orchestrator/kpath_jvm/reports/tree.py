"""The k-IPF of one method as trees, like the paper's Fig. 4."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from rich.console import RenderableType
from rich.text import Text
from rich.tree import Tree

from kpath_jvm.errors import KpathError
from kpath_jvm.profile import names
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.forest import Forest
from kpath_jvm.profile.model import Profile
from kpath_jvm.reports import lines
from kpath_jvm.reports.output import counted, percent
from kpath_jvm.reports.selection import largest
from kpath_jvm.reports.source_lines import append_source, source_lines
from kpath_jvm.reports.summary import check_k, what_was_run
from kpath_jvm.source.annotation import SourceTexts


@dataclass(frozen=True)
class TreeOptions:
    """What to show of a method's forest; ``root`` None means the ``top`` most frequent ones."""

    k: int | None = None
    min_share: float = 0.1
    root: int | None = None
    top: int = 3
    merge: bool = True


def parse_share(text: str) -> float:
    """Returns 0.1 for "10%" or "0.1"; KpathError for what is not a share."""
    match = re.fullmatch(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*(%?)\s*", text)
    share = float(match[1]) / (100 if match[2] else 1) if match else -1.0
    if not 0 <= share <= 1:
        raise KpathError(f"{text!r} is not a share; write 10% or 0.1", 2)
    return share


def renderables(
    profile: Profile, method_text: str, options: TreeOptions, sources: SourceTexts | None = None
) -> Iterator[RenderableType]:
    """Yields a heading, one tree per root and what was left out, for rich.

    KpathError for an unknown method or root, or a k that the profile has not.
    """
    k = check_k(profile, options.k)
    shown = profile.merged() if options.merge else profile
    number = shown.find_method(method_text)
    row = shown.method_rows.row(number)
    title = names.method_title(row["class"], row["name"], row["descriptor"])
    forest = shown.method_forest(number).truncated(k)
    roots = np.flatnonzero(forest.parents < 0)
    if not len(roots):
        raise KpathError(f"{title} has no completed path in {profile.path}")
    chosen = _chosen_roots(forest, roots, options, title)
    completed = int(forest.counts[roots].sum())

    heading = Text(f"{k}-IPF of {title}", style="bold")
    thread = profile.run.thread
    about = what_was_run(profile.run) + (f", thread {thread.title}" if thread else "")
    heading.append(f"\n{names.printable(about)}", style="default")
    heading.append(
        f"\n{counted(completed, 'path completion')}, "
        f"{counted(int(row['entries']), 'entry', 'entries')}; "
        f"nodes below {percent(options.min_share)} of their root are left out",
        style="default",
    )
    if profile.folding is not None:
        heading.append(f"\n{_lower_bounds(shown, number, k)}", style="yellow")
    yield heading
    printer = _TreePrinter(forest, shown.code(number), options.min_share)
    for root in chosen:
        yield Text("")
        yield printer.tree(root, completed)
    yield Text("")
    yield _legend(printer, row, sources)
    left = len(roots) - len(chosen)
    if left and options.root is None:
        count = completed - int(forest.counts[chosen].sum())
        yield Text(
            f"{counted(left, 'more root path')} with {percent(count / completed)} of the "
            "completions (--top, --root)",
            style="dim",
        )


def _lower_bounds(profile: Profile, method: int, k: int) -> str:
    """Says how far off the counts of a profile are that was folded."""
    assert profile.folding is not None
    errors = profile.method_errors(method)[: k - 1]
    least = profile.folding.least_count
    rest = f"; n-grams counted less than {least:,} times are left out" if least > 1 else ""
    if not any(errors):
        return f"exact: nothing of this method was folded{rest}"
    return (
        f"folded: counts of n-grams are lower bounds, too low by at most {errors[0]:,} for n = 2, "
        f"{errors[-1]:,} for n = {k}; single paths are exact{rest}"
    )


def _chosen_roots(forest: Forest, roots: Any, options: TreeOptions, title: str) -> list[int]:
    if options.root is not None:
        chosen: list[int] = roots[forest.paths[roots] == options.root].tolist()
        if not chosen:
            known = ", ".join(map(str, forest.paths[roots][:10].tolist()))
            more = ", ..." if len(roots) > 10 else ""
            raise KpathError(
                f"path {options.root} of {title} was never completed; completed: {known}{more}", 2
            )
        return chosen
    found: list[int] = roots[largest(forest.counts[roots], options.top)].tolist()
    return found


class _TreePrinter:
    """Draws the trees of one method; remembers the paths it drew, for the legend."""

    def __init__(self, forest: Forest, code: MethodCode, min_share: float) -> None:
        self._forest = forest
        self.code = code
        self._min_share = min_share
        self.drawn: dict[int, None] = {}
        # Behind the roots parents ascend.
        self._roots = int(np.count_nonzero(forest.parents < 0))
        self._parents = forest.parents[self._roots :]

    def tree(self, root: int, completed: int) -> Tree:
        """Draws the tree of a root; ``completed`` are the path completions of the method."""
        count = int(self._forest.counts[root])
        label = self._number(root)
        label.append(f"  {counted(count, 'time')}", style="bold")
        label.append(f", {percent(count / completed)} of the method", style="dim")
        tree = Tree(label.append_text(self._lines(root)), guide_style="dim")
        self._grow(tree, root, count)
        return tree

    def _grow(self, tree: Tree, node: int, root_count: int) -> None:
        """Adds the children that reach the least share; a chain of single ones is one label."""
        shown, left_out = self._split(node, root_count)
        for child in shown:
            label, last = self._chain(child, root_count)
            self._grow(tree.add(label), last, root_count)
        if shown and left_out:
            count = sum(int(self._forest.counts[child]) for child in left_out)
            parent = int(self._forest.counts[node])
            tree.add(
                Text(f"{len(left_out)} rarer, {percent(count / parent)} together", style="dim")
            )

    def _split(self, node: int, root_count: int) -> tuple[list[int], list[int]]:
        """Returns the children to show, most frequent first, and those to leave out."""
        counts = self._forest.counts
        bounds = np.array([node, node + 1], dtype=self._parents.dtype)
        first, end = (np.searchsorted(self._parents, bounds) + self._roots).tolist()
        children = sorted(range(first, end), key=lambda child: (-int(counts[child]), child))
        shown = [c for c in children if int(counts[c]) >= self._min_share * root_count]
        return shown, children[len(shown) :]

    def _chain(self, node: int, root_count: int) -> tuple[Text, int]:
        """Returns the label of a node and of the only children below it, and the last of these."""
        label = self._described(node, root_count)
        while True:
            shown, left_out = self._split(node, root_count)
            if len(shown) != 1 or left_out:
                return label, node
            node = shown[0]
            label.append("\n")
            label.append_text(self._described(node, root_count))

    def _described(self, node: int, root_count: int) -> Text:
        forest = self._forest
        count, parent = int(forest.counts[node]), int(forest.counts[forest.parents[node]])
        label = self._number(node)
        label.append(f"  {percent(count / parent)}", style="bold")
        label.append(f", {percent(count / root_count)} of the root", style="dim")
        return label.append_text(self._lines(node))

    def _number(self, node: int) -> Text:
        path = int(self._forest.paths[node])
        self.drawn[path] = None
        return Text(str(path), style="cyan")

    def _lines(self, node: int) -> Text:
        decoded = self.code.decode(int(self._forest.paths[node]))
        where = lines.compact(decoded.lines, self.code.lines.all())
        return Text(f"  lines {where}" if where else "", style="default")


def _legend(printer: _TreePrinter, row: Any, sources: SourceTexts | None) -> Text:
    """Says of each path drawn from where to where it goes, with the text of its lines."""
    legend = Text()
    for path in printer.drawn:
        decoded = printer.code.decode(path)
        offsets = " ".join(f"{first}-{last}" for first, last in decoded.offsets)
        legend.append("\n" if legend else "")
        legend.append(str(path), style="cyan")
        legend.append(f"  {decoded.start} to {decoded.end}, bytecode {offsets}")
        if sources is not None:
            append_source(legend, source_lines(sources, row["class"], row["source"], decoded.lines))
    return legend
