"""Random methods with nested loops, and their runs, block by block."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from builders.methods import MethodSpec
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.profile.writer import write_profile
from oracle.flowgraph import Edge, Graph, _back_edges

_MOST_STEPS = 80


@dataclass(frozen=True)
class Completed:
    """A completed path."""

    number: int
    blocks: tuple[int, ...]
    start: str
    end: str


@dataclass
class Activation:
    """The executed blocks and the completed paths of an activation.

    Each of ``steps`` has a kind ("entry", "edge" or "handler"), a source block and a target block.
    The source of an entry is -1, and the source of a handler is the block that threw.
    ``sequences`` has the sequences of completed paths. ``lost`` is the number of paths that weren't
    completed. An activation that neither ``returned`` nor ``escaped`` hasn't ended.
    """

    steps: list[tuple[str, int, int]] = field(default_factory=list)
    sequences: list[list[Completed]] = field(default_factory=lambda: [[]])
    lost: int = 0
    returned: bool = False
    escaped: bool = False


@dataclass
class LoopingProgram:
    """A random method, its graph and its runs."""

    method: MethodSpec
    ordinary: Graph
    back_edges: set[Edge]
    irreducible: bool
    activations: list[Activation]
    #: For each block that is known to do nothing but jump, the block that it jumps to.
    jumps: dict[int, int] = field(default_factory=dict)
    #: For each block, the handlers that may catch its exceptions.
    exceptional: Graph = field(default_factory=dict)

    @property
    def sequences(self) -> list[list[Completed]]:
        """All sequences of completed paths."""
        return [sequence for one in self.activations for sequence in one.sequences]

    @property
    def lost(self) -> int:
        """The number of paths that were abandoned or are unfinished."""
        return sum(one.lost for one in self.activations)

    def bodies(self) -> dict[int, set[int]]:
        """Returns each loop's blocks, by the loop's header.

        These are the header, and the blocks that reach a latch without passing the header.
        """
        found: dict[int, set[int]] = {}
        for latch, header in self.back_edges:
            body = found.setdefault(header, {header})
            pending = [latch]
            while pending:
                block = pending.pop()
                if block not in body:
                    body.add(block)
                    pending += [a for a, targets in self.ordinary.items() if block in targets]
                    pending += [a for a, some in self.exceptional.items() if block in some]
        return found

    def innermost(self, block: int) -> int | None:
        """Returns the header of the smallest loop around a block.

        Among equally small loops, the highest header is returned.
        """
        bodies = self.bodies()
        around = [header for header, body in bodies.items() if block in body]
        return min(around, key=lambda header: (len(bodies[header]), -header), default=None)

    def test(self, header: int) -> set[int]:
        """Returns the blocks of a loop's test, as docs/loops.md defines loop tests."""
        bodies = self.bodies()
        body = bodies[header]
        latches = {a for a, b in self.back_edges if b == header}
        forward = {
            a: {b for b in targets if (a, b) not in self.back_edges and b in body}
            for a, targets in self.ordinary.items()
        }

        def reached(first: int, without: int | None) -> set[int]:
            found: set[int] = set()
            pending = [first]
            while pending:
                block = pending.pop()
                if block not in found and block != without:
                    found.add(block)
                    pending += forward[block]
            return found

        # Every way around the loop passes these blocks, in this order.
        stations = [block for block in body if not reached(header, block) & latches]
        stations.sort(key=lambda block: -len(reached(block, None)))
        test: set[int] = set()
        passed: set[int] = set()
        targets: set[int] = set()
        for first, then in pairwise(stations):
            part = reached(first, then)
            exits = {b for a in part for b in self.ordinary[a] if b not in body}
            targets |= {self._end_of_jumps(b, body) for b in exits}
            is_own = all(self.innermost(block) == header for block in part)
            is_own = is_own and all(self.only_tests(block) for block in part - {header})
            if len(targets) > 1 or part & latches or not is_own:
                break
            if self.irreducible and part != {header}:
                break
            passed |= part
            if exits:
                test |= passed
        return set() if self._is_at_the_end(header, test) else test

    def _is_at_the_end(self, header: int, test: set[int]) -> bool:
        """Returns whether the conditions in ``test`` belong to the end of an iteration.

        They do if three things hold: code comes before them, only conditions come after them, and a
        condition at a latch decides whether the loop goes on.
        """
        if not test or self.only_tests(header):
            return False
        body = self.bodies()[header]
        latches = {a for a, b in self.back_edges if b == header}
        rest = body - test
        inner = {(a, b) for a in rest for b in self.ordinary[a] if b in rest}
        inner -= self.back_edges
        # Warshall's algorithm finds which blocks lead to which others without passing the test.
        leads = {(a, a) for a in rest} | inner
        for via in rest:
            leads |= {(a, b) for a in rest for b in rest if {(a, via), (via, b)} <= leads}
        caught = {block for some in self.exceptional.values() for block in some}
        begun = {b for a in test for b in self.ordinary[a]} & rest
        begun |= {a for a in caught & rest if any((a, b) in leads for b in latches)}
        after = {b for a, b in leads if a in begun}
        is_code = any(self.innermost(one) != header or not self.only_tests(one) for one in after)
        return not is_code and any(len(self.ordinary[one]) > 1 for one in after & latches)

    def only_tests(self, block: int) -> bool:
        """Returns whether a block only tests a condition, or a part of one, or only jumps."""
        targets = self.ordinary[block]
        if len(targets) > 1:
            return self._test_size(block) in (None, self.method.instructions.get(block))
        headers = {to for _, to in self.back_edges}
        others = {to for to in targets - headers if len(self.ordinary[to]) > 1}
        return block in self.jumps or any(self._test_size(to) is None for to in others)

    def _test_size(self, block: int) -> int | None:
        return self.method.test_sizes.get(block)

    def _end_of_jumps(self, block: int, body: set[int]) -> int:
        """Follows the jumps from a block outside a loop, and returns the block where they end.

        ``body`` has the loop's blocks. If the jumps go round in a cycle, returns the cycle's lowest
        block.
        """
        for _ in self.ordinary:
            if block in self.jumps and self.jumps[block] not in body:
                block = self.jumps[block]
        cycle = [block]
        while self.jumps.get(cycle[-1], block) != block and self.jumps[cycle[-1]] not in body:
            cycle.append(self.jumps[cycle[-1]])
        return min(cycle)


