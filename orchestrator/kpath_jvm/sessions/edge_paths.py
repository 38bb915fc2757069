"""Makes paths from a profile of edges, so that such a profile can be a guide, too.

The agent uses the paths of a guide only to learn how often each step was taken. A step is an edge,
the start of a path, or the end of a path. A profile of edges has the counts of the steps, but a
guide's file can only have paths. The counts are a flow through a graph without cycles, so the flow
is a sum of paths. Each path begins as the step with the largest remaining count. It is extended in
both directions, always by the adjoining step whose remaining count is largest. The path's count is
the smallest remaining count of its steps, and is then subtracted from the counts of all its steps.
If exceptions were thrown inside blocks, the counts aren't quite a flow, and a path may have steps
whose remaining count is 0. Such steps don't limit the path's count.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import pyarrow as pa

from kpath_jvm.errors import KpathError

#: The kinds of a path's start and end, and its blocks.
GuidePath: TypeAlias = tuple[str, str, tuple[int, ...]]
#: In place of a block, this is the source of a step that starts a path, and the target of a step
#: that ends one. Every other step has the kind "edge".
_OUTSIDE = -1


@dataclass
class _Step:
    kind: str
    source: int
    target: int
    left: int


@dataclass
class _Steps:
    """The steps of one method.

    A step's ``left`` is how often the step was taken outside the paths found so far.
    """

    all: list[_Step] = field(default_factory=list)
    into: defaultdict[int, list[_Step]] = field(default_factory=lambda: defaultdict(list))
    out_of: defaultdict[int, list[_Step]] = field(default_factory=lambda: defaultdict(list))

    def add(self, step: _Step) -> None:
        """Appends a step."""
        self.all.append(step)
        self.into[step.target].append(step)
        self.out_of[step.source].append(step)

    def path(self) -> list[_Step]:
        """Returns a path, from its start to its end, through the step with the largest ``left``.

        Raises KpathError if there is no such path.
        """
        path = [_largest(self.all)]
        while path[0].source != _OUTSIDE and len(path) <= len(self.all):
            path.insert(0, _largest(self.into[path[0].source]))
        while path[-1].target != _OUTSIDE and len(path) <= len(self.all):
            path.append(_largest(self.out_of[path[-1].target]))
        if len(path) > len(self.all):
            raise KpathError("the profile is corrupt: a path never ends; record it again")
        return path


def _largest(steps: Sequence[_Step]) -> _Step:
    if not steps:
        raise KpathError("the profile is corrupt: paths begin or end nowhere; record it again")
    return max(steps, key=lambda step: step.left)


def edge_paths(
    methods: pa.Table, edges: pa.Table, counts: pa.Table, most: int
) -> dict[int, dict[GuidePath, int]]:
    """Returns paths and their counts for each method that has only counts of edges.

    Takes the tables ``methods``, ``edges`` and ``edge_counts`` of a profile. A method with
    completed paths isn't in the result. Every method in the result has at most ``most`` paths.
    Paths through the most frequent steps come first.
    """
    columns = (methods.column(name).to_pylist() for name in ("method", "completed", "cuts"))
    cuts = {
        method: {(int(source), int(target)) for source, target in pairs}
        for method, completed, pairs in zip(*columns, strict=True)
        if not completed
    }
    taken: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for method, *row in _rows(counts, "method", "kind", "source", "target", "count"):
        if method in cuts:
            taken[method].append(tuple(row))
    numbered: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for method, *row in _rows(edges, "method", "kind", "reason", "source", "target"):
        if method in taken:
            numbered[method].append(tuple(row))
    return {
        method: found
        for method, rows in taken.items()
        if (found := _paths(_steps(numbered[method], rows, cuts[method]), most))
    }


def _rows(table: pa.Table, *names: str) -> Iterable[tuple[Any, ...]]:
    return zip(*(table.column(name).to_pylist() for name in names), strict=True)


def _steps(
    numbered: Sequence[tuple[Any, ...]],
    taken: Sequence[tuple[Any, ...]],
    cuts: set[tuple[int, int]],
) -> _Steps:
    """Returns the steps of the method's numbered paths, each step with its count."""
    within = {(source, target) for kind, _, source, target in numbered if kind == "edge"}
    counts: defaultdict[tuple[str, int, int], int] = defaultdict(int)
    for kind, source, target, count in taken:
        if kind != "edge":
            counts[kind, source, target] += count
        elif (source, target) in within:
            counts["edge", source, target] += count
        else:
            cut = "cut" if (source, target) in cuts else "loop"
            counts[cut, source, _OUTSIDE] += count
            counts[cut, _OUTSIDE, target] += count
    steps = _Steps()
    for kind, reason, source, target in numbered:
        name = reason or kind
        steps.add(_Step(name, source, target, counts[name, source, target]))
    return steps


def _paths(steps: _Steps, most: int) -> dict[GuidePath, int]:
    found: dict[GuidePath, int] = defaultdict(int)
    while len(found) < most and any(step.left for step in steps.all):
        path = steps.path()
        count = min(step.left for step in path if step.left)
        blocks = tuple(step.target for step in path[:-1])
        found[path[0].kind, path[-1].kind, blocks] += count
        for step in path:
            step.left = max(step.left - count, 0)
    return dict(found)
