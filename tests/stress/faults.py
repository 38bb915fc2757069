"""Disturbs recordings with stops, signals, other recordings, child processes and clock jumps."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import kpath_command as kpath
from builders.waiting import wait_for
from kpath_jvm.recording.processes import is_alive
from kpath_jvm.records.run import ProfileRecord

from . import accounts, kills, storms
from .accounts import Outcome
from .harness import (
    Counts,
    Finished,
    Running,
    Setting,
    StressError,
    counts_of,
    differences,
    programs,
)
from .kills import Kill, Pause, Victim
from .model import Rules
from .storms import Storm

#: How long a process is stopped: longer than our code waits before it reacts to the stop.
STOPPED_SECONDS = 3.5
_FAKETIME = Path("/usr/lib")


def paused(seed: int, java_homes: Sequence[Path]) -> Kill:
    """Returns a case in which kpath-jvm and the target are stopped in turn before the kill.

    While kpath-jvm is stopped, the segment fills up.
    """
    choose = random.Random(seed)
    kill = kills.case(seed, java_homes)
    pauses = [Pause(of_front=True, seconds=STOPPED_SECONDS)]
    pauses.insert(choose.randrange(2), Pause(of_front=False, seconds=STOPPED_SECONDS))
    if kill.victim is Victim.HALT:
        kill = replace(kill, victim=Victim.TARGET)
    return replace(kill, seconds=choose.uniform(0.2, 1.5), pauses=tuple(pauses))


def followed(seed: int, java_homes: Sequence[Path]) -> Kill:
    """Returns a case in which kpath-jvm follows a command's JVMs, and is killed.

    The target is killed at the same time or soon after.
    """
    kill = kills.case(seed, java_homes)
    victim = (Victim.ENGINE, Victim.BOTH)[seed // 4 % 2]
    setting = kill.setting.with_options("--follow-children")
    return replace(kill, victim=victim, setting=setting)


def signalled(seed: int, java_homes: Sequence[Path]) -> Kill:
    """Returns a case in which kpath-jvm gets a signal, and passes it on to end the target."""
    number = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)[seed % 3]
    return replace(kills.case(seed, java_homes), victim=Victim.TARGET, signal=number, to_front=True)


def full_ring(
    setting: Setting, directory: Path, kind: str, threads: int, tasks: int = 100_000
) -> Counts:
    """Stops the engine until the target waits, and disturbs the waiting threads."""
    marks = directory / "marks"
    words = (str(marks), kind, str(threads), str(tasks))
    running = Running(setting, directory, programs(), "DriveFull", *words)
    front = running.process.pid
    try:
        running.target()
        wait_for(lambda: sum(accounts.read_marks(marks, threads)) > 1000, "the threads have begun")
        os.kill(front, signal.SIGSTOP)
        try:
            done = wait_for(lambda: _still(marks, threads), "the threads stand still")
            if all(begun == tasks for begun in done):
                raise StressError(f"the target didn't wait: rounds {done}")
            Path(f"{marks}.still").touch()
            wait_for(lambda: "disturbed" in running.text("stdout"), "the program says disturbed")
            if not (again := _still(marks, threads)):
                raise StressError(f"the target stopped waiting: rounds {done}, then {again}")
        finally:
            os.kill(front, signal.SIGCONT)
    finally:
        finished = running.finish()
    found = _judge_tasks(setting, finished, {"plain": tasks}, threads)
    if finished.stdout != b"disturbed\n0 lost the interrupt or the permit\n":
        raise StressError(f"{setting}: {finished.stdout.decode()}")
    if finished.profile is None or (finished.profile.run.waited_seconds or 0) < STOPPED_SECONDS:
        raise StressError("the profile reports no long wait of the target")
    return found


def _still(marks: Path, threads: int) -> list[int] | None:
    """Returns the number of tasks that each thread has done, or None if a number still changes."""
    before = accounts.read_marks(marks, threads)
    time.sleep(STOPPED_SECONDS)
    return before if accounts.read_marks(marks, threads) == before else None


def _judge_tasks(setting: Setting, finished: Finished, tasks: dict[str, int], times: int) -> Counts:
    """Returns the counts. Raises a StressError unless ``times`` runs of ``tasks`` give them."""
    profile = finished.expect(0, "exact")
    found = counts_of(profile, {"Tasks": "Tasks"})["Tasks"]
    rules = Rules.of(setting.k, setting.cut, profile.methods)
    expected: Counts = Counter()
    for what, number in tasks.items():
        once = storms.expectation(Storm(setting, what, number), rules)
        expected.update({key: count * times for key, count in once.items()})
    if found != expected:
        raise StressError(f"{setting}\n{differences(found, expected)}")
    return found


def several_at_once(all_storms: Sequence[Storm], directory: Path) -> list[ProfileRecord]:
    """Records several storms at the same time, with all segments in one directory.

    Each profile must have only its own counts.
    """
    segments = directory / "segments"
    segments.mkdir()
    running = []
    for number, storm in enumerate(all_storms):
        own = directory / str(number)
        own.mkdir()
        setting = replace(storm.setting, options=("--segment-dir", str(segments)))
        running.append((storm, storms.start(replace(storm, setting=setting), own)))
    most = 0
    while any(run.process.poll() is None for _, run in running):
        most = max(most, len(list(segments.iterdir())))
        time.sleep(0.05)
    runs = [storms.judge(storm, run.finish()).run for storm, run in running]
    if most < min(2, len(all_storms)) or list(segments.iterdir()):
        raise StressError(f"at most {most} segments at once, {list(segments.iterdir())} left")
    return runs


def forks(setting: Setting, directory: Path, tasks: int = 200_000, children: int = 15) -> Counts:
    """Records a target that starts children, one of which outlives it."""
    orphan = directory / "orphan"
    words = (str(tasks), str(children), str(orphan))
    running = Running(setting, directory, programs(), "DriveForks", *words)
    try:
        # Don't wait for the orphan, which keeps our streams open.
        running.process.wait(kpath.TIMEOUT_SECONDS)
        if not is_alive(int(orphan.read_text())):
            raise StressError(f"{setting}: the child that should outlive the target has ended")
    finally:
        finished = running.finish()
    return _judge_tasks(setting, finished, {"plain": tasks}, 1)


def stopped_threads(setting: Setting, directory: Path, rounds: int = 1_000) -> int:
    """Ends threads by Thread.stop(), which works before JDK 20.

    It isn't known what the threads had done, so their counts can't be checked. A thread that is
    stopped between two stores of a probe may leave a damaged stream, which must be reported.

    Returns the number of completed paths.
    """
    finished = Running(setting, directory, programs(), "DriveStopped", str(rounds)).finish()
    profile = finished.profile
    if finished.stdout != b"done\n" or b"InternalError" in finished.stderr or profile is None:
        raise StressError(f"{setting}: {finished.text()}")
    told = profile.run.completeness
    damaged = told.verdict == "lower bounds" and "is damaged" in " ".join(told.reasons)
    if finished.status != (125 if damaged else 0) or not (damaged or told.verdict == "exact"):
        raise StressError(f"{setting}: status {finished.status}, {told}")
    counts_of(profile, {"Tasks": "Tasks"})
    return int(profile.methods["completed"].sum())


def clock_library() -> Path | None:
    """Returns the library of libfaketime, or None if it isn't installed."""
    if shutil.which("faketime") is None:
        return None
    return next(_FAKETIME.glob("*/faketime/libfaketimeMT.so.1"), None)


