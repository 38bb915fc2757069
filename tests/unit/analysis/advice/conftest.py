"""A fixture with the loops of a random program, and the chains of each loop.

A chain is a part of a random walk that goes round one loop, as a list of pieces. The expected
chains are found by looking at each block of a walk.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
import pytest

from builders.walks import Program, pieces, walked_profile
from kpath_jvm.analysis.advice.chains import Chains, chains
from kpath_jvm.analysis.advice.traces import loop_traces
from kpath_jvm.analysis.loop_nest import LoopNest
from kpath_jvm.profile.metadata import Loop

K = 4


@dataclass(frozen=True)
class Piece:
    """Those blocks of a loop that one path of an activation ran through.

    ``follower`` is the block that ran after the last of these blocks. It's None in three cases: the
    walk ended, only one block can follow, or only the next piece shows which block followed.
    ``end`` is "back" if the header followed, "within" if another block of the loop did, and "out"
    otherwise. If only the next piece shows the follower, ``end`` is "back" if the follower may be
    the header, "out" if it must be outside the loop, and "within" otherwise. ``is_first`` means
    that the piece entered the loop.
    """

    blocks: tuple[int, ...]
    follower: int | None
    end: str
    is_first: bool

    @property
    def key(self) -> tuple[object, ...]:
        return self.blocks, self.follower, self.end

    def outcome(self, block: int) -> int | None:
        """Returns the block that followed ``block``, or None if the piece doesn't show one."""
        if block not in self.blocks:
            return None
        return (*self.blocks, self.follower)[self.blocks.index(block) + 1]


@dataclass(frozen=True)
class WalkedLoop:
    """A loop: ``found`` has its chains in the profile, and ``chains`` those in the walks."""

    program: Program
    loop: Loop
    cut: str
    found: Chains
    chains: list[list[Piece]]

    @property
    def own(self) -> list[int]:
        """The loop's blocks that aren't in an inner loop."""
        inner = [it for it in self.program.loops if set(it.blocks) < set(self.loop.blocks)]
        return [b for b in self.loop.blocks if not any(b in it.blocks for it in inner)]

    def branches(self) -> list[int]:
        """Returns the own blocks that had several outcomes."""
        return [block for block in self.own if len(set(self.outcomes(block)) - {None}) > 1]

    @property
    def test(self) -> frozenset[int]:
        """The blocks that are treated as the loop test: the header and the first two own blocks."""
        return frozenset([self.loop.header, *self.own[:2]])

    def fails(self, piece: "Piece") -> bool:
        """Returns whether a piece is only a loop test that failed, and so isn't an iteration."""
        return piece.end == "out" and self.test >= set(piece.blocks)

    def outcomes(self, block: int) -> list[int | None]:
        return [one.outcome(block) for chain in self.chains for one in chain]

    def known_from_start(self, chain: list[Piece]) -> int:
        """Returns how many of the chain's first pieces the n-grams show together with its start.

        If paths are cut at loop headers, only the path before the loop shows that the chain begins
        by entering the loop. In an n-gram, this path takes the place of one piece.
        """
        return K - 1 if self.cut == "loop-header" and chain[0].is_first else K

    def traces(self) -> dict[tuple[object, ...], int]:
        """Returns the number of each trace (way through the loop), by blocks, target and end."""
        found = {}
        for number, one in enumerate(self.found.traces.all):
            last = one.targets.get(one.blocks[-1])
            found[one.blocks, last, one.end] = number
        return found


def _pieces(program: Program, loop: Loop, cut: str, walk: list[int]) -> Iterator[list[Piece]]:
    cuts = program.cuts(cut)
    chain: list[Piece] = []
    before: int | None = None
    cut_up = pieces(walk, cuts)
    for number, piece in enumerate(cut_up):
        inside = [block for block in piece if block in loop.blocks]
        if not inside:
            before = piece[-1]
            continue
        comes_round = piece[0] == loop.header and before in loop.blocks
        if chain and not comes_round:
            yield chain
            chain = []
        at = piece.index(inside[-1])
        ways = program.successors[inside[-1]]
        behind = [*piece, *(cut_up[number + 1][:1] if number + 1 < len(cut_up) else [None])]
        after = behind[at + 1]
        end, follower = _end(loop, after), after if len(ways) > 1 else None
        ended_by = {way for way in ways if (inside[-1], way) in cuts}
        if piece[-1] == inside[-1] and len(ended_by) > 1:
            # Only the next piece shows the follower.
            ends = {_end(loop, way) for way in ended_by}
            end = "back" if "back" in ends else "out" if ends == {"out"} else "within"
            follower = None
        chain.append(Piece(tuple(inside), follower, end, loop.header in inside and not comes_round))
        before = piece[-1]
    if chain:
        yield chain


def _end(loop: Loop, after: int | None) -> str:
    return "back" if after == loop.header else "within" if after in loop.blocks else "out"


@pytest.fixture(params=[(seed, cut) for seed in range(8) for cut in ("back-edge", "loop-header")])
def walked(request: pytest.FixtureRequest, tmp_path: Path) -> list[WalkedLoop]:
    """Returns those loops of a random program that its random walks ran through."""
    seed, cut = request.param
    program = Program.random(seed)
    rng = Random(seed)
    walks = [program.walk(rng, rng.choice([5, 30, 90])) for _ in range(30)]
    profile = walked_profile(tmp_path, program, cut, K, walks)
    forest = profile.method_forest(0)
    roots = np.flatnonzero(forest.depths == 1)
    code = profile.code(0)
    nest = LoopNest(code, profile.method_rows.row(0))
    found = []
    for loop in program.loops:
        traces = loop_traces(code, nest, loop, forest.paths[roots], forest.counts[roots])
        own = [chain for walk in walks for chain in _pieces(program, loop, cut, walk)]
        if own:
            found.append(WalkedLoop(program, loop, cut, chains(forest, traces), own))
    assert found
    return found
