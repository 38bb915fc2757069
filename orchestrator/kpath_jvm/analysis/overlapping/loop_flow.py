"""Bounds the flow of pairs of iterations, and compares the bounds with the real flow.

A pair is two consecutive iterations of a loop. The number of times that a pair occurred is called
its flow. The bounds follow from a profile of overlapping paths (``--profiler ol``). The real flow
follows from a profile with sequences of paths (k of 2 or more).
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from kpath_jvm.analysis.overlapping.bounds import Bounds, FlowGroup, bounds
from kpath_jvm.analysis.overlapping.iterations import Blocks, LoopShape, shapes
from kpath_jvm.analysis.overlapping.matching import matched
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.model import Profile
from kpath_jvm.profilers import Tells, told_by

Pair = tuple[Blocks, Blocks]
_OPEN = "open"
_LOOP = "loop"


@dataclass(frozen=True)
class LoopFlow:
    """A loop's interesting paths: pairs of iterations, the second of which may follow the first.

    ``method`` and ``loop`` are numbers in the profile of overlapping paths. The bounds are in the
    order of ``pairs``. ``back_edges`` is how often the loop's back edges were taken, each time
    before the loop went on or was left. If ``is_at_least``, they may have been taken more often,
    because some overlapping paths may belong to this loop or to another. ``real`` is None if the
    real flow isn't known. ``successions`` is how often an iteration followed another after a back
    edge. If the later iteration left the loop before a latch, the succession isn't counted. Not all
    successions are pairs: an iteration may enter an inner loop, for instance. ``successions`` is
    None if ``real`` is None.
    """

    method: int
    loop: int
    pairs: tuple[Pair, ...]
    bounds: Bounds
    back_edges: int
    is_at_least: bool
    real: Mapping[Pair, int] | None
    successions: int | None

    @property
    def real_flow(self) -> int | None:
        """How often one whole iteration followed another, or None if that isn't known."""
        return None if self.real is None else sum(self.real.values())

    @property
    def outside(self) -> list[Pair]:
        """The pairs whose real flow is outside the bounds; none if the bounds are correct."""
        if self.real is None:
            return []
        ranges = zip(self.bounds.lower.tolist(), self.bounds.upper.tolist(), strict=True)
        known = dict(zip(self.pairs, ranges, strict=True))
        wrong = []
        for pair in {*known, *self.real}:
            lower, upper = known.get(pair, (0, 0))
            if not lower <= self.real.get(pair, 0) <= upper:
                wrong.append(pair)
        return wrong


@dataclass(frozen=True)
class _Row:
    """An overlapping path of a loop. ``end`` is the kind of its extension's end."""

    path: Blocks
    extension: Blocks
    end: str
    count: int


@dataclass(frozen=True)
class _Path:
    start: str
    end: str
    blocks: Blocks
    count: int


def loop_flows(profile: Profile, exact: Profile | None = None) -> list[LoopFlow]:
    """Returns the flows of the loops that have overlapping paths, ordered by method and loop.

    ``exact`` is the profile of a run that did the same work; its methods are matched by name and
    path tables. Raises KpathError if ``profile`` has no overlapping paths, or if ``exact`` has only
    single paths. Also raises KpathError if the paths of ``profile`` were cut at loops' headers: the
    equations of Tallam et al. are for paths that end at back edges.
    """
    if told_by(profile.run.option("profiler", str)) is not Tells.EXTENSIONS:
        raise KpathError(
            f"{profile.path} has no overlapping paths; record with `run --profiler ol`"
        )
    if profile.run.option("cut", str) == "loop-header":
        raise KpathError(
            f"{profile.path} has paths cut at loops' headers, and no bounds can be computed for "
            "them; record without --cut"
        )
    if exact is not None and exact.run.k < 2:
        raise KpathError(f"{exact.path} has single paths only; record with a k of 2 or more")
    rows = _rows(profile)
    real = {} if exact is None else matched(profile, exact)
    flows = []
    for method in sorted({method for method, _ in rows}):
        loops = _shapes(profile, method)
        paths = _paths(profile, method)
        twos = _twos(exact, real[method]) if exact is not None and method in real else None
        for place, shape in enumerate(loops):
            if (method, place) in rows:
                ambiguous = rows.get((method, -1), [])
                found = _OfLoop(shape, rows[method, place], paths, ambiguous)
                flows.append(found.flow(method, place, twos))
    return flows


