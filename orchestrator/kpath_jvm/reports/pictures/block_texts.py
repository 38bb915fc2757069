"""Writes the texts in the blocks of a control-flow graph, and on the edges out of them."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.profile.code import MethodCode, Outcome
from kpath_jvm.reports.output import counted
from kpath_jvm.reports.pictures import dot, looks
from kpath_jvm.reports.pictures.dot import Span
from kpath_jvm.reports.source_lines import source_lines
from kpath_jvm.source.annotation import SourceTexts

_MOST_LINES = 6
_MOST_CHARACTERS = 56
_MOST_ANSWER = 28
_MOST_ANSWERS = 40


class BlockTexts:
    """Lines, source text and decisions of a method's blocks."""

    def __init__(
        self,
        code: MethodCode,
        row: Mapping[str, Any],
        executed: Collection[int],
        sources: SourceTexts | None = None,
    ) -> None:
        """Takes the method's code, its row in ``methods``, and the blocks that ran."""
        self._code = code
        self._row = row
        self._executed = frozenset(executed)
        self._sources = sources
        self._told = ToldMethod(code, row, sources)

    def where(self, block: int) -> str:
        """Returns the lines that a block executes, or bytecode offsets if no lines are known."""
        lines = self._code.lines.executed(block)
        if not lines:
            first, last = self._code.offsets[block]
            return f"bytecode {first}-{last}"
        return self._code.places.names_phrase(lines)

    def rows(self, block: int) -> list[Sequence[Span]]:
        """Returns a block's source text, and the question that its branch asks, if known.

        The source text is left out if there is a question and an earlier block shows the text.
        """
        question = self._question(block)
        if question and self._begins_within_its_line(block):
            return question
        return [*self._lines(block), *question]

    def answer(self, source: int, target: int) -> str:
        """Returns the answer that leads from one block to another; "" if nothing is decided."""
        decision = self._code.deciding.get(source)
        if decision is None or target not in decision.targets or len(set(decision.targets)) < 2:
            return ""
        told = self._told.outcome(Outcome(decision, target))
        return dot.cut_to(told.answer, _MOST_ANSWER)

    def cases(self, source: int, targets: Collection[int]) -> str:
        """Returns the answers that lead from a block to some targets; "" if nothing is decided.

        If a switch has too many answers to name, returns the number of its cases that lead to the
        targets.
        """
        answers = dict.fromkeys(self.answer(source, target) for target in targets)
        text = " / ".join(answer for answer in answers if answer)
        decision = self._code.deciding.get(source)
        if decision is None or decision.operator != "switch" or len(text) <= _MOST_ANSWERS:
            return dot.cut_to(text, _MOST_ANSWERS)
        return counted(sum(target in targets for target in decision.targets), "case")

    def _lines(self, block: int) -> list[Sequence[Span]]:
        if self._sources is None:
            return []
        lines = self._code.lines.executed(block)
        found = source_lines(self._sources, self._row, self._code.places, lines) or []
        texts = [one["text"] for one in found if one["text"].strip()]
        indent = min((len(text) - len(text.lstrip()) for text in texts), default=0)
        rows: list[Sequence[Span]] = [
            [Span(dot.cut_to(text[indent:], _MOST_CHARACTERS), is_code=True, size=9)]
            for text in texts[:_MOST_LINES]
        ]
        more = len(texts) - _MOST_LINES
        if more > 0:
            rows.append([Span(f"and {counted(more, 'more line')}", colour=looks.GREY)])
        return rows

    def _begins_within_its_line(self, block: int) -> bool:
        lines = set(self._code.lines.executed(block))
        return len(lines) == 1 and any(
            other in self._executed and lines & set(self._code.lines.executed(other))
            for other in range(block)
        )

    def _question(self, block: int) -> list[Sequence[Span]]:
        """Returns a row with the block's question; [] if there is none or the source shows it."""
        decision = self._code.deciding.get(block)
        if decision is None or len(set(decision.targets)) < 2:
            return []
        told = self._told.outcome(Outcome(decision, decision.targets[0]))
        if not told.question or (told.is_matched and told.is_alone):
            return []
        text = dot.cut_to(f"{told.question} ?", _MOST_CHARACTERS)
        return [[Span(text, is_bold=True, is_code=True, size=9)]]
