"""Charts of what each profiler's profiles reveal about the paths that ran."""

import pandas as pd
from matplotlib.figure import Figure

from kpath_jvm.evaluation.figures import style
from kpath_jvm.evaluation.figures.charts.chart import COUNTED, Chart, MissingDataError
from kpath_jvm.evaluation.figures.plots.curves import CurvePanel, Curves, draw_curves
from kpath_jvm.evaluation.figures.plots.shares import draw_shares
from kpath_jvm.evaluation.results import settings
from kpath_jvm.evaluation.results.experiment import ChartView, Results, label_of_each
from kpath_jvm.evaluation.results.papers import BALL_LARUS, ROY_SRIKANT, TALLAM, YASUE
from kpath_jvm.evaluation.results.series_names import SeriesName
from kpath_jvm.profilers import BPP, SPP, STREAM

_EXACT, _BOUNDED = "exactly", "by lower bounds"
#: For each share, the column that it is computed from, the column of the total, and the panel's
#: title.
_SHARES = (
    ("predicted_paths", "paths", "paths: edges tell"),
    ("predicted_completions", "completions", "completions: edges tell"),
    ("trained_paths", "paths", "paths: trained"),
    ("trained_completions", "completions", "completions: trained"),
)


#: The thresholds that are shown: how many paths of each method `spp` and `bpp` count. 0 stands for
#: all paths, which gives the complete profile. For 1,000, Yasue et al. report that the profile
#: overlaps the complete one by about 90 % (section 4.3).
_THRESHOLDS = (0, 1_000)
_FLOWS = ("definite", "potential")
_ACROSS = " across calls"


def _labelled(results: Results, view: ChartView, name: str) -> pd.DataFrame:
    table = results.of_view(name, view).reset_index(drop=True)
    if not len(table):
        raise MissingDataError(f"tables/{name}.csv has nothing for {view.text()}")
    return table.assign(label=label_of_each(table))


def information_data(results: Results, view: ChartView) -> pd.DataFrame:
    """Returns what share of the flow of sequences is determined, by series and length.

    Values are means over programs: of the share that is determined exactly, and of the further
    share that lower bounds guarantee.
    """
    table = _labelled(results, view, "information")
    table = table[table["flow"] > 0]
    # Rows with a value in array_paths repeat other rows, because arrays and hash tables have the
    # same counts.
    table = table[table["array_paths"].isna() & table["threshold"].isin([pd.NA, *_THRESHOLDS])]
    is_stream = table["profiler"] == STREAM.name
    table = table[~is_stream | table["k"].isin(table["length"])]
    named = [
        str(
            SeriesName(
                row["profiler"],
                None if pd.isna(row["k"]) else int(row["k"]),
                own=settings.chosen(row),
            )
        )
        for row in table.to_dict("records")
    ]
    table = table.assign(series=named)
    order = sorted(dict.fromkeys(named), key=style.rank)
    found = []
    for length in sorted(set(table["length"])):
        for series in order:
            own = table[(table["length"] == length) & (table["series"] == series)]
            for part, column in ((_EXACT, "exact"), (_BOUNDED, "bounded")):
                shares = (own[column] / own["flow"]).astype(float)
                found.append(
                    {
                        "panel": str(length), "label": style.label(series), "part": part,
                        "value": shares.mean(), "n": len(own),
                    }
                )  # fmt: skip
    return pd.DataFrame(found)


def _draw_information(data: pd.DataFrame, title: str, note: str) -> Figure:
    panels = [(key, f"sequences of {key} paths") for key in dict.fromkeys(data["panel"])]
    parts = {
        _EXACT: (style.OKABE_ITO["blue"], ""), _BOUNDED: (style.OKABE_ITO["sky"], "////"),
    }  # fmt: skip
    return draw_shares(data, panels, parts, title, note)


def predicted_data(results: Results, view: ChartView) -> pd.DataFrame:
    """Returns, by program, which share of the paths and of their completions was predicted.

    Paths are predicted by an edge profile, or by a training run with a smaller input.
    """
    table = _labelled(results, view, "predictions")
    parts = []
    for column, whole, panel in _SHARES:
        value = (table[column] / table[whole]).astype(float)
        parts.append(table[["label"]].assign(panel=panel, part="share", value=value))
    return pd.concat(parts).dropna(subset=["value"]).reset_index(drop=True)


def _draw_predicted(data: pd.DataFrame, title: str, note: str) -> Figure:
    panels = [(panel, panel) for *_, panel in _SHARES if panel in set(data["panel"])]
    return draw_shares(data, panels, {"share": (style.OKABE_ITO["orange"], "")}, title, note)


def aborts_data(results: Results, view: ChartView) -> pd.DataFrame:
    """Returns, by program and k, which share of the methods with loops has too many paths.

    There is a share for each of the two limits of Roy and Srikant: 60,000 and 6,000 paths.
    """
    table = _labelled(results, view, "iterated")
    parts = []
    for panel, columns in (("60,000", ["aborted"]), ("6,000", ["aborted", "hashed"])):
        value = (table[columns].sum(axis=1) / table["methods"].clip(lower=1)).astype(float)
        parts.append(table[["label", "k"]].assign(panel=panel, value=value))
    return pd.concat(parts).rename(columns={"k": "x"}).reset_index(drop=True)


