"""The data of a report, as plain values: ``report --json`` prints them, the text shows them."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.metadata import RUNGS
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.threads import entries, title
from kpath_jvm.recording.profilers import PROFILERS
from kpath_jvm.reports import hottest
from kpath_jvm.reports.ladder import reason_code, reasons_by_rung, with_less
from kpath_jvm.source.annotation import SourceTexts

#: HotSpot does not compile methods with more bytes of code by default (-XX:HugeMethodLimit).
HUGE_METHOD_BYTES = 8000


@dataclass(frozen=True)
class ReportOptions:
    """What a report is about: ``k`` None means the profile's, ``method`` None all methods."""

    k: int | None = None
    top: int = 10
    method: str | None = None
    merge: bool = True


def check_k(profile: Profile, k: int | None) -> int:
    """Return the k to show; KpathError if the profile has less."""
    if k is not None and k > profile.k:
        raise KpathError(
            f"-k {k} is more than the profile's k = {profile.k}; record it with -k {k}", 2
        )
    return profile.k if k is None else k


def summarise(
    profile: Profile, options: ReportOptions, sources: SourceTexts | None = None
) -> dict[str, Any]:
    """Return the report's data: strings, numbers, None, lists and dicts only.

    Shares are 0..1, of path completions; times are seconds, sizes bytes.
    """
    k = check_k(profile, options.k)
    shown = profile.merged() if options.merge else profile
    method = None if options.method is None else shown.find_method(options.method)
    lists = hottest.Hottest(shown, k, options.top, method, sources)
    return {
        "profile": str(profile.path),
        **_what_ran(profile.run),
        "k": k,
        "profile_k": profile.k,
        "cut": _text(profile.run, "cut"),
        "max_paths": _number(profile.run, "max_paths"),
        "completeness": {
            "verdict": profile.run["completeness"]["verdict"],
            "reasons": [str(reason) for reason in profile.run["completeness"]["reasons"]],
            "agent_log": _texts(profile.run, "agent_log"),
        },
        "folding": _folding(shown, method),
        "thread": thread_of(profile.run),
        "per_thread": _per_thread(profile),
        "profiled": _profiled(profile),
        "with_less": with_less(shown, method),
        "not_profiled": _not_profiled(profile.run),
        "cost": _cost(profile),
        "only_method": None if method is None else lists.title(method),
        "sequences": lists.sequences(),
        "methods": lists.methods(),
        "paths": lists.paths(),
    }


def what_was_run(run: dict[str, Any]) -> str:
    """Return the workload, always marked if it is a stand-in, or the command."""
    workload = run.get("workload")
    if isinstance(workload, dict):
        names = " ".join(str(workload.get(key) or "") for key in ("suite", "name")).strip()
        size = f", size {workload['size']}" if workload.get("size") else ""
        return f"{names}{' (stand-in)' if workload.get('stand_in') else ''}{size}"
    command = run.get("command")
    return " ".join(map(str, command)) if isinstance(command, list) else "unknown command"


def thread_of(run: dict[str, Any]) -> str | None:
    """Return whose profile it is, if it is a thread's."""
    entry = run.get("thread")
    return title(entry) if isinstance(entry, dict) else None


def _per_thread(profile: Profile) -> list[dict[str, Any]]:
    """Return the threads, those with most path completions first."""
    told = sorted(entries(profile.run), key=lambda entry: -int(entry["completed"]))
    completions = sum(entry["completed"] for entry in told)
    return [
        {
            "thread": entry["thread"],
            "title": title(entry),
            "completed": entry["completed"],
            "share_of_all": entry["completed"] / completions if completions else None,
            "entries": entry.get("entries"),
        }
        for entry in told
    ]


def _what_ran(run: dict[str, Any]) -> dict[str, Any]:
    workload = run.get("workload")
    return {
        "title": what_was_run(run),
        "stand_in": bool(isinstance(workload, dict) and workload.get("stand_in")),
        "workload": workload,
        "command": run.get("command"),
        "version": run.get("version"),
        "started": run.get("started"),
        "exit_status": _number(run, "exit_status"),
        "signal": _number(run, "signal"),
    }


def _folding(profile: Profile, method: int | None) -> dict[str, Any] | None:
    """Return what was folded, with the errors of the method that is shown if it is one."""
    folding = profile.folding
    if folding is None:
        return None
    document = folding.document()
    if method is not None:
        document["errors"] = profile.method_errors(method)
    touched = sorted(set(profile.folded["method"].tolist()))
    return document | {
        "errors": [{"n": n, "error": e} for n, e in enumerate(document["errors"], start=2)],
        "methods_folded": len(touched),
    }


