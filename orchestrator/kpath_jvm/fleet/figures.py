"""Reads the figures of trends as people write them, such as ``bytecodes(Parser.word)``.

They are written like the conditions of ``diff --fail-if``, but without a bound. A pattern means the
sum over all methods that it matches, as in the rules of ``check``. Trends can also show the figures
of such rules.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from kpath_jvm.analysis.gates.rules import COUNTS, SHARES, FigureKind, Rule
from kpath_jvm.errors import KpathError
from kpath_jvm.nearest import nearest
from kpath_jvm.profile.names import printable
from kpath_jvm.reports.rules_file import read_rules

TrendKind: TypeAlias = FigureKind | Literal["total"]

TOTAL: TrendKind = "total"
ENTRIES: TrendKind = "entries"
#: The kinds of figures of methods, which engines compute.
_OF_METHODS: tuple[TrendKind, ...] = (TOTAL, "bytecodes", ENTRIES)
#: The kinds of figures of loops.
_OF_LOOPS: tuple[FigureKind, ...] = ("iterations", "loop-bytecodes")
#: A quotient, which isn't the sum of what an engine adds up.
_PER_ENTRY: FigureKind = "bytecodes-per-entry"
#: The kinds of figures that are computed as those of rules.
_OF_RULES = (_PER_ENTRY, *_OF_LOOPS)
_KINDS = (*_OF_METHODS, *_OF_RULES)

_TEXT = re.compile(r"\s*(?P<kind>[a-z-]+)\s*(?:\((?P<where>.*)\))?\s*", re.DOTALL)
#: A figure with a bound, which makes it a condition.
_BOUNDED = re.compile(r".*[^(]\s*[<>][^()]*", re.DOTALL)
_LINE = re.compile(r".*:[0-9]+\s*", re.DOTALL)


@dataclass(frozen=True)
class TrendFigure:
    """A figure of a run: ``kind`` for the methods that ``where`` names, or a ``rule``'s figure.

    ``where`` is a pattern of methods. It is None for the total of all methods, and for the figure
    of a rule. Such a figure is computed as ``check`` computes it.
    """

    text: str
    kind: TrendKind
    where: str | None = None
    rule: Rule | None = None

    @property
    def is_count(self) -> bool:
        """Whether the figure counts something, so that the figures of runs can be added up."""
        if self.rule is not None:
            return self.rule.is_count
        return self.kind == TOTAL or self.kind in COUNTS

    @property
    def per(self) -> str | None:
        """The methods by whose entries the figure of a rule is divided; None if it isn't."""
        return None if self.rule is None else self.rule.per

    @property
    def is_share(self) -> bool:
        """Whether the figure is a share; the change of a share is given as a difference."""
        return self.kind in SHARES

    @property
    def is_of_entries(self) -> bool:
        """Whether the figure can be divided by the entries of the methods that ``where`` names."""
        return self.where is not None and self.kind in (TOTAL, "bytecodes")


def asked(texts: Sequence[str], rules: Path | None) -> list[TrendFigure]:
    """Returns the figures that texts describe, and then those of the rules in a file.

    Raises KpathError (exit status 2) for a text that describes no figure, and for a file without
    rules.
    """
    return [*map(parsed, texts), *of_rules([] if rules is None else read_rules(rules))]


def of_rules(rules: Sequence[Rule]) -> list[TrendFigure]:
    """Returns the figures of rules."""
    return [TrendFigure(one.name, one.figure, rule=one) for one in rules]


def parsed(text: str) -> TrendFigure:
    """Returns the figure that a text describes.

    Raises KpathError (exit status 2) if the text describes no figure.
    """
    match = _TEXT.fullmatch(text)
    if match is None:
        bound = "; a trend has no bound" if _BOUNDED.fullmatch(text) else ""
        raise KpathError(
            f"{text!r} isn't a figure{bound}; write total, bytecodes(Scanner.scan), "
            "entries(Scanner.scan), iterations(Scanner.scan:42) or loop-bytecodes(Scanner.scan:42)",
            2,
        )
    kind: TrendKind | None = next((one for one in _KINDS if one == match["kind"]), None)
    where = match["where"]
    if kind is None:
        raise KpathError(f"no figure {match['kind']!r}{nearest(match['kind'], _KINDS)}", 2)
    if where is None:
        if kind != TOTAL:
            raise KpathError(f"{kind} needs a method: {kind}(Scanner.scan)", 2)
        return TrendFigure(TOTAL, TOTAL)
    where = where.strip()
    if not where:
        raise KpathError(f"{text!r} has no method between its brackets", 2)
    if kind not in _OF_LOOPS and _LINE.fullmatch(where):
        raise KpathError(
            f"{kind} is not a figure of a loop, so {printable(where)} can't have a line; write "
            f"{' or '.join(_OF_LOOPS)}, or leave the line out", 2,
        )  # fmt: skip
    found = f"{kind}({where})"
    for figure in _OF_RULES:
        if kind == figure:
            return TrendFigure(found, kind, rule=Rule(figure, where, found, is_in_file=False))
    return TrendFigure(found, kind, where)
