"""Keeps the rows of tables if their trials and recorded runs aren't in the results directory.

A results directory without ``trials`` and ``structure`` is small enough to be kept under version
control, or to be taken to another machine. An experiment that is continued there keeps the rows of
the tables, because nothing else is left of the measurements.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from kpath_jvm.evaluation.results.information_tables import INFORMATION
from kpath_jvm.evaluation.results.schema import BENCHMARK
from kpath_jvm.evaluation.results.tables import read_if_there

Row = dict[str, Any]
#: The tables with rows for each trial.
OF_TRIALS = ("trials", "iterations", "counters")
#: The tables with rows for each recorded run, and the columns that identify a row's run.
OF_RECORDED: Mapping[str, Sequence[str]] = {
    "structure": (*BENCHMARK, "cut"),
    **dict.fromkeys(INFORMATION, BENCHMARK),
}


class Carried:
    """The rows of each table in ``root``, as they were when this object was made."""

    def __init__(self, root: Path) -> None:
        """Raises KpathError when a table is damaged."""
        self._rows = {name: _rows(read_if_there(root, name)) for name in (*OF_TRIALS, *OF_RECORDED)}

    @property
    def last_trial(self) -> int:
        """The greatest number of a trial in the tables, or 0 if they have no trial."""
        return max((int(row["trial"]) for row in self._rows["trials"]), default=0)

    def of_trials(self, table: str, there: Iterable[int]) -> list[Row]:
        """Returns the rows whose trial isn't in ``there``; ``table`` is one of OF_TRIALS."""
        known = set(there)
        return [row for row in self._rows[table] if int(row["trial"]) not in known]

    def of_recorded(self, table: str, there: Iterable[Mapping[str, Any]]) -> list[Row]:
        """Returns the rows whose recorded run isn't in ``there``; ``table`` is one of OF_RECORDED.

        ``there`` has the configurations of recorded runs.
        """
        columns = OF_RECORDED[table]
        known = {tuple(run[name] for name in columns) for run in there}
        return [row for row in self._rows[table] if tuple(row[it] for it in columns) not in known]


def _rows(table: pd.DataFrame) -> list[Row]:
    """Returns a table's rows; None stands for a missing value, as in rows made from a trial."""
    found = table.astype(object).where(table.notna(), None)
    rows: list[Row] = found.to_dict("records")
    return rows
