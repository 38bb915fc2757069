"""What a chart is, and what several have in common: data out of tables, captions, bars."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pandas as pd
from matplotlib.figure import Figure

from kpath_jvm.evaluation.figures.plots.bars import Axis, grouped_bars
from kpath_jvm.evaluation.results import series
from kpath_jvm.evaluation.results.experiment import Results, View, named_in_paper
from kpath_jvm.evaluation.results.series import MEAN, Measure

COUNTED, TIMED, KEPT = "counted", "timed", "kept"
Data = Callable[[Results, View], pd.DataFrame]
Draw = Callable[[pd.DataFrame, str, str], Figure]

MEANS = (
    "Bars are arithmetic means over paired trials, dots their medians, lines the 95 % bootstrap "
    "confidence interval of the median, grey bands the noise floor (native against native); "
    "a bar within its band is no evidence of a difference."
)
NO_BAR = "A cross stands where memory ran out, a square where the trials failed."
OF_TRIALS = "Bars are means over trials, dots medians, lines run from the least to the most."


class MissingDataError(Exception):
    """A chart cannot be drawn; the message says which data is missing."""


@dataclass(frozen=True)
class Chart:
    """A chart; ``number`` is the paper's figure that it mirrors, "" for our own.

    ``caption`` says what is drawn and how it is computed, ``basis`` whether it rests on a recorded
    stream (COUNTED), on a profile kept of one (KEPT) or on trials (TIMED): of ``profilers``, None
    for all. One that does not depend on ``by_cut`` is drawn once.
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

    @property
    def needs_recording(self) -> bool:
        """Whether it is drawn from recorded runs, and not from trials."""
        return self.basis != TIMED

    @property
    def needs_profile(self) -> bool:
        """Whether a recorded run's profile is kept for it."""
        return self.basis == KEPT


def bars(label: str, log: bool = False, reference: float | None = None) -> Draw:
    """Returns the drawing function of a bar chart."""
    axis = Axis(label, log, reference)
    return lambda data, title, note: grouped_bars(data, axis, title, note)


def structure(measure: Measure, what: str, blpp: str = "") -> Data:
    """Returns the data function of a structural chart over k, with its means."""

    def data(results: Results, view: View) -> pd.DataFrame:
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
) -> Data:
    """Returns the data function of a chart of ratios, with its averages."""

    def data(results: Results, view: View) -> pd.DataFrame:
        found = series.ratios(results, view, profilers, baseline, form, metric)
        if not found["value"].notna().any():
            raise MissingDataError(
                f"tables/ratios.csv has no {form} of {metric} to {baseline} for "
                f"{', '.join(profilers)}, {view.text()}"
            )
        return series.with_averages(three_ks(found) if len(profilers) > 1 else found, averages)

    return data


def three_ks(bars: pd.DataFrame) -> pd.DataFrame:
    """Keeps the least, a middle and the greatest k: beside other profilers that is enough."""
    ks = sorted(set(bars["k"].dropna()))
    if len(ks) <= 3:
        return bars
    middle = min(ks[1:-1], key=lambda k: abs(k - 8))
    return bars[bars["k"].isna() | bars["k"].isin([ks[0], middle, ks[-1]])]


def per_trial(
    value: Callable[[pd.DataFrame], "pd.Series[float]"], what: str, averages: Sequence[str] = ()
) -> Data:
    """Returns the data function of a chart of means over trials."""

    def data(results: Results, view: View) -> pd.DataFrame:
        found = series.of_trials(results, view, value)
        found = found[found["value"].notna() & (found["value"] > 0)]
        if not len(found):
            raise MissingDataError(f"tables/trials.csv has no {what} for {view.text()}")
        return series.with_averages(three_ks(found), averages)

    return data


def named_or_few(data: pd.DataFrame, published: Sequence[str]) -> list[str]:
    """Returns the labels to name in a chart of lines: the paper's, and all if they are few."""
    labelled = list(dict.fromkeys(data["label"]))
    first = named_in_paper(published, labelled)
    return first + [label for label in labelled if label not in first and len(labelled) <= 8]
