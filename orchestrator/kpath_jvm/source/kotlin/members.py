"""Writes patterns of how ``in`` is compiled: to a call or, for some ranges, to two comparisons."""

from tree_sitter import Node

from kpath_jvm.source.condition import Jump
from kpath_jvm.source.kotlin.nodes import has_token
from kpath_jvm.source.kotlin.ranges import range_of
from kpath_jvm.source.nodes import part_of, text_of, unwrapped
from kpath_jvm.source.patterns.walking import Walking


class KotlinMembers:
    """Adds to the walk's pattern what tests with ``in`` may be compiled to."""

    def __init__(self, walk: Walking) -> None:
        self._walk = walk
        self._out = walk.out

    def asked(self, node: Node, is_negated: bool, jumps: tuple[Jump, Jump], told: Node) -> None:
        """Writes ``a in b`` as the condition of a branch."""
        left, right = part_of(node, "left"), part_of(node, "right")
        self._walk.value(left)
        self._walk.value(right)
        self.within(text_of(left), right, is_negated != has_token(node, "!in"), jumps, told)

    def stored(self, node: Node) -> None:
        """Writes ``a in b`` as a value, which branches may compute or negate."""
        left, right = part_of(node, "left"), part_of(node, "right")
        self._walk.value(left)
        self._walk.value(right)
        joined = Jump()
        is_negated = has_token(node, "!in")

        def made() -> None:
            if is_negated or range_of(right) is None:
                self.within(text_of(left), right, is_negated, (joined, joined), node)
            else:
                self._bounds(text_of(left), right, Jump())

        self._out.choice(made, lambda: None)

    def within(
        self, subject: str, of: Node, is_negated: bool, jumps: tuple[Jump, Jump], told: Node
    ) -> None:
        """Writes the test of whether a subject is within a range, or in a collection."""
        text = text_of(unwrapped(told))
        if told.type == "range_test":
            text = f"{subject} {'!' if is_negated else ''}in {text_of(of)}"

        def contained() -> None:
            self._out.add(
                "truth", told, text=text, source=f"{subject} in {text_of(of)}",
                is_negated=is_negated, jumps=jumps,
            )  # fmt: skip

        def bounded() -> None:
            joined = Jump()
            self._bounds(subject, of, joined)
            with self._out.place_of(joined):
                self._out.add("result", told, is_negated=is_negated, jumps=jumps)

        if range_of(of) is None:
            contained()
        else:
            self._out.choice(contained, bounded)

    def _bounds(self, subject: str, of: Node, end: Jump) -> None:
        """Writes a range's two comparisons, whose common result is stored."""
        bounds = range_of(of)
        if bounds is None:
            raise ValueError(f"{text_of(of)} isn't a range")
        first, operator, last = bounds
        upper = Jump()
        text = f"{first} <= {subject}"
        self._out.add("comparison", of, text=text, source=text, operator="<=", jumps=(upper, end))
        text = f"{subject} {operator} {last}"
        with self._out.place_of(upper):
            self._out.add("upper", of, text=text, source=text, operator=operator, jumps=(end, end))
