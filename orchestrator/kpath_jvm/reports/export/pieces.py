"""Puts many texts together from pieces that they share."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from kpath_jvm.profile.forest import Int32Array

#: The type of all texts: large strings, because a name in a class file can have 64 KiB, and a
#: column has many names.
TEXT = pa.large_string()
#: Stands for "no piece" in an array of cells; ``Pieces`` says what a cell is.
NONE = -1


class Pieces:
    """The pieces from which some rows of text are put together.

    Each piece has a number, which is called a cell. The methods that add pieces return a single
    cell for all rows, or an array with one or several cells for each row. Rows that need fewer
    cells than others are filled up with NONE.
    """

    def __init__(self, size: int) -> None:
        """Takes the number of rows."""
        self._size = size
        self._lots: list[pa.Array] = []
        self._count = 0

    def shared(self, text: str) -> int:
        """Adds a text that is in all rows."""
        return self._added(pa.array([text], TEXT))

    def numbers(self, values: npt.NDArray[np.signedinteger]) -> Int32Array:
        """Adds a number for each row."""
        first = self._added(pa.array(values).cast(TEXT))
        return np.arange(first, first + self._size, dtype=np.int32)

    def each(self, values: npt.NDArray[np.signedinteger], text: Callable[[int], str]) -> Int32Array:
        """Adds a text for each row, which the function ``text`` makes from the row's value.

        The call is fast if the values lie close together.
        """
        if not self._size:
            return np.zeros(0, dtype=np.int32)
        least = int(values.min())
        occurs = np.zeros(int(values.max()) - least + 1, dtype=bool)
        occurs[values - least] = True
        distinct = np.flatnonzero(occurs) + least
        first = self._added(pa.array([text(value) for value in distinct.tolist()], TEXT))
        cells = np.cumsum(occurs, dtype=np.int32) + np.int32(first - 1)
        return cells[values - least]

    def items(self, texts: "ItemTexts", places: Int32Array) -> Int32Array:
        """Adds a list of texts for each row.

        Each row of ``places`` says where the items of one list are in ``texts``. Negative numbers
        fill up the rows of shorter lists.
        """
        if not places.size:
            return places
        is_item = places >= 0
        end = int(places.max()) + 1
        start = int(np.min(places, where=is_item, initial=end))
        first = self._added(texts.first[start:end])
        later = self._added(texts.later[start:end])
        shift = np.full(places.shape[1], later - start, dtype=np.int32)
        shift[0] = first - start
        return np.where(is_item, places + shift, np.int32(NONE))

    def rows(self, *cells: Int32Array | int) -> pa.Array:
        """Returns each row's text as large_string.

        ``cells`` are results of the other methods, in the order of the pieces in a row.
        """
        widths = [
            one.shape[1] if isinstance(one, np.ndarray) and one.ndim > 1 else 1 for one in cells
        ]
        table = np.empty((self._size, sum(widths)), dtype=np.int32)
        at = 0
        for one, width in zip(cells, widths, strict=True):
            columns = np.asarray(one)
            table[:, at : at + width] = columns[:, np.newaxis] if columns.ndim == 1 else columns
            at += width
        is_piece = table != NONE
        if is_piece.all():
            chosen = table.ravel()
            ends = np.arange(self._size + 1, dtype=np.int64) * table.shape[1]
        else:
            chosen = table[is_piece]
            ends = np.append(0, np.cumsum(np.count_nonzero(is_piece, axis=1)))
        pieces = pa.concat_arrays(self._lots) if self._lots else pa.array([], TEXT)
        taken = pc.take(pieces, pa.array(chosen), boundscheck=False)
        # The taken texts already lie one after the other in memory, so a row begins at the offset
        # of its first text.
        _, offsets, content = taken.buffers()
        own = np.frombuffer(offsets, dtype=np.int64)[taken.offset + ends]
        return pa.LargeStringArray.from_buffers(self._size, pa.py_buffer(own), content)

    def _added(self, texts: pa.Array) -> int:
        first = self._count
        self._lots.append(texts)
        self._count += len(texts)
        return first


class ItemTexts:
    """The texts that items of lists can have.

    ``first`` has the texts as they are, for the first item of a list. ``later`` has the texts with
    a separator in front, for all other items.
    """

    def __init__(self, texts: pa.Array, separator: str) -> None:
        """Takes texts (large_string, none missing) and a separator to put between them."""
        self.first = texts
        self.later = beside(separator, texts)


def beside(*parts: pa.Array | str, separator: str = "") -> pa.Array:
    """Joins the parts' texts row by row. A part that is a str is used in every row."""
    arrays = [pa.scalar(part, TEXT) if isinstance(part, str) else part for part in parts]
    return pc.binary_join_element_wise(*arrays, pa.scalar(separator, TEXT))


def whole(texts: pa.Array) -> str:
    """Joins all texts of a column (large_string, none missing) into one."""
    _, offsets, content = texts.buffers()
    if not len(texts):
        return ""
    bounds = np.frombuffer(offsets, dtype=np.int64)[texts.offset :][[0, len(texts)]].tolist()
    return str(memoryview(content)[slice(*bounds)], "utf-8")