@contextmanager
def profile_of(program: LoopingProgram, k: int) -> Iterator[Profile]:
    """Yields the profile of a program's runs."""
    builder = RecordingBuilder(k=k)
    method = builder.add(program.method)
    for sequence in program.sequences:
        builder.stream(method, [path.number for path in sequence])
    handlers = sum(kind == "handler" for one in program.activations for kind, _, _ in one.steps)
    builder.auxiliary(
        method,
        entries=len(program.activations),
        escapes=sum(one.escaped for one in program.activations),
        **({"handlers": handlers} if program.exceptional else {}),
    )
    with TemporaryDirectory() as directory:
        path = Path(directory)
        write_profile(path / "it.kpath", builder.build(path), demo_run())
        yield Profile.open(path / "it.kpath")


def random_program(
    seed: int,
    exceptions: float = 0.0,
    runs: int = 12,
    jumps: float = 0.0,
    handlers: int = 0,
    most_paths: int | None = None,
) -> LoopingProgram:
    """Returns a random method with some runs.

    ``exceptions`` is the share of executed blocks that an exception ends. ``jumps`` is the share of
    edges that are split by a block that only jumps. ``handlers`` is the number of handlers. If
    there are handlers, some of the blocks without successors throw. ``most_paths`` limits the paths
    from a block by cut edges, as --max-paths does; without it, random edges are cut.
    """
    random = Random(seed)
    size = random.randint(2, 9)
    ordinary = _graph(random, size)
    jumping = _add_jumps(random, ordinary, jumps) if jumps else set()
    exceptional: Graph = {block: set() for block in ordinary}
    for _ in range(handlers):
        _add_handler(random, ordinary, exceptional)
    entries = {block for some in exceptional.values() for block in some}
    back, irreducible = _back_edges(ordinary, exceptional, entries)
    is_header_cut = random.random() < 0.3
    headers = {header for _, header in back}
    loop_cuts = set(back)
    if is_header_cut:
        loop_cuts = {(a, b) for a, targets in ordinary.items() for b in targets & headers}
    if most_paths is None:
        others = {(a, b) for a, targets in ordinary.items() for b in targets} - loop_cuts
        cuts = {edge for edge in sorted(others) if random.random() < 0.1}
    else:
        cuts = _cut_for_number(ordinary, loop_cuts, most_paths)

    program = LoopingProgram(
        MethodSpec("", "", "", [], [], [], [], 0), ordinary, back, irreducible, [],
        exceptional=exceptional if handlers else {},
    )  # fmt: skip
    program.method = _numbered(random, program, loop_cuts, cuts)
    instructions = program.method.instructions
    instructions |= dict.fromkeys(jumping, 1)
    # Some branching blocks do more than test a condition. For other branching blocks, the size of
    # the test isn't known.
    program.method.test_sizes = {
        block: size - (size % 3 == 2)
        for block, size in instructions.items()
        if len(ordinary[block]) > 1 and size % 3 != 1
    }
    # If a path ends at a jump into a loop, the jump's target isn't in any table.
    unknown = loop_cuts - program.back_edges
    program.jumps = {
        block: target
        for block, (target, *others) in ((a, sorted(to)) for a, to in ordinary.items() if to)
        if instructions[block] == 1
        and not others
        and target != block + 1
        and (block, target) not in unknown
    }
    tables = _Tables(program.method, loop_cuts, cuts)
    for _ in range(runs):
        program.activations.append(_run(random, program, tables, exceptions))
    return program


