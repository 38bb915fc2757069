"""Finds the iterations of a loop, from its header to a latch, within Ball-Larus paths."""

from collections.abc import Iterable
from dataclasses import dataclass

Blocks = tuple[int, ...]


@dataclass(frozen=True)
class LoopShape:
    """A loop with all its ``blocks``, and with the ``own`` ones, which lie in no inner loop."""

    header: int
    latches: frozenset[int]
    blocks: frozenset[int]
    own: frozenset[int]

    def iteration(self, blocks: Blocks, end: str) -> Blocks | None:
        """Returns the blocks of the iteration in a path, from header to latch, or None.

        ``end`` is the kind of the path's end. The result is None if the path lacks the header,
        if the iteration runs through an inner loop, or if the iteration doesn't end at a latch.
        """
        if self.header not in blocks:
            return None
        first = last = blocks.index(self.header)
        while last + 1 < len(blocks) and blocks[last + 1] in self.own:
            last += 1
        is_whole = blocks[last] in self.latches and (last + 1 < len(blocks) or end == "loop")
        return blocks[first : last + 1] if is_whole else None

    def goes_on(self, blocks: Blocks, end: str) -> bool:
        """Returns whether a path from the header may reach a latch before it leaves the loop.

        The path may also run through inner loops, or end in one; ``iteration`` returns None for
        such a path.
        """
        out = next((at for at, block in enumerate(blocks) if block not in self.blocks), None)
        if out is None or blocks[out - 1] in self.latches:
            return True
        return self.iteration(blocks, end) is not None


def shapes(loops: Iterable[tuple[int, Blocks, Blocks]]) -> list[LoopShape]:
    """Returns the shapes of ``loops``. Each loop is given by its header, latches and blocks."""
    given = list(loops)
    innermost: dict[int, int] = {}
    for place, (_, _, blocks) in enumerate(given):
        for block in blocks:
            known = innermost.get(block)
            # If two loops are equally large, the later one is the inner one.
            if known is None or len(blocks) <= len(given[known][2]):
                innermost[block] = place
    return [
        LoopShape(
            header,
            frozenset(latches),
            frozenset(blocks),
            frozenset(block for block in blocks if innermost[block] == place),
        )
        for place, (header, latches, blocks) in enumerate(given)
    ]
