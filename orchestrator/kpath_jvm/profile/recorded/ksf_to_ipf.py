"""Converts the k-slab forest (k-SF) to the k-IPF, level by level.

The algorithm of Fig. 7 of the k-BLPP paper adds the first k levels of the subtree of every k-SF
node to the k-IPF. So the count of an n-gram is the sum of the counts of all k-SF nodes at which the
n-gram ends. Here, the n-grams of all nodes are found together, first for n = 1, then for n = 2, and
so on. A node's n-gram is the (n - 1)-gram of its parent, followed by the node's own path.
"""

from dataclasses import dataclass

import numpy as np

from kpath_jvm.profile.forest import IndexArray, Int64Array
from kpath_jvm.profile.totals import require_recorded, total
from kpath_jvm.recording.inline import Nodes


@dataclass(frozen=True)
class PathForest:
    """The k-IPF with one entry per n-gram that occurred.

    ``ids`` has the id of each n-gram's last path, and ``depths`` has n. An entry comes after its
    parent, which is the (n - 1)-gram without the last path. The parent of a 1-gram is -1.
    """

    parents: Int64Array
    ids: Int64Array
    depths: Int64Array
    counts: Int64Array


def single_paths(ids: Int64Array, counts: Int64Array) -> PathForest:
    """Returns the k-IPF for k = 1. The paths and their counts can be in any order."""
    require_recorded({"paths": total(counts)})
    ids, place = np.unique(ids[counts > 0], return_inverse=True)
    sums = np.zeros(len(ids), dtype=np.int64)
    np.add.at(sums, place, counts[counts > 0])
    return PathForest(np.full(len(ids), -1, np.int64), ids, np.ones(len(ids), np.int64), sums)


def ksf_to_ipf(nodes: Nodes, k: int) -> PathForest:
    """Returns the k-IPF of k-slab forests. ``k`` must not be larger than the k of the forests."""
    require_recorded({"nodes": total(nodes.counts)})
    columns: list[tuple[Int64Array, ...]] = []
    # ``alive`` has the nodes at which an n-gram ends, and ``prefix`` has the rows of their parents'
    # (n - 1)-grams. ``row_of`` has, for each node, the row of the n-gram that ends at the node.
    alive: IndexArray = np.arange(len(nodes.ids))
    prefix = np.full(len(alive), -1, dtype=np.int64)
    row_of = np.full(len(nodes.ids), -1, dtype=np.int64)
    size = 0
    for n in range(1, k + 1):
        # A prefix of -1 (no prefix) sorts first. Both halves of a key have 31 bits.
        keys, gram = np.unique((prefix + 1) << 31 | nodes.ids[alive], return_inverse=True)
        counts = np.zeros(len(keys), dtype=np.int64)
        np.add.at(counts, gram, nodes.counts[alive])
        # The algorithm of Fig. 6, which builds the k-SF, makes some nodes that it never counts.
        # These nodes stand for n-grams that didn't occur.
        occurred = counts > 0
        row = np.where(occurred, size + np.cumsum(occurred) - 1, -1)
        keys, counts = keys[occurred], counts[occurred]
        columns.append(((keys >> 31) - 1, keys & (2**31 - 1), np.full(len(keys), n), counts))
        size += len(keys)
        row_of[:] = -1
        row_of[alive] = row[gram]
        parents = nodes.parents.astype(np.int64)
        longer = np.flatnonzero((parents >= 0) & (row_of[np.maximum(parents, 0)] >= 0))
        alive, prefix = longer, row_of[parents[longer]]
        if not len(alive):
            break
    return PathForest(*(np.concatenate(column) for column in zip(*columns, strict=True)))
