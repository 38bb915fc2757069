"""Arrow without what takes long to import: pandas, and its own functions on lists."""

import sys

import numpy as np
import pyarrow as pa

from kpath_jvm.profile.forest import Int32Array


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


def list_lengths(column: pa.ChunkedArray) -> Int32Array:
    """Returns how many items each of a column's lists has; none of them is missing."""
    lengths = [np.diff(chunk.offsets.to_numpy()) for chunk in column.chunks]
    return np.concatenate(lengths) if lengths else np.zeros(0, dtype=np.int32)


def list_items(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Returns the items of a column's lists, one behind the other."""
    return pa.chunked_array([chunk.flatten() for chunk in column.chunks], column.type.value_type)
