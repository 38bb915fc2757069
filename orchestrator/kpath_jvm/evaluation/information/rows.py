"""Computes the rows of the tables on what profiles reveal (docs/formats/results.md)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kpath_jvm.analysis.accuracy.overlap import Weights, overlap_of, weights_of
from kpath_jvm.analysis.certainty.certain_flow import CertainFlow, certain_flow
from kpath_jvm.analysis.of_loops.iterated_paths import path_counts
from kpath_jvm.analysis.overlapping.call_flow import KINDS, CallFlow, call_flows
from kpath_jvm.analysis.overlapping.loop_flow import LoopFlow, loop_flows
from kpath_jvm.analysis.prediction.edge_prediction import edge_prediction
from kpath_jvm.analysis.prediction.path_coverage import path_coverage
from kpath_jvm.evaluation.information.runs import EXACT, EXACT_CALLS, LONGEST, TRAINED, Run, runs
from kpath_jvm.profile.identity.methods import MethodName
from kpath_jvm.profile.model import Profile
from kpath_jvm.profilers import BLPP, BLPP_ARRAY, BLPP_HASH, BPP, K_BLPP, K_BLPP_PACKED, OL, SPP

Row = dict[str, Any]
Open = Callable[[Run], Profile]
#: The lengths of sequences, in paths.
LENGTHS = (2, 4, 8)
#: The values of k for static counts of k-iteration paths.
STATIC_KS = (1, 2, 3, 4, 5)
#: Limits from Roy and Srikant's paper on k-iteration paths. A procedure with up to ARRAY paths has
#: an array of counters; a procedure with more than MOST paths isn't profiled.
ARRAY, MOST = 6_000, 60_000
#: A method is hot if it completes at least this number of paths, the greatest threshold in runs.py.
HOT = 10_000
#: For each profiler, the rows that are written for a run, as changes to the run's own row ({}
#: changes nothing). The changed rows stand for profilers and options that aren't run, because they
#: would only keep the same counts in other arrays or hash tables.
_ALIKE: Mapping[str, tuple[Row, ...]] = {
    BLPP.name: (
        {}, {"array_paths": 0}, {"array_paths": 4_000}, {"profiler": BLPP_HASH.name},
        {"profiler": BLPP_ARRAY.name},
    ),
    K_BLPP.name: ({}, {"profiler": K_BLPP_PACKED.name}),
}  # fmt: skip


def all_rows(opened: Open, trained: Profile | None = None) -> dict[str, list[Row]]:
    """Returns the rows about one program, by table.

    ``opened`` opens the profile of a run. ``trained`` is the profile of a smaller input, if there
    is one.
    """
    exact = opened(EXACT)
    return {
        "information": list(information_rows(opened, exact)),
        "predictions": [prediction_row(opened(TRAINED), trained)],
        "iterated": list(iterated_rows(exact)),
        "accuracy": list(accuracy_rows(opened)),
        "overlaps": list(overlap_rows(opened, exact)),
        "call_overlaps": list(call_overlap_rows(opened)),
    }


def information_rows(opened: Open, exact: Profile) -> Iterator[Row]:
    """Yields, for each profile and length, how much of the real flow the profile determines."""
    # Sequences stay in one activation, so runs with paths across calls are skipped.
    for run in (it for it in runs() if not it.calls):
        for flow in certain_flow(opened(run), exact, LENGTHS):
            row = _information(run, flow)
            for alike in _ALIKE.get(run.profiler, ({},)):
                yield {**row, **alike}
    # The exact profile has the sequences of each smaller k, so the program needn't run for these k.
    for k in range(2, LONGEST):
        for flow in certain_flow(exact, exact, LENGTHS, k):
            yield _information(replace(EXACT, k=k), flow)


def _information(run: Run, flow: CertainFlow) -> Row:
    return {
        "profiler": run.profiler, "k": run.k, "cut": run.cut, "scope": "",
        "degree": run.degree, "threshold": run.threshold, "length": flow.length,
        "flow": flow.flow, "exact": flow.exact, "bounded": flow.bounded,
        "unmatched": flow.unmatched, "differing": flow.differing,
    }  # fmt: skip


def prediction_row(profile: Profile, trained: Profile | None) -> Row:
    """Returns how many paths an edge profile predicts, and how many ran with a smaller input."""
    found = edge_prediction(profile)
    row: Row = {
        "paths": found.paths, "predicted_paths": found.predicted_paths,
        "completions": found.completions, "predicted_completions": found.predicted_completions,
    }  # fmt: skip
    if trained is not None:
        known = path_coverage(profile, trained)
        row |= {
            "trained_paths": known.trained_paths,
            "trained_completions": known.trained_completions,
            "bytecodes": known.bytecodes, "trained_bytecodes": known.trained_bytecodes,
        }  # fmt: skip
    return row


def iterated_rows(exact: Profile) -> Iterator[Row]:
    """Yields for each k how many methods with loops have too many k-iteration paths."""
    methods = list(path_counts(exact.merged(), STATIC_KS))
    for k in STATIC_KS:
        counts = [by_k[k] for _, by_k in methods]
        fitting = [count for count in counts if count <= MOST]
        yield {
            "k": k, "methods": len(counts),
            "hashed": sum(ARRAY < count <= MOST for count in counts),
            "aborted": sum(count > MOST for count in counts),
            "paths": sum(fitting), "most_paths": max(fitting, default=0),
        }  # fmt: skip


def accuracy_rows(opened: Open) -> Iterator[Row]:
    """Yields, by profiler and threshold, how far an online profile overlaps the complete profile.

    Only hot methods are compared.
    """
    for profiler in (SPP.name, BPP.name):
        by_threshold = {
            run.threshold: weights_of(opened(run)) for run in runs() if run.profiler == profiler
        }
        complete = by_threshold.pop(0)
        hot = _hot(complete)
        for threshold, online in sorted((at or 0, it) for at, it in by_threshold.items()):
            found = overlap_of(online, complete, hot)
            yield {
                "profiler": profiler, "threshold": threshold, "methods": found.methods,
                "paths": sum(len(complete[method]) for method in hot),
                "pooled": found.pooled, "mean": found.mean,
            }  # fmt: skip


def overlap_rows(opened: Open, exact: Profile) -> Iterator[Row]:
    """Yields for each degree the definite and the potential flow of pairs of iterations."""
    for run in runs():
        if run.profiler == OL.name and not run.calls:
            flows = loop_flows(opened(run), exact)
            yield {"degree": run.degree, "loops": len(flows), **_flow(flows)}


def call_overlap_rows(opened: Open) -> Iterator[Row]:
    """Yields the definite and potential flow across calls, for each degree and kind of pair."""
    exact = opened(EXACT_CALLS)
    for run in runs():
        if run.calls and run != EXACT_CALLS:
            of_all = call_flows(opened(run), exact)
            for kind in KINDS:
                flows = [flow for flow in of_all if flow.kind == kind]
                yield {"type": kind, "degree": run.degree, "calls": len(flows), **_flow(flows)}


def _flow(flows: Sequence[LoopFlow] | Sequence[CallFlow]) -> Row:
    return {
        "pairs": sum(len(flow.pairs) for flow in flows),
        "precise_pairs": sum(flow.bounds.precise for flow in flows),
        "outside": sum(len(flow.outside) for flow in flows),
        "real": sum(flow.real_flow or 0 for flow in flows),
        "definite": sum(flow.bounds.definite for flow in flows),
        "potential": sum(flow.bounds.potential for flow in flows),
    }


def _hot(complete: Mapping[MethodName, Weights]) -> list[MethodName]:
    return [method for method, paths in complete.items() if sum(paths.values()) >= HOT]
