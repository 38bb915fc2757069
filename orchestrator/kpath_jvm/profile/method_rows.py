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
from kpath_jvm.profile.names import printable, title_of

#: Returns a column's values in the rows from the first argument up to, but without, the second.
_Reader: TypeAlias = Callable[[int, int], list[Any]]

#: The columns by which a person can distinguish the versions of a method.
_APART = ("digest", "loader")
#: The access flag of bridge methods (JVMS 4.6).
_ACC_BRIDGE = 0x0040
_BRIDGE = "bridge method"
#: The number of digits of a class file's digest that are shown.
_MOST_DIGITS = 8


def bridge_title(title: str) -> str:
    """Returns the title of a bridge method, marked as such."""
    return f"{title} [{_BRIDGE}]"


class RowsByMethod:
    """A table with any number of rows for each method, ordered by method.

    Most methods have few rows, and Arrow is slow at turning many short slices of columns into
    lists. So lists are made from arrays of whole columns.
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
        """Returns the index of a method's first row, and the index after its last row."""
        # With bounds of another type, numpy would convert the whole column in each call.
        bounds = np.array([method, method + 1], dtype=self._owners.dtype)
        first, end = np.searchsorted(self._owners, bounds).tolist()
        return first, end

    def rows(self, method: int, *names: str) -> Iterator[tuple[Any, ...]]:
        """Yields the values of the named columns in each row of a method."""
        first, end = self.span(method)
        return zip(*(self._reader(name)(first, end) for name in names), strict=True)

    def numbers(self, method: int, name: str) -> npt.NDArray[Any]:
        """Returns the numbers that a column has in a method's rows."""
        first, end = self.span(method)
        found: npt.NDArray[Any] = self._column(name).to_numpy()[first:end]
        return found

    def lists(self, method: int, name: str) -> tuple[Int32Array, Int32Array]:
        """Returns the lengths and all items of the lists that a column has in a method's rows."""
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
        # None comes last, so that the code -1 of a missing string selects it.
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
    """Returns each value's index in the dictionary, or -1 if the value is missing."""
    validity, data = indices.buffers()
    rows = slice(indices.offset, indices.offset + len(indices))
    codes = np.frombuffer(data, dtype=indices.type.to_pandas_dtype())[rows]
    if indices.null_count:
        is_there = np.unpackbits(np.frombuffer(validity, dtype=np.uint8), bitorder="little")
        codes = np.where(is_there[rows], codes, -1)
    return codes


