"""Lists the branches of a method in the form in which they are matched with source text."""

import re
from collections.abc import Mapping

from msgspec import Struct

from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.metadata import Decision
from kpath_jvm.profile.places import Place

_INTEGER = re.compile(r"-?\d+")


class Branch(Struct, frozen=True):
    """A decision, the line that it lies on, and the first line of each target.

    The lines are those of one piece of source: the class's own file, or the file from which a call
    was inlined. A line is -1 if the code has no line number, or was written in another piece.
    ``is_elsewhere`` says that the decision was written in another piece, so its line is -1.
    ``successors`` has, for each target, the block of the first decision from that target on, or
    None if that block isn't certain, or if paths end before it. ``is_settled`` says that the
    decision compares constants: it decides nothing, and is never a successor.
    """

    decision: Decision
    line: int
    target_lines: tuple[int, ...]
    successors: tuple[int | None, ...]
    is_elsewhere: bool = False
    is_settled: bool = False


def branches_of(code: MethodCode, piece: Place | None = None) -> list[Branch]:
    """Returns a method's branches and switches in the order of its code.

    ``piece`` is any place in a piece of inlined code. Without it, the lines are those of the
    class's own file.
    """
    return [
        Branch(
            decision,
            _line(code, code.decision_line(block), piece),
            tuple(_first_line(code, target, piece) for target in decision.targets),
            tuple(_next(code, target, code.deciding) for target in decision.targets),
            _is_elsewhere(code, block, piece),
            _settled(decision) is not None,
        )
        for block, decision in code.deciding.items()
    ]


def _line(code: MethodCode, line: int | None, piece: Place | None) -> int:
    if line is None or not _is_of(code, line, piece):
        return -1
    return code.places.of(line).line


def _first_line(code: MethodCode, block: int, piece: Place | None) -> int:
    lines = code.lines.of_block(block)
    return _line(code, lines[0] if lines else None, piece)


def _is_elsewhere(code: MethodCode, block: int, piece: Place | None) -> bool:
    line = code.decision_line(block)
    return line is not None and not _is_of(code, line, piece)


def _is_of(code: MethodCode, line: int, piece: Place | None) -> bool:
    """Returns whether a line number of the class file stands for a line of a piece of source."""
    if piece is None:
        return code.places.is_own(line)
    return not code.places.is_own(line) and code.places.of(line).is_beside(piece)


def _next(code: MethodCode, block: int, deciding: Mapping[int, Decision]) -> int | None:
    seen = set()
    while block not in seen:
        seen.add(block)
        settled = _settled(deciding[block]) if block in deciding else None
        if block in deciding and settled is None:
            return block
        following = code.decoder.following(block)
        if settled is not None:
            following &= {settled}
        if len(following) != 1:
            return None
        (block,) = following
    return None


def _settled(decision: Decision) -> int | None:
    """Returns the block to which a branch always leads, or None if the branch decides something.

    For example, javac makes a branch that compares 1 with 0 if a record's component always has the
    pattern's type.
    """
    if decision.operator not in ("==", "!=") or len(decision.operands) != 2:
        return None
    left, right = decision.operands
    if decision.type != "I" or not (_INTEGER.fullmatch(left) and _INTEGER.fullmatch(right)):
        return None
    return decision.targets[0 if (left == right) == (decision.operator == "==") else 1]
