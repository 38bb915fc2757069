"""The methods of a profile by row and by column, without pandas."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from kpath_jvm.profile.arrow import list_lengths
from kpath_jvm.profile.forest import BoolArray, IndexArray, Int32Array, Int64Array


class MethodRows:
    """The table ``methods``: rows ascend by the methods' numbers, which may have gaps."""

    def __init__(self, table: pa.Table) -> None:
        """Of the table of a profile, or of a merged one."""
        self._table = table
        self._rows: dict[int, dict[str, Any]] = {}

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Yields each row by the columns' names."""
        yield from self._table.to_pylist()

    def __len__(self) -> int:
        return int(self._table.num_rows)

    @cached_property
    def numbers(self) -> Int32Array:
        """The methods' numbers."""
        return self.column("method")

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
            (self._rows[number],) = self._table.slice(place, 1).to_pylist()
        return self._rows[number]

    def most(self, name: str, places: IndexArray) -> list[dict[str, Any]]:
        """Returns the rows at some ascending places, those with most in a column first."""
        order = np.argsort(-self.column(name)[places], kind="stable")
        return self.at(places[order])

    def at(self, places: IndexArray) -> list[dict[str, Any]]:
        """Returns the rows at some places."""
        return [self.row(number) for number in self.numbers[places].tolist()]

    def identities(self, names: Iterable[str]) -> list[tuple[Any, ...]]:
        """Returns some columns of each row."""
        return list(zip(*(self._table.column(name).to_pylist() for name in names), strict=True))
