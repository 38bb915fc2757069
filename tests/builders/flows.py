"""Random methods with loops, cuts and handlers, and the counts of random walks through them."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from builders.methods import MethodSpec

Pair = tuple[int, int]


@dataclass
class Walks:
    """The counts of blocks, edges, starts and ends of completed paths, and the paths' sequences."""

    method: MethodSpec
    blocks: Counter[int] = field(default_factory=Counter)
    edges: Counter[Pair] = field(default_factory=Counter)
    starts: Counter[tuple[str, int]] = field(default_factory=Counter)
    ends: Counter[tuple[str, int]] = field(default_factory=Counter)
    sequences: list[list[int]] = field(default_factory=list)


def random_walks(seed: int, activations: int = 30) -> Walks:
    """Returns walks through a random method. In 3 % of executed blocks, an exception is thrown."""
    random = Random(seed)
    method = _random_method(random)
    walks = Walks(method)
    for _ in range(activations):
        _activation(random, walks)
    return walks


def _random_method(random: Random) -> MethodSpec:
    size = random.randint(1, 8)
    pairs = [(a, b) for a in range(size) for b in range(a + 1, size)]
    chosen = [pair for pair in pairs if random.random() < 0.4]
    cuts = [pair for pair in chosen if random.random() < 0.2]
    steps = [pair for pair in chosen if pair not in cuts]
    back = [(a, b) for a in range(size) for b in range(a + 1) if random.random() < 0.15]
    handlers = [block for block in range(1, size) if random.random() < 0.15]
    edges, ends, paths = [], [], [0] * size
    for block in reversed(range(size)):
        targets = [b for a, b in steps if a == block]
        random.shuffle(targets)
        for target in targets:
            edges.append((block, target, paths[block]))
            paths[block] += paths[target]
        leaves = [
            *["loop"] * any(a == block for a, _ in back),
            *["cut"] * any(a == block for a, _ in cuts),
        ]
        if (not targets and not leaves) or random.random() < 0.1:
            leaves.append("exit")
        for kind in leaves:
            ends.append((kind, block, paths[block]))
            paths[block] += 1
    starts, total = [], 0
    places = [("entry", 0)]
    places += [("loop", header) for header in sorted({b for _, b in back})]
    places += [("cut", block) for block in sorted({b for _, b in cuts})]
    places += [("handler", block) for block in handlers]
    for kind, block in places:
        starts.append((kind, block, total))
        total += paths[block]
    loops = [
        {
            "header": header, "latches": [a for a, b in back if b == header],
            "blocks": sorted({header, *(a for a, b in back if b == header)}), "parent": -1,
        }
        for header in sorted({b for _, b in back})
    ]  # fmt: skip
    return MethodSpec(
        class_name="demo/Random", name="walk", descriptor="()V",
        blocks=[(3 * block, 3 * block + 2, [(3 * block, 10 + block)]) for block in range(size)],
        edges=edges, starts=starts, ends=ends, paths=total, loops=loops, cuts=cuts,
    )  # fmt: skip


def _activation(random: Random, walks: Walks) -> None:
    method = walks.method
    values = {(a, b): value for a, b, value in method.edges}
    starts = {(kind, block): value for kind, block, value in method.starts}
    ends = {(kind, block): value for kind, block, value in method.ends}
    back = [(latch, loop["header"]) for loop in method.loops for latch in loop["latches"]]
    handlers = [block for kind, block, _ in method.starts if kind == "handler"]
    sequence: list[int] = []
    kind, block = "entry", 0
    for _ in range(40):
        number, visited, pairs, start = starts[kind, block], [block], [], (kind, block)
        while True:
            if random.random() < 0.03:
                end = None
                break
            ways: list[tuple[str, int]] = [("step", b) for a, b in values if a == block]
            ways += [("loop", b) for a, b in back if a == block]
            ways += [("cut", b) for a, b in method.cuts if a == block]
            ways += [("exit", -1)] * (("exit", block) in ends)
            way, target = random.choice(ways)
            if way != "step":
                end = way, block
                number += ends[end]
                pairs += [(block, target)] * (way != "exit")
                break
            number += values[block, target]
            pairs.append((block, target))
            visited.append(target)
            block = target
        if end is not None:
            sequence.append(number)
            walks.blocks.update(visited)
            walks.edges.update(pairs)
            walks.starts[start] += 1
            walks.ends[end] += 1
            if end[0] == "exit":
                break
            kind, block = end[0], target
            continue
        walks.sequences.append(sequence)
        sequence = []
        if not handlers:
            break
        kind, block = "handler", random.choice(handlers)
    walks.sequences.append(sequence)
