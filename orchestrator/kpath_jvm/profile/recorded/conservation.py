"""Computes edge counts by the law of flow: a block is left as often as it is entered.

An activation that stops in a block breaks the law: an exception ends the block half-way, or the
activation is still running.

Blocks that are joined by edges without counters form a part. Suppose that these edges form a tree,
and that every edge into the part or out of it has a counter. Then the number of activations that
stopped in the part is how often it was entered, minus how often it was left. If no activation
stopped, the law holds for each block of the part, and determines the count of each edge. If some
activations stopped, they may have stopped in any block, so only bounds are known for the edges
without counters. Each such edge divides the part in two, and each activation that stopped did so on
one of the two sides. The bounds that follow are the tightest that the law gives.
(``possible_counts`` may find tighter bounds, because it also uses the counts of handlers.)
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

#: An edge's source and target; -1 is outside the method.
Edge = tuple[int, int]


def conserved(
    edges: Sequence[Edge], known: Mapping[int, int]
) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yields each uncounted edge whose bounds can be computed: its index, and (least, most).

    ``known`` has counts by the edges' indices. Nothing is yielded for a part if one of its
    uncounted edges comes from outside the method or leads there, if its uncounted edges form a
    cycle, or if its counts contradict each other.
    """
    ways: dict[int, list[int]] = {}
    balance: dict[int, int] = {}
    is_open: set[int] = set()
    for place, (source, target) in enumerate(edges):
        if place in known:
            balance[source] = balance.get(source, 0) - known[place]
            balance[target] = balance.get(target, 0) + known[place]
        elif source < 0 or target < 0:
            is_open.add(max(source, target))
        else:
            ways.setdefault(source, []).append(place)
            ways.setdefault(target, []).append(place)
    reached: set[int] = set()
    for block in ways:
        if block not in reached:
            part = _Part(edges, ways, block)
            reached.update(part.order)
            if part.is_tree and not is_open.intersection(part.order):
                yield from part.bounds(balance)


@dataclass
class _Part:
    """Blocks that are joined by edges without counters; the first block is the root of a tree.

    In ``order``, each block comes after the block from which it was reached. ``way`` has, for each
    block except the root, the edge by which it was reached.
    """

    edges: Sequence[Edge]
    ways: Mapping[int, list[int]]
    root: int
    order: list[int] = field(default_factory=list)
    way: dict[int, int] = field(default_factory=dict)
    is_tree: bool = True

    def __post_init__(self) -> None:
        """Visits all blocks of the part."""
        self.order.append(self.root)
        seen = {self.root}
        for block in self.order:
            for place in self.ways[block]:
                other = self._other(place, block)
                if place == self.way.get(block):
                    continue
                if other in seen:
                    self.is_tree = False
                else:
                    seen.add(other)
                    self.way[other] = place
                    self.order.append(other)

    def _other(self, place: int, block: int) -> int:
        source, target = self.edges[place]
        return source + target - block

    def bounds(self, balance: Mapping[int, int]) -> Iterator[tuple[int, tuple[int, int]]]:
        """Yields the bounds of the edges, unless counts contradict each other.

        ``balance`` has, for each block, how often edges with counters entered it, minus how often
        they left it. In the code, ``least`` and ``most`` are bounds of the number of activations
        that stopped in a block or below it in the tree. These bounds hold because neither this
        number nor an edge's count is negative.
        """
        sums = {block: balance.get(block, 0) for block in self.order}
        below = dict.fromkeys(self.order, 0)
        least = below.copy()
        for block in reversed(self.order):
            least[block] = below[block]
            if block == self.root or self._leads_up(block):
                if least[block] > sums[block]:
                    return
            else:
                least[block] = max(least[block], sums[block])
            if block != self.root:
                before = self._other(self.way[block], block)
                sums[before] += sums[block]
                below[before] += least[block]
        most = {self.root: sums[self.root]}
        for block in self.order[1:]:
            before = self._other(self.way[block], block)
            most[block] = least[block] + most[before] - below[before]
            if self._leads_up(block):
                most[block] = min(most[block], sums[block])
            found = least[block] - sums[block], most[block] - sums[block]
            if self._leads_up(block):
                found = -found[1], -found[0]
            yield self.way[block], found

    def _leads_up(self, block: int) -> bool:
        """Returns whether the edge by which a block was reached leads away from that block."""
        return self.edges[self.way[block]][0] == block
