"""Computes how much of a loop's work is on its hottest traces (traces.py)."""

from collections.abc import Collection, Sequence

from msgspec import Struct

from kpath_jvm.analysis.advice.chains import Chains
from kpath_jvm.analysis.advice.not_known import NotKnown
from kpath_jvm.analysis.advice.traces import Trace

#: Nothing is advised if fewer iterations than this begin at the hottest trace's first block.
LEAST_COUNT = 1000
#: The hottest trace is worth a superblock if at least this share of the loop's work is on it.
COVERED = 0.7
#: At least this share of the iterations that begin at the hottest trace's first block must leave
#: the trace before its last block, and stay in the loop. Otherwise, nothing is advised.
LEAST_PARTING = 0.01
#: How many of the hottest traces are shown.
MOST_TRACES = 3
#: Why superblocks can't be judged, unless a caller knows a more exact reason.
DIVIDED = NotKnown("iterations are divided into several paths")


class SideExit(Struct, frozen=True):
    """A place where other traces leave the hottest trace: the end of ``block``.

    The other traces go on to the block ``target`` instead, or to an unknown block if ``target`` is
    None. This happened ``count`` times.
    """

    block: int
    target: int | None
    count: int


class Superblocks(Struct, frozen=True):
    """The loop's traces, and how much of the loop's work is done on the hottest of them.

    ``traces`` are the traces with the highest costs, as places in ``LoopTraces.all``. ``costs`` are
    the costs of these traces, in bytecodes of blocks that are in no inner loop. ``cost`` is the
    cost of all traces together, and ``executed`` is the number of all traces. ``begun`` is how
    often a trace began at the block where the hottest trace begins. ``finished`` is how many of
    these executions followed the hottest trace to its end. ``parting`` and ``at_end`` are how many
    left the hottest trace but stayed in the loop: ``parting`` before the trace's last block, and
    ``at_end`` at the end of this block. These four numbers don't include executions that only ran
    the loop's test and left the loop, because those aren't iterations. ``is_whole`` says that the
    hottest trace begins at the header, as iterations do. ``ends_loop`` says that the hottest trace
    only runs the test and leaves the loop.

    ``divided_cost`` is the cost of all *pieces*: traces that are only parts of iterations, because
    inner loops, cut edges or handlers divide the iterations. ``divided_by`` says what divides the
    iterations (Unrolling.why_divided).
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
    at_end: int = 0
    divided_cost: int = 0
    divided_by: NotKnown = DIVIDED
    ends_loop: bool = False

    def covered(self, count: int) -> float:
        """Returns the share of ``cost`` that the ``count`` hottest traces have together."""
        return sum(self.costs[:count]) / self.cost if self.cost else 0.0

    @property
    def is_known(self) -> bool:
        """Whether it is known if a way of whole iterations has the share COVERED of the cost.

        The pieces of a divided iteration are traces of their own, so it isn't known which pieces
        make up one way. Such a way costs at most as much as all pieces together.
        """
        return self.divided_cost < COVERED * self.cost

    @property
    def is_worth_it(self) -> bool:
        """Whether there is anything to advise: one trace covers much, but isn't the only one.

        The trace must be a way that iterations go, because a superblock is laid out for iterations.
        Other traces must leave it before its last block. If they don't, nearly all iterations run
        all blocks of the trace, so there is nothing to duplicate in a superblock.
        """
        return (
            self.is_known
            and not self.ends_loop
            and self.begun >= LEAST_COUNT
            and self.parting >= LEAST_PARTING * self.begun
            and self.covered(1) >= COVERED
        )

    def why_not(self) -> str:
        """Returns why there is nothing to advise."""
        if not self.is_known:
            return self.divided_by.why
        if self.covered(1) < COVERED:
            return (
                f"the hottest way has only {100 * self.covered(1):.0f} % of the loop's bytecodes; "
                f"at least {100 * COVERED:.0f} % are needed"
            )
        if self.ends_loop:
            return (
                f"{100 * self.covered(1):.0f} % of the loop's bytecodes are in executions of the "
                "loop test that end the loop, and these aren't iterations"
            )
        if self.begun < LEAST_COUNT:
            return f"fewer than {LEAST_COUNT:,} iterations begin as the hottest way does"
        if self.executed == 1:
            return "there is only one way through the loop"
        before = ""
        if self.parting + self.at_end >= LEAST_PARTING * self.begun:
            before = " before the branch at its end"
        return f"hardly any iterations leave the hottest way{before} and stay in the loop"


def superblocks(
    chains: Chains,
    own: Collection[int],
    test: frozenset[int],
    instructions: Sequence[int],
    divided_by: NotKnown = DIVIDED,
) -> Superblocks:
    """Returns the work on a loop's hottest traces, and the side exits of the hottest one.

    ``own`` are the loop's blocks that are in no inner loop, and ``test`` are the blocks of the
    loop's test (LoopNest.test). ``instructions`` has the number of bytecodes in each block.
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
    parting = at_end = 0
    for one in begun:
        parted = _parting(best, one)
        if parted is not None:
            exits[parted] = exits.get(parted, 0) + one.count
            staying = one.count if one.end != "out" else 0
            # A path runs through a block at most once, so the block tells the place in the trace.
            if parted[0] == best.blocks[-1]:
                at_end += staying
            else:
                parting += staying
    ordered = sorted(exits.items(), key=lambda it: -it[1])
    hottest = order[:MOST_TRACES]
    return Superblocks(
        tuple(hottest), tuple(costs[place] for place in hottest), sum(costs), len(traces),
        sum(one.count for one in begun), best.count if best in begun else 0, parting,
        tuple(SideExit(block, target, count) for (block, target), count in ordered),
        best.blocks[0] == chains.traces.loop.header,
        at_end,
        sum(
            cost
            for cost, one, fails in zip(costs, traces, is_test.tolist(), strict=True)
            if not fails and (chains.traces.loop.header not in one.blocks or one.end == "within")
        ),
        divided_by,
        bool(is_test[order[0]]),
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
