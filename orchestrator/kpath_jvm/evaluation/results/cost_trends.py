"""Judges papers' statements about the costs of Ball-Larus, k-iteration and overlapping paths."""

from collections.abc import Mapping

import pandas as pd

from kpath_jvm.evaluation.results.costs import (
    Judge,
    Way,
    lacking,
    mean_against_noise,
    mean_within,
    noise_of,
    percent,
    ratios_of,
    settings_of,
    share_at_most,
    tried,
    tried_by,
)
from kpath_jvm.evaluation.results.evidence import (
    FALLS,
    RISES,
    UNDECIDED,
    Evidence,
    direction,
)
from kpath_jvm.evaluation.results.judgement import (
    FAILS,
    HOLDS,
    NOISE,
    Judgement,
    among,
)
from kpath_jvm.evaluation.results.settings import Chosen
from kpath_jvm.profilers import BLPP, BLPP_ARRAY, BLPP_HASH, EDGE, EDGE_CHORDS, KITER, OL
from kpath_jvm.reports.output import counted

_SHARE = 0.75
#: A measured overhead may differ from the published one by this factor, because programs and
#: machines differ.
_FACTOR = 2.0
#: Ball and Larus, slides "PP Overhead": averages over SPEC95.
_PATHS, _EDGES = 0.309, 0.161
#: Roy and Srikant, table 3: the slowdown that only one program exceeds at k = 2, the slowdown that
#: only two programs exceed at k = 3, and the worst slowdown.
_TWO, _THREE, _WORST = 1.57, 1.87, 6.12
#: Tallam et al., table 9: the overhead of overlapping loop paths, 33.8 %, divided by the overhead
#: of Ball-Larus paths, 22.7 %.
_LOOPS = 33.8 / 22.7
#: Tallam et al., section 4.2: like ``_LOOPS``, but with overlapping paths across calls as well.
_CALLS = 4.2
#: The degree of overlapping paths that is the agent's default.
_DEGREE = 3


def path_over_edge(evidence: Evidence) -> Judgement:
    """Judges whether path profiling costs more than edge profiling.

    Ball and Larus report 30.9 % against 16.1 %.
    """
    rows = ratios_of(evidence, BLPP)
    way, of_edges, edges = _edges(evidence)
    paths = tried(rows, Way(BLPP))
    both = paths.index.intersection(edges.index)
    if not len(both):
        return lacking([rows, of_edges], "edge counts and of Ball-Larus paths with event counting")
    paths, edges = paths.loc[both], edges.loc[both]
    of_path, of_edge = float(paths["mean"].mean()), float(edges["mean"].mean())
    low, high = noise_of(paths, edges)
    measured = (
        f"{percent(of_path)} against {percent(of_edge)} ({way.text}) in the mean over "
        f"{counted(len(both), 'benchmark')}; noise floor {low:.2f} to {high:.2f}"
    )
    quotient = of_path / of_edge
    if low <= quotient <= high:
        return Judgement(NOISE, measured, over=len(both))
    return Judgement(HOLDS if quotient > high else FAILS, measured, over=len(both))


def path_cost(evidence: Evidence) -> Judgement:
    """Judges whether path profiling costs about 30.9 % on average."""
    rows = ratios_of(evidence, BLPP)
    return _overhead(Way(BLPP), rows, tried(rows, Way(BLPP)), _PATHS)


def edge_cost(evidence: Evidence) -> Judgement:
    """Judges whether edge profiling costs about 16.1 % on average."""
    return _overhead(*_edges(evidence), _EDGES)


def _edges(evidence: Evidence) -> tuple[Way, pd.DataFrame, pd.DataFrame]:
    """Returns a way to count edges, all its rows of ratios.csv, and its rows with enough trials.

    The profiler that counts on chords is preferred, because QPT2, which Ball and Larus measured,
    counts on chords. If this profiler has too few trials, the other edge profiler is returned.
    """
    for profiler in (EDGE_CHORDS, EDGE):
        rows = ratios_of(evidence, profiler)
        found = tried(rows, Way(profiler))
        if len(found) or profiler == EDGE:
            break
    return Way(profiler), rows, found


def _overhead(way: Way, rows: pd.DataFrame, found: pd.DataFrame, published: float) -> Judgement:
    if not len(found):
        return lacking([rows], way.text)
    return mean_within(found, way.text, published / _FACTOR, published * _FACTOR)


