"""Judges papers' statements about what profiles reveal, by the tables in ``INFORMATION``."""

from collections.abc import Callable, Mapping

import numpy as np
import pandas as pd

from kpath_jvm.evaluation.results.evidence import Evidence
from kpath_jvm.evaluation.results.judgement import Judgement, holds_if, unmeasured
from kpath_jvm.profilers import BPP, SPP
from kpath_jvm.reports.output import counted

#: Ball and Larus, table "Path Profiling versus Edge Profiling": the share of executed paths that
#: edge profiles predict.
_PREDICTED = 0.379
#: Tallam et al., table 8, at the degree that was chosen for each program: how far the definite flow
#: is below the real flow, how far the potential flow is above the real flow, and the average of the
#: chosen degrees.
_DEFINITE, _POTENTIAL, _DEGREE = 0.041, 0.08, 8
_ENOUGH = 0.9
_THRESHOLD = 1_000


def predicted(evidence: Evidence) -> Judgement:
    """Judges whether an edge profile predicts only a minority of the executed paths."""
    table = evidence.rows("predictions")
    if not len(table):
        return unmeasured("no predicted paths")
    shares = (table["predicted_paths"] / table["paths"]).astype(float)
    completions = (table["predicted_completions"] / table["completions"]).astype(float)
    measured = (
        f"{shares.mean():.1%} of the distinct paths of {counted(len(table), 'program')} on average "
        f"({shares.min():.1%} to {shares.max():.1%}; published {_PREDICTED:.1%}), with "
        f"{completions.mean():.1%} of all completions"
    )
    return holds_if(bool(shares.mean() < 0.5), measured, over=_programs(table))


def trained(evidence: Evidence) -> Judgement:
    """Judges whether most path completions belong to paths that a smaller input executed, too."""
    table = evidence.rows("predictions").dropna(subset=["trained_completions"])
    if not len(table):
        return unmeasured("no runs with a smaller input to compare with")
    completions = (table["trained_completions"] / table["completions"]).astype(float)
    paths = (table["trained_paths"] / table["paths"]).astype(float)
    measured = (
        f"{completions.mean():.1%} of the completions of {counted(len(table), 'program')} on "
        f"average, {completions.min():.1%} at least; {paths.mean():.1%} of the distinct paths"
    )
    return holds_if(bool(completions.mean() >= _ENOUGH), measured, over=_programs(table))


def aborts(evidence: Evidence) -> Judgement:
    """Judges whether few methods have too many paths at k = 2, and more methods at larger k."""
    table = evidence.rows("iterated")
    if not len(table):
        return unmeasured("no static counts of k-iteration paths")
    sums = table.groupby("k")[["methods", "hashed", "aborted"]].sum()
    shares = (sums["aborted"] / sums["methods"].clip(lower=1)).astype(float)
    measured = "; ".join(
        f"k = {k}: {int(row['aborted'])} above 60,000 and {int(row['hashed'])} more above 6,000"
        for k, row in sums.iterrows()
    )
    measured += f", of {int(sums['methods'].max()):,} methods with loops"
    grows = bool((np.diff(shares.to_numpy()) >= 0).all()) and shares.iloc[-1] > shares.iloc[0]
    few = bool(shares.get(2, 1.0) <= 0.05)
    return holds_if(grows and few, measured, over=_programs(table))


def _means(evidence: Evidence) -> pd.DataFrame:
    """Returns geometric means of the programs' overlaps, by threshold and profiler.

    The overlap of a program is the mean over its methods. Adding up the methods' counts would be no
    better: methods with equally long path windows would have the same weight, however often they
    run.
    """
    table = evidence.rows("accuracy").dropna(subset=["mean"])
    table = table.assign(log=np.log(table["mean"].clip(lower=1e-9)))
    return np.exp(table.pivot_table(index="threshold", columns="profiler", values="log"))


def accuracy(evidence: Evidence) -> Judgement:
    """Judges whether spp profiles with the threshold 1,000 overlap complete ones by about 90 %."""
    means = _means(evidence)
    if SPP.name not in means or _THRESHOLD not in means.index:
        return unmeasured(f"no overlap of spp at a threshold of {_THRESHOLD:,}")
    return holds_if(
        float(means[SPP.name].loc[_THRESHOLD]) >= 0.88,
        "spp, geometric means: "
        + ", ".join(f"{value:.1%} at {at:,}" for at, value in means[SPP.name].items()),
        over=_programs(evidence.rows("accuracy")),
    )


