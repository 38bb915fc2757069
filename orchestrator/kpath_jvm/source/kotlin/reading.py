"""Finds the questions that the branches of a Kotlin method ask, as far as they can be proven."""

from collections.abc import Sequence

from tree_sitter import Node

from kpath_jvm.source.branches import Branch
from kpath_jvm.source.kotlin.asking import asked
from kpath_jvm.source.kotlin.conditions import pattern_of
from kpath_jvm.source.kotlin.syntax import function_at, scopes_of, statements_of
from kpath_jvm.source.patterns import reading
from kpath_jvm.source.patterns.pattern import conditions_of
from kpath_jvm.source.question import Question


def questions(root: Node, method: str, branches: Sequence[Branch]) -> dict[int, Question]:
    """Returns the questions by block; ``branches`` are in the order of the code."""
    lines = {one.line for one in branches if not one.is_elsewhere}
    patterns = [pattern_of(scope) for scope in scopes_of(root, method, lines)]
    return reading.questions(patterns, branches, asked)


def may_be_inlined(root: Node, line: int, branches: Sequence[Branch]) -> bool:
    """Returns whether a loop's branches may have been inlined from the function around a line.

    At least one branch on the function's lines must fit a condition on the branch's line. More
    can't be required, because other functions may have been inlined into this one. The result is
    also True if no branch is on the function's lines, or if the function may be in code that can't
    be parsed.
    """
    function = function_at(root, line)
    if function is None or function.has_error:
        return root.has_error
    lines = range(function.start_point[0] + 1, function.end_point[0] + 2)
    judged = [one for one in branches if one.line in lines]
    conditions = list(conditions_of(pattern_of(statements_of(function))))
    return not judged or any(
        asked(branch, one) is not None
        for branch in judged
        for one in conditions
        if one.first_line <= branch.line <= one.last_line
    )
