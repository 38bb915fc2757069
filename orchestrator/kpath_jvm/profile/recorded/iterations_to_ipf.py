"""Turns counts of k-iteration paths into counts of sequences of Ball-Larus paths.

Paths overlap. Take a path that began after a back edge of a loop whose paths have k iterations. An
older path was under way at this back edge, and ended k - 1 iterations after it. So the first k - 1
iterations of the new path also belong to the older path. Sequences that end with one of these
iterations are counted with the older path. Only sequences that end later are counted with the new
path. If a path began in any other way, all of its sequences are counted with it. So all sequences
of up to k Ball-Larus paths are counted, except those that go on over a back edge of a loop whose
paths have only one iteration.
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.forest import Int64Array
from kpath_jvm.profile.metadata import InstrumentedMethod
from kpath_jvm.profile.recorded.counted import Counted, no_paths
from kpath_jvm.profile.recorded.ksf_to_ipf import PathForest
from kpath_jvm.profile.totals import require_recorded
from kpath_jvm.recording.counted import ExtendedPath
from kpath_jvm.recording.iterations import IteratedPath, IterationDecoder

Gram = tuple[int, ...]


def iterations_to_ipf(
    methods: Sequence[InstrumentedMethod], ids: Int64Array, counts: Int64Array, k: int
) -> tuple[Counted, dict[int, int]]:
    """Returns what was counted, and how many iterations end in the middle of a k-iteration path.

    The first result has the counts of sequences of up to ``k`` Ball-Larus paths, and of the
    k-iteration paths themselves. The second result has one number for each method, by first id. An
    iteration that is in several paths is counted once.

    ``methods`` are in ascending order of first id. Ids that belong to no method are counted as
    sequences of one path. Raises KpathError for a number that no path in the metadata has.
    """
    firsts = [method.counted.first_id for method in methods]
    by_method: dict[int, list[tuple[int, int]]] = defaultdict(list)
    grams: Counter[Gram] = Counter()
    for path, count in zip(ids.tolist(), counts.tolist(), strict=True):
        at = bisect_right(firsts, path) - 1
        if at >= 0 and path < firsts[at] + methods[at].path_ids:
            by_method[at].append((path - firsts[at], count))
        else:
            grams[path,] += count
    extended: list[ExtendedPath] = []
    within: dict[int, int] = {}
    for at, numbers in by_method.items():
        one = _MethodPaths(methods[at], k)
        for number, count in numbers:
            extended.append(one.count(number, count, grams))
        within[methods[at].counted.first_id] = one.within
    return Counted(_forest(grams), extended), within


class _MethodPaths:
    """The k-iteration paths of one method.

    ``within`` is the number of iterations counted so far that end in the middle of a path. An
    iteration is counted only with the first path that contains it.
    """

    def __init__(self, method: InstrumentedMethod, k: int) -> None:
        self._method = method
        self.within = 0
        iterations = method.schemes.iterations
        self._numbers = None if iterations is None or not iterations.paths else iterations
        self._longest = 1 if self._numbers is None else min(k, self._numbers.shortest)
        self._iterated = None if self._numbers is None else IterationDecoder(self._numbers)
        self._single = method.decoder()
        self._loops = {loop.header: place for place, loop in enumerate(method.flow.loops)}
        self._starts = {(kind, block): value for kind, block, value in method.numbered.starts}
        self._edges = {(source, target): value for source, target, value in method.numbered.edges}
        self._ends = {(kind, block): value for kind, block, value in method.numbered.ends}

    def count(self, number: int, count: int, grams: Counter[Gram]) -> ExtendedPath:
        """Adds ``count`` to the sequences that are counted with a path, and returns the path."""
        if self._iterated is None:
            grams[self._method.counted.first_id + number,] += count
            return self._ball_larus(number, count)
        path = self._iterated.path(number)
        ids = self._ids(path)
        self.within += count * (len(ids) - 1 - path.counted)
        for end in range(path.counted + 1, len(ids) + 1):
            for first in range(max(0, end - self._longest), end):
                grams[ids[first:end]] += count
        start_block = path.parts[0][0]
        header = start_block if path.header is None and path.start == "loop" else path.header
        return ExtendedPath(
            first_id=self._method.counted.first_id,
            number=number,
            kind="iterations",
            graph=-1 if header is None else self._loops.get(header, -1),
            start=_text(path.start, start_block),
            end=_text("exit" if path.header is None else "loop", path.header),
            blocks=tuple(block for part in path.parts for block in part),
            count=count,
        )

    def _ball_larus(self, number: int, count: int) -> ExtendedPath:
        blocks, start, end = self._single.blocks(number)
        headers = [one.header for one in self._method.flow.loops if blocks[-1] in one.latches]
        header = headers[0] if end == "loop" and len(headers) == 1 else None
        place = blocks[0] if header is None and start == "loop" else header
        return ExtendedPath(
            first_id=self._method.counted.first_id,
            number=number,
            kind="iterations",
            graph=-1 if place is None else self._loops.get(place, -1),
            start=_text(start, blocks[0]),
            end=_text(end, header),
            blocks=blocks,
            count=count,
        )

    def _ids(self, path: IteratedPath) -> Gram:
        last = len(path.parts) - 1
        return tuple(
            self._id(
                path.start if at == 0 else "loop",
                part,
                "exit" if at == last and path.header is None else "loop",
            )
            for at, part in enumerate(path.parts)
        )

    def _id(self, start: str, blocks: tuple[int, ...], end: str) -> int:
        try:
            number = self._starts[start, blocks[0]] + self._ends[end, blocks[-1]]
            for edge in pairwise(blocks):
                number += self._edges[edge]
        except KeyError:
            raise KpathError(
                f"the metadata of {self._method.identity.member} contradict "
                "themselves: a path of several iterations is not made of paths of one iteration; "
                "record again"
            ) from None
        return self._method.counted.first_id + number


def _text(kind: str, block: int | None) -> str:
    return kind if block is None or kind in ("entry", "exit") else f"{kind} {block}"


def _forest(grams: Counter[Gram]) -> PathForest:
    """Returns the sequences as a forest.

    The parent of a sequence is the sequence without its last path, and comes before it. If a parent
    is missing, because earlier paths were lost, the longer sequence is omitted.
    """
    require_recorded({"sequences": sum(grams.values())})
    place: dict[Gram, int] = {}
    for gram in sorted((gram for gram, count in grams.items() if count), key=lambda g: (len(g), g)):
        if len(gram) == 1 or gram[:-1] in place:
            place[gram] = len(place)
    if not place:
        return no_paths()
    return PathForest(
        np.array([place.get(gram[:-1], -1) for gram in place], np.int64),
        np.array([gram[-1] for gram in place], np.int64),
        np.array([len(gram) for gram in place], np.int64),
        np.array([grams[gram] for gram in place], np.int64),
    )
