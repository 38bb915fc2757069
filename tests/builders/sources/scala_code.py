"""Reads Scala code for tests that match code with branches."""

from kpath_jvm.source.branches import Branch
from kpath_jvm.source.patterns.pattern import Pattern
from kpath_jvm.source.scala.conditions import pattern_of
from kpath_jvm.source.scala.reading import questions
from kpath_jvm.source.scala.syntax import parsed, scopes_of


def pattern(code: str) -> Pattern:
    """Returns the pattern of a method's code, which begins on line 2."""
    (scope,) = scopes_of(parsed(_file(code)), "f", {2})
    return pattern_of(scope)


def told(code: str, *branches: Branch, method: str = "f") -> list[str | None]:
    """Returns the text of each of ``branches``; None stands for a branch without a text.

    The branches are in a method whose code begins on line 2. Negated texts begin with ``not``.
    """
    found = questions(parsed(_file(code)), method, branches)
    own = [found.get(one.decision.block) for one in branches]
    return [None if one is None else f"{'not ' * one.is_negated}{one.text}" for one in own]


def _file(code: str) -> str:
    return f"object A {{ def f(): Unit = {{\n{code}\n}} }}\n"
