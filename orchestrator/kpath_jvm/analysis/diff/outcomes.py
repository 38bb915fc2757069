"""Which outcomes of a decision are the same ones in another version of the code.

The answers of a branch are matched by what they lead to. Bytecode says nothing of the source's
polarity: ``if (a < b)`` and ``if (!(a >= b))`` are one instruction, and ``if (flag)`` asks the same
as ``if (!flag)``, with its two ways out exchanged.
"""

from __future__ import annotations

from dataclasses import dataclass

from kpath_jvm.analysis.matching.blocks import likeness
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.metadata import Decision

#: By so much two arms must agree more with the other's arms before they count as exchanged.
_LEAST_MARGIN = 0.1


@dataclass(frozen=True)
class SameOutcome:
    """Targets of the base's decision, and those of the new one that are the same outcome.

    Several new cases may share one of the base's, or the other way round. One of the two is empty
    for a case that is gone or new.
    """

    base: tuple[int, ...]
    new: tuple[int, ...]


def same_outcomes(
    base: Decision, new: Decision, base_code: MethodCode, new_code: MethodCode, *, is_equal: bool
) -> tuple[SameOutcome, ...] | None:
    """Returns the outcomes of two versions of a decision, each target once.

    None if they are no versions of one decision: a branch and a switch. ``is_equal``: both graphs
    are equal, so that targets are the same block by number.
    """
    if (base.operator == "switch") != (new.operator == "switch"):
        return None
    if new.operator == "switch":
        return _of_switches(base, new)
    if is_equal:
        are_crossed = base.targets != new.targets and base.targets == new.targets[::-1]
    else:
        are_crossed = _are_crossed(base, new, base_code, new_code)
    others = new.targets[::-1] if are_crossed else new.targets
    return tuple(
        SameOutcome((one,), (other,)) for one, other in zip(base.targets, others, strict=True)
    )


def _are_crossed(
    base: Decision, new: Decision, base_code: MethodCode, new_code: MethodCode
) -> bool:
    """Whether the base's "yes" leads to what the new "no" leads to.

    By what the blocks there are; where that doesn't tell, by their order in the code, in which the
    part that is run if the source's condition holds comes first.
    """

    def agree(one: int, other: int) -> float:
        return likeness(base_code, one, new_code, other)

    (yes, no), (new_yes, new_no) = base.targets, new.targets
    straight = agree(yes, new_yes) + agree(no, new_no)
    crossed = agree(yes, new_no) + agree(no, new_yes)
    if abs(straight - crossed) >= _LEAST_MARGIN:
        return crossed > straight
    return _comes_first(base_code, yes, no) != _comes_first(new_code, new_yes, new_no)


def _comes_first(code: MethodCode, one: int, other: int) -> bool:
    return code.offsets[one] < code.offsets[other]


def _of_switches(base: Decision, new: Decision) -> tuple[SameOutcome, ...]:
    """Returns the outcomes that have a key in common, or the default."""
    label: dict[tuple[str, int], int] = {}

    def found(node: tuple[str, int]) -> int:
        return label.setdefault(node, len(label))

    def join(one: tuple[str, int], other: tuple[str, int]) -> None:
        kept, gone = found(one), found(other)
        label.update({node: kept for node, own in label.items() if own == gone})

    for side, decision in (("base", base), ("new", new)):
        for target in decision.targets:
            found((side, target))
    join(("base", base.targets[-1]), ("new", new.targets[-1]))
    theirs = dict(zip(new.keys, new.targets, strict=False))
    for key, target in zip(base.keys, base.targets, strict=False):
        if key in theirs:
            join(("base", target), ("new", theirs[key]))
    groups: dict[int, tuple[list[int], list[int]]] = {}
    for (side, target), own in label.items():
        groups.setdefault(own, ([], []))[side == "new"].append(target)
    return tuple(SameOutcome(tuple(ones), tuple(others)) for ones, others in groups.values())
