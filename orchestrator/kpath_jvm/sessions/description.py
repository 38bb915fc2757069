"""What run.json says about a run."""

import json
import os
import platform
import signal
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from kpath_jvm import __version__
from kpath_jvm.errors import KpathError
from kpath_jvm.launch.jdk import Jdk
from kpath_jvm.launch.target import Ended
from kpath_jvm.profile.folding import Folding
from kpath_jvm.recording.segment import Header
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.sessions.drained import Drained, Recording
from kpath_jvm.sessions.recorder import Settings


@dataclass(frozen=True)
class Circumstances:
    """What surrounds a recording: when it began, the JDKs, the native run, the workload."""

    started: datetime
    target_jdk: Jdk
    engine_jdk: Jdk
    native_wall_seconds: float | None = None
    workload: Mapping[str, Any] | None = None
    agent_log: tuple[str, ...] = ()


def write_description(
    directory: SessionDirectory,
    settings: Settings,
    target_jdk: Jdk,
    started: datetime,
    workload: Mapping[str, Any] | None,
) -> None:
    """Writes recording.json: what a profile's run.json needs, for when somebody else builds it."""
    told = {
        "main": None,
        "command": list(settings.command),
        "k": settings.k,
        "java_version": target_jdk.version,
        "java_vendor": target_jdk.vendor,
        "started_millis": int(started.timestamp() * 1000),
        "cut": settings.cut,
        "max_paths": settings.max_paths,
        "include": list(settings.include),
        "exclude": list(settings.exclude),
        "blpp": settings.also_blpp,
        "engine_memory": settings.engine_memory,
        # It depends on where temporary files go.
        "journals": str(directory.journals),
        "stream": None if directory.stream is None else str(directory.stream.path),
        "workload": dict(workload) if workload is not None else None,
    }
    path = directory.description
    try:
        path.write_text(json.dumps(told) + "\n", "utf-8")
    except OSError as error:
        raise KpathError(f"cannot write {path}: {error.strerror}; make room there", 125) from None


def run_description(
    settings: Settings, recording: Recording, ended: Ended, around: Circumstances
) -> dict[str, Any]:
    """The fields of run.json that only the run knows (docs/formats/profile.md)."""
    return {
        "version": __version__,
        "command": list(settings.command),
        "k": settings.k,
        "cut": settings.cut,
        "max_paths": settings.max_paths,
        "include": list(settings.include),
        "exclude": list(settings.exclude),
        **_course(ended, around),
        "completeness": completeness(
            ended.signal, recording.header, recording.failure, Folding.of(recording.statistics)
        ),
        **measurements(recording),
        "environment": environment(around.target_jdk, around.engine_jdk),
        "workload": dict(around.workload) if around.workload is not None else None,
        "agent_log": list(around.agent_log),
    }


def stream_description(recording: Drained, ended: Ended, around: Circumstances) -> dict[str, Any]:
    """The fields of stream.json (docs/formats/stream.md): the run, whatever k it had."""
    return {
        "version": __version__,
        **_course(ended, around),
        "events": recording.events,
        "threads": recording.header.threads,
        "lost_events": recording.header.lost_events,
        "environment": environment(around.target_jdk, around.engine_jdk),
        "agent_log": list(around.agent_log),
    }


def _course(ended: Ended, around: Circumstances) -> dict[str, Any]:
    """When the target began, how it ended, and what it took until then."""
    return {
        "started": around.started.isoformat(timespec="seconds"),
        "wall_seconds": ended.wall_seconds,
        "native_wall_seconds": around.native_wall_seconds,
        "exit_status": ended.status,
        "signal": ended.signal,
        "target": {"cpu_seconds": ended.cpu_seconds, "max_rss_bytes": ended.max_rss_bytes},
    }


def measurements(recording: Recording) -> dict[str, Any]:
    """The fields that segment and engine have counted."""
    header = recording.header
    folding = Folding.of(recording.statistics)
    return {
        "events": recording.events,
        "threads": header.threads,
        "lost_events": header.lost_events,
        "waited_seconds": header.waited_seconds,
        "segment": {
            "bytes": recording.segment_bytes,
            "peak_bytes": recording.segment_peak_bytes,
        },
        "engine": {"bytes": recording.engine_bytes, "statistics": recording.statistics},
        "folding": None if folding is None else folding.document(),
    }


def completeness(
    signal_number: int | None,
    header: Header,
    engine_failure: str | None,
    folding: Folding | None = None,
) -> dict[str, Any]:
    """The verdict on the counts ("exact", "lower bounds", "truncated") and its reasons."""
    reasons = []
    verdict = "exact"
    if signal_number is not None:
        verdict = "truncated"
        reasons.append(
            f"the target was killed by {signal_name(signal_number)}; "
            "what it had emitted before is counted"
        )
    if (
        header.lost_events > 0
        or header.unlisted_classes > 0
        or header.ended_early
        or engine_failure is not None
    ):
        verdict = "lower bounds"
    if header.lost_events > 0:
        reasons.append(f"{header.lost_events:,} events could not be recorded")
    if header.unlisted_classes > 0:
        reasons.append(unlisted(header))
    if header.ended_early:
        reasons.append("the recording ended before the target did")
    if engine_failure is not None:
        reasons.append(f"the engine failed: {engine_failure}")
    if folding is not None:
        verdict = "lower bounds"
        reasons.append(folding.reason())
    return {"verdict": verdict, "reasons": reasons}


def unlisted(header: Header) -> str:
    """What is to be said of classes that the agent could not even list."""
    count = header.unlisted_classes
    return (
        f"{count:,} class{'es are' if count > 1 else ' is'} not recorded: "
        "there was no room for the metadata beside the segment"
    )


def signal_name(number: int) -> str:
    """As "SIGKILL"; "signal 77" for one without a name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def environment(target_jdk: Jdk | None, engine_jdk: Jdk | None) -> dict[str, Any]:
    """Java, operating system, CPU, memory (bytes) and Python.

    None for an unknown target's Java, or for an engine's if there was none.
    """
    return {
        "java": None if target_jdk is None else _java(target_jdk),
        "engine_java": None if engine_jdk is None else _java(engine_jdk),
        "os": platform.platform(),
        "cpu": {"count": len(os.sched_getaffinity(0)), "model": _cpu_model()},
        "memory_bytes": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        "python": sys.version.split()[0],
    }


def _java(jdk: Jdk) -> dict[str, str]:
    return {"version": jdk.version, "vendor": jdk.vendor}


def _cpu_model() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines()
    except OSError:
        return platform.machine()
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.machine())
