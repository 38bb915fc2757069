"""Judges the k-BLPP paper's statements about structure, mostly from structure.csv."""

import pandas as pd

from kpath_jvm.evaluation.results.evidence import Evidence, ends
from kpath_jvm.evaluation.results.experiment import OUTLIERS, SHORT_LOOPS, named_in_paper
from kpath_jvm.evaluation.results.judgement import (
    FAILS,
    HOLDS,
    Judgement,
    among,
    holds_if,
    unmeasured,
)
from kpath_jvm.evaluation.results.laws import fit_inverse_law
from kpath_jvm.evaluation.results.series import column, l2_misses, of_all_methods, quotient
from kpath_jvm.profilers import K_BLPP

DEEPER = ("sunflow", "heapsort")
_SHARE = 0.75
#: A program is loop-intensive if it has at least this many paths per activation. The number is the
#: paper's greatest k (16), minus 1.
_LOOP_INTENSIVE = 15
_EXPONENT = -0.85
_SCANS, _DEGREES = (58.8, 10.3), (2.6, 1.3)


def _intensive(evidence: Evidence) -> list[str]:
    per = evidence.paths_per_activation
    return [str(label) for label, value in per.items() if value >= _LOOP_INTENSIVE]


def _in_words(found: pd.DataFrame, form: str = "{:.3g}") -> str:
    """Returns up to eight rows of ``ends`` as words: "avrora 1.2 (k = 2) to 0.9 (k = 16); ..."."""
    return "; ".join(
        f"{label} {form.format(row['first'])} (k = {int(row['first_k'])}) to "
        f"{form.format(row['last'])} (k = {int(row['last_k'])})"
        for label, row in found.head(8).iterrows()
    )


def law(evidence: Evidence) -> Judgement:
    """Judges whether hash operations fall like 1/(k-1) on loop-intensive programs."""
    if not len(evidence.structure):
        return unmeasured("no hash operations")
    wide = evidence.wide(quotient("hash_operations", "blpp_hash_operations"))
    exponents = {}
    for label in _intensive(evidence):
        there = wide.loc[label].dropna()
        fit = fit_inverse_law(there.index.to_numpy(float), there.to_numpy(float))
        if fit is not None:
            exponents[label] = fit.exponent
    if not exponents:
        return unmeasured(
            f"no benchmark has {_LOOP_INTENSIVE} paths per activation and 3 values of k; the "
            f"largest number of paths per activation is {evidence.paths_per_activation.max():.3g}"
        )
    slower = [label for label, value in exponents.items() if value > _EXPONENT]
    listed = ", ".join(f"{label} {value:.2f}" for label, value in list(exponents.items())[:12])
    measured = f"exponents (-1 is the pure law): {listed}"
    why = "; ".join(
        f"{label}: {evidence.paths_per_activation[label]:.3g} paths per activation on average"
        for label in slower
    )
    return holds_if(not slower, measured, why + "." if why else "", over=len(exponents))


def flat(evidence: Evidence) -> Judgement:
    """Judges whether avrora and hsqldb gain nothing from larger k."""
    wide = evidence.wide(quotient("hash_operations", "blpp_hash_operations"))
    found = ends(wide)
    known = named_in_paper(SHORT_LOOPS, list(found.index))
    if not known:
        return unmeasured("neither avrora nor hsqldb was measured at two values of k")
    found = found.loc[known]
    kept = found["last"] / found["before_last"]
    per = evidence.paths_per_activation
    measured = "; ".join(
        f"{label}: {found.at[label, 'before_last']:.3g} (k = {found.at[label, 'before_last_k']}) "
        f"to {found.at[label, 'last']:.3g} (k = {found.at[label, 'last_k']}), "
        f"{per[label]:.3g} paths per activation"
        for label in known
    )
    return holds_if(bool((kept >= 0.9).all()), measured, over=len(known))


def _of_eclipse(wide: pd.DataFrame) -> pd.DataFrame:
    found = ends(wide)
    return found.loc[named_in_paper(["eclipse"], list(found.index))]


def scans_fall(evidence: Evidence) -> Judgement:
    """Judges whether eclipse's node scans per path fall with k."""
    found = _of_eclipse(evidence.scans_per_path)
    if not len(found):
        return unmeasured("no node scans of eclipse at two values of k")
    return holds_if(bool((found["last"] < found["first"]).all()), _in_words(found), over=1)