def ten_times(evidence: Evidence) -> Judgement:
    """Judges whether BPP needs many more samples than SPP for the same overlap.

    Yasue et al. say that BPP needs ten times as many. Five times as many are enough here.
    """
    means = _means(evidence)
    if not {SPP.name, BPP.name} <= set(means) or _THRESHOLD not in means.index:
        return unmeasured(f"no overlaps of spp and bpp at a threshold of {_THRESHOLD:,}")
    wanted = float(means[SPP.name].loc[_THRESHOLD])
    enough = means.index[means[BPP.name] >= wanted]
    listed = ", ".join(f"{value:.1%} at {at:,}" for at, value in means[BPP.name].items())
    reached = f"which bpp reaches at {enough[0]:,}" if len(enough) else "which bpp never reaches"
    measured = f"spp has {wanted:.1%} at {_THRESHOLD:,}, {reached}; bpp: {listed}"
    late = not len(enough) or bool(enough[0] >= 5 * _THRESHOLD)
    return holds_if(late, measured, over=_programs(evidence.rows("accuracy")))


def fewer_paths(evidence: Evidence) -> Judgement:
    """Judges whether there are fewer structural paths than Ball-Larus paths."""
    table = evidence.rows("accuracy")
    sums = table.groupby(["label", "profiler"])["paths"].max().unstack("profiler")
    if not {SPP.name, BPP.name} <= set(sums):
        return unmeasured("no complete profiles of spp and bpp")
    spp, bpp = int(sums[SPP.name].sum()), int(sums[BPP.name].sum())
    measured = f"executed paths of hot methods: spp {spp:,}, bpp {bpp:,} ({spp / bpp - 1:+.1%})"
    return holds_if(spp < bpp, measured, over=len(sums))


def _overlaps(evidence: Evidence) -> pd.DataFrame:
    return pd.concat([evidence.rows("overlaps"), evidence.rows("call_overlaps")])


def _programs(table: pd.DataFrame) -> int:
    return int(table["label"].nunique())


def _flows(evidence: Evidence) -> pd.DataFrame:
    """Returns the flows for each degree, added up over programs, loops and calls."""
    flows = ["real", "definite", "potential"]
    return _overlaps(evidence).groupby("degree")[flows].sum().astype(float)


def _off(row: "pd.Series[float]") -> tuple[float, float]:
    return 1 - row["definite"] / row["real"], row["potential"] / row["real"] - 1


def ball_larus_flow(evidence: Evidence) -> Judgement:
    """Judges whether Ball-Larus paths show only roughly how often one path followed another."""
    flows = _flows(evidence)
    if 0 not in flows.index or not flows.at[0, "real"]:
        return unmeasured("no overlapping paths of degree 0")
    less, more = _off(flows.loc[0])
    measured = f"definite flow -{less:.1%}, potential flow +{more:.1%} (published -37.6 %, +138 %)"
    return holds_if(less >= 0.1 and more >= 0.1, measured, over=_programs(_overlaps(evidence)))


def overlapping_flow(evidence: Evidence) -> Judgement:
    """Judges whether a small degree brings the definite and potential flow near the real flow."""
    flows = _flows(evidence)
    flows = flows[(flows.index <= _DEGREE) & (flows["real"] > 0)]
    if not len(flows):
        return unmeasured(f"no overlapping paths of a degree up to {_DEGREE}")
    offs = {int(degree): _off(row) for degree, row in flows.iterrows()}
    measured = "; ".join(
        f"degree {degree}: -{less:.1%}, +{more:.1%}" for degree, (less, more) in offs.items()
    )
    close = [less <= _DEFINITE and more <= _POTENTIAL for less, more in offs.values()]
    return holds_if(any(close), measured, over=_programs(_overlaps(evidence)))


JUDGES: Mapping[str, Callable[[Evidence], Judgement]] = {
    "predicted": predicted,
    "trained": trained,
    "aborts": aborts,
    "accuracy": accuracy,
    "ten-times": ten_times,
    "fewer-paths": fewer_paths,
    "ball-larus-flow": ball_larus_flow,
    "overlapping-flow": overlapping_flow,
}
