"""Conditions on a difference: ``share(Scanner.scan) > 2%``, ``new-loop > 1%``, ``any``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from kpath_jvm.analysis.diff.changes import Change, LoopChange, MethodChange, SequenceChange
from kpath_jvm.analysis.diff.difference import Difference
from kpath_jvm.errors import KpathError
from kpath_jvm.nearest import nearest
from kpath_jvm.profile import lookup

_TEXT = re.compile(
    r"\s*(?P<kind>[a-z-]+)\s*(?:\((?P<method>.+)\))?\s*(?:>\s*(?P<bound>[0-9.]+)\s*(?P<unit>%?))?\s*"
)
_Rows = Callable[[Difference], Iterable[tuple[Change, float]]]


def _new_or_gone(kind: str, status: str) -> _Rows:
    """Returns the rows that are new or gone, with their shares."""

    def rows(found: Difference) -> Iterable[tuple[Change, float]]:
        changes: Sequence[MethodChange | LoopChange | SequenceChange] = getattr(found, kind)
        side = status == "new"
        return [(one, one.share.means[side]) for one in changes if one.status == status]

    return rows


#: What a condition may be on: the differences, and by how much each differs.
KINDS: dict[str, _Rows] = {
    "any": lambda found: [
        (one, one.weight)
        for one in (*found.methods, *found.loops, *found.branches, *found.sequences)
    ],
    "share": lambda found: [(one, abs(one.share.change)) for one in found.methods],
    "bytecodes": lambda found: [(one, abs(one.bytecodes.relative)) for one in found.methods],
    "entries": lambda found: [(one, abs(one.entries.relative)) for one in found.methods],
    "iterations": lambda found: [(one, abs(one.mean.relative)) for one in found.loops],
    "outcome": lambda found: [(one, one.moved) for one in found.branches],
    **{
        f"{status}-{kind.removesuffix('s')}": _new_or_gone(kind, status)
        for kind in ("methods", "loops", "sequences")
        for status in ("new", "gone")
    },
}


@dataclass(frozen=True)
class Condition:
    """Fails where a difference of a kind is larger than ``bound``, of a method or of any."""

    text: str
    kind: str
    method: str | None
    bound: float


@dataclass(frozen=True)
class Outcome:
    """What came of a condition: the changes that are larger, the largest first, and by how much."""

    condition: Condition
    larger: tuple[tuple[Change, float], ...]

    @property
    def is_failed(self) -> bool:
        """Whether there is any."""
        return bool(self.larger)


def parsed(text: str) -> Condition:
    """Returns a condition; KpathError (2) for what is none."""
    match = _TEXT.fullmatch(text)
    if match is None:
        raise KpathError(
            f"{text!r} is no condition; write share > 2%, outcome(Scanner.scan) > 5%, "
            "new-loop > 1% or any", 2,
        )  # fmt: skip
    kind = match["kind"]
    if kind not in KINDS:
        raise KpathError(f"no condition on {kind!r}{nearest(kind, KINDS)}", 2)
    try:
        bound = float(match["bound"] or 0)
    except ValueError as error:
        raise KpathError(f"{match['bound']!r} in {text!r} is no number", 2) from error
    return Condition(text.strip(), kind, match["method"], bound / (100 if match["unit"] else 1))


def judge(found: Difference, conditions: Sequence[Condition]) -> list[Outcome]:
    """Returns what comes of conditions; KpathError (2) for a method that neither side has."""
    return [_outcome(found, condition) for condition in conditions]


def _outcome(found: Difference, condition: Condition) -> Outcome:
    meant = None if condition.method is None else _meant(found, condition.method)
    rows = [
        (change, amount)
        for change, amount in KINDS[condition.kind](found)
        if amount > condition.bound and (meant is None or _numbers(change) & meant)
    ]
    return Outcome(condition, tuple(sorted(rows, key=lambda row: -row[1])))


def _meant(found: Difference, text: str) -> set[tuple[int, int, int]]:
    """Returns side, run and number of the methods that a text means."""
    meant: set[tuple[int, int, int]] = set()
    failure: KpathError | None = None
    for at, side in enumerate((found.base, found.new)):
        for run, profile in enumerate(side.runs):
            try:
                numbers = lookup.match_methods(profile.table("methods"), text)
            except KpathError as error:
                failure = error
                continue
            meant |= {(at, run, number) for number in numbers}
    if not meant and failure is not None:
        raise KpathError(str(failure), 2)
    return meant


def _numbers(change: Change) -> set[tuple[int, int, int]]:
    return {
        (at, run, number)
        for at, known in enumerate((change.pair.base, change.pair.new))
        if known is not None
        for run, numbers in enumerate(known.numbers)
        for number in numbers
    }
