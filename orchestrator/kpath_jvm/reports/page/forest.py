"""Makes the page's data about a method's k-IPF."""

import numpy as np

from kpath_jvm.profile.forest import Forest, Int64Array


def pruned(forest: Forest, most: int) -> tuple[Forest, int]:
    """Returns at most ``most`` nodes, those with the largest counts, and the least count to keep.

    All nodes with at least this count are kept, and so are their parents, which occur at least as
    often. If the forest has no more than ``most`` nodes, returns the forest itself, and 1.
    """
    if len(forest) <= most:
        return forest, 1
    # The greatest count that is dropped.
    over = int(np.partition(forest.counts, len(forest) - most - 1)[len(forest) - most - 1])
    return forest.part(forest.counts > over), over + 1


def ended(forest: Forest, k: int) -> Int64Array:
    """Returns for each node of a whole forest how often no completed path came next.

    For a node of k paths, it isn't known what came next, and the number is 0.
    """
    found = forest.counts.astype(np.int64)
    is_child = forest.parents >= 0
    np.subtract.at(found, forest.parents[is_child], forest.counts[is_child])
    found[forest.depths >= k] = 0
    return found


def columns(
    forest: Forest, by_heat: Int64Array, ends: Int64Array | None
) -> dict[str, list[int] | None]:
    """Returns the columns of one method's forest, in canonical order.

    ``parents`` has the differences between the parents of successive nodes, because these compress
    well. ``paths`` has indices into ``by_heat``, which has the numbers of the paths, the hottest
    first. ``ended`` says how often no path came next (``ends``). It is None if that isn't known.
    """
    order = np.argsort(by_heat)
    places = order[np.searchsorted(by_heat, forest.paths, sorter=order)]
    return {
        "parents": np.diff(forest.parents.astype(np.int64), prepend=-1).tolist(),
        "paths": places.tolist(),
        "counts": forest.counts.tolist(),
        "ended": None if ends is None else ends.tolist(),
    }