class MethodRows:
    """The table ``methods``, in ascending order of the methods' numbers, which can have gaps."""

    def __init__(self, table: pa.Table) -> None:
        """Takes a profile's table, in which versions of a method may have been added up."""
        self._table = table
        self._rows: dict[int, dict[str, Any]] = {}
        self._readers: list[_Reader] | None = None

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Yields each row as a dict by column name."""
        yield from self._table.to_pylist()

    def __len__(self) -> int:
        return int(self._table.num_rows)

    @cached_property
    def numbers(self) -> Int32Array:
        """The methods' numbers."""
        return self.column("method")

    @cached_property
    def known(self) -> frozenset[int]:
        """The methods' numbers as a set."""
        return frozenset(self.numbers.tolist())

    def column(self, name: str) -> npt.NDArray[Any]:
        """Returns the numbers or the truth values of a column."""
        values: npt.NDArray[Any] = self._table.column(name).to_numpy()
        return values

    def texts(self, name: str) -> npt.NDArray[np.object_]:
        """Returns the strings of a column, with None where one is missing."""
        found = np.empty(len(self), dtype=object)
        found[:] = self._table.column(name).to_pylist()
        return found

    def list_lengths(self, name: str) -> Int32Array:
        """Returns the number of items of each list in a column."""
        return list_lengths(self._table.column(name))

    @cached_property
    def is_entered(self) -> BoolArray:
        """Whether each method was entered or has completed paths."""
        is_entered: BoolArray = (self.column("entries") > 0) | (self.column("completed") > 0)
        return is_entered

    @cached_property
    def completed(self) -> Int64Array:
        """The number of path completions by method number, or 0 if no method has the number."""
        found = np.zeros(int(self.numbers.max(initial=-1)) + 1, dtype=np.int64)
        found[self.numbers] = self.column("completed")
        return found

    def row(self, number: int) -> dict[str, Any]:
        """Returns a method's row as a dict by column name; ``number`` is one of ``numbers``."""
        if number not in self._rows:
            place = int(np.searchsorted(self.numbers, np.int32(number)))
            if self._readers is None:
                columns = (column.combine_chunks() for column in self._table.columns)
                self._readers = [_reader(column) for column in columns]
            values = [read(place, place + 1)[0] for read in self._readers]
            self._rows[number] = dict(zip(self._table.column_names, values, strict=True))
        return self._rows[number]

    @cached_property
    def by_name(self) -> dict[tuple[str, str, str], list[int]]:
        """The methods' numbers by class, name and descriptor: one number for each version."""
        found: dict[tuple[str, str, str], list[int]] = {}
        names = self.tuples(("class", "name", "descriptor"))
        for number, (owner, name, descriptor) in zip(self.numbers.tolist(), names, strict=True):
            found.setdefault((owner, name, descriptor), []).append(number)
        return found

    def title(self, number: int) -> str:
        """Returns a method's title, which is different for each version of the method."""
        title = title_of(self.row(number))
        own = self._told_apart.get(number)
        return title if own is None else f"{title} [{own}]"

    @property
    def are_bridges(self) -> BoolArray:
        """Whether each method is a bridge method (``is_bridge``)."""
        are_bridges: BoolArray = (self.column("access") & _ACC_BRIDGE) != 0
        return are_bridges

    def is_bridge(self, number: int) -> bool:
        """Returns whether a compiler added the method to call a method with another descriptor."""
        return bool(self.row(number)["access"] & _ACC_BRIDGE)

    def identity(self, number: int) -> dict[str, Any]:
        """Returns the fields that identify a method in documents (docs/formats/json.md)."""
        row = self.row(number)
        return {
            "class": row["class"],
            "method": row["name"],
            "descriptor": row["descriptor"],
            "loader": row["loader"],
            "title": self.title(number),
        }

    def uncompleted(self, number: int) -> int:
        """Returns the number of a method's paths that began, but weren't completed."""
        row = self.row(number)
        return int(row["abandoned"] + row["unfinished"] + row["undecided"])

    @cached_property
    def _told_apart(self) -> dict[int, str]:
        """What to add to the titles of bridge methods and of versions, by method number.

        A bridge method has the name, and often the parameters, of the method that it calls.
        """
        found: dict[int, list[str]] = {}
        for number in self.numbers[self.are_bridges].tolist():
            found[number] = [_BRIDGE]
        for numbers in self.by_name.values():
            if len(numbers) > 1:
                for number, text in zip(numbers, self._versions(numbers), strict=True):
                    found.setdefault(number, []).append(text)
        return {number: ", ".join(texts) for number, texts in found.items()}

    def _versions(self, numbers: list[int]) -> Iterator[str]:
        """Yields, for each version of one method, a description that no other version has.

        A loader's name can end with @ and a number that differs from run to run. The number is left
        out if the class files and the rest of the names distinguish the versions. If all class
        files are different, the versions are numbered in the order of the files' digests, so that
        two runs that define the same classes have the same titles.
        """
        rows = [self.row(number) for number in numbers]
        files, loaders = ([row[name] for row in rows] for name in _APART)
        kinds = [loader.partition("@")[0] if loader else loader for loader in loaders]
        places = list(range(1, len(rows) + 1))
        if len(set(files)) == len(rows):
            order = sorted(range(len(rows)), key=files.__getitem__)
            places = [order.index(at) + 1 for at in range(len(rows))]
        if len(set(zip(files, kinds, strict=True))) == len(rows):
            loaders = kinds
        for place, file, loader in zip(places, files, loaders, strict=True):
            text = f"version {place} of {len(rows)}"
            if len(set(files)) > 1:
                text = f"{text}, class file {file[:_MOST_DIGITS]}"
            if len(set(loaders)) > 1:
                text = f"{text}, loader {printable(loader)}"
            yield text

    def most(self, name: str, places: IndexArray) -> list[dict[str, Any]]:
        """Returns the rows at the ascending indices ``places``, in descending order of a column."""
        order = np.argsort(-self.column(name)[places], kind="stable")
        return self.at(places[order])

    def at(self, places: IndexArray) -> list[dict[str, Any]]:
        """Returns the rows at some indices."""
        return [self.row(number) for number in self.numbers[places].tolist()]

    def tuples(self, names: Iterable[str]) -> list[tuple[Any, ...]]:
        """Returns the values of the named columns in each row."""
        return list(zip(*(self._table.column(name).to_pylist() for name in names), strict=True))
