"""Writes patterns for the bytecode to which Scala's comparisons are compiled.

A comparison may become a single branch. One with ``==`` or ``!=`` may instead begin with a null
test of the object whose ``equals`` would be called. If that object is null, a null test of the
other operand follows. If it isn't null, the call follows.
"""

from tree_sitter import Node

from kpath_jvm.source.condition import Jump
from kpath_jvm.source.nodes import text_of, unwrapped
from kpath_jvm.source.numbers import numbers_of
from kpath_jvm.source.patterns.walking import Walking
from kpath_jvm.source.scala.nodes import literal_of

#: The left operand and the operator as texts, and the right operand's node.
Compared = tuple[str, str, Node]


class Equality:
    """Adds to the walk's pattern what comparisons may be compiled to."""

    def __init__(self, walk: Walking) -> None:
        self._out = walk.out

    def compared(
        self,
        told: Node,
        compared: Compared,
        is_negated: bool,
        jumps: tuple[Jump, Jump],
        *,
        kind: str = "comparison",
        text: str | None = None,
        first: str | None = None,
    ) -> None:
        """Writes a comparison; ``kind`` is ``same`` if the comparison never calls a method.

        ``told`` is the comparison's node, whose source is the condition's text unless ``text`` is
        given. ``first`` is the object whose ``equals`` is called, by default the left operand.
        """
        left, operator, right = compared
        literal = literal_of(unwrapped(right))
        numbers = numbers_of(left, text_of(right))
        asked = left if first is None else first

        def direct() -> None:
            self._out.add(
                kind, told, text=text, source=text, operator=operator,
                is_negated=is_negated, literal=literal, numbers=numbers, jumps=jumps,
            )  # fmt: skip

        def called() -> None:
            nothing, something = Jump(), Jump()
            null = f"{asked} == null"
            self._out.add(
                "null", told, text=null, source=null, is_negated=True, jumps=(nothing, something)
            )
            is_opposite = is_negated != (operator == "!=")
            with self._out.place_of(nothing):
                self._out.add(
                    "null", told, text=text, source=text, is_negated=not is_opposite, jumps=jumps
                )
            with self._out.place_of(something):
                self._out.add(
                    "called", told, text=text, source=text, is_negated=is_opposite, jumps=jumps
                )

        if kind == "comparison" and operator in ("==", "!="):
            self._out.choice(direct, called)
        else:
            direct()
