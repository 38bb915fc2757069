"""Finds the blocks that a picture omits because only rare cases of switches lead to them."""

from collections.abc import Callable, Collection, Iterable

from kpath_jvm.analysis.flow import FlowEdge

#: This many of the most frequent ways out of a block are always drawn.
MOST_WAYS = 12


def behind_cold_cases(
    edges: Iterable[FlowEdge],
    shown: Collection[int],
    starts: Iterable[int],
    is_kept: Callable[[FlowEdge], bool],
    most_ways: int = MOST_WAYS,
) -> set[int]:
    """Returns the shown blocks that are reached only by the rarer ways out of some block.

    A way out of a block is an edge from it. The rarer ways are those that aren't among the block's
    ``most_ways`` most frequent ways and for which ``is_kept`` is false. Of equally frequent ways,
    the one to the block with the lower number ranks first. ``starts`` are the blocks that need no
    edge to be reached, such as the method's first block and handlers.
    """
    ways: dict[int, list[FlowEdge]] = {}
    for edge in edges:
        if {edge.source, edge.target} <= set(shown):
            ways.setdefault(edge.source, []).append(edge)
    warm = {
        block: [
            edge.target
            for rank, edge in enumerate(sorted(some, key=lambda it: (-it.most, it.target)))
            if rank < most_ways or is_kept(edge)
        ]
        for block, some in ways.items()
    }
    every = {block: [edge.target for edge in some] for block, some in ways.items()}
    begun = set(starts) & set(shown)
    return _reached(every, begun) - _reached(warm, begun)


def _reached(ways: dict[int, list[int]], starts: set[int]) -> set[int]:
    found: set[int] = set()
    waiting = list(starts)
    while waiting:
        block = waiting.pop()
        if block not in found:
            found.add(block)
            waiting += ways.get(block, [])
    return found
