"""Finds flows through a graph whose arcs have bounds. What flows into a node flows out of it.

The least and the most that an arc can carry are found by maximum flows in the residual graph
(Dinic's algorithm). All flows are whole numbers.
"""

from collections import deque

#: The capacity of an arc without an upper bound. Counters have 64 bits, so no sum of counters comes
#: near this number.
_UNBOUNDED = 1 << 100


class Circulation:
    """A graph whose arcs are added one by one; ``settle`` then finds a flow that fits the bounds.

    Arcs have numbers from 0, in the order in which they are added.
    """

    def __init__(self, nodes: int) -> None:
        """Takes the number of nodes."""
        self._out_of: list[list[int]] = [[] for _ in range(nodes)]
        #: The target and the residual capacity of each half-arc. Arc i has the half-arcs 2i and
        #: 2i + 1. The second of these leads back.
        self._targets: list[int] = []
        self._rest: list[int] = []
        self._least: list[int] = []
        self._surplus = [0] * nodes

    def add(self, source: int, target: int, least: int = 0, most: int | None = None) -> int:
        """Adds an arc that carries ``least`` to ``most``, and returns its number."""
        arc = len(self._least)
        self._append(source, target, _UNBOUNDED if most is None else most - least)
        self._least.append(least)
        self._surplus[target] += least
        self._surplus[source] -= least
        return arc

    @property
    def arcs(self) -> int:
        """The number of arcs."""
        return len(self._least)

    def _append(self, source: int, target: int, capacity: int) -> None:
        self._out_of[source].append(len(self._targets))
        self._out_of[target].append(len(self._targets) + 1)
        self._targets += (target, source)
        self._rest += (capacity, 0)

    def settle(self) -> bool:
        """Finds a flow that fits all bounds, and returns whether there is one."""
        before, nodes = len(self._targets), len(self._out_of)
        self._out_of += [[], []]
        for node, surplus in enumerate(self._surplus):
            if surplus > 0:
                self._append(nodes, node, surplus)
            elif surplus < 0:
                self._append(node, nodes + 1, -surplus)
        wanted = sum(surplus for surplus in self._surplus if surplus > 0)
        found = self._push(nodes, nodes + 1, _UNBOUNDED)
        for half in range(len(self._targets) - 1, before - 1, -1):
            self._out_of[self._targets[half ^ 1]].pop()
        del self._targets[before:], self._rest[before:], self._out_of[nodes:]
        return found == wanted

    def flow(self, arc: int) -> int:
        """Returns the amount that an arc carries in the latest flow."""
        return self._least[arc] + self._rest[2 * arc + 1]

    def raise_most(self, arc: int) -> int | None:
        """Changes the flow so that an arc carries the most it can, and returns that amount.

        If there is no limit, returns None and changes nothing.
        """
        return self._change(2 * arc, arc)

    def lower_most(self, arc: int) -> int:
        """Changes the flow so that an arc carries the least it can, and returns that amount."""
        found = self._change(2 * arc + 1, arc)
        assert found is not None, "what an arc carries is finite"
        return found

    def fix(self, arc: int) -> None:
        """Fixes the amount that an arc carries now, so that no later change alters it."""
        self._least[arc] = self.flow(arc)
        self._rest[2 * arc] = self._rest[2 * arc + 1] = 0

    def _change(self, half: int, arc: int) -> int | None:
        """Pushes as much as possible through a half-arc, around the cycles that it is part of.

        Returns the amount that the arc then carries, or None if there is no limit.
        """
        rest, back = self._rest[half], self._rest[half ^ 1]
        before = self._rest.copy()
        self._rest[half] = self._rest[half ^ 1] = 0
        pushed = self._push(self._targets[half], self._targets[half ^ 1], rest)
        if pushed > _UNBOUNDED // 2:
            self._rest = before
            return None
        self._rest[half], self._rest[half ^ 1] = rest - pushed, back + pushed
        return self.flow(arc)

    def _push(self, source: int, target: int, wanted: int) -> int:
        """Pushes up to ``wanted`` from one node to another, and returns how much was pushed."""
        if source == target:
            return wanted
        pushed = 0
        while pushed < wanted:
            levels = self._levels(source, target)
            if target not in levels:
                break
            looked_at = dict.fromkeys(levels, 0)
            while pushed < wanted and (way := self._way(source, target, levels, looked_at)):
                amount = min(wanted - pushed, *(self._rest[half] for half in way))
                for half in way:
                    self._rest[half] -= amount
                    self._rest[half ^ 1] += amount
                pushed += amount
        return pushed

    def _levels(self, source: int, target: int) -> dict[int, int]:
        """Returns the distances of nodes from the source, up to the distance of the target."""
        levels = {source: 0}
        waiting = deque([source])
        while waiting and target not in levels:
            node = waiting.popleft()
            for half in self._out_of[node]:
                other = self._targets[half]
                if self._rest[half] and other not in levels:
                    levels[other] = levels[node] + 1
                    waiting.append(other)
        return levels

    def _way(
        self, source: int, target: int, levels: dict[int, int], looked_at: dict[int, int]
    ) -> list[int]:
        """Returns the half-arcs of a shortest path with capacity left; [] if there is no such path.

        For each node, ``looked_at`` has the number of its half-arcs that are known to lead nowhere.
        """
        way: list[int] = []
        node = source
        while node != target:
            halves = self._out_of[node]
            while looked_at[node] < len(halves):
                half = halves[looked_at[node]]
                if self._rest[half] and levels.get(self._targets[half]) == levels[node] + 1:
                    way.append(half)
                    node = self._targets[half]
                    break
                looked_at[node] += 1
            else:
                if not way:
                    return []
                node = self._targets[way.pop() ^ 1]
                looked_at[node] += 1
        return way
