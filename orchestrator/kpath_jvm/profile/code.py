"""The code of one method, with all that is needed to decode the method's paths."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from msgspec import Struct

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.decoding import DecodedPath, LineTable, PathDecoder
from kpath_jvm.profile.metadata import Decision, Loop
from kpath_jvm.profile.places import Place, Places

#: A function that takes a table's name and names of columns, and returns these columns of each row
#: that the table has for one method.
ReadRows: TypeAlias = Callable[..., Iterator[tuple[Any, ...]]]


class Outcome(Struct, frozen=True):
    """A path's decision at the end of a block, and the block in which the path went on.

    For a handler, both the decision's block and the target are the handler's block, where the path
    begins.
    """

    decision: Decision
    target: int

    @property
    def is_yes(self) -> bool:
        """Whether a branch's comparison held."""
        return self.target == self.decision.targets[0]

    @property
    def keys(self) -> tuple[int, ...]:
        """The keys of a switch that lead to the target."""
        pairs = zip(self.decision.keys, self.decision.targets, strict=False)
        return tuple(key for key, target in pairs if target == self.target)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of ``keys``, "" for an unknown label; empty if no label is known."""
        decision = self.decision
        pairs = zip(decision.labels, decision.targets, strict=False)
        return tuple(label for label, target in pairs if target == self.target)

    @property
    def is_default(self) -> bool:
        """Whether a switch's default leads to the target, alone or together with keys."""
        return self.decision.targets[-1] == self.target


@dataclass(frozen=True)
class MethodCode:
    """The blocks, lines, loops and decisions of one method.

    The lines are those of the class file; ``places`` has their places in source files.
    """

    #: The bytecode offsets of each block's first and last instruction.
    offsets: tuple[tuple[int, int], ...]
    #: How many bytecode instructions each block has in the class file.
    instructions: tuple[int, ...]
    lines: LineTable
    loops: tuple[Loop, ...]
    decoder: PathDecoder
    #: The decisions in the order of the blocks, with those of handlers last.
    decisions: tuple[Decision, ...]
    places: Places
    #: The edges (source, target) that were cut because there were too many paths.
    cuts: frozenset[tuple[int, int]] = frozenset()
    #: A digest of each block's instructions. It leaves out gotos, the targets of other jumps and of
    #: switches, and the keys of switches. Empty unless the digests of all blocks are known.
    digests: tuple[int, ...] = ()

    def decode(self, path: int) -> DecodedPath:
        """Decodes the number of a path. Raises KpathError when the method has no such path."""
        blocks, start, end = self.decoder.blocks(path)
        return DecodedPath(
            path,
            blocks,
            tuple(self.offsets[block] for block in blocks),
            self.lines.of_path(blocks),
            start,
            end,
        )

    def outcomes(self, path: DecodedPath) -> tuple[Outcome, ...]:
        """Returns a path's decisions in the order of execution.

        The decision of the last block is included only if exactly one target fits the path's end.
        Branches and switches whose targets are all the same block are omitted.
        """
        found = []
        if path.start == "handler":
            caught = (one for one in self.decisions if one.operator == "caught")
            found += [Outcome(one, one.block) for one in caught if one.block == path.blocks[0]]
        for block, follower in zip(path.blocks, (*path.blocks[1:], None), strict=True):
            decision = self.deciding.get(block)
            if decision is not None:
                target = self._left_to(decision, path.end) if follower is None else follower
                if target is not None and len(set(decision.targets)) > 1:
                    found.append(Outcome(decision, target))
        return tuple(found)

    @cached_property
    def deciding(self) -> dict[int, Decision]:
        """The branches and switches by their blocks, in the order of the code."""
        found = (one for one in self.decisions if one.targets)
        return {one.block: one for one in sorted(found, key=lambda it: self.offsets[it.block])}

    def ways_out(self, decision: Decision, end: str) -> tuple[int, ...]:
        """Returns the blocks that can follow a path with the given last decision and ``end``."""
        following = self.decoder.following(decision.block)
        return tuple(
            target
            for target in dict.fromkeys(decision.targets)
            if target not in following and ((decision.block, target) in self.cuts) == (end == "cut")
        )

    def _left_to(self, decision: Decision, end: str) -> int | None:
        ways = self.ways_out(decision, end)
        return ways[0] if len(ways) == 1 else None

    def test_size(self, block: int) -> int:
        """Returns the largest number of bytecode instructions that a block's test can execute.

        The test is the branch and the instructions that compute what it compares. If they can't be
        distinguished from the rest of the block, the block's number of instructions is returned.
        """
        own = self.deciding[block].instructions
        return own if own >= 0 else self.instructions[block]

    def decision_line(self, block: int) -> int | None:
        """Returns the line of a block's condition; None if no line is known."""
        line, own = self.lines.of_decision(block), self.lines.of_block(block)
        if line is None or self.places.of(line).is_beside(self.places.of(own[-1])):
            return line
        # The code before the jump was inlined (Kotlin), so only the jump has the condition's line.
        return own[-1]

    def header_line(self, header: int) -> int | None:
        """Returns the first line of a loop's header, or None without a line table."""
        lines = self.lines.of_block(header)
        return lines[0] if lines else None

    def header_place(self, header: int) -> str | None:
        """Returns the place of a loop's header, such as ``line 12``; None without a line table."""
        return self.places.phrase_if_known(self.header_line(header))

    def loop_begins_at(self, loop: int, line: int) -> bool:
        """Returns whether the loop with this index in ``loops`` begins at source line ``line``."""
        first = self.header_line(self.loops[loop].header)
        return first is not None and self.places.of(first).line == line

    def block_name(self, block: int) -> str:
        """Returns the place of a block's first line, or its offset without a line table."""
        return self.header_place(block) or f"bytecode {self.offsets[block][0]}"

    def loop_around(self, headers: list[int]) -> Loop | None:
        """Returns the innermost loop that contains the loops of all these headers, or None.

        A loop contains itself.
        """
        chains = [self.chain(header) for header in dict.fromkeys(headers)]
        if not chains or not all(chains):
            return None
        shared = set(chains[0]).intersection(*chains[1:])
        return next((self.loops[loop] for loop in chains[0] if loop in shared), None)

    def chain(self, header: int) -> list[int]:
        """Returns the indices of the loop with this header and of the loops around it.

        The result is empty if no loop has this header.
        """
        at = next((i for i, loop in enumerate(self.loops) if loop.header == header), -1)
        chain: list[int] = []
        while at >= 0 and at not in chain:
            chain.append(at)
            at = self.loops[at].parent
        return chain


