"""The overheads that papers print, as tables of series, to be shown beside ours in charts."""

from functools import cache
from pathlib import Path
from typing import Any

import pandas as pd

from kpath_jvm.evaluation.results import series
from kpath_jvm.evaluation.results.papers import PAPERS, Paper
from kpath_jvm.evaluation.results.series_names import SeriesName
from kpath_jvm.toml_tables import read_document

#: The kind of the programs in papers' tables, whose figures are never averaged with ours.
PUBLISHED = "published"
_FILE = Path(__file__).parent / "published" / "tables" / "overheads.toml"
_ABOUT = ("paper", "place")


@cache
def _document() -> dict[str, Any]:
    return read_document(_FILE, "list of published overheads")


def paper_of(name: str) -> Paper:
    """Returns the paper that a table comes from."""
    return PAPERS[_document()[name]["paper"]]


def published(name: str) -> pd.DataFrame:
    """Returns a printed table as a table of series, followed by the arithmetic means.

    The rows have ratios of times, one row per program and series. A mean is over the programs that
    have all series.
    """
    paper = paper_of(name)
    columns = {key: it for key, it in _document()[name].items() if key not in _ABOUT}
    programs = list(dict.fromkeys(program for values in columns.values() for program in values))
    rows: list[dict[str, object]] = [
        {
            "suite": paper.name, "benchmark": program, "kind": PUBLISHED,
            "label": f"{program} '{paper.year % 100:02}", "series": text,
            "k": SeriesName.parse(text).k, "value": values[program], "n": 1, "missing": "",
        }
        for program in programs
        for text, values in columns.items()
        if program in values
    ]  # fmt: skip
    found = series.with_averages(series.frame(rows))
    is_mean = found["suite"] == ""
    return found.assign(label=found["label"].where(~is_mean, f"mean '{paper.year % 100:02}"))