def _graph(random: Random, size: int) -> Graph:
    """Returns a graph in which block 0 reaches all blocks.

    Most edges lead forward, and some lead back.
    """
    ordinary: Graph = {block: set() for block in range(size)}
    for block in range(size - 1):
        ordinary[block].add(random.randint(block + 1, min(block + 2, size - 1)))
        if random.random() < 0.5:
            ordinary[block].add(random.randint(block + 1, size - 1))
        if random.random() < 0.45:
            ordinary[block].add(random.randint(0, block))
    reached, pending = set(), [0]
    while pending:
        block = pending.pop()
        if block not in reached:
            reached.add(block)
            pending += ordinary[block]
    names = {block: place for place, block in enumerate(sorted(reached))}
    return {names[a]: {names[b] for b in ordinary[a]} for a in reached}


def _add_jumps(random: Random, ordinary: Graph, share: float) -> set[int]:
    """Splits some edges by new blocks that only jump, and returns these blocks.

    The new blocks come after all other code.
    """
    edges = sorted((a, b) for a, targets in ordinary.items() for b in targets)
    first = len(ordinary)
    for source, target in edges:
        if random.random() < share:
            added = len(ordinary)
            ordinary[source] = ordinary[source] - {target} | {added}
            ordinary[added] = {target}
    return set(range(first, len(ordinary)))


def _add_handler(random: Random, ordinary: Graph, exceptional: Graph) -> None:
    """Adds a handler, which leads to at most two blocks, for some consecutive blocks."""
    size, added = len(ordinary), len(ordinary)
    first = random.randrange(size)
    for block in range(first, min(first + random.randint(1, 5), size)):
        exceptional[block].add(added)
    ordinary[added] = {random.randrange(size) for _ in range(random.randint(0, 2))}
    exceptional[added] = set()


def _cut_for_number(ordinary: Graph, loop_cuts: set[Edge], most: int) -> set[Edge]:
    """Returns the edges that the agent cuts so that at most ``most`` paths begin at a block.

    At each block with too many paths, the edges to the blocks with most paths are cut. Among equal
    ones, the edge with the lowest target is cut first.
    """
    cuts: set[Edge] = set()
    paths: dict[int, int] = {}

    def visit(block: int) -> None:
        if block in paths:
            return
        left = [b for b in ordinary[block] if (block, b) not in loop_cuts]
        for target in left:
            visit(target)
        left.sort(key=lambda b: (-paths[b], b))
        ends = len(left) < len(ordinary[block]) or not ordinary[block]
        count = ends + sum(paths[b] for b in left)
        is_first = True
        while count > most and left:
            target = left.pop(0)
            cuts.add((block, target))
            # All cut edges of a block share one end.
            count += is_first - paths[target]
            is_first = False
        paths[block] = count

    for block in ordinary:
        visit(block)
    return cuts


