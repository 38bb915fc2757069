"""Tests how much one branch tells about another, and when a dependence is reported."""

from math import exp, log, log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpath_jvm.analysis.information import CHANCE, MeasuredPair

#: A table's rows belong to two branches with 2 and 3 outcomes, its columns to two other branches
#: with 3 and 2 outcomes. ABOVE has each branch's first row, and LEFT each branch's first column.
ABOVE, LEFT = np.array([0, 2]), np.array([0, 3])
tables = st.lists(st.lists(st.integers(0, 50), min_size=5, max_size=5), min_size=5, max_size=5)


@given(tables)
def test_each_part_of_a_table_is_measured(cells: list[list[int]]) -> None:
    table = np.array(cells, dtype=np.int64)
    found = MeasuredPair.of_table(table, ABOVE, LEFT)
    for i, rows in enumerate((slice(0, 2), slice(2, 5))):
        for j, columns in enumerate((slice(0, 3), slice(3, 5))):
            part = table[rows, columns].tolist()
            n = sum(map(sum, part))
            by_row = [sum(row) for row in part]
            by_column = [sum(column) for column in zip(*part, strict=True)]
            bits = sum(
                count / n * log2(count * n / by_row[a] / by_column[b])
                for a, row in enumerate(part) for b, count in enumerate(row) if count
            )  # fmt: skip
            freedom = (sum(map(bool, by_row)) - 1) * (sum(map(bool, by_column)) - 1)
            assert found.counts[i, j] == n
            assert found.freedom[i, j] == freedom
            assert found.statistic[i, j] == pytest.approx(2 * n * log(2) * bits, abs=1e-6)
            if n:
                chance = freedom / (2 * n * log(2))
                assert found.bits[i, j] == pytest.approx(max(bits - chance, 0), abs=1e-9)
                entropy = -sum(c / n * log2(c / n) for c in by_column if c)
                assert found.uncertainty[i, j] == pytest.approx(entropy, abs=1e-9)


def told(table: list[list[int]], tested: int = 1, least: int = 1, share: float = 0.0) -> bool:
    only = np.zeros(1, dtype=np.int64)
    measured = MeasuredPair.of_table(np.array(table, dtype=np.int64), only, only)
    return list(measured.told(tested, least, share)) == [(0, 0)]


def test_more_tables_need_more_evidence() -> None:
    table = [[30, 10], [10, 30]]
    assert told(table)
    assert not told(table, tested=100_000)
    assert told([[10 * count for count in row] for row in table], tested=100_000)


def test_the_bound_is_rarely_exceeded_by_chance() -> None:
    """With 2 degrees of freedom, chi squared exceeds v with probability exp(-v / 2).

    A table is reported if the statistic G exceeds a bound. For a table whose G just exceeds this
    bound, the probability that chance alone gives a greater G must be below CHANCE.
    """
    rng = np.random.default_rng(1)
    table = next(
        cells
        for cells in (rng.multinomial(90, [1 / 6] * 6).reshape(3, 2).tolist() for _ in range(999))
        if not told(cells)
    )
    while not told(table):
        table[0][0] += 1
    only = np.zeros(1, dtype=np.int64)
    statistic = float(MeasuredPair.of_table(np.array(table), only, only).statistic[0, 0])
    assert exp(-statistic / 2) < CHANCE


def test_few_executions_or_weak_dependences_are_not_reported() -> None:
    assert not told([[30, 10], [10, 30]], least=81)
    assert told([[30, 10], [10, 30]], least=80)
    assert told([[5100, 4900], [4500, 5500]])
    assert not told([[5100, 4900], [4500, 5500]], share=0.01)
    assert not told([[30, 0], [50, 0]])
    assert not told([[0, 0], [0, 0]], least=0)
