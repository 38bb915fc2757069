"""Decodes a path's number into blocks, bytecode offsets and lines."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise

from kpath_jvm.errors import KpathError


@dataclass(frozen=True)
class DecodedPath:
    """A Ball-Larus path of a method.

    ``blocks`` are block indices in order of execution. ``offsets`` are the bytecode offsets of each
    block's first and last instruction in the original class file. ``lines`` are the source lines in
    order of execution, without immediate repetitions; they are empty without a line table.
    ``start`` is entry, loop, handler or cut; ``end`` is exit, loop or cut.
    """

    path: int
    blocks: tuple[int, ...]
    offsets: tuple[tuple[int, int], ...]
    lines: tuple[int, ...]
    start: str
    end: str


class PathDecoder:
    """Decodes the paths of one method: each step takes the edge with the largest value that fits.

    See docs/formats/methods.md.
    """

    def __init__(
        self,
        starts: Iterable[tuple[str, int, int]],
        edges: Iterable[tuple[int, int, int]],
        ends: Iterable[tuple[str, int, int]],
        block_count: int,
    ) -> None:
        """Takes starts and ends as (kind, block, value), and edges as (source, target, value)."""
        self._starts = sorted((value, block, kind) for kind, block, value in starts)
        self._start_values = [start[0] for start in self._starts]
        # What can follow each block: (value, target block, "") or (value, -1, kind of end).
        follow: dict[int, list[tuple[int, int, str]]] = {}
        for source, target, value in edges:
            follow.setdefault(source, []).append((value, target, ""))
        for kind, block, value in ends:
            follow.setdefault(block, []).append((value, -1, kind))
        self._follow = {block: sorted(choices) for block, choices in follow.items()}
        self._values = {
            block: [choice[0] for choice in choices] for block, choices in self._follow.items()
        }
        self._following = {
            block: frozenset(target for _, target, _ in choices if target >= 0)
            for block, choices in self._follow.items()
        }
        self._block_count = block_count

    def following(self, block: int) -> frozenset[int]:
        """Returns the blocks to which a path can go on from a block.

        Targets of edges at which paths end are omitted.
        """
        return self._following.get(block, frozenset())

    def begun_at(self, kind: str) -> frozenset[int]:
        """Returns the blocks where paths with this kind of start begin."""
        return frozenset(block for _, block, one in self._starts if one == kind)

    def ends_at(self, block: int) -> frozenset[str]:
        """Returns how paths can end at a block: exit, loop or cut."""
        return frozenset(kind for _, target, kind in self._follow.get(block, ()) if target < 0)

    def blocks(self, path: int) -> tuple[tuple[int, ...], str, str]:
        """Returns the block indices of a path, the kind of its start and the kind of its end.

        Raises KpathError when the tables have no such path.
        """
        at = bisect_right(self._start_values, path) - 1
        if at < 0:
            raise KpathError(f"no path {path}: no start has so small a value")
        value, block, start = self._starts[at]
        rest = path - value
        visited = [block]
        while True:
            choice = bisect_right(self._values.get(block, ()), rest) - 1
            if choice < 0:
                raise KpathError(f"no path {path}: nothing follows block {block}")
            value, block, end = self._follow[visited[-1]][choice]
            rest -= value
            if block < 0:
                break
            visited.append(block)
            if len(visited) > self._block_count:
                raise KpathError(f"no path {path}: the edges hold a cycle")
        if rest:
            raise KpathError(f"no path {path}: {rest} is left over at its end")
        return tuple(visited), start, end

    def number(self, blocks: Sequence[int], start: str, end: str) -> int | None:
        """Returns the number of the path with these blocks and these kinds of start and end.

        Returns None if there is no such path.
        """
        if not blocks:
            return None
        steps: list[Iterator[int]] = [
            (value for value, block, kind in self._starts if (block, kind) == (blocks[0], start)),
            *(self._values_to(source, target, "") for source, target in pairwise(blocks)),
            self._values_to(blocks[-1], -1, end),
        ]
        values = [next(step, None) for step in steps]
        known = [value for value in values if value is not None]
        return sum(known) if len(known) == len(values) else None

    def _values_to(self, source: int, target: int, end: str) -> Iterator[int]:
        choices = self._follow.get(source, ())
        yield from (value for value, block, kind in choices if (block, kind) == (target, end))


class LineTable:
    """The source lines of the blocks of one method."""

    def __init__(
        self,
        offsets: Sequence[tuple[int, int]],
        entries: Iterable[Sequence[tuple[int, int]]],
        jumps: Set[int] = frozenset(),
    ) -> None:
        """Takes, for each block, its (first, last) offset and its (offset, line) entries.

        ``jumps`` are the blocks whose last instruction is known to be a goto.
        """
        own = [tuple(lines) for lines in entries]
        table = sorted({entry for lines in own for entry in lines})
        starts = [offset for offset, _ in table]
        self._table, self._starts = table, starts
        self._lines: list[tuple[int, ...]] = []
        self._ends = [last for _, last in offsets]
        for (first, _last), lines in zip(offsets, own, strict=True):
            found = [line for _, line in lines]
            # A block that begins in the middle of a line has no entry at its first offset.
            if not lines or lines[0][0] > first:
                at = bisect_right(starts, first) - 1
                if at >= 0:
                    found.insert(0, table[at][1])
            self._lines.append(tuple(found))
        self._executed = self._lines
        if not jumps:
            return
        has_only_goto = [
            block in jumps and bool(lines) and lines[-1][0] == last
            for block, ((_, last), lines) in enumerate(zip(offsets, own, strict=True))
        ]
        code = [
            lines[:-1] if goto else lines
            for lines, goto in zip(self._lines, has_only_goto, strict=True)
        ]
        with_code = {line for lines in code for line in lines}
        self._executed = [
            executed if lines[-1:] and lines[-1] in with_code else lines
            for lines, executed in zip(self._lines, code, strict=True)
        ]

    def of_block(self, block: int) -> tuple[int, ...]:
        """Returns the lines of a block in the order of its instructions."""
        return self._lines[block]

    def executed(self, block: int) -> tuple[int, ...]:
        """Returns the lines whose code a block executes, in the order of its instructions.

        A line is left out if its only code in the block is a goto, and other blocks have other code
        of the line. For example, javac gives the goto that ends ``if (a) { … }`` the line of
        ``} else if (b) {``, though ``b`` isn't evaluated there. The line of a ``break`` has no
        other code, so it stays.
        """
        return self._executed[block]

    def of_decision(self, block: int) -> int | None:
        """Returns the line of a block's condition; None if no line is known.

        That is the line of the block's last instruction, the jump. But ecj gives the jump of a
        ``do`` loop the line of the ``do``, which comes before the line of the condition. So if only
        the jump has a smaller line than the instructions before it, the line of these instructions
        is returned. ``MethodCode.decision_line`` corrects this for inlined code.
        """
        lines, last = self._lines[block], self._ends[block]
        if not lines:
            return None
        at = bisect_right(self._starts, last) - 1
        if len(lines) > 1 and self._table[at][0] == last and lines[-1] < lines[-2]:
            return lines[-2]
        return lines[-1]

    def of_offset(self, offset: int) -> int | None:
        """Returns the line of an instruction; None before the first entry of the line table."""
        at = bisect_right(self._starts, offset) - 1
        return self._table[at][1] if at >= 0 else None

    def of_path(self, blocks: Iterable[int]) -> tuple[int, ...]:
        """Returns the lines that a path executes, without immediate repetitions."""
        lines: list[int] = []
        for block in blocks:
            for line in self._executed[block]:
                if not lines or lines[-1] != line:
                    lines.append(line)
        return tuple(lines)

    def all(self) -> frozenset[int]:
        """Returns all lines that have code of the method."""
        return frozenset(line for lines in self._lines for line in lines)
