"""Finds the JVMs that a target starts, by reading /proc from time to time."""

import time
from pathlib import Path

from kpath_jvm.launch.command import program_name
from kpath_jvm.recording.processes import process_ids

#: The least ratio of the time between two looks at /proc to the CPU time of one look.
_LEAST_RATIO = 100
_LONGEST_PAUSE_SECONDS = 1.0
#: The kernel's PF_FORKNOEXEC, one of the flags of a process.
_FORKED_ONLY = 0x40


class StartedJvms:
    """Finds the JVMs among the descendants of a process.

    Make an instance before the process starts. Then call ``follow`` once, and ``look``, which reads
    /proc, again and again. A JVM is missed if it begins and ends between two looks, or if its
    parent ends before the first look at the JVM. Some looks are skipped, for a second at most, so
    that looking takes only about a hundredth of the time.
    """

    def __init__(self) -> None:
        self._family: set[int] = set()
        # These processes exist before the watched process does, so they aren't its descendants.
        self._settled = process_ids()
        #: The program that each JVM runs, by process id.
        self.names: dict[int, str] = {}
        self._next_look = 0.0

    def follow(self, pid: int) -> None:
        """Sets the process to watch."""
        self._family.add(pid)
        self._settled.add(pid)

    def look(self) -> None:
        """Takes note of the JVMs that exist now."""
        if time.monotonic() < self._next_look:
            return
        # CPU time is measured, because on a busy machine a look takes longer, but costs no more.
        started = time.thread_time()
        self._look()
        pause = _LEAST_RATIO * (time.thread_time() - started)
        self._next_look = time.monotonic() + min(pause, _LONGEST_PAUSE_SECONDS)

    def _look(self) -> None:
        there = process_ids()
        # The kernel reuses the ids of ended processes, so these ids are forgotten.
        self._settled &= there
        for pid in sorted(there - self._settled):
            parent, is_fork = _origin(pid)
            if pid not in self._family and parent not in self._family:
                self._settled.add(pid)
                continue
            self._family.add(pid)
            # A child that isn't a JVM may execute java later, as the child of a shell or a launcher
            # does. A process that a JVM starts is at first a copy of the JVM, and then executes
            # another program.
            if _is_java(pid) and not is_fork:
                words = _words(pid)
                if words:
                    self.names[pid] = _name(pid, words)
                    self._settled.add(pid)


def _origin(pid: int) -> tuple[int, bool]:
    """Returns the parent of a process, and whether the process hasn't exec'd since its fork.

    The parent of an ended process is given as 0.
    """
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
        # The fields from the third on follow the name, which may contain anything.
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
    """Returns the words of a process's command line.

    The list is empty while the kernel is loading the program, and when the process has ended.
    """
    try:
        text = Path(f"/proc/{pid}/cmdline").read_bytes().decode("utf-8", "replace")
    except OSError:
        return []
    return text.split("\0")[:-1]


def _name(pid: int, words: list[str]) -> str:
    name = program_name(["java", *words[1:]])
    if not name.startswith("surefirebooter"):
        return name
    # The jar of a surefire fork is made for this one start, so its name says nothing. The fork
    # runs in the directory of its module.
    try:
        return f"surefire fork of {Path(f'/proc/{pid}/cwd').readlink().name}"
    except OSError:
        return "surefire fork of an unknown module"
