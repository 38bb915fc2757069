"""Charts of what the papers' profilers cost: printed overheads beside those that we measured."""

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd

from kpath_jvm.evaluation.figures.charts.chart import (
    MEANS,
    NO_BAR,
    TIMED,
    Chart,
    Data,
    MissingDataError,
    bars,
)
from kpath_jvm.evaluation.profilers import NATIVE, NATIVE_AGAIN
from kpath_jvm.evaluation.results import series
from kpath_jvm.evaluation.results.experiment import ChartView, Results
from kpath_jvm.evaluation.results.papers import BALL_LARUS, ROY_SRIKANT, TALLAM, YASUE
from kpath_jvm.evaluation.results.published_overheads import published
from kpath_jvm.evaluation.results.schema import BACK_EDGE
from kpath_jvm.evaluation.results.series_names import SeriesName
from kpath_jvm.profilers import BLPP, BPP, EDGE, EDGE_CHORDS, KITER, OL, SPP, Profiler

_NATIVES = (NATIVE.name, NATIVE_AGAIN.name)
_BESIDE = (
    "Paths are cut at back edges. If a program's name has a year, its bars show numbers that the "
    "paper prints. The paper measured other programs on other machines, so compare profilers among "
    "the printed bars or among the measured ones, but don't compare a printed bar with a measured "
    "one. "
)


def _of(*profilers: Profiler) -> tuple[str, ...]:
    return tuple(it.name for it in profilers)


def beside(
    table: str,
    profilers: Sequence[str],
    baseline: str = NATIVE.name,
    metric: str = "timed_wall",
    plain: Sequence[str] = (),
) -> Data:
    """Returns the data function of a chart that shows a printed table beside our ratios.

    ``table`` is the table's name in published/tables/overheads.toml. The data end with the means of
    the printed figures and of our ratios. Our ratios are for paths cut at back edges, like the
    papers' paths. A profiler without such ratios is shown with the other cut. Profilers in
    ``plain`` are shown only with their default settings.
    """

    def data(results: Results, view: ChartView) -> pd.DataFrame:
        view = replace(view, cut=BACK_EDGE)
        found = series.ratios(results, view, profilers, baseline, "ratio", metric)
        if not found["value"].notna().any():
            raise MissingDataError(
                f"tables/ratios.csv has no ratio of {metric} to {baseline} for "
                f"{', '.join(profilers)}, {view.text()}"
            )
        found = found[[_is_shown(name, plain) for name in found["series"]]]
        theirs, ours = published(table), series.with_averages(found)
        is_mean = ours["suite"] == ""
        parts = [theirs[theirs["suite"] != ""], ours[~is_mean], theirs[theirs["suite"] == ""]]
        return pd.concat([*parts, ours[is_mean]], ignore_index=True)

    return data


def _is_shown(series_name: str, plain: Sequence[str]) -> bool:
    name = SeriesName.parse(series_name)
    return name.of not in plain or not name.of_defaults().own


CHARTS = (
    Chart(
        "ball-larus-overhead", "", "Ball and Larus: what path and edge profiling cost",
        "T / T(native) of the timed iterations, logarithmic. The paper's profilers are PP (path "
        "profiling, here in "
        f"the colour of BLPP with event counting) and QPT2 (edge profiling). {_BESIDE}{MEANS} "
        f"{NO_BAR}",
        TIMED, beside("ball-larus-overhead", _of(EDGE, EDGE_CHORDS, BLPP)),
        bars("T / T(native)", log=True, reference=1.0),
        by_cut=False, profilers=(*_NATIVES, *_of(EDGE, EDGE_CHORDS, BLPP)), paper=BALL_LARUS.key,
    ),
    Chart(
        "tallam-table9", "", "Tallam et al., table 9: what overlapping paths cost",
        "T / T(native) of the timed iterations, logarithmic. The paper prints the costs of "
        "Ball-Larus paths; of overlapping paths of loops, at a third of the greatest degree; and "
        "of overlapping paths of loops and across calls together. "
        f"{_BESIDE}{MEANS} {NO_BAR}",
        TIMED, beside("tallam-table9", _of(BLPP, OL), plain=_of(BLPP)),
        bars("T / T(native)", log=True, reference=1.0),
        by_cut=False, profilers=(*_NATIVES, *_of(BLPP, OL)), paper=TALLAM.key,
    ),
    Chart(
        "yasue-figure17", "", "Yasue et al., figure 17: what profiling in windows costs",
        "T / T(native) of whole runs, logarithmic, by the number of paths that are counted in a "
        "method. The printed bars are the middles of the ranges that section 4.4 gives for the "
        "average (2 to "
        f"3 %) and for the worst programs (6 to 8 %). {_BESIDE}{MEANS} {NO_BAR}",
        TIMED, beside("yasue-figure17", _of(SPP, BPP), metric="whole_wall"),
        bars("T / T(native)", log=True, reference=1.0),
        by_cut=False, profilers=(*_NATIVES, *_of(SPP, BPP)), paper=YASUE.key,
    ),
    Chart(
        "roy-srikant-table3", "", "Roy and Srikant, table 3: k-iteration paths against BLPP",
        "T(k-iteration paths) / T(Ball-Larus paths) of the timed iterations, logarithmic. "
        "Ball-Larus paths are counted in an array, or in a hash table if a method has many. "
        f"{_BESIDE}{MEANS} {NO_BAR}",
        TIMED, beside("roy-srikant-table3", _of(KITER), baseline=BLPP.name),
        bars("T / T(Ball-Larus)", log=True, reference=1.0),
        by_cut=False, profilers=(*_NATIVES, *_of(BLPP, KITER)), paper=ROY_SRIKANT.key,
    ),
)  # fmt: skip
