"""Computes how uncertain the next path is when the paths before it are known.

With n known paths, the *history* of a path's execution is the n paths before it, or all paths
before it if there are fewer. So all executions are used for each n, and more known paths never mean
more uncertainty.

With enough known paths, every history is unique and seems to decide what comes next, even if only a
coin decides it. So the figures end at the number of known paths where chance alone could lower them
visibly.

The effect of chance depends on the number of *choices*. Take a history without its oldest path: if
m different paths can follow this shorter history, then the longer one adds m - 1 choices. If a
shorter history leaves only one possible next path, longer histories can't lower the uncertainty,
and add no choices. With c choices, two conditions must hold for N executions:

- N is at least ``LEAST_PER_CHOICE * c``. The expected shortfall of an estimated entropy is at most
  log2(1 + c / N) bits (Paninski 2003, proposition 1, summed over the histories). Under this
  condition, the shortfall is less than ``VISIBLE`` bits.
- ``2 * N * ln 2 * VISIBLE`` is at least a bound that chi squared with c degrees of freedom rarely
  exceeds (``most_by_chance`` in information.py). With few choices, this is the stricter condition.

Both conditions assume that the executions after a history are independent. If a program does the
same work several times, they aren't. Then there are fewer than N independent executions, and the
figures may describe only this run.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import log

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from kpath_jvm.analysis.information import CHANCE, most_by_chance
from kpath_jvm.profile.forest import BoolArray, Forest, IndexArray, Int64Array

#: The least number of executions for each choice.
LEAST_PER_CHOICE = 32
#: The smallest fall in uncertainty, in bits, that texts mention. Chance alone must not cause a fall
#: of this size.
VISIBLE = 0.05

_Numbers = npt.NDArray[np.signedinteger]


class TooFew(Struct, frozen=True):
    """Says that there are too few executions if ``known`` or more paths are known.

    ``executions`` is the number of executions whose next path was counted. ``histories`` is the
    number of different histories of ``known`` paths, or of all earlier paths if there are fewer.
    """

    known: int
    histories: int
    executions: int


@dataclass(frozen=True)
class Uncertainty:
    """The bits of uncertainty if 0, 1, 2 ... previous paths are known.

    ``too_few`` is set if there are too few executions for more known paths. It is None if ``bits``
    ends because the profile's sequences aren't longer. ``sure_from`` is the least number of
    previous paths, 1 or more, that always leave only one possible next item. It is None if there is
    no such number.
    """

    bits: tuple[float, ...]
    too_few: TooFew | None
    sure_from: int | None = None


class Numbers(Struct, frozen=True):
    """The numbers of histories, sequences and executions if ``known`` paths are known.

    A sequence is a history and the next item. Equal histories and equal sequences count once.
    """

    known: int
    histories: int
    sequences: int
    executions: int


class Histories:
    """The executions that followed some paths, as nodes of a forest.

    A node stands for executions after the paths of its ancestors. ``levels`` has the nodes of
    consecutive depths, the smallest depth first. A level has those executions of the previous
    level that had one more path before them.
    """

    def __init__(self, forest: Forest, levels: Sequence[IndexArray]) -> None:
        self._forest = forest
        self._levels = levels
        # How often no further path came before the paths of a node.
        self._alone = forest.counts.copy()
        for nodes in levels[1:]:
            behind = forest.suffixes[nodes]
            there = behind >= 0
            np.subtract.at(self._alone, behind[there], forest.counts[nodes][there])
        np.maximum(self._alone, 0, out=self._alone)
        self._least_depth = int(forest.depths[levels[0][0]]) if levels else 1

    def uncertainty(self, items: _Numbers, which: BoolArray | None = None) -> Uncertainty:
        """Returns the uncertainty for 0, 1, 2 ... known paths, until there are too few executions.

        ``items`` has, for each node of the forest, the item that came next after the node's
        history. If ``which`` is given, only the nodes for which it is true are used.
        """
        bits: list[float] = []
        sure_from: int | None = None
        choices = Choices(self._forest)
        for known, nodes, counts in self.by_known():
            is_there = counts > 0 if which is None else which[nodes] & (counts > 0)
            nodes, counts = nodes[is_there], counts[is_there]
            histories = self._forest.parents[nodes] if known else np.full(len(nodes), -1)
            groups = Groups.of(histories, items[nodes], counts)
            executions = int(counts.sum())
            if not is_enough(executions, choices.with_next(known, groups)):
                too_few = TooFew(known, len(groups.histories), executions)
                return Uncertainty(tuple(bits), too_few, sure_from)
            bits.append(groups.entropy)
            if known and sure_from is None:
                before = groups.histories
                is_whole = (before >= 0) & (self._forest.depths[np.maximum(before, 0)] >= known)
                if is_whole.any() and (groups.ways[is_whole] == 1).all():
                    sure_from = known
        return Uncertainty(tuple(bits), None, sure_from)

    def uncertainty_by_number(
        self, items: _Numbers, is_first: BoolArray, most: int
    ) -> tuple[float, ...]:
        """Returns the uncertainty if of 0, 1, 2 ... previous paths only their number is known.

        ``is_first`` is true for nodes whose first path shows that no further one came before it. So
        if the number is as large as the number of known paths, it may still be known that it isn't
        larger. The result has at most ``most`` items.
        """
        bits = []
        for known, nodes, counts in islice(self.by_known(), most):
            nodes, counts = nodes[counts > 0], counts[counts > 0]
            numbers = 2 * self._forest.depths[nodes].astype(np.int64) + is_first[nodes]
            numbers = numbers if known else np.zeros_like(numbers)
            bits.append(Groups.of(numbers, items[nodes], counts).entropy)
        return tuple(bits)

    def numbers(self) -> Iterator[Numbers]:
        """Yields how many different histories there are, for 0, 1, 2 ... known paths."""
        for known, nodes, counts in self.by_known():
            nodes, counts = nodes[counts > 0], counts[counts > 0]
            histories = len(np.unique(self._forest.parents[nodes])) if known else 1
            yield Numbers(known, histories, len(nodes), int(counts.sum()))

    def by_known(self) -> Iterator[tuple[int, IndexArray, Int64Array]]:
        """Yields (known, nodes, counts of the nodes) for 0, 1, 2 ... known paths.

        If any path is known, the parent of a node is the node's history.
        """
        counts, least = self._forest.counts, self._least_depth
        for known in range(self._least_depth - 1 + len(self._levels)):
            # Executions with fewer than ``known`` paths before them are used with all these paths.
            deepest = max(known + 1 - least, 0)
            shorter = np.concatenate([self._levels[0][:0], *self._levels[:deepest]])
            nodes = self._levels[deepest]
            yield (
                known,
                np.concatenate([shorter, nodes]),
                np.concatenate([self._alone[shorter], counts[nodes]]),
            )


@dataclass(frozen=True)
class Groups:
    """Some histories, and what followed them.

    ``ways`` is the number of different items that followed each history. ``entropy`` is how
    uncertain the next item is if the history is known, in bits, as a mean over all executions.
    """

    histories: _Numbers
    ways: Int64Array
    entropy: float

    @classmethod
    def of(cls, histories: _Numbers, items: _Numbers, counts: Int64Array) -> "Groups":
        """Groups the items by history; a pair of a history and an item may occur repeatedly."""
        if not len(counts):
            return cls(histories, np.zeros(0, dtype=np.int64), 0.0)
        both, places = np.unique(np.stack([histories, items]), axis=1, return_inverse=True)
        weights = np.zeros(both.shape[1], dtype=np.float64)
        np.add.at(weights, places.ravel(), counts.astype(np.float64))
        # The items are ordered by history now.
        firsts = np.flatnonzero(np.append(True, both[0, 1:] != both[0, :-1]))
        ways = np.diff(np.append(firsts, len(weights)))
        totals = np.repeat(np.add.reduceat(weights, firsts), ways)
        bits = -(weights / weights.sum() * np.log2(weights / totals)).sum()
        return cls(both[0, firsts], ways, max(0.0, float(bits)))


class Choices:
    """Counts the choices; callers must ask for 0, 1, 2 ... known paths in this order.

    If only one item follows a history, longer histories add no choices, but the earlier choices are
    kept.
    """

    def __init__(self, forest: Forest) -> None:
        self._forest = forest
        self._settled = 0
        self._before: Groups | None = None

    def with_next(self, known: int, groups: Groups) -> int:
        """Returns the number of choices that the histories of ``known`` paths have."""
        before, self._before = self._before, groups
        if before is None:
            return 0
        open_before = self._ways_before(known, before, groups.histories) - 1
        choices = self._settled + int(open_before.sum())
        self._settled += int(open_before[groups.ways == 1].sum())
        return choices

    def _ways_before(self, known: int, before: Groups, histories: _Numbers) -> Int64Array:
        """Returns how many different items can follow each history if one path fewer is known."""
        # If one path fewer is known, a history of fewer than ``known`` paths stays the same, and
        # any other loses its oldest path. If no path is known, there is only one history.
        depths = np.where(histories < 0, 0, self._forest.depths[histories])
        shorter = np.where(depths < known, histories, self._forest.suffixes[histories])
        if known == 1:
            shorter = np.full(len(histories), -1)
        places = np.searchsorted(before.histories, shorter)
        found: Int64Array = before.ways[np.minimum(places, len(before.ways) - 1)]
        return found


def is_enough(executions: int, choices: int) -> bool:
    """Returns whether there are enough executions for this number of choices."""
    if not choices:
        return True
    by_chance = float(most_by_chance(choices, log(1 / CHANCE)))
    return executions >= max(LEAST_PER_CHOICE * choices, by_chance / (2 * log(2) * VISIBLE))
