"""Builds the structures of the k-BLPP paper (Fig. 6) for a traced program, as lists and objects.

The tracer's log gives the order in which all activations completed their paths. The number of node
scans depends on this order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from .classfile import read_directory
from .flowgraph import flow_graph
from .oracle import BACK_EDGE, MethodKey, MethodProfile, PathWalk, ProfiledPath

Item = tuple[MethodKey, ProfiledPath]


@dataclass(frozen=True)
class Completion:
    """A completed path, with the thread and the sequence in which it was completed."""

    thread: int
    sequence: tuple[int, int]
    item: Item


def completions(log: Path, classes: Path, cut: str = BACK_EDGE) -> Iterator[Completion]:
    """Yields the completions of a traced run, in the order in which they happened."""
    codes = read_directory(classes)
    graphs = {key: flow_graph(code) for key, code in codes.items()}
    methods: dict[str, MethodKey] = {}
    walks: dict[int, tuple[PathWalk, int, MethodKey]] = {}
    with log.open(encoding="utf-8") as lines:
        for line in lines:
            kind, *values = line.split()
            if kind == "M":
                methods[values[0]] = (values[1], values[2], values[3])
            elif kind == "E":
                key = methods[values[1]]
                walk = PathWalk(codes[key], graphs[key], cut, set(), MethodProfile())
                walk.enter()
                walks[int(values[0])] = (walk, int(values[2]), key)
            elif kind in "BH":
                number = int(values[0])
                walk, thread, key = walks[number]
                before = len(walk.runs[-1])
                walk.step(kind, int(values[1]))
                sequence = (number, len(walk.runs))
                for path in walk.runs[-1][before if kind == "B" else 0 :]:
                    yield Completion(thread, sequence, (key, path))


@dataclass
class Node:
    """A node of the k-SF."""

    label: Item
    children: list[Node] = field(default_factory=list)


class Figure6:
    """The paper's procedure process_bl_path_id, for one thread; new children come first."""

    def __init__(self, k: int) -> None:
        self.k = k
        self.roots: dict[Item, Node] = {}
        self.nodes: list[Node] = []
        self.finds = 0
        self.scans = 0
        # The procedure's variables n, tau and beta for each sequence.
        self.states: dict[tuple[int, int], tuple[int, Node | None, Node | None]] = {}

    def process(self, sequence: tuple[int, int], r: Item) -> None:
        n, tau, beta = self.states.get(sequence, (0, None, None))
        if n % (self.k - 1) == 0:
            beta = tau
            self.finds += 1
            if r not in self.roots:
                self.roots[r] = self._node(r)
            tau = self.roots[r]
        else:
            assert tau is not None
            tau = self._child(tau, r)
        if beta is not None:
            beta = self._child(beta, r)
        self.states[sequence] = (n + 1, tau, beta)

    def _child(self, parent: Node, r: Item) -> Node:
        for child in parent.children:
            self.scans += 1
            if child.label == r:
                return child
        parent.children.insert(0, self._node(r))
        return parent.children[0]

    def _node(self, r: Item) -> Node:
        self.nodes.append(Node(r))
        return self.nodes[-1]


def figures(done: list[Completion], k: int) -> dict[str, float]:
    """Returns the figures that ``kpath-jvm structure`` must show in its row for ``k``."""
    threads: dict[int, Figure6] = defaultdict(lambda: Figure6(k))
    tables: dict[int, set[Item]] = defaultdict(set)
    sequences: dict[tuple[int, int], list[Item]] = defaultdict(list)
    for one in done:
        threads[one.thread].process(one.sequence, one.item)
        tables[one.thread].add(one.item)
        sequences[one.sequence].append(one.item)
    forests = list(threads.values())
    nodes = sum(len(forest.nodes) for forest in forests)
    roots = sum(len(forest.roots) for forest in forests)
    internal = sum(bool(node.children) for forest in forests for node in forest.nodes)
    grams = {
        tuple(sequence[first : first + n])
        for sequence in sequences.values()
        for n in range(1, k + 1)
        for first in range(len(sequence) - n + 1)
    }
    parents = {gram[:-1] for gram in grams if len(gram) > 1}
    paths = sum(len(gram) == 1 for gram in grams)
    leaves = [len(gram) - 1 for gram in grams if gram not in parents]
    return {
        "k": k,
        "hash_operations": sum(-(-len(some) // (k - 1)) for some in sequences.values()),
        "blpp_hash_operations": len(done),
        "blpp_entries": sum(len(table) for table in tables.values()),
        "blpp_paths": paths,
        "ksf_forests": len(forests),
        "ksf_nodes": nodes,
        "ksf_roots": roots,
        "ksf_internal_degree": (nodes - roots) / internal if internal else 0,
        "node_scans": sum(forest.scans for forest in forests),
        "ipf_nodes": len(grams),
        "ipf_roots": paths,
        "ipf_internal_degree": (len(grams) - paths) / len(parents) if parents else 0,
        "ipf_leaf_depth": sum(leaves) / len(leaves) if leaves else 0,
    }
