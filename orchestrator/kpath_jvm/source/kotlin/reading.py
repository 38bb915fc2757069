"""Finds the questions that the branches of a Kotlin method ask, as far as they can be proven."""

from collections.abc import Sequence

from tree_sitter import Node

from kpath_jvm.source.branches import Branch
from kpath_jvm.source.kotlin.asking import asked
from kpath_jvm.source.kotlin.conditions import pattern_of
from kpath_jvm.source.kotlin.syntax import scopes_of
from kpath_jvm.source.patterns import reading
from kpath_jvm.source.question import Question


def questions(root: Node, method: str, branches: Sequence[Branch]) -> dict[int, Question]:
    """Returns the questions by block; ``branches`` are in the order of the code."""
    lines = {one.line for one in branches if not one.is_elsewhere}
    patterns = [pattern_of(scope) for scope in scopes_of(root, method, lines)]
    return reading.questions(patterns, branches, asked)
