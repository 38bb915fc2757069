"""Kills the target, the engine's process or both at random moments, or lets the target halt.

``accounts`` explains what is compared, what must hold, and why.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import kpath_command as kpath
from builders.waiting import wait_for, wait_for_end
from kpath_jvm import Profile

from . import accounts
from .accounts import Outcome
from .harness import Finished, Running, Setting, StressError, finished_in, programs

#: The latest moments of a kill, in seconds. _STARTING_SECONDS counts from when the target becomes a
#: JVM. _RUNNING_SECONDS counts from when a thread begins round 1, perhaps late on a busy machine.
_STARTING_SECONDS = 1.0
_RUNNING_SECONDS = 2.0
#: How long the target may outlive the engine. It notices the engine's death after a quarter of a
#: second.
_SURVIVAL_SECONDS = 1.0
#: The status with which Killed.java halts.
_HALT_STATUS = 9
_COLLECTORS = ("Serial", "Parallel", "G1", "Z")


class Victim(Enum):
    """Which process dies."""

    TARGET = "target"
    ENGINE = "engine"
    BOTH = "both"
    HALT = "halt"


@dataclass(frozen=True)
class Pause:
    """A pause of the target, or of kpath-jvm and thus of the engine."""

    of_front: bool
    seconds: float

    def __str__(self) -> str:
        return f"{'engine' if self.of_front else 'target'} stopped for {self.seconds} s"


@dataclass(frozen=True)
class Kill:
    """A case, completely determined by its seed."""

    seed: int
    setting: Setting
    threads: int
    seconds: float
    running: bool = True
    """Whether the seconds count from the start of round 1; if not, from the start of the target."""
    victim: Victim = Victim.TARGET
    survival_seconds: float = 0.0
    """The time from the engine's death until the target is killed too."""
    signal: signal.Signals = signal.SIGKILL
    to_front: bool = False
    """Whether kpath-jvm gets the signal, and has to pass it on."""
    pauses: tuple[Pause, ...] = ()

    def __str__(self) -> str:
        pauses = "".join(f", {pause}" for pause in self.pauses)
        how = "halt" if self.victim is Victim.HALT else f"{self.signal.name} of {self.victim.value}"
        more = f" (target: {self.survival_seconds:.3f} s)" if self.victim is Victim.ENGINE else ""
        return (
            f"seed {self.seed}: {self.threads} threads, {how} after {self.seconds:.3f} s{more} "
            f"{'from round 1' if self.running else 'from the start'}{pauses}, {self.setting}"
            f"{' --no-packing' if '--no-packing' in self.setting.options else ''}"
        )


