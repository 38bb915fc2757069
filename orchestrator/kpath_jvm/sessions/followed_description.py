"""What run.json says about the JVMs of a followed command, each alone and all together."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from kpath_jvm import __version__
from kpath_jvm.launch.command import program_name
from kpath_jvm.launch.jdk import Jdk
from kpath_jvm.launch.target import Ended
from kpath_jvm.profile.folding import Folding
from kpath_jvm.profile.schema import JVMS
from kpath_jvm.sessions.description import (
    Circumstances,
    completeness,
    environment,
    measurements,
    signal_name,
)
from kpath_jvm.sessions.drained import Recording
from kpath_jvm.sessions.recorder import Settings

_VERDICTS = ("exact", "truncated", "lower bounds")
_UNKNOWN_END = "how it ended is not known; all that it had emitted is counted"


def jvm_name(told: dict[str, Any]) -> str:
    """A short name of a JVM's main class or jar, by what the agent has told."""
    words = str(told.get("main") or "").split()
    if words and words[0].endswith(".jar"):
        return program_name(["java", "-jar", words[0]])
    return program_name(["java", *words[:1]])


@dataclass(frozen=True)
class JvmSummary:
    """A concluded JVM: what the agent told of it (recording.json), and its fields of run.json.

    ``profile`` is the place of its profile in the whole one, None when it has none of its own.
    """

    name: str
    told: dict[str, Any]
    run: dict[str, Any]
    profile: str | None

    @property
    def pid(self) -> int:
        """Its process id."""
        return int(self.told.get("pid") or 0)


def jvm_description(
    settings: Settings,
    told: dict[str, Any],
    recording: Recording,
    log: Sequence[str],
    engine_jdk: Jdk,
) -> dict[str, Any]:
    """The fields of run.json of one JVM, whose exit status only its parent knows."""
    verdict = completeness(
        None, recording.header, recording.failure, Folding.of(recording.statistics)
    )
    if not recording.header.shut_down and not recording.header.ended_early:
        verdict["reasons"].append(_UNKNOWN_END)
    started = datetime.fromtimestamp(int(told.get("started_millis") or 0) / 1000).astimezone()
    return {
        "version": __version__,
        "command": ["java", *str(told.get("main") or "").split()],
        **_settings(settings),
        "started": started.isoformat(timespec="seconds"),
        "started_millis": told.get("started_millis"),
        "wall_seconds": None,
        "native_wall_seconds": None,
        "exit_status": None,
        "signal": None,
        "pid": told.get("pid"),
        "parent_pid": told.get("parent_pid"),
        "completeness": verdict,
        **measurements(recording),
        "environment": {
            **environment(None, engine_jdk),
            "java": {"version": told.get("java_version"), "vendor": told.get("java_vendor")},
        },
        "workload": None,
        "agent_log": list(log),
    }


def session_description(
    settings: Settings, jvms: Sequence[JvmSummary], ended: Ended | None, around: Circumstances
) -> dict[str, Any]:
    """The fields of run.json of a command with the JVMs that it has started: sums over these.

    ``ended`` is None when nobody has seen the command's end.
    """
    runs = [jvm.run for jvm in jvms]
    verdicts = [_verdict(jvm, ended) for jvm in jvms]
    return {
        "version": __version__,
        "command": list(settings.command),
        **_settings(settings),
        "started": around.started.isoformat(timespec="seconds"),
        "wall_seconds": None if ended is None else ended.wall_seconds,
        "native_wall_seconds": around.native_wall_seconds,
        "exit_status": None if ended is None else ended.status,
        "signal": None if ended is None else ended.signal,
        "completeness": {
            "verdict": max((v["verdict"] for v in verdicts), key=_VERDICTS.index, default="exact"),
            "reasons": [
                f"{jvm.name} (process {jvm.pid}): {reason}"
                for jvm, verdict in zip(jvms, verdicts, strict=True)
                for reason in verdict["reasons"]
            ],
        },
        **{
            name: sum(run[name] for run in runs)
            for name in ("events", "threads", "lost_events", "waited_seconds")
        },
        "segment": {
            "bytes": sum(run["segment"]["bytes"] for run in runs),
            "peak_bytes": sum(run["segment"]["peak_bytes"] for run in runs),
        },
        "engine": {"bytes": sum(run["engine"]["bytes"] for run in runs), "statistics": None},
        "environment": {
            **environment(None, around.engine_jdk),
            "java": next((run["environment"]["java"] for run in runs), None),
        },
        "workload": dict(around.workload) if around.workload is not None else None,
        "agent_log": list(around.agent_log),
        "jvms": [
            {
                "pid": jvm.pid,
                "parent_pid": jvm.told.get("parent_pid"),
                "main": jvm.told.get("main"),
                "java_version": jvm.told.get("java_version"),
                "started": jvm.run["started"],
                "completeness": verdict,
                **{name: jvm.run[name] for name in ("events", "threads", "lost_events")},
                "profile": None if jvm.profile is None else f"{JVMS}/{jvm.profile}",
            }
            for jvm, verdict in zip(jvms, verdicts, strict=True)
        ],
    }


def _settings(settings: Settings) -> dict[str, Any]:
    return {
        "k": settings.k,
        "cut": settings.cut,
        "max_paths": settings.max_paths,
        "include": list(settings.include),
        "exclude": list(settings.exclude),
    }


def _verdict(jvm: JvmSummary, ended: Ended | None) -> dict[str, Any]:
    """A JVM's own, and how it ended if it is the one that we have started ourselves."""
    verdict, reasons = jvm.run["completeness"]["verdict"], jvm.run["completeness"]["reasons"]
    if ended is None or jvm.pid != ended.pid:
        return {"verdict": verdict, "reasons": list(reasons)}
    reasons = [reason for reason in reasons if reason != _UNKNOWN_END]
    if ended.signal is not None and verdict == "exact":
        verdict = "truncated"
        reasons.append(
            f"killed by {signal_name(ended.signal)}; what it had emitted before is counted"
        )
    return {"verdict": verdict, "reasons": reasons}
