"""The paper's Table 1, with the cost of our profilers relative to BLPP in its own column."""

from collections.abc import Mapping
from typing import NamedTuple

import pandas as pd
from matplotlib.figure import Figure

from kpath_jvm.evaluation.figures import style
from kpath_jvm.evaluation.figures.charts.chart import TIMED, Chart
from kpath_jvm.evaluation.figures.plots.sheet import LINE, sheet, wrapped
from kpath_jvm.evaluation.results.experiment import ChartView, Results
from kpath_jvm.evaluation.results.papers import DELIA
from kpath_jvm.evaluation.results.schema import KINDS, OFFICIAL, PROGRAM_SUITE
from kpath_jvm.evaluation.results.series import MEAN, ratios, with_averages
from kpath_jvm.evaluation.results.series_names import SeriesName
from kpath_jvm.profilers import BLPP_HASH, K_BLPP, PROFILERS


class Technique(NamedTuple):
    """A row; ``published`` is the paper's average cost relative to BLPP, or a figure it quotes."""

    name: str
    profiled: str
    published: str
    profiler: str = ""


#: Table 1 of the paper; section 5 has the figures that it quotes from other papers.
PUBLISHED = (
    Technique("BLPP (Ball and Larus)", "acyclic paths", "1, by definition", BLPP_HASH.name),
    Technique("SPP, TPP, PPP", "a subset of the acyclic paths", "smaller"),
    Technique("Tallam et al.", "overlapping paths", "larger (quoted: 4.2 times)"),
    Technique("Roy and Srikant", "k-iteration paths", "larger"),
    Technique("Li et al.", "finite-length paths", "larger (quoted: 2 times, at most 5.6)"),
    Technique("this paper: k-BLPP", "k-iteration paths", "smaller", K_BLPP.name),
)
_IN_THE_PAPER = {one.profiler for one in PUBLISHED}
OWN = tuple(
    Technique(one.technique or one.title, one.records, "not in the paper", one.name)
    for one in PROFILERS.values()
    if one.name not in _IN_THE_PAPER
)
_COLUMNS = ("technique", "profiled paths", "published cost", "measured here")
_WIDTHS = (1.5, 1.75, 1.55, 2.2)


def table1(results: Results, view: ChartView) -> pd.DataFrame:
    """Returns the table; "measured here" is the mean ratio of the timed wall time to BLPP's."""
    profilers = sorted(set(PROFILERS) - {BLPP_HASH.name})
    # Each profiler is averaged over its own benchmarks. Averages of all profilers together would
    # cover only the benchmarks that all of them ran on.
    measured = pd.concat(
        [
            with_averages(ratios(results, view, [one], BLPP_HASH.name, "ratio", "timed_wall"))
            for one in profilers
        ]
    )
    is_mean = (measured["suite"] == "") & (measured["benchmark"] == MEAN)
    means = measured[is_mean]
    whose = {
        kind: _whose(kind, set(measured.loc[~is_mean & (measured["kind"] == kind), "suite"]))
        for kind in KINDS
    }
    ran = set(results.of_view("trials", view)["profiler"])
    rows = [
        (one.name, one.profiled, one.published, _measured(one, means, whose, one.profiler in ran))
        for one in PUBLISHED + OWN
    ]
    return pd.DataFrame(rows, columns=list(_COLUMNS))


def _measured(
    technique: Technique, means: pd.DataFrame, whose: Mapping[str, str], ran: bool
) -> str:
    if not technique.profiler:
        return "not implemented here"
    if technique.profiler == BLPP_HASH.name:
        return "1, by definition"
    texts = []
    for kind in KINDS:
        named = means["series"].map(lambda series: _is_of(str(series), technique.profiler))
        # If there are no rows, ``map`` returns a series of texts.
        named = named.astype(bool)
        found = means[named & (means["kind"] == kind)]
        if not len(found):
            continue
        costs = [
            f"{row['value']:.2f}"
            + (f" (k\u00a0=\u00a0{row['k']})" if not pd.isna(row["k"]) else "")
            for _, row in found.iterrows()
        ]
        texts.append(f"{', '.join(costs)}: mean of {found['n'].iloc[0]} {whose[kind]}")
    # Profilers of edges cut no paths, so there is no BLPP with the same cut to compare them with.
    return "; ".join(texts) or ("against native only" if ran else "not measured")


def _is_of(series: str, profiler: str) -> bool:
    found = SeriesName.parse(series)
    # Where nothing else is compared, k-BLPP's series are named by k alone.
    return found.of == profiler or (profiler == K_BLPP.name and found == SeriesName(k=found.k))


def _whose(kind: str, suites: set[str]) -> str:
    """Returns a phrase that says where the benchmarks of a kind come from.

    An experiment's own programs don't count as stand-ins.
    """
    if kind != OFFICIAL:
        return "stand-ins"
    if suites == {PROGRAM_SUITE}:
        return "own programs"
    return f"official benchmarks{' and own programs' if PROGRAM_SUITE in suites else ''}"


def draw_table(data: pd.DataFrame, title: str, note: str) -> Figure:
    """Draws the table as text with rules, wrapped to its columns."""
    cells = [
        [wrapped(str(cell), room - 0.1) for cell, room in zip(row, _WIDTHS, strict=True)]
        for row in data.itertuples(index=False)
    ]
    heights = [0.07 + LINE * max(map(len, row)) for row in cells]
    header = 0.24
    body_height = header + sum(heights) + 0.08
    made = sheet(style.PAGE_WIDTH, body_height, title, note)
    axes = made.axes(0, 0, style.PAGE_WIDTH, body_height)
    axes.set_axis_off()
    axes.set_xlim(0, style.PAGE_WIDTH)
    axes.set_ylim(body_height, 0)
    starts = [0.06 + sum(_WIDTHS[:at]) for at in range(len(_WIDTHS))]
    for start, name in zip(starts, data.columns, strict=True):
        axes.text(start, header - 0.05, name, fontweight="bold", va="bottom")
    at = header
    for row, height in zip(cells, heights, strict=True):
        axes.plot([0.03, style.PAGE_WIDTH - 0.03], [at, at], color="#BBBBBB", linewidth=0.5)
        for start, lines in zip(starts, row, strict=True):
            axes.text(start, at + 0.045, "\n".join(lines), va="top", linespacing=1.2)
        at += height
    return made.figure


CHARTS = (
    Chart(
        "table1", "table1", "Table 1. Techniques, and their cost against BLPP",
        "Published costs are those of the paper's Table 1 and the figures that section 5 quotes. "
        "Measured costs are ratios T / T(BLPP with a hash table), where T is the wall time of the "
        "timed iterations. They are arithmetic means over benchmarks, separately for official "
        "benchmarks and stand-ins.",
        TIMED, table1, draw_table,
        paper=DELIA.key,
    ),
)  # fmt: skip
