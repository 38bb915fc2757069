"""Counts how often the lines of a method were executed, from the counts of its blocks.

A line's code may be in several blocks, for two reasons. A pass through the code may run several of
these blocks in a row, for example in a long expression or in the head of a ``for`` loop. Or the
compiler has copied the line, as javac copies a ``finally`` block to each way out of its ``try``.
Then a pass runs only one of the copies. So blocks belong together if one can be reached from the
other over ordinary edges that aren't back edges. The line's blocks are grouped in this way, and the
line's count is the sum of the groups' greatest counts. No pass runs through the most executed
blocks of two groups, unless an exception leads from one group to the other.

The parts of a loop's head belong together even if control gets from one part to another only
through a handler. An example is a loop that tries again after an exception.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import inf

from msgspec import Struct

from kpath_jvm.analysis.flow import Flow
from kpath_jvm.analysis.reachable import forward
from kpath_jvm.profile.code import MethodCode


class LineCount(Struct, frozen=True):
    """How often a line was executed: ``least`` to ``most`` times.

    ``most`` is None if there is no upper bound. If ``is_estimate`` is true, ``least`` and
    ``most`` are the same estimate.
    """

    least: int
    most: int | None
    is_estimate: bool = False


class LineCounts:
    """The counts of one method's lines."""

    def __init__(self, code: MethodCode, graph: Flow, athrows: Iterable[int] = ()) -> None:
        """Takes a method's code, its flow, and ``athrows``: the blocks that end in an athrow."""
        self._code = code
        self._athrows = tuple(athrows)
        self._graph = graph
        self._blocks: dict[int, list[int]] = {}
        for block in range(len(code.offsets)):
            for line in dict.fromkeys(code.lines.executed(block)):
                self._blocks.setdefault(line, []).append(block)

    @property
    def lines(self) -> list[int]:
        """All lines with code, in order; empty without a line table."""
        return sorted(self._blocks)

    def blocks(self, lines: Iterable[int]) -> list[int]:
        """Returns the blocks that have code of the given lines."""
        return list(dict.fromkeys(block for line in lines for block in self._blocks[line]))

    def of_lines(self, lines: Sequence[int]) -> LineCount:
        """Returns the count of a line of a source file.

        ``lines`` are the line's numbers in the class file. If the line's code was inlined at
        several lines of the method, the copies run separately, so their counts are added up.
        """
        copies: dict[int, list[int]] = {}
        for line in lines:
            copies.setdefault(self._code.places.of(line).call, []).append(line)
        groups = [group for own in copies.values() for group in self._groups(own)]
        return self._sum(groups, frozenset(lines))

    def of_block(self, block: int) -> LineCount:
        """Returns the count of a block, for code without lines."""
        return self._sum([[block]], None)

    def _sum(self, groups: Iterable[list[int]], lines: frozenset[int] | None) -> LineCount:
        begun, without_first, without_caught, most, is_inexact = 0, 0, 0, 0.0, False
        for group in groups:
            found = [self._bounds(block, lines) for block in group]
            is_inexact |= any(block in self._graph.inexact for block in group)
            begun = max(begun, *(one.begun for one in found))
            ended = max(one.ended for one in found)
            without_first += 0 if self._may_be_left_later(group) else ended
            without_caught += 0 if self._may_follow_a_handler(group) else ended
            most += max(one.most for one in found)
        if self._graph.is_estimated and is_inexact:
            return LineCount(int(most), int(most), is_estimate=True)
        # One pass may execute the line in two groups if an exception is thrown in the first group
        # or after it, and a handler leads to the second. So the counts of all groups that can't be
        # the first of two can be added up, and likewise those of all groups that can't be the
        # second. Each sum is a lower bound.
        least = max(begun, without_first, without_caught)
        return LineCount(least, None if most == inf else int(most))

    def _may_be_left_later(self, group: Sequence[int]) -> bool:
        """Returns whether an exception may end a pass after the path through a group was completed.

        A pass completes a path where an inner loop goes round, at a cut edge, and at an athrow.
        """
        return any((self._reached[block] | 1 << block) & self._on(block) for block in group)

    def _on(self, block: int) -> int:
        """Returns the blocks, as bits, at which a pass through a block may complete a path."""
        found = self._cuts_and_athrows
        for inside in self._loops:
            if not inside >> block & 1:
                found |= inside
        return found

    @cached_property
    def _loops(self) -> list[int]:
        return [_bits((loop.header, *loop.blocks)) for loop in self._code.loops]

    @cached_property
    def _cuts_and_athrows(self) -> int:
        return _bits([*(source for source, _ in self._code.cuts), *self._athrows])

    def _may_follow_a_handler(self, group: Sequence[int]) -> bool:
        bits = _bits(group)
        return any(
            (self._reached[block] | 1 << block) & bits
            for block in self._code.decoder.begun_at("handler")
        )

    def _groups(self, lines: Sequence[int]) -> Iterator[list[int]]:
        waiting = self.blocks(lines)
        heads = [
            {loop.header, *loop.blocks}
            for loop in self._code.loops
            if self._code.header_line(loop.header) in lines
        ]
        while waiting:
            group = [waiting.pop(0)]
            for one in group:
                for other in [it for it in waiting if self._are_joined(one, it, heads)]:
                    waiting.remove(other)
                    group.append(other)
            yield group

    def _are_joined(self, one: int, other: int, heads: list[set[int]]) -> bool:
        return (
            bool(self._reached[one] >> other & 1)
            or bool(self._reached[other] >> one & 1)
            or any(one in head and other in head for head in heads)
        )

    @cached_property
    def _reached(self) -> list[int]:
        """For each block, the blocks (as bits) that it reaches without a back edge."""
        return forward(self._code)

    def _bounds(self, block: int, lines: frozenset[int] | None) -> "_Bounds":
        """Returns bounds on how often a block executed one of the given lines.

        If edges were counted instead of paths, an exception may have left the block before a line
        that isn't the block's first line.
        """
        graph = self._graph
        count = int(graph.blocks[block])
        if graph.is_of_paths or graph.is_estimated:
            return _Bounds(count, count, count)
        into = [one for one in graph.edges if one.target == block]
        starts = [one for one in graph.starts if one.block == block]
        is_open = any(one.is_open for one in into) or not all(one.is_exact for one in starts)
        begun = count
        if block in graph.inexact and not is_open:
            begun = sum(one.least for one in into) + sum(one.count for one in starts)
        ended = sum(one.least for one in graph.edges if one.source == block)
        ended += sum(one.count for one in graph.ends if one.block == block and one.is_exact)
        own = self._code.lines.executed(block)
        is_first = lines is None or not own or own[0] in lines
        return _Bounds(begun if is_first else ended, ended, inf if is_open else count)


def _bits(blocks: Iterable[int]) -> int:
    found = 0
    for block in blocks:
        found |= 1 << block
    return found


class _Bounds(Struct, frozen=True):
    """How often a block executed a line: ``begun`` to ``most`` times.

    ``ended`` is a lower bound on how often the block ran to its end.
    """

    begun: int
    ended: int
    most: float
