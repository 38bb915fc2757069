"""Makes the document of the verb ``tree``."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.followed import is_iterated
from kpath_jvm.analysis.hot_sequences import largest
from kpath_jvm.analysis.names_of_paths import names_of_paths, path_called
from kpath_jvm.analysis.of_edges.known import require_paths
from kpath_jvm.analysis.of_loops.executed import executed_paths
from kpath_jvm.analysis.selection import ALL, Selected, Selection, select
from kpath_jvm.analysis.singled_out import told_among
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.entries_only import require_paths_of
from kpath_jvm.profile.forest import Forest, IndexArray
from kpath_jvm.profile.model import Profile
from kpath_jvm.profilers import Tells, told_by
from kpath_jvm.reports.described_paths import described_paths, told_apart
from kpath_jvm.reports.document import DocumentKind
from kpath_jvm.reports.documents.tree import TreeKeys
from kpath_jvm.reports.reading import about
from kpath_jvm.reports.summary import check_k
from kpath_jvm.shown import ROOTS, TREE_SHARE
from kpath_jvm.source.annotation import SourceTexts

DOCUMENT = DocumentKind("tree", 1, TreeKeys)
_MOST_TITLES = 3


@dataclass(frozen=True)
class TreeOptions:
    """Options that select the part of a method's forest to show.

    ``root`` is the name or number of a root's path; None means the ``top`` most frequent roots.
    """

    k: int | None = None
    min_share: float = TREE_SHARE
    root: str | None = None
    top: int = ROOTS
    merge: bool = True
    selection: Selection = ALL


def summarise_tree(
    profile: Profile,
    method_text: str | None,
    options: TreeOptions,
    sources: SourceTexts | None = None,
) -> dict[str, Any]:
    """Returns the tree's document as plain data.

    Without ``method_text``, the selection must leave one method. Raises KpathError if the selection
    leaves several methods, if the method or root is unknown, if k exceeds the profile's k, or if
    the profile or the method has no completed paths.
    """
    k = check_k(profile, options.k)
    require_paths(profile, "tree of what follows what")
    selected = select(profile.merged() if options.merge else profile, options.selection)
    shown = selected.profile
    number = only_method(selected) if method_text is None else shown.find_method(method_text)
    row = shown.method_rows.row(number)
    title = selected.whole.method_rows.title(number)
    forest = shown.method_forest(number).truncated(k)
    roots = np.flatnonzero(forest.parents < 0)
    if not len(roots):
        require_paths_of(shown.method_rows, number)
        raise KpathError(f"{title} has no completed path in {profile.path}")
    called = names_of_paths(selected.whole, number)
    chosen = _chosen_roots(forest, roots, options, called, title)
    completed = int(forest.counts[roots].sum())
    left = completed - int(forest.counts[chosen].sum())

    has_all = tells_ends(shown, number, completed)
    nodes = _Nodes(forest, called, options.min_share, k if has_all else None)
    trees = [nodes.tree(root, completed) for root in chosen]
    code = shown.code(number)
    told = ToldMethod(code, row, sources)
    decoded = [code.decode(path) for path in nodes.shown]
    told_of = told_among(code, told, executed_paths(selected.whole, number), decoded)
    costs = Costs(shown)
    paths = described_paths(code, row, told, called, decoded, sources)
    content = {
        **about(profile, k, selected),
        "method": selected.whole.method_rows.identity(number),
        "completed": completed,
        "entries": int(row["entries"]),
        "min_share": options.min_share,
        "root": options.root,
        "folding": _folding(shown, number, k),
        "roots": trees,
        "not_followed": _not_followed(profile, k),
        "left_out": {
            "roots": len(roots) - len(chosen), "count": left, "share_of_method": left / completed,
        },
        "paths": [
            paths[one.path]
            | told_apart(code, told, in_full)
            | {
                "briefly": [it.text for it in briefly],
                "bytecodes": costs.of_path(number, one.path),
                "offsets": [list(offsets) for offsets in one.offsets],
            }
            for one in decoded
            for briefly, in_full in [told_of[one.path]]
        ],
    }  # fmt: skip
    return DOCUMENT.of(content)


def _not_followed(profile: Profile, k: int) -> str | None:
    """Says after which paths the trees don't show what came next; None if there are none."""
    if profile.k == 1:
        return (
            "with k = 1 no sequences are recorded, so what came after a path isn't known; "
            "the profiler `stream` records them with -k 2 or more"
        )
    if k == 1:
        return "with k = 1 a tree is a single path; -k 2 or more shows what came after it"
    if not is_iterated(profile):
        return None
    return (
        "what follows a path is known only within the loops that the profiler follows from one "
        "iteration to the next: after a path with nothing below it, any path may have come"
    )


