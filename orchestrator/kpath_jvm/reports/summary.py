"""Makes the document of the verb ``report``."""

from collections import Counter
from dataclasses import asdict
from typing import Any

import numpy as np
from msgspec import Struct

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.entered import methods_entered
from kpath_jvm.analysis.followed import following
from kpath_jvm.analysis.of_edges.known import known
from kpath_jvm.analysis.sampled.bootstrap import LEVEL
from kpath_jvm.analysis.selection import ALL, Selected, Selection, select
from kpath_jvm.analysis.settled.found import SettledMethods
from kpath_jvm.analysis.time_shares import TimeShares
from kpath_jvm.analysis.uncompleted import UNCOMPLETED, counts_uncompleted
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.entries_only import reason_code, with_less
from kpath_jvm.profile.identity.methods import Loaders, versions_of
from kpath_jvm.profile.metadata import RUNGS
from kpath_jvm.profile.method_rows import MethodRows
from kpath_jvm.profile.model import Profile
from kpath_jvm.profilers import counts_threads
from kpath_jvm.records.completeness import Cause
from kpath_jvm.records.java_command import HUGE_METHOD_BYTES
from kpath_jvm.records.jvms import names_of
from kpath_jvm.records.merged import MergedRun, members_ended
from kpath_jvm.records.record import plain
from kpath_jvm.records.run import ProfileRecord, RunRecord
from kpath_jvm.reports import hottest
from kpath_jvm.reports.callers import callers_of, methods_to_show
from kpath_jvm.reports.counted.extended import ExtendedRows
from kpath_jvm.reports.document import DocumentKind
from kpath_jvm.reports.documents.report import ReportKeys
from kpath_jvm.reports.findings import advised_loops, findings_document
from kpath_jvm.reports.ladder import reasons_by_rung
from kpath_jvm.reports.loop_words import loops_with_ways, ways_of_loops
from kpath_jvm.reports.settled import heavy_rows
from kpath_jvm.reports.shares import wanted
from kpath_jvm.reports.times import time_document, times_to_order_by
from kpath_jvm.reports.unnamed import unnamed_variables
from kpath_jvm.shown import ORDER, REPORTED_SETTLED, REPORTED_SHARE, ROWS, Order
from kpath_jvm.source.annotation import SourceTexts

#: At most this many of the methods with abandoned paths are named.
_MOST_ABANDONED = 3
DOCUMENT = DocumentKind("report", 3, ReportKeys)


class ReportOptions(Struct, frozen=True):
    """The options of a report; if ``k`` is None, the profile's k is used.

    For each number N in ``coverage``, the report says what the N hottest sequences cover together.
    """

    k: int | None = None
    top: int = ROWS
    merge: bool = True
    selection: Selection = ALL
    order: Order = ORDER
    coverage: tuple[int, ...] = ()


def check_k(profile: Profile, k: int | None) -> int:
    """Returns the k to show; raises KpathError if the profile's k is smaller."""
    if k is not None and k > profile.k:
        raise KpathError(
            f"-k {k} is more than the profile's k = {profile.k}; record it with -k {k}", 2
        )
    return profile.k if k is None else k


