"""Counts how often two outcomes in a loop occur in one iteration, or some iterations apart.

A branch belongs to the innermost loop around it, or to the activation if there is none. A loop's
first iteration begins where the loop is entered, and each further iteration where a back edge is
taken. So an iteration is one path, or several if inner loops run or paths are cut. In this module,
unlike in docs/glossary.md, a path window is an n-gram within the loop: its first path executes one
branch, and its last path the same or another branch. The number of iterations between the two
executions is how often the n-gram arrives at the loop's header. Each pair of executions within k
consecutive paths has exactly one path window, so the pair is counted once.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
from msgspec import Struct

from kpath_jvm.analysis.decided import DecidedPaths
from kpath_jvm.analysis.outcomes import BranchOutcomes, outcomes_of
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.forest import BoolArray, Forest, Int64Array
from kpath_jvm.profile.metadata import Decision, Loop
from kpath_jvm.profile.model import Profile

#: How many slots ``_expanded`` yields at a time, at most.
_EXPANDED = 1 << 22
#: A number that no iteration has.
_NEVER = np.iinfo(np.int64).max


class LoopTables(Struct, frozen=True):
    """How often outcomes in one loop, or outside all loops, occurred together.

    ``loop`` is None for branches outside all loops. In this module, a slot is a number that stands
    for an outcome of a branch. ``firsts[i]`` to ``firsts[i + 1] - 1`` are the slots of
    ``decisions[i]``, one for each different target. ``tables[j][a, b]`` counts pairs of executions:
    the first has the outcome of slot a, and the second, j iterations later, the outcome of slot b.
    For j = 0, the second comes later in the same iteration. ``numbered[j][b]`` counts the
    executions that had the outcome of slot b in iteration j + 1 since the loop was entered;
    ``numbered`` is empty if ``loop`` is None. Up to iteration ``complete[i]``, ``numbered`` has all
    executions of ``decisions[i]`` with known outcomes, unless n-grams were folded.
    """

    loop: Loop | None
    decisions: tuple[Decision, ...]
    firsts: Int64Array
    tables: dict[int, Int64Array]
    numbered: dict[int, Int64Array]
    complete: Int64Array

    def slots(self, decision: int) -> slice:
        """Returns the slots of ``decisions[decision]``."""
        return slice(int(self.firsts[decision]), int(self.firsts[decision + 1]))


class Runs(Struct, frozen=True):
    """The runs of a loop. Here, a run is a piece of a trip (decided.py) that lies in the loop.

    ``slots[firsts[i]:firsts[i + 1]]`` are the slots of the outcomes in run i. An additional slot,
    with the highest number, stands for entering the loop. ``trips`` has the trip of each run.
    ``heads[t]`` is the run with which trip t begins, or -1 if the trip begins outside the loop;
    ``tails[t]`` is the run with which trip t ends, or -1 if the trip ends outside the loop.
    """

    firsts: Int64Array
    slots: Int64Array
    trips: Int64Array
    heads: Int64Array
    tails: Int64Array

    def only(self, slots: Int64Array) -> "Runs":
        """Returns the same runs with only the given slots; ``slots[i]`` becomes slot i."""
        places = np.full(max(int(self.slots.max(initial=0)), int(slots.max(initial=0))) + 1, -1)
        places[slots] = np.arange(len(slots))
        numbered = places[self.slots]
        kept = np.concatenate([[0], np.cumsum(numbered >= 0)])
        numbered = numbered[numbered >= 0].astype(np.int64)
        return Runs(kept[self.firsts], numbered, self.trips, self.heads, self.tails)


class LoopBranches:
    """A method's branches, with the tables that all analyses of path windows share.

    ``branches`` has the branches and switches by block, in the order of the code.
    """

    def __init__(self, profile: Profile, method: int, k: int | None = None) -> None:
        """Uses only n-grams of at most ``k`` paths, if ``k`` is given.

        Raises KpathError if a path can't be decoded, or if counts contradict each other.
        """
        self.profile = profile
        self.method = method
        self.decided = DecidedPaths(profile, method, k)
        self.branches: dict[int, BranchOutcomes] = {
            one.block: one for one in outcomes_of(self.decided, method) if one.decision.targets
        }

    @cached_property
    def tables(self) -> tuple[LoopTables, ...]:
        """The tables of branches outside all loops, then of each loop, outer loops first."""
        return tuple(loop_tables(self.decided))

    @cached_property
    def is_exact(self) -> bool:
        """Whether all counts of the method's n-grams are exact. Folding can make them too low."""
        return self.profile.counts_sequences_exactly(self.method)


