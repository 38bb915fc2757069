"""Figure 4 of the k-BLPP paper: part of a method's k-IPF, drawn as a tree."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kpath_jvm.analysis.names_of_paths import names_of_paths, path_called
from kpath_jvm.analysis.of_edges.known import require_paths
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.figures import style
from kpath_jvm.evaluation.figures.charts.chart import KEPT, Chart, MissingDataError
from kpath_jvm.evaluation.figures.plots.sheet import sheet
from kpath_jvm.evaluation.results.experiment import ChartView, Results
from kpath_jvm.evaluation.results.papers import DELIA
from kpath_jvm.profile.forest import Forest, IndexArray
from kpath_jvm.profile.given_methods import method_number
from kpath_jvm.profile.model import Profile
from kpath_jvm.shown import TREE_SHARE

_LEVEL_WIDTH, _ROW_HEIGHT = 0.64, 0.3


@dataclass(frozen=True)
class TreeRequest:
    """The tree to draw; nodes with less than ``min_share`` of the root's count are omitted."""

    method: int | str
    k: int
    min_share: float = TREE_SHARE
    root: int | str | None = None


def tree_data(profile: Profile, request: TreeRequest) -> pd.DataFrame:
    """Returns the nodes of one tree in depth-first order, the most frequent sibling first.

    Columns: node (0 is the root), parent (-1 for the root), depth (1 for the root), path (the
    path's number), name (A, B, C ...), count, share_of_parent, share_of_root, start and end (where
    the path starts and ends), lines (its source lines, as text). Raises KpathError for an unknown
    method, an unknown root, or a k that is too large.
    """
    if request.k > profile.k:
        raise KpathError(
            f"{profile.path} has sequences of up to {profile.k} paths, not {request.k}; ask for k "
            f"= {profile.k} or less, or record with -k {request.k}"
        )
    require_paths(profile, "tree of what follows what")
    shown = profile.merged()
    method = method_number(shown, request.method)
    forest = shown.method_forest(method).truncated(request.k)
    names = names_of_paths(shown, method)
    root = _root(forest, request, names, shown.method_rows.title(method))
    total = int(forest.counts[root])
    rows: list[dict[str, object]] = []
    waiting = [(root, -1)]
    while waiting:
        node, parent = waiting.pop()
        count = int(forest.counts[node])
        path = shown.decode(method, int(forest.paths[node]))
        above = total if parent < 0 else int(forest.counts[forest.parents[node]])
        rows.append(
            {
                "node": len(rows), "parent": parent, "depth": int(forest.depths[node]),
                "path": path.path, "name": names[path.path], "count": count,
                "share_of_parent": count / above, "share_of_root": count / total,
                "start": path.start, "end": path.end, "lines": ranges(path.lines),
            }
        )  # fmt: skip
        here = len(rows) - 1
        children = np.flatnonzero(forest.parents == node)
        kept = children[forest.counts[children] >= request.min_share * total]
        order = kept[np.argsort(-forest.counts[kept], kind="stable")]
        waiting += [(int(child), here) for child in order[::-1]]
    return pd.DataFrame(rows)


def _root(forest: Forest, request: TreeRequest, names: Mapping[int, str], title: str) -> int:
    roots = np.flatnonzero(forest.parents < 0)
    if not len(roots):
        raise KpathError(f"{title} has no completed path")
    if request.root is None:
        return turning_point(forest, roots, request.min_share)
    return int(roots[forest.paths[roots] == path_called(names, str(request.root), title)][0])


def turning_point(forest: Forest, roots: IndexArray, min_share: float) -> int:
    """Returns the root at which the method's most frequent long pattern begins.

    A pattern is a series of at least three paths that one of the longest sequences repeats at least
    twice. If several sequences have a pattern, the most frequent sequence decides. The pattern may
    begin with any of its paths: this function chooses the path whose tree branches most at its root
    (counting children that reach ``min_share``), and among equals the path with the greatest share
    of executions that go through the pattern twice. Without a pattern, it returns the most frequent
    root.
    """
    longest = np.flatnonzero(forest.depths == forest.max_depth)
    for node in longest[np.argsort(-forest.counts[longest], kind="stable")].tolist():
        gram = forest.sequences([node])[0].tolist()
        period = next((p for p in range(1, len(gram)) if gram[p:] == gram[:-p]), len(gram))
        if 3 <= period <= len(gram) // 2:
            turn = gram[:period]
            rotations = [(turn[at:] + turn[:at]) * 2 for at in range(period)]
            begun = [_beginning(forest, rotation, min_share) for rotation in rotations]
            return max(begun)[2]
    return int(roots[np.argmax(forest.counts[roots])])