def summarise(
    profile: Profile, options: ReportOptions, sources: SourceTexts | None = None
) -> dict[str, Any]:
    """Returns the report's document as plain data.

    Shares are numbers from 0 to 1. Times are in seconds and sizes in bytes, unless a key names
    another unit. Raises KpathError if k exceeds the profile's k, if the selection isn't valid, or
    if the order is by time and no samples are in methods with counted bytecodes.
    """
    k = check_k(profile, options.k)
    shown = profile.merged() if options.merge else profile
    selected = select(shown, options.selection)
    # The report says more about a method that was asked for alone.
    is_one = options.selection.method and len(selected.methods) == 1
    method = int(selected.methods[0]) if is_one else None
    run = profile.run
    is_by_time = options.order == "time"
    times = TimeShares.of(selected.whole) if options.top or is_by_time else None
    order_by = times_to_order_by(selected.whole, times) if is_by_time else None
    lists = hottest.Hottest(selected, k, options.top, sources, options.order, order_by)
    work, loops = lists.work(), lists.loops()
    # For several methods, nearly all sequences would repeat a part of what ``loops`` shows.
    sequences = [] if method is None else lists.sequences()
    paths = lists.paths()
    known_settled = SettledMethods(selected.whole, k)
    heavy = (
        heavy_rows(selected, lists.costs, REPORTED_SHARE, k, sources, known_settled)
        if options.top
        else []
    )
    settled = heavy[:REPORTED_SETTLED]
    extended = list(ExtendedRows(selected, sources).hottest(options.top))
    costliest = lists.costliest_loops(ROWS) if options.top else []
    advised = advised_loops(
        selected.whole, costliest, k, lists.costs, sources, known_settled, times
    )
    is_exact = profile.completeness.is_exact
    findings = findings_document(advised, heavy, is_exact=is_exact, times=times)
    content = {
        "profile": str(profile.path),
        **_what_ran(run),
        "k": k,
        "profile_k": profile.k,
        # Profilers without the option --cut end paths at back edges, as the papers do.
        "cut": run.option("cut", str) if "cut" in run.options else "back-edge",
        "max_paths": run.option("max-paths", int),
        "degree": run.option("degree", int),
        "loop_degrees": list(run.option("loop-degree", tuple) or ()),
        "scope": run.option("scope", str),
        "profiler": run.option("profiler", str),
        "hot": _hot(profile),
        "completeness": profile.worth_of_counts.document() | {"agent_log": list(run.agent_log)},
        **_sampling(run),
        "folding": _folding(shown, method),
        "guide": None if run.guide is None else plain(run.guide),
        "thread": None if run.thread is None else run.thread.title,
        "per_thread": _per_thread(profile),
        "per_jvm": _per_jvm(profile),
        "profiled": _profiled(profile, shown, lists.costs),
        "known": asdict(known(selected.profile)),
        "with_less": with_less(selected.profile.method_rows),
        "not_profiled": _not_profiled(run),
        "cost": _cost(profile),
        "selection": _selection(selected, work),
        "only_method": None if method is None else lists.title(method),
        "order": options.order,
        "work": work,
        "cut_off": lists.cut_off(),
        "findings": findings,
        "loops": loops,
        "ways_of_loops": ways_of_loops(loops),
        "loops_with_ways": loops_with_ways(loops),
        "sequences": sequences,
        "methods": lists.methods(),
        "paths": paths,
        "coverage": lists.coverage(),
        **({"coverage_by_length": lists.by_length(options.coverage)} if options.coverage else {}),
        "settled": settled,
        "extended": extended,
        "unnamed_variables": unnamed_variables(
            selected.whole, findings["found"], loops, sequences, paths, settled, extended
        ),
        **(
            {"time": time_document(selected, times, options.top)}
            if options.top and times is not None
            else {}
        ),
        **(
            callers_of(
                selected, methods_to_show(selected, times, lists.method_numbers, options.top)
            )
            if options.top
            else {}
        ),
    }
    return DOCUMENT.of(content)


def _sampling(run: RunRecord) -> dict[str, Any]:
    sampling = run.sampling
    if sampling is None:
        return {}
    of_all = {
        "observed_seconds": sampling.observed_seconds,
        "observed_share": sampling.observed_share,
        "cost_seconds": sampling.cost_seconds,
        "overhead": sampling.overhead,
        "level": LEVEL,
    }
    return {"sampling": plain(sampling) | of_all}


def _per_jvm(profile: Profile) -> list[dict[str, Any]]:
    """Returns the JVMs, the one with the most path completions first."""
    entries = sorted(profile.run.jvms or (), key=lambda entry: -entry.completed)
    names = names_of(entries)
    completions = sum(entry.completed for entry in entries)
    return [
        {
            "pid": entry.pid,
            "parent_pid": entry.parent_pid,
            "name": name,
            "main": entry.main,
            "completed": entry.completed,
            "share_of_all": entry.completed / completions if completions else None,
            "verdict": str(entry.completeness.verdict),
            "completeness": entry.completeness.document(),
            "profile": entry.profile,
            "exit_status": entry.exit_status,
            "signal": entry.signal,
        }
        for entry, name in zip(entries, names, strict=True)
    ]


def _selection(selected: Selected, work: dict[str, Any]) -> dict[str, Any] | None:
    if selected.is_all:
        return None
    return {
        "text": selected.selection.text,
        "methods": len(selected.methods),
        "methods_of_all": len(selected.whole.method_rows),
        "completions": selected.completions,
        "bytecodes": work["bytecodes_shown"],
        "share_of_all": work["bytecodes_shown"] / max(work["bytecodes"], 1),
        "of_loops": selected.loops is not None,
        "loops_asked": loops_asked(selected),
        "methods_asked": [
            selected.whole.method_rows.title(method) for method in selected.methods.tolist()
        ]
        if selected.selection.method and len(selected.methods) > 1
        else [],
    }


