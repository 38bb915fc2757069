"""Uses Arrow without importing pandas, numpy's masked arrays or Arrow's compute functions.

These imports are slow. Some uses of ``pa.array`` and of columns' methods would cause one of them.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa


class _NoPandas:
    """A finder of modules (importlib.abc.MetaPathFinder) that says that there is no pandas."""

    def find_spec(self, fullname: str, path: object, target: object = None) -> None:  # noqa: ARG002
        if fullname == "pandas":
            raise ModuleNotFoundError("not now", name=fullname)


def keep_pandas_out() -> None:
    """Makes pyarrow believe that pandas isn't installed, for verbs that need no data frames.

    When pyarrow makes its first array or scalar, it tries to import pandas, only to recognise a
    Series among the arguments. Code that makes data frames imports pandas itself.
    """
    if "pandas" in sys.modules:
        return
    finder = _NoPandas()
    sys.meta_path.insert(0, finder)
    try:
        # pyarrow looks for pandas only once.
        pa.scalar(0)
    finally:
        sys.meta_path.remove(finder)


def numbers(values: npt.NDArray[np.signedinteger], kind: pa.DataType) -> pa.Array:
    """Returns integers as an Arrow array of type ``kind``, without a copy if that is possible.

    Raises ValueError when a value doesn't fit.
    """
    fitting = np.ascontiguousarray(values, dtype=kind.to_pandas_dtype())
    if fitting.dtype.itemsize < values.dtype.itemsize and (fitting != values).any():
        raise ValueError(f"a number doesn't fit {kind}")
    return pa.Array.from_buffers(kind, len(fitting), [None, pa.py_buffer(fitting)])


def dictionary(texts: Iterable[str | None], kind: pa.DictionaryType) -> pa.DictionaryArray:
    """Returns strings as a dictionary array, with the dictionary in order of first occurrence."""
    codes: dict[str | None, int | None] = {None: None}
    indices = [codes.setdefault(text, len(codes) - 1) for text in texts]
    del codes[None]
    return pa.DictionaryArray.from_arrays(
        pa.array(indices, kind.index_type), pa.array(list(codes), kind.value_type)
    )


def numbered_dictionary(
    codes: npt.NDArray[np.int32], names: Sequence[str], kind: pa.DictionaryType
) -> pa.DictionaryArray:
    """Returns strings, which are given as indices into ``names``, as a dictionary array."""
    used, firsts = np.unique(codes, return_index=True)
    used = used[np.argsort(firsts)]
    places = np.zeros(len(names), dtype=np.int64)
    places[used] = np.arange(len(used))
    return pa.DictionaryArray.from_arrays(
        numbers(places[codes], kind.index_type),
        pa.array([names[code] for code in used.tolist()], kind.value_type),
    )


def lists(
    lengths: npt.ArrayLike, items: npt.NDArray[np.signedinteger], kind: pa.ListType
) -> pa.ListArray:
    """Returns lists of the given lengths; ``items`` are the integers of all lists, in order."""
    offsets = np.cumsum(np.concatenate(([0], lengths)), dtype=np.int64)
    return pa.ListArray.from_arrays(
        numbers(offsets, pa.int32()), numbers(items, kind.value_type), type=kind
    )


def list_lengths(column: pa.ChunkedArray) -> npt.NDArray[np.int32]:
    """Returns the number of items of each list in a column. Missing lists aren't allowed."""
    lengths = [np.diff(chunk.offsets.to_numpy()) for chunk in column.chunks]
    return np.concatenate(lengths) if lengths else np.zeros(0, dtype=np.int32)


def list_items(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Returns the items of all lists of a column, one list after the other.

    Missing lists aren't allowed.
    """
    items = []
    for chunk in column.chunks:
        first, end = chunk.offsets[0].as_py(), chunk.offsets[-1].as_py()
        items.append(chunk.values.slice(first, end - first))
    return pa.chunked_array(items, column.type.value_type)


def nonempty_lists(column: pa.ChunkedArray) -> Iterator[tuple[int, list[Any]]]:
    """Yields the row and the items of each nonempty list. Missing lists aren't allowed."""
    for row in np.flatnonzero(list_lengths(column)).tolist():
        yield row, column[row].as_py()
