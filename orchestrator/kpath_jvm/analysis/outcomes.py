"""Counts how often each outcome of a method's branches, switches and handlers occurred."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from kpath_jvm.analysis.decided import DecidedPaths
from kpath_jvm.analysis.of_edges.counted_edges import CountedEdge, counted_edges
from kpath_jvm.analysis.told import places
from kpath_jvm.profile.code import MethodCode, Outcome
from kpath_jvm.profile.metadata import Decision
from kpath_jvm.profile.model import Profile


class BranchOutcomes(Struct, frozen=True):
    """The outcomes of one decision, in the order of ``decision.targets``, each target once.

    ``counts`` come from completed paths or, where edges were counted, from edges. ``unknown`` is
    the number of further executions, whose outcome isn't known. If the profile is exact, these
    numbers are exact. ``mosts`` has an upper bound for the count of each outcome, including unknown
    executions that may have had this outcome; for an edge without an upper bound, it has the
    estimate. ``line`` is None without a line table. ``ordinal`` is the decision's number on its
    line, from 1 in the order of the code; it is 0 for a handler. A handler's only count is the
    number of completed paths that began at the handler or, where edges were counted, how often the
    handler was entered.
    """

    method: int
    block: int
    decision: Decision
    line: int | None
    ordinal: int
    outcomes: tuple[Outcome, ...]
    counts: tuple[int, ...]
    unknown: int
    mosts: tuple[int, ...]

    @property
    def targets(self) -> tuple[int, ...]:
        """The blocks that the outcomes lead to."""
        return tuple(one.target for one in self.outcomes)

    @property
    def executed(self) -> list[int]:
        """The places in ``counts`` of the outcomes that occurred, ordered by target."""
        places = [at for at, count in enumerate(self.counts) if count]
        return sorted(places, key=lambda at: self.targets[at])

    @property
    def total(self) -> int:
        """How often the block was executed, including executions with an unknown outcome."""
        return sum(self.counts) + self.unknown

    @property
    def shares(self) -> tuple[float, ...]:
        """Each count divided by ``total``; 0.0 for a block that was never executed."""
        return tuple(count / self.total if self.total else 0.0 for count in self.counts)


def branch_outcomes(profile: Profile, method: int) -> list[BranchOutcomes]:
    """Returns the outcomes of a method's decisions in the order of the code, handlers last.

    Decisions that were never executed are included. A branch or switch with a single target
    decides nothing and isn't included. ``method`` is the method's number.
    """
    edges = counted_edges(profile, method)
    if edges:
        return _of_edges(profile.code(method), edges, method)
    return outcomes_of(DecidedPaths(profile, method), method)


def outcomes_of(decided: DecidedPaths, method: int) -> list[BranchOutcomes]:
    """Returns the result of ``branch_outcomes`` for a method whose DecidedPaths the caller has."""
    counts: dict[tuple[Decision, int], int] = {}
    unknown: dict[Decision, int] = {}
    for trip, count in zip(decided.trips, decided.trip_counts.tolist(), strict=True):
        for one in trip.outcomes:
            key = (one.decision, one.target)
            counts[key] = counts.get(key, 0) + count
        if trip.unknown is not None:
            unknown[trip.unknown] = unknown.get(trip.unknown, 0) + count
    return _outcomes(decided.code, method, counts, unknown, {})


def uncounted(code: MethodCode) -> list[BranchOutcomes]:
    """Returns a method's branches and switches with counts of 0, in the order of the code."""
    return [one for one in _outcomes(code, 0, {}, {}, {}) if one.decision.targets]


def _of_edges(code: MethodCode, edges: Sequence[CountedEdge], method: int) -> list[BranchOutcomes]:
    """Returns the outcomes as counted by edges, without handlers whose count isn't certain."""
    counts: dict[tuple[Decision, int], int] = {}
    unknown: dict[Decision, int] = {}
    mosts: dict[tuple[Decision, int], int] = {}
    left_out = set()
    by_ends = {(one.source, one.target): one for one in edges if one.kind in ("edge", "handler")}
    for decision in code.decisions:
        if not decision.targets:
            caught = by_ends.get((-1, decision.block))
            if caught is None or not caught.is_exact:
                left_out.add(decision)
            else:
                counts[decision, decision.block] = caught.count
        for target in dict.fromkeys(decision.targets):
            one = by_ends.get((decision.block, target))
            if one is None:
                continue
            # For an edge without an upper bound, the estimate is used.
            known = one.count if one.most is None else one.least
            counts[decision, target] = known
            mosts[decision, target] = one.count if one.most is None else one.most
            unknown[decision] = unknown.get(decision, 0) + one.count - known
    found = _outcomes(code, method, counts, unknown, mosts)
    return [one for one in found if one.decision not in left_out]


def _outcomes(
    code: MethodCode,
    method: int,
    counts: Mapping[tuple[Decision, int], int],
    unknown: Mapping[Decision, int],
    mosts: Mapping[tuple[Decision, int], int],
) -> list[BranchOutcomes]:
    """Returns the outcomes of a method's decisions with the given counts.

    If an outcome isn't in ``mosts``, all unknown executions of its decision may have had it.
    """
    where, _ = places(code)
    handlers = [one for one in code.decisions if one.operator == "caught"]
    found = []
    for decision in (*code.deciding.values(), *handlers):
        line, ordinal = where[decision.block] if decision.targets else (None, 0)
        if not decision.targets:
            line = code.header_line(decision.block)
        targets = tuple(dict.fromkeys(decision.targets)) or (decision.block,)
        if decision.targets and len(targets) < 2:
            continue
        found.append(
            BranchOutcomes(
                method,
                decision.block,
                decision,
                line,
                ordinal,
                tuple(Outcome(decision, target) for target in targets),
                tuple(counts.get((decision, target), 0) for target in targets),
                unknown.get(decision, 0),
                tuple(
                    mosts.get(
                        (decision, target),
                        counts.get((decision, target), 0) + unknown.get(decision, 0),
                    )
                    for target in targets
                ),
            )
        )
    return found
