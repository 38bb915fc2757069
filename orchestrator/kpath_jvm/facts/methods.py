"""Makes tables of a profile's methods, from stored and from computed columns."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.cut_off_work import MethodCutOff
from kpath_jvm.analysis.entered import has_unknown_entries
from kpath_jvm.analysis.uncompleted import UNCOMPLETED, counts_uncompleted
from kpath_jvm.profile.consistency import integers
from kpath_jvm.profile.forest import IndexArray, Int64Array
from kpath_jvm.profile.metadata import ENTRY_RUNG
from kpath_jvm.profile.model import Profile

#: The columns whose values ``MethodFacts`` computes.
_COMPUTED = (
    "title",
    "bytecodes",
    "bytecodes_exact",
    "bytecodes_entered",
    "bytecodes_cut_off",
    "share",
    "paths_executed",
    "loops",
    "entries",
    *UNCOMPLETED,
)


class MethodFacts:
    """Facts about a profile's methods.

    Each array has an item for each row of the table ``methods``. Bytecodes and shares come from
    ``costs``. If the profile is a part of another one, ``costs`` may be those of the whole profile.
    """

    def __init__(self, profile: Profile, costs: Costs | None = None) -> None:
        """Takes a profile, whose tables aren't read before they are needed."""
        self._profile = profile
        self._costs = Costs(profile) if costs is None else costs
        self._rows = profile.method_rows

    @cached_property
    def bytecodes(self) -> Int64Array:
        """The bytecodes executed in each method's blocks."""
        found: Int64Array = self._costs.of_methods[self._rows.numbers]
        return found

    @cached_property
    def bytecodes_exact(self) -> Int64Array:
        """The part of ``bytecodes`` that was certainly executed."""
        found: Int64Array = self._costs.exact_of_methods[self._rows.numbers]
        return found

    @cached_property
    def bytecodes_entered(self) -> Int64Array:
        """The part of ``bytecodes`` in blocks for which it is known how often they were entered."""
        found: Int64Array = self._costs.entered_of_methods[self._rows.numbers]
        return found

    @cached_property
    def paths_executed(self) -> Int64Array:
        """The number of different paths that each method completed."""
        return self._counted("paths")

    @cached_property
    def loops(self) -> Int64Array:
        """The number of loops of each method."""
        return self._counted("loops")

    def table(self, places: IndexArray, *names: str) -> pa.Table:
        """Returns the rows of the table ``methods`` at the indices ``places``, in this order.

        ``names`` are the wanted columns: stored ones (docs/formats/profile.md), ``title``,
        ``bytecodes``, ``bytecodes_exact``, ``bytecodes_entered``, ``bytecodes_cut_off`` (the most
        that cut-off paths can have executed), ``share`` (of all executed bytecodes),
        ``paths_executed`` and ``loops``. ``entries``, ``bytecodes_cut_off``, ``abandoned``,
        ``unfinished`` and ``undecided`` are None if they aren't known.
        """
        stored, rows = self._profile.table("methods"), pa.array(places)
        return pa.table(
            {
                name: pa.array(self._values(name, places))
                if name in _COMPUTED
                else stored.column(name).take(rows)
                for name in names
            }
        )

    def rows(self, places: IndexArray, *names: str) -> list[dict[str, Any]]:
        """Returns the rows of ``table`` as plain values, a dictionary for each row.

        The method avoids Arrow's compute functions, whose import takes longer than a small report.
        """
        columns = {
            name: self._values(name, places) for name in names if name in _COMPUTED
        }  # fmt: skip
        stored = [name for name in names if name not in _COMPUTED]
        return [
            {name: row[name] for name in stored}
            | {name: values[place] for name, values in columns.items()}
            for place, row in enumerate(self._rows.at(places))
        ]

    def _values(self, name: str, places: IndexArray) -> list[Any]:
        if name == "title":
            return [self._rows.title(number) for number in self._rows.numbers[places].tolist()]
        if name == "share":
            return [cost / max(self._costs.total, 1) for cost in self.bytecodes[places].tolist()]
        if name == "bytecodes_cut_off":
            return [self._cut_off(number) for number in self._rows.numbers[places].tolist()]
        if name == "entries":
            numbers = self._rows.column("entries")[places].tolist()
            unknown = has_unknown_entries(self._profile)[places].tolist()
            return [
                None if is_unknown else it for it, is_unknown in zip(numbers, unknown, strict=True)
            ]
        if name in UNCOMPLETED:
            return self._uncompleted(name, places)
        columns = {
            "bytecodes": lambda: self.bytecodes,
            "bytecodes_exact": lambda: self.bytecodes_exact,
            "bytecodes_entered": lambda: self.bytecodes_entered,
            "paths_executed": lambda: self.paths_executed,
            "loops": lambda: self.loops,
        }
        return list(columns[name]()[places].tolist())

    def _uncompleted(self, name: str, places: IndexArray) -> list[int | None]:
        if not counts_uncompleted(self._profile):
            return [None] * len(places)
        numbers = self._rows.column(name)[places].tolist()
        are_unknown = (self._rows.texts("rung")[places] == ENTRY_RUNG).tolist()
        return [None if it[1] else it[0] for it in zip(numbers, are_unknown, strict=True)]

    def _cut_off(self, number: int) -> int | None:
        work = MethodCutOff(self._profile, number).work()
        return None if work is None else work.bytecodes

    def _counted(self, name: str) -> Int64Array:
        """Returns how many rows of the table ``name`` each method has."""
        numbers = self._rows.numbers
        owners = integers(self._profile.table(name), "method")
        return np.bincount(owners, minlength=int(numbers.max(initial=0)) + 1)[numbers]
