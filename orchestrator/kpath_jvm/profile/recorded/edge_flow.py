"""Computes the counts of a method's edges from the counters that some of its edges have.

Ball and Larus's law of flow (what enters a block leaves it) needn't hold in Java: an exception can
leave nearly any block half-way, and activations may still be running. But a block is never left by
its edges more often than it was entered. An execution that leaves the block by no edge has stopped
in the block. If the recording says which blocks a handler covers, it is also known how many
executions stopped in these blocks and went on at the handler: one for each exception that was
dispatched to the handler. So each edge's count has a lower bound, and in general an upper bound:
the smallest and the largest of all counts that fit the counters. If the bounds are equal, the count
is exact.

Most bounds are found quickly, from block to block (``_Bounds`` and ``conservation``). If the two
bounds of some edge still differ, ``possible_counts`` finds the tightest bounds, unless the method
is too large.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from kpath_jvm.profile.forest import Int64Array
from kpath_jvm.profile.metadata import EDGES_MODE, InstrumentedMethod
from kpath_jvm.profile.recorded.conservation import Edge, conserved
from kpath_jvm.profile.recorded.possible_counts import Method, possible_counts
from kpath_jvm.recording.counted import EdgeCount

#: The largest number of times that a block is visited to tighten the bounds of its edges. The
#: bounds are correct even if they could be tightened further.
_MOST_VISITS = 64


class CountBounds(Struct, frozen=True):
    """The bounds of an edge's count, and a count within them.

    ``most`` is None if there is no upper bound. The counts of all edges of a method fit together,
    unless the method's counters contradict each other.
    """

    least: int
    most: int | None
    count: int


def edge_counts(
    methods: Iterable[InstrumentedMethod], counters: Int64Array, *, is_whole: bool = True
) -> Iterator[EdgeCount]:
    """Yields the counts of all edges of methods whose edges are counted.

    Methods whose counters are all 0 are left out. If ``is_whole`` is false, counters may be too
    low, because counts were lost, or because exceptions that reached a handler weren't counted.
    """
    for method in methods:
        if method.counted.mode == EDGES_MODE:
            yield from _of_method(method, counters, is_whole)


def _of_method(
    method: InstrumentedMethod, counters: Int64Array, is_whole: bool
) -> Iterator[EdgeCount]:
    kinds: list[str] = []
    edges: list[Edge] = []
    known: dict[int, int] = {}

    def add(kind: str, source: int, target: int, counter: int) -> None:
        if counter:
            known[len(edges)] = int(counters[counter]) if counter < len(counters) else 0
        kinds.append(kind)
        edges.append((source, target))

    add("entry", -1, 0, method.counted.counters.get("entries", 0))
    counted = {(source, target) for source, target, _ in method.counted.edge_counters}
    for kind, block, _ in method.numbered.starts:
        if kind == "handler" and (-1, block) not in counted:
            add("handler", -1, block, 0)
    for source, target, counter in method.counted.edge_counters:
        kind = "handler" if source < 0 else "exit" if target < 0 else "edge"
        add(kind, source, target, counter)
    for kind, block, _ in method.numbered.ends:
        if kind == "exit" and (block, -1) not in counted:
            add("exit", block, -1, 0)
    if not any(known.values()):
        return
    throwers = {handler: frozenset(blocks) for handler, *blocks in method.counted.throwers}
    of_method = Method(edges, known, throwers, frozenset(method.flow.athrows), is_whole)
    for kind, edge, one in zip(kinds, edges, bounded(of_method), strict=True):
        yield EdgeCount(method.counted.first_id, kind, *edge, one.count, one.least, one.most)


def bounded(method: Method) -> list[CountBounds]:
    """Returns the bounds of each edge.

    The counters of a running program may contradict each other, but no lower bound that is returned
    is above its upper bound.
    """
    quick = _quick_bounds(method)
    found = [CountBounds(least, most, least if most is None else most) for least, most in quick]
    is_open = [place for place, (least, most) in enumerate(quick) if least != most]
    is_caught = bool(method.throwers) and any(
        method.known.get(place)
        for place, (source, _) in enumerate(method.edges[1:], 1)
        if source < 0
    )
    if not is_caught and all(method.edges[place][1] < 0 for place in is_open):
        # Only exits have bounds that still differ, and these bounds are already the tightest.
        return found
    possible = possible_counts(method, is_open) if is_open else None
    if possible is None:
        return found
    for place, count in possible.counts.items():
        least, most = possible.bounds.get(place, quick[place])
        found[place] = CountBounds(least, most, count)
    return found


def _quick_bounds(method: Method) -> list[tuple[int, int | None]]:
    """Returns correct bounds, which may not be the tightest."""
    edges, known = method.edges, method.known
    if method.is_whole:
        bounds = _Bounds(edges, known)
        for place, (least, most) in conserved(edges, known):
            bounds.least[place], bounds.most[place] = least, most
        return bounds.tightened()
    bounds = _Bounds(edges, {place: known[place] for place in known if method.is_certain(place)})
    for place in known:
        bounds.least[place] = known[place]
    return bounds.tightened()


class _Bounds:
    def __init__(self, edges: Sequence[Edge], known: Mapping[int, int]) -> None:
        self._edges = edges
        self._known = known
        self.least = [known.get(place, 0) for place in range(len(edges))]
        self.most = [known.get(place) for place in range(len(edges))]
        self._into: dict[int, list[int]] = {}
        self._out_of: dict[int, list[int]] = {}
        for place, (source, target) in enumerate(edges):
            self._out_of.setdefault(source, []).append(place)
            self._into.setdefault(target, []).append(place)

    def tightened(self) -> list[tuple[int, int | None]]:
        """Tightens and returns all bounds, with at most ``_MOST_VISITS`` visits to each block."""
        blocks = [block for block in dict.fromkeys([*self._into, *self._out_of]) if block >= 0]
        waiting = deque(blocks)
        is_waiting = set(blocks)
        visits = dict.fromkeys(blocks, _MOST_VISITS)
        while waiting:
            block = waiting.popleft()
            is_waiting.discard(block)
            visits[block] -= 1
            for place in self._changed_at(block):
                for end in self._edges[place]:
                    if end >= 0 and end not in is_waiting and visits[end] > 0:
                        waiting.append(end)
                        is_waiting.add(end)
        return list(zip(self.least, self.most, strict=True))

    def _changed_at(self, block: int) -> list[int]:
        into, out_of = self._into.get(block, []), self._out_of.get(block, [])
        changed = []
        entered = self._sum_of_most(into)
        left = sum(self.least[place] for place in out_of)
        for place in out_of:
            most = None if entered is None else entered - (left - self.least[place])
            if most is not None and place not in self._known:
                before = self.most[place]
                most = max(most, self.least[place])
                if before is None or most < before:
                    self.most[place] = most
                    changed.append(place)
        for place in into:
            if place in self._known:
                continue
            others = self._sum_of_most([one for one in into if one != place])
            if others is None:
                continue
            least, most = left - others, self.most[place]
            least = least if most is None else min(least, most)
            if least > self.least[place]:
                self.least[place] = least
                changed.append(place)
        return changed

    def _sum_of_most(self, places: Sequence[int]) -> int | None:
        found = [self.most[place] for place in places]
        known = [most for most in found if most is not None]
        return sum(known) if len(known) == len(found) else None