def loops_asked(selected: Selected) -> list[dict[str, Any]]:
    """Returns the selected loops that are in no other selected loop."""
    found = []
    for method, chosen in sorted((selected.loops or {}).items()):
        code = selected.whole.code(method)
        for loop in sorted(chosen):
            if code.loops[loop].parent in chosen:
                continue
            line = code.header_line(code.loops[loop].header)
            inside = sum(loop in code.chain(code.loops[one].header)[1:] for one in chosen)
            found.append(
                {
                    "title": selected.whole.method_rows.title(method),
                    "number": loop,
                    "place": code.places.phrase_if_known(line),
                    "inside": inside,
                }
            )
    return found


def _per_thread(profile: Profile) -> list[dict[str, Any]]:
    """Returns the threads, the one with the most path completions first."""
    entries = sorted(profile.run.per_thread, key=lambda entry: -entry.completed)
    completions = sum(entry.completed for entry in entries)
    return [
        {
            "thread": entry.thread,
            "title": entry.title,
            "completed": entry.completed,
            "share_of_all": entry.completed / completions if completions else None,
            "entries": entry.entries,
        }
        for entry in entries
    ]


def _what_ran(run: RunRecord) -> dict[str, Any]:
    workload = run.workload
    return {
        "title": run.title,
        "stand_in": workload is not None and workload.stand_in,
        "workload": None if workload is None else plain(workload),
        "command": None if run.command is None else list(run.command),
        "version": run.version,
        "started": run.started,
        "java_versions": list(run.java_versions),
        "exit_status": run.exit_status,
        "signal": run.signal,
        "members_ended": members_ended(run.merged or ()),
        "members": [_member(part) for part in run.merged or ()],
    }


def _member(part: MergedRun) -> dict[str, Any]:
    return {
        "profile": part.profile,
        "title": part.title,
        "started": part.started or None,
        "version": part.version,
        "k": part.k,
        "verdict": part.completeness.verdict.value,
        "exit_status": part.exit_status,
        "signal": part.signal,
        "one_run": part.one_run,
    }


def _folding(profile: Profile, method: int | None) -> dict[str, Any] | None:
    """Returns by how much counts can be too low because rare sequences were folded.

    Returns None if no sequences were folded or left out. The errors are those of ``method``, or of
    the whole profile if ``method`` is None.
    """
    folding = profile.folding
    if folding is None:
        return None
    document = plain(folding)
    if method is not None:
        document["errors"] = profile.method_errors(method)
    touched = set(profile.table("folded").column("method").to_pylist())
    return document | {
        "errors": [{"n": n, "error": e} for n, e in enumerate(document["errors"], start=2)],
        "methods_folded": len(touched),
    }


def _profiled(profile: Profile, shown: Profile, costs: Costs) -> dict[str, Any]:
    """Returns figures on what was instrumented.

    Methods, paths and sequences are counted in ``shown``, where the versions of a method may have
    been added up. ``costs`` are the costs of ``shown``.
    """
    methods = shown.method_rows
    sums = {term: int(methods.column(term).sum()) for term in UNCOMPLETED}
    is_known = counts_uncompleted(profile)
    by_rung = Counter(methods.texts("rung").tolist())
    is_merged = shown is not profile
    loaders = Loaders.NONE if is_merged else Loaders.EACH
    versions = versions_of(shown.table("methods"), loaders)
    return {
        "classes": len({one.declaring for one in versions}),
        "methods": len(methods),
        "versions": len(profile.method_rows),
        "methods_entered": methods_entered(shown),
        "methods_streamed": int((methods.texts("mode") == "streamed").sum()),
        "methods_irreducible": int(methods.column("irreducible").sum()),
        "methods_with_cuts": int((methods.list_lengths("cuts") > 0).sum()),
        "cut_methods": _cut_methods(methods, costs),
        "methods_in_disagreement": profile.completeness.figures.get(str(Cause.DISAGREEMENT), 0),
        "methods_by_rung": {rung: by_rung[rung] for rung in RUNGS},
        "reasons_by_rung": reasons_by_rung(methods),
        "paths_executed": shown.table("paths").num_rows,
        "ipf_nodes": len(shown.forest) if is_merged else profile.run.tables.ipf,
        "completions": int(methods.completed.sum()),
        "following": following(shown),
        "abandoned": sums["abandoned"] if is_known else None,
        "most_abandoned": _most_abandoned(methods) if is_known else [],
        "unfinished": sums["unfinished"] if is_known else None,
        "undecided": sums["undecided"] if is_known else None,
        "events": profile.run.events,
        "threads": profile.run.threads
        if counts_threads(profile.run.option("profiler", str))
        else None,
        "lost_events": profile.run.lost_events,
        "held_back": _held_back(profile),
    }


