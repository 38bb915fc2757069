"""Decodes the executed paths of all methods at once, by the rule in docs/formats/methods.md.

In each step, every path takes the edge with the largest value that isn't above what is left of the
path's number. These edges are found in one sorted array of all blocks' edges. decoding.py decodes
single paths by the same rule.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
from msgspec import Struct

from kpath_jvm.errors import KpathError
from kpath_jvm.profile import arrow
from kpath_jvm.profile.code import line_table
from kpath_jvm.profile.decoding import LineTable
from kpath_jvm.profile.forest import BoolArray, Int32Array, Int64Array
from kpath_jvm.profile.metadata import InstrumentedMethod
from kpath_jvm.profile.schema import INTS, KIND

#: The number of bits of a value: 32 and a sign.
_VALUE_BITS = 33
_OFFSET = 1 << 32


class _Steps:
    """The steps in the table ``edges``, with blocks numbered across all methods."""

    def __init__(self, edges: pa.Table, block_counts: Int64Array) -> None:
        ends = np.cumsum(block_counts)
        self.first_blocks = ends - block_counts
        self.first_start = int(block_counts.sum())
        """The number of the first method; methods are numbered after all blocks.

        A path that hasn't entered its first block yet is at the number of its method.
        """
        method, source, target, value = (
            edges.column(name).to_numpy() for name in ("method", "source", "target", "value")
        )
        kinds, self.names = _codes(edges, "reason")
        place = np.where(source < 0, self.first_start + method, self.first_blocks[method] + source)
        # If several steps have the same value, the last of them is taken. Starts are ordered by
        # block and kind, as in PathDecoder.
        ranks = np.argsort(np.argsort(np.array([*self.names, ""], dtype=object)))
        order = np.lexsort((ranks[kinds], target, value, place))
        self._keys = _keys(place, value)[order]
        self._targets, self._values, self._kinds = target[order], value[order], kinds[order]

    def after(
        self, places: Int64Array, rests: Int64Array
    ) -> tuple[Int32Array, Int64Array, Int32Array, BoolArray]:
        """Takes the next step of each path, from its place in ``places``.

        ``rests`` has, for each path, what is left of its number. Returns, for each path, the next
        block (-1 for an end), what is left of the number, the kind if the step is a start or an
        end, and whether a step was found.
        """
        if not len(self._keys):
            none = np.zeros(len(places), dtype=np.int32)
            return none, rests, none, none > 0
        at = np.searchsorted(self._keys, _keys(places, rests), side="right") - 1
        is_found = (at >= 0) & (self._keys[at] >> _VALUE_BITS == places)
        return self._targets[at], rests - self._values[at], self._kinds[at], is_found


class RecordedExecutions(Struct, frozen=True, dict=True):
    """Executed paths, decoded: one entry per path, ordered by method and path.

    ``starts`` and ``ends`` are indices into ``kinds``. The blocks of path i are
    ``blocks[offsets[i]: offsets[i + 1]]``, numbered within the path's method. ``places`` has the
    same blocks, numbered across all methods.
    """

    methods: Int32Array
    paths: Int32Array
    kinds: Sequence[str]
    starts: Int32Array
    ends: Int32Array
    offsets: Int32Array
    blocks: Int32Array
    places: Int64Array

    @classmethod
    def decoded(
        cls,
        methods: Sequence[InstrumentedMethod],
        edges: pa.Table,
        numbers: Int32Array,
        paths: Int32Array,
    ) -> "RecordedExecutions":
        """Decodes the path numbers ``paths``. ``numbers`` has the index of each path's method.

        ``edges`` is the profile's table for the ``methods``. Raises KpathError when a path can't be
        decoded.
        """
        block_counts = np.array([len(method.flow.blocks) for method in methods], dtype=np.int64)
        return cls.walked(
            block_counts, edges, numbers, paths,
            lambda method, path: _undecodable(methods[method], path),
        )  # fmt: skip

    @classmethod
    def walked(
        cls,
        block_counts: Int64Array,
        edges: pa.Table,
        numbers: Int32Array,
        paths: Int32Array,
        undecodable: Callable[[int, int], KpathError],
    ) -> "RecordedExecutions":
        """Decodes the path numbers ``paths``. ``numbers`` has the index of each path's method.

        ``edges`` is the table of a profile. ``block_counts`` has the number of blocks of each
        method. ``undecodable`` makes the error for a path that can't be decoded.
        """
        steps = _Steps(edges, block_counts)

        def require(is_good: BoolArray, rows: Int64Array) -> None:
            if not is_good.all():
                row = int(rows[np.argmin(is_good)])
                raise undecodable(int(numbers[row]), int(paths[row]))

        rows = np.arange(len(paths))
        blocks, rests, starts, is_found = steps.after(
            steps.first_start + numbers.astype(np.int64), paths.astype(np.int64)
        )
        require(is_found, rows)
        ends, lengths = np.zeros_like(starts), np.zeros(len(paths), dtype=np.int32)
        visited: list[tuple[Int64Array, Int32Array]] = []
        while len(rows):
            require(lengths[rows] < block_counts[numbers[rows]], rows)
            visited.append((rows, blocks))
            lengths[rows] += 1
            blocks, rests, kinds, is_found = steps.after(
                steps.first_blocks[numbers[rows]] + blocks, rests
            )
            is_end = blocks < 0
            require(is_found & ((rests == 0) | ~is_end), rows)
            ends[rows[is_end]] = kinds[is_end]
            rows, rests, blocks = rows[~is_end], rests[~is_end], blocks[~is_end]
        offsets = np.concatenate(([0], np.cumsum(lengths, dtype=np.int64)))
        found = np.empty(int(offsets[-1]), dtype=np.int32)
        for step, (rows, blocks) in enumerate(visited):
            found[offsets[rows] + step] = blocks
        return cls(
            numbers, paths, steps.names, starts, ends, offsets.astype(np.int32), found,
            steps.first_blocks[numbers].repeat(lengths) + found,
        )  # fmt: skip

    @cached_property
    def rows(self) -> Int64Array:
        """For each entry of ``blocks``, the index of its path."""
        return np.repeat(np.arange(len(self.paths)), np.diff(self.offsets))

    def first_and_last_lines(
        self, methods: Sequence[InstrumentedMethod]
    ) -> tuple[Int32Array, Int32Array]:
        """Returns the first and the last line that each path executes; -1 for a path without lines.

        A line of which the path has only a goto isn't executed (``LineTable.executed``).
        """
        firsts, lasts = (np.full(len(self.paths), -1, dtype=np.int32) for _ in range(2))
        lines: list[tuple[int, int] | None] = []
        is_used = np.zeros(len(methods), dtype=bool)
        is_used[self.methods] = True
        for method, used in zip(methods, is_used.tolist(), strict=True):
            if not used:
                lines += [None] * len(method.flow.blocks)
                continue
            table = lines_of(method)
            own = [table.executed(block) for block in range(len(method.flow.blocks))]
            lines += [(found[0], found[-1]) if found else None for found in own]
        has_lines = np.array([line is not None for line in lines], dtype=bool)
        pairs = np.array([line or (-1, -1) for line in lines], dtype=np.int32).reshape(-1, 2)
        kept = has_lines[self.places]
        rows, places = self.rows[kept], self.places[kept]
        # Assigned backwards, so that the first line of a path is assigned last and stays.
        firsts[rows[::-1]] = pairs[places[::-1], 0]
        lasts[rows] = pairs[places, 1]
        return firsts, lasts

    def columns(self) -> dict[str, Any]:
        """Returns the columns of the table ``paths``, except lines and counts."""
        return {
            "method": self.methods,
            "path": self.paths,
            "start": arrow.numbered_dictionary(self.starts, self.kinds, KIND),
            "end": arrow.numbered_dictionary(self.ends, self.kinds, KIND),
            "blocks": arrow.lists(np.diff(self.offsets), self.blocks, INTS),
        }

    def is_start(self, kind: str) -> BoolArray:
        """Returns which of the paths have this kind of start."""
        return np.array([name == kind for name in self.kinds], dtype=bool)[self.starts]

    def is_end(self, kind: str) -> BoolArray:
        """Returns which of the paths have this kind of end."""
        return np.array([name == kind for name in self.kinds], dtype=bool)[self.ends]


def lines_of(method: InstrumentedMethod) -> LineTable:
    """Returns the lines of a method's blocks, as ``Profile.code`` has them."""
    flow, numbered = method.flow, method.numbered
    return line_table(
        [(block.first_offset, block.last_offset) for block in flow.blocks],
        [block.lines for block in flow.blocks],
        [*((source, target) for source, target, _ in numbered.edges), *numbered.cuts],
        flow.loops,
        flow.decisions,
    )


def _keys(places: Int64Array, values: Int64Array) -> Int64Array:
    """Returns keys that sort by place, and then by value."""
    return (places.astype(np.int64) << _VALUE_BITS) + values + _OFFSET


def _codes(table: pa.Table, name: str) -> tuple[Int32Array, list[str]]:
    """Returns the strings of a column as numbers, and a list with the string for each number.

    The number for a missing string is the length of the list.
    """
    column = table.column(name).combine_chunks()
    names = column.dictionary.to_pylist()
    # If some values are missing, Arrow returns floats, with NaN for the missing values.
    codes = np.nan_to_num(column.indices.to_numpy(zero_copy_only=False), nan=len(names))
    return codes.astype(np.int32), names


def _undecodable(method: InstrumentedMethod, path: int) -> KpathError:
    """Returns the error that the decoder of single paths raises for a path."""
    decoder = method.decoder()
    try:
        decoder.blocks(path)
    except KpathError as error:
        return error
    return KpathError(f"no path {path}: values are out of range")
