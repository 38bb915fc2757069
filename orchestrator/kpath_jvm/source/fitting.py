"""Finds lines of recorded code that can't come from a source file.

If a file is of another version than the code, most of its lines are in other places. So some line
of the code is then a line without code, or a line of another method.
"""

from collections.abc import Iterator, Set

from tree_sitter import Node

from kpath_jvm.source.nodes import text_of

#: The last of the lines that compilers and other tools give to code that they make up.
_MADE_UP = 1
_METHODS = frozenset(
    ("method_declaration", "constructor_declaration", "compact_constructor_declaration")
)


def may_be_lines(text: str, lines: Set[int]) -> bool:
    """Returns whether code of Kotlin or Scala can be on certain lines of a text.

    Code that compilers make up may be on lines beyond the text's end.
    """
    written = text.split("\n")
    return all(written[line - 1].strip() for line in _real(lines) if line <= len(written))


class JavaLines:
    """Knows what is on the lines of a Java file."""

    def __init__(self, root: Node, text: str) -> None:
        """Takes the file's tree and its text."""
        self._is_broken = root.has_error
        nodes = list(_without_comments(root))
        written = text.split("\n")
        self._count = len(written)
        #: The lines that have more than comments, as far as that is known.
        self._with_code = {at for at, line in enumerate(written, 1) if line.strip()}
        if not root.has_error:
            leaves = (one for one in nodes if not one.children)
            self._with_code = {line for one in leaves for line in _lines(one)}
        self._heads = {line for one in nodes for line in _head(one)}
        #: The name, the lines and the lines of the body of each method and constructor.
        self._methods = [
            (
                text_of(name),
                _lines(one),
                _lines(body),
            )
            for one in nodes
            if one.type in _METHODS
            and (name := one.child_by_field_name("name")) is not None
            and (body := one.child_by_field_name("body")) is not None
        ]

    def may_have(self, method: str, lines: Set[int]) -> bool:
        """Returns whether code on certain lines may come from the body of a method.

        Otherwise the code was made up by a compiler or an annotation processor. ``method`` is the
        compiled name of the code's method.
        """
        if self._is_broken or method.startswith("<"):
            return True
        return any(name == method or lines & set(body) for name, _, body in self._methods)

    def may_be_of(self, method: str, lines: Set[int]) -> bool:
        """Returns whether a method with a given compiled name can have code on certain lines.

        Code that compilers and annotation processors make up is on the first line, or on lines of a
        class's or field's declaration. ecj gives constructors and initialisers also lines of
        comments and empty lines.
        """
        lines = _real(lines)
        if method.startswith("<"):
            return max(lines, default=0) <= self._count
        if not lines <= self._with_code:
            return False
        own = [every for name, every, _ in self._methods if name == method]
        if self._is_broken or not own or any(lines <= set(every) for every in own):
            return True
        return not any(line in body for line in lines - self._heads for _, _, body in self._methods)


def _real(lines: Set[int]) -> Set[int]:
    return {line for line in lines if line > _MADE_UP}


def _lines(node: Node) -> range:
    return range(node.start_point[0] + 1, node.end_point[0] + 2)


def _without_comments(root: Node) -> Iterator[Node]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if not node.type.endswith("comment"):
            yield node
            waiting += node.children


def _head(node: Node) -> range:
    """Returns the lines of a class's declaration up to its body; none for another node."""
    body = node.child_by_field_name("body")
    if body is None and node.type == "object_creation_expression":
        body = next((one for one in node.children if one.type == "class_body"), None)
    if body is None or node.type in _METHODS or node.type == "lambda_expression":
        return range(0)
    if not body.type.endswith("_body") or body.type == "constructor_body":
        return range(0)
    return range(node.start_point[0] + 1, body.start_point[0] + 2)
