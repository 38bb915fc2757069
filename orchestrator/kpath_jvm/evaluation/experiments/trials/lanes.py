"""Lanes: trials and recorded runs side by side, each pinned to a CPU of its own.

On Linux an affinity belongs to a thread, and what a thread starts inherits it. So a lane is a
thread that pins itself; its JVMs, their engines and all that these start run on the same CPU.
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
    """One of the lanes, numbered from 1; ``core`` is its CPU's number, None if it isn't pinned."""

    number: int
    core: int | None

    def described(self) -> dict[str, int | None]:
        """As plain values, for experiment.json and trial.json."""
        return {"lane": self.number, "core": self.core}


def choose_lanes(wanted: int, pinned: bool | None) -> tuple[list[Lane], str | None]:
    """Lanes, at most one per CPU that is ours, and a line if those are fewer than ``wanted``.

    ``pinned`` None: only if they are several. KpathError when several must not be pinned.
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
    """How trials were run, for people: as "2 lanes, each pinned to one core"."""
    if any(lane.core is None for lane in lanes):
        return "one trial at a time, on all CPUs"
    if len(lanes) == 1:
        return "one trial at a time, pinned to one core"
    return f"{len(lanes)} lanes, each pinned to one core"


def _apart(cpus: Sequence[int]) -> list[int]:
    """CPUs in such an order that those which share a core come last."""
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
    """Whole CPUs that a control group leaves us; None without a limit."""
    try:
        quota, period = map(int, _QUOTA.read_text("ascii").split())
    except (OSError, ValueError):
        return None
    return max(quota // period, 1)


class _Handout(Generic[T]):
    """Hands tasks out in order; those about what another lane is at only if there are no others."""

    def __init__(self, tasks: Iterable[T], subject: Callable[[T], Hashable]) -> None:
        self._tasks = list(tasks)
        self._subject = subject
        self._at: dict[int, Hashable] = {}
        self._lock = threading.Lock()

    def next(self, lane: Lane) -> T | None:
        """The lane's next task, the one before being done; None at the end."""
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
    """Does all tasks, one per lane at a time; returns at the end of the last.

    An error in one lane, or a KeyboardInterrupt here, stops the others by ``stop``, waits for
    their end and goes on.
    """
    handout = _Handout(tasks, subject)
    errors: list[BaseException] = []
    threads = [
        threading.Thread(
            target=_lane_work, args=(lane, handout, work, stop, errors), name=f"lane {lane.number}"
        )
        for lane in lanes
    ]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    except BaseException:
        stop.set()
        _join_all(threads)
        raise
    if errors:
        raise errors[0]


def _lane_work(
    lane: Lane,
    handout: _Handout[T],
    work: Callable[[T, Lane], None],
    stop: Stop,
    errors: list[BaseException],
) -> None:
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
    except BaseException as error:  # It is raised again by the thread that waits for us.
        errors.append(error)
        stop.set()


def _join_all(threads: Sequence[threading.Thread]) -> None:
    """Waits for threads that were asked to stop, whatever signals come."""
    for thread in threads:
        while thread.is_alive():
            with suppress(KeyboardInterrupt):
                thread.join()
