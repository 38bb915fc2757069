"""Writes a case's tests of the matched value (the subject), and of extractors' results."""

from collections.abc import Callable

from tree_sitter import Node

from kpath_jvm.source.condition import Jump
from kpath_jvm.source.nodes import children, text_of
from kpath_jvm.source.patterns.walking import Walking
from kpath_jvm.source.scala.equality import Equality
from kpath_jvm.source.scala.nodes import literal_of

_VALUES = frozenset(
    ("integer_literal", "floating_point_literal", "boolean_literal", "character_literal", "string",
     "null_literal", "stable_identifier", "field_expression")
)  # fmt: skip
#: The names of a class's parts, by class, if they aren't just ``_1``, ``_2`` and so on.
_PARTS = {"::": ("head", "tail"), "Some": ("get",)}


class CaseTests:
    """Adds the tests of one match's cases to the walk's pattern.

    A case may use the results of earlier cases' tests.
    """

    def __init__(self, walk: Walking, equality: Equality) -> None:
        self._out = walk.out
        self._equality = equality
        self._asked: set[tuple[str, str]] = set()

    def of(self, pattern: Node, subject: str, value: Node | None) -> None:
        """Writes the tests of a pattern.

        ``value`` is the matched expression. It is None if the source doesn't have the expression,
        or if ``subject`` is only a part of the matched value.
        """
        kind = pattern.type
        if kind == "capture_pattern":
            self.of(children(pattern)[-1], subject, value)
        elif kind == "typed_pattern":
            self._typed(pattern, subject, children(pattern)[-1])
        elif kind == "tuple_pattern":
            self._tuple(pattern, subject, value)
        elif kind == "case_class_pattern":
            first, *parts = children(pattern)
            self._extracted(pattern, first, parts, subject)
        elif kind == "infix_pattern":
            self._linked(pattern, *_operands(pattern), subject)
        elif kind == "alternative_pattern":
            self._any(pattern, subject, value)
        elif kind in _VALUES or _is_stable(pattern):
            self._equal(pattern, subject)

    def _shared(self, pattern: Node, subject: str, asked: str, *tests: Callable[[], None]) -> None:
        """Writes a test, given as the ways in which it may be compiled.

        If an earlier case has made the test, the code may test the stored result instead, or test
        nothing.
        """
        ways = list(tests)
        if (subject, asked) in self._asked:
            ways += [lambda: self._out.add("flag", pattern), lambda: None]
        self._asked.add((subject, asked))
        self._out.choice(*ways)

    def _typed(self, pattern: Node, subject: str, of: Node) -> None:
        text = f"{subject}: {text_of(of)}"

        def tested() -> None:
            self._out.add("type", pattern, text=text, source=text)

        # If the value can only have this type, nothing is tested, or only that it isn't null.
        self._shared(pattern, subject, text_of(of), tested, self._there(pattern, subject), _nothing)

    def _there(self, pattern: Node, subject: str) -> Callable[[], None]:
        there = f"{subject} != null"
        return lambda: self._out.add("null", pattern, text=there, source=there)

    def _at(self, value: Node) -> Callable[[], None]:
        there = f"{text_of(value)} != null"

        def asked() -> None:
            with self._out.beginning_at(value):
                self._out.add("null", value, text=there, source=there)

        return asked

    def _tuple(self, pattern: Node, subject: str, value: Node | None) -> None:
        parts = children(pattern)
        if len(parts) == 1:
            self.of(parts[0], subject, value)
            return
        text = f"{subject}: Tuple{len(parts)}"
        where_it_begins = self._there(pattern, subject) if value is None else self._at(value)
        self._shared(
            pattern, subject, text,
            lambda: self._out.add("type", pattern, text=text, source=text),
            self._there(pattern, subject), where_it_begins, _nothing,
        )  # fmt: skip
        own = children(value) if value is not None and value.type == "tuple_expression" else []
        for place, part in enumerate(parts):
            name = text_of(own[place]) if len(own) == len(parts) else f"{subject}._{place + 1}"
            self.of(part, name, None)

    def _linked(
        self, pattern: Node, operands: list[Node], operators: list[Node], subject: str
    ) -> None:
        """Writes the tests of a pattern such as ``a :: b :: c``, which means ``a :: (b :: c)``."""
        of = text_of(operators[0])
        self._is(pattern, of, subject)
        first, second = _parts_of(of, subject, 2)
        self.of(operands[0], first, None)
        if len(operators) == 1:
            self.of(operands[1], second, None)
        else:
            self._linked(pattern, operands[1:], operators[1:], second)

    def _extracted(self, pattern: Node, of: Node, parts: list[Node], subject: str) -> None:
        self._is(pattern, text_of(of), subject)
        names = _parts_of(text_of(of), subject, len(parts))
        for part, name in zip(parts, names, strict=True):
            self.of(part, name, None)

    def _is(self, pattern: Node, of: str, subject: str) -> None:
        text = f"{subject}: {of}"

        def tested() -> None:
            self._out.add("type", pattern, text=text, source=text)

        def found() -> None:
            self._out.choice(tested, _nothing)
            self._out.add("extracted", pattern, text=text, source=text)

        there = self._there(pattern, subject)
        self._shared(pattern, subject, of, tested, found, there, _nothing)

    def _any(self, pattern: Node, subject: str, value: Node | None) -> None:
        for one in children(pattern):
            self.of(one, subject, value)
        self._out.choice(lambda: self._out.add("result", pattern), _nothing)

    def _equal(self, pattern: Node, subject: str) -> None:
        told = text_of(pattern)
        text = f"{subject} == {told}"

        def compared() -> None:
            self._equality.compared(
                pattern, (subject, "==", pattern), False, (Jump(), Jump()),
                text=text, first=told,
            )  # fmt: skip

        # A value that was switched over isn't tested again.
        ways = [compared]
        if pattern.type in ("integer_literal", "character_literal", "string"):
            ways.append(_nothing)
        if literal_of(pattern) is not None:
            ways.append(lambda: self._out.add("truth", pattern, text=subject, source=subject))
        self._shared(pattern, subject, told, *ways)


def _nothing() -> None:
    """Writes nothing."""


def _operands(pattern: Node) -> tuple[list[Node], list[Node]]:
    """Returns the operands and the operators of a chain of right-associative operators."""
    left, operator, right = children(pattern)
    operators, operands = [operator], [right]
    while left.type == "infix_pattern" and text_of(operator).endswith(":"):
        left, operator, right = children(left)
        operators, operands = [operator, *operators], [right, *operands]
    return [left, *operands], operators


def _parts_of(of: str, subject: str, count: int) -> list[str]:
    names = _PARTS.get(of.rpartition(".")[2], ())
    named = [*names, *(f"_{place + 1}" for place in range(len(names), count))]
    return [f"{subject}.{name}" for name in named[:count]]


def _is_stable(pattern: Node) -> bool:
    """Returns whether a pattern is the name of an existing value, rather than a new variable."""
    if pattern.type != "identifier":
        return False
    text = text_of(pattern)
    return text[:1] == "`" or text[:1].isupper()
