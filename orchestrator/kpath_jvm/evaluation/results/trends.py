"""Compares papers' statements with measurements, and judges each statement by its criterion."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pandas as pd

from kpath_jvm.arguments import checked
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.results import cost_trends, information_trends, window_trends
from kpath_jvm.evaluation.results import structural_trends as by_structure
from kpath_jvm.evaluation.results import timing_trends as by_time
from kpath_jvm.evaluation.results.evidence import Evidence
from kpath_jvm.evaluation.results.experiment import ChartView, Results
from kpath_jvm.evaluation.results.judgement import (
    FAILS,
    HOLDS,
    UNMEASURED,
    UNTOLD,
    Judgement,
)
from kpath_jvm.evaluation.results.papers import PAPERS, Paper
from kpath_jvm.evaluation.results.schema import OWN
from kpath_jvm.regular_files import replacing
from kpath_jvm.toml_tables import read_document

COLUMNS = [
    "paper", "trend", "place", "published", "criterion", "kind", "measured", "verdict",
    "explanation",
]  # fmt: skip
FILE = "trends.csv"
About = Literal["each", "some", "average"]
_WORDS = ("place", "published", "criterion")
#: The directory of the papers' trends; a paper may have several files.
_PUBLISHED = Path(__file__).parent / "published"


#: The verdicts for which one benchmark is enough: it can refute a statement about "each" benchmark,
#: and prove a statement about "some" benchmarks.
_SURE: Mapping[About, str] = {"each": FAILS, "some": HOLDS}
#: The number of benchmarks that other verdicts need, if the trend's file gives no other number.
_LEAST_BENCHMARKS = 3


@dataclass(frozen=True)
class Trend:
    """A sentence of a paper, the criterion by which it is judged, and the function that judges it.

    ``charts`` are the charts that show the trend. ``about`` says whether the sentence is about
    "each" benchmark or "some" benchmarks. It is "average" for a sentence about the average of the
    benchmarks, or about most of them. ``benchmarks`` is the number of benchmarks that a verdict
    needs. ``explanations`` has, for some verdicts, the reasons why measurements can differ from the
    paper.
    """

    paper: Paper
    name: str
    place: str
    published: str
    criterion: str
    charts: tuple[str, ...]
    about: About
    benchmarks: int
    explanations: Mapping[str, str]
    judge: Callable[[Evidence], Judgement]

    def judged(self, evidence: Evidence) -> Judgement:
        """Returns the verdict by the criterion, or UNTOLD if a verdict needs more benchmarks."""
        found = self.judge(evidence)
        if found.verdict in (UNTOLD, UNMEASURED) or found.verdict == _SURE.get(self.about):
            return found
        if found.over >= self.benchmarks:
            return found
        needed = f"A verdict needs at least {self.benchmarks} benchmarks"
        why = f"{needed}, and this was measured on {found.over}."
        return Judgement(UNTOLD, found.measured, why, over=found.over)


_JUDGES: Mapping[str, Callable[[Evidence], Judgement]] = {
    "time-falls": by_time.falls,
    "best": by_time.best,
    "eclipse-slower": by_time.eclipse,
    "outliers-rise": by_time.outliers_rise,
    "peak": by_time.peak,
    "law": by_structure.law,
    "flat": by_structure.flat,
    "scans-fall": by_structure.scans_fall,
    "scans-size": by_structure.scans_size,
    "scans-extreme": by_structure.scans_extreme,
    "ksf-degree": by_structure.ksf_degree,
    "cpi": by_structure.cpi,
    "misses": by_structure.misses,
    "nodes-grow": by_structure.nodes_grow,
    "memory": by_structure.memory,
    "millions": by_structure.millions,
    "compact": by_structure.compact,
    "ipf-degree": by_structure.ipf_degree,
    "deeper": by_structure.deeper,
    "leaf-depth": by_structure.leaf_depth,
    "cost": by_time.average_cost,
    **cost_trends.JUDGES,
    **window_trends.JUDGES,
    **information_trends.JUDGES,
}


def _read_trends() -> tuple[Trend, ...]:
    """Reads the papers' trends, in the order of PAPERS."""
    found = []
    for path in sorted(_PUBLISHED.glob("*.toml"), key=lambda it: it.stem):
        texts = read_document(path, "list of trends")
        paper = PAPERS[texts.pop("paper")]
        for name, words in texts.items():
            own = {key: words.pop(key) for key in _WORDS}
            found.append(
                Trend(
                    paper, name, **own, charts=tuple(words.pop("charts")), about=words.pop("about"),
                    benchmarks=words.pop("benchmarks", _LEAST_BENCHMARKS),
                    explanations=words, judge=_JUDGES[name],
                )
            )  # fmt: skip
    order = list(PAPERS.values())
    return tuple(sorted(found, key=lambda trend: order.index(trend.paper)))


TRENDS = _read_trends()


@checked
def judge_all(
    results: Results,
    view: ChartView | None = None,
    papers: Collection[Paper] = (),
    charts: Collection[str] | None = None,
) -> pd.DataFrame:
    """Returns a row per trend and kind of benchmarks: one for official ones, one for stand-ins.

    Only trends of ``papers`` are judged; if ``papers`` is empty, the trends of all papers are. If
    ``charts`` isn't None, only the trends shown by at least one of these charts are judged. The
    column ``verdict`` has one of judgement.VERDICTS. An experiment's own programs aren't the
    papers' benchmarks, so they have no rows. Raises KpathError if the results have no
    measurements.
    """
    if not results.views:
        raise KpathError(f"{results.path} holds no measurements: its tables are empty or missing")
    shown = view or results.views[0]
    tables = (results.of_view(name, shown) for name in ("structure", "ratios", "trials"))
    kinds = sorted({kind for table in tables for kind in table["kind"]} - {OWN})
    # What the trends have in common is computed once for each kind.
    evidence = [Evidence(results, shown, kind) for kind in kinds]
    rows = []
    for trend in TRENDS:
        if papers and trend.paper not in papers:
            continue
        if charts is not None and not {*trend.charts} & {*charts}:
            continue
        for of_kind in evidence:
            found = trend.judged(of_kind)
            general = trend.explanations.get(found.verdict, "")
            rows.append(
                {
                    "paper": trend.paper.key, "trend": trend.name, "place": trend.place,
                    "published": trend.published,
                    "criterion": trend.criterion, "kind": of_kind.kind, "measured": found.measured,
                    "verdict": found.verdict,
                    "explanation": " ".join(part for part in (found.why, general) if part),
                }
            )  # fmt: skip
    return pd.DataFrame(rows, columns=COLUMNS)


def write_trends(results: Results, view: ChartView | None = None) -> pd.DataFrame:
    """Writes trends.csv and returns its content. Raises KpathError if that fails."""
    path = results.path / FILE
    table = judge_all(results, view)
    with replacing(path, force=True, encoding="utf-8") as file:
        table.to_csv(file, index=False, lineterminator="\n")
    return table