def _profiled(profile: Profile) -> dict[str, Any]:
    """Count what was instrumented; before merging, so that versions count one by one."""
    methods = profile.methods
    sums = methods[["completed", "abandoned", "unfinished"]].sum()
    # An inline profiler records completed paths and nothing else.
    is_known = profile.run.get("profiler") not in PROFILERS
    # Counters and paths are recorded apart; if they contradict each other the reader must know.
    disagree = (methods["abandoned"] < 0) | (methods["unfinished"] < 0) | (methods["entries"] < 0)
    return {
        "classes": len(methods[["class", "loader", "digest"]].drop_duplicates()),
        "methods": len(methods),
        "methods_entered": int(((methods["entries"] > 0) | (methods["completed"] > 0)).sum()),
        "methods_streamed": int((methods["mode"] == "streamed").sum()),
        "methods_irreducible": int(methods["irreducible"].sum()),
        "methods_with_cuts": int((methods["cuts"].map(len) > 0).sum()),
        "methods_in_disagreement": int(disagree.sum()),
        "methods_by_rung": {rung: int((methods["rung"] == rung).sum()) for rung in RUNGS},
        "reasons_by_rung": reasons_by_rung(methods),
        "paths_executed": len(profile.paths),
        "ipf_nodes": len(profile.forest),
        "completions": int(sums["completed"]),
        "abandoned": int(sums["abandoned"]) if is_known else None,
        "unfinished": int(sums["unfinished"]) if is_known else None,
        "events": _number(profile.run, "events"),
        "threads": _number(profile.run, "threads"),
        "lost_events": _number(profile.run, "lost_events"),
    }


def _not_profiled(run: dict[str, Any]) -> dict[str, Any]:
    """Count what was skipped, by reason; an entry without a method's name is a whole class."""
    reasons: Counter[tuple[str, str]] = Counter()
    for entry in run["skipped"]:
        kind = "classes" if entry.get("name") is None else "methods"
        reasons[reason_code(str(entry["reason"])), kind] += 1
    return {
        "classes": sum(n for (_, kind), n in reasons.items() if kind == "classes"),
        "methods": sum(n for (_, kind), n in reasons.items() if kind == "methods"),
        "reasons": [
            {"reason": reason, kind: count} for (reason, kind), count in reasons.most_common()
        ],
        "include": _texts(run, "include"),
        "exclude": _texts(run, "exclude"),
    }


def _cost(profile: Profile) -> dict[str, Any]:
    run, methods = profile.run, profile.methods
    wall, native = _number(run, "wall_seconds"), _number(run, "native_wall_seconds")
    segment, engine = _part(run, "segment"), _part(run, "engine")
    over = methods[
        (methods["bytes"] <= HUGE_METHOD_BYTES)
        & (methods["instrumented_bytes"] > HUGE_METHOD_BYTES)
    ]
    return {
        "wall_seconds": wall,
        "native_wall_seconds": native,
        "slowdown": wall / native if wall is not None and native else None,
        "segment_bytes": _number(segment, "bytes"),
        "segment_peak_bytes": _number(segment, "peak_bytes"),
        "engine_bytes": _number(engine, "bytes"),
        "table_bytes": _number(_part(run, "inline"), "bytes"),
        "waited_seconds": _number(run, "waited_seconds"),
        "methods_pushed_over_8000_bytes": [
            {
                "class": row["class"],
                "method": row["name"],
                "descriptor": row["descriptor"],
                "bytes": int(row["bytes"]),
                "instrumented_bytes": int(row["instrumented_bytes"]),
            }
            for _, row in over.iterrows()
        ],
    }


def _texts(run: dict[str, Any], key: str) -> list[str]:
    value = run.get(key)
    return [str(item) for item in value] if isinstance(value, list) else []


def _part(run: dict[str, Any], key: str) -> dict[str, Any]:
    value = run.get(key)
    return value if isinstance(value, dict) else {}


def _number(run: dict[str, Any], key: str) -> Any:
    """Return a number of up to 64 bits, None for anything else: nothing counted here has more."""
    value = run.get(key)
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    return value if abs(value) < 2**63 else None


def _text(run: dict[str, Any], key: str) -> str | None:
    value = run.get(key)
    return value if isinstance(value, str) else None
