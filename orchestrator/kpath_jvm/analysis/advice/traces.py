"""Finds the ways through a loop. A path's way is the part of the path that runs in the loop.

The first iteration of a loop is usually the end of the path that enters the loop, and the last
iteration is usually the beginning of the path that leaves the loop. Paths that differ only outside
the loop go the same way through the loop. This way is called a *trace* here.
"""

from collections.abc import Collection, Iterable, Mapping

import numpy as np
from msgspec import Struct

from kpath_jvm.analysis.loop_nest import LoopNest
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.decoding import DecodedPath
from kpath_jvm.profile.forest import BoolArray, Int32Array, Int64Array
from kpath_jvm.profile.metadata import Loop

#: What divides an iteration into several paths, by the ``end`` of a path that ends within it.
SPLITS = {"loop": "inner loops", "exit": "handlers", "cut": "cut edges"}


class Trace(Struct, frozen=True):
    """One way through a loop.

    ``blocks`` are the way's blocks, in order of execution. ``end`` is "back" if the loop goes round
    once more, and "out" if the loop is left. ``end`` is "within" if the iteration goes on: its path
    ended at an inner loop's back edge, at a cut edge, or at an athrow that the loop may catch. If
    the path may have ended on several edges, ``end`` is "back" if one of them goes round, "out" if
    all leave the loop, and else "within". ``targets`` has, for each block with a known decision,
    the block that comes next. ``path`` is the hottest path of the trace, and ``count`` is the sum
    of the counts of all its paths. If ``end`` is "within", ``splits`` has the values of SPLITS for
    the paths' ends.
    """

    blocks: tuple[int, ...]
    end: str
    targets: Mapping[int, int]
    path: int
    count: int
    splits: frozenset[str] = frozenset()


class LoopTraces(Struct, frozen=True):
    """The traces of a loop, the hottest first, and the role of each path of the loop's method.

    The arrays have an entry for each path. ``numbers`` has the paths' numbers, in ascending order.
    ``traces`` has the place of the path's trace in ``all``, or -1 if the path doesn't run in the
    loop. ``is_next`` is true of paths that begin at the header after a path that ended on an edge
    to the header. ``is_back`` is true of paths that end at the loop's back edge. ``is_entering`` is
    true of paths that reach the header by an edge that isn't a back edge, and of paths that begin
    there at the method's entry or after a cut edge. A cut edge is never a back edge. If paths are
    cut at loop headers, only the path before a path of ``is_next`` shows whether the loop went
    round; ``is_cut_at_headers`` says so.
    """

    loop: Loop
    all: tuple[Trace, ...]
    numbers: Int32Array
    traces: Int32Array
    is_next: BoolArray
    is_back: BoolArray
    is_entering: BoolArray
    is_cut_at_headers: bool

    def places(self, paths: Int32Array) -> Int64Array:
        """Returns the places of paths in ``numbers``."""
        return np.searchsorted(self.numbers, paths)

    def blocks_of(self, path: int) -> tuple[int, ...]:
        """Returns the blocks of the loop through which a path ran, in order of execution."""
        trace = int(self.traces[np.searchsorted(self.numbers, path)])
        return self.all[trace].blocks if trace >= 0 else ()

    def outcomes(self, block: int) -> tuple[tuple[int, ...], Int64Array]:
        """Returns the targets of a block, and for each trace the index of its target, or -1."""
        targets = sorted({one.targets[block] for one in self.all if block in one.targets})
        index = {target: place for place, target in enumerate(targets)}
        found = [index[one.targets[block]] if block in one.targets else -1 for one in self.all]
        return tuple(targets), np.array(found, dtype=np.int64)

    def has(self, block: int) -> BoolArray:
        """Returns for each trace whether it runs through a block."""
        return np.array([block in one.blocks for one in self.all], dtype=bool)

    def headed(self, block: int) -> BoolArray:
        """Returns for each trace whether it runs through the header and then through a block.

        The header counts, too. Blocks that come before the header are in an iteration that began
        before the trace. There are such blocks in irreducible methods, and where a handler in the
        loop leads out of the loop and back to the header.
        """
        header = self.loop.header
        found = [
            header in one.blocks and block in one.blocks[one.blocks.index(header) :]
            for one in self.all
        ]
        return np.array(found, dtype=bool)

    def leave_at(self, test: Collection[int]) -> BoolArray:
        """Returns which traces leave the loop at its test; ``test`` are the blocks of the test.

        Such a trace isn't an iteration (docs/glossary.md).
        """
        blocks = frozenset(test)
        return np.array(
            [one.end == "out" and blocks.issuperset(one.blocks) for one in self.all], dtype=bool
        )


