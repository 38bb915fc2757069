"""Writes patterns of how cases are compiled: to a switch, or to consecutive tests.

The cases are those of ``match``, of handlers, and of functions that consist of cases.
"""

from collections.abc import Sequence

from tree_sitter import Node

from kpath_jvm.source.condition import Case, Jump
from kpath_jvm.source.nodes import children, part_of, text_of
from kpath_jvm.source.patterns.walking import Walking
from kpath_jvm.source.scala.cases import CaseTests
from kpath_jvm.source.scala.equality import Equality
from kpath_jvm.source.scala.nodes import bodies_of, cases_of, guard_of

_LITERALS = frozenset(("integer_literal", "character_literal", "string"))


class Matches:
    """Adds to the walk's pattern what cases may be compiled to."""

    def __init__(self, walk: Walking, equality: Equality, is_asked_only: bool) -> None:
        """If ``is_asked_only``, the code that cases lead to isn't added."""
        self._walk = walk
        self._out = walk.out
        self._equality = equality
        self._is_asked_only = is_asked_only

    def match(self, node: Node) -> None:
        """Writes the conditions of the matched expression, and then the cases."""
        value = part_of(node, "value")
        self._walk.value(value)
        cases = cases_of(part_of(node, "body"))
        self._heads(text_of(value), value, cases)
        self._cases(value, text_of(value), cases)

    def function(self, node: Node) -> None:
        """Writes a function that consists of cases."""
        cases = cases_of(node)
        with self._out.beginning_at(node):
            self._heads("_", part_of(cases[0], "pattern"), cases)
        self._cases(None, "_", cases)

    def handlers(self, node: Node) -> None:
        """Writes the cases of a catch.

        Where possible, scalac turns such a case into an exception handler for the type that the
        case tests. The test then has no branch.
        """
        inner = children(node)
        block = next((one for one in inner if one.type.endswith(("case_block", "_cases"))), None)
        if block is not None:
            self._cases(None, "exception", cases_of(block))
        elif node.child_by_field_name("pattern") is not None:
            self._cases(None, "exception", [node])

    def _heads(self, subject: str, value: Node, clauses: Sequence[Node]) -> None:
        """Writes what may be tested before the cases, on the lines down to the first case."""
        out = self._out
        last = part_of(clauses[0], "pattern")
        cases = tuple(_case(one) for one in clauses)
        labels = [label for case in cases for label in case.labels if label != "_"]
        patterns = [one for clause in clauses for one in _alternatives(clause)]
        plain = [one for one in patterns if one.type in _LITERALS]
        strings = [one for one in plain if one.type == "string"]

        def over_numbers() -> None:
            out.add("switch", value, text=subject, source=subject, cases=cases, last=last)

        def over_strings() -> None:
            null = f"{subject} == null"
            out.add("null", value, text=null, source=null, is_negated=True, last=last)
            out.add("hash", value, text=f"hash of {subject}", source=subject, last=last)
            for _ in strings:
                out.add("label", value, text=subject, source=subject, cases=cases, last=last)

        if plain and not strings and len(plain) == len(labels):
            out.choice(over_numbers, lambda: None)
        elif strings:
            out.choice(over_strings, lambda: None)

    def _cases(self, value: Node | None, subject: str, clauses: Sequence[Node]) -> None:
        tests = CaseTests(self._walk, self._equality)
        for clause in clauses:
            with self._out.beginning_at(clause):
                tests.of(part_of(clause, "pattern"), subject, value)
                guard = guard_of(clause)
                if guard is not None:
                    self._walk.condition(guard, Jump(), Jump())
            if not self._is_asked_only:
                for one in bodies_of(clause):
                    self._walk.body(one)


def _alternatives(clause: Node) -> list[Node]:
    pattern = part_of(clause, "pattern")
    return children(pattern) if pattern.type == "alternative_pattern" else [pattern]


def _case(clause: Node) -> Case:
    labels = tuple(text_of(one) if one.type in _LITERALS else "_" for one in _alternatives(clause))
    return Case(labels, clause.start_point[0] + 1, clause.end_point[0] + 1)
