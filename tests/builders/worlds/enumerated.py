"""The short runs of the method of Fig. 3 in the k-BLPP paper.

Each iteration executes block C or block D. A run has one or more activations, each with one or
more iterations. An exception may end an activation in the middle of a further iteration.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement, pairwise, product

import pytest

from builders.forests import forest_of, ngrams
from kpath_jvm.analysis.certainty.sequences import NodeBounds
from kpath_jvm.profile.forest import Forest

#: The method's blocks.
A, B, C, D, E, F = range(6)
Gram = tuple[int, ...]


@dataclass(frozen=True)
class Activation:
    """The complete iterations of an activation, such as CDC.

    If an exception left the activation, ``left`` has the executed blocks of the iteration that the
    exception broke off.
    """

    iterations: str
    left: tuple[int, ...] = ()

    @property
    def paths(self) -> list[int]:
        """Returns the numbers of the completed paths, as in the figure.

        A path's number is a sum: 2 if the iteration takes C, 4 if the iteration is the first, and
        1 if the method returns after the iteration.
        """
        last = -1 if self.left else len(self.iterations) - 1
        return [
            (2 if one == "C" else 0) + (4 if at == 0 else 0) + (1 if at == last else 0)
            for at, one in enumerate(self.iterations)
        ]

    @property
    def blocks(self) -> list[int]:
        """Returns the executed blocks, up to the return or the exception."""
        found = [A]
        for one in self.iterations:
            found += [B, C if one == "C" else D, E]
        return [*found, *(self.left or [F])]


World = tuple[Activation, ...]


def worlds(most_iterations: int = 4, most_activations: int = 2) -> Iterator[World]:
    """Yields the runs within the limits. A run's activations share the limit on iterations.

    Each activation completes at least one iteration. Exceptions come only after B, after B and C,
    or after B, D and E.
    """
    lefts: list[tuple[int, ...]] = [(), (B,), (B, C), (B, D, E)]
    each = [
        Activation("".join(letters), left)
        for length in range(1, most_iterations + 1)
        for letters in product("CD", repeat=length)
        for left in lefts
    ]
    for count in range(1, most_activations + 1):
        for world in combinations_with_replacement(each, count):
            if sum(len(one.iterations) for one in world) <= most_iterations:
                yield world


def grams(world: World, k: int) -> Counter[Gram]:
    """Counts the sequences of completed paths."""
    return ngrams([one.paths for one in world], k)


def path_counts(world: World) -> tuple[int, ...]:
    """Returns how often each of the eight paths was completed."""
    counts = grams(world, 1)
    return tuple(counts[number,] for number in range(8))


def edge_counts(world: World) -> dict[tuple[str, int, int], int]:
    """Counts the edges, the entry and the exit."""
    counts: Counter[tuple[str, int, int]] = Counter()
    for one in world:
        counts["entry", -1, A] += 1
        for edge in pairwise(one.blocks):
            counts["edge", edge[0], edge[1]] += 1
        if not one.left:
            counts["exit", F, -1] += 1
    return dict(counts)


def check_bounds(
    key_of: Callable[[World], Hashable],
    bounds_of: Callable[[World, Forest], NodeBounds],
    k: int,
    *,
    most_iterations: int = 4,
) -> tuple[int, int]:
    """Checks that bounds from a profile hold for each of the ``worlds`` that leave this profile.

    ``key_of`` returns all that a profile shows of a run, and ``bounds_of`` computes bounds from a
    run and a forest of sequences. Returns the number of sequences whose lower and upper bounds are
    equal, and the number of sequences with only one possible count.
    """
    alike: dict[Hashable, list[World]] = {}
    for world in worlds(most_iterations):
        alike.setdefault(key_of(world), []).append(world)
    known = knowable = 0
    for group in alike.values():
        counted = [grams(world, k) for world in group]
        forest = forest_of({0: [one.paths for world in group for one in world]}, k)
        bounds = bounds_of(group[0], forest)
        for node in range(len(forest)):
            gram = tuple(forest.sequences([node])[0].tolist())
            least = min(counts[gram] for counts in counted)
            most = max(counts[gram] for counts in counted)
            lower, upper = int(bounds.lower[node]), int(bounds.upper[node])
            if not lower <= least <= most <= upper:
                pytest.fail(
                    f"{gram}: the bounds {lower} and {upper} don't enclose the counts from {least} "
                    f"to {most} in {group[:3]}"
                )
            known += lower == upper
            knowable += least == most
    return known, knowable