def scans_size(evidence: Evidence) -> Judgement:
    """Judges whether eclipse has about 58.8 node scans per path at k = 2, and 10.3 at k = 16."""
    found = _of_eclipse(evidence.scans_per_path)
    if not len(found) or found["first_k"].iloc[0] != 2 or found["last_k"].iloc[0] != 16:
        return unmeasured("no node scans of eclipse at k = 2 and k = 16")
    row = found.iloc[0]
    near = all(
        published / 2 <= value <= published * 2
        for value, published in zip((row["first"], row["last"]), _SCANS, strict=True)
    )
    table = evidence.structure
    mine = table[(table["label"] == found.index[0]) & table["streamed_items"].notna()]
    streamed = ""
    if len(mine) and int(mine["streamed_items"].iloc[0]) > 0:
        share = mine["streamed_items"].iloc[0] / mine["items"].iloc[0]
        streamed = (
            f"{share:.0%} of its path completions are in activations of more than one path; for "
            f"each of these completions there are {row['first'] / share:.3g} scans at k = 2 and "
            f"{row['last'] / share:.3g} at k = 16."
        )
    return holds_if(near, _in_words(found), streamed, over=1)


def scans_extreme(evidence: Evidence) -> Judgement:
    """Judges whether no other benchmark scans as many nodes per path as eclipse."""
    first = ends(evidence.scans_per_path)["first"].astype(float)
    known = named_in_paper(["eclipse"], list(first.index))
    if not known or len(first) < 2:
        return unmeasured("no node scans of eclipse and another benchmark")
    order = first.sort_values(ascending=False)
    listed = ", ".join(f"{label} {value:.3g}" for label, value in order.head(5).items())
    measured = f"most scans per path at the least k: {listed}"
    return holds_if(order.index[0] in known, measured, over=len(first))


def ksf_degree(evidence: Evidence) -> Judgement:
    """Judges whether eclipse's internal k-SF nodes have degree 2.6 at k = 2, and 1.3 at k = 16."""
    found = _of_eclipse(evidence.wide(column("ksf_internal_degree")))
    if not len(found) or found["first_k"].iloc[0] != 2 or found["last_k"].iloc[0] != 16:
        return unmeasured("no degrees of eclipse at k = 2 and k = 16")
    row = found.iloc[0]
    near = all(
        abs(value - published) <= published / 4
        for value, published in zip((row["first"], row["last"]), _DEGREES, strict=True)
    )
    return holds_if(near and row["last"] < row["first"], _in_words(found), over=1)


def cpi(evidence: Evidence) -> Judgement:
    """Judges whether the cycles per instruction (CPI) of the four outliers rise with k."""
    counters = evidence.results.counters.dropna(subset=["cycles_per_instruction"])
    trials = of_all_methods(evidence.rows("trials"))
    own = trials[(trials["profiler"] == K_BLPP.name) & (trials["cut"] == evidence.view.cut)]
    joined = own.merge(counters[["trial", "cycles_per_instruction"]], on="trial")
    if not len(joined):
        return unmeasured("CPI is not available on this machine: no hardware counters")
    wide = joined.pivot_table(index="label", columns="k", values="cycles_per_instruction")
    found = ends(wide)
    known = named_in_paper(OUTLIERS, list(found.index))
    if not known:
        return unmeasured("none of the four benchmarks has counters at two values of k")
    found = found.loc[known]
    rises = bool((found["last"] > found["first"]).all())
    return holds_if(rises, _in_words(found), over=len(known))


def misses(evidence: Evidence) -> Judgement:
    """Judges whether the L1 or L2 miss rate of each of the four outliers rises with k."""
    parts: list[str] = []
    rising: dict[str, bool] = {}
    for name, rate in (("L1", column("l1_miss_rate")), ("L2", l2_misses)):
        found = ends(evidence.wide(rate))
        known = named_in_paper(OUTLIERS, list(found.index))
        found = found.loc[known]
        if known:
            parts.append(f"{name} misses per access: {_in_words(found)}")
        for label in known:
            rises = bool(found.at[label, "last"] >= found.at[label, "first"] * 1.05)
            rising[label] = rising.get(label, False) or rises
    if not rising:
        return unmeasured("none of the four benchmarks has miss rates at two values of k")
    flat_ones = [label for label, rises in rising.items() if not rises]
    measured = "simulated; " + " | ".join(parts)
    why = f"No rise: {among(flat_ones)}." if flat_ones else ""
    return holds_if(not flat_ones, measured, why, over=len(rising))


