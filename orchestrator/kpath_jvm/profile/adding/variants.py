"""The methods of many profiles, each once, and their counts added up.

A *variant* is a method by its class, name, descriptor, digest, path tables and kind of loader.
Variants whose graphs are equal too become one method at the end: of these only the numbers of paths
differ. What is no count and may differ between runs is folded so that any order gives the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from kpath_jvm.errors import KpathError
from kpath_jvm.profile import arrow
from kpath_jvm.profile.forest import Int32Array, Int64Array
from kpath_jvm.profile.identity.shapes import HasTables, Shapes
from kpath_jvm.profile.metadata import RUNGS
from kpath_jvm.profile.names import kind_of_loader
from kpath_jvm.profile.schema import SCHEMAS

_SUMMED = (
    "entries", "handler_entries", "completed", "exits", "abandoned", "unfinished", "undecided",
)  # fmt: skip
_LEAST = ("version", "first_id", "entries_counted")
_MOST = ("instrumented_bytes",)
#: In the order in which they know less of how an activation ended.
_MODES = ("edges", "windows", "counted", "streamed", "entry")
_KEY = ("class", "name", "descriptor", "digest", "loader", "path_tables", "possible_paths")
#: The same as fields of Variant.
_FIELDS = ("class_name", *_KEY[1:])


@dataclass(frozen=True)
class Variant:
    """What tells variants apart; ``graph`` is Shapes.graph's."""

    class_name: str
    name: str
    descriptor: str
    digest: str
    loader: str
    path_tables: str
    possible_paths: int
    graph: str

    @property
    def code(self) -> tuple[str | int, ...]:
        """What is equal of variants that are one method; methods are ordered by it."""
        return (
            self.class_name, self.name, self.descriptor, self.loader, self.digest,
            self.possible_paths, self.graph,
        )  # fmt: skip