def loop_tables(decided: DecidedPaths) -> Iterator[LoopTables]:
    """Yields the tables of branches outside all loops, then of each loop, outer loops first."""
    order = block_order(decided.code)
    for loop, decisions in decisions_by_loop(decided.code):
        targets = [tuple(dict.fromkeys(one.targets)) for one in decisions]
        firsts = np.cumsum([0, *map(len, targets)], dtype=np.int64)
        slot = {
            (one.block, target): int(first) + at
            for one, own, first in zip(decisions, targets, firsts, strict=False)
            for at, target in enumerate(own)
        }
        rows = runs_of(decided, loop, slot)
        # The slot for entering the loop gets the lowest rank, because the loop is entered before
        # any of its blocks runs.
        ranks = np.repeat([*(order[one.block] for one in decisions), -1], [*np.diff(firsts), 1])
        size = len(ranks)
        tables = tables_apart(decided, loop, rows, rows, (size, size))
        together = summed(rows, rows, same_path(decided, rows), (size, size))
        together *= ranks[:, np.newaxis] < ranks[np.newaxis, :]
        tables[0] = tables.get(0, 0) + together
        entered = {j: table[-1, :-1] for j, table in sorted(tables.items())}
        if loop is not None:
            for j, counts in _behind_entries(decided, loop, rows, size).items():
                entered[j] = entered.get(j, 0) + counts[:-1]
        yield LoopTables(
            loop,
            tuple(decisions),
            firsts,
            {j: table[:-1, :-1] for j, table in tables.items()},
            {} if loop is None else dict(sorted(entered.items())),
            np.zeros(len(decisions), dtype=np.int64)
            if loop is None
            else np.minimum.reduceat(_complete(decided, loop, rows, slot), firsts[:-1]),
        )


def decisions_by_loop(code: MethodCode) -> Iterator[tuple[Loop | None, list[Decision]]]:
    """Yields each loop with the decisions that belong to it, and None with those outside all loops.

    Loops without decisions are left out.
    """
    by_size = sorted(code.loops, key=lambda one: (len(one.blocks), one.header))
    owned: dict[Loop | None, list[Decision]] = {None: []}
    owned |= {loop: [] for loop in reversed(by_size)}
    members = {loop: frozenset(loop.blocks) for loop in by_size}
    for decision in code.deciding.values():
        if len(set(decision.targets)) > 1:
            around = (loop for loop in by_size if decision.block in members[loop])
            owned[next(around, None)].append(decision)
    return ((loop, own) for loop, own in owned.items() if own)


def block_order(code: MethodCode) -> dict[int, int]:
    """Returns a number for each block; the numbers ascend along every path."""
    order: list[int] = []
    seen: set[int] = set()
    for root in range(len(code.offsets)):
        waiting = [(root, False)]
        while waiting:
            block, is_done = waiting.pop()
            if is_done:
                order.append(block)
            elif block not in seen:
                seen.add(block)
                waiting.append((block, True))
                waiting += ((after, False) for after in code.decoder.following(block))
    return {block: rank for rank, block in enumerate(reversed(order))}


