"""Reads the metrics of a finished trial, and decides whether the trial has succeeded."""

import re
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow.compute as pc
import pyarrow.parquet as pq

from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.experiments.planning.configuration import Steady
from kpath_jvm.evaluation.experiments.trial_commands import INLINE_DIRECTORY, PROFILE_DIRECTORY
from kpath_jvm.evaluation.experiments.trials.processes import Finished
from kpath_jvm.launch.target import signal_name
from kpath_jvm.records.completeness import decided
from kpath_jvm.records.inline import InlineFile
from kpath_jvm.records.record import R, read_record
from kpath_jvm.records.run import ProfileRecord
from kpath_jvm.records.workload import Iteration

ITERATIONS_FILE = "iterations.jsonl"
#: The exit status by which a stand-in reports that its result is wrong.
_WRONG_RESULT = 3
_TAIL_BYTES = 64 * 1024
_MOST_CHARACTERS = 300
_MEMORY = re.compile(r"java\.lang\.OutOfMemoryError[^\n]*|Cannot allocate memory|out of memory")
#: A line of a stack trace that names only the place of an error, not the error.
_FRAME = re.compile(r"\s+(at |\.\.\. \d+ )")
_NANOS = 1e-9
_TABLES_FULL = "the profiler's tables would take more than half of the largest heap (-Xmx)"


class TrialFailedError(Exception):
    """Raised if a trial has failed; the message says why, in one line."""


def check_end(finished: Finished, log: Path) -> None:
    """Raises TrialFailedError if the process failed, or was ended by a signal or by us."""
    if finished.stopped is not None:
        raise TrialFailedError(finished.stopped)
    if finished.signal is None and finished.exit_status == 0:
        return
    tail = _tail(log)
    memory = _MEMORY.search(tail)
    lines = [line for line in tail.splitlines() if line.strip() and not _FRAME.match(line)]
    said = lines[-1].strip() if lines else ""
    if memory is not None:
        how = f"memory: {memory.group()}"
    elif finished.signal is not None:
        how = f"killed by {signal_name(finished.signal)}"
    elif finished.exit_status == _WRONG_RESULT:
        how = f"wrong result: {said}"
    else:
        how = f"exit status {finished.exit_status}: {said}"
    raise TrialFailedError(how[:_MOST_CHARACTERS])


def timed_metrics(iterations: Sequence[Iteration], steady: Steady) -> dict[str, Any]:
    """Returns metrics of the timed iterations, and whether the last iterations were steady."""
    timed = [it for it in iterations if it.phase == "timed"]
    last = [it.wall_seconds for it in timed[-steady.window :]]
    cov = coefficient_of_variation(last)
    return {
        "warmups": len(iterations) - len(timed),
        "iterations": len(timed),
        "timed_wall_seconds": sum(it.wall_seconds for it in timed),
        "timed_cpu_seconds": sum(it.cpu_seconds for it in timed),
        "cov": cov,
        "steady": cov is not None and len(last) == steady.window and cov <= steady.cov,
        "digest": timed[-1].digest,
    }


def coefficient_of_variation(values: Sequence[float]) -> float | None:
    """Returns the standard deviation divided by the mean, or None if the quotient has no meaning.

    The quotient has no meaning for fewer than two values, or if the mean isn't positive. See
    section 4.2 of Georges et al. (2007).
    """
    if len(values) < 2 or statistics.fmean(values) <= 0:
        return None
    return statistics.stdev(values) / statistics.fmean(values)


def process_metrics(finished: Finished) -> dict[str, Any]:
    """Returns the metrics of a trial whose process is the target itself.

    For trials of the profiler stream, ``stream_metrics`` replaces the metrics that would be wrong.
    """
    return {
        "wall_seconds": finished.wall_seconds,
        "target_cpu_seconds": finished.cpu_seconds,
        "engine_cpu_seconds": 0.0,
        "total_cpu_seconds": finished.cpu_seconds,
        "target_max_rss_bytes": finished.max_rss_bytes,
    }


def inline_metrics(directory: Path) -> dict[str, Any]:
    """Returns metrics from the inline.json that an inline profiler wrote.

    Raises TrialFailedError if the file can't be read, or if it shows that the profiler failed or
    that the profile isn't exact.
    """
    found = _record(directory / INLINE_DIRECTORY / "inline.json", InlineFile, "the profiler")
    if found.ended == "memory":
        # check_end gives a reason with the same first word when the program's own heap is full.
        # Charts mark both cases with a cross.
        raise TrialFailedError(f"memory: {_TABLES_FULL}")
    if found.ended != "shutdown":
        raise TrialFailedError(f"the profiler gave up: {found.ended}")
    losses = decided(found.losses())
    if not losses.is_exact:
        raise TrialFailedError(f"the profile has {losses.text}"[:_MOST_CHARACTERS])
    return {
        "items": found.items,
        "streamed_items": None,
        "engine_bytes": found.bytes,
        "instrumentation_seconds": found.instrumentation_nanos * _NANOS,
    }


def stream_metrics(directory: Path, finished: Finished) -> dict[str, Any]:
    """Returns metrics from the profile that `kpath-jvm run` wrote.

    The engine's CPU time is that of the whole command minus the target's. So it also covers
    kpath-jvm's start and the writing of the profile. Raises TrialFailedError when there is no exact
    profile.
    """
    profile = directory / PROFILE_DIRECTORY
    run = _record(profile / "run.json", ProfileRecord, "kpath-jvm run")
    if not run.completeness.is_exact:
        raise TrialFailedError(f"the profile is {run.completeness.text}"[:_MOST_CHARACTERS])
    target, engine = run.target, run.engine
    assert target is not None
    assert engine is not None
    counts = pq.read_table(profile / "paths.parquet", columns=["count"])["count"]
    return {
        "target_cpu_seconds": target.cpu_seconds,
        "engine_cpu_seconds": max(finished.cpu_seconds - target.cpu_seconds, 0.0),
        "target_max_rss_bytes": target.max_rss_bytes,
        "engine_bytes": engine.bytes,
        "items": pc.sum(counts).as_py() or 0,
        "streamed_items": run.events,
    }


def _record(path: Path, kind: type[R], who: str) -> R:
    try:
        return read_record(path, kind)
    except KpathError:
        raise TrialFailedError(f"{who} left no readable {path.name}") from None


def _tail(log: Path) -> str:
    try:
        with log.open("rb") as file:
            file.seek(max(0, log.stat().st_size - _TAIL_BYTES))
            return file.read().decode("utf-8", "replace")
    except OSError:
        return ""
