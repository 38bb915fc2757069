"""Adds up any number of k-IPFs in bounded memory, as sorted runs that go to disk if they are large.

Here a *run* isn't a run of a program. It is the sum of the forests of some profiles, ordered by
version (MethodVersion). When the runs in memory have more than ``most_nodes`` nodes, they are added
up into one run, which goes to disk if it is still large. So the memory doesn't grow with the number
of profiles. The sum of all runs is made only for a batch of versions at a time.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.forest import Forest, IndexArray, Int32Array, Int64Array, added

#: The largest number of nodes that are held in memory. A node takes 24 bytes, and about 100 bytes
#: while it is added up.
MOST_NODES = 1 << 20
#: The number of nodes that are added up at a time, unless one version has more.
_BATCH = 1 << 19
#: If more runs than this are on disk, they are added up into one.
_MOST_RUNS = 24
#: If more runs than this are in memory, they are added up, too, because their bounds (see ``_Run``)
#: take memory.
_MOST_HELD = 8

_COLUMNS = ("parents", "paths", "depths", "counts")


@dataclass(frozen=True)
class _Run:
    """A forest ordered by version. Version v has the nodes ``bounds[v]`` to ``bounds[v + 1] - 1``.

    Parents are indices of nodes in the run. If ``forest`` is None, the columns are files in the
    directory ``place``.
    """

    bounds: Int64Array
    forest: Forest | None
    place: Path | None = None

    @property
    def nodes(self) -> int:
        return int(self.bounds[-1])

    def size_of(self, version: int) -> int:
        """Returns the number of a version's nodes; 0 if the run doesn't have the version."""
        return self.node(version + 1) - self.node(version)

    def node(self, version: int) -> int:
        """Returns a version's first node, or ``nodes`` for a version after the run's last one."""
        return int(self.bounds[min(version, len(self.bounds) - 1)])

    def columns(self, first: int, last: int) -> list[npt.NDArray[np.signedinteger]]:
        """Returns the parents, paths, depths and counts of the nodes ``first`` to ``last`` - 1.

        Parents are returned as if node ``first`` were node 0.
        """
        found: list[npt.NDArray[np.signedinteger]]
        if self.forest is not None:
            found = [getattr(self.forest, name)[first:last] for name in _COLUMNS]
        else:
            assert self.place is not None
            found = [_read(self.place, name, first, last - first) for name in _COLUMNS]
        parents = found[0]
        found[0] = np.where(parents < 0, -1, parents - first)
        return found

    def remove(self) -> None:
        if self.place is not None:
            for name in _COLUMNS:
                (self.place / name).unlink()
            self.place.rmdir()


class ForestSum:
    """Adds up forests in bounded memory."""

    def __init__(self, directory: Path | None, most_nodes: int = MOST_NODES) -> None:
        """Holds at most ``most_nodes`` nodes in memory; others are in files in ``directory``.

        The directory is made when it is needed, and the caller removes it. It can be None if there
        can't be more than ``most_nodes`` nodes in all.
        """
        self._directory = directory
        self._most_nodes = most_nodes
        self._held: list[_Run] = []
        self._stored: list[_Run] = []
        self._made = 0

    @property
    def stored_runs(self) -> int:
        """The number of runs on disk."""
        return len(self._stored)

    def add(self, forest: Forest, versions: Int32Array) -> None:
        """Adds a forest in canonical order; ``versions`` has the version of each method.

        Raises OSError if the disk is full.
        """
        if len(forest) == 0:
            return
        self._held.append(_ordered(forest, versions[forest.methods]))
        if self._held_nodes() <= self._most_nodes and len(self._held) <= _MOST_HELD:
            return
        self._compact()
        if self._held_nodes() > self._most_nodes // 2:
            self._stored.append(self._store(self._held))
            self._held = []
        if len(self._stored) > _MOST_RUNS:
            whole = self._store(self._stored)
            for run in self._stored:
                run.remove()
            self._stored = [whole]

    def of_version(self, version: int) -> Forest:
        """Returns the sum of one version's forests, in canonical order, with method number 0."""
        runs = [run for run in (*self._stored, *self._held) if run.size_of(version)]
        return _sum(runs, [version])

    def batches(self, versions: Sequence[int]) -> Iterator[tuple[int, Forest]]:
        """Yields the sums of versions in the given order, many versions at a time.

        Each forest is in canonical order. The number before each forest is the index in
        ``versions`` of the version that became method 0 of this forest.
        """
        self._compact()
        runs = [*self._stored, *self._held]
        first, size = 0, 0
        for place, version in enumerate(versions):
            own = sum(run.size_of(version) for run in runs)
            if size and size + own > _BATCH:
                yield first, _sum(runs, versions[first:place])
                first, size = place, 0
            size += own
        if size:
            yield first, _sum(runs, versions[first:])

    def _compact(self) -> None:
        if len(self._held) > 1:
            self._held = [_in_memory(_batches(self._held))]

    def _held_nodes(self) -> int:
        return sum(run.nodes for run in self._held)

    def _store(self, runs: Sequence[_Run]) -> _Run:
        assert self._directory is not None, "more nodes than should ever be there"
        place = self._directory / f"run{self._made}"
        self._made += 1
        place.mkdir(parents=True)
        ends: list[Int64Array] = []
        nodes = 0
        for first, forest in _batches(runs):
            parents = np.where(forest.parents < 0, -1, forest.parents + nodes).astype(np.int64)
            columns = parents, forest.paths, forest.depths, forest.counts
            for name, column in zip(_COLUMNS, columns, strict=True):
                _append(place / name, np.asarray(column, dtype=_TYPES[name]))
            sizes = np.bincount(forest.methods)
            ends.append(_ends(sum(map(len, ends)), first, nodes, sizes))
            nodes += len(forest)
        bounds = np.concatenate([np.zeros(1, dtype=np.int64), *ends])
        return _Run(bounds, None, place)