def runs_of(decided: DecidedPaths, loop: Loop | None, slot: dict[tuple[int, int], int]) -> Runs:
    """Returns the runs of a loop; ``slot`` maps the block and target of an outcome to its slot."""
    trips = decided.trips
    members = None if loop is None else frozenset(loop.blocks)
    entering = frozenset(decided.paths[enters(decided, loop)].tolist())
    owners: list[int] = []
    slots: list[list[int]] = []
    heads = np.full(len(trips), -1, dtype=np.int64)
    tails = np.full(len(trips), -1, dtype=np.int64)
    for number, trip in enumerate(trips):
        went_to = {one.decision.block: one.target for one in trip.outcomes if one.decision.targets}
        is_within = False
        for at, block in enumerate(trip.path.blocks):
            if members is not None and block not in members:
                is_within = False
                continue
            if not is_within:
                owners.append(number)
                slots.append([])
                is_within = True
                if at == 0:
                    heads[number] = len(slots) - 1
                if at > 0 or trip.path.path in entering:
                    slots[-1].append(len(slot))
            found = slot.get((block, went_to.get(block, -1)))
            if found is not None:
                slots[-1].append(found)
        if is_within:
            tails[number] = len(slots) - 1
    return Runs(
        np.cumsum([0, *map(len, slots)], dtype=np.int64),
        np.array([one for row in slots for one in row], dtype=np.int64),
        np.array(owners, dtype=np.int64),
        heads,
        tails,
    )


def enters(decided: DecidedPaths, loop: Loop | None) -> BoolArray:
    """Returns which paths certainly enter the loop where they begin.

    These begin in the loop, at the method's entry or after a cut edge, and no cut edge within the
    loop leads there. Otherwise, only the path before can show that the loop is entered
    (``_is_led_in``). In an irreducible method, a cut edge within the loop may even lead to the
    header.
    """
    members = None if loop is None else frozenset(loop.blocks)
    within = {to for source, to in decided.code.cuts if members is None or source in members}
    return np.array(
        [
            (members is None or one.blocks[0] in members)
            and (one.start == "entry" or (one.start == "cut" and one.blocks[0] not in within))
            for one in decided.decoded
        ],
        dtype=bool,
    )


def same_path(decided: DecidedPaths, rows: Runs) -> tuple[Int64Array, Int64Array, Int64Array]:
    """Returns the path windows that are a single path, as three arrays for ``summed``."""
    runs = np.arange(len(rows.trips))
    return runs, runs, decided.trip_counts[rows.trips]


def tables_apart(
    decided: DecidedPaths,
    loop: Loop | None,
    before: Runs,
    behind: Runs,
    shape: tuple[int, int],
    closing: Sequence[Loop] = (),
) -> dict[int, Int64Array]:
    """Returns a table of ``shape`` for each number of iterations between two executions.

    The tables count path windows of at least two paths. A row is a slot of ``before`` on a window's
    first path, and a column is a slot of ``behind`` on the window's last path. ``before`` and
    ``behind`` are runs of ``loop``. A window is left out if a loop of ``closing`` goes round in the
    window's first iteration.
    """
    is_begun = before.tails[np.maximum(decided.first_trips, 0)] >= 0
    is_valid, arrivals = windows_within(decided, loop, is_begun, closing)
    ending = decided.endings
    kept = is_valid[ending.nodes]
    kept[kept] = behind.heads[ending.trips[kept]] >= 0
    nodes = ending.nodes[kept]
    given = before.tails[decided.first_trips[nodes]]
    last = behind.heads[ending.trips[kept]]
    weights = ending.weights[kept]
    iterations = arrivals[nodes]
    found = {}
    for j in np.flatnonzero(np.bincount(iterations)).tolist():
        those = (given[iterations == j], last[iterations == j], weights[iterations == j])
        found[j] = summed(before, behind, those, shape)
    return found


def _behind_entries(
    decided: DecidedPaths, loop: Loop, rows: Runs, slot_count: int
) -> dict[int, Int64Array]:
    """Returns, for each j, how often each slot occurred j iterations after the loop was entered.

    An entry is counted only if ``_is_led_in`` recognizes it. The path window begins with the path
    that ends outside.
    """
    is_begun = _is_led_in(decided, loop)
    if not is_begun.any():
        return {}
    is_valid, arrivals = windows_within(decided, loop, is_begun)
    ending = decided.endings
    heads = rows.heads[ending.trips]
    kept = is_valid[ending.nodes] & (heads >= 0)
    apart, heads, weights = arrivals[ending.nodes[kept]], heads[kept], ending.weights[kept]
    found: dict[int, Int64Array] = {}
    for j in np.flatnonzero(np.bincount(apart)).tolist():
        found[j] = np.zeros(slot_count, dtype=np.int64)
        for places, slots in _expanded(rows, heads[apart == j]):
            np.add.at(found[j], slots, weights[apart == j][places])
    return found


