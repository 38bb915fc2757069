"""Measures one run of a workload, and reads the figures of its profile."""

import os
import re
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kpath_jvm import Profile
from kpath_jvm.evaluation.workloads.kits.run import KitRun

_TIMED = re.compile(
    r"^===== kpath stand-in for .*: iteration \d+ took (\d+) ms, (\d+) ms of CPU: ", re.MULTILINE
)
_TAIL_CHARACTERS = 2000


@dataclass(frozen=True)
class Measurement:
    """The figures of one run.

    ``timed_seconds`` and ``timed_cpu_seconds`` are the times of all timed iterations together, as
    the target printed or logged them. The CPU time includes the JVM's own threads. ``wall_seconds``
    and ``cpu_seconds`` are the times of the whole command with all its processes. These two include
    the target's start and warm-up, the engine, and the writing of the profile.

    ``completions`` and the fields after it are None for a run without a profile. ``completions``
    counts all path completions, and ``events`` the streamed ones among them. ``target_seconds`` is
    the target's wall time, and ``waited_seconds`` the part of it in which the target waited for the
    engine. ``segment_peak_bytes`` and ``engine_bytes`` are the largest sizes of the segment and of
    the engine.
    """

    name: str
    round: int
    timed_seconds: float
    timed_cpu_seconds: float
    wall_seconds: float
    cpu_seconds: float
    load_before: float
    completions: int | None = None
    events: int | None = None
    target_seconds: float | None = None
    waited_seconds: float | None = None
    segment_peak_bytes: int | None = None
    engine_bytes: int | None = None
    verdict: str | None = None


def measure(
    name: str,
    number: int,
    command: Sequence[str],
    profile: Path | None,
    environment: Mapping[str, str] | None = None,
    kit_run: KitRun | None = None,
    accepted: Sequence[int] = (0,),
) -> Measurement:
    """Runs the command, and returns the figures of the run.

    Raises a CalledProcessError with the end of the output if the command fails or reports no timed
    iteration. ``profile`` is the profile that the command writes, if any. If ``environment`` is
    None, the command inherits the environment. ``accepted`` has the exit statuses that aren't
    failures. For an official benchmark, which doesn't print its iterations' times, ``kit_run`` has
    the benchmark's directory and the log of its iterations.
    """
    load_before = os.getloadavg()[0]
    with tempfile.TemporaryFile() as output:
        start = time.monotonic()
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=environment,
            cwd=None if kit_run is None else kit_run.directory,
        )
        # wait4 reports the CPU time of this child and its descendants, not of earlier children.
        _, status, usage = os.wait4(process.pid, 0)
        wall_seconds = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode("utf-8", "replace")
    if kit_run is None:
        timed = [(int(wall) / 1000, int(cpu) / 1000) for wall, cpu in _TIMED.findall(text)]
    else:
        timed, shortfall = _logged(kit_run)
        text += shortfall
    if process.returncode not in accepted or not timed:
        raise subprocess.CalledProcessError(
            process.returncode, " ".join(command), text[-_TAIL_CHARACTERS:]
        )
    measured = Measurement(
        name=name,
        round=number,
        timed_seconds=sum(wall for wall, _ in timed),
        timed_cpu_seconds=sum(cpu for _, cpu in timed),
        wall_seconds=wall_seconds,
        cpu_seconds=usage.ru_utime + usage.ru_stime,
        load_before=load_before,
    )
    return measured if profile is None else _with_profile(measured, profile)


def _logged(kit_run: KitRun) -> tuple[list[tuple[float, float]], str]:
    """Returns wall and CPU seconds of the timed iterations, and the reason if there are none."""
    iterations, shortfall = kit_run.iterations()
    if shortfall is not None:
        return [], f"\n{shortfall}"
    return [(it.wall_seconds, it.cpu_seconds) for it in iterations if it.phase == "timed"], ""


def _with_profile(measured: Measurement, profile: Path) -> Measurement:
    opened = Profile.open(profile)
    run = opened.run
    return replace(
        measured,
        completions=int(opened.paths["count"].sum()),
        events=run.events,
        target_seconds=run.wall_seconds,
        waited_seconds=run.waited_seconds,
        segment_peak_bytes=None if run.segment is None else run.segment.peak_bytes,
        engine_bytes=None if run.engine is None else run.engine.bytes,
        verdict=str(run.completeness.verdict),
    )
