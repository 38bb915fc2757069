"""Random conditions of Kotlin and Scala, as trees that can be written as text and evaluated.

The evaluation uses neither a compiler nor bytecode.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from decisions.notes import Notes, State

#: Operands with these operators are put in parentheses: in Scala, some of the operators bind no
#: tighter than &&.
_LOOSE = ("?:", "eq", "ne", "^", "&")


@dataclass(frozen=True)
class Operand:
    """An operand: its text, the questions that its evaluation asks, and its value.

    The questions in ``before`` are asked first; their answers don't matter. The questions in
    ``asks`` follow; the first "no" ends them and makes the operand false. After a "no", the
    operand's own text is noted if ``is_always_told``. Without a "no", the text is noted if
    ``is_told``.
    """

    text: str
    test: Callable[[State], bool]
    asks: tuple[tuple[str, Callable[[State], bool]], ...] = ()
    is_told: bool = True
    is_always_told: bool = False
    before: tuple[tuple[str, Callable[[State], bool]], ...] = ()

    def holds(self, state: State, notes: Notes, negations: int) -> bool:
        """Evaluates the operand. ``negations`` is the number of negations around the operand."""
        told = "!(" * negations + self.text + ")" * negations
        notes += [(text, test(state)) for text, test in self.before]
        for text, test in self.asks:
            found = test(state)
            notes.append((text, found))
            if not found:
                if self.is_always_told:
                    notes.append((told, negations % 2 == 1))
                return False
        held = self.test(state)
        if self.is_told:
            notes.append((told, held != (negations % 2 == 1)))
        return held


@dataclass
class Tree:
    """An operand, or ``!``, ``&&``, ``||`` or ``if``, applied to other trees."""

    kind: str
    parts: list[Tree] = field(default_factory=list)
    operand: Operand | None = None

    def holds(self, state: State, notes: Notes, negations: int = 0) -> bool:
        """Evaluates the tree as the language does, and notes each question with its outcome."""
        if self.operand is not None:
            return self.operand.holds(state, notes, negations)
        if self.kind == "!":
            return not self.parts[0].holds(state, notes, negations + 1)
        if self.kind == "if":
            chosen = 1 if self.parts[0].holds(state, notes) else 2
            return self.parts[chosen].holds(state, notes)
        left, right = self.parts
        if self.kind == "&&":
            return left.holds(state, notes) and right.holds(state, notes)
        return left.holds(state, notes) or right.holds(state, notes)

    def text(self, space: Callable[[], str]) -> str:
        """Returns the text. ``space`` returns the text after operators: a blank or a line break."""
        if self.operand is not None:
            return self.operand.text
        if self.kind == "!":
            return f"!({self.parts[0].text(space)})"
        if self.kind == "if":
            condition, yes, no = (part.text(space) for part in self.parts)
            return f"if ({condition}) {yes} else {no}"
        left, right = (_enclosed(part, space) for part in self.parts)
        return f"{left} {self.kind}{space()}{right}"


def _enclosed(tree: Tree, space: Callable[[], str]) -> str:
    text = tree.text(space)
    is_loose = any(f" {operator} " in text for operator in _LOOSE)
    is_plain = tree.kind == "!" or (tree.operand is not None and not is_loose)
    return text if is_plain else f"({text})"


def random_tree(
    random: Random, depth: int, operands: Sequence[Operand], kinds: Sequence[str] = ()
) -> Tree:
    """Returns a tree of at most the given depth.

    ``kinds`` lists kinds of trees that may occur in addition to the usual kinds.
    """
    kind = random.choice(["operand", "!", "&&", "&&", "||", "||", *kinds])
    if depth == 0 or kind == "operand":
        return Tree("operand", operand=random.choice(operands))
    count = {"!": 1, "if": 3}.get(kind, 2)
    return Tree(kind, [random_tree(random, depth - 1, operands, kinds) for _ in range(count)])
