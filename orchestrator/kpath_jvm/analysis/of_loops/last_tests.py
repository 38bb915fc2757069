"""Counts the bytecodes of the passes through a loop that the loop's test ends.

Such a pass isn't an iteration (docs/loops.md). So its bytecodes, which are those of the test, must
be subtracted before the loop's bytecodes are divided by the number of iterations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kpath_jvm.analysis.of_loops.loop_counts import CountedLoops
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.model import Profile


@dataclass(frozen=True)
class LastTests:
    """Bounds on the bytecodes of the passes that a loop's test ended.

    The bytecodes are those that were counted. The bounds differ where only bounds are known for
    counts of edges, or where several ways lead through the test to an exit and the paths don't show
    which way was taken. They also differ where a cut edge divides the test, and the test may have
    ended a pass on a path that wasn't counted. ``most`` is None if there is no upper bound.
    ``likely`` is the best estimate, for profilers that estimate counts.
    """

    least: int
    most: int | None
    likely: int


#: For a loop without a test.
NO_TESTS = LastTests(0, 0, 0)


def summed_tests(several: Sequence[LastTests]) -> LastTests:
    """Returns the sum over several versions of a method."""
    mosts = [one.most for one in several]
    return LastTests(
        sum(one.least for one in several),
        None if None in mosts else sum(one for one in mosts if one is not None),
        sum(one.likely for one in several),
    )


def last_tests(profile: Profile, method: int, counted: CountedLoops, loop: int) -> LastTests:
    """Returns the bytecodes of those passes through a loop that the loop's test ended."""
    test = counted.nest.test(loop)
    if not test:
        return NO_TESTS
    holds = counted.nest.holds[loop]
    ways = _ways(profile.code(method), counted, loop, test)
    unseen = _of_uncounted_ends(profile.code(method), counted, loop, ways)
    leaving = [
        edge for edge in counted.flow.edges if edge.source in test and not holds[edge.target]
    ]
    if counted.flow.is_of_paths and any(
        edge.most and ways[edge.source][0] < ways[edge.source][1] for edge in leaving
    ):
        exact = _of_paths(profile, method, counted, loop, test)
        if exact is not None:
            return LastTests(exact, None if unseen is None else exact + unseen, exact)
    most = None
    if unseen is not None and not any(edge.is_open for edge in leaving):
        most = unseen + sum(edge.most * ways[edge.source][1] for edge in leaving)
    return LastTests(
        sum(edge.least * ways[edge.source][0] for edge in leaving),
        most,
        sum(edge.surest * ways[edge.source][0] for edge in leaving),
    )


def _of_uncounted_ends(
    code: MethodCode, counted: CountedLoops, loop: int, ways: Mapping[int, tuple[int, int]]
) -> int | None:
    """Returns the most counted bytecodes of passes that the test ended on an uncounted path.

    If a cut edge divides the test, the part of such a pass before the cut edge is a path of its
    own, which was counted. Returns None if the number of uncounted paths isn't known. Where edges
    are counted, the result is 0, because those of uncounted paths are counted, too.
    """
    if not counted.flow.is_of_paths:
        return 0
    header = counted.nest.loops[loop].header
    cuts = [
        (source, target)
        for source, target in code.cuts
        if source in ways and target in ways and target != header
    ]
    if not cuts:
        return 0
    paths = counted.uncounted_from({target for _, target in cuts})
    return None if paths is None else paths * max(ways[source][1] for source, _ in cuts)


def _ways(
    code: MethodCode, counted: CountedLoops, loop: int, test: frozenset[int]
) -> dict[int, tuple[int, int]]:
    """Returns the fewest and the most bytecodes from a loop's header to the end of each test block.

    The blocks of the test form no cycle, because a test has no back edge and no inner loop.
    """
    nest, sizes = counted.nest, code.instructions
    header = nest.loops[loop].header
    ways = {header: (sizes[header], sizes[header])}
    pending = [header]
    while pending:
        block = pending.pop()
        for after in nest.successors(block) & test - {header}:
            least, most = (one + sizes[after] for one in ways[block])
            before = ways.get(after)
            if before is not None:
                least, most = min(least, before[0]), max(most, before[1])
            if before != (least, most):
                ways[after] = least, most
                pending.append(after)
    return ways


def _of_paths(
    profile: Profile, method: int, counted: CountedLoops, loop: int, test: frozenset[int]
) -> int | None:
    """Returns the bytecodes according to the executed paths; None if the paths don't show them.

    The paths don't show the bytecodes if a path that may leave the loop from the test begins after
    the header: then the pass is divided among several paths. Nor do they if paths end at a block
    of the test, and it isn't known which of these paths leave the loop.
    """
    holds, header = counted.nest.holds[loop], counted.nest.loops[loop].header
    sizes = profile.code(method).instructions
    # For each block at which paths end: True if paths may have left the loop there, and False if
    # paths may have stayed in the loop. The set may contain both.
    ends: dict[int, set[bool]] = {}
    for edge in counted.flow.edges:
        if edge.kind != "step" and edge.most:
            ends.setdefault(edge.source, set()).add(not holds[edge.target])
    found = 0
    for count, end, blocks in profile.rows_of("paths").rows(method, "count", "end", "blocks"):
        for at, block in enumerate(blocks):
            if block not in test:
                continue
            is_out = {not holds[one] for one in blocks[at + 1 : at + 2]}
            if at + 1 == len(blocks):
                is_out = {False} if end == "exit" else ends[block]
            within = [*_back_to(header, blocks[: at + 1])]
            if True in is_out and (len(is_out) > 1 or within[-1] != header):
                return None
            if True in is_out:
                found += int(count) * sum(sizes[one] for one in within)
    return found


def _back_to(header: int, blocks: Sequence[int]) -> Iterator[int]:
    """Yields blocks from the last one back to the header, or all if the header isn't among them."""
    for block in reversed(blocks):
        yield block
        if block == header:
            return