def _draw_aborts(data: pd.DataFrame, title: str, note: str) -> Figure:
    panels = [
        CurvePanel("60,000", "above 60,000: given up"),
        CurvePanel("6,000", "above 6,000: no array"),
    ]
    return draw_curves(data, Curves(panels, "k"), title, note)


def accuracy_data(results: Results, view: ChartView) -> pd.DataFrame:
    """Returns how far online profiles of hot methods overlap with complete profiles.

    An online profile has only the first paths of each method, up to the threshold. ``value`` is the
    mean overlap of the hot methods, for each profiler, program and threshold.
    """
    table = _labelled(results, view, "accuracy").dropna(subset=["mean"])
    table = table.rename(columns={"profiler": "panel", "threshold": "x", "mean": "value"})
    return table[["panel", "label", "x", "value", "pooled", "methods"]].reset_index(drop=True)


def _draw_accuracy(data: pd.DataFrame, title: str, note: str) -> Figure:
    panels = [
        CurvePanel(SPP.name, "spp: paths of each level", 0.0, 1.02),
        CurvePanel(BPP.name, "bpp: Ball-Larus paths", 0.0, 1.02),
    ]
    curves = Curves(panels, "threshold: samples per method", mean="geometric mean")
    return draw_curves(data, curves, title, note)


def flow_data(results: Results, view: ChartView) -> pd.DataFrame:
    """Returns definite and potential flow relative to the real flow, by program and degree.

    Overlapping paths give bounds for how often the second path of a pair followed the first.
    Definite flow is the sum of the lower bounds, potential flow the sum of the upper bounds, and
    real flow the sum of the exact counts.
    """
    parts = []
    for name, suffix in (("overlaps", ""), ("call_overlaps", _ACROSS)):
        if suffix and not len(results.of_view(name, view)):
            # Tables of earlier versions cover only loops.
            continue
        table = _labelled(results, view, name)
        keys = ["label", "degree"]
        table = table.groupby(keys, sort=False)[["real", *_FLOWS]].sum().reset_index()
        table = table[table["real"] > 0]
        parts += [
            table[keys].assign(
                panel=panel + suffix, value=(table[panel] / table["real"]).astype(float)
            )
            for panel in _FLOWS
        ]
    return pd.concat(parts).rename(columns={"degree": "x"}).reset_index(drop=True)


def _draw_flow(data: pd.DataFrame, title: str, note: str) -> Figure:
    panels = [
        CurvePanel("definite", "loops: definite / real", 0.0, 1.05),
        CurvePanel("potential", "loops: potential / real", 0.95),
        CurvePanel(f"definite{_ACROSS}", "calls: definite / real", 0.0, 1.05),
        CurvePanel(f"potential{_ACROSS}", "calls: potential / real", 0.95),
    ]
    shown = [panel for panel in panels if panel.key in set(data["panel"])]
    return draw_curves(data, Curves(shown, "degree: predicates passed"), title, note)


CHARTS = (
    Chart(
        "information", "", "How much of the flow of iterations profilers determine",
        "Each panel's title gives the length of its sequences in Ball-Larus paths. The panel shows "
        "the share of their occurrences that each profiler's own profile determines exactly, and "
        "the further share that lower bounds guarantee. The rest isn't known. Shares are means "
        "over programs.",
        COUNTED, information_data, _draw_information, by_cut=False,
    ),
    Chart(
        "ball-larus-predicted", "", "Paths that an edge profile or a training run predicts",
        "The share of the executed paths that follow the most frequent way at each branch, and the "
        "share that was also executed with a smaller input. Published: 37.9 % of the paths for the "
        "former share, and 41.8 % to 98.2 % for the latter.",
        COUNTED, predicted_data, _draw_predicted, by_cut=False, paper=BALL_LARUS.key,
    ),
    Chart(
        "roy-srikant-aborts", "", "Methods with too many k-iteration paths",
        "The share of the methods with loops that have too many paths, by static counts. At k = 1, "
        "the paths are Ball-Larus paths.",
        COUNTED, aborts_data, _draw_aborts, by_cut=False, paper=ROY_SRIKANT.key,
    ),
    Chart(
        "yasue-figure15", "", "Overlap of online profiles with complete profiles",
        "Each path of a method has a share in the online profile and one in the complete profile. "
        "The lesser of these two shares, summed over all paths, is the method's overlap. Shown is "
        "the mean over the hot methods (at least 10,000 "
        "completions) by the online profile's threshold, as in the paper's figures 15 and 16.",
        COUNTED, accuracy_data, _draw_accuracy, by_cut=False, paper=YASUE.key,
    ),
    Chart(
        "tallam-table8", "", "Definite and potential flow of pairs of paths",
        "Definite and potential flow are the sums of the lower and of the upper bounds, over all "
        "pairs of iterations in loops, or over all pairs of paths across calls. Both are divided "
        "by the flow in "
        "exact profiles, as in the paper's table 8 and figures 5 to 8. At degree 0, the bounds "
        "come from Ball-Larus paths alone.",
        COUNTED, flow_data, _draw_flow, by_cut=False, paper=TALLAM.key,
    ),
)  # fmt: skip
