"""Writes the n-grams of a forest as items of JSON arrays, many at a time."""

from collections.abc import Iterator

import numpy as np
import pyarrow as pa

from kpath_jvm.analysis.loop_columns import NONE
from kpath_jvm.reports.export.exported import Exported
from kpath_jvm.reports.export.grams import Grams
from kpath_jvm.reports.export.pieces import TEXT, ItemTexts, Pieces, whole

_BETWEEN = ", "


class JsonItems:
    """The n-grams of a forest as JSON text, which is made chunk by chunk."""

    def __init__(self, exported: Exported, chunk: int) -> None:
        """Takes the profile with the forest, and the number of n-grams in a chunk."""
        self._exported = exported
        self._paths = ItemTexts(pa.array(exported.paths.paths).cast(TEXT), _BETWEEN)
        self._chunk = chunk
        self._first = 0
        self._items = pa.array([], TEXT)

    def of(self, nodes: slice) -> Iterator[str]:
        """Yields the items of some nodes, in pieces; the caller must put commas between the pieces.

        The call is fast if these nodes follow the nodes of the previous call.
        """
        at = nodes.start
        while at < nodes.stop:
            if not self._first <= at < self._first + len(self._items):
                self._first, self._items = at, self._made(at)
            end = min(nodes.stop, self._first + len(self._items))
            yield whole(self._items.slice(at - self._first, end - at))[: -len(_BETWEEN)]
            at = end

    def _made(self, first: int) -> pa.Array:
        forest = self._exported.forest
        grams = Grams(self._exported, np.arange(first, min(first + self._chunk, len(forest))))
        numbers = self._exported.paths.loop_rows.numbers
        pieces = Pieces(len(grams))
        return pieces.rows(
            pieces.shared('{"path": ['),
            pieces.items(self._paths, grams.places),
            pieces.shared('], "count": '),
            pieces.numbers(grams.counts),
            pieces.shared(', "loop": '),
            pieces.each(
                grams.loops,
                lambda loop: f"{'null' if loop == NONE else numbers[loop]}}}{_BETWEEN}",
            ),
        )