class _Starts(Struct, frozen=True):
    """Which executed paths are inside a loop or begin there.

    The arrays are in the order of DecidedPaths.paths. ``is_inside`` is true if all blocks of the
    path are in the loop. ``goes_on`` is true if the path begins in the loop, and nothing in the
    path shows that the loop is entered there. ``arrives`` is true if the path certainly begins by
    going round the loop. ``is_unled`` is true if ``goes_on`` is true and the path before isn't
    known for some completions.
    """

    is_inside: BoolArray
    goes_on: BoolArray
    arrives: BoolArray
    is_unled: BoolArray

    @classmethod
    def of(cls, decided: DecidedPaths, loop: Loop) -> "_Starts":
        forest, path_of, paths = decided.forest, decided.path_of, decided.decoded
        members = frozenset(loop.blocks)
        begins_inside = np.array([one.blocks[0] in members for one in paths], dtype=bool)
        goes_on = begins_inside & ~enters(decided, loop)
        _, at_header = turning(decided, loop)
        rest = np.zeros(len(paths), dtype=np.int64)
        roots = np.flatnonzero(forest.depths == 1)
        np.add.at(rest, path_of[roots], forest.counts[roots])
        pairs = np.flatnonzero(forest.depths == 2)
        np.subtract.at(rest, path_of[pairs], forest.counts[pairs])
        is_inside = np.array([members.issuperset(one.blocks) for one in paths], dtype=bool)
        return cls(
            is_inside, goes_on, at_header & (not decided.is_cut_at_headers), goes_on & (rest > 0)
        )


def _complete(
    decided: DecidedPaths, loop: Loop, rows: Runs, slot: dict[tuple[int, int], int]
) -> Int64Array:
    """Returns, for each slot, the iteration up to which the table ``numbered`` is complete.

    The number of an execution's iteration isn't known if all known paths before the execution lie
    in the loop. How often these paths arrive at the header gives a lower bound of the number. If
    each entry into the loop was seen, such an execution comes after the first k paths of an entry,
    and how often these k paths arrive there gives another lower bound. ``numbered`` is complete up
    to the iteration before the greater bound.
    """
    forest, path_of = decided.forest, decided.path_of
    is_longest = forest.depths == decided.k
    starts = _Starts.of(decided, loop)
    first_paths = path_of[first_nodes(forest)]
    is_begun = (starts.goes_on & starts.is_inside)[path_of[forest.parents]]
    is_inside, arrivals = windows_within(decided, loop, is_begun)
    is_root = forest.depths == 1
    is_inside[is_root] = starts.goes_on[path_of[is_root]]
    arrivals = arrivals + starts.arrives[first_paths]
    entered = _entered(decided, loop, rows, len(slot))
    least = np.full(len(slot) + 1, _NEVER)
    is_unnumbered = is_inside & (is_longest | starts.is_unled[first_paths])
    trips = _least_iterations(decided, is_unnumbered, arrivals)
    known = np.flatnonzero((trips < _NEVER) & (rows.heads >= 0))
    for places, slots in _expanded(rows, rows.heads[known]):
        np.minimum.at(least, slots, trips[known][places])
    # If the outcome of the last branch in k paths isn't known, only a further path would show it.
    for is_valid, arrived in ((is_inside, arrivals), entered):
        trips = _least_iterations(decided, is_valid & is_longest & ~is_root, arrived)
        for trip in np.flatnonzero(trips < _NEVER).tolist():
            unknown = decided.trips[trip].unknown
            if unknown is not None and rows.heads[trip] == rows.tails[trip]:
                for target in unknown.targets:
                    if (unknown.block, target) in slot:
                        at = slot[unknown.block, target]
                        least[at] = min(int(least[at]), int(trips[trip]))
    if not starts.is_unled.any():
        least = np.maximum(least, _first_unseen(decided, loop, *entered))
    return least[:-1] - 1


