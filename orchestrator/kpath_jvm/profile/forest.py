"""The k-iteration path forest (k-IPF; Definition 2 of the k-BLPP paper) as parallel arrays.

A node stands for one n-gram of paths of one method. Its depth is n (roots have depth 1), and its
count is how often the n-gram occurred. All work is done level by level on whole arrays, because
profiles have millions of nodes.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from kpath_jvm.profile.arrow import numbers
from kpath_jvm.profile.schema import SCHEMAS

Int32Array = npt.NDArray[np.int32]
Int64Array = npt.NDArray[np.int64]
IndexArray = npt.NDArray[np.intp]
BoolArray = npt.NDArray[np.bool_]
FloatArray = npt.NDArray[np.float64]

#: The number of nodes that are checked at a time: few enough that the working data stays in the
#: processor's cache.
_CHECKED = 1 << 17
#: The columns of the table ``ipf`` that make up a forest. A node's number is that of its row.
FOREST_COLUMNS = ("method", "parent", "path", "depth", "count")


@dataclass(frozen=True)
class Forest:
    """A forest as arrays with one entry per node; ``parents`` are node indices, and -1 for roots.

    Nodes are in canonical order: ascending by method, then depth, then parent, then path. So the
    nodes of a method are one slice, its roots come first, and the children of a node follow each
    other.
    """

    methods: Int32Array
    parents: Int32Array
    paths: Int32Array
    depths: Int32Array
    counts: Int64Array

    @classmethod
    def of_table(cls, ipf: pa.Table) -> "Forest":
        """Returns the forest that the table ``ipf`` of a profile holds."""
        return cls.of_columns({name: ipf.column(name).to_numpy() for name in FOREST_COLUMNS})

    @classmethod
    def of_columns(cls, columns: Mapping[str, npt.NDArray[Any]]) -> "Forest":
        """Returns the forest that the columns of the table ``ipf`` hold."""
        return cls(*(columns[name] for name in FOREST_COLUMNS))

    def to_table(self, first: int = 0) -> pa.Table:
        """Returns the forest as rows of the table ``ipf``; ``first`` is the first row's number."""
        nodes = np.arange(first, first + len(self), dtype=np.int32)
        columns: Sequence[npt.NDArray[np.signedinteger]] = (
            nodes, self.parents, self.methods, self.paths, self.depths, self.counts
        )  # fmt: skip
        schema = SCHEMAS["ipf"]
        arrays = [numbers(column, kind) for column, kind in zip(columns, schema.types, strict=True)]
        return pa.Table.from_arrays(arrays, schema=schema)

    def __len__(self) -> int:
        return len(self.parents)

    @cached_property
    def levels(self) -> list[IndexArray]:
        """Node indices by depth; ``levels[0]`` are the roots."""
        order = np.argsort(self.depths, kind="stable")
        bounds = np.searchsorted(self.depths[order], np.arange(1, self.max_depth + 2))
        return [order[a:b] for a, b in pairwise(bounds)]

    @cached_property
    def max_depth(self) -> int:
        """Depth of the deepest node; 0 for an empty forest."""
        return int(self.depths.max(initial=0))

    def slice_of(self, method: int) -> slice:
        """Returns the slice of the nodes of one method."""
        # If the bounds had another type than the array, numpy would convert the whole array.
        bounds = np.array([method, method + 1], dtype=self.methods.dtype)
        first, last = np.searchsorted(self.methods, bounds)
        return slice(int(first), int(last))

    def of_method(self, method: int, first: int = 0) -> "Forest":
        """Returns the forest of one method.

        If ``self`` is a part of a larger forest, ``first`` is the number that the first node of
        this part has in the larger forest.
        """
        nodes = self.slice_of(method)
        parents = self.parents[nodes]
        local = parents - (first + nodes.start)
        # A damaged forest may have a parent in another method. The parent's index must become
        # neither that of a node of this method nor -1, which stands for a root.
        local[local < 0] = len(local)
        local[parents < 0] = -1
        return Forest(
            self.methods[nodes], local, self.paths[nodes], self.depths[nodes], self.counts[nodes]
        )

    def truncated(self, k: int) -> "Forest":
        """Returns the k-IPF for a smaller k.

        Each k-IPF is a part of the (k+1)-IPF (Property 2 in the k-BLPP paper).
        """
        return self if k >= self.max_depth else self.part(self.depths <= k)

    def part(self, kept: BoolArray) -> "Forest":
        """Returns the forest of the kept nodes. The parent of each kept node must be kept too."""
        nodes = np.flatnonzero(kept)
        places = np.cumsum(kept, dtype=np.int32)
        parents = self.parents[nodes]
        return Forest(
            self.methods[nodes],
            np.where(parents < 0, -1, places[parents] - 1).astype(np.int32),
            self.paths[nodes],
            self.depths[nodes],
            self.counts[nodes],
        )

    def sequences(self, nodes: npt.ArrayLike) -> Int32Array:
        """Returns the n-grams of nodes: one row per node, padded with -1 to the longest."""
        return self.along(nodes, self.paths)

    def count_of(self, paths: Sequence[int]) -> int:
        """Returns how often a sequence of paths occurred; the forest must be that of one method.

        The result is 0 if the sequence didn't occur, or is longer than all sequences in the forest.
        """
        node = -1
        for path in paths:
            found = np.flatnonzero((self.parents == node) & (self.paths == path))
            if not len(found):
                return 0
            node = int(found[0])
        return int(self.counts[node]) if paths else 0

    def along(self, nodes: npt.ArrayLike, values: Int32Array) -> Int32Array:
        """Returns the ``values`` of the nodes on the way from the root to each given node.

        ``values`` has one entry per node of the forest. The shape of the result is that of
        ``sequences``.
        """
        node = np.array(nodes, dtype=np.intp)
        depth = self.depths[node]
        # The array is filled column by column, so each column is in one piece of memory.
        result = np.full((len(node), int(depth.max(initial=0))), -1, dtype=np.int32, order="F")
        for column in reversed(range(result.shape[1])):
            rows: IndexArray | slice = slice(None)
            if depth.min() <= column:
                rows = np.flatnonzero(depth > column)
            own = node[rows]
            result[rows, column] = values[own]
            node[rows] = self.parents[own]
        return result

    @cached_property
    def suffixes(self) -> Int64Array:
        """For each node, the node of its n-gram without the first path; -1 for roots.

        The entry is also -1 if the forest has no such node. That never happens in an exact k-IPF,
        because each suffix of an n-gram is an n-gram that occurs at least as often.
        """
        suffix = np.full(len(self), -1, dtype=np.int64)
        for shorter, longer in pairwise(self.levels):
            # A node is found by its parent and its path, a root by its method and its path.
            is_root = len(shorter) > 0 and self.depths[shorter[0]] == 1
            owner = self.methods if is_root else self.parents
            keys = _pair_keys(owner[shorter], self.paths[shorter])
            parent = self.parents[longer]
            wanted_owner = self.methods[longer].astype(np.int64) if is_root else suffix[parent]
            wanted = _pair_keys(wanted_owner, self.paths[longer])
            # Because of the canonical order, the keys of a level ascend.
            at = np.minimum(np.searchsorted(keys, wanted), max(len(keys) - 1, 0))
            found = (keys[at] == wanted) & (wanted_owner >= 0)
            suffix[longer] = np.where(found, shorter[at], -1)
        return suffix


