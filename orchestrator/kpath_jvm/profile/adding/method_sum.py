"""Merges the methods of many profiles, and adds up their counts.

Each version (MethodVersion) is kept once. If the profiles are of several runs, versions that differ
only in how their paths are numbered become one method at the end. Columns that aren't counts and
may differ between runs are then combined so that the order of the profiles doesn't matter. All JVMs
of one session use one numbering of paths. The methods of these JVMs stay in the order in which they
come, and columns that aren't counts are taken from the first JVM that has the method.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from kpath_jvm.errors import KpathError
from kpath_jvm.profile import arrow
from kpath_jvm.profile.forest import Int32Array, Int64Array
from kpath_jvm.profile.identity.methods import (
    Loaders,
    MethodNumbers,
    MethodVersion,
    versions_of,
)
from kpath_jvm.profile.identity.shapes import HasTables, Shapes
from kpath_jvm.profile.metadata import RUNGS
from kpath_jvm.profile.schema import (
    CODE_DIGEST,
    HELD_BACK,
    METHOD_COUNTS,
    SCHEMAS,
    UNNAMED_VARIABLES,
)

_LEAST = ("version", "first_id", "entries_counted")
_MOST = ("instrumented_bytes", UNNAMED_VARIABLES)
#: If profiles have different modes for a method, the sum has the mode that comes last in this list.
_MODES = ("edges", "windows", "counted", "streamed", "entry")


class MethodSum:
    """Numbers versions in the order in which they come, and adds up their methods' rows."""

    def __init__(self, loaders: Loaders = Loaders.KINDS, *, of_one_session: bool = False) -> None:
        self._loaders = loaders
        self._of_one_session = of_one_session
        self._numbers = MethodNumbers()
        #: The results of Shapes.graph, by version; empty if all profiles are of one session.
        self._graphs: list[str] = []
        self._rows: list[pa.Table] = []
        self._sums: dict[str, Int64Array] = {}
        self._ladder: list[tuple[Any, ...]] = []
        #: The digest of each version's instructions, "" if no profile has it.
        self._code_digests: list[str] = []

    @property
    def known(self) -> list[MethodVersion]:
        """The versions, by number."""
        return self._numbers.known

    def add(self, tables: HasTables) -> tuple[Int32Array, list[int]]:
        """Adds the methods of a profile.

        Returns the version number of each method, and a list with the first method of each new
        version. Raises KpathError if a method's code differs from that of a known version with the
        same digests. In this case, nothing is added.
        """
        methods = tables.table("methods")
        versions = versions_of(methods, self._loaders)
        shapes = None if self._of_one_session else Shapes(tables)
        if shapes is not None:
            self._require_equal_graphs(versions, shapes)
        numbers, new = self._numbers.add(versions)
        if new:
            self._rows.append(methods.take(pa.array(new)))
            if shapes is not None:
                self._graphs += [shapes.graph(method) for method in new]
        self._add_counts(methods, numbers)
        self._add_rungs(methods, numbers)
        self._add_code_digests(methods, numbers)
        return numbers, new

    def _require_equal_graphs(self, versions: Sequence[MethodVersion], shapes: Shapes) -> None:
        for method, version in enumerate(versions):
            number = self._numbers.get(version)
            if number is not None and shapes.graph(method) != self._graphs[number]:
                raise KpathError(
                    f"{version.class_name}.{version.name} has other blocks or "
                    "edges than in an earlier profile, though the digest of its code is the same: "
                    "one of the two profiles is damaged; record it again, or both if you can't "
                    "tell which one it is"
                )

    @property
    def most_in_one(self) -> int:
        """The largest number of methods, of all profiles together, that became one version."""
        return int(self._sums["methods"].max(initial=1)) if self._sums else 1

    def methods(self) -> list[list[int]]:
        """Returns the versions of each method, in the order of the methods' table.

        The paths of a method have the numbers that its first version gives them.
        """
        if self._of_one_session:
            return [[number] for number in range(len(self.known))]
        found: dict[tuple[str | int, ...], list[int]] = {}
        for number, (one, graph) in enumerate(zip(self.known, self._graphs, strict=True)):
            code = (*one.named, one.loader, one.digest, one.possible_paths, graph)
            found.setdefault(code, []).append(number)
        for own in found.values():
            own.sort(key=lambda number: self.known[number].path_tables)
        return [found[code] for code in sorted(found)]

    def table(self, methods: Sequence[Sequence[int]]) -> pa.Table:
        """Returns the methods' table; ``methods`` is what ``MethodSum.methods`` returned."""
        firsts = np.array([own[0] for own in methods], dtype=np.int64)
        kept = pa.concat_tables(self._rows).take(pa.array(firsts)) if self._rows else None
        columns: dict[str, list[Any]] = {
            "method": list(range(len(methods))),
            "loader": [self.known[first].loader for first in firsts.tolist()],
        }
        columns |= {name: self._folded(name, methods, np.add).tolist() for name in METHOD_COUNTS}
        is_known = self._folded("held back is known", methods, np.minimum)
        held_back = self._folded(HELD_BACK, methods, np.add)
        columns[HELD_BACK] = np.where(is_known > 0, held_back, -1).tolist()
        columns[CODE_DIGEST] = [
            max(self._code_digests[number] for number in own) for own in methods
        ]
        if not self._of_one_session:
            columns |= self._folded_otherwise(methods)
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

    def _folded_otherwise(self, methods: Sequence[Sequence[int]]) -> dict[str, list[Any]]:
        """Returns the columns that aren't counts and may differ between runs."""
        since = self._folded("since", methods, np.maximum)
        columns: dict[str, list[Any]] = {
            "mode": [_MODES[code] for code in self._folded("mode", methods, np.maximum)],
            "since_millis": np.where(since == _UNKNOWN, -1, since).tolist(),
        }
        columns |= {name: self._folded(name, methods, np.minimum).tolist() for name in _LEAST}
        columns |= {name: self._folded(name, methods, np.maximum).tolist() for name in _MOST}
        for name in ("entries_counted", UNNAMED_VARIABLES):
            columns[name] = [bool(one) for one in columns[name]]
        worst = [max(self._ladder[number] for number in own) for own in methods]
        columns["rung"] = [RUNGS[at] for at, *_ in worst]
        columns["rung_reason"] = [reason or None for _, reason, *_ in worst]
        columns["rejected_rungs"] = [list(rungs) for _, _, rungs, _ in worst]
        columns["rejected_bytes"] = [list(sizes) for *_, sizes in worst]
        return columns

    def _add_counts(self, methods: pa.Table, numbers: Int32Array) -> None:
        self._fold("methods", np.add, numbers, np.ones(len(numbers), dtype=np.int64), 0)
        for name in METHOD_COUNTS:
            self._fold(name, np.add, numbers, methods.column(name).to_numpy(), 0)
        # A bound that is unknown in one profile is unknown in the sum.
        held_back = methods.column(HELD_BACK).to_numpy()
        self._fold(HELD_BACK, np.add, numbers, np.maximum(held_back, 0), 0)
        self._fold("held back is known", np.minimum, numbers, (held_back >= 0).astype(np.int64), 1)
        for name in _LEAST:
            values = methods.column(name).to_numpy().astype(np.int64)
            self._fold(name, np.minimum, numbers, values, np.iinfo(np.int64).max)
        for name in _MOST:
            values = methods.column(name).to_numpy().astype(np.int64)
            self._fold(name, np.maximum, numbers, values, 0)
        modes = [_MODES.index(mode) for mode in methods.column("mode").to_pylist()]
        self._fold("mode", np.maximum, numbers, np.array(modes, dtype=np.int64), 0)
        since = methods.column("since_millis").to_numpy().astype(np.int64)
        # A time that is unknown in one run is unknown in the sum, so it counts as the greatest.
        self._fold("since", np.maximum, numbers, np.where(since < 0, _UNKNOWN, since), 0)

    def _add_rungs(self, methods: pa.Table, numbers: Int32Array) -> None:
        """Keeps the lowest rung that a version has been on, and the reason for this rung."""
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

    def _add_code_digests(self, methods: pa.Table, numbers: Int32Array) -> None:
        """Keeps the digests of instructions, which an older kpath-jvm didn't write."""
        found = self._code_digests
        found += [""] * (len(self.known) - len(found))
        digests = methods.column(CODE_DIGEST).to_pylist()
        for number, digest in zip(numbers.tolist(), digests, strict=True):
            found[number] = max(found[number], digest)

    def _fold(
        self, name: str, fold: np.ufunc, numbers: Int32Array, values: npt.ArrayLike, first: int
    ) -> None:
        sums = self._sums.get(name, np.zeros(0, dtype=np.int64))
        if len(sums) < len(self.known):
            # The array grows by more than is needed, so that it needn't grow with each profile.
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
