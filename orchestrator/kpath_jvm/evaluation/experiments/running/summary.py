"""Makes an experiment's tables (docs/formats/results.md) from its trials and recorded runs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from kpath_jvm.evaluation.experiments.running.ratios import ratio_rows
from kpath_jvm.evaluation.experiments.trials.directory import ResultsDirectory
from kpath_jvm.evaluation.results import settings
from kpath_jvm.evaluation.results.information_tables import INFORMATION
from kpath_jvm.evaluation.results.rounds import last_rounds
from kpath_jvm.evaluation.results.schema import BENCHMARK, CONFIGURATION, TABLES
from kpath_jvm.evaluation.results.tables import write_table

_TRIAL = ("round", "trial", "repetition", "order", "status", "reason")
_METRICS = tuple(
    column.name
    for column in TABLES["trials"]
    if column.name not in (*BENCHMARK, *_TRIAL, *CONFIGURATION)
)
_STRUCTURE_OF_RUN = ("items", "streamed_items", "activations")
_STRUCTURE = tuple(
    column.name
    for column in TABLES["structure"]
    if column.name not in (*BENCHMARK, *_STRUCTURE_OF_RUN, "cut")
)
_COUNTERS = tuple(column.name for column in TABLES["counters"] if column.name != "trial")
Document = Mapping[str, Any]
#: The rows that tables keep although the results directory lacks their trials or recorded runs, by
#: the table's name.
CarriedRows = Mapping[str, list[dict[str, Any]]]


def trial_row(trial: Document) -> dict[str, Any]:
    """Returns the row of trials.csv for a trial.json."""
    configuration, metrics = trial["configuration"], trial["metrics"]
    return {
        **{name: trial[name] for name in _TRIAL},
        **{name: configuration[name] for name in BENCHMARK},
        **configuration_cells(configuration),
        **{name: metrics.get(name) for name in _METRICS},
    }


def configuration_cells(configuration: Document) -> dict[str, Any]:
    """Returns the cells of a row of trials.csv that identify the row's configuration.

    ``configuration`` has the settings of a trial.json or of ``Configuration.settings()``.
    """
    return {
        "profiler": configuration["profiler"],
        "k": configuration["k"],
        "cut": configuration["cut"] or "",
        "scope": configuration.get("scope") or "",
        **{name: configuration.get(name) for name in settings.NAMES},
    }


def iteration_rows(trial: Document) -> Iterator[dict[str, Any]]:
    """Yields the rows of iterations.csv for a trial.json."""
    for iteration in trial.get("iterations", ()):
        yield {
            "trial": trial["trial"],
            "phase": iteration["phase"],
            "iteration": iteration["number"],
            "wall_seconds": iteration["wall_seconds"],
            "cpu_seconds": iteration["cpu_seconds"],
        }


def structure_rows(recorded: Document) -> Iterator[dict[str, Any]]:
    """Yields the rows of structure.csv for a structure.json; nothing for a run that failed."""
    structure = recorded.get("rows")
    if recorded["status"] != "ok" or structure is None:
        return
    configuration = recorded["configuration"]
    common = {name: configuration[name] for name in (*BENCHMARK, "cut")}
    common |= {name: structure.get(name) for name in _STRUCTURE_OF_RUN}
    for row in structure["rows"]:
        yield {**common, **{name: row.get(name) for name in _STRUCTURE}}


def information_rows(recorded: Document, table: str) -> Iterator[dict[str, Any]]:
    """Yields the rows of ``table`` (in INFORMATION) for a structure.json, if the run has any."""
    configuration = recorded["configuration"]
    common = {name: configuration[name] for name in BENCHMARK}
    for row in (recorded.get("information") or {}).get(table, ()):
        yield {**common, **row}


def counter_rows(trial: Document) -> Iterator[dict[str, Any]]:
    """Yields the row of counters.csv for a trial.json, if anything was counted."""
    counters = trial.get("counters", {})
    if trial["status"] == "ok" and "counts" in counters:
        yield {"trial": trial["trial"], **{name: counters[name] for name in _COUNTERS}}


def write_trials(
    results: ResultsDirectory, trials: Sequence[Document], carried: CarriedRows
) -> None:
    """Writes trials.csv and iterations.csv, and also counters.csv if anything was counted.

    ``carried`` has the rows of other trials, which come first.
    """
    tables = {
        "trials": [trial_row(trial) for trial in trials],
        "iterations": [row for trial in trials for row in iteration_rows(trial)],
        "counters": [row for trial in trials for row in counter_rows(trial)],
    }
    for name, rows in tables.items():
        rows = carried[name] + rows
        if rows or name != "counters":
            write_table(results.root, name, rows)


def write_structure(
    results: ResultsDirectory, recorded: Iterable[Document], carried: CarriedRows
) -> None:
    """Writes structure.csv, and each table in INFORMATION that has rows.

    ``carried`` has the rows of other recorded runs, which come first.
    """
    documents = list(recorded)
    tables = {"structure": [row for document in documents for row in structure_rows(document)]}
    for name in INFORMATION:
        tables[name] = [row for document in documents for row in information_rows(document, name)]
    for name, rows in tables.items():
        rows = carried[name] + rows
        if rows or name == "structure":
            write_table(results.root, name, rows)


def write_ratios(results: ResultsDirectory, rows: Iterable[Document]) -> None:
    """Writes ratios.csv; ``rows`` are the rows of trials.csv.

    Rounds are never pooled: all ratios of a benchmark are from the round that ``last_rounds``
    chooses.
    """
    trials = list(rows)
    rounds = last_rounds(trials)
    ratios: list[dict[str, Any]] = []
    for number in sorted(set(rounds.values())):
        chosen = [
            row
            for row in trials
            if row["round"] == number and rounds[tuple(row[it] for it in BENCHMARK)] == number
        ]
        ratios += [row | {"round": number} for row in ratio_rows(chosen)]
    write_table(results.root, "ratios", ratios)
