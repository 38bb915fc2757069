"""Declares the interface of a walk through code, for classes that do parts of the walk."""

from typing import Protocol

from tree_sitter import Node

from kpath_jvm.source.condition import Jump
from kpath_jvm.source.patterns.writer import PatternWriter


class Walking(Protocol):
    """A walk that writes patterns to ``out``."""

    out: PatternWriter

    def body(self, node: Node) -> None:
        """Walks the code that a condition leads to."""

    def value(self, node: Node) -> None:
        """Walks an expression, or a part of one, whose value is used."""

    def condition(self, node: Node, if_true: Jump, if_false: Jump) -> None:
        """Walks an expression that is the condition of a branch."""
