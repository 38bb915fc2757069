"""Counts the k-iteration paths that a profile's methods have, whether executed or not.

Roy and Srikant give such numbers in "Profiling k-Iteration Paths" (CGO 2009). A k-iteration path is
a path in the paper's unrolled graph, where each block has a node for each iteration. As in the
paper's mixed mode, innermost natural loops are iterated, and other loops aren't. A path that begins
after the back edge of an iterated loop goes through all k iterations before it leaves the loop.
Other paths may leave the loop in any iteration.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from kpath_jvm.profile.metadata import Loop
from kpath_jvm.profile.model import Profile

#: A block, its iteration (1 outside of iterated loops), and the loop that the path can't leave
#: before iteration k, or -1.
_Node = tuple[int, int, int]
#: The node that ends a path.
_END: _Node = (-1, 0, -1)


@dataclass(frozen=True)
class PathGraph:
    """A method's graph.

    ``edges`` has the ordinary edges that aren't back edges, by source. ``starts`` are the blocks at
    which paths begin without a back edge before them. ``exits`` are the blocks at which paths leave
    the method. ``loops`` are the natural loops.
    """

    starts: tuple[int, ...]
    edges: Mapping[int, tuple[int, ...]]
    exits: frozenset[int]
    loops: tuple[Loop, ...]

    def iterated(self) -> dict[int, frozenset[int]]:
        """Returns the blocks of each innermost loop, by header.

        An innermost loop contains no back edge of another loop. Here, the blocks of a loop are only
        those that reach its latches without an exception. So a loop is regarded as innermost even
        if it contains an inner loop, provided that only exceptions lead from the inner loop back to
        the outer one.
        """
        back = {(latch, loop.header) for loop in self.loops for latch in loop.latches}
        before: defaultdict[int, set[int]] = defaultdict(set)
        for source, targets in self.edges.items():
            for target in targets:
                before[target].add(source)
        for latch, header in back:
            before[header].add(latch)
        found = {}
        for loop in self.loops:
            body = {loop.header}
            waiting = [latch for latch, header in back if header == loop.header]
            while waiting:
                block = waiting.pop()
                if block not in body:
                    body.add(block)
                    waiting += before[block]
            others = ({latch, header} for latch, header in back if header != loop.header)
            if not any(other <= body for other in others):
                found[loop.header] = frozenset(body)
        return found


def path_count(graph: PathGraph, k: int) -> int:
    """Returns how many k-iteration paths a method has; with k = 1, these are Ball-Larus paths."""
    return _Unrolled(graph, k).count()


def path_counts(profile: Profile, ks: Iterable[int]) -> Iterator[tuple[int, dict[int, int]]]:
    """Yields each method that has a loop, and for each k the number of its k-iteration paths.

    Cut edges are regarded as ordinary edges, so no path ends at one. Irreducible methods are
    omitted.
    """
    wanted = tuple(ks)
    for method, graph in graphs(profile):
        if graph.loops:
            yield method, {k: path_count(graph, k) for k in wanted}


def graphs(profile: Profile) -> Iterator[tuple[int, PathGraph]]:
    """Yields the graph of each method whose paths have numbers and whose loops are natural ones."""
    found: defaultdict[int, list[tuple[str, str | None, int, int]]] = defaultdict(list)
    table = profile.table("edges").select(["method", "kind", "reason", "source", "target"])
    columns = (table.column(name).to_pylist() for name in table.column_names)
    for method, *row in zip(*columns, strict=True):
        found[method].append((row[0], row[1], row[2], row[3]))
    for method, rows in found.items():
        about = profile.method_rows.row(method)
        if not about["irreducible"]:
            cuts = {(int(source), int(target)) for source, target in about["cuts"]}
            yield method, _graph(rows, cuts, profile.code(method).loops)


def _graph(
    rows: Iterable[tuple[str, str | None, int, int]],
    cuts: set[tuple[int, int]],
    loops: tuple[Loop, ...],
) -> PathGraph:
    after: defaultdict[int, set[int]] = defaultdict(set)
    starts, exits = [], set()
    back = {(latch, loop.header) for loop in loops for latch in loop.latches}
    for source, target in cuts - back:
        after[source].add(target)
    for kind, reason, source, target in rows:
        if kind == "edge":
            after[source].add(target)
        elif kind == "end" and reason == "exit":
            exits.add(source)
        elif kind == "start" and reason in ("entry", "handler"):
            starts.append(target)
    edges = {source: tuple(sorted(targets)) for source, targets in after.items()}
    return PathGraph(tuple(starts), edges, frozenset(exits), loops)


class _Unrolled:
    """The graph with a node for each iteration of a block."""

    def __init__(self, graph: PathGraph, k: int) -> None:
        self._graph = graph
        self._k = k
        iterated = graph.iterated() if k > 1 else {}
        self._loop_of = {block: at for at, body in enumerate(iterated.values()) for block in body}
        self._headers = {header: at for at, header in enumerate(iterated)}
        self._back: defaultdict[int, set[int]] = defaultdict(set)
        for loop in graph.loops:
            for latch in loop.latches:
                self._back[latch].add(loop.header)
        self._counts: dict[_Node, int] = {_END: 1}

    def count(self) -> int:
        starts: list[_Node] = [(block, 1, -1) for block in self._graph.starts]
        for header in sorted({loop.header for loop in self._graph.loops}):
            starts.append((header, 1, self._headers.get(header, -1)))
        return sum(self._paths(start) for start in starts)

    def _paths(self, root: _Node) -> int:
        """Returns the number of paths from a node; counts later nodes first, without recursion."""
        waiting = [root]
        while waiting:
            node = waiting[-1]
            if node in self._counts:
                waiting.pop()
                continue
            following = self._following(node)
            open_ones = [one for one in following if one not in self._counts]
            if open_ones:
                waiting += open_ones
            else:
                self._counts[node] = sum(self._counts[one] for one in following)
                waiting.pop()
        return self._counts[root]

    def _following(self, node: _Node) -> list[_Node]:
        """Returns the nodes that follow a node, once for each edge."""
        block, iteration, bound = node
        loop = self._loop_of.get(block, -1)
        may_leave = bound < 0 or iteration == self._k
        found: list[_Node] = []
        for target in self._graph.edges.get(block, ()):
            if self._loop_of.get(target, -1) == loop and loop >= 0:
                found.append((target, iteration, bound))
            elif may_leave:
                found.append((target, 1, -1))
        for header in self._back[block]:
            if loop >= 0 and self._headers.get(header, -1) == loop:
                found.append(_END if iteration == self._k else (header, iteration + 1, bound))
            elif may_leave:
                found.append(_END)
        if block in self._graph.exits and may_leave:
            found.append(_END)
        return found
