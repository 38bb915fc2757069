"""Writes a pattern, with the lines and the texts of its conditions."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tree_sitter import Node

from kpath_jvm.source.condition import Case, Condition, Jump
from kpath_jvm.source.excerpt import excerpt
from kpath_jvm.source.nodes import text_of, unwrapped
from kpath_jvm.source.patterns.pattern import Choice, Item, JumpPlace, Pattern


class PatternWriter:
    """The pattern that has been written so far."""

    def __init__(self) -> None:
        self._items: list[Item] = []
        self._first_line = 0
        self._copies = 0
        #: The number of the finally block or lambda that is being written; 0 for none.
        self.copied_in = 0

    def written(self) -> Pattern:
        """Returns the whole pattern."""
        return tuple(self._items)

    def put(self, item: Item) -> None:
        """Adds an item."""
        self._items.append(item)

    def lines(self, end: Node) -> tuple[int, int]:
        """Returns a condition's first and last line.

        The first line is that of the current statement (``beginning_at``), and the last line is the
        one on which the node ``end`` ends.
        """
        return self._first_line, max(end.end_point[0] + 1, self._first_line)

    @staticmethod
    def told(
        node: Node, text: str | None, source: str | None, is_end: bool = False
    ) -> tuple[str, str]:
        """Returns the text that a condition is shown as, and its whole source."""
        own = text_of(unwrapped(node))
        shown = excerpt(own if text is None else text, is_end)
        return shown, own if source is None else source

    def add(
        self,
        kind: str,
        node: Node,
        *,
        text: str | None = None,
        source: str | None = None,
        operator: str = "",
        is_negated: bool = False,
        literal: bool | None = None,
        numbers: tuple[int, ...] = (),
        cases: tuple[Case, ...] = (),
        jumps: tuple[Jump, Jump] | None = None,
        last: Node | None = None,
        is_end: bool = False,
    ) -> None:
        """Adds a condition; text and source are the node's own unless given.

        The condition ends with the node, or with ``last``. With ``is_end``, a text that is too long
        is shortened at its beginning, which it shares with the texts of the conditions before it.
        """
        if_true, if_false = jumps or (Jump(), Jump())
        self.put(
            Condition(
                kind, *self.told(node, text, source, is_end), *self.lines(last or node),
                operator=operator, is_negated=is_negated, finally_block=self.copied_in,
                literal=literal, numbers=numbers, cases=cases, if_true=if_true, if_false=if_false,
            )
        )  # fmt: skip

    def begin(self, jump: Jump) -> None:
        """Adds the place to which a jump leads."""
        self.put(JumpPlace(jump))

    def end(self, jump: Jump) -> None:
        """Adds the place where the possible targets of a jump end."""
        self.put(JumpPlace(jump, is_end=True))

    @contextmanager
    def place_of(self, jump: Jump) -> Iterator[None]:
        """Makes a jump lead to the items that are written in the ``with`` block."""
        self.begin(jump)
        yield
        self.end(jump)

    def choice(self, *ways: Callable[[], None]) -> None:
        """Adds a choice among the patterns that the given functions write."""
        before = self._items
        sequences = []
        for way in ways:
            self._items = []
            way()
            sequences.append(tuple(self._items))
        self._items = before
        self.put(Choice(tuple(sequences)))

    @contextmanager
    def beginning_at(self, node: Node) -> Iterator[None]:
        """Makes the conditions written in the ``with`` block begin on a node's first line."""
        before = self._first_line
        self._first_line = node.start_point[0] + 1
        yield
        self._first_line = before

    @contextmanager
    def copied(self) -> Iterator[None]:
        """Marks what is written in the ``with`` block as code that may occur several times."""
        before = self.copied_in
        self._copies += 1
        self.copied_in = self._copies
        yield
        self.copied_in = before