def case(seed: int, java_homes: Sequence[Path]) -> Kill:
    """Returns the case of a seed.

    Consecutive seeds have different JDKs. With two JDKs, four consecutive seeds cover both cut
    modes on each JDK.
    """
    choose = random.Random(seed)
    size = choose.choice(["2M", "2M", "3M", "8M", "64M"])
    # A segment of 2 MB has 15 blocks. The main thread keeps one for the counts of the workers'
    # constructors. Each worker has one for its counters and one for its stream. With six workers,
    # two blocks remain, so streams go on while the engine reads. With seven, none would remain.
    threads = choose.randint(1, 6 if size == "2M" else 8)
    running = choose.random() < 0.75
    collector = choose.choice(_COLLECTORS)
    compiler = choose.choice([(), (), (), ("-XX:TieredStopAtLevel=1",), ("-Xcomp",), ("-Xint",)])
    setting = Setting(
        java_home=java_homes[seed % len(java_homes)],
        k=choose.choice([2, 3, 4]),
        cut=("back-edge", "loop-header")[seed // 2 % 2],
        segment_size=size,
        options=() if choose.random() < 0.2 else ("--no-report",),
        jvm_options=(f"-XX:+Use{collector}GC", *compiler),
    )
    if seed // 4 % 2:
        setting = setting.with_options("--no-packing")
    return Kill(
        seed,
        setting,
        threads,
        seconds=choose.uniform(0, _RUNNING_SECONDS if running else _STARTING_SECONDS),
        running=running,
        victim=choose.choices(list(Victim), weights=[5, 3, 3, 1])[0],
        survival_seconds=choose.uniform(0, _SURVIVAL_SECONDS),
    )


def start(kill: Kill, directory: Path) -> Running:
    """Starts the run that is to be killed. Its marks and its segment are in the directory."""
    (directory / "segments").mkdir()
    own = ("--segment-dir", str(directory / "segments"))
    setting = kill.setting.with_options(*own)
    halt = max(1, round(kill.seconds * 1000)) if kill.victim is Victim.HALT else 0
    words = (str(directory / "marks"), str(kill.seed), str(kill.threads), str(halt))
    return Running(setting, directory, programs(), "Killed", *words)


def run(kill: Kill, directory: Path) -> Outcome:
    """Runs a case. Raises a StressError if a count is wrong, or if a loss isn't reported."""
    running = start(kill, directory)
    marks = directory / "marks"
    emitted = [0] * kill.threads
    try:
        target = running.target()
        # A target that halts may do so before its first round.
        if kill.running and kill.victim is not Victim.HALT:
            wait_for(lambda: any(accounts.read_marks(marks, kill.threads)), "a thread has begun")
        if kill.victim is not Victim.HALT:
            time.sleep(kill.seconds)
            for pause in kill.pauses:
                _pause(running.process.pid if pause.of_front else target, pause.seconds)
            emitted = accounts.read_marks(marks, kill.threads)
            _strike(kill, running.process.pid, target)
        running.process.wait(kpath.TIMEOUT_SECONDS)
    finally:
        finished = running.finish()
    try:
        if kill.victim in (Victim.ENGINE, Victim.BOTH):
            wait_for_end(target)
            return _judge_recovered(kill, directory, emitted)
        return judge(kill, finished, marks)
    except StressError as failure:
        raise StressError(f"{kill}\n{failure}") from None


def _strike(kill: Kill, front: int, target: int) -> None:
    if kill.victim is Victim.BOTH:
        os.killpg(front, signal.SIGKILL)
    elif kill.victim is Victim.ENGINE:
        os.kill(front, signal.SIGKILL)
        time.sleep(kill.survival_seconds)
        # The target may have ended already.
        with suppress(ProcessLookupError):
            os.kill(target, signal.SIGKILL)
    else:
        os.kill(front if kill.to_front else target, kill.signal)


def _pause(process: int, seconds: float) -> None:
    os.kill(process, signal.SIGSTOP)
    try:
        time.sleep(seconds)
    finally:
        os.kill(process, signal.SIGCONT)
    time.sleep(0.3)


def judge(kill: Kill, finished: Finished, marks: Path) -> Outcome:
    """Checks the outcome of a run whose target died while the engine lived on."""
    rounds = accounts.read_marks(marks, kill.threads)
    halted = kill.victim is Victim.HALT
    status = _HALT_STATUS if halted else 128 + kill.signal
    if finished.status != status:
        raise StressError(f"status {finished.status}: {finished.text()}")
    if finished.profile is None:
        if any(rounds) or b"no profile: the target ended" not in finished.stderr:
            raise StressError(f"no profile after rounds {rounds}: {finished.text()}")
        return Outcome("before any class")
    # SIGTERM and similar signals end a JVM in an orderly way, unless it's still starting.
    killed = finished.profile.run.signal is not None
    held_back = finished.profile.run.held_back
    profile = finished.expect(status, "truncated" if killed or held_back else "exact")
    expected = [kill.signal.name] if killed else []
    expected += ["unfinished activation"] if held_back else []
    reasons = list(profile.run.completeness.reasons)
    if len(reasons) != len(expected) or not all(map(str.__contains__, reasons, expected)):
        raise StressError(f"reasons {reasons}")
    if b"Traceback" in finished.stderr or b"Exception" in finished.stderr:
        raise StressError(finished.text())
    if any((kill_directory := marks.parent / "segments").iterdir()):
        raise StressError(f"{list(kill_directory.iterdir())} left")
    if halted:
        rounds = _seen_by_agents(profile, rounds)
    return accounts.compare(kill.seed, kill.setting, profile, rounds)


def _seen_by_agents(profile: Profile, rounds: Sequence[int]) -> list[int]:
    """Returns the rounds, with 0 for threads whose classes were loaded after the JVM began to halt.

    From then on the JVM shows no class to agents, while the program's threads go on for some
    milliseconds. The program loads its classes one after another, so only the last ones may be
    missing.
    """
    recorded = set(profile.methods["class"])
    seen = [f"Worker{thread}" in recorded for thread in range(len(rounds))]
    if sorted(seen, reverse=True) != seen:
        raise StressError(f"only the last classes may be missing: {seen}")
    return [begun if was_seen else 0 for begun, was_seen in zip(rounds, seen, strict=True)]


def _judge_recovered(kill: Kill, directory: Path, emitted: Sequence[int]) -> Outcome:
    """Checks what ``kpath-jvm recover`` makes of a recording whose engine was killed."""
    rounds = accounts.read_marks(directory / "marks", kill.threads)
    (left,) = (directory / "segments").iterdir()
    output = str(directory / "p.kpath")
    done = kpath.run("recover", str(left), "-o", output, directory=directory)
    finished = finished_in(directory, done.returncode, done.stdout, done.stderr)
    if finished.profile is None:
        lines = done.stderr.decode().splitlines()
        if any(rounds) or done.returncode == 0 or len(lines) != 1:
            raise StressError(f"not recovered, rounds {rounds}: {finished.text()}")
        return Outcome("before any class")
    profile = finished.profile
    told = profile.run.completeness
    text = " ".join(told.reasons)
    if done.returncode != 0 or "recovered" not in text or "engine failed" in text:
        raise StressError(f"status {done.returncode}, {told}: {finished.text()}")
    if profile.run.lost_events == 0:
        outcome = accounts.compare(kill.seed, kill.setting, profile, rounds)
    elif kill.victim is Victim.ENGINE and told.verdict == "lower bounds":
        outcome = accounts.compare_bounds(kill.seed, kill.setting, profile, emitted, rounds)
    else:
        raise StressError(f"{told}: {profile.run.lost_events} events lost")
    if any((directory / "segments").iterdir()):
        raise StressError(f"{left} is still there")
    return outcome