def name_of_way(rank: int) -> str:
    """Returns the name of a loop's trace by its place in ``LoopTraces.all``: w1 is the hottest.

    Ways aren't named by letters, because letters name paths.
    """
    return f"w{rank + 1}"


def loop_traces(
    code: MethodCode, nest: LoopNest, loop: Loop, paths: Int32Array, counts: Int64Array
) -> LoopTraces:
    """Returns the traces of a loop; ``paths`` are its method's executed paths, ascending.

    ``Trace.path`` is the path with the highest count; of several such paths, the one with the
    lowest number.
    """
    inside = frozenset(loop.blocks)
    decoded = [code.decode(path) for path in paths.tolist()]
    keys = [_key(code, nest, loop, inside, path) for path in decoded]
    by_key: dict[_Key, list[int]] = {}
    for place, key in enumerate(keys):
        if key is not None:
            by_key.setdefault(key, []).append(place)
    totals = {key: int(counts[places].sum()) for key, places in by_key.items()}
    order = sorted(by_key, key=lambda key: (-totals[key], min(by_key[key])))
    traces = np.full(len(paths), -1, dtype=np.int32)
    found = []
    for number, key in enumerate(order):
        places = by_key[key]
        traces[places] = number
        hottest = max(places, key=lambda place: (int(counts[place]), -place))
        blocks, end, targets = key
        ends = {decoded[place].end for place in places} if end == "within" else ()
        splits = frozenset(SPLITS[one] for one in ends)
        found.append(Trace(blocks, end, dict(targets), int(paths[hottest]), totals[key], splits))
    return LoopTraces(
        loop,
        tuple(found),
        paths,
        traces,
        _flags(one.start == "loop" and one.blocks[0] == loop.header for one in decoded),
        _flags(one.end == "loop" and one.blocks[-1] in loop.latches for one in decoded),
        _flags(_is_entering(loop, one) for one in decoded),
        nest.is_cut_at_headers,
    )


_Key = tuple[tuple[int, ...], str, tuple[tuple[int, int], ...]]


def _key(
    code: MethodCode, nest: LoopNest, loop: Loop, inside: frozenset[int], path: DecodedPath
) -> _Key | None:
    """Returns what all paths of one trace share, or None for a path outside the loop."""
    blocks = tuple(block for block in path.blocks if block in inside)
    if not blocks:
        return None
    end = _end(code, nest, loop, inside, path)
    decided = code.outcomes(path)
    targets = [
        (one.decision.block, one.target)
        for one in decided
        if one.decision.targets and one.decision.block in inside
    ]
    return blocks, end, tuple(targets)


def _end(
    code: MethodCode, nest: LoopNest, loop: Loop, inside: frozenset[int], path: DecodedPath
) -> str:
    last = path.blocks[-1]
    if last not in inside:
        return "out"
    if path.end == "exit":
        # A block with an athrow is in the loop only if a handler in the loop covers it.
        return "within" if last in nest.athrows else "out"
    decision = code.deciding.get(last)
    # A block that decides nothing has one successor. The successor may be outside the loop if only
    # a handler makes the block a part of the loop.
    ways = nest.ways_on(last) if decision is None else code.ways_out(decision, path.end)
    if not ways or loop.header in ways:
        return "back" if path.end == "loop" and last in loop.latches else "within"
    return "out" if inside.isdisjoint(ways) else "within"


def _is_entering(loop: Loop, path: DecodedPath) -> bool:
    if loop.header not in path.blocks:
        return False
    return path.blocks[0] != loop.header or path.start in ("entry", "cut")


def _flags(values: Iterable[bool]) -> BoolArray:
    return np.fromiter(values, dtype=bool)
