"""Finds the questions of a Scala method's branches, as far as the questions can be proven."""

from collections.abc import Sequence

from tree_sitter import Node

from kpath_jvm.source.branches import Branch
from kpath_jvm.source.patterns import reading
from kpath_jvm.source.question import Question
from kpath_jvm.source.scala.asking import asked
from kpath_jvm.source.scala.conditions import pattern_of
from kpath_jvm.source.scala.syntax import scopes_of


def questions(root: Node, method: str, branches: Sequence[Branch]) -> dict[int, Question]:
    """Returns the questions by block; ``branches`` are in the order of the code."""
    lines = {one.line for one in branches if not one.is_elsewhere}
    patterns = [
        pattern_of(scope, is_asked_only=method == "isDefinedAt")
        for scope in scopes_of(root, method, lines)
    ]
    return reading.questions(patterns, branches, asked)
