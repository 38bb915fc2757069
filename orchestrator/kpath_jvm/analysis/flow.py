"""Computes a method's control-flow graph with counts, from counts of its paths or of its edges.

A completed path executes each of its blocks once, and also each edge from one of its blocks to the
next. So counts of blocks and edges are sums of the paths' counts. A back edge or cut edge at which
a path ends is counted once, too. Abandoned and unfinished paths aren't among the counted paths, so
the edges into a block may have a greater sum than the edges out of it.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from msgspec import Struct

from kpath_jvm.analysis.of_edges.block_counts import (
    BlockBytecodes,
    EnteredBounds,
    block_bytecodes,
)
from kpath_jvm.analysis.of_edges.counted_edges import CountedEdge, counted_edges, sums_paths
from kpath_jvm.analysis.of_edges.path_windows import is_of_first_paths
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.forest import Int64Array
from kpath_jvm.profile.model import Profile

#: The kinds of edges. A ``step`` lies within paths, and a ``back`` is a back edge. A ``loop`` is
#: any other edge to a loop header, if paths end at it (--cut loop-header). A ``cut`` is an edge at
#: which paths end because the method would have too many paths.
EdgeKind: TypeAlias = Literal["step", "back", "loop", "cut"]
_Pair: TypeAlias = tuple[int, int]


class FlowEdge(Struct, frozen=True):
    """An edge between two blocks, executed ``least`` to ``most`` times.

    If paths were counted, ``least`` and ``most`` differ only where paths may end at several edges
    of one block. There, only a completed next path shows which edge was taken. If edges were
    counted, ``least`` and ``most`` are those of the table ``edge_counts``. If there is no upper
    bound, ``is_open`` is True and ``most`` is the best available estimate.
    """

    source: int
    target: int
    kind: EdgeKind
    least: int
    most: int
    is_open: bool = False

    @property
    def is_exact(self) -> bool:
        """Whether the count is known."""
        return self.least == self.most and not self.is_open

    @property
    def surest(self) -> int:
        """The lower bound if there is an upper bound; otherwise the estimate, ``most``."""
        return self.most if self.is_open else self.least

    @property
    def is_estimate(self) -> bool:
        """Whether the count is an estimate, because the profiler doesn't count everything."""
        return self.is_open and self.most > self.least


class Terminal(Struct, frozen=True):
    """How often the method is entered (kind entry or handler) or left (kind exit) at a block.

    ``is_exact`` is False only if edges were counted and the count isn't known.
    """

    kind: str
    block: int
    count: int
    is_exact: bool = True


class Flow(Struct, frozen=True):
    """The counts of all blocks and of all edges, including edges that were never taken.

    ``starts`` are the terminals of the kinds entry and handler, and ``ends`` are those of the kind
    exit. Terminals with a count of 0 are left out. ``inexact`` are blocks whose count isn't known.
    ``to_the_end`` has the least number of times that each block was executed to its end. If it is
    None, ``blocks`` has these numbers, too. ``entered`` has the bounds of ``blocks``, or is None if
    these counts are certain. If ``is_of_paths`` is True, paths were counted, otherwise edges. If
    ``is_scaled`` is True, all counts of edges are estimates, even those that equal what the
    profiler saw.
    """

    blocks: Int64Array
    edges: tuple[FlowEdge, ...]
    starts: tuple[Terminal, ...]
    ends: tuple[Terminal, ...]
    inexact: frozenset[int] = frozenset()
    is_of_paths: bool = True
    is_scaled: bool = False
    to_the_end: Int64Array | None = None
    entered: EnteredBounds | None = None

    def bytecodes(self, sizes: Sequence[int]) -> BlockBytecodes:
        """Returns the bytecodes of all blocks; ``sizes`` are their numbers of instructions."""
        entered = EnteredBounds.exact(self.blocks) if self.entered is None else self.entered
        ended = self.blocks if self.to_the_end is None else self.to_the_end
        return block_bytecodes(self.blocks, ended, entered, np.array(sizes, dtype=np.int64))

    @property
    def is_estimated(self) -> bool:
        """Whether any count is an estimate, made from those executions that the profiler saw."""
        return self.is_scaled or any(edge.is_estimate for edge in self.edges)

    def share_of(self, edge: FlowEdge) -> float | None:
        """Returns an edge's share of the executions of its source; None if it isn't known.

        If edges were counted, the total is the sum over the exits and the edges out of the source,
        not the source's own count. That count may include executions that an exception ended, and
        estimates of blocks and edges may not agree. With the sum as total, the shares add up to 1,
        like the shares of a branch's outcomes (outcomes.py).
        """
        if self.is_of_paths:
            total = int(self.blocks[edge.source])
            return edge.most / total if edge.is_exact and total else None
        ways = [one for one in self.edges if one.source == edge.source]
        if not self.is_estimated and not all(one.is_exact for one in ways):
            return None
        total = sum(one.most for one in ways)
        total += sum(one.count for one in self.ends if one.block == edge.source)
        return edge.most / total if total else None