def _cut_methods(methods: MethodRows, costs: Costs) -> list[dict[str, Any]]:
    """Returns the methods with cut edges, the costliest first."""
    found = [
        {
            "class": row["class"],
            "title": methods.title(row["method"]),
            "cuts": len(row["cuts"]),
            "entries": int(row["entries"]),
            "completed": int(row["completed"]),
            "bytecodes": costs.of_method(row["method"]),
            "mode": row["mode"],
        }
        for row in methods.at(np.flatnonzero(methods.list_lengths("cuts") > 0))
    ]
    return sorted(found, key=lambda one: (-one["bytecodes"], -one["entries"]))


def _most_abandoned(methods: MethodRows) -> list[dict[str, Any]]:
    by_count = np.argsort(-methods.column("abandoned"), kind="stable")[:_MOST_ABANDONED]
    return [
        {
            "class": row["class"],
            "title": methods.title(row["method"]),
            "paths": int(row["abandoned"]),
        }
        for row in methods.at(by_count)
        if row["abandoned"] > 0
    ]


def _held_back(profile: Profile) -> int | None:
    """Returns the largest possible number of missing path completions; None if unknown.

    Missing completions were held back by activations that hadn't ended.
    """
    if profile.run.held_back is not None:
        return profile.run.held_back.paths
    return None if profile.completeness.has(Cause.HELD_BACK) else 0


def _hot(profile: Profile) -> dict[str, Any] | None:
    """Returns how many methods were found hot, and when; None if the scope isn't ``hot``."""
    if profile.run.option("scope", str) != "hot":
        return None
    since = profile.method_rows.column("since_millis")
    known = since[since > 0]
    return {
        "methods": len(since),
        "first_millis": int(known.min()) if len(known) else None,
        "last_millis": int(known.max()) if len(known) else None,
    }


def _not_profiled(run: ProfileRecord) -> dict[str, Any]:
    """Counts skipped classes and methods by reason.

    An entry of ``run.skipped`` without a method's name stands for a whole class.
    """
    reasons: Counter[tuple[str, str]] = Counter()
    for entry in run.skipped:
        kind = "classes" if entry.name is None else "methods"
        reasons[reason_code(entry.reason), kind] += 1
    return {
        "classes": sum(n for (_, kind), n in reasons.items() if kind == "classes"),
        "methods": sum(n for (_, kind), n in reasons.items() if kind == "methods"),
        "reasons": [
            {"reason": reason, kind: count} for (reason, kind), count in reasons.most_common()
        ],
        **wanted(run),
    }


def _cost(profile: Profile) -> dict[str, Any]:
    run, methods = profile.run, profile.method_rows
    wall, native = run.wall_seconds, run.native_wall_seconds
    cpu = None if run.target is None else run.target.cpu_seconds
    native_cpu = run.native_cpu_seconds
    is_over = (methods.column("bytes") <= HUGE_METHOD_BYTES) & (
        methods.column("instrumented_bytes") > HUGE_METHOD_BYTES
    )
    return {
        "wall_seconds": wall,
        "native_wall_seconds": native,
        "slowdown": wall / native if wall is not None and native else None,
        "cpu_seconds": cpu,
        "native_cpu_seconds": native_cpu,
        "cpu_slowdown": cpu / native_cpu if cpu is not None and native_cpu else None,
        "segment_bytes": None if run.segment is None else run.segment.bytes,
        "segment_peak_bytes": None if run.segment is None else run.segment.peak_bytes,
        "engine_bytes": None if run.engine is None else run.engine.bytes,
        "table_bytes": None if run.inline is None else run.inline.bytes,
        "waited_seconds": run.waited_seconds,
        "spilled_bytes": run.spilled_bytes,
        "compiles_huge_methods": run.compiles_huge_methods,
        "methods_pushed_over_8000_bytes": [
            {
                "class": row["class"],
                "method": row["name"],
                "descriptor": row["descriptor"],
                "bytes": int(row["bytes"]),
                "instrumented_bytes": int(row["instrumented_bytes"]),
            }
            for row in methods.at(np.flatnonzero(is_over))
        ],
    }
