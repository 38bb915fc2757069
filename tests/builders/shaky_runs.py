"""Runs of ``shaky``, instruction by instruction, in which exceptions end blocks half-way."""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from builders.methods import shaky
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.counted import EdgeCount

#: The ways out of each block of ``shaky``; -1 is the method's exit.
WAYS = {0: [1, 4], 1: [0], 2: [3, 0], 3: [-1], 4: [-1]}
#: The number of instructions of each block.
SIZES = [3, 7, 6, 8, 1]
_ACTIVATIONS = 20
#: All edges except the one from outside to the method's first block.
_EDGES = [(-1, 2), *((block, way) for block, ways in WAYS.items() for way in ways)]
_KINDS = {(-1, 0): "entry", (-1, 2): "handler", (3, -1): "exit", (4, -1): "exit"}


class ShakyRun:
    """Some activations of ``shaky``; each instruction throws with probability ``risk``.

    ``edges`` has how often each edge was taken, and ``ended`` how often each block was executed to
    its end. ``executed`` has the number of executed instructions in each block.
    """

    def __init__(self, seed: int, risk: float, activations: int = _ACTIVATIONS) -> None:
        """Runs all activations."""
        self.edges: Counter[tuple[int, int]] = Counter()
        self.executed: Counter[int] = Counter()
        self.ended: Counter[int] = Counter()
        self._random = random.Random(seed)
        self._risk = risk
        for _ in range(activations):
            self._activation()

    def _activation(self) -> None:
        source, block = -1, 0
        while block >= 0:
            self.edges[source, block] += 1
            if not self._goes_through(block):
                if block != 1:
                    return
                source, block = -1, 2
                continue
            self.ended[block] += 1
            source, block = block, self._random.choice(WAYS[block])
        self.edges[source, -1] += 1

    def _goes_through(self, block: int) -> bool:
        for _ in range(SIZES[block]):
            self.executed[block] += 1
            if self._random.random() < self._risk:
                return False
        return True

    @property
    def bytecodes(self) -> int:
        """The number of instructions that were executed."""
        return self.executed.total()

    def counts(self, first_id: int, slack: int) -> list[EdgeCount]:
        """Returns the counts of all edges.

        The count of the entry is exact. The bounds of other counts are up to ``slack`` away from
        the true count, and the shown count is a random one within the bounds.
        """
        found = []
        for edge in [(-1, 0), *_EDGES]:
            true = self.edges[edge]
            least = max(true - self._random.randint(0, slack), 0)
            most = true + self._random.randint(0, slack)
            kind = _KINDS.get(edge, "edge")
            if kind == "entry":
                least = most = true
            shown = self._random.randint(least, most)
            found.append(EdgeCount(first_id, kind, *edge, shown, least, most))
        return found


def shaky_profile(
    directory: Path, runs: Mapping[str, ShakyRun], slack: int = 0, name: str = "shaky"
) -> Profile:
    """Writes and opens a profile of methods like ``shaky``.

    ``runs`` maps each method's name to its run. A name may end with a ``#`` and a digest, so that
    there can be several versions of one method. Without ``slack``, each edge has a counter. With
    ``slack``, a method that never ran has no counts, as in a recording.
    """
    builder = RecordingBuilder(k=1)
    counts = []
    for of, run in runs.items():
        sizes = dict(enumerate(SIZES))
        name_of, _, digest = of.partition("#")
        spec = replace(shaky(), name=name_of, instructions=sizes)
        spec.digest = digest or spec.digest
        if not slack:
            spec.mode = "edges"
            spec.edge_counters = [(*edge, True) for edge in _EDGES]
        method = builder.add(spec)
        builder.auxiliary(method, entries=run.edges[-1, 0])
        if slack:
            counts += run.counts(method.first_id, slack) if run.edges else []
        else:
            builder.taken(method, {edge: run.edges[edge] for edge in _EDGES})
    recorded = replace(builder.build(directory), edge_counts=counts)
    path = directory / f"{name}.kpath"
    write_profile(path, recorded, demo_run())
    return Profile.open(path)