class _OfLoop:
    def __init__(
        self, shape: LoopShape, rows: list[_Row], paths: list[_Path], ambiguous: list[_Row]
    ) -> None:
        self._shape = shape
        self._begun = begun = sum(row.count for row in rows)
        self._is_ambiguous = any(row.path[-1] in shape.latches for row in ambiguous)
        #: The counts of overlapping paths (OF in the paper's equations). The key is the path
        #: p, its extension, and how the extension ends.
        self._profiled: Counter[tuple[Blocks, Blocks, str]] = Counter()
        #: How often each path p was followed by another iteration (F_p - X_p in equation 5).
        self._continued: Counter[Blocks] = Counter()
        #: The counts of the rows whose second iteration wasn't complete.
        self._lost: list[int] = []
        for row in rows:
            if self._is_lost(row):
                self._lost.append(row.count)
            first = shape.iteration(row.path, _LOOP)
            if first is not None:
                self._continued[first] += row.count
                if not self._is_lost(row):
                    self._profiled[first, row.extension, row.end] += row.count
        #: How often each path q followed another iteration (F_q - E_q in equation 6).
        self._followed: Counter[Blocks] = Counter()
        started = 0
        for path in paths:
            if path.start == _LOOP and path.blocks[0] == shape.header:
                started += path.count
                second = shape.iteration(path.blocks, path.end)
                if second is not None:
                    self._followed[second] += path.count
        # _abandoned is the number of paths that began at the header and weren't completed. _left is
        # the number of second iterations that weren't complete. Neither number is known if some
        # paths begin at the header without a back edge before them (because a cut edge leads
        # there), or if some overlapping paths may belong to this loop or to another. Then both
        # numbers are set to their upper bound.
        self._abandoned = max(0, begun - started)
        self._left = max(0, begun - self._followed.total())
        if started > begun or self._is_ambiguous:
            self._abandoned = self._left = begun

    def flow(self, method: int, place: int, twos: Counter[tuple[_Path, _Path]] | None) -> LoopFlow:
        groups, pairs = [FlowGroup(lost, (), lost) for lost in self._lost], []
        for (first, extension, end), total in sorted(self._profiled.items()):
            seconds = self._seconds(extension, end)
            pairs += [(first, second) for second in seconds]
            limits = (min(self._continued[first], self._followed[one]) for one in seconds)
            leaving = self._abandoned if end == "end" else self._left
            groups.append(FlowGroup(total, tuple(limits), leaving))
        real, successions = (None, None) if twos is None else self._real(twos)
        return LoopFlow(
            method, place, tuple(pairs), bounds(groups, self._left),
            self._begun, self._is_ambiguous, real, successions,
        )  # fmt: skip

    def _is_lost(self, row: _Row) -> bool:
        is_latch = bool(row.extension) and row.extension[-1] in self._shape.latches
        return row.end == _OPEN or (row.end == "end" and not is_latch)

    def _seconds(self, extension: Blocks, end: str) -> list[Blocks]:
        """Returns the second iterations that fit an extension."""
        if end == "end":
            return [extension] if extension in self._followed else []
        return sorted(one for one in self._followed if one[: len(extension)] == extension)

    def _real(self, twos: Counter[tuple[_Path, _Path]]) -> tuple[Counter[Pair], int]:
        """Returns the counts of pairs, and how often an iteration followed another in total."""
        real: Counter[Pair] = Counter()
        successions = 0
        for (one, other), count in twos.items():
            is_back = one.end == _LOOP and one.blocks[-1] in self._shape.latches
            if is_back and other.start == _LOOP and other.blocks[0] == self._shape.header:
                first = self._shape.iteration(one.blocks, one.end)
                second = self._shape.iteration(other.blocks, other.end)
                if first is not None and second is not None:
                    real[first, second] += count
                if self._shape.goes_on(other.blocks, other.end):
                    successions += count
        return real, successions


def _rows(profile: Profile) -> dict[tuple[int, int], list[_Row]]:
    """Returns the overlapping paths by method and loop; the loop is -1 where it isn't known."""
    table = profile.extended
    headers = {
        (int(method), int(loop)): int(header)
        for method, loop, header in profile.loops[["method", "loop", "header"]].itertuples(
            index=False
        )
    }
    found: dict[tuple[int, int], list[_Row]] = {}
    for row in table[table["kind"] == _LOOP].itertuples():
        key = int(row.method), int(row.graph)
        blocks = tuple(int(block) for block in row.blocks)
        end = str(row.end).split()[0]
        at = len(blocks)
        if end != _OPEN:
            at -= blocks[::-1].index(headers[key]) + 1
        found.setdefault(key, []).append(_Row(blocks[:at], blocks[at:], end, int(row.count)))
    return found


def _shapes(profile: Profile, method: int) -> list[LoopShape]:
    loops = profile.loops
    of_method = loops[loops["method"] == method].sort_values("loop")
    return shapes(
        (int(row.header), tuple(map(int, row.latches)), tuple(map(int, row.blocks)))
        for row in of_method.itertuples()
    )


def _paths(profile: Profile, method: int) -> list[_Path]:
    paths = profile.paths
    return list(_each(paths[paths["method"] == method]).values())


def _each(table: object) -> dict[int, _Path]:
    """Returns a method's paths by number."""
    return {
        int(row.path): _Path(
            str(row.start), str(row.end), tuple(map(int, row.blocks)), int(row.count)
        )
        for row in table.itertuples()  # type: ignore[attr-defined]
    }


def _twos(exact: Profile, method: int) -> Counter[tuple[_Path, _Path]]:
    """Returns the sequences of two paths of a method, with their counts."""
    paths = _each(exact.paths[exact.paths["method"] == method])
    nodes = exact.ipf[exact.ipf["method"] == method]
    of_node = {int(row.node): paths[int(row.path)] for row in nodes.itertuples() if row.depth == 1}
    found: Counter[tuple[_Path, _Path]] = Counter()
    for row in nodes[nodes["depth"] == 2].itertuples():
        found[of_node[int(row.parent)], paths[int(row.path)]] += int(row.count)
    return found
