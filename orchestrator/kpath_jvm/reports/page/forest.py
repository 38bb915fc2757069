"""A method's k-IPF for the page: columns of whole numbers, within a budget of nodes."""

import numpy as np

from kpath_jvm.profile.forest import Forest, Int64Array


def pruned(forest: Forest, most: int) -> tuple[Forest, int]:
    """Returns at most ``most`` nodes, those with the largest counts, and a count that each reaches.

    If there are no more nodes than that, it returns all of them and 1. A node's parent occurs at
    least as often, so it is kept as well. Nodes of equal count are kept or dropped together.
    """
    if len(forest) <= most:
        return forest, 1
    # The greatest count that is dropped.
    over = int(np.partition(forest.counts, len(forest) - most - 1)[len(forest) - most - 1])
    return forest.part(forest.counts > over), over + 1


def columns(forest: Forest, by_heat: Int64Array) -> dict[str, list[int]]:
    """Returns the columns of one method's forest, in canonical order.

    ``parents`` are steps from one node's parent to the next one's, which compress well. ``paths``
    are places in ``by_heat``, which has the number of each path of the forest.
    """
    order = np.argsort(by_heat)
    places = order[np.searchsorted(by_heat, forest.paths, sorter=order)]
    return {
        "parents": np.diff(forest.parents.astype(np.int64), prepend=-1).tolist(),
        "paths": places.tolist(),
        "counts": forest.counts.tolist(),
    }
