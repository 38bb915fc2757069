"""Lists the methods of one side of a comparison. A side is one or several runs of a program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.followed import known_length
from kpath_jvm.analysis.matching.blocks import match_blocks
from kpath_jvm.analysis.matching.numbered import without_numbers
from kpath_jvm.analysis.of_edges.amount_bounds import AmountBounds
from kpath_jvm.analysis.of_loops.executed import ExecutedPaths, as_executed, executed_paths
from kpath_jvm.analysis.uncompleted import held_back
from kpath_jvm.profile.arrow import nonempty_lists
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.forest import Int64Array
from kpath_jvm.profile.identity.methods import Loaders, MethodName, versions_of
from kpath_jvm.profile.identity.shapes import CodeShape, Shapes
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import method_title
from kpath_jvm.profile.schema import CODE_DIGEST
from kpath_jvm.ratio import Ratio

#: The number of digits of a class file's digest that a title shows.
_MOST_DIGITS = 8
#: The digests of a class file and of a method's path tables.
_Code: TypeAlias = tuple[str, str]


@dataclass(frozen=True, eq=False)
class KnownMethod:
    """A method of one side, with those of its versions that have the same shape (CodeShape).

    ``numbers`` has, for each run, the method's numbers; the tuple of a run that lacks the method is
    empty. The method's code is looked up in ``run`` under the number ``method``. ``bytecodes`` has
    one number per run, and ``bytecode_bounds`` has the bounds of each (Costs.bounds_of).
    """

    side: Side
    named: MethodName
    codes: frozenset[_Code]
    numbers: tuple[tuple[int, ...], ...]
    bytecodes: Int64Array
    bytecode_bounds: tuple[AmountBounds, ...]

    @property
    def class_name(self) -> str:
        """The name of the method's class."""
        return self.named.class_name

    @property
    def name(self) -> str:
        """The name of the method."""
        return self.named.name

    @property
    def descriptor(self) -> str:
        """The types of the method's parameters and result."""
        return self.named.descriptor

    @cached_property
    def title(self) -> str:
        """The title that users see; it differs between methods of one name with different code.

        Versions with equal code are added up, so a title that names one of them would be wrong.
        """
        if self.version is not None:
            return f"{method_title(*self.named)} [{self.version}]"
        if len(self.numbers[self.run]) > 1:
            return method_title(*self.named)
        return self.profile.method_rows.title(self.method)

    @cached_property
    def version(self) -> str | None:
        """The text that distinguishes the method from those with the same name but other code.

        It is None if the side has no such methods. Methods of one name are numbered in the order of
        their class files' digests, as in MethodRows.
        """
        beside = sorted(self.side.by_name[self.named], key=lambda one: sorted(one.codes))
        if len(beside) == 1:
            return None
        digests = sorted({digest[:_MOST_DIGITS] for digest in self.digests})
        files = f"class file{'s' if len(digests) > 1 else ''} {', '.join(digests)}"
        return f"version {beside.index(self) + 1} of {len(beside)}, {files}"

    @cached_property
    def run(self) -> int:
        """The place of the first run with the most labels of the method's switches."""
        having = [run for run, numbers in enumerate(self.numbers) if numbers]
        known = self.side.known_labels
        return max(having, key=lambda run: known[run].get(self.numbers[run][0], 0))

    @property
    def method(self) -> int:
        """The method's number in ``run``."""
        return self.numbers[self.run][0]

    @property
    def profile(self) -> Profile:
        """The profile of ``run``."""
        return self.side.runs[self.run]

    @cached_property
    def code(self) -> MethodCode:
        """The method's code.

        It has no digests of blocks unless all class files are known to have the same instructions
        in the method.
        """
        code, digests = self.profile.code(self.method), self.code_digests
        if not code.digests or (digests is not None and len(digests) == 1):
            return code
        return replace(code, digests=())

    @property
    def row(self) -> dict[str, Any]:
        """The method's row of ``methods`` in ``run``."""
        return self.profile.method_rows.row(self.method)

    @cached_property
    def shape(self) -> CodeShape:
        """The digests of the method's code."""
        return self.side.shapes[self.run].of(self.method)

    @cached_property
    def executed(self) -> ExecutedPaths:
        """The method's paths that were executed in any run, with the sums of their counts.

        Runs in which the paths have other numbers than in ``run`` aren't included.
        """
        table = self.row["path_tables"]
        parts = [
            executed_paths(profile, number)
            for profile, numbers in zip(self.side.runs, self.numbers, strict=True)
            for number in numbers
            if profile.method_rows.row(number)["path_tables"] == table
        ]
        if len(parts) == 1:
            return parts[0]
        counts = Counter[int]()
        for part in parts:
            counts.update(dict(zip(part.numbers.tolist(), part.counts.tolist(), strict=True)))
        return as_executed(self.code, counts)

    @property
    def graph(self) -> str:
        """The digest of the method's graph."""
        return self.side.shapes[self.run].graph(self.method)

    @cached_property
    def entries(self) -> list[int]:
        """The number of the method's entries in each run."""
        return [
            sum(counts[number] for number in numbers)
            for counts, numbers in zip(self.side.entries, self.numbers, strict=True)
        ]

    @cached_property
    def runs_of_entries_alone(self) -> tuple[int, ...]:
        """The runs that entered the method, and counted only the entries of some version of it.

        With more probes, such a version would have been too large (docs/size-ladder.md). Its
        bytecodes are 0 in these runs, whatever it executed.
        """
        return tuple(
            run
            for run, (profile, numbers) in enumerate(zip(self.side.runs, self.numbers, strict=True))
            if self.entries[run]
            and any(profile.method_rows.row(number)["mode"] == "entry" for number in numbers)
        )

    def may_lack(self, length: int) -> bool:
        """Returns whether a run's counts may lack sequences of ``length`` paths (followed.py)."""
        return any(
            known_length(profile, number) < length
            for profile, numbers in zip(self.side.runs, self.numbers, strict=True)
            for number in numbers
        )

    @property
    def may_have_held_back(self) -> bool:
        """Whether the method's counts may lack completed paths that were held back in a run.

        A path that was held back isn't part of any counted sequence, and may have followed any
        other path.
        """
        return any(
            held_back(profile, number) > 0
            for profile, numbers in zip(self.side.runs, self.numbers, strict=True)
            for number in numbers
        )

    @property
    def digests(self) -> frozenset[str]:
        """The digests of the method's class files."""
        return frozenset(digest for digest, _ in self.codes)

    @property
    def names_source(self) -> bool:
        """Whether the class names a source file; generated classes name none or ``<generated>``."""
        source = self.row["source"]
        return source is not None and "." in source

    @cached_property
    def code_digests(self) -> frozenset[str] | None:
        """The digests of the instructions; None if a profile lacks some, as older ones do."""
        found = frozenset(
            profile.method_rows.row(number)[CODE_DIGEST]
            for profile, numbers in zip(self.side.runs, self.numbers, strict=True)
            for number in numbers
        )
        return None if "" in found else found

    def is_same(self, other: KnownMethod) -> bool:
        """Returns whether both methods have a class file and its path tables in common."""
        return not self.codes.isdisjoint(other.codes)

    def is_alike(self, other: KnownMethod) -> bool:
        """Returns whether both methods are the same or have equal shapes."""
        return self.is_same(other) or self.shape == other.shape

    @cached_property
    def instructions(self) -> object:
        """The digests of the instructions, or the code's shape if a profile lacks these digests."""
        return self.code_digests or self.shape

    @property
    def block_count(self) -> int:
        """The number of the method's blocks."""
        return len(self.code.offsets)

    @property
    def weight(self) -> int:
        """The method's executed bytecodes in all runs."""
        return int(self.bytecodes.sum())

    @property
    def classes_beside(self) -> frozenset[str]:
        """The names of all classes of the method's side."""
        return self.side.classes

    def share_in_common(self, other: KnownMethod) -> float:
        """Returns the share of blocks that both methods have, from 0 to 1."""
        return match_blocks(self.code, other.code).share

    def share_of_equal_code(self, other: KnownMethod) -> float:
        """Returns the share of both methods' instructions that are in equal blocks, from 0 to 1.

        If a profile lacks the digests of blocks, the result is ``share_in_common``.
        """
        if not (self.code.digests and other.code.digests):
            return self.share_in_common(other)
        here, there = self._instructions_by_digest, other._instructions_by_digest
        total = here.total() + there.total()
        return 2 * (here & there).total() / total if total else 1.0

    @cached_property
    def _instructions_by_digest(self) -> Counter[int]:
        code, found = self.code, Counter[int]()
        for digest, instructions in zip(code.digests, code.instructions, strict=True):
            found[digest] += int(instructions)
        return found

    @property
    def is_executed(self) -> bool:
        """Whether the method was executed in any run, as far as counts show."""
        return bool(self.bytecodes.any()) or any(self.entries)


