"""Computes digests that identify a method's code, whatever its path numbers and lines are."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt
import pyarrow as pa

_DIGITS = 16
#: The kinds and reasons of rows of the table ``edges``. Digests depend on the order of these
#: texts, so the order must never change.
_KINDS = ("edge", "start", "end")
_REASONS = (None, "entry", "loop", "handler", "cut", "exit")


class HasTables(Protocol):
    """An object that has a profile's tables."""

    def table(self, name: str) -> pa.Table:
        """Returns a whole table, ordered by method."""


class CodeShape(NamedTuple):
    """The two digests that identify a method's code."""

    graph: str
    decisions: str


class Shapes:
    """Digests of the methods of one profile, 16 hex digits each, which are computed on demand."""

    def __init__(self, tables: HasTables) -> None:
        self._tables = tables
        self._graphs: dict[int, str] = {}
        self._decisions: dict[int, str] = {}

    def of(self, method: int) -> CodeShape:
        """Returns both digests of a method.

        Two methods have equal digests if their blocks, edges, cuts and decisions are equal. Lines,
        path numbers, the sizes of tests and the labels of switches may differ.
        """
        return CodeShape(self.graph(method), self.decisions(method))

    def graph(self, method: int) -> str:
        """Returns a digest of the blocks and paths, without the paths' numbers and lines.

        The digest covers each block's offsets and instruction count, the edges, where paths begin
        and end, and the edges that are cut. In methods with equal digests, equal numbers stand for
        the same blocks, and equal starts, blocks and ends stand for the same path.
        """
        if method not in self._graphs:
            blocks = [column[self._bounds("blocks", method)] for column in self._blocks]
            edges = np.stack([column[self._bounds("edges", method)] for column in self._edges])
            # Sorting makes the order of the edges independent of the paths' numbers.
            edges = edges[:, np.lexsort(edges)]
            parts = [*(column.tobytes() for column in blocks), edges.tobytes(), self._cuts[method]]
            self._graphs[method] = _digest(parts)
        return self._graphs[method]

    def decisions(self, method: int) -> str:
        """Returns a digest of what branches and switches compare, and of what handlers catch."""
        if method not in self._decisions:
            bounds = self._bounds("decisions", method)
            table = self._tables.table("decisions")
            rows = table.slice(bounds.start, bounds.stop - bounds.start)
            # The sizes of tests are left out: they follow from the code, and an older kpath-jvm
            # didn't write them. The labels of switches are left out, too: they are known only if
            # the class that has them was recorded.
            rows = rows.drop_columns(["method", "instructions", "labels"])
            self._decisions[method] = _digest([repr(rows.to_pylist()).encode("utf-8", "replace")])
        return self._decisions[method]

    @cached_property
    def _blocks(self) -> list[npt.NDArray[np.int32]]:
        table = self._tables.table("blocks")
        names = ("first_offset", "last_offset", "instructions")
        return [table.column(name).to_numpy() for name in names]

    @cached_property
    def _edges(self) -> list[npt.NDArray[np.int32]]:
        table = self._tables.table("edges")
        kinds = _numbered(table.column("kind").to_pylist(), _KINDS)
        reasons = _numbered(table.column("reason").to_pylist(), _REASONS)
        return [
            table.column("source").to_numpy(), table.column("target").to_numpy(), kinds, reasons,
        ]  # fmt: skip

    @cached_property
    def _cuts(self) -> dict[int, bytes]:
        table = self._tables.table("methods")
        numbers = table.column("method").to_pylist()
        cuts = table.column("cuts").to_pylist()
        return {
            number: repr(sorted(map(tuple, pairs))).encode()
            for number, pairs in zip(numbers, cuts, strict=True)
        }

    @cached_property
    def _numbers(self) -> dict[str, npt.NDArray[np.int32]]:
        return {
            name: self._tables.table(name).column("method").to_numpy()
            for name in ("blocks", "edges", "decisions")
        }

    def _bounds(self, name: str, method: int) -> slice:
        numbers = self._numbers[name]
        # If the bounds had another type than the array, NumPy would convert the whole array.
        wanted = np.array([method, method + 1], dtype=numbers.dtype)
        first, last = np.searchsorted(numbers, wanted)
        return slice(int(first), int(last))


def _numbered(texts: Iterable[str | None], known: tuple[str | None, ...]) -> npt.NDArray[np.int32]:
    places = {text: place for place, text in enumerate(known)}
    return np.array([places[text] for text in texts], dtype=np.int32)


def _digest(parts: Iterable[bytes]) -> str:
    found = hashlib.sha256()
    for part in parts:
        found.update(len(part).to_bytes(8, "little"))
        found.update(part)
    return found.hexdigest()[:_DIGITS]
