"""Runs trials and recorded runs side by side in lanes, each of which can have a CPU of its own.

On Linux an affinity belongs to a thread, and is inherited by everything that the thread starts. So
a lane with a CPU is a thread that pins itself to that CPU. JVMs and engines that the lane starts
run on the same CPU.
"""

import os
import threading
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.experiments.trials.processes import Stop, StoppedError

_CPUS = Path("/sys/devices/system/cpu")
_QUOTA = Path("/sys/fs/cgroup/cpu.max")
T = TypeVar("T")


@dataclass(frozen=True)
class Lane:
    """A lane, numbered from 1; ``core`` is the CPU to which the lane is pinned, or None."""

    number: int
    core: int | None

    def described(self) -> dict[str, int | None]:
        """Returns the lane as plain values, for experiment.json and trial.json."""
        return {"lane": self.number, "core": self.core}


def choose_lanes(wanted: int, pinned: bool | None) -> tuple[list[Lane], str | None]:
    """Returns lanes, at most one per available CPU, and a message or None.

    If there are fewer lanes than ``wanted``, the message says so. If ``pinned`` is None, lanes are
    pinned only if several are wanted. Raises KpathError if several lanes are wanted and ``pinned``
    is False.
    """
    if wanted > 1 and pinned is False:
        raise KpathError(
            f"{wanted} lanes that aren't pinned would share CPUs; leave `pinned` out or use 1", 2
        )
    if wanted == 1 and not pinned:
        return [Lane(1, None)], None
    cpus = _apart(sorted(os.sched_getaffinity(0)))
    most = min(len(cpus), _quota() or len(cpus))
    complaint = None
    if wanted > most:
        here = "1 CPU is" if most == 1 else f"{most} CPUs are"
        complaint = f"{wanted} lanes were asked for, and {here} available: running {most}"
    return [Lane(at + 1, cpu) for at, cpu in enumerate(cpus[: min(wanted, most)])], complaint


def in_words(lanes: Sequence[Lane]) -> str:
    """Returns in words how trials were run, such as "2 lanes, each pinned to one core"."""
    if any(lane.core is None for lane in lanes):
        return "one trial at a time, on all CPUs"
    if len(lanes) == 1:
        return "one trial at a time, pinned to one core"
    return f"{len(lanes)} lanes, each pinned to one core"


def _apart(cpus: Sequence[int]) -> list[int]:
    """Returns the CPUs in another order: first one CPU of each core, then all others."""
    first: list[int] = []
    second: list[int] = []
    cores: set[str] = set()
    for cpu in cpus:
        core = f"cpu {cpu}"
        with suppress(OSError):
            topology = _CPUS / f"cpu{cpu}" / "topology" / "thread_siblings_list"
            core = topology.read_text("ascii").strip()
        (second if core in cores else first).append(cpu)
        cores.add(core)
    return first + second


def _quota() -> int | None:
    """Returns how many whole CPUs (1 or more) a control group grants us; None without a limit."""
    try:
        quota, period = map(int, _QUOTA.read_text("ascii").split())
    except (OSError, ValueError):
        return None
    return max(quota // period, 1)


class _Handout(Generic[T]):
    """Hands out tasks in order, but passes over those whose subject another lane is working on.

    If only such tasks are left, the first of them is handed out.
    """

    def __init__(self, tasks: Iterable[T], subject: Callable[[T], Hashable]) -> None:
        self._tasks = list(tasks)
        self._subject = subject
        self._at: dict[int, Hashable] = {}
        self._lock = threading.Lock()

    def next(self, lane: Lane) -> T | None:
        """Marks the lane's previous task as done; returns the next, or None if none is left."""
        with self._lock:
            self._at.pop(lane.number, None)
            if not self._tasks:
                return None
            busy = set(self._at.values())
            free = (at for at, it in enumerate(self._tasks) if self._subject(it) not in busy)
            task = self._tasks.pop(next(free, 0))
            self._at[lane.number] = self._subject(task)
            return task


def run_in_lanes(
    lanes: Sequence[Lane],
    tasks: Iterable[T],
    subject: Callable[[T], Hashable],
    work: Callable[[T, Lane], None],
    stop: Stop,
) -> None:
    """Does all tasks, one per lane at a time, and returns when all tasks have ended.

    After an error in one lane, or a KeyboardInterrupt in the calling thread, ``stop`` ends all
    lanes. The error or interrupt is raised when the lanes have ended.
    """
    handout = _Handout(tasks, subject)
    errors: list[BaseException] = []
    ends = [threading.Event() for _ in lanes]
    # The ``ended`` events of the threads that have begun. After an interrupt, waiting for these
    # threads is enough: a thread that begins later finds ``stop`` set and does nothing.
    begun: list[threading.Event] = []
    try:
        for lane, ended in zip(lanes, ends, strict=True):
            threading.Thread(
                target=_lane_work,
                args=(lane, handout, work, stop, errors, begun, ended),
                name=f"lane {lane.number}",
            ).start()
        for ended in ends:
            ended.wait()
    except BaseException:
        _end_all(stop, begun)
        raise
    if errors:
        raise errors[0]


def _lane_work(
    lane: Lane,
    handout: _Handout[T],
    work: Callable[[T, Lane], None],
    stop: Stop,
    errors: list[BaseException],
    begun: list[threading.Event],
    ended: threading.Event,
) -> None:
    begun.append(ended)
    try:
        if lane.core is not None:
            os.sched_setaffinity(0, {lane.core})
        while not stop.is_set():
            task = handout.next(lane)
            if task is None:
                return
            work(task, lane)
    except StoppedError:
        pass
    except BaseException as error:  # ``run_in_lanes`` raises the error again.
        errors.append(error)
        stop.set()
    finally:
        ended.set()


def _end_all(stop: Stop, begun: Sequence[threading.Event]) -> None:
    """Asks the lanes to stop, and waits until those that have begun have ended.

    Further interrupts don't end the wait.

    ``Thread.join`` must not be used here. In several versions of Python, a thread whose ``join``
    was interrupted counts as ended from then on, even while it is still running.
    """
    while not stop.is_set() or not all(ended.is_set() for ended in begun):
        with suppress(KeyboardInterrupt):
            stop.set()
            for ended in begun:
                ended.wait()
