"""What the paper says beside what was measured, each with a verdict by a stated criterion."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.results import structural_trends as by_structure
from kpath_jvm.evaluation.results import timing_trends as by_time
from kpath_jvm.evaluation.results.evidence import Evidence
from kpath_jvm.evaluation.results.experiment import Results, View
from kpath_jvm.evaluation.results.judgement import VERDICTS, Judgement

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

COLUMNS = [
    "trend", "place", "published", "criterion", "kind", "measured", "verdict", "explanation",
]  # fmt: skip
FILE = "trends.csv"


@dataclass(frozen=True)
class Trend:
    """A sentence of the paper, how it is judged, and by what function."""

    name: str
    place: str
    published: str
    criterion: str
    judge: Callable[[Evidence], Judgement]


TRENDS = (
    Trend(
        "time-falls", "section 4.2, figure 8",
        "the overhead falls with k on 12 of 16 benchmarks",
        "on at least three quarters of the benchmarks T/T(BLPP) at the greatest k is below that at "
        "the least, with confidence intervals apart and beyond the noise floor",
        by_time.falls,
    ),
    Trend(
        "best", "section 4.2, figure 8", "improvements over BLPP of up to almost 50 %",
        "the best median of T/T(BLPP) that is faster beyond the noise, over benchmarks and k, is "
        "at most 0.6",
        by_time.best,
    ),
    Trend(
        "eclipse-slower", "section 4.2, figure 8",
        "eclipse gets faster with k, but remains slower than BLPP",
        "its time falls (as above), and at the greatest k its interval lies above the noise floor",
        by_time.eclipse,
    ),
    Trend(
        "outliers-rise", "section 4.2, figure 8",
        "the overhead of compress, scimark.monte_carlo, heapsort and md rises with k",
        "each of them that was measured rises (as above, the other way round)",
        by_time.outliers_rise,
    ),
    Trend(
        "peak", "section 4.2, discussion", "a slowdown of 3.5 times on one benchmark",
        "the worst mean of T/T(BLPP), over benchmarks and k, is beyond the noise and between 2.5 "
        "and 5",
        by_time.peak,
    ),
    Trend(
        "law", "section 4.2, figure 9",
        "hash operations fall like 1/(k-1) on all benchmarks with intense loop iteration activity",
        "where an activation has 15 paths or more on average, the slope of log ratio over "
        "log (k-1) is -0.85 or less",
        by_structure.law,
    ),
    Trend(
        "flat", "section 4.2, figure 9",
        "avrora and hsqldb, with few iterations, gain nothing from larger k",
        "from the last k but one to the last, hash operations fall by at most 10 % (the law of "
        "long loops has more than 30 %)",
        by_structure.flat,
    ),
    Trend(
        "scans-fall", "section 4.2", "eclipse's node scans fall from 58.8 (k = 2) to 10.3 (k = 16)",
        "node scans per path completion fall from the least k to the greatest",
        by_structure.scans_fall,
    ),
    Trend(
        "scans-size", "section 4.2", "eclipse: 58.8 node scans at k = 2, 10.3 at k = 16",
        "both are within a factor of 2 of the published figures", by_structure.scans_size,
    ),
    Trend(
        "scans-extreme", "section 4.2", "no other benchmark scans as many nodes as eclipse",
        "at the least k eclipse has the most node scans per path completion",
        by_structure.scans_extreme,
    ),
    Trend(
        "ksf-degree", "section 4.2",
        "eclipse: internal nodes of the k-SF have degree 2.6 at k = 2, falling to 1.3 at k = 16",
        "the degree falls, and both are within a quarter of the published figures",
        by_structure.ksf_degree,
    ),
    Trend(
        "cpi", "section 4.2, figure 10 (a)", "the CPI of the four outliers rises with k",
        "each of them that was measured has a higher CPI at the greatest k than at the least",
        by_structure.cpi,
    ),
    Trend(
        "misses", "section 4.2, figure 10 (b, c)",
        "cache locality is why the four outliers get slower",
        "each of them that was measured has a higher L1 or L2 miss rate at the greatest k than at "
        "the least, by 5 % or more (simulated caches where there are no counters)",
        by_structure.misses,
    ),
    Trend(
        "nodes-grow", "section 4.2, figure 11",
        "programs with intense loop iteration need substantially more space than BLPP",
        "where an activation has 15 paths or more on average, the k-SF of the greatest k has at "
        "least twice as many nodes as BLPP entries, on three quarters of the benchmarks",
        by_structure.nodes_grow,
    ),
    Trend(
        "memory", "section 4.2, figure 11", "some benchmarks run out of memory for large k",
        "at least one does", by_structure.memory,
    ),
    Trend(
        "millions", "section 4.2, figure 12", "profiles contain up to several millions of paths",
        "the largest k-IPF has at least 2 million nodes", by_structure.millions,
    ),
    Trend(
        "compact", "section 4.2, figure 12", "the k-IPF is more compact than the k-SF",
        "it has no more nodes than the k-SF, on every benchmark and at every k",
        by_structure.compact,
    ),
    Trend(
        "ipf-degree", "section 4.2, figure 13", "the degree of internal k-IPF nodes falls with k",
        "on at least three quarters of the benchmarks it is lower at the greatest k than at the "
        "least",
        by_structure.ipf_degree,
    ),
    Trend(
        "deeper", "section 4.2, figure 13",
        "sunflow and heapsort have rising degrees at deeper levels",
        "each of them that was measured has at some k a higher degree than at a smaller one, by "
        "1 % or more",
        by_structure.deeper,
    ),
    Trend(
        "leaf-depth", "section 4.2, figure 14",
        "avrora and hsqldb have short cycles: leaves get no deeper beyond their length",
        "from the last k but one to the last, the leaf depth grows by at most 10 %",
        by_structure.leaf_depth,
    ),
    Trend(
        "cost", "Table 1", "k-BLPP costs less than BLPP on average",
        "the arithmetic mean over benchmarks of T/T(BLPP) at the greatest k is below the noise "
        "floor",
        by_time.average_cost,
    ),
)  # fmt: skip


def judge_all(results: Results, view: View | None = None) -> pd.DataFrame:
    """Return a row per trend and kind of benchmarks, official ones and stand-ins apart.

    ``verdict`` is one of VERDICTS. KpathError if the results hold no measurements.
    """
    if not results.views:
        raise KpathError(f"{results.path} holds no measurements: its tables are empty or missing")
    shown = view or results.views[0]
    tables = (results.of_view(name, shown) for name in ("structure", "ratios", "trials"))
    kinds = sorted({kind for table in tables for kind in table["kind"]})
    texts = explanations()
    rows = []
    for trend in TRENDS:
        for kind in kinds:
            found = trend.judge(Evidence(results, shown, kind))
            general = texts.get(trend.name, {}).get(found.verdict, "")
            rows.append(
                {
                    "trend": trend.name, "place": trend.place, "published": trend.published,
                    "criterion": trend.criterion, "kind": kind, "measured": found.measured,
                    "verdict": found.verdict,
                    "explanation": " ".join(part for part in (found.why, general) if part),
                }
            )  # fmt: skip
    return pd.DataFrame(rows, columns=COLUMNS)


def write_trends(results: Results, view: View | None = None) -> pd.DataFrame:
    """Write trends.csv; return what it holds. KpathError where it cannot be written."""
    path = results.path / FILE
    table = judge_all(results, view)
    try:
        table.to_csv(path, index=False, lineterminator="\n")
    except OSError as error:
        raise KpathError(f"cannot write {path}: {error.strerror or error}") from error
    return table


def explanations() -> dict[str, dict[str, str]]:
    """Return why measurements can differ from the paper, by trend and verdict."""
    with Path(__file__).with_name("explanations.toml").open("rb") as file:
        found: dict[str, dict[str, str]] = tomllib.load(file)
    return found


__all__: Sequence[Any] = ["TRENDS", "VERDICTS", "Trend", "judge_all", "write_trends"]
