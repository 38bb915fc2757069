"""From the k-slab forest to the k-IPF: Fig. 7 of the k-BLPP paper, level by level.

Fig. 7 joins the subtree of every k-SF node, k levels deep, into the k-IPF: so the count of an
n-gram is the sum over the k-SF nodes whose branch ends in it. Here all nodes find the n-gram of
length n that ends in them at once: that of length n - 1 which ends in their parent, and themselves.
"""

from dataclasses import dataclass

import numpy as np

from kpath_jvm.profile.forest import IndexArray, Int64Array
from kpath_jvm.profile.totals import require_recorded, total
from kpath_jvm.recording.inline import Nodes


@dataclass(frozen=True)
class PathForest:
    """The k-IPF: one entry per n-gram that occurred, parents (-1 for n = 1) before children."""

    parents: Int64Array
    ids: Int64Array
    depths: Int64Array
    counts: Int64Array


def single_paths(ids: Int64Array, counts: Int64Array) -> PathForest:
    """Returns the k-IPF for k = 1 of paths and their counts, in any order."""
    require_recorded({"paths": total(counts)})
    ids, place = np.unique(ids[counts > 0], return_inverse=True)
    sums = np.zeros(len(ids), dtype=np.int64)
    np.add.at(sums, place, counts[counts > 0])
    return PathForest(np.full(len(ids), -1, np.int64), ids, np.ones(len(ids), np.int64), sums)


def ksf_to_ipf(nodes: Nodes, k: int) -> PathForest:
    """Returns the k-IPF of what went into the forests; ``k`` is at most theirs."""
    require_recorded({"nodes": total(nodes.counts)})
    columns: list[tuple[Int64Array, ...]] = []
    # Nodes with a branch long enough, and for each of them the row of the n-gram that ends there.
    alive: IndexArray = np.arange(len(nodes.ids))
    prefix = np.full(len(alive), -1, dtype=np.int64)
    row_of = np.full(len(nodes.ids), -1, dtype=np.int64)
    size = 0
    for n in range(1, k + 1):
        # A prefix of -1 (there is none) sorts first; both halves have 31 bits.
        keys, gram = np.unique((prefix + 1) << 31 | nodes.ids[alive], return_inverse=True)
        counts = np.zeros(len(keys), dtype=np.int64)
        np.add.at(counts, gram, nodes.counts[alive])
        # Nodes that Fig. 6 makes and never counts are no n-grams that occurred.
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