def method_code(read: ReadRows, cuts: Iterable[tuple[int, int]] = ()) -> MethodCode:
    """Builds a method's code from its rows in the tables of code and from its ``cuts``.

    Raises KpathError when a start or an end of the method's paths has no ``reason``.
    """
    offsets = tuple(read("blocks", "first_offset", "last_offset"))
    instructions = tuple(count for (count,) in read("blocks", "instructions"))
    digests = tuple(digest for (digest,) in read("blocks", "digest"))
    starts, steps, ends = [], [], []
    names = ("kind", "reason", "source", "target", "value")
    for kind, reason, source, target, value in read("edges", *names):
        if kind == "edge":
            steps.append((source, target, value))
        elif reason is None:
            raise KpathError("the profile is corrupt: paths begin or end nowhere; record it again")
        elif kind == "start":
            starts.append((reason, target, value))
        elif kind == "end":
            ends.append((reason, source, value))
    decoder = PathDecoder(starts, steps, ends, len(offsets))
    forest = tuple(
        Loop(header, tuple(latches), tuple(own), parent, waits, tuple(assigned))
        for header, latches, own, parent, waits, assigned in read(
            "loops", "header", "latches", "blocks", "parent", "waits", "assigned"
        )
    )
    decided = tuple(
        Decision(
            block,
            operator,
            type_,
            tuple(operands),
            tuple(keys),
            tuple(targets),
            size,
            tuple(labels),
        )
        for block, operator, type_, operands, keys, targets, size, labels in read(
            "decisions",
            "block",
            "operator",
            "type",
            "operands",
            "keys",
            "targets",
            "instructions",
            "labels",
        )
    )
    cut = frozenset(cuts)
    lines = line_table(
        offsets,
        [list(zip(at, line, strict=True)) for at, line in read("blocks", "line_offsets", "lines")],
        [*((source, target) for source, target, _ in steps), *cut],
        forest,
        decided,
    )
    mapped = {
        line: Place(file, package, call, source_line)
        for line, file, package, call, source_line in read(
            "mapped_lines", "line", "file", "package", "call_line", "source_line"
        )
    }
    return MethodCode(
        offsets, instructions, lines, forest, decoder, decided,
        # 0 stands for an unknown digest.
        Places(lines.all(), mapped), cut, digests if all(digests) else (),
    )  # fmt: skip


def line_table(
    offsets: Sequence[tuple[int, int]],
    entries: Sequence[Sequence[tuple[int, int]]],
    edges: Iterable[tuple[int, int]],
    loops: Iterable[Loop],
    decisions: Iterable[Decision],
) -> LineTable:
    """Returns the lines of a method's blocks.

    ``offsets`` and ``entries`` are those of LineTable. ``edges`` needn't contain back edges, which
    are taken from ``loops``.
    """
    back = ((latch, loop.header) for loop in loops for latch in loop.latches)
    deciding = {one.block for one in decisions if one.targets}
    return LineTable(offsets, entries, _jumps(offsets, [*edges, *back], deciding))


def _jumps(
    offsets: Sequence[tuple[int, int]],
    edges: Iterable[tuple[int, int]],
    deciding: Set[int],
) -> frozenset[int]:
    """Returns the blocks that end in a goto, except those whose way out isn't in ``edges``.

    These blocks decide nothing, and don't go on at the next bytecode offset.
    """
    starts = sorted(first for first, _ in offsets)
    found = {source for source, target in edges if not is_behind(offsets, starts, source, target)}
    return frozenset(found - deciding)


def is_behind(
    offsets: Sequence[tuple[int, int]], starts: Sequence[int], block: int, follower: int
) -> bool:
    """Returns whether ``follower`` begins right after ``block``, which then needs no goto.

    ``starts`` are the first offsets of all blocks, in ascending order.
    """
    at = bisect_right(starts, offsets[block][1])
    return at < len(starts) and starts[at] == offsets[follower][0]
