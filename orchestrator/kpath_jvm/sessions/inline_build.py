"""An inline profiler's tables as a recording, for ``run --profiler`` and ``build``."""

from typing import Any

import numpy as np

from kpath_jvm import __version__
from kpath_jvm.errors import KpathError
from kpath_jvm.profilers import named
from kpath_jvm.recording.inline import InlineRecording, Int64Array
from kpath_jvm.recording.recorded import Recorded
from kpath_jvm.records.completeness import Completeness, Verdict
from kpath_jvm.records.inline import InlineRecord
from kpath_jvm.records.record import fields_of
from kpath_jvm.records.run import Course, RunRecord

_NOT_KNOWN = (
    "an inline profiler counts completed paths only: how many were abandoned or unfinished is not "
    "known, and entries are those whose first path was completed"
)


def inline_recorded(recording: InlineRecording, k: int) -> Recorded:
    """What it comes to for sequences of up to ``k``; KpathError when that can't be made of it."""
    profiler = named(recording.profiler)
    if profiler.read is None:
        raise KpathError(
            f"{recording.directory} has counts of {profiler.records}, and a profile is made of "
            "paths; docs/formats/inline.md describes counters.bin"
        )
    if k > recording.k:
        raise KpathError(
            f"{recording.directory} was recorded by {recording.profiler} and has sequences of up "
            f"to {recording.k}; leave -k out, or record with a larger one"
        )
    forest = profiler.read(recording, k)
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


def _dense(ids: Int64Array, counts: Int64Array) -> Int64Array:
    dense = np.zeros(int(ids.max(initial=0)) + 1, dtype=np.int64)
    dense[ids] = counts
    return dense


def inline_record(tables: InlineRecording, course: Course, **more: Any) -> RunRecord:
    """What goes into a profile's run.json; ``more`` are fields of RunRecord."""
    figures = tables.figures
    return RunRecord(
        **fields_of(course, Course),
        version=__version__,
        options=tables.agent.options,
        completeness=_completeness(figures),
        events=figures.items,
        threads=figures.threads,
        lost_events=figures.lost,
        inline=figures,
        **more,
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