def first_nodes(forest: Forest) -> Int64Array:
    """Returns, for each node, the root that stands for the first path of the node's sequence."""
    found = np.arange(len(forest), dtype=np.int64)
    for nodes in forest.levels[1:]:
        found[nodes] = found[forest.parents[nodes]]
    return found


def _least_iterations(decided: DecidedPaths, some: BoolArray, arrivals: Int64Array) -> Int64Array:
    """Returns, for each trip, the lowest iteration of the nodes in ``some`` that end with the trip.

    A node's iteration is its ``arrivals`` plus 1.
    """
    ending = decided.endings
    found = np.full(len(decided.trips), _NEVER)
    kept = some[ending.nodes]
    np.minimum.at(found, ending.trips[kept], arrivals[ending.nodes[kept]] + 1)
    return found


def _entered(
    decided: DecidedPaths, loop: Loop, rows: Runs, entering: int
) -> tuple[BoolArray, Int64Array]:
    """Returns the result of ``windows_within`` for path windows that begin by entering the loop."""
    forest = decided.forest
    is_begun = np.zeros(len(forest), dtype=bool)
    tails = rows.tails[np.maximum(decided.first_trips, 0)]
    begun = np.flatnonzero((tails >= 0) & (forest.depths == 2))
    # Only a run's first slot can be ``entering``, the slot for entering the loop.
    firsts = rows.firsts[tails[begun]]
    is_begun[begun] = (rows.firsts[tails[begun] + 1] > firsts) & (
        np.append(rows.slots, -1)[firsts] == entering
    )
    is_begun |= _is_led_in(decided, loop)
    return windows_within(decided, loop, is_begun)


def _first_unseen(
    decided: DecidedPaths, loop: Loop, is_valid: BoolArray, arrivals: Int64Array
) -> int:
    """Returns the lowest iteration that may begin or go on after a path window of k paths."""
    code, members = decided.code, frozenset(loop.blocks)
    is_inside, goes_round = (np.zeros(len(decided.paths), dtype=bool) for _ in range(2))
    for place, path in enumerate(decided.decoded):
        last = path.blocks[-1]
        decision = code.deciding.get(last)
        ways = {loop.header} if decision is None else set(code.ways_out(decision, path.end))
        is_inside[place] = members.issuperset(path.blocks)
        goes_round[place] = path.end == "loop" and last in loop.latches and ways == {loop.header}
    lasts = decided.path_of
    open_ones = is_valid & (decided.forest.depths == decided.k) & is_inside[lasts]
    found = arrivals[open_ones] + 1 + goes_round[lasts[open_ones]]
    return int(found.min(initial=_NEVER))


def _is_led_in(decided: DecidedPaths, loop: Loop) -> BoolArray:
    """Returns which nodes enter the loop with their last path, as only the path before shows.

    The last path begins in the loop, and the path before it ended outside the loop.
    """
    path_of, parents = decided.path_of, np.maximum(decided.forest.parents, 0)
    members = frozenset(loop.blocks)
    is_outside = np.array([one.blocks[-1] not in members for one in decided.decoded], dtype=bool)
    is_led = np.array([one.blocks[0] in members for one in decided.decoded], dtype=bool)
    is_led &= ~enters(decided, loop)
    found: BoolArray = (
        (decided.forest.parents >= 0) & is_outside[path_of[parents]] & is_led[path_of]
    )
    return found


