"""Made-up tables of what profilers can tell about programs, for tests and for trying out charts."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from kpath_jvm.evaluation.results.tables import write_table

Row = dict[str, Any]
#: All tables but ``information``, which a made-up experiment computes from its own trials.
KNOWN = ("predictions", "iterated", "accuracy", "overlaps", "call_overlaps")
#: How much a profiler can tell about each program, from 0 to 1.
_CLARITY = {"antlr": 0.9, "compress": 0.7, "eclipse": 0.5, "heapsort": 0.2}


def write_information(
    directory: Path,
    names: Iterable[str],
    benchmark: Callable[[str], Row],
    tables: Iterable[str] = ("information", *KNOWN),
) -> None:
    """Writes the tables, with rows for each program of ``names`` that is in ``_CLARITY``.

    ``benchmark`` returns the columns that identify a row's program.
    """
    shown = [name for name in names if name in _CLARITY]
    makers = {
        "information": _information, "predictions": _predictions, "iterated": _iterated,
        "accuracy": _accuracy, "overlaps": _overlaps, "call_overlaps": _call_overlaps,
    }  # fmt: skip
    for table in tables:
        rows = [
            {**benchmark(name), **row} for name in shown for row in makers[table](_CLARITY[name])
        ]
        write_table(directory, table, rows)


def _information(clarity: float) -> list[Row]:
    known: list[tuple[Row, float, float]] = [
        ({"profiler": "edge"}, 0.0, 0.4), ({"profiler": "blpp", "cut": "back-edge"}, 0.1, 0.5),
        ({"profiler": "k-blpp", "k": 2, "cut": "back-edge"}, 0.8, 0.1),
        ({"profiler": "kiter", "k": 2}, 0.6, 0.2),
        ({"profiler": "ol", "degree": 0, "cut": "back-edge"}, 0.1, 0.5),
        ({"profiler": "ol", "degree": 3, "cut": "back-edge"}, 0.7, 0.1),
        ({"profiler": "spp", "threshold": 1000}, 0.0, 0.0),
        ({"profiler": "stream", "k": 8, "cut": "back-edge"}, 1.0, 0.0),
    ]  # fmt: skip
    return [
        {
            **run, "length": length, "flow": 1_000_000 // length,
            "exact": exact * (1 if exact == 1 else clarity / length * 2) * 1_000_000 // length,
            "bounded": bounded * clarity * 1_000_000 // length, "unmatched": 0, "differing": 0,
        }
        for length in (2, 4) for run, exact, bounded in known
    ]  # fmt: skip


def _predictions(clarity: float) -> list[Row]:
    row = {
        "paths": 1000, "predicted_paths": int(600 * clarity), "completions": 50_000,
        "predicted_completions": int(45_000 * clarity),
    }  # fmt: skip
    trained = {
        "trained_paths": 800, "trained_completions": 49_000, "bytecodes": 700_000,
        "trained_bytecodes": 690_000,
    }  # fmt: skip
    return [row | (trained if clarity > 0.3 else {})]


def _iterated(clarity: float) -> list[Row]:
    return [
        {
            "k": k, "methods": 200, "hashed": int(5 * k * (1 - clarity)),
            "aborted": int(4 * (k - 1) * (1 - clarity)), "paths": 10**k, "most_paths": 10_000 * k,
        }
        for k in (1, 2, 3, 4, 5)
    ]  # fmt: skip


def _accuracy(clarity: float) -> list[Row]:
    return [
        {
            "profiler": profiler, "threshold": threshold, "methods": 40,
            "paths": 300 if profiler == "spp" else 400,
            "pooled": clarity, "mean": 1 - (1 - clarity) * start / threshold**0.3,
        }
        for profiler, start in (("spp", 1.0), ("bpp", 3.0))
        for threshold in (100, 1_000, 10_000)
    ]  # fmt: skip


def _overlaps(clarity: float) -> list[Row]:
    return [
        {
            "degree": degree, "loops": 12, "pairs": 60, "precise_pairs": 10 + 5 * degree,
            "outside": 0, "real": 1_000_000,
            "definite": int(1_000_000 * (1 - (1 - clarity) / (degree + 1) ** 2)),
            "potential": int(1_000_000 * (1 + 2 * (1 - clarity) / (degree + 1) ** 2)),
        }
        for degree in (0, 1, 3, 8)
    ]  # fmt: skip


def _call_overlaps(clarity: float) -> list[Row]:
    rows = []
    for kind in ("call", "return"):
        for row in _overlaps(clarity / 2):
            del row["loops"]
            rows.append({"type": kind, "calls": 30, **row})
    return rows
