"""Finds edge counts that fit a method's counters, by computing flows through its blocks.

The activations of the method flow through the blocks. An activation that has entered a block goes
on over an edge or stops there: it leaves the method, is still running at the recording's end, or
throws. If a handler that covers the block catches the exception, the activation goes on at the
handler. So the counts are a circulation, and the counters bound it. The least and the most that an
edge can carry in the circulation are the bounds of the edge's count. They are the tightest bounds
that follow from what is known at each block. (One fact isn't used: a loop can run only if something
has entered it.)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from msgspec import Struct

from kpath_jvm.profile.recorded.circulation import Circulation
from kpath_jvm.profile.recorded.conservation import Edge

#: The largest amount of work for a method: the number of its bounds times the number of arcs, as if
#: each bound took one visit to every arc. If a method needs more, no bounds are computed here, and
#: the caller keeps its own (``_quick_bounds`` in edge_flow.py).
_MOST_WORK = 4_000_000


@dataclass(frozen=True)
class Method:
    """The edges of a method and what is known of them.

    ``known`` has counts by edge index. ``throwers`` maps the block of a handler to the blocks from
    which the handler's exceptions come. The exceptions of a handler that isn't in ``throwers`` may
    come from anywhere. A block of ``athrows`` ends with an athrow, which is counted as an exit,
    though a handler may then catch the exception. If ``is_whole`` is false, some exceptions that
    reached a handler may not have been counted.
    """

    edges: Sequence[Edge]
    known: Mapping[int, int]
    throwers: Mapping[int, frozenset[int]] = field(default_factory=dict)
    athrows: frozenset[int] = frozenset()
    is_whole: bool = True

    def is_certain(self, place: int) -> bool:
        """Returns whether an edge's counter has certainly counted every execution of the edge."""
        return place in self.known and (self.is_whole or place == 0 or self.edges[place][0] >= 0)


class Possible(Struct, frozen=True):
    """Counts that all edges can have together, and bounds of some edges; both by edge index."""

    counts: dict[int, int]
    bounds: dict[int, tuple[int, int | None]]


def possible_counts(method: Method, places: Sequence[int]) -> Possible | None:
    """Returns counts of all edges, and the bounds of the edges with the indices ``places``.

    The counts are those of a run in which activations stop as late as they can. If the method is
    too large (``_MOST_WORK``), there are no bounds, and the counts are any that fit the counters.
    Returns None if the method's counters contradict each other.
    """
    flows = _Flows(method)
    if not flows.graph.settle():
        return None
    bounds: dict[int, tuple[int, int | None]] = {}
    if 2 * len(places) * flows.graph.arcs <= _MOST_WORK:
        bounds = {place: flows.bounds(place) for place in places}
        # First, each edge without an upper bound gets its least count.
        for place in sorted(places, key=lambda place: bounds[place][1] is not None):
            flows.settle_late(place, is_bounded=bounds[place][1] is not None)
    return Possible({place: flows.count(place) for place in range(len(method.edges))}, bounds)


class _Flows:
    """The circulation of a method.

    The nodes are the blocks, the outside, and one node for each handler with known throwers, for
    the exceptions that reach the handler. Each block that such a handler covers also has a node for
    the activations that stop in the block.
    """

    def __init__(self, method: Method) -> None:
        self._method = method
        self._outside = 1 + max((end for edge in method.edges for end in edge), default=-1)
        self._handlers = {
            handler: self._outside + 1 + at for at, handler in enumerate(self._known())
        }
        covered = sorted(
            {block for handler in self._handlers for block in method.throwers[handler]}
        )
        first = self._outside + 1 + len(self._handlers)
        self._stops = {block: first + at for at, block in enumerate(covered)}
        self.graph = Circulation(first + len(covered))
        self._exits: dict[int, int] = {}
        self._arcs: dict[int, int] = {}
        self._add_edges()
        for block in range(self._outside):
            if block not in self._exits:
                self._exits[block] = self._add_stop(block, 0)
        for handler, node in self._handlers.items():
            for block in sorted(method.throwers[handler]):
                self.graph.add(self._stops[block], node)

    def _known(self) -> list[int]:
        """Returns the handlers whose throwers are known."""
        dispatched = {target for source, target in self._method.edges[1:] if source < 0}
        return sorted(dispatched.intersection(self._method.throwers))

    def _add_edges(self) -> None:
        method = self._method
        for place, (source, target) in enumerate(method.edges):
            count = method.known.get(place)
            if target < 0:
                self._exits[source] = self._add_stop(source, count or 0)
                continue
            origin = source
            if source < 0:
                is_handler = place > 0 and target in self._handlers
                origin = self._handlers[target] if is_handler else self._outside
            most = count if method.is_certain(place) else None
            self._arcs[place] = self.graph.add(origin, target, count or 0, most)

    def _add_stop(self, block: int, exits: int) -> int:
        """Adds arcs for activations that stop in a block. Returns the arc of the block's exits."""
        stops = self._stops.get(block)
        if stops is None:
            return self.graph.add(block, self._outside, exits)
        if block in self._method.athrows:
            arc = self.graph.add(block, stops, exits)
            self.graph.add(stops, self._outside)
            return arc
        self.graph.add(block, stops)
        return self.graph.add(stops, self._outside, exits)

    def bounds(self, place: int) -> tuple[int, int | None]:
        """Returns the lower and the upper bound of an edge's count."""
        if place in self._arcs:
            arc = self._arcs[place]
            return self.graph.lower_most(arc), self.graph.raise_most(arc)
        known = self._method.known.get(place)
        if known is not None:
            return known, known
        # The lower bound is 0, because all activations that stopped in the block may have stopped
        # before its exit.
        return 0, self.graph.raise_most(self._exits[self._method.edges[place][0]])

    def settle_late(self, place: int, *, is_bounded: bool) -> None:
        """Fixes an edge at the most that it can carry, or at the least if it has no upper bound.

        Leaves exits as they are.
        """
        if place in self._arcs:
            arc = self._arcs[place]
            (self.graph.raise_most if is_bounded else self.graph.lower_most)(arc)
            self.graph.fix(arc)

    def count(self, place: int) -> int:
        """Returns the count of an edge in the latest flow."""
        if place in self._arcs:
            return self.graph.flow(self._arcs[place])
        known = self._method.known.get(place)
        return (
            self.graph.flow(self._exits[self._method.edges[place][0]]) if known is None else known
        )
