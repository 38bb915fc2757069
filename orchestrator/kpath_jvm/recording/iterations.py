"""Turns the numbers of a method's k-iteration paths into blocks (docs/formats/methods.md).

A k-iteration path goes on over back edges until it has k iterations of a loop.
"""

from bisect import bisect_right
from typing import Annotated

import msgspec
from msgspec import Struct

from kpath_jvm.errors import KpathError

_Number = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
_Iterations = Annotated[int, msgspec.Meta(ge=1, lt=2**7)]

#: An edge: the source and its iteration, the target and its iteration, the Val and the CVal. The
#: target's iteration is 0 if the edge is a back edge that ends the path. The edge adds the Val to
#: the path's number. The CVal compensates for paths that begin after a back edge.
_Edge = tuple[int, _Iterations, int, _Number, _Number, _Number]


class Iterations(msgspec.Struct, frozen=True, kw_only=True):
    """How many iterations of loops the paths of a method can have.

    ``asked`` is the largest number that was requested for any of the loops. ``longest`` is the
    largest number that paths have; if it is less than ``asked``, ``reason`` says why. If
    ``longest`` is 1, the paths are Ball-Larus paths, and the fields after ``reason`` are empty.
    Each of ``loops`` is a header and a number of iterations. Each of ``starts`` is the kind of a
    path's start, the block there, and the start's Val. ``paths`` is the number of possible paths.
    """

    asked: _Iterations
    longest: _Iterations
    reason: str | None = None
    paths: _Number = 0
    loops: tuple[tuple[int, _Iterations], ...] = ()
    starts: tuple[tuple[str, int, _Number], ...] = ()
    edges: tuple[_Edge, ...] = ()

    def __post_init__(self) -> None:
        """Raises ValueError unless the tables fit together; later code relies on this."""
        if (self.longest > 1) != bool(self.paths and self.starts and self.loops):
            raise ValueError("iterations disagree with the tables")

    @property
    def shortest(self) -> int:
        """The smallest number of iterations in ``loops``. Sequences up to this length are known."""
        return min((iterations for _, iterations in self.loops), default=1)

    def blocks(self) -> list[int]:
        """Returns the indices of all blocks that the tables mention."""
        used = [header for header, _ in self.loops] + [block for _, block, _ in self.starts]
        for source, _, target, *_ in self.edges:
            used += (source, target)
        return used


class IteratedPath(Struct, frozen=True):
    """A k-iteration path: ``parts`` are the blocks of its Ball-Larus paths, in order.

    ``start`` is the kind of the first part's start. ``header`` is the header of the loop whose
    back edge ends the path; it is None if the path ends at an exit. The first ``counted`` parts are
    also parts of an older path, which ended with them. ``counted`` is positive only if the path
    began after a back edge of a loop whose paths have several iterations.
    """

    start: str
    parts: tuple[tuple[int, ...], ...]
    header: int | None
    counted: int


class IterationDecoder:
    """Finds a path from its number, by Algorithm 2 of Roy and Srikant's paper (docs/profilers.md).

    In each step, an edge fits if its Val, minus the CVal where that applies, isn't above what is
    left of the number. The step takes the fitting edge with the largest Val.
    """

    def __init__(self, iterations: Iterations) -> None:
        """Takes a method whose paths have several iterations."""
        self._paths = iterations.paths
        # If a loop can't go round again from its header, no path begins after its back edge. Then
        # the start after this back edge has the same value as the next start, and the search
        # rightly finds the later of the two.
        self._starts = sorted(
            ((value, kind, block) for kind, block, value in iterations.starts),
            key=lambda start: start[0],
        )
        self._start_values = [value for value, _, _ in self._starts]
        self._loops = dict(iterations.loops)
        self._follow: dict[tuple[int, int], list[tuple[int, int, int, int]]] = {}
        for source, iteration, target, following, value, compensation in iterations.edges:
            self._follow.setdefault((source, iteration), []).append(
                (value, compensation, target, following)
            )

    def path(self, number: int) -> IteratedPath:
        """Returns the path with this number; raises KpathError if the tables have no such path."""
        at = bisect_right(self._start_values, number) - 1
        if at < 0 or number >= self._paths:
            raise KpathError(f"no path {number}: there are {self._paths}")
        value, start, block = self._starts[at]
        rest, iteration = number - value, 1
        # True if the path began after a back edge, and hasn't left the loop of that back edge yet.
        compensated = start == "loop" and block in self._loops
        parts = [[block]]
        for _ in range(len(self._follow) + 1):
            choices = self._follow.get((block, iteration))
            if not choices:
                return self._complete(number, start, parts, None, rest)
            early = compensated and iteration < self._loops[parts[0][0]]
            fitting = [
                (value, value - early * compensation, target, following)
                for value, compensation, target, following in choices
                if value - early * compensation <= rest
            ]
            if not fitting:
                break
            _, weight, target, following = max(fitting)
            rest -= weight
            if following == 0:
                return self._complete(number, start, parts, target, rest)
            if following == iteration + 1:
                parts.append([target])
            else:
                parts[-1].append(target)
                # A path that began after the loop's back edge leaves the loop only in the last
                # iteration.
                compensated = compensated and following == iteration
            block, iteration = target, following
        raise KpathError(f"no path {number}: nothing follows block {block}")

    def _complete(
        self, number: int, start: str, parts: list[list[int]], target: int | None, rest: int
    ) -> IteratedPath:
        if rest:
            raise KpathError(f"no path {number}: {rest} is left over at its end")
        older = self._loops.get(parts[0][0], 1) - 1 if start == "loop" else 0
        return IteratedPath(start, tuple(tuple(part) for part in parts), target, older)
