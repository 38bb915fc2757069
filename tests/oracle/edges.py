"""Derives from a trace how often a program took each edge.

An edge is taken when an activation executes the last instruction of a block, and then another
instruction. An entry into the method and a dispatch to a handler are edges from outside. An
executed return or athrow is an edge to outside.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from .classfile import read_directory
from .flowgraph import flow_graph
from .oracle import Activation, MethodKey, Trace

OUTSIDE = -1


@dataclass
class EdgeProfile:
    """Counts of a method's edges. An edge is identified by the first offsets of its two blocks.

    ``stopped`` counts how often an exception or the end of the program came while an activation was
    in a block, before an edge was taken.
    """

    taken: Counter[tuple[int, int]] = field(default_factory=Counter)
    stopped: int = 0


def edge_profiles(trace: Trace, classes: Path) -> dict[MethodKey, EdgeProfile]:
    codes = read_directory(classes)
    graphs = {key: flow_graph(codes[key]) for key in {one.method for one in trace.activations}}
    found: dict[MethodKey, EdgeProfile] = {}
    for activation in trace.activations:
        key = activation.method
        instructions = codes[key].instructions
        _walk(
            activation,
            graphs[key].blocks,
            {bci for bci, one in instructions.items() if one.exits},
            found.setdefault(key, EdgeProfile()),
        )
    return found


def _walk(
    activation: Activation, blocks: dict[int, int], exits: set[int], profile: EdgeProfile
) -> None:
    taken = profile.taken
    taken[OUTSIDE, 0] += 1
    block: int | None = 0
    before: int | None = None
    for kind, bci in activation.events:
        if kind == "H":
            taken[OUTSIDE, bci] += 1
            profile.stopped += block is not None
            block, before = bci, None
            continue
        assert block is not None, (activation.method, bci)
        if before == blocks[block]:
            taken[block, bci] += 1
            block = bci
        before = bci
        if bci in exits:
            taken[block, OUTSIDE] += 1
            block = None
    profile.stopped += block is not None
