"""How much outcomes tell about others, and whether that may be chance.

The measure is the mutual information of both, in bits per execution, less what chance alone would
give on average (Miller and Madow); no bits are left of what is independent.

Chance makes any two branches of a small count look dependent. A table is told if independent
outcomes would give as much with a probability of at most ``CHANCE``, over all tables of the method
together. The statistic is G = 2 n ln 2 x (information), which is distributed like chi squared with
d = (rows - 1) (columns - 1) degrees of freedom, and the bound is that of Laurent and Massart
(2000): chi squared exceeds d + 2 sqrt(d x) + 2 x with a probability of at most exp(-x). This is
about small counts only: a true dependence of this run need not be one of the next run.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import log

import numpy as np
import numpy.typing as npt

from kpath_jvm.analysis.loop_tables import LoopTables
from kpath_jvm.profile.forest import Int64Array

#: The probability that any dependence at all is reported of a method whose branches have none.
CHANCE = 0.001
#: Fewer executions are no basis for a share.
LEAST_COUNT = 30
#: The least share of a branch's uncertainty that the other one must take away.
LEAST_EXPLAINED = 0.01

_Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class MeasuredPair:
    """Of each pair of a loop's branches, given and told: the executions and what they tell.

    ``bits`` are corrected, ``statistic`` is G of ``freedom`` degrees; ``uncertainty`` is in bits.
    """

    counts: Int64Array
    bits: _Floats
    uncertainty: _Floats
    statistic: _Floats
    freedom: Int64Array

    @classmethod
    def of(cls, tables: LoopTables) -> "dict[int, MeasuredPair]":
        """Of the tables by their iterations; a branch is never asked about itself at once."""
        found = {}
        for j, table in tables.tables.items():
            one = cls.of_table(table, tables.firsts[:-1], tables.firsts[:-1])
            if j == 0:
                np.fill_diagonal(one.counts, 0)
            found[j] = one
        return found

    @classmethod
    def of_table(cls, table: Int64Array, above: Int64Array, left: Int64Array) -> "MeasuredPair":
        """Of the parts of a table whose first rows and first columns are given."""
        rows = np.add.reduceat(table, left, axis=1)
        columns = np.add.reduceat(table, above, axis=0)
        counts = np.add.reduceat(rows, above, axis=0)
        terms = np.add.reduceat(np.add.reduceat(_terms(table), left, axis=1), above, axis=0)
        given = np.add.reduceat(_terms(rows), above, axis=0)
        told = np.add.reduceat(_terms(columns), left, axis=1)
        whole = _terms(counts)
        bits_in_all = np.maximum(terms - given - told + whole, 0.0)
        freedom = (np.add.reduceat((rows > 0).astype(np.int64), above, axis=0) - 1) * (
            np.add.reduceat((columns > 0).astype(np.int64), left, axis=1) - 1
        )
        some = np.maximum(counts, 1)
        statistic = 2 * log(2) * bits_in_all
        bits = np.maximum(bits_in_all - freedom / (2 * log(2)), 0.0) / some
        return cls(counts, bits, np.maximum(whole - told, 0.0) / some, statistic, freedom)

    def tested(self, least_count: int) -> int:
        """Returns how many pairs could be dependent."""
        return int(np.count_nonzero((self.counts >= least_count) & (self.freedom > 0)))

    def told(
        self, tested: int, least_count: int, least_explained: float
    ) -> Iterator[tuple[int, int]]:
        """Yields the pairs, given and told, that are reported when so many were tested."""
        x = log(max(tested, 1) / CHANCE)
        most_by_chance = self.freedom + 2 * np.sqrt(np.maximum(self.freedom, 0) * x) + 2 * x
        is_told = (
            (self.counts >= max(least_count, 1))
            & (self.freedom > 0)
            & (self.statistic > most_by_chance)
            & (self.bits > 0)
            & (self.bits >= least_explained * self.uncertainty)
        )
        yield from zip(*(places.tolist() for places in np.nonzero(is_told)), strict=True)


def _terms(counts: Int64Array) -> _Floats:
    """Returns n log2 n of each."""
    numbers = counts.astype(np.float64)
    return numbers * np.log2(np.maximum(numbers, 1.0))
