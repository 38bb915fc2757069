"""Paths that don't end where a block goes on to itself, by their definition, and random graphs.

As on Ball and Larus's slides such an edge is counted by itself. A path goes on behind it; however
often its block was repeated, the path has it once. Blocks that lead to nothing but themselves are
left as they are: nothing comes behind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from .assembler import Method, assemble
from .classfile import read_directory
from .flowgraph import Edge, FlowGraph, flow_graph
from .oracle import MethodKey, MethodProfile, PathWalk, ProfiledPath, Trace


@dataclass
class SelfLoopProfile:
    """Of a method: completed paths, and by first offset how often blocks went on to themselves.

    ``apart`` are all blocks whose edges to themselves are counted so.
    """

    paths: Counter[ProfiledPath] = field(default_factory=Counter)
    repeats: Counter[int] = field(default_factory=Counter)
    apart: set[int] = field(default_factory=set)

    @property
    def blocks(self) -> Counter[int]:
        """Executions of blocks: of those in completed paths one each, and the repeated ones."""
        found = Counter(self.repeats)
        for (blocks, _, _), count in self.paths.items():
            for first, _ in blocks:
                found[first] += count
        return found


def self_loops(graph: FlowGraph) -> set[int]:
    """Blocks that lead to themselves and elsewhere."""
    return {one for one, after in graph.ordinary.items() if one in after and len(after) > 1}


class _Walk(PathWalk):
    repeats: Counter[int]
    apart: set[int]

    def _transfer(self, source: int, target: int) -> None:
        if source == target and source in self.apart:
            self.repeats[source] += 1
        else:
            super()._transfer(source, target)


def self_loop_profiles(
    trace: Trace, classes: Path, cut: str, cuts: Mapping[MethodKey, set[Edge]]
) -> dict[MethodKey, SelfLoopProfile]:
    """What each method did; ``cuts`` as profile_trace has them."""
    codes = read_directory(classes)
    found: dict[MethodKey, SelfLoopProfile] = {}
    for activation in trace.activations:
        key = activation.method
        whole = flow_graph(codes[key])
        apart = self_loops(whole)
        graph = replace(whole, back_edges=whole.back_edges - {(one, one) for one in apart})
        profile = found.setdefault(key, SelfLoopProfile(apart=apart))
        walk = _Walk(codes[key], graph, cut, cuts.get(key, set()), MethodProfile())
        walk.apart, walk.repeats = apart, profile.repeats
        for run in walk.walk(activation):
            profile.paths.update(run)
    return found


def random_graphs(seed: int) -> bytes:
    """A class ``Graphs``, whose methods are random graphs with many blocks that repeat.

    Each block adds up a Fibonacci sequence that overflows, whose sign decides where to go. An
    activation ends by a return, or by a division by 0 when it has executed so many blocks.
    """
    random = Random(seed)
    methods = [_random_method(f"m{number}", random) for number in range(5)]
    methods.append(Method("both", 3, f"START:\n{_BOTH}", [("START", "HANDLER", "HANDLER")]))
    calls = [
        (one.name, [random.randrange(5, 120), *(random.randrange(1, 120) for _ in range(2))])
        for one in methods
        for _ in range(4)
    ]
    return assemble("Graphs", methods, calls)


#: Divides by the fuel in local 0, which ends; its sums in 1 and 2 say where to go.
BODY = """\
iconst_1
iload 0
idiv
pop
iinc 0 -1
iload 1
iload 2
iadd
iload 2
istore 1
istore 2
"""

_HANDLER = "HANDLER:\npop\niload 2\nireturn\n"

#: LATCH repeats, or ends a path of HEADER's loop: no other way leads out of it.
_BOTH = f"""\
goto HEADER
LATCH:
{BODY}iload 2
ifgt LATCH
HEADER:
{BODY}iload 1
ifgt LATCH
iload 2
ireturn
{_HANDLER}"""


def _random_method(name: str, random: Random) -> Method:
    count = random.randrange(2, 9)
    text = f"goto B{random.randrange(count)}\n" if random.random() < 0.3 else ""
    for block in range(count):
        text += f"B{block}:\n{BODY}"
        for _ in range(random.randrange(3)):
            text += f"iinc 1 {random.randrange(1, 100)}\n"
        kind = random.random()
        if block == count - 1 or kind < 0.1:
            text += f"iload 2\nifgt B{random.randrange(count)}\n" if kind < 0.5 else ""
            text += "iload 2\nireturn\n"
        elif kind < 0.25:
            text += f"goto B{random.randrange(count)}\n"
        else:
            target = block if random.random() < 0.5 else random.randrange(count)
            text += f"iload 2\nifgt B{target}\n"
    return Method(name, 3, f"START:\n{text}{_HANDLER}", [("START", "HANDLER", "HANDLER")])
