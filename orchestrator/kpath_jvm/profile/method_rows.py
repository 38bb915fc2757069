"""The methods of a profile by row and by column, without pandas."""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from kpath_jvm.profile.arrow import list_lengths
from kpath_jvm.profile.forest import BoolArray, IndexArray, Int32Array, Int64Array

#: Returns the values of a column's rows from the first to before the last.
_Reader: TypeAlias = Callable[[int, int], list[Any]]


class RowsByMethod:
    """A table with any number of rows for each method, ordered by method.

    Rows of one method are few: what Arrow takes to make a slice of a column a list would be most of
    the time, so lists are made of arrays of whole columns.
    """

    def __init__(self, table: pa.Table) -> None:
        self._table = table
        self._readers: dict[str, _Reader] = {}
        self._columns: dict[str, pa.Array] = {}

    @cached_property
    def _owners(self) -> npt.NDArray[Any]:
        owners: npt.NDArray[Any] = self._table.column("method").to_numpy()
        return owners

    def span(self, method: int) -> tuple[int, int]:
        """Returns the places of a method's first row and of the one behind its last."""
        # Of the column's own type: it would be converted for each question otherwise.
        bounds = np.array([method, method + 1], dtype=self._owners.dtype)
        first, end = np.searchsorted(self._owners, bounds).tolist()
        return first, end

    def rows(self, method: int, *names: str) -> Iterator[tuple[Any, ...]]:
        """Returns some columns of each of a method's rows."""
        first, end = self.span(method)
        return zip(*(self._reader(name)(first, end) for name in names), strict=True)

    def numbers(self, method: int, name: str) -> npt.NDArray[Any]:
        """Returns a column of numbers of a method's rows."""
        first, end = self.span(method)
        found: npt.NDArray[Any] = self._column(name).to_numpy()[first:end]
        return found

    def lists(self, method: int, name: str) -> tuple[Int32Array, Int32Array]:
        """Returns how many items the lists of a column have in a method's rows, and the items."""
        first, end = self.span(method)
        column = self._column(name)
        bounds = column.offsets.to_numpy()[first : end + 1]
        return np.diff(bounds), column.values.to_numpy()[bounds[0] : bounds[-1]]

    def _column(self, name: str) -> pa.Array:
        if name not in self._columns:
            self._columns[name] = self._table.column(name).combine_chunks()
        return self._columns[name]

    def _reader(self, name: str) -> _Reader:
        if name not in self._readers:
            self._readers[name] = _reader(self._column(name))
        return self._readers[name]


def _reader(column: pa.Array) -> _Reader:
    if pa.types.is_integer(column.type) and not column.null_count:
        numbers = column.to_numpy()
        return lambda first, end: list(numbers[first:end].tolist())
    if pa.types.is_dictionary(column.type):
        # Behind the texts, where the last one is: what there is none of.
        texts = [*column.dictionary.to_pylist(), None]
        codes = _codes(column.indices)
        return lambda first, end: [texts[code] for code in codes[first:end].tolist()]
    if pa.types.is_list(column.type) and not column.null_count:
        bounds, read_items = column.offsets.to_numpy(), _reader(column.values)

        def lists(first: int, end: int) -> list[Any]:
            places = bounds[first : end + 1].tolist()
            items = read_items(places[0], places[-1])
            return [items[at - places[0] : to - places[0]] for at, to in pairwise(places)]

        return lists
    return lambda first, end: [column[place].as_py() for place in range(first, end)]


def _codes(indices: pa.Array) -> npt.NDArray[np.signedinteger]:
    """Returns the places in a dictionary, -1 for none."""
    validity, data = indices.buffers()
    rows = slice(indices.offset, indices.offset + len(indices))
    codes = np.frombuffer(data, dtype=indices.type.to_pandas_dtype())[rows]
    if indices.null_count:
        is_there = np.unpackbits(np.frombuffer(validity, dtype=np.uint8), bitorder="little")
        codes = np.where(is_there[rows], codes, -1)
    return codes


class MethodRows:
    """The table ``methods``: rows ascend by the methods' numbers, which may have gaps."""

    def __init__(self, table: pa.Table) -> None:
        """Of the table of a profile, or of a merged one."""
        self._table = table
        self._rows: dict[int, dict[str, Any]] = {}
        self._readers: list[_Reader] | None = None

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Yields each row by the columns' names."""
        yield from self._table.to_pylist()

    def __len__(self) -> int:
        return int(self._table.num_rows)

    @cached_property
    def numbers(self) -> Int32Array:
        """The methods' numbers."""
        return self.column("method")

    @cached_property
    def known(self) -> frozenset[int]:
        """The methods' numbers, to look one up."""
        return frozenset(self.numbers.tolist())

    def column(self, name: str) -> npt.NDArray[Any]:
        """Returns the numbers or the truth values of a column."""
        values: npt.NDArray[Any] = self._table.column(name).to_numpy()
        return values

    def texts(self, name: str) -> npt.NDArray[np.object_]:
        """Returns the texts of a column, None where there is none."""
        found = np.empty(len(self), dtype=object)
        found[:] = self._table.column(name).to_pylist()
        return found

    def list_lengths(self, name: str) -> Int32Array:
        """Returns how many items each list of a column has."""
        return list_lengths(self._table.column(name))

    @cached_property
    def is_entered(self) -> BoolArray:
        """Which methods have run: entries or completed paths were counted."""
        is_entered: BoolArray = (self.column("entries") > 0) | (self.column("completed") > 0)
        return is_entered

    @cached_property
    def completed(self) -> Int64Array:
        """Path completions by the methods' numbers, 0 in gaps."""
        found = np.zeros(int(self.numbers.max(initial=-1)) + 1, dtype=np.int64)
        found[self.numbers] = self.column("completed")
        return found

    def row(self, number: int) -> dict[str, Any]:
        """Returns a method's row by the columns' names; ``number`` is one of ``numbers``."""
        if number not in self._rows:
            place = int(np.searchsorted(self.numbers, np.int32(number)))
            if self._readers is None:
                columns = (column.combine_chunks() for column in self._table.columns)
                self._readers = [_reader(column) for column in columns]
            values = [read(place, place + 1)[0] for read in self._readers]
            self._rows[number] = dict(zip(self._table.column_names, values, strict=True))
        return self._rows[number]

    def most(self, name: str, places: IndexArray) -> list[dict[str, Any]]:
        """Returns the rows at some ascending places, those with most in a column first."""
        order = np.argsort(-self.column(name)[places], kind="stable")
        return self.at(places[order])

    def at(self, places: IndexArray) -> list[dict[str, Any]]:
        """Returns the rows at some places."""
        return [self.row(number) for number in self.numbers[places].tolist()]

    def tuples(self, names: Iterable[str]) -> list[tuple[Any, ...]]:
        """Returns some columns of each row."""
        return list(zip(*(self._table.column(name).to_pylist() for name in names), strict=True))
