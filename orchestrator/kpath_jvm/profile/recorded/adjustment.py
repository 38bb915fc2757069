"""From the counts of each level to those of the method: figure 12 of "Structural Path Profiling".

A level's window sees other activations than that of the level around. What makes their counts
comparable is how often the loop was entered: by the paths around that pass through its node, and
by its own paths that start at its entry. The coefficient of a level is that of the level around
times the ratio of these.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kpath_jvm.profile.structure_graph import StructuralPath, StructureGraph

#: A graph's paths and how often each was counted.
Counts = Mapping[StructuralPath, int]


@dataclass(frozen=True)
class Coefficients:
    """A factor for each graph's counts; ``guessed`` are the places of graphs where it is no ratio.

    That is where paths were counted, and none that passes through the loop's node around, or none
    that starts at the loop's entry (one long activation filled the window): 1 stands for the sum
    that is 0.
    """

    factors: tuple[float, ...]
    guessed: tuple[int, ...]


def coefficients(graphs: Sequence[StructureGraph], counts: Sequence[Counts]) -> Coefficients:
    """Returns the coefficients of a method's graphs, given the counts of each."""
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
                through, entries = max(through, 1), max(entries, 1)
            factors[place] = factors[graph.parent] * through / max(entries, 1)
    return Coefficients(tuple(factors[place] for place in range(len(graphs))), tuple(guessed))


def _through(header: int, around: Counts) -> int:
    """How often paths of the level around passed through the loop's node."""
    return sum(count for path, count in around.items() if header in path.nodes)


def _entries(header: int, counts: Counts) -> int:
    """How often paths started at the loop's entry, or at its header by an exception's dispatch."""
    return sum(
        count
        for path, count in counts.items()
        if path.kind == "entry" or (path.kind == "handler" and path.block == header)
    )
