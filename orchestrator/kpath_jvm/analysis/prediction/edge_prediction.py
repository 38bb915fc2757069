"""Finds the executed paths that an edge profile would predict, as Ball and Larus do.

An edge profile is computed from the path counts. It has the counts of edges between blocks, and of
path ends in each block. From each place where executed paths start, one path is predicted: it
goes from block to block over the most frequent edges, until a path end is more frequent.

Ball and Larus print a "% correct", but don't say what it is a share of. So predicted paths are
counted here in three ways: as distinct paths, and by their completions and bytecodes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from kpath_jvm.analysis.prediction.judged import Judged, judged_paths
from kpath_jvm.profile.identity.paths import PathIdentity
from kpath_jvm.profile.model import Profile

#: The next block, or the kind of the path's end.
_Way: TypeAlias = int | str


@dataclass(frozen=True)
class PathLengths:
    """Lengths of paths, in edges and in bytecodes.

    A back edge or a cut edge at a path's end is included in the number of edges; an exit isn't.
    Averages are over completions.
    """

    longest_edges: int
    longest_bytecodes: int
    average_edges: float
    average_bytecodes: float


@dataclass(frozen=True)
class EdgePrediction:
    """The numbers of executed paths, completions and bytecodes, in total and of predicted paths.

    ``executed`` are the lengths of the executed paths. In ``predicted``, each completion has the
    length of the path that is predicted from the completion's start. ``methods`` is the
    number of methods with completed paths, and ``most_paths`` is the largest number of paths of one
    method.
    """

    paths: int
    completions: int
    predicted_paths: int
    predicted_completions: int
    methods: int
    most_paths: int
    executed: PathLengths
    predicted: PathLengths
    bytecodes: int
    predicted_bytecodes: int


@dataclass(frozen=True)
class Predictions:
    """The prediction for all judged paths together, and for those of each method and each loop.

    Methods are given by their numbers, and loops by their method's number and their place in
    MethodCode.loops. A loop's paths are those of JudgedPaths.by_loop. ``uncut`` is the prediction
    for all methods without cut edges, taken together. In the other methods, cut edges divide paths
    into pieces.
    """

    total: EdgePrediction
    uncut: EdgePrediction
    by_method: Mapping[int, EdgePrediction]
    by_loop: Mapping[tuple[int, int], EdgePrediction]


def predict(counts: Mapping[PathIdentity, int]) -> dict[tuple[str, int], PathIdentity]:
    """Returns the expected path from each start (kind and block) of a method's executed paths.

    If several blocks or ends are equally frequent after a block, an end is preferred to a block.
    Among blocks, the one with the lowest number is preferred.
    """
    ways: defaultdict[int, Counter[_Way]] = defaultdict(Counter)
    for (_, blocks, end), count in counts.items():
        onwards: tuple[_Way, ...] = (*blocks[1:], end)
        for block, way in zip(blocks, onwards, strict=True):
            ways[block][way] += count
    likeliest = {block: min(found, key=_rank(found)) for block, found in ways.items()}
    return {
        (start, blocks[0]): PathIdentity(start, *_followed(blocks[0], likeliest))
        for start, blocks, _ in counts
    }


def _rank(found: Counter[_Way]) -> Callable[[_Way], tuple[int, str, int]]:
    def rank(way: _Way) -> tuple[int, str, int]:
        # "~" sorts after all kinds of ends.
        return (-found[way], "~", way) if isinstance(way, int) else (-found[way], way, 0)

    return rank


def _followed(block: int, likeliest: dict[int, _Way]) -> tuple[tuple[int, ...], str]:
    blocks = [block]
    while isinstance(way := likeliest[blocks[-1]], int):
        blocks.append(way)
    return tuple(blocks), way


def edge_prediction(profile: Profile) -> EdgePrediction:
    """Returns the prediction for all of a profile's paths together; all zeros without paths."""
    return predictions(profile).total


