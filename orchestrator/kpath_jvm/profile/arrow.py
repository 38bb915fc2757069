"""Arrow without what takes long to import: pandas, numpy's masked arrays, Arrow's own functions.

Of these ``pa.array`` and a column's methods import one or the other.
"""

import sys
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa


class _NoPandas:
    """A finder of modules (importlib.abc.MetaPathFinder)."""

    def find_spec(self, fullname: str, path: object, target: object = None) -> None:  # noqa: ARG002
        if fullname == "pandas":
            raise ModuleNotFoundError("not now", name=fullname)


def keep_pandas_out() -> None:
    """Has pyarrow take it that there is no pandas; for the verbs that show no frame to anybody.

    pyarrow imports pandas, if that is there, when it makes its first array or scalar, to know a
    Series that it is given. Frames can still be made afterwards: what needs pandas imports it.
    """
    if "pandas" in sys.modules:
        return
    finder = _NoPandas()
    sys.meta_path.insert(0, finder)
    try:
        # It looks once only.
        pa.scalar(0)
    finally:
        sys.meta_path.remove(finder)


def numbers(values: npt.NDArray[np.signedinteger], kind: pa.DataType) -> pa.Array:
    """Returns integers as Arrow's of such a type, in place if they are of that size already.

    ValueError when a value doesn't fit.
    """
    fitting = np.ascontiguousarray(values, dtype=kind.to_pandas_dtype())
    if fitting.dtype.itemsize < values.dtype.itemsize and (fitting != values).any():
        raise ValueError(f"a number doesn't fit {kind}")
    return pa.Array.from_buffers(kind, len(fitting), [None, pa.py_buffer(fitting)])


def dictionary(texts: Iterable[str | None], kind: pa.DictionaryType) -> pa.DictionaryArray:
    """Returns texts as a dictionary of those that occur, in the order in which they do."""
    codes: dict[str | None, int | None] = {None: None}
    indices = [codes.setdefault(text, len(codes) - 1) for text in texts]
    del codes[None]
    return pa.DictionaryArray.from_arrays(
        pa.array(indices, kind.index_type), pa.array(list(codes), kind.value_type)
    )


def numbered_dictionary(
    codes: npt.NDArray[np.int32], names: Sequence[str], kind: pa.DictionaryType
) -> pa.DictionaryArray:
    """Returns the same of texts that are given as numbers, of which each has a name."""
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
    """Returns lists of so many integers each, ``items`` being those of all, in order."""
    offsets = np.cumsum(np.concatenate(([0], lengths)), dtype=np.int64)
    return pa.ListArray.from_arrays(
        numbers(offsets, pa.int32()), numbers(items, kind.value_type), type=kind
    )


def list_lengths(column: pa.ChunkedArray) -> npt.NDArray[np.int32]:
    """Returns how many items each of a column's lists has; none of them is missing."""
    lengths = [np.diff(chunk.offsets.to_numpy()) for chunk in column.chunks]
    return np.concatenate(lengths) if lengths else np.zeros(0, dtype=np.int32)


def list_items(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Returns the items of a column's lists, one behind the other; no list is missing."""
    items = []
    for chunk in column.chunks:
        first, end = chunk.offsets[0].as_py(), chunk.offsets[-1].as_py()
        items.append(chunk.values.slice(first, end - first))
    return pa.chunked_array(items, column.type.value_type)
