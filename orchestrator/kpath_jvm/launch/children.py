"""The JVMs that a target starts, as /proc shows them now and then."""

import os
import time
from pathlib import Path

from kpath_jvm.launch.command import program_name

#: Of the time between two looks to what one takes.
_LEAST_RATIO = 100
_LONGEST_PAUSE_SECONDS = 1.0
#: The kernel's PF_FORKNOEXEC, among the flags of a process.
_FORKED_ONLY = 0x40


class StartedJvms:
    """Watches a process for JVMs below it; made before its start, then ``follow``, then ``look``.

    One that begins and ends between two looks isn't seen, nor one whose parent has ended before:
    there may be more. To look takes a fraction of a millisecond, more where there are thousands of
    processes: it is left out then, for a second at most, so that it takes a hundredth of the time.
    """

    def __init__(self) -> None:
        self._family: set[int] = set()
        # None of these will be one, however soon the process has children.
        self._settled = _processes()
        #: What each runs, by process id.
        self.names: dict[int, str] = {}
        self._next_look = 0.0

    def follow(self, pid: int) -> None:
        """Says which process it is."""
        self._family.add(pid)
        self._settled.add(pid)

    def look(self) -> None:
        """Takes note of those that are there."""
        if time.monotonic() < self._next_look:
            return
        # What it takes of the processor: on a busy machine it takes longer, and costs no more.
        started = time.thread_time()
        self._look()
        pause = _LEAST_RATIO * (time.thread_time() - started)
        self._next_look = time.monotonic() + min(pause, _LONGEST_PAUSE_SECONDS)

    def _look(self) -> None:
        there = _processes()
        # Process ids are used again.
        self._settled &= there
        for pid in sorted(there - self._settled):
            parent, is_fork = _origin(pid)
            if pid not in self._family and parent not in self._family:
                self._settled.add(pid)
                continue
            self._family.add(pid)
            # Any other one may still become a java, as a shell's or a launcher's child does. What
            # a JVM starts is for a moment a copy of the JVM, and becomes something else then.
            if _is_java(pid) and not is_fork:
                words = _words(pid)
                # While the kernel still loads the program, it has no words: the next look sees it.
                if words:
                    self.names[pid] = _name(pid, words)
                    self._settled.add(pid)


def _processes() -> set[int]:
    with os.scandir("/proc") as entries:
        return {int(entry.name) for entry in entries if entry.name.isdigit()}


def _origin(pid: int) -> tuple[int, bool]:
    """Returns a process's parent, 0 if it has ended, and whether it executes nothing of its own."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
        # From the third field on: behind the name, which may hold anything.
        fields = stat.rpartition(")")[2].split()
        return int(fields[4 - 3]), int(fields[9 - 3]) & _FORKED_ONLY != 0
    except (OSError, IndexError):
        return 0, False


def _is_java(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/exe").readlink().name == "java"
    except OSError:
        return False


def _words(pid: int) -> list[str]:
    """Returns what a process was started with; nothing while it is loaded, or when it has ended."""
    try:
        text = Path(f"/proc/{pid}/cmdline").read_bytes().decode("utf-8", "replace")
    except OSError:
        return []
    return text.split("\0")[:-1]


def _name(pid: int, words: list[str]) -> str:
    try:
        directory = Path(f"/proc/{pid}/cwd").readlink().name
    except OSError:
        return "java"
    name = program_name(["java", *words[1:]])
    # Its jar is made for the one start; it runs where its module is.
    return f"surefire fork of {directory}" if name.startswith("surefirebooter") else name