def predictions(profile: Profile, judged: Judged | None = None) -> Predictions:
    """Returns the predictions for all paths together, for each method and for each loop.

    ``judged`` are the judged paths of the profile; None stands for all executed paths.
    """
    total, uncut, by_method, by_loop = _Tally(), _Tally(), {}, {}
    for method, one in (judged_paths(profile) if judged is None else judged).items():
        expected, sizes = predict(one.counts), profile.code(method).instructions
        whole = _Tally.of(one.paths, one.counts, expected, sizes)
        by_method[method] = whole.result()
        total.include(whole)
        if not profile.code(method).cuts:
            uncut.include(whole)
        for loop, own in one.by_loop.items():
            by_loop[method, loop] = _Tally.of(own, one.counts, expected, sizes).result()
    return Predictions(total.result(), uncut.result(), by_method, by_loop)


def edges_of(path: PathIdentity) -> int:
    """Returns the number of a path's edges, including a back edge or a cut edge at its end."""
    return len(path.blocks) - (path.end == "exit")


class _Tally:
    def __init__(self) -> None:
        self._paths = self._completions = self._hit_paths = self._hit_completions = 0
        self._methods = self._most_paths = self._hit_bytecodes = 0
        self._executed, self._predicted = _Sums(), _Sums()

    @classmethod
    def of(
        cls,
        paths: Collection[PathIdentity],
        counts: Mapping[PathIdentity, int],
        expected: Mapping[tuple[str, int], PathIdentity],
        sizes: Sequence[int],
    ) -> _Tally:
        """Sums up some paths of a method.

        ``counts`` has the completions of the method's paths, ``expected`` is what ``predict``
        returned for ``counts``, and ``sizes`` has the number of instructions of each block.
        """
        tally = cls()
        hits = set(expected.values()).intersection(paths)
        tally._methods = 1
        tally._most_paths = tally._paths = len(paths)
        tally._completions = sum(counts[path] for path in paths)
        tally._hit_paths = len(hits)
        tally._hit_completions = sum(counts[path] for path in hits)
        for path in paths:
            likely = expected[path.start, path.blocks[0]]
            tally._executed.add(path, counts[path], sizes)
            tally._predicted.add(likely, counts[path], sizes)
            if path in hits:
                tally._hit_bytecodes += counts[path] * sum(sizes[block] for block in path.blocks)
        return tally

    def include(self, other: _Tally) -> None:
        self._methods += other._methods
        self._most_paths = max(self._most_paths, other._most_paths)
        self._paths += other._paths
        self._completions += other._completions
        self._hit_paths += other._hit_paths
        self._hit_completions += other._hit_completions
        self._hit_bytecodes += other._hit_bytecodes
        self._executed.include(other._executed)
        self._predicted.include(other._predicted)

    def result(self) -> EdgePrediction:
        return EdgePrediction(
            self._paths,
            self._completions,
            self._hit_paths,
            self._hit_completions,
            self._methods,
            self._most_paths,
            self._executed.lengths(),
            self._predicted.lengths(),
            self._executed.bytecodes,
            self._hit_bytecodes,
        )


class _Sums:
    def __init__(self) -> None:
        self._most_edges = self._most_bytecodes = 0
        self._edges = self.bytecodes = self._completions = 0

    def add(self, path: PathIdentity, count: int, sizes: Sequence[int]) -> None:
        edges, bytecodes = edges_of(path), sum(sizes[block] for block in path.blocks)
        self._most_edges = max(self._most_edges, edges)
        self._most_bytecodes = max(self._most_bytecodes, bytecodes)
        self._edges += edges * count
        self.bytecodes += bytecodes * count
        self._completions += count

    def include(self, other: _Sums) -> None:
        self._most_edges = max(self._most_edges, other._most_edges)
        self._most_bytecodes = max(self._most_bytecodes, other._most_bytecodes)
        self._edges += other._edges
        self.bytecodes += other.bytecodes
        self._completions += other._completions

    def lengths(self) -> PathLengths:
        all_of_them = max(self._completions, 1)
        return PathLengths(
            self._most_edges,
            self._most_bytecodes,
            self._edges / all_of_them,
            self.bytecodes / all_of_them,
        )
