"""Finds the loops or branches that a condition on a named method could compare.

If there are none, for example because all of them are gone, the condition must not pass.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kpath_jvm.analysis.diff.changes import BranchChange, LoopChange
from kpath_jvm.analysis.diff.difference import Difference
from kpath_jvm.analysis.diff.measured import MeasuredMethod
from kpath_jvm.analysis.diff.together import Part, PartGroup, Together, each_together
from kpath_jvm.analysis.matching.known import KnownMethod
from kpath_jvm.analysis.matching.methods import MethodPair
from kpath_jvm.analysis.outcomes import uncounted
from kpath_jvm.errors import KpathError


@dataclass(frozen=True)
class NamedParts:
    """The loops, or branches, of a method: how many there are, and on which sides they ran.

    ``known`` is how many there are in the code of at least one side, and ``on_both`` is how many
    there are in the code of both sides. ``ran``, ``ran_on_both`` and ``ran_on_any`` are how many
    ran in the base, on both sides, and on at least one side, as far as completed paths show.
    ``gone`` is how many ran in the base and have no counterpart in the code of any version on the
    new side. ``ran_in_partners`` is how many ran both in a version of the base and in that
    version's partner on the new side. Outcomes are compared only between partners.
    """

    pair: MethodPair
    known: int
    on_both: int
    gone: int
    ran: int
    ran_on_both: int
    ran_on_any: int
    ran_in_partners: int

    @property
    def are_all_gone(self) -> bool:
        """Whether at least one loop or branch ran in the base, and all that ran there are gone."""
        return 0 < self.ran == self.gone


def named_parts(
    found: Difference,
    of: type[LoopChange | BranchChange],
    pairs: Sequence[MethodPair],
    line: int | None = None,
) -> Iterator[NamedParts]:
    """Yields the figures of each compared method that both sides have, over all its versions.

    Loops and branches that the filters leave out aren't counted. With ``line``, only loops that
    begin at that line on at least one side are counted.
    """
    for one in each_together(pairs):
        whole = _whole(one)
        if not found.is_compared(whole):
            continue
        shown = _shown_groups(found, of, one)
        if line is not None:
            shown = [group for group in shown if any(_begins_at(one, part, line) for part in group)]
        ran = [
            [any(_ran(of, one, part) for part in group if part[0] == side) for side in (0, 1)]
            for group in shown
        ]
        gone = sum(
            in_base and all(side == 0 for side, *_ in group)
            for group, (in_base, _) in zip(shown, ran, strict=True)
        )
        on_both = sum(len({side for side, *_ in group}) > 1 for group in shown)
        yield NamedParts(
            whole, len(shown), on_both, gone, sum(in_base for in_base, _ in ran),
            sum(map(all, ran)), sum(map(any, ran)),
            sum(_ran_in_partners(of, one, group) for group in shown),
        )  # fmt: skip


def check_line(pairs: Sequence[MethodPair], line: int, name: str) -> None:
    """Raises KpathError if no loop of ``name`` begins at ``line``, or if two may be meant.

    The loop may begin at the line on only one side. But if one loop begins there in the base, and
    another on the new side, either may be meant. Methods that only one side has are searched, too.
    """
    methods = each_together(pairs)
    lines: set[int] = set()
    found = False
    for method in methods:
        groups = method.loop_groups()
        at_line: tuple[set[int], set[int]] = (set(), set())
        for number, group in enumerate(groups):
            for part in group:
                if _begins_at(method, part, line):
                    at_line[part[0]].add(number)
                lines |= _header_lines(method, part)
        if all(at_line) and at_line[0].isdisjoint(at_line[1]):
            raise KpathError(
                f"{name}:{line} is one loop in the base and another one on the new side, so it "
                "isn't known which one is meant; leave the line out, or use --loop", 2,
            )  # fmt: skip
        found = found or any(at_line)
    on_both = {id(pair) for method in methods for pair in method.pairs}
    alone = [pair for pair in pairs if id(pair) not in on_both and pair.is_executed]
    for pair in alone:
        begun = _lines_of(pair.known)
        found = found or line in begun
        lines |= begun
    if (methods or alone) and not found:
        listed = ", ".join(map(str, sorted(lines)))
        where = f"its loops begin at line{'' if len(lines) == 1 else 's'} {listed}"
        raise KpathError(
            f"no loop of {name} begins at line {line} on either side; "
            f"{where if lines else 'it has no loop with a known line'}", 2,
        )  # fmt: skip


def gone_at(line: int, pairs: Sequence[MethodPair]) -> list[MethodPair]:
    """Returns the methods that only the base has, and whose loop at ``line`` ran."""
    found = []
    for pair in pairs:
        if pair.base is None or pair.new is not None or not pair.base.is_executed:
            continue
        measured = MeasuredMethod(pair.base)
        at_line = (
            loop for loop in range(len(measured.loops)) if pair.base.code.loop_begins_at(loop, line)
        )
        if any(_has_run(LoopChange, measured, loop) for loop in at_line):
            found.append(pair)
    return found


def ran_in_base(of: type[LoopChange | BranchChange], pairs: Sequence[MethodPair]) -> bool:
    """Returns whether any loop, or branch, of the methods ran in the base."""
    for pair in pairs:
        if pair.base is None or not pair.base.is_executed:
            continue
        measured = MeasuredMethod(pair.base)
        places = range(len(measured.loops)) if of is LoopChange else measured.branches
        if any(_has_run(of, measured, place) for place in places):
            return True
    return False


def why_not_compared(
    found: Difference, of: type[LoopChange | BranchChange], pairs: Sequence[MethodPair]
) -> list[str]:
    """Returns why the loops, or branches, of some methods aren't compared.

    Each string gives one reason and the number of methods to which the reason applies. Methods
    without a loop, or branch, aren't counted.
    """
    several = [one for one in each_together(pairs) if _have_parts(of, one.pairs)]
    on_both = {id(pair) for one in several for pair in one.pairs}
    light = filtered = 0
    for one in several:
        if not found.is_compared(_whole(one)):
            light += 1
        else:
            filtered += not _shown_groups(found, of, one)
    rest = [pair for pair in pairs if id(pair) not in on_both and _have_parts(of, [pair])]
    alone = sum(pair.is_executed for pair in rest if len(pair.sides) == 1)
    never = sum(not pair.is_executed for pair in rest)
    least = f"{100 * found.least_share:g} %"
    told = (
        (light, f"less than {least} of the recorded bytecodes on both sides (--min-share)"),
        (filtered, f"no {of.NOUN} that the filters leave"),
        (alone, "code on one side only"),
        (never, "never run"),
    )
    return [
        f"{number:,} {'has' if number == 1 else 'have'} {what}" for number, what in told if number
    ]


def has_part(of: type[LoopChange | BranchChange], known: KnownMethod) -> bool:
    """Returns whether the code of a method has a loop, or a branch."""
    return bool(known.code.loops) if of is LoopChange else bool(uncounted(known.code))


def _have_parts(of: type[LoopChange | BranchChange], pairs: Sequence[MethodPair]) -> bool:
    return any(has_part(of, one) for pair in pairs for one in pair.sides)


def _whole(method: Together) -> MethodPair:
    return method.pairs[0] if len(method.pairs) == 1 else method.whole()


def _shown_groups(
    found: Difference, of: type[LoopChange | BranchChange], method: Together
) -> list[PartGroup]:
    groups = method.loop_groups() if of is LoopChange else method.branch_groups()
    return [group for group in groups if _is_shown(found, of, method, group)]


def _header_lines(method: Together, part: Part) -> set[int]:
    side, version, loop = part
    return _line_of(method.sides[side][version], loop)


def _lines_of(known: KnownMethod) -> set[int]:
    return {line for loop in range(len(known.code.loops)) for line in _line_of(known, loop)}


def _line_of(known: KnownMethod, loop: int) -> set[int]:
    line = known.code.header_line(known.code.loops[loop].header)
    return set() if line is None else {known.code.places.of(line).line}


def _begins_at(method: Together, part: Part, line: int) -> bool:
    side, version, loop = part
    return method.sides[side][version].code.loop_begins_at(loop, line)


def _ran_in_partners(
    of: type[LoopChange | BranchChange], method: Together, group: PartGroup
) -> bool:
    ran = {part[:2] for part in group if _ran(of, method, part)}
    return any({(0, base), (1, new)} <= ran for base, new in method.partners)


def _is_shown(
    found: Difference, of: type[LoopChange | BranchChange], method: Together, group: PartGroup
) -> bool:
    """Returns whether the filters leave a loop, or branch, in at least one of the versions."""
    is_shown = found.shown.has_loop_at if of is LoopChange else found.shown.has_branch_at
    for side, version, place in group:
        known = method.sides[side][version]
        alone = MethodPair(None, known) if side else MethodPair(known, None)
        if is_shown(alone, (None, place) if side else (place, None)):
            return True
    return False


def _ran(of: type[LoopChange | BranchChange], method: Together, part: Part) -> bool:
    side, version, place = part
    return _has_run(of, method.measured[side][version], place)


def _has_run(of: type[LoopChange | BranchChange], measured: MeasuredMethod, place: int) -> bool:
    if of is LoopChange:
        return any(one.has_run for one in measured.loops[place])
    return any(any(run.get(place, {}).values()) for run in measured.outcomes)