#: The types in the files. The indices of a run's parents may be too large for an int32.
_TYPES = {"parents": np.int64, "paths": np.int32, "depths": np.int32, "counts": np.int64}


def _ends(known: int, first: int, nodes: int, sizes: Int64Array) -> Int64Array:
    """Returns the next ``bounds`` of a run: the index after the last node of each version.

    The first of these versions is ``known``. The versions from ``known`` to ``first`` - 1 have no
    nodes. ``sizes`` has the number of nodes of each version from ``first`` on. ``nodes`` is the
    number of all nodes of the versions before ``first``.
    """
    missing = np.full(first - known, nodes, dtype=np.int64)
    return np.concatenate([missing, nodes + np.cumsum(sizes)])


def _ordered(forest: Forest, versions: Int32Array) -> _Run:
    """Returns a forest ordered by version; ``versions`` has the version of each node."""
    if (np.diff(versions) < 0).any():
        order = np.argsort(versions, kind="stable")
        place = np.empty(len(order), dtype=np.int32)
        place[order] = np.arange(len(order), dtype=np.int32)
        parents = forest.parents[order]
        forest = Forest(
            versions[order],
            np.where(parents < 0, -1, place[parents]).astype(np.int32),
            forest.paths[order],
            forest.depths[order],
            forest.counts[order],
        )
    else:
        forest = Forest(
            versions.astype(np.int32), forest.parents, forest.paths, forest.depths, forest.counts
        )
    bounds = np.zeros(int(forest.methods[-1]) + 2, dtype=np.int64)
    np.cumsum(np.bincount(forest.methods), out=bounds[1:])
    return _Run(bounds, forest)


def _batches(runs: Sequence[_Run]) -> Iterator[tuple[int, Forest]]:
    """Yields the sums of all versions in batches, each with the batch's first version."""
    count = max(len(run.bounds) for run in runs) - 1
    sizes = np.zeros(count, dtype=np.int64)
    for run in runs:
        sizes[: len(run.bounds) - 1] += np.diff(run.bounds)
    ends = np.cumsum(sizes)
    first = 0
    while first < count:
        before = int(ends[first - 1]) if first else 0
        last = max(int(np.searchsorted(ends, before + _BATCH, side="right")), first + 1)
        last = min(last, count)
        yield first, _sum_range(runs, first, last)
        first = last


def _in_memory(batches: Iterator[tuple[int, Forest]]) -> _Run:
    parts, nodes = [], 0
    for first, forest in batches:
        parents = np.where(forest.parents < 0, -1, forest.parents + nodes).astype(np.int32)
        parts.append((forest.methods + np.int32(first), parents, forest.paths, forest.depths,
                      forest.counts))  # fmt: skip
        nodes += len(forest)
    whole = Forest(*map(np.concatenate, zip(*parts, strict=True)))
    return _ordered(whole, whole.methods)


def _sum(runs: Sequence[_Run], versions: Sequence[int]) -> Forest:
    """Returns the sums of the given versions, which become methods 0, 1 and so on."""
    return _added(
        (run, run.node(version), run.node(version + 1), np.array([place]))
        for run in runs
        for place, version in enumerate(versions)
    )


def _sum_range(runs: Sequence[_Run], first: int, last: int) -> Forest:
    """Returns the sums of versions ``first`` to ``last`` - 1 as methods 0, 1 and so on."""
    owners = np.arange(last - first)
    return _added([(run, run.node(first), run.node(last), owners) for run in runs], first)


def _added(parts: Iterable[tuple[_Run, int, int, IndexArray]], version: int = 0) -> Forest:
    """Adds up parts of runs into one forest.

    Each part is a run, a first node, the node after the last one, and the methods that the nodes
    get. If a part has several methods, these stand for consecutive versions, beginning with
    ``version``.
    """
    forests = []
    for run, first, last, owners in parts:
        if first == last:
            continue
        parents, paths, depths, counts = run.columns(first, last)
        sizes: Int64Array | int = last - first
        if len(owners) > 1:
            places = np.arange(version, version + len(owners) + 1)
            sizes = np.diff(run.bounds[np.minimum(places, len(run.bounds) - 1)])
        methods = np.repeat(owners, sizes).astype(np.int32)
        forests.append(Forest(methods, parents, paths, depths, counts))
    found = added(forests)
    if (found.counts < 1).any():
        raise KpathError("the counts add up to more than 2^63: merge fewer profiles")
    return found


def _append(path: Path, values: npt.NDArray[np.signedinteger]) -> None:
    with path.open("ab") as file:
        file.write(values.tobytes())


def _read(place: Path, name: str, first: int, count: int) -> npt.NDArray[np.signedinteger]:
    kind = np.dtype(_TYPES[name])
    return np.fromfile(place / name, dtype=kind, count=count, offset=first * kind.itemsize)
