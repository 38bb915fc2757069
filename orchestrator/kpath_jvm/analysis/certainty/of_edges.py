"""Computes bounds on the counts of paths and of pairs of paths, from counts of edges.

A path reaches a block by one edge and leaves it by another. If the counts of these two edges add up
to more than the block's executions, the excess is a lower bound on the executions that took both
edges. This is the definite flow of Ball, Mataga and Sagiv, 1998, who compare edge and path
profiles.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from kpath_jvm.analysis.certainty.joints import JoinedPath, Joint
from kpath_jvm.analysis.certainty.pairs import UNLIMITED
from kpath_jvm.analysis.certainty.sequences import NodeBounds
from kpath_jvm.analysis.of_edges.counted_edges import CountedEdge
from kpath_jvm.profile.code import MethodCode

_Range = tuple[int, int]


class EdgeBounds:
    """Bounds on the completions of a method's paths, computed from the counts of its edges."""

    def __init__(self, code: MethodCode, edges: Sequence[CountedEdge]) -> None:
        """Takes all edges of the method. A profile counts either all of them or none."""
        self._code = code
        self._edges: dict[tuple[str, int, int], _Range] = {}
        arrivals: defaultdict[int, int] = defaultdict(int)
        for edge in edges:
            most = UNLIMITED if edge.most is None else edge.most
            self._edges[edge.kind, edge.source, edge.target] = (edge.least, most)
            if edge.target >= 0:
                arrivals[edge.target] = min(arrivals[edge.target] + most, UNLIMITED)
        self._arrivals = dict(arrivals)

    def of_paths(self, paths: Sequence[JoinedPath]) -> NodeBounds:
        """Returns bounds on the number of each path's completions."""
        found = [self._path(path) for path in paths]
        lower, upper = zip(*found, strict=True) if found else ((), ())
        return NodeBounds(np.array(lower, dtype=np.int64), np.array(upper, dtype=np.int64))

    def most_at(self, joint: Joint) -> int:
        """Returns the upper bound on how often paths began at a joint."""
        return self._into(joint)[1]

    def _path(self, path: JoinedPath) -> _Range:
        first, last = path.blocks[0], path.blocks[-1]
        if path.begin is not None:
            steps = [self._into(path.begin)]
        else:
            steps = [self._edges.get((path.start, -1, first), (0, 0))]
        steps += [self._edges.get(("edge", *edge), (0, 0)) for edge in pairwise(path.blocks)]
        if path.end == "exit":
            steps.append(self._edges.get(("exit", last, -1), (0, 0)))
        else:
            steps.append(_sum(self._edges.get(("edge", last, to), (0, 0)) for _, to in path.ends))
        least, most = steps[0]
        for block, (lower, upper) in zip(path.blocks, steps[1:], strict=True):
            least = max(least + lower - self._arrivals.get(block, 0), 0)
            most = min(most, upper)
        return least, most

    def _into(self, joint: Joint) -> _Range:
        kind, block = joint
        if kind == "cut":
            sources = [source for source, target in self._code.cuts if target == block]
        else:
            loops = (loop for loop in self._code.loops if loop.header == block)
            sources = sorted({latch for loop in loops for latch in loop.latches})
        return _sum(self._edges.get(("edge", source, block), (0, 0)) for source in sources)


def _sum(ranges: Iterable[_Range]) -> _Range:
    least, most = 0, 0
    for lower, upper in ranges:
        least, most = least + lower, min(most + upper, UNLIMITED)
    return least, most
