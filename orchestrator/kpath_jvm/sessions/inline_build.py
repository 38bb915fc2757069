"""What ``build`` does with an inline profiler's recording: its tables into a profile."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kpath_jvm import __version__
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.ksf_to_ipf import PathForest, ksf_to_ipf
from kpath_jvm.profile.writer import check_destination, write_profile
from kpath_jvm.recording.inline import InlineRecording, Int64Array, read_inline
from kpath_jvm.recording.recorded import Recorded
from kpath_jvm.sessions.build import agent_description, begun
from kpath_jvm.sessions.description import environment

_NOT_KNOWN = (
    "an inline profiler counts completed paths only: how many were abandoned or unfinished is not "
    "known, and entries are those whose first path was completed"
)


@dataclass(frozen=True)
class InlineBuildRequest:
    """What to build; ``k`` is None for all that is known."""

    recording: Path
    k: int | None
    destination: Path
    force: bool


def build_inline(request: InlineBuildRequest, ran: dict[str, Any] | None = None) -> None:
    """Write the profile; KpathError for anything that keeps it from that.

    ``ran`` are the fields of run.json that only a launcher knows.
    """
    check_destination(request.destination, replace=request.force)
    recording = read_inline(request.recording)
    if recording.profiler == "edge":
        raise KpathError(
            f"{request.recording} has counts of edges, and a profile is made of paths; "
            "docs/formats/inline.md tells how to read counters.bin"
        )
    k = recording.k if request.k is None else request.k
    if k > recording.k:
        raise KpathError(
            f"{request.recording} was recorded by {recording.profiler} and has sequences of up to "
            f"{recording.k}; leave -k out, or record with a larger one"
        )
    run = {**_description(recording), **(ran or {})}
    write_profile(request.destination, _recorded(recording, k), run, replace=request.force)


def _recorded(recording: InlineRecording, k: int) -> Recorded:
    forest = _forest(recording, k)
    return Recorded(
        methods_path=recording.methods,
        k=k,
        counters=_dense(*recording.counters()),
        ipf_parents=forest.parents.astype(np.int32),
        ipf_paths=forest.ids.astype(np.int32),
        ipf_depths=forest.depths.astype(np.int32),
        ipf_counts=forest.counts,
        knows_abandoned=False,
    )


def _forest(recording: InlineRecording, k: int) -> PathForest:
    if recording.profiler == "k-blpp":
        return ksf_to_ipf(recording.nodes(), k)
    ids, counts = recording.path_counts()
    order = np.argsort(ids)
    none = np.full(len(ids), -1, dtype=np.int64)
    return PathForest(none, ids[order], np.ones(len(ids), dtype=np.int64), counts[order])


def _dense(ids: Int64Array, counts: Int64Array) -> Int64Array:
    dense = np.zeros(int(ids.max(initial=0)) + 1, dtype=np.int64)
    dense[ids] = counts
    return dense


def _description(recording: InlineRecording) -> dict[str, Any]:
    """run.json's fields; what neither a launcher nor the agent could know is null."""
    told = agent_description(recording.directory)
    figures = recording.figures
    return {
        "version": __version__,
        "command": ["java", "-javaagent:kpath.jar", told["main"] or "(main class not known)"],
        "profiler": recording.profiler,
        "cut": told["cut"],
        "max_paths": told["max_paths"],
        "include": told["include"],
        "exclude": told["exclude"],
        "recording": str(recording.directory.resolve()),
        "started": begun(told).isoformat(timespec="seconds"),
        "wall_seconds": None,
        "native_wall_seconds": None,
        "exit_status": None,
        "signal": None,
        "completeness": _completeness(figures),
        "events": figures["items"],
        "threads": figures["threads"],
        "lost_events": figures["lost"],
        "waited_seconds": None,
        "segment": None,
        "engine": None,
        "folding": None,
        "inline": figures,
        "environment": {
            **environment(None, None),
            "java": {"version": told["java_version"], "vendor": told["java_vendor"]},
        },
        "workload": told.get("workload"),
    }


def _completeness(figures: dict[str, Any]) -> dict[str, Any]:
    reasons = []
    if figures["lost"]:
        reasons.append(f"{figures['lost']:,} events of threads without tables were lost")
    if figures["unlisted_classes"]:
        reasons.append(
            f"{figures['unlisted_classes']:,} classes are not recorded: their metadata could not "
            "be written"
        )
    if not figures["quiet"]:
        reasons.append("a thread was in a probe when the tables were written")
    return {"verdict": "lower bounds" if reasons else "exact", "reasons": [*reasons, _NOT_KNOWN]}
