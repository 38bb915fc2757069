"""Turns words of packed paths into a forest like the k-slab forest.

The paths of a word become nodes, each the child of the node before it. The word's first node is a
child of the last node of an earlier word that ends with this word's context (``Words.contexts``).
So a node and up to k - 1 nodes above it are the latest paths of one activation. N-grams of up to k
paths need no more nodes. Nodes further up may be paths of another activation with the same
context. As in the k-SF, the count of an n-gram is the sum of the counts of the nodes at which the
n-gram ends.
"""

import numpy as np

from kpath_jvm.recording.inline import Nodes, Words


def words_to_ksf(words: Words) -> Nodes:
    """Returns a node for each path of each word, with parents before children."""
    entries = np.repeat(np.arange(len(words.lengths)), words.lengths)
    ends = np.cumsum(words.lengths)
    nodes = np.arange(len(entries))
    place = nodes - (ends - words.lengths)[entries]
    above = np.where(words.contexts >= 0, ends[words.contexts] - 1, -1)
    parents = np.where(place > 0, nodes - 1, above[entries])
    bits = words.bits[entries]
    behind = (words.lengths[entries] - 1 - place) * bits
    numbers = words.words[entries] >> behind.astype(np.uint64)
    numbers &= (np.uint64(1) << bits.astype(np.uint64)) - np.uint64(1)
    return Nodes(
        parents.astype(np.int32),
        (words.firsts[entries] + numbers.astype(np.int64)).astype(np.int32),
        words.counts[entries],
    )