class _Walk(NamedTuple):
    """The ``start``, ``end`` and ``blocks`` of a path, as in DecodedPath."""

    start: str
    end: str
    blocks: list[int]


def flow(profile: Profile, method: int) -> Flow:
    """Returns the counts of a method's blocks and edges."""
    counted = counted_edges(profile, method)
    if counted:
        return _of_edges(
            profile.code(method), counted,
            is_scaled=is_of_first_paths(profile, method),
            is_of_completed=sums_paths(profile, method),
        )  # fmt: skip
    return _of_paths(profile, method)


def _of_edges(
    code: MethodCode, counted: Sequence[CountedEdge], *, is_scaled: bool, is_of_completed: bool
) -> Flow:
    back = {(latch, loop.header) for loop in code.loops for latch in loop.latches}
    blocks = np.zeros(len(code.offsets), dtype=np.int64)
    ended, least = np.zeros_like(blocks), np.zeros_like(blocks)
    most = np.zeros(len(code.offsets), dtype=np.float64)
    for one in counted:
        if one.target >= 0:
            blocks[one.target] += one.count
            least[one.target] += one.least
            most[one.target] += np.inf if one.most is None else one.most
        if one.source >= 0:
            ended[one.source] += one.least
    edges = [
        FlowEdge(
            one.source, one.target, "back" if (one.source, one.target) in back else "step",
            one.least, one.count if one.most is None else one.most, one.most is None,
        )
        for one in counted
        if one.kind == "edge"
    ]  # fmt: skip
    starts = [one for one in counted if one.source < 0 and one.count]
    ends = [one for one in counted if one.target < 0 and one.count]
    return Flow(
        blocks,
        tuple(edges),
        tuple(Terminal(one.kind, one.target, one.count, one.is_exact) for one in starts),
        tuple(Terminal(one.kind, one.source, one.count, one.is_exact) for one in ends),
        frozenset(one.target for one in counted if one.target >= 0 and not one.is_exact),
        is_of_paths=False,
        is_scaled=is_scaled,
        to_the_end=None if is_of_completed else ended,
        entered=None if is_of_completed else EnteredBounds(least, most),
    )


