"""The class of a chart, and functions and captions that several charts share."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pandas as pd
from matplotlib.figure import Figure

from kpath_jvm.evaluation.figures.plots.bars import Axis, grouped_bars
from kpath_jvm.evaluation.results import series
from kpath_jvm.evaluation.results.experiment import ChartView, Results, named_in_paper
from kpath_jvm.evaluation.results.series import MEAN, Measure
from kpath_jvm.evaluation.results.series_names import SeriesName

COUNTED, TIMED, KEPT = "counted", "timed", "kept"
Data = Callable[[Results, ChartView], pd.DataFrame]
Draw = Callable[[pd.DataFrame, str, str], Figure]

_PAIRED = (
    "Bars are arithmetic means over paired trials, dots their medians, lines the 95 % bootstrap "
    "confidence interval of the median."
)
_BANDS = (
    "Grey bands are the noise floor (native against native); a bar within its band isn't evidence "
    "of a difference."
)
MEANS = f"{_PAIRED} {_BANDS}"
NO_BAR = "A cross stands where memory ran out, a square where the trials failed."
OF_TRIALS = (
    "Bars are means over trials, dots are medians, and lines run from the least value to the "
    "greatest."
)


class MissingDataError(Exception):
    """A chart can't be drawn; the message says which data is missing."""


@dataclass(frozen=True)
class Chart:
    """A chart.

    ``number`` is the number of the k-BLPP paper's figure that the chart mirrors, or "". ``paper``
    is the key (in results/papers.py) of the paper whose evaluation the chart shows, or "" if the
    chart shows only our own.

    ``caption`` says what is drawn and how it is computed. ``basis`` says whether the chart is based
    on a recorded stream (COUNTED), on the kept profile of a recorded run (KEPT) or on trials
    (TIMED). ``profilers`` are the profilers whose trials the chart needs, or None for all
    profilers. A chart that isn't ``by_cut`` doesn't depend on the cut, and is drawn once for all
    cuts.
    """

    name: str
    number: str
    title: str
    caption: str
    basis: str
    data: Data
    draw: Draw
    by_cut: bool = True
    profilers: tuple[str, ...] | None = None
    paper: str = ""
    #: Whether the chart also needs tables/information.csv.
    shows_information: bool = False

    def told(self, data: pd.DataFrame) -> str:
        """Returns the caption, without sentences about marks that aren't drawn for ``data``."""
        absent = []
        if "noise_low" in data and not data["noise_low"].notna().any():
            absent.append(_BANDS)
        if "missing" in data and not data["missing"].isin(["memory", "failed"]).any():
            absent.append(NO_BAR)
        text = self.caption
        for sentence in absent:
            text = text.replace(sentence, "")
        return text.replace("  ", " ").strip()

    @property
    def is_paired(self) -> bool:
        """Whether the chart's bars are means of ratios of paired trials."""
        return _PAIRED in self.caption

    @property
    def is_timed(self) -> bool:
        """Whether the chart is based on trials."""
        return self.basis == TIMED

    @property
    def needs_recording(self) -> bool:
        """Whether the chart needs recorded runs."""
        return not self.is_timed or self.shows_information

    @property
    def needs_profile(self) -> bool:
        """Whether the chart needs the kept profile of a recorded run."""
        return self.basis == KEPT


def bars(label: str, log: bool = False, reference: float | None = None) -> Draw:
    """Returns the drawing function of a bar chart."""
    axis = Axis(label, log, reference)
    return lambda data, title, note: grouped_bars(data, axis, title, note)


def structure(measure: Measure, what: str, blpp: str = "") -> Data:
    """Returns the data function of a chart that shows a measure of recorded runs by k.

    The data include the measure's means. ``what`` names the measure in an error. ``blpp`` is the
    column of structure.csv with BLPP's values, or "" if the chart doesn't show BLPP.
    """

    def data(results: Results, view: ChartView) -> pd.DataFrame:
        found = series.structural(results, view, measure, blpp)
        if not found["value"].notna().any():
            raise MissingDataError(f"tables/structure.csv has no {what} for {view.text()}")
        return series.with_averages(found)

    return data


def against(
    profilers: Sequence[str],
    baseline: str,
    metric: str,
    form: str = "ratio",
    averages: Sequence[str] = (MEAN,),
    every_scope: bool = False,
) -> Data:
    """Returns the data function of a chart of ratios and their averages.

    With ``every_scope``, the data include runs in which only some of the methods were profiled.
    """

    def data(results: Results, view: ChartView) -> pd.DataFrame:
        found = series.ratios(results, view, profilers, baseline, form, metric, every_scope)
        if not found["value"].notna().any():
            raise MissingDataError(
                f"tables/ratios.csv has no {form} of {metric} to {baseline} for "
                f"{', '.join(profilers)}, {view.text()}"
            )
        shown = one_way_each(three_ks(found)) if len(profilers) > 1 else found
        return series.with_averages(shown, averages)

    return data


def three_ks(bars: pd.DataFrame) -> pd.DataFrame:
    """Keeps the bars of the least, a middle and the greatest k, and all bars without a k.

    With fewer bars per profiler, there is space for more profilers.
    """
    ks = sorted(set(bars["k"].dropna()))
    if len(ks) <= 3:
        return bars
    middle = min(ks[1:-1], key=lambda k: abs(k - 8))
    return bars[bars["k"].isna() | bars["k"].isin([ks[0], middle, ks[-1]])]


def one_way_each(bars: pd.DataFrame) -> pd.DataFrame:
    """Keeps the bars for one choice of each profiler's options, at each k, cut and scope.

    The default options are kept if there are bars for them.
    """
    names = bars["series"].map(SeriesName.parse)
    kept: dict[SeriesName, SeriesName] = {}
    for name in sorted(set(names), key=lambda it: (bool(it.of_defaults().own), it.own)):
        kept.setdefault(name._replace(own=()), name)
    return bars[names.isin(list(kept.values()))]


def per_trial(
    value: Callable[[pd.DataFrame], "pd.Series[float]"], what: str, averages: Sequence[str] = ()
) -> Data:
    """Returns the data function of a chart of means over trials; errors call the value ``what``."""

    def data(results: Results, view: ChartView) -> pd.DataFrame:
        found = series.of_trials(results, view, value)
        found = found[found["value"].notna() & (found["value"] > 0)]
        if not len(found):
            raise MissingDataError(f"tables/trials.csv has no {what} for {view.text()}")
        return series.with_averages(one_way_each(three_ks(found)), averages)

    return data


def named_or_few(data: pd.DataFrame, published: Sequence[str]) -> list[str]:
    """Returns the labels of the benchmarks to name in a line chart.

    First come the labels of the benchmarks that the paper names (``published``). The others follow
    if there are at most eight labels in all.
    """
    labelled = list(dict.fromkeys(data["label"]))
    first = named_in_paper(published, labelled)
    return first + [label for label in labelled if label not in first and len(labelled) <= 8]
