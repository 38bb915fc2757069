"""The n-grams of a k-IPF as text, many at a time."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from kpath_jvm.profile.forest import Forest

#: Names of a class file may have 64 KiB, and a piece has many of them.
_TEXT = pa.large_string()


def path_texts(forest: Forest, nodes: npt.NDArray[np.intp], separator: str) -> pa.Array:
    """Returns for each node the path numbers of its n-gram, with a separator between them."""
    rows = forest.sequences(nodes)
    columns = [
        pa.array(rows[:, at], mask=rows[:, at] < 0).cast(_TEXT) for at in range(rows.shape[1])
    ]
    if not columns:
        return pa.array([], _TEXT)
    return pc.binary_join_element_wise(*columns, _scalar(separator), null_handling="skip")


def number_texts(numbers: npt.NDArray[np.signedinteger]) -> pa.Array:
    """Returns each number as text."""
    return pa.array(numbers).cast(_TEXT)


def beside(*parts: pa.Array | str, separator: str = "") -> pa.Array:
    """Returns for each place the texts there, one behind the other; a str is in every place."""
    arrays = [_scalar(part) if isinstance(part, str) else part for part in parts]
    return pc.binary_join_element_wise(*arrays, _scalar(separator))


def whole(texts: pa.Array, separator: str = "") -> str:
    """Returns all texts as one."""
    listed = pa.ListArray.from_arrays(pa.array([0, len(texts)], pa.int32()), texts)
    return str(pc.binary_join(listed, _scalar(separator))[0])


class ItemTexts:
    """The n-grams of a forest as items of a JSON array, made piece by piece, in order."""

    def __init__(self, forest: Forest, chunk: int) -> None:
        """Makes so many at a time."""
        self._forest = forest
        self._chunk = chunk
        self._first = 0
        self._items = pa.array([], _TEXT)

    def of(self, nodes: slice) -> Iterator[str]:
        """Yields the items of some nodes, in pieces; these come behind those of the call before."""
        at = nodes.start
        while at < nodes.stop:
            if not self._first <= at < self._first + len(self._items):
                self._first, self._items = at, self._made(at)
            end = min(nodes.stop, self._first + len(self._items))
            yield whole(self._items.slice(at - self._first, end - at), ", ")
            at = end

    def _made(self, first: int) -> pa.Array:
        nodes = np.arange(first, min(first + self._chunk, len(self._forest)))
        counts = number_texts(self._forest.counts[nodes])
        paths = path_texts(self._forest, nodes, ", ")
        return beside('{"path": [', paths, '], "count": ', counts, "}")


def _scalar(text: str) -> pa.Scalar:
    return pa.scalar(text, _TEXT)
