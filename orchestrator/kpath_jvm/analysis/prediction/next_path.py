"""Counts how often the next path of a run is guessed right from an earlier run, the training run.

What is known before a guess is the block at which the next path starts, and the last n paths before
that path. If the activation or a handler began fewer than n paths before, all paths since then are
known. The guess is the path from that block that followed the known paths most often in training;
ties are broken by start, blocks and end, so the order of recording doesn't matter. If no path from
that block followed the known paths in training, the oldest known path is ignored, and so on.
Without any known path, the guess is the most frequent path from the block. The edge profile of the
training run allows another guess: the path from the block along the most frequent edges
(edge_prediction.py).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from kpath_jvm.analysis.followed import is_iterated
from kpath_jvm.analysis.of_loops.executed import executed_rows
from kpath_jvm.analysis.prediction.edge_prediction import predict
from kpath_jvm.analysis.prediction.judged import Judged, judged_paths
from kpath_jvm.analysis.repeated import repetitions
from kpath_jvm.analysis.uncertainty import Histories
from kpath_jvm.profile.forest import Forest, Int32Array, Int64Array, added
from kpath_jvm.profile.identity.methods import Loaders, MethodName, versions_of
from kpath_jvm.profile.identity.paths import PathIdentity, identities_in
from kpath_jvm.profile.model import Profile

_Key: TypeAlias = tuple[MethodName, str]
_Numbers: TypeAlias = npt.NDArray[np.signedinteger]


class NextPath(Struct, frozen=True):
    """How many of all path completions were guessed right.

    ``from_edges`` is the number of right guesses from edges. ``by_known`` has the numbers of right
    guesses if the last 0, 1, 2 ... paths are known, as far as the sequences of both profiles reach.
    ``repeated`` is the number of completions of methods that seem to have done the same work
    several times (analysis/repeated.py). If the training run did the same work, known paths may
    show only how far a method has come in this work.
    """

    completions: int
    from_edges: int
    by_known: tuple[int, ...]
    repeated: int


class NextPaths(Struct, frozen=True):
    """How many completions of judged paths were guessed right: in total, by method and by loop.

    Methods and loops are given as in ``Predictions``. ``repetitions`` is how often each method
    seems to have done the same work. Only methods with judged paths are in ``by_method`` and
    ``repetitions``.
    """

    total: NextPath
    by_method: Mapping[int, NextPath]
    by_loop: Mapping[tuple[int, int], NextPath]
    repetitions: Mapping[int, int]


def known_before(profile: Profile) -> int:
    """Returns how many paths before a path can be known from a profile's sequences."""
    return 0 if is_iterated(profile) else profile.k - 1


def next_paths(profile: Profile, train: Profile, judged: Judged | None = None) -> NextPaths:
    """Returns how often the next path of ``profile`` is guessed right from ``train``.

    Only completions of the ``judged`` paths count; None stands for all executed paths. The known
    paths are always those directly before the next path, whether or not they are judged.

    The guesses for a method come from the methods of ``train`` with the same name and class file.
    If either profile has sequences only within some loops (followed.py), no path before the next
    one is taken as known. The same holds for a method whose sequences weren't counted exactly.
    """
    k = min(known_before(profile), known_before(train)) + 1
    judged = judged_paths(profile) if judged is None else judged
    trained = _by_code(train)
    by_method, by_loop, repeated = {}, {}, {}
    for key, numbers in _by_code(profile).items():
        others = trained.get(key, ())
        other = _identified(train, others)
        predicted = predict(other) if other else {}
        executed = {number: judged[number] for number in numbers if number in judged}
        # A method may have many versions, one for each loader; all share the same training.
        identities = set(other).union(*(one.counts for one in executed.values()))
        places = {one: place for place, one in enumerate(sorted(identities))}
        training = _Training(_forest(train, others, places, k), _starts(places))
        for number, one in executed.items():
            is_exact = profile.counts_sequences_exactly(number)
            forest = _forest(profile, [number], places, k if is_exact else 1)
            right = _right(forest, training.guesses(forest), k, len(places))
            repeated[number] = repetitions(profile, number)
            is_repeated = repeated[number] > 1
            guessed = _Guessed(one.counts, predicted, places, right, is_repeated=is_repeated)
            by_method[number] = guessed.of(one.paths)
            for loop, inside in one.by_loop.items():
                by_loop[number, loop] = guessed.of(inside)
    found = by_method.values()
    total = NextPath(
        sum(one.completions for one in found),
        sum(one.from_edges for one in found),
        tuple(sum(one.by_known[known] for one in found) for known in range(k)),
        sum(one.repeated for one in found),
    )
    return NextPaths(total, by_method, by_loop, repeated)


def _by_code(profile: Profile) -> dict[_Key, list[int]]:
    """Groups the numbers of methods by name and class file, whatever their loaders."""
    found = defaultdict[_Key, list[int]](list)
    versions = versions_of(profile.table("methods"), Loaders.NONE)
    for one, number in zip(versions, profile.method_rows.numbers.tolist(), strict=True):
        found[one.named, one.digest].append(number)
    return found


def _identified(profile: Profile, numbers: Iterable[int]) -> Counter[PathIdentity]:
    found = Counter[PathIdentity]()
    for number in numbers:
        rows = executed_rows(profile, number)
        counts = rows.column("count").to_pylist()
        for path, count in zip(identities_in(rows), counts, strict=True):
            found[path] += count
    return found


