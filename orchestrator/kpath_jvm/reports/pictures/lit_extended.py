"""Finds the part of a control-flow graph that an extended path covers, and the iterations."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from kpath_jvm.analysis.flow import FlowEdge, Terminal
from kpath_jvm.analysis.of_extended.iterations import iterations
from kpath_jvm.profile.code import MethodCode

#: The kinds of ends that name the block after the path.
_LEADING = ("loop", "leave")


class LitExtended:
    """The blocks, edges and ends of an extended path, in the method that the path belongs to.

    The path is passed as a row of the table ``extended``.
    """

    def __init__(self, row: Mapping[str, Any], code: MethodCode) -> None:
        blocks: Sequence[int] = row["blocks"]
        parts = iterations(code, blocks)
        self._is_several = len(parts) > 1
        self._blocks: dict[int, list[int]] = {}
        self._steps: dict[tuple[int, int], list[int]] = {}
        self._crossings: dict[tuple[int, int], list[int]] = {}
        for number, part in enumerate(parts, 1):
            for block in part:
                self._blocks.setdefault(block, []).append(number)
            for step in pairwise(part):
                self._steps.setdefault(step, []).append(number)
        for number, (before, behind) in enumerate(pairwise(parts), 1):
            self._crossings.setdefault((before[-1], behind[0]), []).append(number)
        end, _, target = str(row["end"]).partition(" ")
        if end in _LEADING and blocks:
            self._steps.setdefault((blocks[-1], int(target)), [])
        self._start, self._end = str(row["start"]).partition(" ")[0], end
        self._first, self._last = (blocks[0], blocks[-1]) if blocks else (-1, -1)

    def has_block(self, block: int) -> bool:
        """Returns whether the path executes a block."""
        return block in self._blocks

    def has_edge(self, edge: FlowEdge) -> bool:
        """Returns whether the path takes an edge, or ends with it."""
        pair = edge.source, edge.target
        return pair in self._steps or pair in self._crossings

    def begins_by(self, start: Terminal) -> bool:
        """Returns whether the path begins at a terminal."""
        return (self._start, self._first) == (start.kind, start.block)

    def ends_by(self, end: Terminal) -> bool:
        """Returns whether the path ends at a terminal."""
        return (self._end, self._last) == (end.kind, end.block)

    def of_block(self, block: int) -> str:
        """Returns the iterations that execute a block; "" if the path has only one iteration."""
        return self._told(self._blocks.get(block, ()))

    def of_edge(self, edge: FlowEdge) -> str:
        """Returns the iterations that take an edge; "1→2" is the step from iteration 1 to 2."""
        pair = edge.source, edge.target
        crossed = [f"{number}→{number + 1}" for number in self._crossings.get(pair, ())]
        return ", ".join(filter(None, [self._told(self._steps.get(pair, ())), *crossed]))

    def _told(self, numbers: Iterable[int]) -> str:
        return _runs(numbers) if self._is_several else ""


def _runs(numbers: Iterable[int]) -> str:
    """Returns ascending numbers as ranges: "1-3, 5"."""
    runs: list[list[int]] = []
    for number in dict.fromkeys(numbers):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)
