"""Makes the flows that the page draws of a method's loops: how often one path follows another."""

from collections.abc import Mapping, Sequence
from typing import Any

from kpath_jvm.analysis.followed import is_iterated
from kpath_jvm.analysis.of_loops.iteration_flow import FlowNode, IterationFlows
from kpath_jvm.profile.model import Profile

#: At most MOST_LOOPS loops of a method are drawn. At most MOST_PATHS paths of a loop have their own
#: nodes, and each of these paths has at least LEAST_SHARE of the loop's completions. If these rules
#: leave only one path without its own node, this path gets a node, too.
MOST_LOOPS, MOST_PATHS, LEAST_SHARE = 6, 5, 0.01


def iteration_documents(
    profile: Profile,
    method: int,
    names: Mapping[int, str],
    k: int,
    loops: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """Returns the flows of the loops in which the most bytecodes were executed, as plain values.

    ``profile`` is the whole profile. ``names`` has the names of all executed paths of the method,
    the hottest first. ``loops`` are the documents of the method's loops (loops.py); at most
    ``MOST_LOOPS`` of them are drawn. In the result, ``why_not`` says why nothing can be drawn, or
    is None. ``uncounted`` explains what "not counted" means in a label. In a flow, ``pieces`` is
    the number of completions that ended before their iteration did. Each of the ``nodes`` has a
    kind, a label, completions and a number of paths. Each of the ``arrows`` has the indices of two
    nodes and a count.
    """
    if k < 2:
        return {
            "why_not": "It isn't known which iteration follows which: that needs sequences of two "
            f"paths, but here k = {k}.",
            "uncounted": "",
            "left": 0,
            "flows": [],
        }
    chosen = sorted(loops, key=lambda one: -one["cost"])[:MOST_LOOPS]
    ranks = {path: rank for rank, path in enumerate(names)}
    flows = IterationFlows(profile, method, ranks)
    return {
        "why_not": None,
        "uncounted": _uncounted(profile, method),
        "left": len(loops) - len(chosen),
        "flows": [_flow(flows, one["loop"], names) for one in chosen],
    }


def _uncounted(profile: Profile, method: int) -> str:
    """Explains what "not counted" means for a path before or after another path."""
    reasons = ["wasn't completed"]
    if is_iterated(profile):
        reasons.insert(
            0,
            "is beyond a back edge across which the profiler counts no sequences",
        )
    if not profile.counts_sequences_exactly(method):
        reasons.append("is one of a rare pair that the profile left out, as memory was full")
    return f"A path that is “not counted” {', or '.join(reasons)}."


def _flow(flows: IterationFlows, loop: int, names: Mapping[int, str]) -> dict[str, Any]:
    flow = flows.of(loop, MOST_PATHS, LEAST_SHARE)
    return {
        "loop": loop,
        "completions": flow.completions,
        "steps": flow.steps,
        "pieces": flow.pieces,
        "nodes": [
            [node.kind, _label(node, names), node.count, len(node.paths)] for node in flow.nodes
        ],
        "arrows": [[arrow.source, arrow.target, arrow.count] for arrow in flow.arrows],
    }


def _label(node: FlowNode, names: Mapping[int, str]) -> str:
    if node.kind == "path":
        (path,) = node.paths
        return names[path]
    return {
        "entry": "entry",
        "exit": "exit",
        "caught": "caught",
        "thrown": "thrown",
        "inner": "inner loops",
        "other": "other",
        "uncounted-before": "not counted",
        "uncounted-after": "not counted",
    }[node.kind]