def _of_paths(profile: Profile, method: int) -> Flow:
    code = profile.code(method)
    forest = profile.method_forest(method)
    is_root = forest.parents < 0
    counts = zip(forest.paths[is_root].tolist(), forest.counts[is_root].tolist(), strict=True)
    walks = _walks(profile, method)
    paths = {number: (walks[number], count) for number, count in counts}
    blocks = np.zeros(len(code.offsets), dtype=np.int64)
    steps: Counter[_Pair] = Counter()
    starts: Counter[tuple[str, int]] = Counter()
    ends: Counter[tuple[str, int]] = Counter()
    for path, count in paths.values():
        blocks[path.blocks] += count
        steps.update(dict.fromkeys(zip(path.blocks, path.blocks[1:], strict=False), count))
        starts[path.start, path.blocks[0]] += count
        ends[path.end, path.blocks[-1]] += count
    inner = {
        (block, target)
        for block in range(len(code.offsets))
        for target in code.decoder.following(block)
    }
    edges = [FlowEdge(*pair, "step", steps[pair], steps[pair]) for pair in sorted(inner)]
    row = profile.method_rows.row(method)
    seen = _seen(forest, {number: path for number, (path, _) in paths.items()})
    edges += _ending_edges(code, row["cuts"], ends, seen)
    return Flow(
        blocks,
        tuple(sorted(edges, key=lambda edge: (edge.source, edge.target, edge.kind))),
        tuple(
            Terminal(kind, block, count)
            for (kind, block), count in sorted(starts.items())
            if kind in ("entry", "handler")
        ),
        tuple(
            Terminal(kind, block, count)
            for (kind, block), count in sorted(ends.items())
            if kind == "exit"
        ),
    )


def _walks(profile: Profile, method: int) -> dict[int, _Walk]:
    """Returns a method's executed paths by number, from the profile's rows, without decoding."""
    rows = profile.rows_of("paths").rows(method, "path", "start", "end", "blocks")
    return {number: _Walk(*told) for number, *told in rows}


def _seen(forest: Any, paths: dict[int, _Walk]) -> Counter[tuple[str, int, int]]:
    """Returns how often one path was followed by another.

    The keys are the kind of the first path's end, its last block, and the second path's first
    block.
    """
    seen: Counter[tuple[str, int, int]] = Counter()
    pairs = np.flatnonzero(forest.depths == 2)
    befores = forest.paths[forest.parents[pairs]].tolist()
    columns = befores, forest.paths[pairs].tolist(), forest.counts[pairs].tolist()
    for before, after, count in zip(*columns, strict=True):
        seen[paths[before].end, paths[before].blocks[-1], paths[after].blocks[0]] += count
    return seen


def _ending_edges(
    code: MethodCode,
    cuts: list[list[int]],
    ends: Counter[tuple[str, int]],
    seen: Counter[tuple[str, int, int]],
) -> list[FlowEdge]:
    """Returns the edges at which paths end, with bounds on how often each was taken."""
    back = {(latch, loop.header) for loop in code.loops for latch in loop.latches}
    extra = {(source, target) for source, target in cuts}
    targets: dict[tuple[str, int], set[int]] = {}
    for kind, pairs in (("loop", back), ("cut", extra)):
        for source, target in pairs:
            targets.setdefault((kind, source), set()).add(target)
    headers = {loop.header for loop in code.loops}
    for block, decision in code.deciding.items():
        # With --cut loop-header, paths also end at other edges to loop headers. No table lists
        # these edges.
        others = set(decision.targets) & headers - code.decoder.following(block)
        found = {target for target in others if (block, target) not in back | extra}
        if found:
            targets.setdefault(("loop", block), set()).update(found)
    for kind, source, target in seen:
        targets.setdefault((kind, source), set()).add(target)
    for kind, source in ends:
        if kind == "loop" and (kind, source) not in targets:
            targets[kind, source] = headers
    edges = []
    for (kind, source), found in sorted(targets.items()):
        total = ends[kind, source]
        rest = total - sum(seen[kind, source, target] for target in found)
        for target in sorted(found):
            least = seen[kind, source, target] if len(found) > 1 else total
            most = least + rest if len(found) > 1 else total
            edges.append(FlowEdge(source, target, _kind(kind, source, target, back), least, most))
    return edges


def _kind(end: str, source: int, target: int, back: set[_Pair]) -> EdgeKind:
    if end == "cut":
        return "cut"
    return "back" if (source, target) in back else "loop"
