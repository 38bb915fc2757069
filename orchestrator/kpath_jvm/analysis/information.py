"""Measures how much outcomes tell about other outcomes, and whether that may be chance.

The measure is the mutual information of two branches' outcomes, in bits per execution. The bits
that chance alone would give on average are subtracted (Miller and Madow), so independent outcomes
have about 0 bits.

Chance may make two branches with small counts look dependent. The table of two branches is reported
only if chance would give as much information with a probability of at most ``CHANCE``, over all
tables of the method together. The statistic is G = 2 * n * ln 2 * bits, for n executions and
``bits`` of information per execution. If the branches are independent, G is distributed like chi
squared with d = (rows - 1) * (columns - 1) degrees of freedom. The bound is that of Laurent and
Massart (2000): chi squared exceeds d + 2 * sqrt(d * x) + 2 * x with a probability of at most
exp(-x). The test guards only against chance: a dependence that is real in this run needn't hold in
the next run.
"""

from collections.abc import Iterator
from math import log

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from kpath_jvm.analysis.decided_together import LoopTables
from kpath_jvm.profile.forest import Int64Array

#: The greatest probability that a dependence is reported for a method that has no dependences.
CHANCE = 0.001
#: The least number of executions in a table that is reported, if the caller passes no number.
LEAST_COUNT = 30
#: The least share of a branch's uncertainty that the other branch must remove for a dependence to
#: be reported.
LEAST_EXPLAINED = 0.01

_Floats = npt.NDArray[np.float64]


class MeasuredPair(Struct, frozen=True):
    """How much the outcomes of the *given* branches tell about those of the *told* branches.

    Each array has a row for each given branch and a column for each told branch. ``counts`` are
    executions. ``bits`` is the information per execution, corrected for chance. ``uncertainty`` is
    how uncertain the told branch's outcome is, in bits per execution. ``statistic`` is G, with
    ``freedom`` degrees of freedom.
    """

    counts: Int64Array
    bits: _Floats
    uncertainty: _Floats
    statistic: _Floats
    freedom: Int64Array

    @classmethod
    def of(cls, tables: LoopTables) -> "dict[int, MeasuredPair]":
        """Returns the measures by the number of iterations from the given branch to the told one.

        Within one iteration, a branch isn't paired with itself.
        """
        found = {}
        for j, table in tables.tables.items():
            one = cls.of_table(table, tables.firsts[:-1], tables.firsts[:-1])
            if j == 0:
                np.fill_diagonal(one.counts, 0)
            found[j] = one
        return found

    @classmethod
    def of_table(cls, table: Int64Array, above: Int64Array, left: Int64Array) -> "MeasuredPair":
        """Returns the measures of a table, which has a part for each pair of branches.

        ``above`` has the first row of each given branch, and ``left`` has the first column of each
        told branch.
        """
        rows = np.add.reduceat(table, left, axis=1)
        columns = np.add.reduceat(table, above, axis=0)
        counts = np.add.reduceat(rows, above, axis=0)
        terms = np.add.reduceat(np.add.reduceat(in_bits(table), left, axis=1), above, axis=0)
        given = np.add.reduceat(in_bits(rows), above, axis=0)
        told = np.add.reduceat(in_bits(columns), left, axis=1)
        whole = in_bits(counts)
        bits_in_all = np.maximum(terms - given - told + whole, 0.0)
        freedom = (np.add.reduceat((rows > 0).astype(np.int64), above, axis=0) - 1) * (
            np.add.reduceat((columns > 0).astype(np.int64), left, axis=1) - 1
        )
        some = np.maximum(counts, 1)
        statistic = 2 * log(2) * bits_in_all
        bits = np.maximum(bits_in_all - freedom / (2 * log(2)), 0.0) / some
        return cls(counts, bits, np.maximum(whole - told, 0.0) / some, statistic, freedom)

    def tested(self, least_count: int) -> int:
        """Returns how many pairs have enough executions and outcomes to be tested."""
        return int(np.count_nonzero((self.counts >= least_count) & (self.freedom > 0)))

    def told(
        self, tested: int, least_count: int, least_explained: float
    ) -> Iterator[tuple[int, int]]:
        """Yields the pairs (given, told) that are reported if ``tested`` pairs were tested."""
        least = most_by_chance(self.freedom, log(max(tested, 1) / CHANCE))
        is_told = (
            (self.counts >= max(least_count, 1))
            & (self.freedom > 0)
            & (self.statistic > least)
            & (self.bits > 0)
            & (self.bits >= least_explained * self.uncertainty)
        )
        yield from zip(*(places.tolist() for places in np.nonzero(is_told)), strict=True)


def most_by_chance(freedom: npt.ArrayLike, x: float) -> _Floats:
    """Returns values that chi squared exceeds with a probability of at most exp(-x).

    There is one value for each number of degrees of freedom in ``freedom``.
    """
    degrees = np.maximum(np.asarray(freedom, dtype=np.float64), 0)
    found: _Floats = degrees + 2 * np.sqrt(degrees * x) + 2 * x
    return found


def may_be_chance(bits: float, choices: int, x: float) -> bool:
    """Returns whether histories that tell nothing may well lower the uncertainty by ``bits``.

    A history is a series of earlier outcomes or paths. ``bits`` is the fall in the uncertainty of
    all executions together. ``choices`` is h * (m - 1), where h is the number of different
    histories, and m is the number of outcomes. If the histories tell nothing, and executions are
    independent, the result is False with a probability of at most exp(-x). This holds for any
    number of executions per history. For n executions, the moments of n times the relative entropy
    of an estimate are at most those of a gamma distribution with the shape m - 1 (Agrawal 2020). So
    G is bounded by chi squared with twice the usual degrees of freedom.
    """
    return 2 * log(2) * bits <= float(most_by_chance(2 * choices, x))


def in_bits(counts: Int64Array) -> _Floats:
    """Returns n log2 n for each count."""
    numbers = counts.astype(np.float64)
    return numbers * np.log2(np.maximum(numbers, 1.0))
