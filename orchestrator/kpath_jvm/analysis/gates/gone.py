"""Loops and branches of the base that no version of their method has any more.

A condition on iterations or outcomes compares what both sides have. If all loops, or branches, of a
method are gone, nothing is left to compare, and the condition must not pass because of that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kpath_jvm.analysis.diff.changes import BranchChange, LoopChange
from kpath_jvm.analysis.diff.difference import Difference
from kpath_jvm.analysis.diff.together import Part, PartGroup, Together, each_together
from kpath_jvm.analysis.matching.methods import MethodPair


@dataclass(frozen=True)
class GoneParts:
    """How many loops, or branches, of a method ran in the base, and how many of these are gone.

    A part is gone if no version of the method on the new side has code that corresponds to it.
    """

    pair: MethodPair
    gone: int
    ran: int

    @property
    def are_all_gone(self) -> bool:
        """Whether there were such parts, and none is left."""
        return 0 < self.ran == self.gone


def gone_parts(
    found: Difference, of: type[LoopChange | BranchChange], pairs: Sequence[MethodPair]
) -> Iterator[GoneParts]:
    """Yields the figures of each compared method that both sides have, over all its versions."""
    for one in each_together(pairs):
        whole = one.pairs[0] if len(one.pairs) == 1 else one.whole()
        if not found.is_compared(whole):
            continue
        groups = one.loop_groups() if of is LoopChange else one.branch_groups()
        ran = [
            group
            for group in groups
            if _is_shown(found, of, one, group) and any(_ran(of, one, part) for part in group)
        ]
        gone = sum(all(side == 0 for side, *_ in group) for group in ran)
        yield GoneParts(whole, gone, len(ran))


def _is_shown(
    found: Difference, of: type[LoopChange | BranchChange], method: Together, group: PartGroup
) -> bool:
    """Returns whether the filters leave the part, in at least one version of the method."""
    is_shown = found.shown.has_loop_at if of is LoopChange else found.shown.has_branch_at
    for side, version, place in group:
        known = method.sides[side][version]
        alone = MethodPair(None, known) if side else MethodPair(known, None)
        if is_shown(alone, (None, place) if side else (place, None)):
            return True
    return False


def _ran(of: type[LoopChange | BranchChange], method: Together, part: Part) -> bool:
    """Returns whether a loop ran, or a branch was executed, in any run of the base."""
    side, version, place = part
    if side:
        return False
    measured = method.measured[0][version]
    if of is LoopChange:
        return any(one.has_run for one in measured.loops[place])
    return any(any(run.get(place, {}).values()) for run in measured.outcomes)