def _forest(
    profile: Profile, numbers: Iterable[int], places: Mapping[PathIdentity, int], k: int
) -> Forest:
    """Returns the sum of the k-IPFs of methods with equal code; ``places`` renumbers the paths."""
    parts = []
    for number in numbers:
        forest = profile.method_forest(number).truncated(k)
        rows = executed_rows(profile, number)
        own = rows.column("path").to_numpy()
        new = np.array([places[path] for path in identities_in(rows)], dtype=np.int32)
        paths = new[np.searchsorted(own, forest.paths)] if len(forest) else forest.paths
        parts.append(replace(forest, methods=np.zeros_like(forest.methods), paths=paths))
    return added(parts)


def _starts(places: Mapping[PathIdentity, int]) -> Int32Array:
    """Numbers the starting points of the paths; the result is indexed by the paths' new numbers."""
    numbers: dict[tuple[str, int], int] = {}
    starts = [
        numbers.setdefault((path.start, path.blocks[0]), len(numbers))
        for path in sorted(places, key=places.__getitem__)
    ]
    return np.array(starts, dtype=np.int32)


class _Training:
    """The guesses that a training run allows for methods with the same code."""

    def __init__(self, forest: Forest, starts: Int32Array) -> None:
        self._starts = starts
        begins = starts[forest.paths]
        order = np.lexsort((forest.paths, -forest.counts, begins, forest.parents))
        self._keys, firsts = np.unique(_keys(forest.parents + 1, begins)[order], return_index=True)
        self._best = forest.paths[order][firsts]
        # Because of the canonical order, these keys ascend.
        self._children = _keys(forest.parents + 1, forest.paths)

    def guesses(self, forest: Forest) -> Int64Array:
        """Returns for each node of a forest the path that is guessed after the node's parent.

        The guess is -1 if no path of training starts where the node's path starts.
        """
        # For each node of ``forest``: the node of training for the same sequence of paths, or -1.
        same = np.full(len(forest), -1, dtype=np.int64)
        found = np.full(len(forest), -1, dtype=np.int64)
        suffixes = forest.suffixes
        for nodes in forest.levels:
            parents, paths = forest.parents[nodes], forest.paths[nodes]
            # The node of training for the known paths, plus 1; 0 if no path is known, and -1 if
            # training lacks the known paths.
            history = np.where(parents < 0, 0, same[parents] + 1)
            history[(parents >= 0) & (history == 0)] = -1
            child = _found(self._children, _keys(history, paths))
            same[nodes] = np.where(history >= 0, child, -1)
            guess = _found(self._keys, _keys(history, self._starts[paths]))
            is_there = (guess >= 0) & (history >= 0)
            shorter = np.where(suffixes[nodes] >= 0, found[suffixes[nodes]], -1)
            best = self._best[guess] if len(self._best) else -1
            found[nodes] = np.where(is_there, best, shorter)
        return found


def _keys(owners: _Numbers, others: _Numbers) -> Int64Array:
    """Packs pairs of 31-bit numbers into one sortable number each."""
    return owners.astype(np.int64) << 31 | others.astype(np.int64)


def _found(keys: Int64Array, wanted: Int64Array) -> Int64Array:
    """Returns the places of ``wanted`` in the ascending ``keys``; -1 for what isn't in ``keys``."""
    if not len(keys):
        return np.full(len(wanted), -1, dtype=np.int64)
    at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[at] == wanted, at, -1)


def _right(forest: Forest, guesses: Int64Array, k: int, paths: int) -> Int64Array:
    """Returns the number of right guesses of each path if 0, 1, ... k - 1 paths are known.

    The shape is (k, paths); the forest's paths are numbered from 0.
    """
    right = np.zeros((k, paths), dtype=np.int64)
    is_right = guesses == forest.paths
    for known, nodes, counts in Histories(forest, forest.levels).by_known():
        hits = is_right[nodes]
        np.add.at(right[known], forest.paths[nodes[hits]], counts[hits])
    # Beyond the length of the method's sequences, knowing more paths changes nothing.
    right[len(forest.levels) :] = right[len(forest.levels) - 1]
    return right


class _Guessed:
    def __init__(
        self,
        counts: Mapping[PathIdentity, int],
        predicted: Mapping[tuple[str, int], PathIdentity],
        places: Mapping[PathIdentity, int],
        right: Int64Array,
        *,
        is_repeated: bool,
    ) -> None:
        """Takes the completions of each path, and the guesses.

        ``predicted`` has the paths that the edges of training predict. ``right`` is what
        ``_right`` returned, and ``places`` has each path's column in ``right``.
        """
        self._counts, self._predicted = counts, predicted
        self._places, self._right = places, right
        self._is_repeated = is_repeated

    def of(self, paths: Collection[PathIdentity]) -> NextPath:
        completions = sum(self._counts[path] for path in paths)
        from_edges = sum(
            self._counts[path]
            for path in paths
            if self._predicted.get((path.start, path.blocks[0])) == path
        )
        right = self._right[:, [self._places[path] for path in paths]].sum(axis=1)
        repeated = completions if self._is_repeated else 0
        return NextPath(completions, from_edges, tuple(right.tolist()), repeated)
