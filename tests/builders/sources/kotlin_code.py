"""Reads Kotlin code for tests that match code with branches."""

from kpath_jvm.source.kotlin.conditions import pattern_of
from kpath_jvm.source.kotlin.syntax import parsed, scope_of
from kpath_jvm.source.patterns.pattern import Pattern


def pattern(code: str) -> Pattern:
    """Returns the pattern of a function's code, which begins on line 2."""
    scope = scope_of(parsed(f"fun f() {{\n{code}\n}}\n"), "f", {2})
    assert scope
    return pattern_of(scope)
