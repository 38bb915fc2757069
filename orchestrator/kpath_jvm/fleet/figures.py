"""Reads the figures of trends as people write them, such as ``bytecodes(Parser.word)``.

They are written like the conditions of ``diff --fail-if``, but without a bound. A pattern means the
sum over all methods that it matches, as in the rules of ``check``.
"""

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from kpath_jvm.errors import KpathError
from kpath_jvm.nearest import nearest
from kpath_jvm.profile.names import printable

TrendKind: TypeAlias = Literal["total", "bytecodes", "entries", "iterations", "loop-bytecodes"]

TOTAL: TrendKind = "total"
ENTRIES: TrendKind = "entries"
ITERATIONS: TrendKind = "iterations"
LOOP_BYTECODES: TrendKind = "loop-bytecodes"
#: The kinds of figures of loops.
OF_LOOPS: tuple[TrendKind, ...] = (ITERATIONS, LOOP_BYTECODES)
KINDS: dict[str, TrendKind] = {
    one: one for one in (TOTAL, "bytecodes", ENTRIES, ITERATIONS, LOOP_BYTECODES)
}

_TEXT = re.compile(r"\s*(?P<kind>[a-z-]+)\s*(?:\((?P<where>.*)\))?\s*", re.DOTALL)
#: A figure with a bound, which makes it a condition.
_BOUNDED = re.compile(r".*[^(]\s*[<>][^()]*", re.DOTALL)
_LINE = re.compile(r".*:[0-9]+\s*", re.DOTALL)


@dataclass(frozen=True)
class TrendFigure:
    """A figure of a run: what ``kind`` says of the methods, or the loop, that ``where`` names.

    ``where`` is None only for the total of all methods. For a loop it may be a line, as in rules.
    """

    text: str
    kind: TrendKind
    where: str | None

    @property
    def is_of_loops(self) -> bool:
        """Whether it is a figure of loops, which the methods' figures don't tell."""
        return self.kind in OF_LOOPS

    @property
    def is_count(self) -> bool:
        """Whether the figure counts something, so that the figures of runs can be added up."""
        return self.kind != ITERATIONS

    @property
    def is_of_entries(self) -> bool:
        """Whether the figure can be divided by the entries of the methods that it means."""
        return self.where is not None and self.kind in (TOTAL, "bytecodes")


def parsed(text: str) -> TrendFigure:
    """Returns the figure that a text describes; raises KpathError (2) if it describes none."""
    match = _TEXT.fullmatch(text)
    if match is None:
        bound = "; a trend has no bound" if _BOUNDED.fullmatch(text) else ""
        raise KpathError(
            f"{text!r} isn't a figure{bound}; write total, bytecodes(Scanner.scan), "
            "entries(Scanner.scan), iterations(Scanner.scan:42) or loop-bytecodes(Scanner.scan:42)",
            2,
        )
    kind, where = KINDS.get(match["kind"]), match["where"]
    if kind is None:
        raise KpathError(f"no figure {match['kind']!r}{nearest(match['kind'], KINDS)}", 2)
    if where is None:
        if kind != TOTAL:
            raise KpathError(f"{kind} needs a method: {kind}(Scanner.scan)", 2)
        return TrendFigure(TOTAL, TOTAL, None)
    where = where.strip()
    if not where:
        raise KpathError(f"{text!r} has no method between its brackets", 2)
    if kind not in OF_LOOPS and _LINE.fullmatch(where):
        raise KpathError(
            f"{kind} is not a figure of a loop, so {printable(where)} can't have a line; write "
            f"{' or '.join(OF_LOOPS)}, or leave the line out", 2,
        )  # fmt: skip
    return TrendFigure(f"{kind}({where})", kind, where)