class Side:
    """One side of a comparison: the profiles of its runs, and its methods."""

    def __init__(self, runs: Sequence[Profile]) -> None:
        """Takes one or more merged profiles."""
        self.runs = tuple(runs)
        self.shapes = [Shapes(run) for run in self.runs]
        self._costs = [Costs(run) for run in self.runs]

    @property
    def k(self) -> int:
        """The length of the longest sequences that all runs counted."""
        return min(run.k for run in self.runs)

    @cached_property
    def summed(self) -> tuple[int, ...]:
        """The number of runs that each profile adds up; 1 for a profile that isn't a sum."""
        return tuple(run.run.runs for run in self.runs)

    def per_run(self, counts: Sequence[float]) -> tuple[float, ...]:
        """Returns each profile's count, divided by the number of runs that the profile adds up."""
        return tuple(Ratio(count, runs) for count, runs in zip(counts, self.summed, strict=True))

    @cached_property
    def bytecodes(self) -> Int64Array:
        """The executed bytecodes of each profile."""
        return np.array([costs.total for costs in self._costs], dtype=np.int64)

    @cached_property
    def bytecode_bounds(self) -> tuple[AmountBounds, ...]:
        """The bounds of the executed bytecodes of each profile."""
        return tuple(
            costs.bounds_of(run.method_rows.numbers.tolist())
            for costs, run in zip(self._costs, self.runs, strict=True)
        )

    @cached_property
    def entries(self) -> list[dict[int, int]]:
        """The entries of each run's methods, by method number."""
        names = ("method", "entries")
        return [dict(profile.method_rows.tuples(names)) for profile in self.runs]

    @cached_property
    def known_labels(self) -> list[dict[int, int]]:
        """For each run, the number of known switch labels of each method that has any."""
        found = []
        for profile in self.runs:
            table = profile.table("decisions")
            methods = table.column("method")
            known = Counter[int]()
            for row, labels in nonempty_lists(table.column("labels")):
                known[methods[row].as_py()] += sum(map(bool, labels))
            found.append(dict(+known))
        return found

    @cached_property
    def classes(self) -> frozenset[str]:
        """The names of all classes."""
        return frozenset(one.class_name for one in self.methods)

    @cached_property
    def class_stems(self) -> frozenset[str]:
        """The names of all classes, without the compiler's numbers."""
        return frozenset(without_numbers(one.named).class_name for one in self.methods)

    @cached_property
    def left_out(self) -> frozenset[tuple[str, str | None, str | None]]:
        """The class, name and descriptor of each method that a run met but didn't record.

        If the run left out a whole class, the name and the descriptor are None.
        """
        return frozenset(
            (one.class_name, one.name, one.descriptor)
            for profile in self.runs
            for one in profile.run.skipped
        )

    @cached_property
    def by_name(self) -> dict[MethodName, list[KnownMethod]]:
        """All methods by name; versions with different code are different methods."""
        found: dict[MethodName, list[KnownMethod]] = {}
        for one in self.methods:
            found.setdefault(one.named, []).append(one)
        return found

    @cached_property
    def methods(self) -> list[KnownMethod]:
        """All methods, those of the first run first."""
        by_name: dict[MethodName, dict[_Code, list[list[int]]]] = {}
        for run, profile in enumerate(self.runs):
            versions = versions_of(profile.table("methods"), Loaders.NONE)
            for version, number in zip(versions, profile.method_rows.numbers.tolist(), strict=True):
                codes = by_name.setdefault(version.named, {})
                code = (version.digest, version.path_tables)
                codes.setdefault(code, [[] for _ in self.runs])[run].append(number)
        found = []
        for key, codes in by_name.items():
            # Digests of graphs take time to compute. A method with only one version needs none.
            groups: dict[object, list[tuple[_Code, list[list[int]]]]] = {}
            for code, numbers in codes.items():
                shape = self._shape(numbers) if len(codes) > 1 else None
                groups.setdefault(shape, []).append((code, numbers))
            found += [self._known(key, group) for group in groups.values()]
        return found

    def _shape(self, numbers: list[list[int]]) -> CodeShape:
        run = next(run for run, of_run in enumerate(numbers) if of_run)
        return self.shapes[run].of(numbers[run][0])

    def _known(self, key: MethodName, group: list[tuple[_Code, list[list[int]]]]) -> KnownMethod:
        own = tuple(
            tuple(number for _, numbers in group for number in numbers[run])
            for run in range(len(self.runs))
        )
        sums = [
            sum(costs.of_method(number) for number in of_run)
            for costs, of_run in zip(self._costs, own, strict=True)
        ]
        codes = frozenset(code for code, _ in group)
        bounds = tuple(
            costs.bounds_of(of_run) for costs, of_run in zip(self._costs, own, strict=True)
        )
        return KnownMethod(self, key, codes, own, np.array(sums, dtype=np.int64), bounds)
