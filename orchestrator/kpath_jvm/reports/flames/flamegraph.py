"""Writes a flame graph as one HTML file, which opens from disk and loads nothing.

The file holds two weights of each frame, bytecodes and path completions, and the user can switch
between them.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import IO, Any

from kpath_jvm import __version__
from kpath_jvm.reports.flames.stacks import Frame, Stack
from kpath_jvm.reports.page import one_file
from kpath_jvm.shown import Weight

_PAGE = "kpath_jvm.reports.page"
_OWN = "kpath_jvm.reports.flames"
#: The package and file of each script and style. A script comes before the scripts that use it. The
#: files in _PAGE also belong to the page of a profile.
SCRIPTS = (
    (_PAGE, "data.js"), (_PAGE, "dom.js"), (_PAGE, "theme.js"), (_PAGE, "start.js"),
    (_OWN, "flamegraph.js"),
)  # fmt: skip
STYLES = ((_PAGE, "colours.css"), (_PAGE, "basics.css"), (_OWN, "flamegraph.css"))


@dataclass(frozen=True)
class About:
    """What a flame graph says about its profile.

    ``weight`` is the weight that is shown first. ``k`` is the length of the longest sequences
    drawn, and ``recorded_k`` is the profile's k. ``callers`` and ``time`` say which verbs show a
    method's callers and time, and how to record callers and time if the profile lacks them.
    ``bytecodes`` and ``completions`` are those of the whole profile. ``shown`` says in words which
    part of the profile is drawn; None means the whole profile. ``verdict`` says what the profile's
    counts are worth.
    """

    title: str
    weight: Weight
    k: int
    recorded_k: int
    callers: str
    time: str
    bytecodes: int
    completions: int
    shown: str | None
    verdict: str
    is_exact: bool


@dataclass
class FrameTree:
    """A tree of stacks, with one node for each distinct beginning of a stack.

    Node 0 stands for everything. Nodes are in the order in which the stacks reach them, so a node
    comes after its parent. ``frames`` has the index of each node's frame in ``distinct``, -1 for
    node 0. A node's ``bytecodes`` and ``completions`` are those of all stacks that run through it.
    """

    parents: list[int] = field(default_factory=lambda: [-1])
    frames: list[int] = field(default_factory=lambda: [-1])
    bytecodes: list[int] = field(default_factory=lambda: [0])
    completions: list[int] = field(default_factory=lambda: [0])
    distinct: list[Frame] = field(default_factory=list)

    @classmethod
    def of(cls, stacks: Iterable[Stack]) -> "FrameTree":
        """Returns the tree of some stacks."""
        tree = cls()
        places: dict[Frame, int] = {}
        nodes: dict[tuple[int, int], int] = {}
        for stack in stacks:
            node = 0
            tree._add(node, stack)
            for frame in stack.frames:
                place = places.setdefault(frame, len(places))
                parent, node = node, nodes.setdefault((node, place), len(tree.parents))
                if node == len(tree.parents):
                    tree.parents.append(parent)
                    tree.frames.append(place)
                    tree.bytecodes.append(0)
                    tree.completions.append(0)
                tree._add(node, stack)
        tree.distinct = list(places)
        return tree

    def _add(self, node: int, stack: Stack) -> None:
        self.bytecodes[node] += stack.bytecodes
        self.completions[node] += stack.completions


def write_flamegraph(stacks: Iterable[Stack], about: About, stream: IO[str]) -> None:
    """Writes the HTML file. Equal profiles give equal files."""
    document = _document(FrameTree.of(stacks), about)
    one_file.write_file(
        stream,
        f"Flame graph of {about.title}",
        data=[("document", document)],
        scripts=[one_file.asset(name, package) for package, name in SCRIPTS],
        styles=[one_file.asset(name, package) for package, name in STYLES],
    )


def _document(tree: FrameTree, about: About) -> dict[str, Any]:
    return {
        "version": __version__,
        "title": about.title,
        "weight": about.weight,
        "k": about.k,
        "recorded_k": about.recorded_k,
        "callers": about.callers,
        "time": about.time,
        "shown": about.shown,
        "verdict": about.verdict,
        "exact": about.is_exact,
        "all": {"cost": about.bytecodes, "count": about.completions},
        "frames": {
            "text": [one.text for one in tree.distinct],
            "name": [one.name for one in tree.distinct],
            "file": [one.file for one in tree.distinct],
            "line": [one.line for one in tree.distinct],
            "kind": [one.kind for one in tree.distinct],
        },
        "nodes": {
            "parent": tree.parents,
            "frame": tree.frames,
            "cost": tree.bytecodes,
            "count": tree.completions,
        },
    }
