"""Collects consecutive iterations of a loop in forests of traces (traces.py).

A *chain* is the part of a sequence of paths that goes round one loop without leaving it: each path
ends at the back edge, and the next begins at the header. A forest of chains has the counts of all
n-grams of traces in chains. These counts are exact if those of the n-grams of paths are exact.
"""

from itertools import pairwise

import numpy as np
from msgspec import Struct

from kpath_jvm.analysis.advice.traces import LoopTraces
from kpath_jvm.profile.forest import BoolArray, Forest, Int32Array, Int64Array, canonical


class Chains(Struct, frozen=True):
    """Three forests of n-grams of a loop's traces; the traces are given by number.

    ``all`` has all n-grams. ``begun`` has those that begin where a chain begins: at the first
    iteration of an entry into the loop, or where an iteration continues after an inner loop, a cut
    edge or a handler. ``entered`` has those of ``begun`` that begin with an entry's first
    iteration. If paths are cut at loop headers, the first iteration is recognized by the path
    before the cut. Then n-grams that begin with the first iteration have at most k - 1 paths.

    ``returned`` has, for each trace, how often it certainly began by going round the loop.
    ``unled`` has, for each trace, how often it began at the header while only the path before
    could show whether the loop was entered there or went round. That path is missing if the
    activation was live when the recording was reset, for example.
    """

    traces: LoopTraces
    all: Forest
    begun: Forest
    entered: Forest
    returned: Int64Array
    unled: Int64Array

    @property
    def executions(self) -> int:
        """The number of path completions in the loop."""
        return _at(self.all, 1)

    @property
    def entries(self) -> int:
        """The number of entries into the loop whose first path was completed."""
        return _at(self.entered, 1)


def _at(forest: Forest, depth: int) -> int:
    return int(forest.counts[forest.depths == depth].sum())


def chains(forest: Forest, traces: LoopTraces) -> Chains:
    """Returns the chains of a loop from the forest of its method."""
    places = traces.places(forest.paths)
    is_next, is_back = traces.is_next[places], traces.is_back[places]
    numbers = traces.traces[places]
    parents = np.maximum(forest.parents, 0)
    is_root = forest.parents < 0
    goes_on = ~is_root & is_next & is_back[parents]
    roots = is_root & (numbers >= 0)
    # These nodes' paths begin at the loop's header because paths are cut at the edge that enters
    # the loop. They are recognized by the path before, which didn't end at the back edge.
    is_second = (forest.depths == 2) & is_next
    led_in = is_second & ~is_back[parents]
    is_entering = traces.is_entering[places]
    begun_at_root = roots & ~is_next
    parts = {
        "all": [(_closed(forest, roots, goes_on), 0)],
        "begun": [
            (_closed(forest, begun_at_root, goes_on), 0),
            (_closed(forest, led_in, goes_on), 1),
        ],
        "entered": [
            (_closed(forest, begun_at_root & is_entering, goes_on), 0),
            (_closed(forest, led_in, goes_on), 1),
        ],
    }
    next_at_root = roots & is_next
    returned = is_second & is_back[parents] if traces.is_cut_at_headers else next_at_root

    def by_trace(nodes: BoolArray) -> Int64Array:
        counts = np.zeros(len(traces.all), dtype=np.int64)
        np.add.at(counts, numbers[nodes], forest.counts[nodes])
        return counts

    returns = by_trace(returned)
    return Chains(
        traces,
        **{name: _joined(forest, numbers, it) for name, it in parts.items()},
        returned=returns,
        unled=by_trace(next_at_root) - returns - by_trace(led_in),
    )


def _closed(forest: Forest, first: BoolArray, goes_on: BoolArray) -> BoolArray:
    """Returns the ``first`` nodes, and their descendants as far as ``goes_on`` is true."""
    kept: BoolArray = np.array(first)
    for _, nodes in pairwise(forest.levels):
        kept[nodes] |= goes_on[nodes] & kept[forest.parents[nodes]]
    return kept


def _joined(forest: Forest, numbers: Int32Array, parts: list[tuple[BoolArray, int]]) -> Forest:
    """Returns one forest of traces, put together from parts of a forest of paths.

    Each part is given by its nodes, and by how many paths to omit at the start of each sequence.
    """
    parents, traces, depths, counts = [], [], [], []
    size = 0
    for kept, shift in parts:
        nodes = np.flatnonzero(kept)
        place = np.full(len(forest) + 1, -1, dtype=np.int64)
        place[nodes] = np.arange(size, size + len(nodes))
        depth = forest.depths[nodes] - shift
        parent = place[forest.parents[nodes]]
        parents.append(np.where(depth == 1, -1, parent))
        traces.append(numbers[nodes])
        depths.append(depth)
        counts.append(forest.counts[nodes])
        size += len(nodes)
    depth = np.concatenate(depths)
    return canonical(
        np.zeros(len(depth), dtype=np.int64),
        np.concatenate(parents),
        np.concatenate(traces),
        depth,
        np.concatenate(counts),
    )