def clock_jumps(kill: Kill, library: Path, directory: Path) -> Outcome:
    """Kills the target after the wall clock has jumped back and forth by up to 400 days.

    The clock jumps for kpath-jvm and for the target. Monotonic clocks go on normally.
    """
    clock = directory / "clock"
    clock.write_text("+400d\n")
    extra = {
        "LD_PRELOAD": str(library),
        "FAKETIME_TIMESTAMP_FILE": str(clock),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        # With libfaketime's own correction for timed waits, every timed wait of HotSpot ends late.
        "FAKETIME_FORCE_MONOTONIC_FIX": "0",
    }
    shown = subprocess.run(
        ["date", "+%s"], env={**os.environ, **extra}, capture_output=True, check=True
    ).stdout
    if int(shown) < time.time() + 399 * 86400:
        raise StressError(f"{library} does not work here")
    clock.write_text("+0\n")
    kill = replace(kill, setting=replace(kill.setting, extra=extra))
    marks = directory / "marks"
    running = kills.start(kill, directory)
    try:
        target = running.target()
        wait_for(lambda: any(accounts.read_marks(marks, kill.threads)), "a thread has begun")
        for jump in ("-3d", "+400d", "-1d", "+0"):
            time.sleep(kill.seconds / 4)
            clock.write_text(f"{jump}\n")
        os.kill(target, kill.signal)
        running.process.wait(kpath.TIMEOUT_SECONDS)
    finally:
        finished = running.finish()
    return kills.judge(kill, finished, marks)
