"""Writes a profile, or a part of it, in one of the formats of flame graph tools."""

from dataclasses import dataclass
from datetime import datetime
from typing import IO, Any

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.of_edges.known import require_paths
from kpath_jvm.analysis.selection import Selected
from kpath_jvm.profile.callers import has_callers
from kpath_jvm.profile.names import printable
from kpath_jvm.profile.time_samples import has_time
from kpath_jvm.records.java_command import shortened
from kpath_jvm.reports.flames.collapsed import write_collapsed
from kpath_jvm.reports.flames.flamegraph import About, write_flamegraph
from kpath_jvm.reports.flames.pprof import write_pprof
from kpath_jvm.reports.flames.speedscope import write_speedscope
from kpath_jvm.reports.flames.stacks import stacks
from kpath_jvm.reports.output import counted
from kpath_jvm.reports.summary import check_k
from kpath_jvm.shown import STACKED_LENGTH, WEIGHT, Weight
from kpath_jvm.source.annotation import SourceTexts

#: For each format, whether its files are text.
FLAMES = {"flamegraph": True, "collapsed": True, "speedscope": True, "pprof": False}
_CALLERS = "the verbs report and html show a method's callers"
_NO_CALLERS = (
    "kpath-jvm run --callers counts a method's callers; the verbs report and html show them"
)
_TIME = "the verbs report and html show shares of time"
_NO_TIME = "kpath-jvm run --time samples it; the verbs report and html show shares of time"


@dataclass(frozen=True)
class FlameOptions:
    """What goes into a file: sequences of at most ``k`` paths, of the ``top`` costliest methods.

    A ``k`` of None means 4, or the profile's k if that is smaller. A ``top`` of None means all
    methods. ``weight`` is the weight that is shown first, or the only one in the file.
    """

    weight: Weight = WEIGHT
    k: int | None = None
    top: int | None = None
    sources: SourceTexts | None = None


def write_flames(selected: Selected, kind: str, options: FlameOptions, stream: IO[Any]) -> None:
    """Writes a file in one of the formats in ``FLAMES``.

    Raises KpathError if the profile has counts of edges but no Ball-Larus paths, or if the options'
    k exceeds the profile's k.
    """
    profile = selected.profile
    require_paths(profile, "stack of paths for flame graphs")
    k = min(STACKED_LENGTH, profile.k) if options.k is None else check_k(profile, options.k)
    found = stacks(selected, k, options.sources, options.top)
    name = printable(shortened(profile.run.title))
    if kind == "flamegraph":
        write_flamegraph(found, _about(selected, k, options), stream)
    elif kind == "collapsed":
        write_collapsed(found, options.weight, stream)
    elif kind == "speedscope":
        write_speedscope(found, name, options.weight, stream)
    else:
        run = profile.run
        started = datetime.fromisoformat(run.started).timestamp()
        write_pprof(
            found, name, options.weight, stream, time_nanos=int(started) * 10**9,
            duration_nanos=round((run.wall_seconds or 0.0) * 10**9),
        )  # fmt: skip


def _about(selected: Selected, k: int, options: FlameOptions) -> About:
    whole = selected.whole
    methods = None if options.top is None else counted(options.top, "method")
    parts = [
        None if selected.is_all else selected.selection.text,
        None if methods is None else f"{methods} with the most bytecodes",
    ]
    completeness = whole.completeness
    return About(
        title=printable(shortened(whole.run.title)),
        weight=options.weight,
        k=k,
        recorded_k=whole.k,
        callers=_CALLERS if has_callers(whole.path) else _NO_CALLERS,
        time=_TIME if has_time(whole.path) else _NO_TIME,
        bytecodes=Costs(whole).total,
        completions=selected.all_completions,
        shown=", ".join(filter(None, parts)) or None,
        verdict=printable(completeness.text),
        is_exact=completeness.is_exact,
    )
