"""Computes a graph of a loop's paths, with an arrow from each path to each path that followed it.

A *member* is a path that runs through any block of the loop. A node of the graph stands for one or
more members, or for a source or destination of completions. Each completion of a member comes from
one node and goes to one node. So the arrows to a node of members add up to the completions of these
members, and so do the arrows from it.

- A step from one path to the next *stays in the loop* if the first path ends at a back edge or cut
  edge in the loop, and the next path begins in the loop. The counts of these steps are known: they
  are the counts of pairs of paths in the k-IPF.
- A completion comes from ``entry`` if its path began outside of the loop or at the method's entry,
  or followed a path that ended outside. It goes to ``exit`` if its path ended outside or at a
  return, or if the path after it began outside.
- A completion goes to ``thrown`` if its path ended in the loop at an athrow that a handler in the
  loop covers. A completion comes from ``caught`` if its path began at a handler in the loop. No
  sequence continues across the entry of a handler. So it isn't known which throw led to which
  handler. Nor is it known whether a handler was entered after such a throw, or because an exception
  left a path half-way.
- Other completions come from ``uncounted-before`` or go to ``uncounted-after``. The path before or
  after such a completion was left by an exception or was under way when the recording ended, or the
  profile lost the pair of paths.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from kpath_jvm.analysis.decided import require_possible
from kpath_jvm.analysis.loop_nest import LoopNest
from kpath_jvm.analysis.of_loops.executed import executed_paths
from kpath_jvm.profile.forest import BoolArray, IndexArray, Int64Array
from kpath_jvm.profile.model import Profile

#: What a node stands for: a source or destination of completions, one member, all members that run
#: through no blocks of the loop but those of inner loops, or all other members.
NodeKind = Literal[
    "entry", "caught", "uncounted-before", "path", "inner", "other",
    "exit", "thrown", "uncounted-after",
]  # fmt: skip
_SOURCES: tuple[NodeKind, ...] = ("entry", "caught", "uncounted-before")
_SINKS: tuple[NodeKind, ...] = ("exit", "thrown", "uncounted-after")


@dataclass(frozen=True)
class FlowNode:
    """A node of the graph.

    ``paths`` are the numbers of its members, and ``count`` is the number of their completions. A
    source or destination has no members; its ``count`` is the number of completions that come from
    it or go to it.
    """

    kind: NodeKind
    paths: tuple[int, ...]
    count: int


@dataclass(frozen=True)
class FlowArrow:
    """An arrow that was followed ``count`` times, between two places in ``IterationFlow.nodes``."""

    source: int
    target: int
    count: int


@dataclass(frozen=True)
class IterationFlow:
    """The flow of one loop.

    Nodes are in the order of ``NodeKind``. Nodes of single paths are ordered by count, the largest
    first. Nodes and arrows with a count of 0 are left out. ``completions`` is the number of
    completions of all members. ``steps`` is the number of steps that stayed in the loop. ``pieces``
    is the number of completions that ended in the loop before their iteration did: at an inner
    loop's back edge, a cut edge, or an athrow that a handler in the loop covers.
    """

    nodes: tuple[FlowNode, ...]
    arrows: tuple[FlowArrow, ...]
    completions: int
    steps: int
    pieces: int


class IterationFlows:
    """The flows of a method's loops."""

    def __init__(self, profile: Profile, method: int, ranks: Mapping[int, int]) -> None:
        """Takes a profile, one of its methods, and the rank of each executed path of this method.

        If paths have equal counts, the one with the lower rank comes first.
        """
        self._profile = profile
        self._paths = executed_paths(profile, method)
        self._ranks = ranks
        self._nest = LoopNest(profile.code(method), profile.method_rows.row(method))
        forest = profile.method_forest(method).truncated(2)
        nodes = np.flatnonzero(forest.depths == 2)
        self._befores: IndexArray = self._paths.places(forest.paths[forest.parents[nodes]])
        self._afters: IndexArray = self._paths.places(forest.paths[nodes])
        self._pairs: Int64Array = forest.counts[nodes]

    def of(self, loop: int, most: int, least_share: float = 0.0) -> IterationFlow:
        """Returns the flow of a loop, in which the most frequent paths have nodes of their own.

        Only members that run through blocks outside of inner loops get their own nodes: at most
        ``most`` of them, and only those with at least ``least_share`` (0..1) of all members'
        completions. If only one of these members is left, it gets its own node, too. Raises
        KpathError if the profile's counts contradict one another.
        """
        paths, holds = self._paths, self._nest.holds[loop]
        is_member = paths.through(holds)
        begins, ends = holds[paths.firsts], holds[paths.lasts]
        begins_inside, ends_inside = begins & ~paths.begins_anew, ends & ~paths.ends_at_exit
        is_caught = begins & paths.begins_anew & ~paths.begins_at_entry
        # A block that ends in an athrow is in the loop only if a handler in the loop covers it.
        is_thrown = ends & paths.ends_at_exit & np.isin(paths.lasts, [*self._nest.athrows])
        counts = paths.counts
        stays = ends_inside[self._befores] & begins_inside[self._afters]
        came_in = begins_inside[self._afters] & ~ends_inside[self._befores]
        went_out = ends_inside[self._befores] & ~begins_inside[self._afters]
        entries = np.where(begins & ~paths.begins_at_entry, 0, counts)
        entries += self._summed(self._afters, came_in)
        exits = np.where(ends_inside | is_thrown, 0, counts)
        exits += self._summed(self._befores, went_out)
        caught, thrown = np.where(is_caught, counts, 0), np.where(is_thrown, counts, 0)
        befores = counts - entries - caught - self._summed(self._afters, stays)
        afters = counts - exits - thrown - self._summed(self._befores, stays)
        require_possible(self._profile.path, np.concatenate([befores, afters]))

        least = least_share * float(counts[is_member].sum())
        groups = self._groups(loop, is_member, most, least)
        place = {path: number for number, (_, members) in enumerate(groups) for path in members}
        inner = Counter[tuple[int, int]]()
        for pair in np.flatnonzero(stays).tolist():
            ways = place[int(self._befores[pair])], place[int(self._afters[pair])]
            inner[ways] += int(self._pairs[pair])
        sums = [
            [int(values[list(members)].sum()) for _, members in groups]
            for values in (entries, caught, befores, exits, thrown, afters)
        ]
        goes_round = paths.ends_loop & self._nest.is_latch[loop][paths.lasts]
        is_piece = is_member & (ends_inside | is_thrown) & ~goes_round
        return self._flow(groups, inner, sums, int(counts[is_piece].sum()))

    def _summed(self, places: IndexArray, chosen: BoolArray) -> Int64Array:
        """Returns how often each path's chosen pairs occurred; ``places`` has each pair's path."""
        found = np.zeros(len(self._paths.numbers), dtype=np.int64)
        np.add.at(found, places[chosen], self._pairs[chosen])
        return found

    def _groups(
        self, loop: int, is_member: BoolArray, most: int, least: float
    ) -> list[tuple[NodeKind, tuple[int, ...]]]:
        """Returns the kind of each node that has members, and the places of its members."""
        is_own = self._paths.through(self._nest.innermost == loop)
        own = np.flatnonzero(is_own & is_member).tolist()
        numbers, counts = self._paths.numbers, self._paths.counts
        own.sort(key=lambda path: (-counts[path], self._ranks[int(numbers[path])]))
        shown = sum(1 for path in own[:most] if counts[path] >= least)
        shown += 1 if len(own) == shown + 1 else 0
        inner = np.flatnonzero(is_member & ~is_own).tolist()
        groups: list[tuple[NodeKind, tuple[int, ...]]] = [("path", (path,)) for path in own[:shown]]
        groups += [("inner", tuple(inner)), ("other", tuple(own[shown:]))]
        return [(kind, members) for kind, members in groups if members]

    def _flow(
        self,
        groups: list[tuple[NodeKind, tuple[int, ...]]],
        inner: Counter[tuple[int, int]],
        sums: list[list[int]],
        pieces: int,
    ) -> IterationFlow:
        """Returns the flow through ``groups``; ``inner`` counts the steps between groups.

        ``sums`` has one list for each of ``_SOURCES``, then one for each of ``_SINKS``. Each list
        has one figure for each group.
        """
        at_first = sums[: len(_SOURCES)]
        at_last = sums[len(_SOURCES) :]
        before = [it for it in zip(_SOURCES, at_first, strict=True) if any(it[1])]
        after = [it for it in zip(_SINKS, at_last, strict=True) if any(it[1])]
        first, last = len(before), len(before) + len(groups)
        counts, numbers = self._paths.counts, self._paths.numbers
        nodes = [FlowNode(kind, (), sum(column)) for kind, column in before]
        nodes += [
            FlowNode(kind, tuple(numbers[list(places)].tolist()), int(counts[list(places)].sum()))
            for kind, places in groups
        ]
        nodes += [FlowNode(kind, (), sum(column)) for kind, column in after]
        arrows = {(first + one, first + other): count for (one, other), count in inner.items()}
        for at, (_, column) in enumerate(before):
            arrows.update({(at, first + place): count for place, count in enumerate(column)})
        for at, (_, column) in enumerate(after):
            arrows.update({(first + place, last + at): count for place, count in enumerate(column)})
        return IterationFlow(
            tuple(nodes),
            tuple(FlowArrow(*ends, count) for ends, count in sorted(arrows.items()) if count),
            completions=sum(node.count for node in nodes[first:last]),
            steps=inner.total(),
            pieces=pieces,
        )
