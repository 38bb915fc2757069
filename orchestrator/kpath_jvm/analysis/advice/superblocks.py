"""Computes how much of a loop's work is on its hottest traces (ways through it: traces.py)."""

from collections.abc import Collection, Sequence

from msgspec import Struct

from kpath_jvm.analysis.advice.chains import Chains
from kpath_jvm.analysis.advice.traces import Trace

#: Nothing is advised if fewer iterations than this begin at the hottest trace's first block.
LEAST_COUNT = 1000
#: The hottest trace is worth a superblock if at least this share of the loop's work is on it.
COVERED = 0.7
#: At least this share of the iterations that begin at the hottest trace's first block must leave
#: the trace and stay in the loop. Otherwise, nothing is advised.
LEAST_PARTING = 0.01
#: How many of the hottest traces are shown.
MOST_TRACES = 3


class SideExit(Struct, frozen=True):
    """A place where other traces leave the hottest one: the end of ``block``.

    The other traces go on to the block ``target`` instead, or to an unknown block if ``target`` is
    None. This happened ``count`` times.
    """

    block: int
    target: int | None
    count: int


class Superblocks(Struct, frozen=True):
    """The loop's traces, and how much of the loop's work is done on the hottest of them.

    ``traces`` are the numbers of the traces with the highest costs, and ``costs`` these costs, in
    bytecodes of blocks in no inner loop. ``cost`` is the cost of all traces, and ``executed`` their
    number. ``begun`` is how often a trace began where the hottest one begins. Of these executions,
    ``finished`` followed it to its end, and ``parting`` left it but stayed in the loop. All three
    leave out executions of the loop's test that left the loop, which aren't iterations.
    ``is_whole`` says that the hottest trace begins at the header, as iterations do. Otherwise, it
    is the part of an iteration after an inner loop, a cut edge or a handler.
    """

    traces: tuple[int, ...]
    costs: tuple[int, ...]
    cost: int
    executed: int
    begun: int
    finished: int
    parting: int
    side_exits: tuple[SideExit, ...]
    is_whole: bool = True

    @property
    def counted(self) -> str:
        """The word for what ``begun`` counts, in the plural."""
        return "iterations" if self.is_whole else "partial iterations"

    def covered(self, count: int) -> float:
        """Returns the share of the cost that the ``count`` hottest traces have."""
        return sum(self.costs[:count]) / self.cost if self.cost else 0.0

    @property
    def is_worth_it(self) -> bool:
        """Whether there is anything to advise: one trace covers much, but not all."""
        return (
            self.begun >= LEAST_COUNT
            and self.parting >= LEAST_PARTING * self.begun
            and self.covered(1) >= COVERED
        )

    def why_not(self) -> str:
        """Returns why there is nothing to advise."""
        if self.begun < LEAST_COUNT:
            return f"fewer than {LEAST_COUNT:,} {self.counted} begin as the hottest way does"
        if self.executed == 1:
            return "there is only one way through the loop"
        if self.parting < LEAST_PARTING * self.begun:
            return f"hardly any {self.counted} leave the hottest way and stay in the loop"
        return (
            f"the hottest way has only {100 * self.covered(1):.0f} % of the loop's bytecodes; "
            f"at least {100 * COVERED:.0f} % are needed"
        )


def superblocks(
    chains: Chains, own: Collection[int], test: frozenset[int], instructions: Sequence[int]
) -> Superblocks:
    """Returns how much of a loop's work is on its hottest traces, and where others leave them.

    ``own`` are the loop's blocks in no inner loop, and ``test`` those of its test (LoopNest.test).
    ``instructions`` has the number of bytecodes in each block.
    """
    traces = chains.traces.all
    costs = [
        one.count * sum(instructions[block] for block in one.blocks if block in own)
        for one in traces
    ]
    order = sorted(range(len(traces)), key=lambda place: (-costs[place], place))
    best = traces[order[0]]
    is_test = chains.traces.leave_at(test)
    begun = [
        one
        for one, fails in zip(traces, is_test.tolist(), strict=True)
        if one.blocks[0] == best.blocks[0] and not fails
    ]
    exits: dict[tuple[int, int | None], int] = {}
    parting = 0
    for one in begun:
        parted = _parting(best, one)
        if parted is not None:
            exits[parted] = exits.get(parted, 0) + one.count
            parting += one.count if one.end != "out" else 0
    ordered = sorted(exits.items(), key=lambda it: -it[1])
    hottest = order[:MOST_TRACES]
    return Superblocks(
        tuple(hottest), tuple(costs[place] for place in hottest), sum(costs), len(traces),
        sum(one.count for one in begun), best.count if best in begun else 0, parting,
        tuple(SideExit(block, target, count) for (block, target), count in ordered),
        best.blocks[0] == chains.traces.loop.header,
    )  # fmt: skip


def _parting(best: Trace, other: Trace) -> tuple[int, int | None] | None:
    """Returns the block after which ``other`` leaves ``best``, and the block to which it goes.

    The second block is None if it isn't known. The result is None if both are the same trace.
    """
    if other is best:
        return None
    for place, block in enumerate(best.blocks):
        follower = best.blocks[place + 1] if place + 1 < len(best.blocks) else None
        own = other.blocks[place + 1] if place + 1 < len(other.blocks) else None
        if own != follower or follower is None:
            return block, other.targets.get(block, own)
    return None
