"""Table 1 of the k-BLPP paper, with a column for our profilers' costs relative to BLPP."""

from collections.abc import Mapping
from typing import NamedTuple

import pandas as pd
from matplotlib.figure import Figure

from kpath_jvm.evaluation.figures import style
from kpath_jvm.evaluation.figures.charts.chart import TIMED, Chart
from kpath_jvm.evaluation.figures.plots.sheet import LINE, sheet, wrapped
from kpath_jvm.evaluation.results import settings
from kpath_jvm.evaluation.results.experiment import ChartView, Results
from kpath_jvm.evaluation.results.papers import DELIA
from kpath_jvm.evaluation.results.schema import KINDS, OFFICIAL, OWN, STAND_IN
from kpath_jvm.evaluation.results.series import MEAN, ratios, with_averages
from kpath_jvm.evaluation.results.series_names import SeriesName
from kpath_jvm.profilers import BLPP_HASH, K_BLPP, KITER, OL, PROFILERS, SPP


class Technique(NamedTuple):
    """A row of the table.

    ``published`` is the average cost relative to BLPP that the paper measured or quotes.

    ``profiler`` is our profiler for this technique. If there is none, ``instead`` says so, or names
    the profiler that comes nearest.
    """

    name: str
    profiled: str
    published: str
    profiler: str = ""
    instead: str = "not implemented here"


_WHOSE = {OFFICIAL: "official benchmarks", STAND_IN: "stand-ins", OWN: "own programs"}
#: Table 1 of the paper. Quoted numbers come from other papers; section 5 quotes them.
PUBLISHED = (
    Technique("BLPP (Ball and Larus)", "acyclic paths", "1, by definition", BLPP_HASH.name),
    Technique(
        "SPP, TPP, PPP",
        "a subset of the acyclic paths",
        "smaller",
        instead=f"see {SPP.technique}, which counts a subset, too",
    ),
    Technique("Tallam et al.", "overlapping paths", "larger (quoted: 4.2 times)", OL.name),
    Technique("Roy and Srikant", "k-iteration paths", "larger", KITER.name),
    Technique("Li et al.", "finite-length paths", "larger (quoted: 2 times, at most 5.6)"),
    Technique("this paper: k-BLPP", "k-iteration paths", "smaller", K_BLPP.name),
)
_IN_THE_PAPER = {one.profiler for one in PUBLISHED}
OURS = tuple(
    Technique(one.technique or one.title, one.records, "not in the paper", one.name)
    for one in PROFILERS.values()
    if one.name not in _IN_THE_PAPER
)
_COLUMNS = ("technique", "profiled paths", "published cost", "measured here")
_WIDTHS = (1.5, 1.75, 1.55, 2.2)


def table1(results: Results, view: ChartView) -> pd.DataFrame:
    """Returns the table; "measured here" is the mean ratio of the timed wall time to BLPP's."""
    by_profiler = {
        name: ratios(results, view, [name], BLPP_HASH.name, "ratio", "timed_wall")
        for name in PROFILERS
        if name != BLPP_HASH.name
    }
    ran = set(results.of_view("trials", view)["profiler"])
    rows = [
        (one.name, one.profiled, one.published, _measured(one, by_profiler, one.profiler in ran))
        for one in PUBLISHED + OURS
    ]
    return pd.DataFrame(rows, columns=list(_COLUMNS))


def _measured(technique: Technique, by_profiler: Mapping[str, pd.DataFrame], ran: bool) -> str:
    if not technique.profiler:
        return technique.instead
    if technique.profiler == BLPP_HASH.name:
        return "1, by definition"
    found = by_profiler[technique.profiler]
    named = found["series"].map(lambda series: _is_of(str(series), technique.profiler))
    # Without rows, ``map`` returns a series of strings, hence the conversion to bool.
    found = found[named.astype(bool) & found["value"].notna()]
    texts = [_costs(found[found["kind"] == kind], kind) for kind in KINDS]
    # A profiler of edges cuts no paths, so no BLPP has the same cut, and there is no comparison.
    return "; ".join(filter(None, texts)) or ("not compared with BLPP" if ran else "not measured")


def _costs(bars: pd.DataFrame, kind: str) -> str:
    """Returns mean costs on the benchmarks of a kind as text, or costs on the only benchmark.

    Each profiler is averaged over its own benchmarks, not over those that all profilers ran on.
    Without bars, the text is "".
    """
    if not len(bars):
        return ""
    averaged = with_averages(bars)
    means = averaged[(averaged["suite"] == "") & (averaged["benchmark"] == MEAN)]
    if len(means):
        return f"{_listed(means)}: mean of {means['n'].iloc[0]} {_WHOSE[kind]}"
    labels = list(dict.fromkeys(bars["label"]))
    if len(labels) == 1:
        return f"{_listed(bars)}: {labels[0]} alone"
    return f"no two of {len(labels)} {_WHOSE[kind]} have the same series"


def _listed(bars: pd.DataFrame) -> str:
    texts = []
    for _, row in bars.iterrows():
        of = [] if pd.isna(row["k"]) else [f"k = {row['k']}"]
        of += filter(None, [settings.told(SeriesName.parse(str(row["series"])).own)])
        told = ", ".join(of).replace(" ", "\u00a0")
        texts.append(f"{row['value']:.2f}" + (f" ({told})" if told else ""))
    return ", ".join(texts)


def _is_of(series: str, profiler: str) -> bool:
    found = SeriesName.parse(series)
    # If only k-BLPP is compared, the names of its series have only the k.
    return found.of == profiler or (profiler == K_BLPP.name and found == SeriesName(k=found.k))


def draw_table(data: pd.DataFrame, title: str, note: str) -> Figure:
    """Draws the table as text, wrapped to the columns' widths, with a line above each row."""
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
        "Published costs are those of the paper's Table 1, and numbers that its section 5 quotes. "
        "Measured costs are ratios T / T(BLPP with a hash table), where T is the wall time of the "
        "timed iterations. They are arithmetic means over benchmarks, separately for official "
        "benchmarks, stand-ins and an experiment's own programs.",
        TIMED, table1, draw_table,
        paper=DELIA.key,
    ),
)  # fmt: skip