class Variants:
    """Numbers variants in the order in which they come, and adds up their methods' rows."""

    def __init__(self) -> None:
        self.known: list[Variant] = []
        self._numbers: dict[tuple[object, ...], int] = {}
        self._rows: list[pa.Table] = []
        self._sums: dict[str, Int64Array] = {}
        self._ladder: list[tuple[Any, ...]] = []

    def add(self, tables: HasTables) -> tuple[Int32Array, list[int]]:
        """Adds the methods of a profile.

        Returns the number of each method's variant, and the methods that are new, the first of each
        variant. KpathError when a method has other code than a known one with its digests; then
        nothing is added.
        """
        methods = tables.table("methods")
        columns = {name: methods.column(name).to_pylist() for name in _KEY}
        columns["loader"] = [kind_of_loader(name) for name in columns["loader"]]
        shapes = Shapes(tables)
        for method, key in enumerate(zip(*columns.values(), strict=True)):
            number = self._numbers.get(key)
            if number is not None and shapes.graph(method) != self.known[number].graph:
                raise KpathError(
                    f"{columns['class'][method]}.{columns['name'][method]} has other blocks or "
                    "edges than in the profiles before, though the digest of its code is the same: "
                    "one of them is damaged; record again what can't be told to be whole"
                )
        new: list[int] = []
        numbers = np.empty(methods.num_rows, dtype=np.int32)
        for method, key in enumerate(zip(*columns.values(), strict=True)):
            number = self._numbers.get(key)
            if number is None:
                number = self._numbers[key] = len(self.known)
                names: dict[str, Any] = dict(zip(_FIELDS, key, strict=True))
                self.known.append(Variant(**names, graph=shapes.graph(method)))
                new.append(method)
            numbers[method] = number
        if new:
            self._rows.append(methods.take(pa.array(new)))
        self._add_counts(methods, numbers)
        self._add_rungs(methods, numbers)
        return numbers, new

    def methods(self) -> list[list[int]]:
        """Returns the variants of each method, in the order of the methods' table.

        The first of them is the one whose numbers of paths the method has.
        """
        found: dict[tuple[str | int, ...], list[int]] = {}
        for number, variant in enumerate(self.known):
            found.setdefault(variant.code, []).append(number)
        for own in found.values():
            own.sort(key=lambda number: self.known[number].path_tables)
        return [found[code] for code in sorted(found)]

    def table(self, methods: Sequence[Sequence[int]]) -> pa.Table:
        """Returns the methods' table, for what ``methods`` returns."""
        firsts = np.array([own[0] for own in methods], dtype=np.int64)
        kept = pa.concat_tables(self._rows).take(pa.array(firsts)) if self._rows else None
        columns: dict[str, list[Any]] = {
            "method": list(range(len(methods))),
            "loader": [self.known[first].loader for first in firsts.tolist()],
            "mode": [_MODES[code] for code in self._folded("mode", methods, np.maximum)],
        }
        since = self._folded("since", methods, np.maximum)
        columns["since_millis"] = np.where(since == _UNKNOWN, -1, since).tolist()
        columns |= {name: self._folded(name, methods, np.add).tolist() for name in _SUMMED}
        columns |= {name: self._folded(name, methods, np.minimum).tolist() for name in _LEAST}
        columns |= {name: self._folded(name, methods, np.maximum).tolist() for name in _MOST}
        columns["entries_counted"] = [bool(one) for one in columns["entries_counted"]]
        worst = [max(self._ladder[number] for number in own) for own in methods]
        columns["rung"] = [RUNGS[at] for at, *_ in worst]
        columns["rung_reason"] = [reason or None for _, reason, *_ in worst]
        columns["rejected_rungs"] = [list(rungs) for _, _, rungs, _ in worst]
        columns["rejected_bytes"] = [list(sizes) for *_, sizes in worst]
        arrays = []
        for field in SCHEMAS["methods"]:
            if field.name not in columns:
                assert kept is not None or not methods
                columns[field.name] = [] if kept is None else kept.column(field.name).to_pylist()
            values = columns[field.name]
            if pa.types.is_dictionary(field.type):
                arrays.append(arrow.dictionary(values, field.type))
            else:
                arrays.append(pa.array(values, field.type))
        return pa.Table.from_arrays(arrays, schema=SCHEMAS["methods"])

    def _add_counts(self, methods: pa.Table, numbers: Int32Array) -> None:
        for name in _SUMMED:
            self._fold(name, np.add, numbers, methods.column(name).to_numpy(), 0)
        for name in _LEAST:
            values = methods.column(name).to_numpy().astype(np.int64)
            self._fold(name, np.minimum, numbers, values, np.iinfo(np.int64).max)
        for name in _MOST:
            self._fold(name, np.maximum, numbers, methods.column(name).to_numpy(), 0)
        modes = [_MODES.index(mode) for mode in methods.column("mode").to_pylist()]
        self._fold("mode", np.maximum, numbers, np.array(modes, dtype=np.int64), 0)
        since = methods.column("since_millis").to_numpy().astype(np.int64)
        # Unknown in one run is unknown in all: above whatever is known.
        self._fold("since", np.maximum, numbers, np.where(since < 0, _UNKNOWN, since), 0)

    def _add_rungs(self, methods: pa.Table, numbers: Int32Array) -> None:
        """Keeps the lowest rung that a variant has been on, and why."""
        ladder = self._ladder
        ladder += [_BEST] * (len(self.known) - len(ladder))
        rungs = methods.column("rung").to_pylist()
        lower = [place for place, rung in enumerate(rungs) if rung != RUNGS[0]]
        rows = methods.take(pa.array(lower, pa.int64())).to_pylist()
        for place, row in zip(lower, rows, strict=True):
            reasons = tuple(row["rejected_rungs"]), tuple(row["rejected_bytes"])
            own = (RUNGS.index(row["rung"]), row["rung_reason"] or "", *reasons)
            number = int(numbers[place])
            ladder[number] = max(ladder[number], own)

    def _fold(
        self, name: str, fold: np.ufunc, numbers: Int32Array, values: npt.ArrayLike, first: int
    ) -> None:
        sums = self._sums.get(name, np.zeros(0, dtype=np.int64))
        if len(sums) < len(self.known):
            # By more than is needed: profiles are many, and what is new in each is little.
            more = len(self.known) + len(self.known) // 4 - len(sums)
            sums = np.concatenate([sums, np.full(more, first, dtype=np.int64)])
            self._sums[name] = sums
        fold.at(sums, numbers, values)

    def _folded(self, name: str, methods: Sequence[Sequence[int]], fold: np.ufunc) -> Int64Array:
        if not methods:
            return np.zeros(0, dtype=np.int64)
        order = np.concatenate([np.array(own, dtype=np.int64) for own in methods])
        firsts = np.cumsum([0, *map(len, methods)])[:-1]
        found: Int64Array = fold.reduceat(self._sums[name][order], firsts)
        return found


_UNKNOWN = 1 << 40
_BEST: tuple[Any, ...] = (0, "", (), ())
