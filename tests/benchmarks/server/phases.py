"""Computes exact percentiles of the latencies of all requests, by phase and by second."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from loaded_server import Answer

#: For each percentile, the share of answers that aren't slower. 1 stands for the slowest answer.
PERCENTILES = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "p99.9": 0.999, "max": 1.0}


@dataclass(frozen=True)
class Phase:
    """A phase of the measurement, with its beginning and end in nanoseconds (monotonic clock)."""

    name: str
    begin: int
    end: int


def is_way(name: str) -> bool:
    """Returns whether kpath-jvm attaches or leaves in the phase with this name."""
    return name.endswith("…")


def table(answers: Sequence[Answer], start: int) -> pd.DataFrame:
    """Returns the answers in the order in which they were due.

    The columns are ``due`` (seconds since the start), ``ms`` (the latency) and ``outcome``.
    """
    rows = [((it.due - start) / 1e9, it.latency / 1e6, it.outcome) for it in answers]
    made: pd.DataFrame = pd.DataFrame(sorted(rows), columns=["due", "ms", "outcome"])
    return made


def by_phase(answers: pd.DataFrame, phases: Sequence[Phase], start: int) -> pd.DataFrame:
    """Returns a row for each phase about the requests that were due in it."""
    rows = []
    for phase in phases:
        begin, end = (phase.begin - start) / 1e9, (phase.end - start) / 1e9
        mine = answers[(answers["due"] >= begin) & (answers["due"] < end)]
        rows.append({"phase": phase.name, "begin": begin, "seconds": end - begin} | _told(mine))
    made: pd.DataFrame = pd.DataFrame(rows)
    return made


def by_second(answers: pd.DataFrame, phases: Sequence[Phase], start: int) -> pd.DataFrame:
    """Returns a row for each whole second. The row names the phase in which the second begins."""
    rows = []
    first, last = (phases[0].begin - start) / 1e9, (phases[-1].end - start) / 1e9
    for second in range(int(np.ceil(first)), int(last)):
        mine = answers[(answers["due"] >= second) & (answers["due"] < second + 1)]
        at = start + second * 1_000_000_000
        name = next(phase.name for phase in reversed(phases) if phase.begin <= at)
        rows.append({"second": second, "phase": name} | _told(mine))
    made: pd.DataFrame = pd.DataFrame(rows)
    return made


def _told(answers: pd.DataFrame) -> dict[str, float]:
    told: dict[str, float] = {
        "requests": len(answers),
        "not right": int((answers["outcome"] != "right").sum()),
    }
    for name, share in PERCENTILES.items():
        # Each percentile is a measured latency, never a value between two latencies.
        told[name] = (
            float(np.quantile(answers["ms"], share, method="inverted_cdf"))
            if len(answers)
            else float("nan")
        )
    return told
