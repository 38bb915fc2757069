"""Plans random method bodies: any graph of blocks, and handlers that cover any of the blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from .classwriter import Item, Kind
from .values import EXCEPTIONS, KINDS, THROWABLE

OLD_VERIFIER = 49
"""The newest version of class files that is always verified by inference."""


@dataclass
class Block:
    """A block of the planned graph. Its code may contain more blocks."""

    index: int
    local: dict[int, Kind] = field(default_factory=dict)
    stack: list[Kind] = field(default_factory=list)
    label: Item = field(default_factory=lambda: Item(is_label=True))
    middle: Item | None = None
    end: Item = field(default_factory=lambda: Item(is_label=True))
    is_handler: bool = False
    uninitialised: bool = False
    """Whether the block begins before or at the call of super() in a constructor."""


@dataclass
class Range:
    """A planned row of the exception table. The code of the first block may be covered in part."""

    first: int
    last: int
    handler: int
    caught: str | None


class Plan:
    """The planned blocks of a body with their frames, and the rows of its exception table."""

    def __init__(
        self, random: Random, parameters: Mapping[int, Kind], cells: Sequence[int], owner: str,
        *, is_constructor: bool, old: bool,
    ) -> None:  # fmt: skip
        """Plans a body.

        ``owner`` is the class of a constructor's ``this``. ``old`` means that the file has no
        frames.
        """
        self.random = random
        self.is_constructor = is_constructor
        self.old = old
        self.blocks: list[Block] = []
        self.ranges: list[Range] = []
        self.entered = -1
        """The index of the block that begins with a constructor's call of super(), or -1."""
        self._plan_blocks(parameters, cells, owner)
        self._plan_handlers()

    def _plan_blocks(
        self, parameters: Mapping[int, Kind], cells: Sequence[int], owner: str
    ) -> None:
        random = self.random
        count = random.choice((1, 2, 3, 4, 5, 6, 8, 12, 16))
        if self.is_constructor:
            self.entered = random.randint(0, count - 1)
        kinds = {cell: random.choice(KINDS) for cell in cells}
        for index in range(count):
            block = Block(index, uninitialised=index <= self.entered)
            block.local = dict(parameters)
            if self.is_constructor and not block.uninitialised:
                block.local[0] = f"L{owner}"
            if index > 0:
                for cell in cells:
                    if random.random() < 0.6:
                        retyped = random.random() < 0.2
                        block.local[cell] = random.choice(KINDS) if retyped else kinds[cell]
                if random.random() < 0.3:
                    block.stack = random.choices(KINDS, k=random.randint(1, 3))
            self.blocks.append(block)

    def _plan_handlers(self) -> None:
        random, count = self.random, len(self.blocks)
        if count < 2 or random.random() < 0.25:
            return
        for _ in range(random.choice((1, 1, 2, 3, 5))):
            first, last = sorted(random.choices(range(count), k=2))
            first = random.choice((first, first, first // 3))
            last = min(last, first + random.randint(0, 6))
            handler = random.randrange(1, count)
            caught = random.choice((*EXCEPTIONS, "java/lang/Throwable", None, None))
            if self._may_cover(first, last, handler):
                self.ranges.append(Range(first, last, handler, caught))
        for block in self.blocks:
            caught_here = {one.caught for one in self.ranges if one.handler == block.index}
            if caught_here:
                only = caught_here.pop() if len(caught_here) == 1 else None
                exact = only is not None and random.random() < 0.5
                block.stack = [f"L{only}" if exact else THROWABLE]
                block.is_handler = True
        changed = True
        while changed:
            changed = False
            for one in self.ranges:
                handler_block = self.blocks[one.handler]
                for covered in self.blocks[one.first : one.last + 1]:
                    kept = {
                        slot: kind
                        for slot, kind in handler_block.local.items()
                        if covered.local.get(slot) == kind
                    }
                    changed |= kept != handler_block.local
                    handler_block.local = kept

    def _may_cover(self, first: int, last: int, handler: int) -> bool:
        """Returns whether a handler may cover these blocks.

        In a constructor, the block that calls super() may be neither covered nor the handler. The
        covered blocks and the handler must all come before that block, or all after it. With the
        old verifier, they must all come after it.
        """
        if not self.is_constructor:
            return True
        if first <= self.entered <= last or handler == self.entered:
            return False
        before = last < self.entered
        return before == (handler < self.entered) and not (before and self.old)