def windows_within(
    decided: DecidedPaths,
    loop: Loop | None,
    is_begun: BoolArray,
    closing: Sequence[Loop] = (),
    passed: BoolArray | None = None,
) -> tuple[BoolArray, Int64Array]:
    """Returns which nodes are path windows within the loop, and how often each goes round the loop.

    ``is_begun`` is true for a node of two paths if a path window may begin with these two. Whether
    the last path begins in the loop isn't checked here. In a window's first iteration, no loop of
    ``closing`` may go round, and ``passed`` must be true of each path except the window's first and
    last. ``passed`` is in the order of DecidedPaths.paths; None stands for all paths.
    """
    forest, path_of = decided.forest, decided.path_of
    members = None if loop is None else frozenset(loop.blocks)
    is_inside = ~enters(decided, loop)
    is_inside &= np.array(
        [members is None or members.issuperset(one.blocks) for one in decided.decoded], dtype=bool
    )
    is_latch, is_arrival = turning(decided, loop)
    turns = [turning(decided, one) for one in closing]
    is_valid = np.zeros(len(forest), dtype=bool)
    arrivals = np.zeros(len(forest), dtype=np.int64)
    for depth, nodes in enumerate(forest.levels[1:], start=2):
        parents = forest.parents[nodes]
        if depth == 2:
            going_on = is_begun[nodes]
        else:
            going_on = is_valid[parents] & is_inside[path_of[parents]]
            if passed is not None:
                going_on &= passed[path_of[parents]] | (arrivals[parents] > 0)
        nodes, parents = nodes[going_on], parents[going_on]
        before, after = path_of[parents], path_of[nodes]
        arrived = arrivals[parents] + (is_latch[before] & is_arrival[after])
        is_open = np.ones(len(nodes), dtype=bool)
        for is_last, is_next in turns:
            is_open &= ~(is_last[before] & is_next[after]) | (arrived > 0)
        is_valid[nodes] = is_open
        arrivals[nodes] = arrived
    return is_valid, arrivals


def turning(decided: DecidedPaths, loop: Loop | None) -> tuple[BoolArray, BoolArray]:
    """Returns which paths end at one of the loop's latches, and which begin at its header.

    The loop goes round where a path of the second kind follows a path of the first kind. The second
    kind doesn't include paths that begin at the header because of a cut edge or a handler.
    """
    latches = frozenset(() if loop is None else loop.latches)
    is_latch = np.array([one.blocks[-1] in latches for one in decided.decoded], dtype=bool)
    is_arrival = np.array(
        [
            loop is not None and one.start == "loop" and one.blocks[0] == loop.header
            for one in decided.decoded
        ],
        dtype=bool,
    )
    return is_latch, is_arrival


def summed(
    before: Runs,
    behind: Runs,
    path_windows: tuple[Int64Array, Int64Array, Int64Array],
    shape: tuple[int, int],
) -> Int64Array:
    """Returns the sums of path windows' weights, by slot of the first run and slot of the last run.

    ``path_windows`` are three arrays: the windows' first runs (in ``before``), last runs (in
    ``behind``) and weights.
    """
    given, last, weights = path_windows
    table = np.zeros(shape, dtype=np.int64)
    pairs, weights = _added_up(given * len(before.trips) + last, weights)
    given, last = np.divmod(pairs, max(len(before.trips), 1))
    # The last runs are expanded first. Then many windows have the same first run and last slot, and
    # can be added up.
    parts = [
        _added_up(given[at] * shape[1] + slots, weights[at])
        for at, slots in _expanded(behind, last)
    ]
    if not parts:
        return table
    keys, sums = map(np.concatenate, zip(*parts, strict=True))
    pairs, weights = _added_up(keys, sums)
    given, last_slots = np.divmod(pairs, shape[1])
    for at, slots in _expanded(before, given):
        np.add.at(table, (slots, last_slots[at]), weights[at])
    return table


def _added_up(keys: Int64Array, weights: Int64Array) -> tuple[Int64Array, Int64Array]:
    distinct, places = np.unique(keys, return_inverse=True)
    sums = np.zeros(len(distinct), dtype=np.int64)
    np.add.at(sums, places, weights)
    return distinct, sums


def _expanded(rows: Runs, runs: Int64Array) -> Iterator[tuple[Int64Array, Int64Array]]:
    """Yields pairs of arrays: places in ``runs``, and for each place one slot of the run there.

    Together, the pairs have all slots of all these runs. Each pair has a bounded size.
    """
    lengths = rows.firsts[runs + 1] - rows.firsts[runs]
    step = max(_EXPANDED // int(lengths.max(initial=1) or 1), 1)
    for first in range(0, len(runs), step):
        own = lengths[first : first + step]
        places = np.repeat(np.arange(first, first + len(own)), own)
        before = np.repeat(np.cumsum(own) - own, own)
        offsets = np.arange(len(places)) - before
        yield places, rows.slots[rows.firsts[runs[places]] + offsets]