def only_method(selected: Selected, what: str = "tree", verb: str = "tree") -> int:
    """Returns the method that is selected; raises KpathError if there are several.

    A method without a completed path is left out if another selected method has one.
    """
    rows = selected.profile.method_rows
    completed = rows.column("completed")
    places = np.flatnonzero(completed) if completed.any() else np.arange(len(rows))
    if len(places) > 1:
        found = rows.numbers[places[largest(completed[places], _MOST_TITLES)]]
        titles = [selected.whole.method_rows.title(it) for it in found.tolist()]
        more = len(places) - len(titles)
        raise KpathError(
            f"a {what} shows one method, but {len(places):,} are selected: {', '.join(titles)}"
            f"{f' and {more:,} more' if more else ''}; name one: {verb} PROFILE CLASS.METHOD",
            2,
        )
    return int(rows.numbers[places[0]])


def _folding(profile: Profile, method: int, k: int) -> dict[str, Any] | None:
    """Returns how far off a method's counts can be; None if nothing in the profile was folded."""
    if profile.folding is None:
        return None
    errors = enumerate(profile.method_errors(method)[: k - 1], start=2)
    return {
        "least_count": profile.folding.least_count,
        "errors": [{"n": n, "error": error} for n, error in errors],
    }


def _chosen_roots(
    forest: Forest, roots: IndexArray, options: TreeOptions, called: dict[int, str], title: str
) -> list[int]:
    if options.root is None:
        found: list[int] = roots[largest(forest.counts[roots], options.top)].tolist()
        return found
    path = path_called(called, options.root, title)
    chosen: list[int] = roots[forest.paths[roots] == path].tolist()
    return chosen


def tells_ends(profile: Profile, method: int, completed: int) -> bool:
    """Returns whether the counts of a node and its children show how often no path came next.

    ``completed`` is the sum of the counts of the method's roots. If only a part of a method is
    shown, or if sequences were folded, paths that came next may be missing.
    """
    has_all = completed == profile.method_rows.row(method)["completed"]
    return (
        has_all
        and profile.counts_sequences_exactly(method)
        and told_by(profile.run.option("profiler", str)) is Tells.ALL
    )


class _Nodes:
    """Makes the shown nodes of one method's trees; the keys of ``shown`` are the named paths."""

    def __init__(
        self, forest: Forest, called: dict[int, str], min_share: float, k: int | None
    ) -> None:
        """Takes as ``k`` the greatest length of sequences, or None if sequences may be missing."""
        self._forest = forest
        self._k = k
        self._called = called
        self._min_share = min_share
        self.shown: dict[int, None] = {}
        # The nodes after the roots are in the order of their parents.
        self._roots = int(np.count_nonzero(forest.parents < 0))
        self._parents = forest.parents[self._roots :]

    def tree(self, root: int, completed: int) -> dict[str, Any]:
        """Returns the tree of a root; ``completed`` are the path completions of the method."""
        return self._node(root, completed, int(self._forest.counts[root]))

    def _node(self, node: int, parent_count: int, root_count: int) -> dict[str, Any]:
        forest = self._forest
        path, count = int(forest.paths[node]), int(forest.counts[node])
        self.shown[path] = None
        children, rarer = self._split(node, root_count)
        left = sum(int(forest.counts[child]) for child in rarer)
        ended = self._ended(node, left + sum(int(forest.counts[child]) for child in children))
        return {
            "name": self._called[path],
            "path": path,
            "count": count,
            "share_of_parent": count / parent_count,
            "share_of_root": count / root_count,
            "children": [self._node(child, count, root_count) for child in children],
            "rarer": {
                "nodes": len(rarer), "count": left, "share_of_parent": left / count,
                **self._single(rarer if children else []),
            } if rarer else None,
            "ended": {"count": ended, "share": ended / count} if ended else None,
        }  # fmt: skip

    def _single(self, rarer: list[int]) -> dict[str, Any]:
        """Returns the name and number of the path of a node's only rarer child."""
        if len(rarer) != 1:
            return {"name": None, "path": None}
        path = int(self._forest.paths[rarer[0]])
        self.shown[path] = None
        return {"name": self._called[path], "path": path}

    def _ended(self, node: int, followed: int) -> int | None:
        """Returns how often no completed path came after a node; None if that isn't known."""
        if self._k is None or self._forest.depths[node] >= self._k:
            return None
        return int(self._forest.counts[node]) - followed

    def _split(self, node: int, root_count: int) -> tuple[list[int], list[int]]:
        """Returns the children to show, most frequent first, and those to omit."""
        counts = self._forest.counts
        bounds = np.array([node, node + 1], dtype=self._parents.dtype)
        first, end = (np.searchsorted(self._parents, bounds) + self._roots).tolist()
        children = sorted(range(first, end), key=lambda child: (-int(counts[child]), child))
        shown = [c for c in children if int(counts[c]) >= self._min_share * root_count]
        return shown, children[len(shown) :]