def _numbered(
    random: Random, program: LoopingProgram, loop_cuts: set[Edge], cuts: set[Edge]
) -> MethodSpec:
    """Returns the program's method, with the paths between cuts numbered as Ball and Larus do."""
    ordinary = program.ordinary
    paths: dict[int, int] = {}
    edges: list[tuple[int, int, int]] = []
    ends: list[tuple[str, int, int]] = []

    def visit(block: int) -> None:
        if block in paths:
            return
        follow = [b for b in ordinary[block] if (block, b) not in loop_cuts | cuts]
        random.shuffle(follow)
        for target in follow:
            visit(target)
        value = 0
        kinds = ["exit"] * (not ordinary[block])
        kinds += ["loop"] * any(a == block for a, _ in loop_cuts)
        kinds += ["cut"] * any(a == block for a, _ in cuts)
        for kind in kinds:
            ends.append((kind, block, value))
            value += 1
        for target in follow:
            edges.append((block, target, value))
            value += paths[target]
        paths[block] = value

    for block in ordinary:
        visit(block)
    starts, total = [], 0
    places = [("entry", 0), *(("loop", b) for b in sorted({b for _, b in loop_cuts}))]
    places += [("cut", b) for b in sorted({b for _, b in cuts})]
    caught = {block for some in program.exceptional.values() for block in some}
    places += [("handler", b) for b in sorted(caught)]
    for kind, block in places:
        starts.append((kind, block, total))
        total += paths[block]
    bodies = program.bodies()
    order = sorted(bodies)
    loops = []
    for header in order:
        around = [one for one in order if one != header and bodies[one] > bodies[header]]
        parent = min(around, key=lambda one: len(bodies[one]), default=None)
        loops.append({
            "header": header,
            "latches": sorted(a for a, b in program.back_edges if b == header),
            "blocks": sorted(bodies[header]),
            "parent": -1 if parent is None else order.index(parent),
        })  # fmt: skip
    decisions = [
        (block, "switch", "I", ["x"], list(range(len(targets) - 1)), sorted(targets))
        for block, targets in sorted(ordinary.items())
        if len(targets) > 1
    ]
    return MethodSpec(
        class_name="demo/Random", name="loops", descriptor="()V",
        blocks=[(9 * at, 9 * at + 8, [(9 * at, 10 + at)]) for at in range(len(ordinary))],
        edges=edges, starts=starts, ends=ends, paths=total, loops=loops,
        cuts=sorted(cuts), irreducible=program.irreducible, decisions=decisions,
        # Otherwise a path that begins at a header would seem to follow a back edge.
        cut="back-edge" if loop_cuts <= program.back_edges else "loop-header",
        counters=("entries", "handlers", "escapes") if caught else ("entries", "escapes"),
        athrows=[block for block in ordinary if caught and not ordinary[block] and block % 2],
        instructions={at: random.randint(1, 9) for at in range(len(ordinary))},
    )  # fmt: skip


class _Tables:
    def __init__(self, method: MethodSpec, loop_cuts: set[Edge], cuts: set[Edge]) -> None:
        self.values = {(a, b): value for a, b, value in method.edges}
        self.starts = {(kind, block): value for kind, block, value in method.starts}
        self.ends = {(kind, block): value for kind, block, value in method.ends}
        self.kinds = dict.fromkeys(cuts, "cut") | dict.fromkeys(loop_cuts, "loop")


def _run(random: Random, program: LoopingProgram, tables: _Tables, exceptions: float) -> Activation:
    ordinary = program.ordinary
    found = Activation(steps=[("entry", -1, 0)])
    # The outcomes of some branches are nearly periodic, so that tests have periods to find.
    rhythm = {block: random.choice([0, 1, 2]) for block in ordinary}
    times = dict.fromkeys(ordinary, 0)
    start, blocks, block = "entry", [0], 0
    number = tables.starts["entry", 0]
    for _ in range(_MOST_STEPS):
        targets = sorted(ordinary[block])
        is_thrown = random.random() < exceptions
        if is_thrown:
            found.lost += 1
        elif not targets:
            number += tables.ends["exit", block]
            found.sequences[-1].append(Completed(number, tuple(blocks), start, "exit"))
            is_thrown = block in program.method.athrows
            if not is_thrown:
                found.returned = True
                return found
        if is_thrown:
            catching = sorted(program.exceptional.get(block, ()))
            if not catching:
                found.escaped = True
                return found
            handler = random.choice(catching)
            found.steps.append(("handler", block, handler))
            found.sequences.append([])
            start, blocks, block = "handler", [handler], handler
            number = tables.starts["handler", handler]
            continue
        times[block] += 1
        beat = rhythm[block]
        place = times[block] // beat if beat and random.random() < 0.97 else random.randrange(99)
        target = targets[place % len(targets)]
        found.steps.append(("edge", block, target))
        kind = tables.kinds.get((block, target))
        if kind is None:
            number += tables.values[block, target]
            blocks.append(target)
        else:
            number += tables.ends[kind, block]
            found.sequences[-1].append(Completed(number, tuple(blocks), start, kind))
            start, blocks, number = kind, [target], tables.starts[kind, target]
        block = target
    found.lost += 1
    return found
