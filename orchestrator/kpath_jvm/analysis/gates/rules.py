"""Rules that a profile keeps or breaks: bounded figures of methods, loops, branches and paths."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.flow import flow
from kpath_jvm.analysis.loop_nest import LoopNest
from kpath_jvm.analysis.loops import trips
from kpath_jvm.analysis.loops_at import decisions_at, headers_at
from kpath_jvm.analysis.of_loops.executed import executed_rows
from kpath_jvm.analysis.outcomes import BranchOutcomes, branch_outcomes
from kpath_jvm.errors import KpathError
from kpath_jvm.profile import lookup
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import printable

#: ``share``: of the executed bytecodes, of methods; ``bytecodes`` and ``entries`` of methods;
#: ``iterations``: per entry, of loops at a line; ``outcome``: the share of a branch's executions
#: with an answer; ``path``: completions of a method's paths through some lines.
FigureKind: TypeAlias = Literal["share", "bytecodes", "entries", "iterations", "outcome", "path"]
FIGURES: tuple[FigureKind, ...] = (
    "share", "bytecodes", "entries", "iterations", "outcome", "path",
)  # fmt: skip
#: Those that are shares, written as 10% or 0.1.
SHARES = frozenset(("share", "outcome"))


@dataclass(frozen=True)
class Rule:
    """A figure of what ``where`` names, and its bounds; None is no bound.

    ``where`` is a method as for ``--method``, or a line as for ``--loop``. ``answer`` and
    ``ordinal`` say which of a branch's outcomes, and which of the branches on the line (from 1;
    None: there is only one). ``through`` are lines that a path runs through in that order.
    ``may_be_missing``: what isn't in the profile counts 0; else that is an error.
    """

    figure: FigureKind
    where: str
    name: str
    at_least: float | None = None
    at_most: float | None = None
    answer: str = "yes"
    ordinal: int | None = None
    through: tuple[int, ...] = ()
    may_be_missing: bool = False


@dataclass(frozen=True)
class Verdict:
    """What came of a rule; ``value`` is None where the branch or loop never ran."""

    rule: Rule
    value: float | None

    @property
    def is_kept(self) -> bool:
        """Whether the value is within the bounds; what never ran is within any."""
        if self.value is None:
            return True
        least = -np.inf if self.rule.at_least is None else self.rule.at_least
        most = np.inf if self.rule.at_most is None else self.rule.at_most
        return bool(least <= self.value <= most)


def check(profile: Profile, rules: Sequence[Rule]) -> list[Verdict]:
    """Returns the verdicts of rules on a profile, whose versions of methods are added up.

    KpathError (2), naming the rule, for a place that means nothing.
    """
    checked = _Checked(profile)
    found = []
    for rule in rules:
        try:
            value = checked.value(rule)
        except KpathError as error:
            if not rule.may_be_missing:
                raise KpathError(f"rule {printable(rule.name)!r}: {error}", 2) from error
            value = 0.0
        found.append(Verdict(rule, value))
    return found


class _Checked:
    """A profile, and what several rules ask of it."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._costs = Costs(profile)

    def value(self, rule: Rule) -> float | None:
        """Returns a rule's figure; KpathError for a place that means nothing."""
        figures: dict[FigureKind, Callable[[Rule], float | None]] = {
            "share": self._share,
            "bytecodes": lambda rule: float(self._bytecodes(rule)),
            "entries": self._entries,
            "iterations": self._iterations,
            "outcome": self._outcome,
            "path": self._path,
        }
        return figures[rule.figure](rule)

    def _methods(self, rule: Rule) -> list[int]:
        return lookup.match_methods(self._profile.table("methods"), rule.where)

    def _bytecodes(self, rule: Rule) -> int:
        return sum(self._costs.of_method(method) for method in self._methods(rule))

    def _share(self, rule: Rule) -> float:
        return self._bytecodes(rule) / max(self._costs.total, 1)

    def _entries(self, rule: Rule) -> float:
        rows = self._profile.method_rows
        return float(sum(int(rows.row(method)["entries"]) for method in self._methods(rule)))

    def _iterations(self, rule: Rule) -> float | None:
        entries = iterations = 0
        for method, loop in headers_at(self._profile, rule.where):
            nest = LoopNest(self._profile.code(method), self._profile.method_rows.row(method))
            found = trips(nest, loop, flow(self._profile, method))
            entries, iterations = entries + found[0], iterations + found[1]
        return iterations / entries if entries else None

    def _outcome(self, rule: Rule) -> float | None:
        rows = [
            row
            for method, block in decisions_at(self._profile, rule.where)
            for row in branch_outcomes(self._profile, method)
            if row.block == block and row.decision.targets
        ]
        if rule.ordinal is not None:
            rows = [row for row in rows if row.ordinal == rule.ordinal]
        if len({row.ordinal for row in rows}) > 1:
            raise KpathError(
                f"line {printable(rule.where)} has {len(rows)} branches; add ordinal = 1 to "
                f"{max(row.ordinal for row in rows)}, as `branches` counts them"
            )
        if not rows:
            raise KpathError(f"no branch #{rule.ordinal} at {printable(rule.where)}")
        total = sum(row.total for row in rows)
        return sum(_count(row, rule) for row in rows) / total if total else None

    def _path(self, rule: Rule) -> float:
        total = 0
        for method in self._methods(rule):
            code, rows = self._profile.code(method), executed_rows(self._profile, method)
            columns = (rows.column(name).to_pylist() for name in ("blocks", "count"))
            for blocks, count in zip(*columns, strict=True):
                lines = iter(code.places.of(line).line for line in code.lines.of_path(blocks))
                total += count * all(line in lines for line in rule.through)
        return float(total)


def _count(row: BranchOutcomes, rule: Rule) -> int:
    """Returns how often a branch had the answer; KpathError if it has no such one."""
    answers = []
    for outcome, count in zip(row.outcomes, row.counts, strict=True):
        if row.decision.operator == "switch":
            own = [str(key) for key in outcome.keys] + ["default"] * outcome.is_default
        else:
            own = ["yes" if outcome.is_yes else "no"]
        if rule.answer in own:
            return count
        answers += own
    known = ", ".join(answers)
    raise KpathError(f"no answer {printable(rule.answer)!r}; there are: {known}")
