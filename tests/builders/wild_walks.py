"""Random reducible control-flow graphs, and random walks over them that are cut into paths.

Back edges and loops are found by their definitions, and paths are written down block by block
during the walk. The tested code has no part in this.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from builders.methods import MethodSpec
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm.profile.writer import write_profile

Edge: TypeAlias = tuple[int, int]


@dataclass
class Walked:
    """A path, complete or not: its blocks, how it starts and ends, and the next block, if any."""

    blocks: list[int]
    start: str
    end: str
    went_to: int | None


@dataclass
class WalkedMethod:
    """A method's graph and the paths of its walks.

    ``kinds`` has the edges at which paths end, with the kind of each. ``loops`` has the blocks of
    each loop by the loop's header. Each of ``sequences`` is an unbroken sequence of complete paths.
    ``entries`` is the number of walks. ``caught`` is the number of caught exceptions, each of which
    broke off a path. ``activations`` has the complete and the abandoned paths of each walk in
    order. ``broken_off`` has the abandoned and unfinished paths.
    """

    successors: list[list[int]]
    kinds: dict[Edge, str]
    loops: dict[int, set[int]]
    handler: int | None
    back: set[Edge]
    cut: str
    sequences: list[list[Walked]] = field(default_factory=list)
    entries: int = 0
    caught: int = 0
    activations: list[list[Walked]] = field(default_factory=list)
    broken_off: list[Walked] = field(default_factory=list)

    def ways(self, block: int, end: str) -> set[int]:
        """Returns the blocks that may follow a path with this last block and this kind of end."""
        return {to for to in self.successors[block] if self.kinds.get((block, to)) == end}


#: How a block chooses one of its successors. "random" takes any of them, and "turns" each in turn.
#: "as before" mostly repeats the latest choice, whichever block made it. "seldom" nearly always
#: takes the first successor. Tests may also use two other habits. "just as before" always repeats
#: the latest choice. "as at first" repeats the block's own first choice in this walk.
HABITS = ("random", "turns", "as before", "seldom")


def walked_method(
    seed: int,
    activations: int = 12,
    cut: str = "back-edge",
    among: Sequence[str] = HABITS,
) -> WalkedMethod | None:
    """Returns a random method with random walks, or None if the method's graph is irreducible.

    There are at most ``activations`` walks. Each block has one of the habits ``among``. Paths end
    at random cut edges and at back edges. If ``cut`` is "loop-header", paths end at all edges into
    loop headers, too.
    """
    rng = random.Random(seed)
    size = rng.randint(4, 11)
    # In some methods, most branches lead forward. In the others, branches lead anywhere.
    forwards = rng.choice((0.0, 0.8))
    successors: list[list[int]] = []
    for block in range(size):
        count = 0 if block == size - 1 else rng.choice((1, 2, 2, 2, 3))
        some = [min(block + 1, size - 1)] if count else []
        for _ in range(count - 1):
            least = block + 1 if rng.random() < forwards else 0
            some.append(rng.randint(min(least, size - 1), size - 1))
        rng.shuffle(some)
        successors.append(some)
    reached = _reached(successors, 0, set())
    successors = [some if block in reached else [] for block, some in enumerate(successors)]
    back = {
        (block, to)
        for block in reached
        for to in successors[block]
        if block == to or block not in _reached(successors, 0, {to}) or to == 0
    }
    kinds = dict.fromkeys(back, "loop")
    edges = [(a, b) for a in reached for b in successors[a] if (a, b) not in back]
    if any(a in _reached(_without(successors, back), b, set()) for a, b in edges):
        return None
    kinds |= {edge: "cut" for edge in edges if rng.random() < 0.1}
    if cut == "loop-header":
        kinds |= {(a, b): "loop" for a, b in edges if b in {header for _, header in back}}
    loops: dict[int, set[int]] = {}
    for latch, header in back:
        before = [[a for a in range(size) if b in successors[a]] for b in range(size)]
        loops.setdefault(header, {header}).update(_reached(before, latch, {header}))
    handler = rng.choice([None, *sorted(reached - {0})])
    method = WalkedMethod(successors, kinds, loops, handler, back, cut)
    habits = [rng.choice(among) for _ in range(size)]
    for _ in range(rng.randint(1, activations)):
        _walk(method, rng, habits)
    return method


def _reached(successors: list[list[int]], block: int, without: set[int]) -> set[int]:
    """Returns a block and the blocks that it reaches without passing one of ``without``."""
    found: set[int] = set()
    waiting = [block]
    while waiting:
        one = waiting.pop()
        if one not in found and one not in without:
            found.add(one)
            waiting += successors[one]
    return found


def _without(successors: list[list[int]], edges: set[Edge]) -> list[list[int]]:
    return [[to for to in some if (a, to) not in edges] for a, some in enumerate(successors)]


def _walk(method: WalkedMethod, rng: random.Random, habits: list[str]) -> None:
    """Walks one activation, which may catch exceptions, and may break off before its exit."""
    method.entries += 1
    sequence: list[Walked] = []
    activation: list[Walked] = []
    method.activations.append(activation)
    blocks, start, last = [0], "entry", 0
    own: dict[int, int] = {}
    for _ in range(rng.randint(1, 60)):
        block = blocks[-1]
        if rng.random() < 0.01 and method.handler is not None:
            method.caught += 1
            method.sequences.append(sequence)
            method.broken_off.append(Walked(blocks, start, "abandoned", None))
            activation += [*sequence, method.broken_off[-1]]
            sequence, blocks, start = [], [method.handler], "handler"
            continue
        ways = method.successors[block]
        if not ways:
            sequence.append(Walked(blocks, start, "exit", None))
            break
        free = rng.randrange(len(ways))
        choice = {
            "random": free,
            "turns": own.get(block, 0) + 1,
            "as before": last + (rng.random() < 0.2),
            "seldom": int(rng.random() < 0.05),
            "just as before": last,
            "as at first": own.get(block, free),
        }[habits[block]] % len(ways)
        own[block] = choice
        last = choice if len(ways) > 1 else last
        to = ways[choice]
        kind = method.kinds.get((block, to))
        if kind is None:
            blocks.append(to)
        else:
            sequence.append(Walked(blocks, start, kind, to))
            blocks, start = [to], kind
    else:
        method.broken_off.append(Walked(blocks, start, "unfinished", None))
    method.sequences.append(sequence)
    activation += sequence


def spec_of(method: WalkedMethod) -> MethodSpec:
    """Returns the method as the agent would describe it. Its paths have Ball-Larus numbers."""
    size = len(method.successors)
    numbers: dict[int, int] = {}
    edges: list[tuple[int, int, int]] = []
    ends: list[tuple[str, int, int]] = []

    def numbered(block: int) -> int:
        if block not in numbers:
            value = 0
            if not method.successors[block]:
                ends.append(("exit", block, value))
                value += 1
            for to in dict.fromkeys(method.successors[block]):
                kind = method.kinds.get((block, to))
                if kind is None:
                    edges.append((block, to, value))
                    value += numbered(to)
                elif not any((kind, block) == end[:2] for end in ends):
                    ends.append((kind, block, value))
                    value += 1
            numbers[block] = value
        return numbers[block]

    starts: list[tuple[str, int, int]] = []
    paths = 0
    after = sorted({(kind, to) for (_, to), kind in method.kinds.items()})
    handlers = [("handler", method.handler)] if method.handler is not None else []
    for kind, block in [("entry", 0), *after, *handlers]:
        starts.append((kind, block, paths))
        paths += numbered(block)
    return MethodSpec(
        class_name="demo/Walked", name="walk", descriptor="()V",
        blocks=[(4 * block, 4 * block + 3, [(4 * block, block // 2 + 1)]) for block in range(size)],
        edges=edges, starts=starts, ends=ends, paths=paths,
        counters=("entries", "handlers", "escapes"),
        cut=method.cut,
        cuts=[edge for edge, kind in method.kinds.items() if kind == "cut"],
        loops=[
            {"header": header, "latches": sorted(a for a, b in method.back if b == header),
             "blocks": sorted(blocks), "parent": -1}
            for header, blocks in sorted(method.loops.items())
        ],
        decisions=[
            (block, "==", "I", ["a", "b"], [1, 0], ways) if len(ways) == 2
            else (block, "switch", "I", ["a"], list(range(len(ways) - 1)), ways)
            for block, ways in enumerate(method.successors)
            if len(set(ways)) > 1
        ],
    )  # fmt: skip


def number_of(spec: MethodSpec, walked: Walked) -> int:
    """Returns the number of a path that was walked."""
    values = {("start", kind, block): value for kind, block, value in spec.starts}
    values |= {("end", kind, block): value for kind, block, value in spec.ends}
    steps = {(a, b): value for a, b, value in spec.edges}
    number = values["start", walked.start, walked.blocks[0]]
    number += sum(steps[step] for step in zip(walked.blocks, walked.blocks[1:], strict=False))
    return number + values["end", walked.end, walked.blocks[-1]]


def walked_profile(directory: Path, method: WalkedMethod, k: int) -> Path:
    """Writes a profile that has only this method's walks."""
    builder = RecordingBuilder(k=k)
    spec = builder.add(spec_of(method))
    for sequence in method.sequences:
        builder.stream(spec, [number_of(spec, walked) for walked in sequence])
    builder.auxiliary(spec, entries=method.entries, handlers=method.caught)
    target = directory / "walked.kpath"
    write_profile(target, builder.build(directory), demo_run())
    return target


def counted_ways(method: WalkedMethod, k: int) -> tuple[Counter[tuple[int, int]], Counter[int]]:
    """Counts the branches' outcomes in the complete paths of the walks.

    The first result has, by block and target, the number of outcomes that n-grams of up to k paths
    show. The second has, by block, the number of outcomes that such n-grams don't show.
    """
    found: Counter[tuple[int, int]] = Counter()
    unknown: Counter[int] = Counter()
    for sequence in method.sequences:
        for place, one in enumerate(sequence):
            for block, to in zip(one.blocks, (*one.blocks[1:], one.went_to), strict=True):
                if to is None or len(set(method.successors[block])) < 2:
                    continue
                is_told = block != one.blocks[-1] or len(method.ways(block, one.end)) == 1
                if is_told or (k > 1 and place + 1 < len(sequence)):
                    found[block, to] += 1
                else:
                    unknown[block] += 1
    return found, unknown
