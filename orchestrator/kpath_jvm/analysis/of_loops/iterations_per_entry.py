"""Computes how many entries of a loop made how many iterations.

A walk begins with a path that enters the loop, and follows the paths of the same activation until
one of them leaves the loop. Paths through inner loops are part of a walk. The k-IPF counts each
such sequence of up to k paths exactly. So if a walk leaves the loop within k paths, its number of
iterations is known exactly. Otherwise, only a lower bound of this number is known. Usually, the
total for all entries with lower bounds is known, too: it is the number of all the loop's
iterations, minus those of the other entries.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from msgspec import Struct

from kpath_jvm.analysis.decided import require_possible
from kpath_jvm.analysis.flow import Flow
from kpath_jvm.analysis.loop_nest import LoopNest
from kpath_jvm.analysis.of_loops.executed import ExecutedPaths
from kpath_jvm.profile.forest import BoolArray, Forest, IndexArray, Int32Array, Int64Array
from kpath_jvm.profile.model import Profile
from kpath_jvm.profilers import STREAM, named


class Percentile(Struct, frozen=True):
    """The least n for which at least ``percent`` % of the entries made at most n iterations.

    This n lies between ``least`` and ``most``, which are equal if n is known exactly. ``most`` is
    None if there is no upper bound.
    """

    percent: int
    least: int
    most: int | None


class LoopExit(Struct, frozen=True):
    """A place where entries left a loop after ``iterations`` iterations.

    The loop was left at the end of ``block``, the last block in the loop, and ``target`` ran next.
    ``target`` is None if there was no such block, or if it isn't known. The completed path with the
    number ``path`` ran through ``block``. ``entries`` entries left the loop so. If they left the
    loop ``at_test``, that completed no iteration.
    """

    iterations: int
    at_test: bool
    path: int
    block: int
    target: int | None
    entries: int


@dataclass(frozen=True)
class IterationsPerEntry:
    """The entries of a loop by the number of iterations that they made.

    ``known``, ``longer`` and ``unfinished`` contain pairs, in ascending order. Each pair is a
    number of iterations and the number of entries that made that many. Each entry is in one field.
    For entries in ``known``, the exit was seen within ``k`` paths, so the number of iterations is
    exact. Entries in ``longer`` were still in the loop after k paths, or it isn't known which path
    led to them; so the number is a lower bound. If all of them are known to have left the loop, it
    includes an iteration that they had begun by then. For entries in ``unfinished``, fewer than k
    paths and no exit were seen, because an exception ended a path, or because the recording ended
    or has a gap. Their numbers of iterations are lower bounds, too.

    ``longer_total`` is the recorded number of iterations of all ``longer`` entries together.
    ``longer_unfinished`` is the number of those ``longer`` entries whose exit wasn't recorded. If
    this number is 0, ``longer_total`` is exact; if not, it is a lower bound. Both fields are None
    if the iterations can't be attributed to entries: after a handler in the loop, after a gap, or
    if the fate of the loop's paths isn't known.

    ``completions`` is the number of path completions in the loop. Divided by the number of entries,
    it is roughly the k with which the exit of an average entry is seen. ``largest_k`` is the
    largest k with which the profile's profiler can record.

    If the loop was entered only once and its iterations were counted exactly, ``of_only_entry`` is
    the number of these iterations, even if the exit wasn't seen.

    ``longer_completed`` is the least number of iterations that any ``longer`` entry is known to
    have completed in its first k paths, or 0 if there are no such entries.

    ``exits`` are the places where the ``known`` entries left the loop, inner loops or not.
    """

    k: int
    known: tuple[tuple[int, int], ...]
    longer: tuple[tuple[int, int], ...]
    unfinished: tuple[tuple[int, int], ...]
    longer_total: int | None
    longer_unfinished: int | None
    completions: int = 0
    largest_k: int = 1
    of_only_entry: int | None = None
    longer_completed: int = 0
    exits: tuple[LoopExit, ...] = ()

    @cached_property
    def entries(self) -> int:
        """The number of all entries."""
        return _entries(self.known) + self.longer_entries + self.unfinished_entries

    @property
    def longer_entries(self) -> int:
        """The number of the ``longer`` entries."""
        return _entries(self.longer)

    @property
    def unfinished_entries(self) -> int:
        """The number of the ``unfinished`` entries."""
        return _entries(self.unfinished)

    @property
    def longer_mean(self) -> float | None:
        """The average number of iterations of the ``longer`` entries, or None if it isn't known."""
        if self.longer_total is None or not self.longer:
            return None
        return self.longer_total / self.longer_entries

    @cached_property
    def told_by_total(self) -> tuple[tuple[int, int], ...]:
        """The ``longer`` entries with exact numbers, if these follow from the total; else ().

        The numbers follow from an exact total if there is only one ``longer`` entry, or if the
        total is the sum of the lower bounds.
        """
        total, entries = self.longer_total, self.longer_entries
        if total is None or self.longer_unfinished or not entries:
            return ()
        if total == sum(made * count for made, count in self.longer):
            return self.longer
        return ((total, 1),) if entries == 1 else ()

    @property
    def certain(self) -> tuple[tuple[int, int], ...]:
        """All entries whose number of iterations is known exactly, by this number."""
        if self.of_only_entry is not None:
            return ((self.of_only_entry, 1),)
        return (*self.known, *self.told_by_total)

    @property
    def uncertain(self) -> tuple[tuple[int, int], ...]:
        """All entries that aren't ``certain``, by the lower bounds of their iterations."""
        if self.of_only_entry is not None:
            return ()
        return (*(() if self.told_by_total else self.longer), *self.unfinished)

    def possibly(self, least: int) -> int:
        """Returns how many entries may have made ``least`` or more iterations."""
        fewer = sum(entries for iterations, entries in self.certain if iterations < least)
        return self.entries - fewer

    def possibly_exactly(self, iterations: int) -> int:
        """Returns how many entries may have made exactly this number of iterations."""
        found = sum(entries for made, entries in self.certain if made == iterations)
        return found + sum(entries for least, entries in self.uncertain if least <= iterations)

    def most_are_fewer(self, than: int) -> bool:
        """Returns whether most entries certainly made fewer than ``than`` iterations."""
        return 2 * self.possibly(than) < self.entries

    def in_groups(self, size: int) -> tuple[float, float] | None:
        """Returns bounds on the share of iterations that lie in whole groups of ``size``.

        Each entry's iterations are divided into groups from the first on: for example, an entry
        with 7 iterations has one whole group of 4. If the end of an entry wasn't seen, only the
        iterations that were seen are used. Returns None if the total isn't known, or if there are
        no iterations.
        """
        if self.of_only_entry is not None:
            made = self.of_only_entry
            return (made // size * size / made,) * 2 if made else None
        if self.longer_total is None:
            return None
        seen = [*self.known, *self.unfinished]
        total = self.longer_total + sum(made * entries for made, entries in seen)
        if not total:
            return None
        whole = sum(made // size * size * entries for made, entries in seen)
        least = max(self.longer_total - (size - 1) * self.longer_entries, 0)
        # The iterations that an entry certainly made fill at least these whole groups.
        least = max(least, sum(made // size * size * entries for made, entries in self.longer))
        return (whole + least) / total, (whole + self.longer_total) / total

    @property
    def paths_per_entry(self) -> float | None:
        """The mean number of path completions per entry, or None if there are no entries."""
        return self.completions / self.entries if self.entries else None

    @property
    def went_round(self) -> int:
        """How many of the ``known`` entries took a back edge."""
        return sum(one.entries for one in self.exits if one.iterations > (not one.at_test))

    @property
    def all_known(self) -> bool:
        """Whether all entries are ``known``."""
        return not (self.longer or self.unfinished)

    def k_that_shows(self, most: int) -> int | None:
        """Returns a k that shows which of the ``longer`` entries made at most ``most`` iterations.

        This assumes that each further iteration is one path. A smaller k may suffice, too: entries
        may end earlier, and the total of all iterations limits how many entries made more. Returns
        None if the largest k is too small, or if no ``longer`` entry may have made so few.
        """
        if all(made > most for made, _ in self.longer):
            return None
        needed = self.k + most + 1 - self.longer_completed
        return needed if needed <= self.largest_k else None

    def exactly(self, iterations: int) -> int:
        """Returns how many of the ``known`` entries made exactly this number of iterations."""
        return dict(self.known).get(iterations, 0)

    def percentile(self, percent: int) -> Percentile | None:
        """Returns the least n for which ``percent`` % of the entries made at most n iterations.

        Entries whose number of iterations isn't known may have made any number from their lower
        bound upwards. But the ``longer`` entries that were seen to end made no more than
        ``longer_total`` iterations together. Returns None if there are no entries.
        """
        if not self.entries:
            return None
        least = self._reached((*self.certain, *self.uncertain), percent)
        return Percentile(percent, least, self._most(least, percent))

    def _reached(self, some: Iterable[tuple[int, int]], percent: int) -> int:
        reached = 0
        for iterations, entries in sorted(some):
            reached += entries
            if 100 * reached >= percent * self.entries:
                return iterations
        raise AssertionError("some entries are missing")

    def _most(self, least: int, percent: int) -> int | None:
        """Returns the upper bound of a percentile whose lower bound is ``least``, or None."""
        more = self.entries * (100 - percent)
        certain, rest = max((made for made, _ in self.certain), default=0), self._rest
        seen = max((made for made, _ in self.uncertain), default=0)
        # No entry that was seen to end made more iterations than this.
        highest = max(certain, seen + rest)
        if 100 * self._that_may_reach(highest + 1) > more:
            return None
        # The percentile is n or more if more than (100 - percent) % of the entries made n or more
        # iterations.
        low, high = least, highest + 1
        while high - low > 1:
            middle = (low + high) // 2
            if 100 * self._that_may_reach(middle) > more:
                low = middle
            else:
                high = middle
        return low

    @property
    def _rest(self) -> int:
        """The number of iterations that all ``longer`` entries made beyond their lower bounds.

        The number is 0 if the total isn't known, or if all ``longer`` entries have exact numbers.
        """
        if self.longer_total is None or self.told_by_total:
            return 0
        return self.longer_total - sum(made * entries for made, entries in self.longer)

    def _that_may_reach(self, iterations: int) -> int:
        """Returns the largest possible number of entries with at least this many iterations.

        The ``longer`` entries that were seen to end share the iterations beyond their lower bounds:
        an iteration that one of them made wasn't made by another. Entries whose end wasn't seen may
        have made any number of iterations.
        """
        found = sum(entries for made, entries in self.certain if made >= iterations)
        if self.of_only_entry is not None:
            return found
        found += self.unfinished_entries
        if self.told_by_total:
            return found
        unlimited, rest, raised = self.longer_unfinished, self._rest, 0
        if self.longer_total is None or unlimited is None:
            return found + self.longer_entries
        for made, entries in sorted(self.longer, reverse=True):
            missing = max(iterations - made, 0)
            some = min(entries, rest // missing) if missing else entries
            raised, rest = raised + some, rest - some * missing
            if some < entries:
                break
        # The entries whose lower bounds are the lowest may be those that weren't seen to end.
        return found + min(raised + unlimited, self.longer_entries)


def _entries(some: Iterable[tuple[int, int]]) -> int:
    return sum(entries for _, entries in some)


class LoopTotals(Struct, frozen=True):
    """A loop's entries and iterations, from the counts of its paths and edges.

    ``back_edges_taken`` is how many of the iterations ended at a back edge. ``room`` is the amount
    by which ``entries`` and ``iterations`` may each be greater, because only bounds are known for
    some counts of edges (loop_counts.py). ``lost`` is the number of the method's paths that began
    but may not have been counted (uncompleted.py), or None if this number isn't known.
    """

    entries: int
    iterations: int
    back_edges_taken: int
    room: int
    lost: int | None


class LoopEntries:
    """Follows the walks of a method's loops; the forest's counts must be exact."""

    def __init__(
        self,
        profile: Profile,
        nest: LoopNest,
        paths: ExecutedPaths,
        counted: Flow,
        forest: Forest,
        k: int,
    ) -> None:
        """Takes the method's whole ``forest``; only its sequences of up to ``k`` paths are used."""
        self._path = profile.path
        self._has_pairs = profile.k > 1
        self._nest = nest
        self._paths = paths
        self._forest = forest
        self._k = k
        self._largest_k = named(profile.run.option("profiler", str) or STREAM.name).largest_k
        self._place = paths.places(forest.paths)
        self._ways = ways_on(counted)
        lengths = np.bincount(paths.owners, minlength=len(paths.numbers))
        self._ends: IndexArray = np.cumsum(lengths).astype(np.intp)
        self._begins: IndexArray = self._ends - lengths

    @cached_property
    def _pairs(self) -> IndexArray:
        levels = self._forest.levels
        return levels[1] if len(levels) > 1 else np.zeros(0, dtype=np.intp)

    @cached_property
    def _not_followed(self) -> Int64Array:
        """For each path, how often no path is known to have followed it."""
        rest = self._paths.counts.astype(np.int64)
        before = self._place[self._forest.parents[self._pairs]]
        np.subtract.at(rest, before, self._forest.counts[self._pairs])
        require_possible(self._path, rest)
        return rest

    @cached_property
    def _not_preceded(self) -> Int64Array:
        """For each path, how often no path is known to have preceded it."""
        rest = self._paths.counts.astype(np.int64)
        np.subtract.at(rest, self._place[self._pairs], self._forest.counts[self._pairs])
        require_possible(self._path, rest)
        return rest

    def of_loop(self, loop: int, totals: LoopTotals) -> IterationsPerEntry:
        """Returns the distribution of a loop's iterations per entry.

        Raises KpathError if the profile's counts contradict each other.
        """
        walk = _Walk(self._path, self._forest, self._place, self._k, self._parts(loop))
        walk.run()
        # The other entries have no walk, because it isn't known which path led to them. The lower
        # bound of their iterations is 0.
        rest = totals.entries - walk.entries
        require_possible(self._path, np.array([rest]))
        walk.longer[0] += rest
        walk.longer_if_left[0] += rest
        is_in_loop = self._paths.through(self._nest.holds[loop])
        total, unfinished = self._beyond(totals, walk)
        longer = walk.longer_if_left if unfinished == 0 else walk.longer
        return IterationsPerEntry(
            self._k, _pairs(walk.known), _pairs(longer), _pairs(walk.unfinished),
            total, unfinished, int(self._paths.counts[is_in_loop].sum()), self._largest_k,
            longer_completed=next(iter(np.flatnonzero(walk.longer).tolist()), 0),
            exits=self._exits(walk),
        )  # fmt: skip

    def _exits(self, walk: "_Walk") -> tuple[LoopExit, ...]:
        """Adds up the exits of the walks with the same values of LoopExit's other fields."""
        if not walk.left:
            return ()
        paths, gain = self._paths, walk.parts.gain
        iterations, lasts, targets, entries = (
            np.concatenate([getattr(one, name) for one in walk.left])
            for name in ("iterations", "lasts", "targets", "entries")
        )
        # A place in ``blocks`` has one path and one block.
        order = np.lexsort((targets, lasts, iterations))
        columns = np.stack([iterations[order], lasts[order], targets[order]])
        is_new = np.append(True, (columns[:, 1:] != columns[:, :-1]).any(axis=0))
        firsts = np.flatnonzero(is_new[: len(order)])
        sums = np.add.reduceat(entries[order], firsts) if len(firsts) else entries
        return tuple(
            LoopExit(
                made,
                not gain[last],
                int(paths.numbers[paths.owners[last]]),
                int(paths.blocks[last]),
                None if target < 0 else target,
                count,
            )
            for (made, last, target), count in zip(
                columns[:, firsts].T.tolist(), sums.tolist(), strict=True
            )
        )

    def _beyond(self, totals: LoopTotals, walk: "_Walk") -> tuple[int | None, int | None]:
        """Returns ``longer_total`` and ``longer_unfinished`` of IterationsPerEntry."""
        parts = walk.parts
        is_orphan = parts.begins_inside & ~parts.enters_at_start
        if self._has_pairs:
            orphans = int(self._not_preceded[is_orphan].sum())
            cut = int(self._not_followed[parts.may_stay | parts.leads_in].sum())
            cut -= int(walk.unfinished.sum())
        else:
            # Only single paths are known, so nothing shows where a sequence ended.
            is_complete = totals.lost == 0
            orphans = int(self._paths.counts[is_orphan & self._paths.begins_anew].sum())
            orphans += not is_complete
            cut = 0
        if totals.room or orphans:
            return None, None
        seen = sum(
            iterations * entries
            for some in (walk.known, walk.unfinished)
            for iterations, entries in enumerate(some.tolist())
        )
        return totals.iterations - seen, cut

    def _parts(self, loop: int) -> "_Parts":
        paths, nest = self._paths, self._nest
        holds, header = nest.holds[loop], nest.loops[loop].header
        is_test = np.zeros(len(holds), dtype=bool)
        is_test[list(nest.test(loop))] = True
        blocks, size = paths.blocks, len(paths.numbers)
        # For each block of a path, the place of the next block outside of the loop, or else the
        # place after the path's last block.
        outside = np.where(holds[blocks], len(blocks), np.arange(len(blocks)))
        next_out = np.minimum.accumulate(outside[::-1])[::-1]
        next_out = np.minimum(next_out, self._ends[paths.owners])
        begins_inside = holds[paths.firsts]
        out = next_out[self._begins]
        head_last = np.where(begins_inside & (out < self._ends), out - 1, -1)
        at = np.flatnonzero(blocks == header)
        at = at[(at > self._begins[paths.owners[at]]) | paths.begins_anew[paths.owners[at]]]
        owners, out = paths.owners[at], next_out[at]
        is_entering = np.zeros(size, dtype=bool)
        is_entering[owners] = True
        enters_at_start = is_entering & (paths.firsts == header)
        tail_last = np.full(size, -1, dtype=np.int64)
        tail_last[owners] = np.where(out < self._ends[owners], out - 1, -1)
        return _Parts(
            header, blocks, (~is_test[blocks]).astype(np.int64), paths.firsts, self._ends - 1,
            begins_inside, head_last, is_entering, enters_at_start, tail_last,
            self._only_ways, *self._after(loop, is_test),
        )  # fmt: skip

    @cached_property
    def _path_ends(self) -> tuple[list[tuple[str, int]], IndexArray]:
        return self._paths.distinct_ends()

    @cached_property
    def _only_ways(self) -> IndexArray:
        """The field ``only_way`` of _Parts."""
        ends, places = self._path_ends
        ways = [self._ways.get(end, frozenset()) for end in ends]
        found = np.array([min(some) if len(some) == 1 else -1 for some in ways], dtype=np.intp)
        only: IndexArray = found[places]
        return only

    def _after(self, loop: int, is_test: BoolArray) -> tuple[BoolArray, ...]:
        """Returns the last fields of _Parts, those about how paths go on after their ends."""
        ends, places = self._path_ends
        holds, header = self._nest.holds[loop], self._nest.loops[loop].header
        told = np.zeros((5, len(ends)), dtype=bool)
        surely_leaves, may_stay, goes_round, leads_in, may_lead_in = told
        for place, (kind, last) in enumerate(ends):
            ways = self._ways.get((kind, last), frozenset())
            if not holds[last]:
                leads_in[place] = ways == {header}
                may_lead_in[place] = header in ways
            elif kind == "exit":
                # An exception that is thrown here may be caught in the loop.
                surely_leaves[place] = last not in self._nest.athrows
            else:
                surely_leaves[place] = bool(ways) and not any(holds[to] for to in ways)
                # An iteration certainly ends here if each target is the header, or if it is outside
                # of the loop and this block isn't part of the test.
                goes_round[place] = bool(ways) and all(
                    to == header or (not holds[to] and not is_test[last]) for to in ways
                )
            may_stay[place] = bool(holds[last]) and not surely_leaves[place]
        return tuple(one[places] for one in told)


class _Parts(Struct, frozen=True):
    """How each executed path runs through one loop.

    ``blocks`` lists the blocks of all paths, one path after the other. ``gain`` is 1 for each of
    these blocks at which leaving the loop completes an iteration, and 0 for the others. All other
    arrays are in the order of ExecutedPaths. ``ends`` has the place in ``blocks`` of the path's
    last block.

    A path may begin in the loop and leave the loop; ``head_last`` then has the place in ``blocks``
    of the last block before that. A path may also enter the loop, and leave it again; then
    ``tail_last`` has that place. Both are -1 for all other paths.

    ``only_way`` is the only block that can follow the path's end, or -1 if there isn't exactly one.
    For a path that ends in the loop, ``surely_leaves`` is true if its end certainly leads outside,
    and ``may_stay`` is true if this isn't certain. ``goes_round`` is true if each edge from the end
    completes an iteration. For a path that ends outside, ``leads_in`` is true if its end
    certainly leads to the header, and ``may_lead_in`` is true if its end may lead there.
    """

    header: int
    blocks: Int32Array
    gain: Int64Array
    firsts: Int32Array
    ends: IndexArray
    begins_inside: BoolArray
    head_last: IndexArray
    is_entering: BoolArray
    enters_at_start: BoolArray
    tail_last: IndexArray
    only_way: IndexArray
    surely_leaves: BoolArray
    may_stay: BoolArray
    goes_round: BoolArray
    leads_in: BoolArray
    may_lead_in: BoolArray


class _Left(Struct, frozen=True):
    """Walks that left the loop, as arrays with an element for each of them.

    ``lasts`` has the place in ``_Parts.blocks`` of the last block in the loop. ``targets`` has the
    next block, or -1 if it isn't known. ``entries`` has the number of entries with this walk.
    """

    iterations: Int64Array
    lasts: IndexArray
    targets: IndexArray | Int32Array
    entries: Int64Array


class _Walk:
    """Follows all entries of a loop through the forest, level by level."""

    def __init__(
        self, path: Path, forest: Forest, place: IndexArray, k: int, parts: _Parts
    ) -> None:
        self._path = path
        self._forest = forest
        self._place = place
        self._k = k
        self.parts = parts
        #: The number of entries for each number of iterations. Each path of a walk, and the walk's
        #: end, adds at most one iteration.
        self.known, self.longer, self.unfinished = (
            np.zeros(k + 2, dtype=np.int64) for _ in range(3)
        )
        #: The ``longer`` entries by a higher bound, which holds if all of them left the loop: then
        #: an iteration that has begun counts.
        self.longer_if_left = np.zeros(k + 2, dtype=np.int64)
        #: How the ``known`` entries left the loop.
        self.left: list[_Left] = []

    @property
    def entries(self) -> int:
        return int(sum(some.sum() for some in (self.known, self.longer, self.unfinished)))

    def run(self) -> None:
        forest, parts = self._forest, self.parts
        if not len(forest):
            return
        # For each node whose walk is still in the loop, the number of the walk's iterations so far;
        # -1 for all other nodes.
        made = np.full(len(forest), -1, dtype=np.int64)
        roots = forest.levels[0]
        of = self._place[roots]
        leaves = parts.tail_last[of] >= 0
        at_once = parts.is_entering[of] & leaves
        self._leave(roots[at_once], 0, parts.tail_last[of[at_once]])
        inside = roots[parts.is_entering[of] & ~leaves]
        made[inside] = 0
        inside = self._at_end(inside, made)
        before = roots[parts.may_lead_in[of]]
        for depth in range(1, self._k + 1):
            if depth == self._k:
                self._add(self.longer, made[inside] + self._gained(inside), inside)
                begun = parts.gain[parts.ends[self._place[inside]]]
                self._add(self.longer_if_left, made[inside] + begun, inside)
                if depth == 1:
                    led = before[parts.leads_in[self._place[before]]]
                    for some in (self.longer, self.longer_if_left):
                        self._add(some, np.zeros(len(led), dtype=np.int64), led)
                return
            children = forest.levels[depth] if depth < len(forest.levels) else roots[:0]
            parents = forest.parents[children]
            goes_on = made[parents] >= 0
            gained = made[inside] + self._gained(inside)
            self._count_unfinished(inside, gained, children[goes_on])
            ahead = self._next(children[goes_on], made)
            if depth == 1 and len(before):
                ahead = np.concatenate([ahead, self._led_in(before, children, made)])
            made[inside] = -1
            inside = self._at_end(ahead, made)

    def _next(self, nodes: IndexArray, made: Int64Array) -> IndexArray:
        """Continues walks by one path; returns the nodes whose paths stay in the loop."""
        parts, parents = self.parts, self._forest.parents[nodes]
        of, before = self._place[nodes], self._place[parents]
        is_out = ~parts.begins_inside[of]
        before, after = before[is_out], parts.firsts[of[is_out]]
        self._leave(nodes[is_out], made[parents[is_out]], parts.ends[before], after)
        iterations = made[parents] + (parts.firsts[of] == parts.header)
        return self._through(nodes[~is_out], iterations[~is_out], made)

    def _led_in(self, before: IndexArray, children: IndexArray, made: Int64Array) -> IndexArray:
        """Begins the walks that enter the loop by a cut edge.

        Returns the nodes of those walks whose first path stays in the loop.
        """
        parts = self.parts
        is_before = np.zeros(len(self._forest), dtype=bool)
        is_before[before] = True
        led = children[is_before[self._forest.parents[children]]]
        led = led[parts.firsts[self._place[led]] == parts.header]
        sure = before[parts.leads_in[self._place[before]]]
        self._count_unfinished(sure, np.zeros(len(sure), dtype=np.int64), led)
        return self._through(led, np.zeros(len(led), dtype=np.int64), made)

    def _through(self, nodes: IndexArray, iterations: Int64Array, made: Int64Array) -> IndexArray:
        """Follows paths that begin in the loop; returns the nodes whose paths stay in the loop."""
        of = self._place[nodes]
        leaves = self.parts.head_last[of] >= 0
        self._leave(nodes[leaves], iterations[leaves], self.parts.head_last[of[leaves]])
        made[nodes[~leaves]] = iterations[~leaves]
        stays: IndexArray = nodes[~leaves]
        return stays

    def _at_end(self, nodes: IndexArray, made: Int64Array) -> IndexArray:
        """Counts walks that surely leave the loop at the end of their last path.

        Returns the nodes of the other walks.
        """
        of = self._place[nodes]
        leaves, parts = self.parts.surely_leaves[of], self.parts
        left = of[leaves]
        self._leave(nodes[leaves], made[nodes[leaves]], parts.ends[left], parts.only_way[left])
        made[nodes[leaves]] = -1
        rest: IndexArray = nodes[~leaves]
        return rest

    def _gained(self, nodes: IndexArray) -> Int64Array:
        """Returns 1 for a node whose path certainly completes an iteration at its end, else 0."""
        return self.parts.goes_round[self._place[nodes]].astype(np.int64)

    def _count_unfinished(
        self, nodes: IndexArray, iterations: Int64Array, children: IndexArray
    ) -> None:
        """Counts the walks that end with ``nodes``: none of ``children`` continues them."""
        forest = self._forest
        order = np.argsort(nodes)
        nodes, iterations = nodes[order], iterations[order]
        parents = forest.parents[children]
        at = np.minimum(np.searchsorted(nodes, parents), max(len(nodes) - 1, 0))
        if len(nodes):
            is_own = nodes[at] == parents
            rest = forest.counts[nodes].astype(np.int64)
            np.subtract.at(rest, at[is_own], forest.counts[children[is_own]])
            require_possible(self._path, rest)
            np.add.at(self.unfinished, iterations, rest)

    def _leave(
        self,
        nodes: IndexArray,
        made: Int64Array | int,
        lasts: IndexArray,
        targets: IndexArray | Int32Array | None = None,
    ) -> None:
        """Counts walks that leave the loop: ``made`` iterations, and the last one if it counts.

        ``lasts`` and ``targets`` are those of _Left. Without ``targets``, these are the next blocks
        of the same paths.
        """
        iterations = made + self.parts.gain[lasts]
        self._add(self.known, iterations, nodes)
        then = self.parts.blocks[lasts + 1] if targets is None else targets
        self.left.append(_Left(iterations, lasts, then, self._forest.counts[nodes]))

    def _add(self, some: Int64Array, iterations: Int64Array, nodes: IndexArray) -> None:
        np.add.at(some, iterations, self._forest.counts[nodes])


def ways_on(counted: Flow) -> dict[tuple[str, int], frozenset[int]]:
    """Returns where paths may go on, by the kind of their end and their last block."""
    found: dict[tuple[str, int], set[int]] = {}
    for edge in counted.edges:
        if edge.kind != "step":
            kind = "cut" if edge.kind == "cut" else "loop"
            found.setdefault((kind, edge.source), set()).add(edge.target)
    return {end: frozenset(targets) for end, targets in found.items()}


def _pairs(some: Int64Array) -> tuple[tuple[int, int], ...]:
    found = enumerate(some.tolist())
    return tuple((iterations, entries) for iterations, entries in found if entries)
