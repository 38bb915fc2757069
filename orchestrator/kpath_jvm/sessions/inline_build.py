"""What ``build`` does with an inline profiler's recording: its tables into a profile."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kpath_jvm import __version__
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.ksf_to_ipf import PathForest, ksf_to_ipf
from kpath_jvm.profile.writer import check_destination, write_profile
from kpath_jvm.recording.inline import InlineRecording, Int64Array, read_inline
from kpath_jvm.recording.recorded import Recorded
from kpath_jvm.records.completeness import Completeness, Verdict
from kpath_jvm.records.environment import Environment
from kpath_jvm.records.inline import InlineRecord
from kpath_jvm.records.record import fields_of
from kpath_jvm.records.run import Course, RunRecord
from kpath_jvm.records.workload import Workload

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


@dataclass(frozen=True)
class Ran:
    """What only a launcher knows of a run."""

    command: tuple[str, ...]
    course: Course
    workload: Workload | None


def build_inline(request: InlineBuildRequest, ran: Ran | None = None) -> None:
    """Writes the profile; KpathError for anything that keeps it from that.

    ``ran`` is None unless we have launched it.
    """
    check_destination(request.destination, replace=request.force)
    recording = read_inline(request.recording)
    if recording.profiler == "edge":
        raise KpathError(
            f"{request.recording} has counts of edges, and a profile is made of paths; "
            "docs/formats/inline.md describes counters.bin"
        )
    k = recording.k if request.k is None else request.k
    if k > recording.k:
        raise KpathError(
            f"{request.recording} was recorded by {recording.profiler} and has sequences of up to "
            f"{recording.k}; leave -k out, or record with a larger one"
        )
    run = _record(recording, ran)
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


def _record(recording: InlineRecording, ran: Ran | None) -> RunRecord:
    """What is known of the run; what neither a launcher nor the agent could know is None."""
    figures, agent = recording.figures, recording.agent
    course = Course(
        started=agent.started.isoformat(timespec="seconds"),
        environment=Environment.here(agent.java, None),
    )
    alone = ("java", "-javaagent:kpath.jar", agent.main or "(main class not known)")
    return RunRecord(
        **fields_of(course if ran is None else ran.course, Course),
        version=__version__,
        command=alone if ran is None else ran.command,
        options=agent.options,
        recording=str(recording.directory.resolve()) if ran is None else None,
        completeness=_completeness(figures),
        events=figures.items,
        threads=figures.threads,
        lost_events=figures.lost,
        inline=figures,
        workload=None if ran is None else ran.workload,
    )


def _completeness(figures: InlineRecord) -> Completeness:
    lacks = []
    if figures.lost:
        lacks.append(f"{figures.lost:,} events of threads without tables were lost")
    if figures.unlisted_classes:
        lacks.append(
            f"{figures.unlisted_classes:,} classes are not recorded: their metadata could not "
            "be written"
        )
    if not figures.quiet:
        lacks.append("a thread was in a probe when the tables were written")
    found = Completeness().lowered(Verdict.LOWER_BOUNDS, *lacks) if lacks else Completeness()
    return found.noted(_NOT_KNOWN)