def _pair_keys(owners: npt.NDArray[np.generic], paths: npt.NDArray[np.generic]) -> Int64Array:
    """Packs pairs of non-negative 31-bit numbers into one sortable int64 each."""
    return owners.astype(np.int64) << 31 | paths.astype(np.int64)


def canonical(
    methods: npt.ArrayLike,
    parents: npt.ArrayLike,
    paths: npt.ArrayLike,
    depths: npt.ArrayLike,
    counts: npt.ArrayLike,
) -> Forest:
    """Puts nodes into canonical order, and adds up the counts of equal n-grams.

    ``parents`` are indices into the given arrays, which can be in any order.
    """
    method = np.asarray(methods, dtype=np.int64)
    parent = np.asarray(parents, dtype=np.int64)
    path = np.asarray(paths, dtype=np.int64)
    depth = np.asarray(depths, dtype=np.int64)
    count = np.asarray(counts, dtype=np.int64)
    # merged[node] is the index of the node's n-gram among the distinct n-grams, level by level.
    merged = np.full(len(parent), -1, dtype=np.int64)
    parts: list[tuple[Int64Array, Int64Array, Int64Array, Int64Array, Int64Array]] = []
    for level, nodes in _by_depth(depth):
        owner = method[nodes] if level == 1 else merged[parent[nodes]]
        keys = _pair_keys(owner, path[nodes])
        # Stable sorts are fast when much of the input is sorted already.
        order = np.argsort(keys, kind="stable")
        nodes, owner, keys = nodes[order], owner[order], keys[order]
        is_first = np.empty(len(nodes), dtype=bool)
        is_first[:1] = True
        is_first[1:] = keys[1:] != keys[:-1]
        first = np.flatnonzero(is_first)
        size = sum(len(part[0]) for part in parts)
        merged[nodes] = size + np.cumsum(is_first) - 1
        heads = nodes[first]
        parts.append(
            (
                method[heads],
                owner[first] if level > 1 else np.full(len(first), -1, dtype=np.int64),
                path[heads],
                np.full(len(first), level, dtype=np.int64),
                np.add.reduceat(count[nodes], first),
            )
        )
    if not parts:
        empty = np.zeros(0, dtype=np.int32)
        return Forest(empty, empty, empty, empty, np.zeros(0, dtype=np.int64))
    method, parent, path, depth, count = map(np.concatenate, zip(*parts, strict=True))
    # Within a level n-grams already ascend by method, so a stable sort by method is enough.
    order = np.argsort(method, kind="stable")
    position = np.empty(len(order), dtype=np.int64)
    position[order] = np.arange(len(order))
    parent = parent[order]
    return Forest(
        method[order].astype(np.int32),
        np.where(parent < 0, -1, position[parent]).astype(np.int32),
        path[order].astype(np.int32),
        depth[order].astype(np.int32),
        count[order],
    )