def _beginning(forest: Forest, gram: list[int], min_share: float) -> tuple[int, float, int]:
    """Rates the tree of a sequence's first path by two numbers; returns them and the tree's root.

    The numbers are how many children of the root reach ``min_share``, and which share of the root's
    executions went through the whole sequence. Both are 0 if the tree lacks the sequence.
    """
    root = node = int(np.flatnonzero((forest.parents < 0) & (forest.paths == gram[0]))[0])
    for path in gram[1:]:
        found = np.flatnonzero((forest.parents == node) & (forest.paths == path))
        if not len(found):
            return 0, 0.0, root
        node = int(found[0])
    total = int(forest.counts[root])
    branches = int((forest.counts[forest.parents == root] >= min_share * total).sum())
    return branches, int(forest.counts[node]) / total, root


def ranges(lines: tuple[int, ...]) -> str:
    """Returns source lines, in order of execution, in a form such as ``337, 336, 338-342``."""
    parts: list[list[int]] = []
    for line in lines:
        if parts and line == parts[-1][1] + 1:
            parts[-1][1] = line
        else:
            parts.append([line, line])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in parts)


def draw_tree(data: pd.DataFrame, title: str, note: str) -> Figure:
    """Draws the nodes of ``tree_data`` from left to right; an edge shows ``share_of_parent``."""
    places = _places(data)
    rows = max(places.values()) + 1
    depth = int(data["depth"].max())
    width = max(style.COLUMN_WIDTH, min(style.PAGE_WIDTH, _LEVEL_WIDTH * depth + 0.2))
    body = _ROW_HEIGHT * rows + 0.2
    made = sheet(width, body, title, note)
    axes = made.axes(0.06, 0, width - 0.12, body)
    axes.set_axis_off()
    axes.set_xlim(0.6, depth + 0.4)
    axes.set_ylim(rows - 0.5, -0.7)
    for _, row in data.iterrows():
        node, parent = int(row["node"]), int(row["parent"])
        here = (float(row["depth"]), places[node])
        if parent >= 0:
            _edge(axes, (here[0] - 1, places[parent]), here, float(row["share_of_parent"]))
        axes.text(
            *here, str(row["name"]), ha="center", va="center", zorder=3,
            fontweight="bold" if row["share_of_root"] >= 0.5 else "normal",
            bbox={
                "boxstyle": "round,pad=0.28", "linewidth": 0.6, "edgecolor": style.DARK,
                "facecolor": "#CDE6F5" if row["share_of_root"] >= 0.5 else "#FFFFFF",
            },
        )  # fmt: skip
    return made.figure


def _places(data: pd.DataFrame) -> dict[int, float]:
    """Returns each node's row: leaves one below the other, parents beside their first child."""
    places: dict[int, float] = {}
    next_row = 0
    parents = set(data["parent"])
    for node in data["node"]:
        if node not in parents:
            places[int(node)] = next_row
            next_row += 1
    for node, parent in zip(data["node"][::-1], data["parent"][::-1], strict=True):
        if parent >= 0:
            places[int(parent)] = places[int(node)]
    return places


def _edge(axes: Axes, start: tuple[float, float], end: tuple[float, float], share: float) -> None:
    elbow = start[0] + 0.34
    axes.plot(
        [start[0], elbow, elbow, end[0]], [start[1], start[1], end[1], end[1]],
        color=style.GREY, linewidth=0.5 + 1.5 * share, solid_joinstyle="round", zorder=1,
    )  # fmt: skip
    axes.text(
        elbow + 0.02, end[1] - 0.1, f"{100 * share:.0f}%", ha="left", va="bottom",
        fontsize=style.FONT_SIZE,
    )  # fmt: skip


_CHECK_TASK_TAG = TreeRequest("org.eclipse.jdt.internal.compiler.parser.Scanner.checkTaskTag", 11)


def check_task_tag(results: Results, _view: ChartView) -> pd.DataFrame:
    """Returns the tree of figure 4, from the first kept profile that has it."""
    tried = []
    for path in sorted((results.path / "profiles").glob("*")):
        try:
            profile = Profile.open(path)
            if profile.run.option("cut", str) != "loop-header":
                raise KpathError(f"{path.name} was cut at back edges")
            data = tree_data(profile, _CHECK_TASK_TAG)
            return data.assign(profile=path.name, program=profile.run.title)
        except KpathError as error:
            tried.append(str(error))
    why = "; ".join(tried) or f"{results.path / 'profiles'} holds none"
    raise MissingDataError(f"no profile of eclipse with k = 11, cut at loop headers: {why}")


CHARTS = (
    Chart(
        "figure04", "4", "Figure 4. Part of the 11-IPF of Scanner.checkTaskTag",
        "Nodes with less than 10 % of the root's executions are left out. Letters in boxes name "
        "paths. A percentage is a node's share of its parent's executions. Shaded nodes have at "
        "least half of the root's executions.",
        KEPT, check_task_tag, draw_tree, by_cut=False,
        paper=DELIA.key,
    ),
)  # fmt: skip