def nodes_grow(evidence: Evidence) -> Judgement:
    """Judges whether k-BLPP needs substantially more space than BLPP on loop-intensive programs."""
    labels = _intensive(evidence)
    found = ends(evidence.wide(quotient("ksf_nodes", "blpp_entries")))
    found = found.loc[[label for label in labels if label in found.index]]
    if not len(found):
        return unmeasured(f"no benchmark with {_LOOP_INTENSIVE} paths per activation")
    larger = found["last"] >= 2
    measured = (
        f"nodes per BLPP entry at the greatest k: at least 2 on {int(larger.sum())} of "
        f"{len(found)} benchmarks; {_in_words(found)}"
    )
    return holds_if(bool(larger.mean() >= _SHARE), measured, over=len(found))


def memory(evidence: Evidence) -> Judgement:
    """Judges whether some benchmarks run out of memory for large k."""
    out = evidence.ran_out()
    if not len(evidence.structure) and not len(out):
        return unmeasured("no structural metrics")
    listed = among(f"{label} from k = {k}" for label, k in out.items())
    tried = {*evidence.structure["label"], *out.index}
    return holds_if(len(out) > 0, f"ran out of memory: {listed}", over=len(tried))


def millions(evidence: Evidence) -> Judgement:
    """Judges whether the largest profile contains several millions of paths."""
    table = evidence.structure.dropna(subset=["ipf_nodes"])
    if not len(table):
        return unmeasured("no nodes of the k-IPF")
    row = table.loc[table["ipf_nodes"].idxmax()]
    measured = f"largest: {row['label']} at k = {row['k']}, {int(row['ipf_nodes']):,} nodes"
    size = f"Inputs are of size {evidence.view.size}."
    over = table["label"].nunique()
    return holds_if(bool(row["ipf_nodes"] >= 2_000_000), measured, size, over=over)


def compact(evidence: Evidence) -> Judgement:
    """Judges whether the k-IPF is more compact than the k-SF."""
    table = evidence.structure.dropna(subset=["ipf_nodes", "ksf_nodes"])
    if not len(table):
        return unmeasured("no benchmark has the node counts of both forests")
    larger = table[table["ipf_nodes"] > table["ksf_nodes"]]
    measured = f"the k-IPF has more nodes in {len(larger)} of {len(table)} cases"
    if len(larger):
        most = larger.loc[(larger["ipf_nodes"] / larger["ksf_nodes"]).idxmax()]
        measured += (
            f"; most: {most['label']} at k = {most['k']}, {int(most['ipf_nodes']):,} against "
            f"{int(most['ksf_nodes']):,}"
        )
    over = table["label"].nunique()
    return Judgement(FAILS if len(larger) else HOLDS, measured, over=over)


def ipf_degree(evidence: Evidence) -> Judgement:
    """Judges whether the degree of internal k-IPF nodes falls with k."""
    found = ends(evidence.wide(column("ipf_internal_degree")))
    if not len(found):
        return unmeasured("no degrees of the k-IPF at two values of k")
    falls = found["last"] < found["first"]
    rising = [str(label) for label in found.index[~falls]]
    measured = f"falls on {int(falls.sum())} of {len(found)}; does not fall on {among(rising)}"
    return holds_if(bool(falls.mean() >= _SHARE), measured, over=len(found))


def deeper(evidence: Evidence) -> Judgement:
    """Judges whether the degree of internal k-IPF nodes rises at some k on sunflow and heapsort."""
    wide = evidence.wide(column("ipf_internal_degree"))
    known = named_in_paper(DEEPER, list(ends(wide).index))
    if not known:
        return unmeasured("neither sunflow nor heapsort was measured at two values of k")
    lines, rises = [], []
    for label in known:
        degrees = wide.loc[label].dropna()
        rises.append(bool((degrees >= 1.01 * degrees.cummin()).any()))
        lines.append(f"{label}: " + ", ".join(f"{v:.3g} (k = {k})" for k, v in degrees.items()))
    return holds_if(all(rises), "; ".join(lines), over=len(known))


def leaf_depth(evidence: Evidence) -> Judgement:
    """Judges whether the leaves of avrora and hsqldb hardly get deeper at the largest k."""
    found = ends(evidence.wide(column("ipf_leaf_depth")))
    known = named_in_paper(SHORT_LOOPS, list(found.index))
    if not known:
        return unmeasured("neither avrora nor hsqldb was measured at two values of k")
    found = found.loc[known]
    measured = "; ".join(
        f"{label}: {row['before_last']:.3g} (k = {int(row['before_last_k'])}) to {row['last']:.3g} "
        f"(k = {int(row['last_k'])})"
        for label, row in found.iterrows()
    )
    stays = bool((found["last"] <= 1.1 * found["before_last"]).all())
    return holds_if(stays, measured, over=len(known))