def hashing(evidence: Evidence) -> Judgement:
    """Judges whether increments cost more in hash tables than in arrays."""
    rows = ratios_of(evidence, BLPP, BLPP.name)
    found = tried(rows, Way(BLPP, own=(("array_paths", 0),)))
    if len(found):
        return mean_against_noise(found, "T(hash tables only) / T(arrays), event counting", True)
    rows = ratios_of(evidence, BLPP_HASH, BLPP_ARRAY.name)
    found = tried(rows, Way(BLPP_HASH))
    if not len(found):
        return lacking([rows], "Ball-Larus paths in hash tables and in arrays")
    return mean_against_noise(found, "T(hash table) / T(arrays)", True)


def event_counting(evidence: Evidence) -> Judgement:
    """Judges whether increments on a spanning tree's chords cost less than on all edges."""
    rows = ratios_of(evidence, BLPP, BLPP_ARRAY.name)
    found = tried(rows, Way(BLPP))
    if not len(found):
        return lacking([rows], "Ball-Larus paths with event counting and without")
    return mean_against_noise(found, "T(event counting) / T(arrays without it)", False)


def two_iterations(evidence: Evidence) -> Judgement:
    """Judges whether, at k = 2, most programs take at most 1.57 times BLPP's time."""
    return _iterations(evidence, 2, _TWO)


def three_iterations(evidence: Evidence) -> Judgement:
    """Judges whether, at k = 3, most programs take at most 1.87 times BLPP's time."""
    return _iterations(evidence, 3, _THREE)


def _iterations(evidence: Evidence, k: int, bound: float) -> Judgement:
    rows = ratios_of(evidence, KITER, BLPP.name)
    found = tried(rows, Way(KITER, k))
    if not len(found):
        return lacking([rows], f"k-iteration paths at k = {k} and of Ball-Larus paths")
    return share_at_most(found, bound, _SHARE, f"T(k = {k}) / T(BL)")


def iterations_rise(evidence: Evidence) -> Judgement:
    """Judges whether three iterations cost more than two, on every program."""
    rows = ratios_of(evidence, KITER, BLPP.name)
    two, three = (tried(rows, Way(KITER, k)) for k in (2, 3))
    both = two.index.intersection(three.index)
    if not len(both):
        return lacking([rows], "k-iteration paths at k = 2 and 3")
    found: dict[str, list[str]] = {RISES: [], FALLS: [], UNDECIDED: []}
    for label in both:
        before, after = two.loc[label], three.loc[label]
        told = f"{label} ({before['median']:.2f} to {after['median']:.2f})"
        found[direction(before, after)].append(told)
    rising, falling, open_ = found.values()
    measured = (
        f"rises on {len(rising)} of {len(both)} ({among(rising)}); falls on {among(falling)}; "
        f"within noise on {among(open_)}"
    )
    verdict = FAILS if falling else NOISE if open_ else HOLDS
    return Judgement(verdict, measured, over=len(both))


def iterations_worst(evidence: Evidence) -> Judgement:
    """Judges whether the worst slowdown is about 6.12."""
    rows = ratios_of(evidence, KITER, BLPP.name)
    found = pd.concat([tried(rows, Way(KITER, k)) for k in (2, 3)])
    if not len(found):
        return lacking([rows], "k-iteration paths and of Ball-Larus paths")
    worst = found.sort_values("mean").iloc[-1]
    measured = f"worst: {worst.name} at k = {worst['k']}, {worst['mean']:.2f} times BL's time"
    over = found.index.nunique()
    if worst["verdict"] != "slower":
        return Judgement(NOISE, f"{measured}, which is within noise", over=over)
    near = _WORST / _FACTOR <= worst["mean"] <= _WORST * _FACTOR
    return Judgement(HOLDS if near else FAILS, measured, over=over)


def _overlaps(rows: pd.DataFrame, own: Chosen = ()) -> tuple[int, pd.DataFrame] | None:
    """Returns the greatest degree of overlapping paths that has enough trials, and its rows.

    Returns None if no degree has enough trials. Degree 0 doesn't count: overlapping paths of degree
    0 are Ball-Larus paths.
    """
    found = tried_by(rows, OL, "degree", _DEGREE, own)
    usable = [degree for degree in found if degree > 0]
    return (usable[-1], found[usable[-1]]) if usable else None


