"""Random programs, their walks block by block, and the profiles that these walks would leave."""

from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from random import Random

from builders.methods import MethodSpec
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.profile.metadata import Loop
from kpath_jvm.profile.writer import write_profile

Edge = tuple[int, int]


@dataclass
class Program:
    """A control-flow graph of nested statements; block 0 is its entry."""

    rng: Random
    successors: list[list[int]] = field(default_factory=list)

    @classmethod
    def random(cls, seed: int, depth: int = 3) -> "Program":
        """Returns a program with a loop around everything but the entry and the exit."""
        program = cls(Random(seed))
        entry = program._block()
        leave = program._block()
        header = program._block()
        body = program._statements(depth, header, leave, header)
        program._lead(entry, header)
        program._lead(header, body, leave)
        return program

    def _block(self) -> int:
        self.successors.append([])
        return len(self.successors) - 1

    def _lead(self, block: int, *targets: int) -> int:
        self.successors[block] = list(dict.fromkeys(targets))
        return block

    def _statements(self, depth: int, follow: int, leave: int, again: int) -> int:
        for _ in range(self.rng.randint(1, 3)):
            follow = self._statement(depth, follow, leave, again)
        return follow

    def _statement(self, depth: int, follow: int, leave: int, again: int) -> int:
        kinds = ["plain", "break", "continue", *(["if", "if", "while", "do"] if depth else [])]
        kind = self.rng.choice(kinds)
        block = self._block()
        if kind == "if":
            yes = self._statements(depth - 1, follow, leave, again)
            no = self._statements(depth - 1, follow, leave, again)
            return self._lead(block, yes, self.rng.choice([no, follow]))
        if kind == "while":
            return self._lead(block, self._statements(depth - 1, block, follow, block), follow)
        if kind == "do":
            body = self._statements(depth - 1, block, follow, block)
            self._lead(block, body, follow)
            return body
        target = {"plain": follow, "break": leave, "continue": again}[kind]
        return self._lead(block, follow, target)

    @cached_property
    def reachable(self) -> list[int]:
        """The blocks that the entry reaches. Each block comes before those that it dominates."""
        found, waiting = [], [0]
        while waiting:
            block = waiting.pop()
            if block not in found:
                found.append(block)
                waiting += self.successors[block]
        return found

    @cached_property
    def back_edges(self) -> list[Edge]:
        """The edges whose target dominates their source."""
        return [
            (source, target)
            for source in self.reachable
            for target in self.successors[source]
            if source == target or not self._reaches(0, source, {target})
        ]

    def _reaches(self, start: int, goal: int, without: set[int]) -> bool:
        seen, waiting = set(without), [start]
        while waiting:
            block = waiting.pop()
            if block in seen:
                continue
            if block == goal:
                return True
            seen.add(block)
            waiting += self.successors[block]
        return False

    @cached_property
    def loops(self) -> list[Loop]:
        """Natural loops, one per header, outer ones first."""
        loops = []
        for header in sorted({target for _, target in self.back_edges}):
            latches = sorted(source for source, target in self.back_edges if target == header)
            inside = [
                block
                for block in self.reachable
                if block == header
                or (
                    not self._reaches(0, block, {header})
                    and any(self._reaches(block, latch, {header}) for latch in latches)
                )
            ]
            loops.append(Loop(header, tuple(latches), tuple(sorted(inside))))
        loops.sort(key=lambda loop: -len(loop.blocks))
        return [
            Loop(
                loop.header, loop.latches, loop.blocks,
                max(
                    (at for at, other in enumerate(loops[:place])
                     if set(loop.blocks) < set(other.blocks)),
                    default=-1,
                ),
            )
            for place, loop in enumerate(loops)
        ]  # fmt: skip

    def cuts(self, cut: str) -> set[Edge]:
        """Returns the edges at which paths end."""
        if cut == "back-edge":
            return set(self.back_edges)
        headers = {target for _, target in self.back_edges}
        return {(a, b) for a in self.reachable for b in self.successors[a] if b in headers}

    def walk(self, rng: Random, steps: int) -> list[int]:
        """Returns the blocks of one activation. Some branches depend on earlier branches.

        After ``steps`` blocks, the walk takes the shortest way to an exit.
        """
        blocks, last, fixed = [0], 0, {}
        while self.successors[blocks[-1]]:
            block = blocks[-1]
            ways = self.successors[block]
            if len(blocks) > steps:
                way = self._home(block)
            else:
                style = block % 4
                fixed.setdefault(block, rng.randrange(2))
                last = [rng.randrange(2), 1 - last, fixed[block], len(blocks) // 3 % 2][style]
                way = ways[last % len(ways)]
            blocks.append(way)
        return blocks

    def _home(self, block: int) -> int:
        """Returns the next block on the shortest way to an exit."""
        distance = {block: 0 for block in self.reachable if not self.successors[block]}
        while len(distance) < len(self.reachable):
            for one in self.reachable:
                near = [distance[it] for it in self.successors[one] if it in distance]
                if near:
                    distance[one] = min(distance.get(one, 1 << 30), min(near) + 1)
        return min(self.successors[block], key=lambda it: distance[it])

    def method(self, cut: str) -> MethodSpec:
        """Returns the program as a method with the path numbers of Ball and Larus."""
        cuts = self.cuts(cut)
        paths = dict.fromkeys(range(len(self.successors)), 0)
        edges: list[tuple[int, int, int]] = []
        ends: list[tuple[str, int, int]] = []
        done: set[int] = set()

        def number(block: int) -> None:
            if block in done:
                return
            done.add(block)
            for target in self.successors[block]:
                if (block, target) not in cuts:
                    number(target)
                    edges.append((block, target, paths[block]))
                    paths[block] += paths[target]
            kinds = ["loop"] if any((block, it) in cuts for it in self.successors[block]) else []
            for kind in kinds or ([] if self.successors[block] else ["exit"]):
                ends.append((kind, block, paths[block]))
                paths[block] += 1

        starts, total = [], 0
        headers = sorted({target for _, target in self.back_edges})
        for kind, block in [("entry", 0), *(("loop", header) for header in headers)]:
            number(block)
            starts.append((kind, block, total))
            total += paths[block]
        return MethodSpec(
            "demo/Walk", "run", "()V", [(10 * b, 10 * b + 9, [(10 * b, b + 1)]) for b in paths],
            edges, starts, ends, total, loops=[
                {"header": it.header, "latches": it.latches, "blocks": it.blocks,
                 "parent": it.parent} for it in self.loops
            ],
            decisions=[
                (block, "==", "I", ["x", "0"], [1, 0], self.successors[block])
                for block in self.reachable if len(self.successors[block]) == 2
            ],
            cut=cut,
        )  # fmt: skip


def pieces(walk: list[int], cuts: set[Edge]) -> list[list[int]]:
    """Returns the parts into which the edges ``cuts`` divide a walk."""
    found = [[walk[0]]]
    for source, target in pairwise(walk):
        if (source, target) in cuts:
            found.append([])
        found[-1].append(target)
    return found


def path_of(method: MethodSpec, blocks: list[int]) -> int:
    """Returns the number of the path that runs through the blocks."""
    start = "entry" if blocks[0] == 0 else "loop"
    total = next(
        value for kind, block, value in method.starts if (kind, block) == (start, blocks[0])
    )
    values = {(source, target): value for source, target, value in method.edges}
    total += sum(values[edge] for edge in pairwise(blocks))
    return total + next(value for _, block, value in method.ends if block == blocks[-1])


def walked_profile(
    directory: Path, program: Program, cut: str, k: int, walks: list[list[int]]
) -> Profile:
    """Writes a profile of a program's walks, and opens the profile."""
    builder = RecordingBuilder(k=k)
    method = builder.add(program.method(cut))
    for walk in walks:
        builder.stream(method, [path_of(method, one) for one in pieces(walk, program.cuts(cut))])
    builder.auxiliary(method, entries=len(walks))
    target = directory / "walks.kpath"
    write_profile(target, builder.build(directory), demo_run())
    return Profile.open(target)
