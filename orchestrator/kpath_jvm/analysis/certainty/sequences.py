"""Computes bounds on how often sequences of paths occurred, from bounds of shorter sequences.

Let A and B be paths, and W a sequence of paths. AWB occurred wherever AW and WB shared their W. So
AWB's count is at least the count of AW plus that of WB minus that of W (Fréchet). It is at most the
smaller of the counts of AW and WB. A path repeated n times occurs at least one time fewer than the
path repeated n - 1 times.
"""

from dataclasses import dataclass

import numpy as np

from kpath_jvm.profile.forest import Forest, Int64Array


@dataclass(frozen=True)
class NodeBounds:
    """Bounds on the counts of a forest's nodes; ``UNLIMITED`` where there is no upper bound."""

    lower: Int64Array
    upper: Int64Array


def with_longer(forest: Forest, known: NodeBounds) -> NodeBounds:
    """Derives bounds for all nodes from the bounds that are known for some nodes.

    In ``known``, all other nodes have a lower bound of 0 and no upper bound. ``forest`` must
    contain each node's suffix.
    """
    lower, upper = known.lower.copy(), known.upper.copy()
    suffixes = forest.suffixes
    is_run = np.ones(len(forest), dtype=bool)
    for depth, nodes in enumerate(forest.levels, start=1):
        parents = forest.parents[nodes]
        if depth == 1:
            continue
        is_run[nodes] = is_run[parents] & (forest.paths[parents] == forest.paths[nodes])
        suffix = suffixes[nodes]
        if depth > 2:
            shared = upper[forest.parents[suffix]]
            lower[nodes] = np.maximum(lower[nodes], lower[parents] + lower[suffix] - shared)
        longest = np.where(is_run[nodes], np.maximum(upper[parents] - 1, 0), upper[parents])
        upper[nodes] = np.minimum(upper[nodes], np.minimum(longest, upper[suffix]))
    return NodeBounds(lower, upper)


def places_in(forest: Forest, other: Forest) -> Int64Array:
    """Returns, for each node of ``forest``, the node of ``other`` with its sequence, or -1.

    Both forests belong to the same method, and use the same path numbers.
    """
    found = np.full(len(forest), -1, dtype=np.int64)
    for nodes, others in zip(forest.levels, other.levels, strict=False):
        parents = forest.parents[nodes]
        owners = np.where(parents < 0, 0, found[np.maximum(parents, 0)] + 1)
        other_owners = np.maximum(other.parents[others], -1).astype(np.int64) + 1
        keys = other_owners << 32 | other.paths[others]
        wanted = owners << 32 | forest.paths[nodes]
        order = np.argsort(keys, kind="stable")
        at = np.minimum(np.searchsorted(keys[order], wanted), max(len(keys) - 1, 0))
        is_there = keys[order][at] == wanted
        # A sequence whose beginning is missing is missing, too.
        is_there &= (parents < 0) | (owners > 0)
        found[nodes] = np.where(is_there, others[order][at], -1)
    return found
