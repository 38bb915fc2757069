"""Brings the counts of a method's levels to one scale (fig. 12 of "Structural Path Profiling").

A level is a loop of the method, or the code outside its loops. The paths of a level are counted
only while the level's path window is open. So the counts of a loop's level and the counts of the
level around it come from different activations. But both levels show how often the loop was
entered. The level around the loop has the count of paths through the node that stands for the loop.
The loop's own level has the count of paths that start at the loop's entry. The coefficient of the
loop's level is the coefficient of the level around it, times the first of these counts, divided by
the second.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kpath_jvm.profile.structure_graph import StructuralPath, StructureGraph

#: The paths of a graph, with the count of each.
Counts = Mapping[StructuralPath, int]


@dataclass(frozen=True)
class Coefficients:
    """The factor for each graph's counts, and the indices of the graphs with guessed factors.

    A factor is guessed if paths of a loop's level were counted, but one of the two counts of the
    loop's entries is 0. (This can happen when one long activation fills a path window.) A 0 is
    always taken as 1, even if no paths of the level were counted, because the factors of inner
    levels depend on this level's factor.
    """

    factors: tuple[float, ...]
    guessed: tuple[int, ...]


def coefficients(graphs: Sequence[StructureGraph], counts: Sequence[Counts]) -> Coefficients:
    """Returns the coefficients of a method's graphs, given the counts of each graph's paths."""
    factors: dict[int, float] = {}
    guessed: list[int] = []
    waiting = list(range(len(graphs)))
    while waiting:
        place = waiting.pop(0)
        graph = graphs[place]
        if graph.parent < 0:
            factors[place] = 1.0
        elif graph.parent not in factors:
            waiting.append(place)
        else:
            through = _through(graph.header, counts[graph.parent])
            entries = _entries(graph.header, counts[place])
            if counts[place] and not (through and entries):
                guessed.append(place)
            factors[place] = factors[graph.parent] * max(through, 1) / max(entries, 1)
    return Coefficients(tuple(factors[place] for place in range(len(graphs))), tuple(guessed))


def _through(header: int, around: Counts) -> int:
    """Returns how often paths of the level around the loop passed through the loop's node."""
    return sum(count for path, count in around.items() if header in path.nodes)


def _entries(header: int, counts: Counts) -> int:
    """Returns how often paths started at the loop's entry, or at its header after an exception."""
    return sum(
        count
        for path, count in counts.items()
        if path.kind == "entry" or (path.kind == "handler" and path.block == header)
    )
