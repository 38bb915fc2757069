"""The branches of a method as their matching with source text needs them."""

from collections.abc import Collection
from dataclasses import dataclass

from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.metadata import Decision
from kpath_jvm.profile.places import Place


@dataclass(frozen=True)
class Branch:
    """A decision, the line that it lies on and the first line of each target; -1 for none.

    Lines are those of the class's own file, of what was written there; ``is_elsewhere``: the
    decision was inlined from another place, and has none. ``successors`` are for each target the
    block of the next decision; None if there is none, or a way between them ends paths.
    """

    decision: Decision
    line: int
    target_lines: tuple[int, ...]
    successors: tuple[int | None, ...]
    is_elsewhere: bool = False


def branches_of(code: MethodCode) -> list[Branch]:
    """Returns a method's branches and switches in the order of its code."""
    return [
        Branch(
            decision,
            _line(code, block, -1),
            tuple(_line(code, target, 0) for target in decision.targets),
            tuple(_next(code, target, code.deciding) for target in decision.targets),
            _is_elsewhere(code, block),
        )
        for block, decision in code.deciding.items()
    ]


def _line(code: MethodCode, block: int, place: int) -> int:
    lines = code.lines.of_block(block)
    return lines[place] if lines and _is_own(code, lines[place]) else -1


def _is_elsewhere(code: MethodCode, block: int) -> bool:
    lines = code.lines.of_block(block)
    return bool(lines) and not _is_own(code, lines[-1])


def _is_own(code: MethodCode, line: int) -> bool:
    """Whether a line is that line of the class's own file, and not of code inlined from it."""
    return code.places.of(line) == Place("", "", -1, line)


def _next(code: MethodCode, block: int, deciding: Collection[int]) -> int | None:
    while block not in deciding:
        following = code.decoder.following(block)
        if len(following) != 1:
            return None
        (block,) = following
    return block