def added(forests: Iterable[Forest]) -> Forest:
    """Returns the sum of forests, in canonical order: equal n-grams of a method are added up.

    The same method or path must have the same number in all forests.
    """
    columns, nodes = [], 0
    for forest in forests:
        parents = forest.parents.astype(np.int64)
        parents[parents >= 0] += nodes
        columns.append((forest.methods, parents, forest.paths, forest.depths, forest.counts))
        nodes += len(forest)
    if not columns:
        return canonical([], [], [], [], [])
    return canonical(*map(np.concatenate, zip(*columns, strict=True)))


def joined(one: Forest, other: Forest) -> Forest:
    """Returns the nodes of two forests in canonical order.

    The forests must have no method in common.
    """
    limit = max(int(forest.methods.max(initial=-1)) for forest in (one, other)) + 1
    sizes = [np.bincount(forest.methods, minlength=limit) for forest in (one, other)]
    ends = np.cumsum(sizes[0] + sizes[1])
    columns: list[list[npt.NDArray[np.generic]]] = []
    places = []
    for forest, size in zip((one, other), sizes, strict=True):
        # The nodes of a method follow each other, both before and after joining.
        place = np.arange(len(forest)) + np.repeat(ends - np.cumsum(size), size)
        parents = np.where(forest.parents < 0, -1, place[forest.parents]).astype(np.int32)
        columns.append([forest.methods, parents, forest.paths, forest.depths, forest.counts])
        places.append(place)
    order = np.empty(len(one) + len(other), dtype=np.int64)
    order[np.concatenate(places)] = np.arange(len(order))
    return Forest(*(np.concatenate(pair)[order] for pair in zip(*columns, strict=True)))


def _by_depth(depth: Int64Array) -> Iterator[tuple[int, IndexArray]]:
    order = np.argsort(depth, kind="stable")
    ordered = depth[order]
    for level in range(1, int(depth.max(initial=0)) + 1):
        first, last = np.searchsorted(ordered, [level, level + 1])
        if first < last:
            yield level, order[first:last]


def check(forest: Forest, method_count: int, path_counts: Int64Array) -> str | None:
    """Returns what is inconsistent in a forest that was read from a file, or None.

    ``path_counts`` holds the number of possible paths of each method.
    """
    possible = path_counts.astype(np.int32)
    for first in range(0, len(forest), _CHECKED):
        problems = _problems(forest, first, method_count, possible)
        found = next((problem for problem, is_so in problems if is_so), None)
        if found:
            return found
    return None


def _problems(
    forest: Forest, first: int, method_count: int, possible: Int32Array
) -> Iterator[tuple[str, np.bool_]]:
    """Yields each possible problem of the nodes from ``first`` on, and whether it exists.

    Each check relies on the earlier checks, and on the checks of all earlier nodes.
    """
    own = slice(first, first + _CHECKED)
    methods, parents, paths, depths = (
        column[own] for column in (forest.methods, forest.parents, forest.paths, forest.depths)
    )
    yield "a method is out of range", (methods.min() < 0) | (methods.max() >= method_count)
    nodes = np.arange(first, first + len(methods), dtype=np.int32)
    yield "a parent does not come before its child", (parents >= nodes).any()
    yield "a depth is below 1", depths.min() < 1
    yield "a count is below 1", forest.counts[own].min() < 1
    yield "a path is out of range", (paths.min() < 0) | (paths >= possible[methods]).any()
    is_root = parents < 0
    parent = np.maximum(parents, 0)
    yield "a child is of another method", ((forest.methods[parent] != methods) & ~is_root).any()
    expected = forest.depths[parent]
    expected += 1
    expected[is_root] = 1
    yield "a child is not one deeper than its parent", (depths != expected).any()
    # Compares each node with the node before it. The very first node isn't compared.
    first, end = max(first, 1), first + len(methods)
    after, before = slice(first, end), slice(first - 1, end - 1)
    methods, parents, paths, depths = forest.methods, forest.parents, forest.paths, forest.depths
    is_same = methods[after] == methods[before]
    is_back = methods[after] < methods[before]
    is_back |= is_same & (depths[after] < depths[before])
    is_back |= (parents[after] < parents[before]) & (parents[after] >= 0)
    is_back |= is_same & (parents[after] == parents[before]) & (paths[after] <= paths[before])
    yield "the nodes are not in order", is_back.any()