def _no_overlaps(evidence: Evidence) -> Judgement:
    return lacking([ratios_of(evidence, OL, BLPP.name)], "overlapping paths and Ball-Larus paths")


def overlaps_more(evidence: Evidence) -> Judgement:
    """Judges whether overlapping loop paths cost more than Ball-Larus paths on most programs."""
    found = _overlaps(ratios_of(evidence, OL, BLPP.name))
    if found is None:
        return _no_overlaps(evidence)
    degree, rows = found
    sure = rows["verdict"] == "slower"
    less = [str(label) for label in rows.index[rows["verdict"] == "faster"]]
    measured = (
        f"degree {degree}: T(OL) / T(BL) {rows['mean'].mean():.2f} in the mean, slower on "
        f"{int(sure.sum())} of {len(rows)}; faster on {among(less)}"
    )
    if sure.mean() >= _SHARE:
        return Judgement(HOLDS, measured, over=len(rows))
    return Judgement(NOISE if not less else FAILS, measured, over=len(rows))


def overlaps_loops(evidence: Evidence) -> Judgement:
    """Judges whether overlapping loop paths have about 1.5 times Ball-Larus paths' overhead."""
    found = _overlaps(ratios_of(evidence, OL, BLPP.name, "overhead"))
    return _no_overlaps(evidence) if found is None else _overhead_near(*found, _LOOPS)


def _overhead_near(degree: int, rows: pd.DataFrame, published: float) -> Judgement:
    mean, median = float(rows["mean"].mean()), float(rows["median"].median())
    measured = (
        f"degree {degree}: (T(OL) - T(native)) / (T(BL) - T(native)) {mean:.2f} in the mean over "
        f"{counted(len(rows), 'benchmark')}, {median:.2f} in the median"
    )
    if published / _FACTOR <= mean <= published * _FACTOR:
        return Judgement(HOLDS, measured, over=len(rows))
    is_open = (rows["verdict"] == "within-noise").mean() > 0.5
    return Judgement(NOISE if is_open else FAILS, measured, over=len(rows))


def overlaps_all(evidence: Evidence) -> Judgement:
    """Judges whether overlapping paths, also across calls, have about 4.2 times BL's overhead."""
    rows = ratios_of(evidence, OL, BLPP.name, "overhead")
    found = _overlaps(rows, (("calls", True),))
    if found is None:
        calls = rows[rows["calls"].eq(True).fillna(False)]
        return lacking([calls], "overlapping paths across calls and Ball-Larus paths")
    return _overhead_near(*found, _CALLS)


def iterations_larger(evidence: Evidence) -> Judgement:
    """Judges whether Roy and Srikant's technique costs more than BLPP."""
    rows = ratios_of(evidence, KITER, BLPP_HASH.name)
    found = {k: tried(rows, Way(KITER, k)) for k in settings_of(rows, "k")}
    ks = [k for k, table in found.items() if len(table)]
    if not ks:
        return lacking([rows], "k-iteration numbering and of BLPP")
    return mean_against_noise(found[ks[-1]], f"T(k = {ks[-1]}) / T(BLPP)", True)


def overlaps_larger(evidence: Evidence) -> Judgement:
    """Judges whether Tallam et al.'s technique costs more than BLPP."""
    rows = ratios_of(evidence, OL, BLPP_HASH.name)
    found = _overlaps(rows)
    if found is None:
        return lacking([rows], "overlapping paths and of BLPP")
    degree, table = found
    return mean_against_noise(table, f"T({OL.title}, degree {degree}) / T(BLPP)", True)


#: The judges by the names in published/*-costs.toml.
JUDGES: Mapping[str, Judge] = {
    "cost-path-over-edge": path_over_edge,
    "cost-path": path_cost,
    "cost-edge": edge_cost,
    "cost-hashing": hashing,
    "cost-event-counting": event_counting,
    "cost-two-iterations": two_iterations,
    "cost-three-iterations": three_iterations,
    "cost-iterations-rise": iterations_rise,
    "cost-iterations-worst": iterations_worst,
    "cost-overlaps-more": overlaps_more,
    "cost-overlaps-loops": overlaps_loops,
    "cost-overlaps-all": overlaps_all,
    "cost-iterations-larger": iterations_larger,
    "cost-overlaps-larger": overlaps_larger,
}
