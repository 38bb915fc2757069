"""Recordings whose consumer is dead: telling them from those in use, and cleaning up."""

import json
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kpath_jvm.recording.contract import Contract
from kpath_jvm.recording.processes import has_mapped, is_running, seconds_since
from kpath_jvm.recording.session_directory import SessionDirectory, session_directories

#: Recordings of dead runs that are kept until somebody recovers or discards them.
MOST_KEPT = 3
# A directory whose target has not come yet may be another run's that is just starting. By the
# consumer's start in ticks since boot: the clock of file times may jump.
_STARTING_SECONDS = 600.0


@dataclass(frozen=True)
class Leftover:
    """A session directory that nobody drains any more.

    ``target_pid`` is 0 when no target ever attached; ``target_alive``: it is still running, and
    goes on counting into the segment.
    """

    directory: SessionDirectory
    target_pid: int
    target_alive: bool

    @property
    def is_recoverable(self) -> bool:
        """Whether there is anything in it to make a profile of."""
        methods = self.directory.methods
        return self.target_pid != 0 and methods.is_file() and methods.stat().st_size > 0

    def allocated_bytes(self) -> int:
        """What it takes of memory and disk."""
        total = 0
        for top in (self.directory.path, self.directory.journals):
            for folder, _, names in os.walk(top):
                for name in names:
                    try:
                        total += (Path(folder) / name).lstat().st_blocks * 512
                    except OSError:
                        continue
        return total

    def told(self) -> dict[str, Any]:
        """recording.json; empty when it is unreadable."""
        try:
            told = json.loads(self.directory.description.read_text("utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return told if isinstance(told, dict) else {}


def find_leftovers(base: Path, contract: Contract) -> list[Leftover]:
    """Those in ``base`` of this user, the newest first."""
    found = (leftover(directory, contract) for directory in session_directories(base))
    return [left for left in found if left is not None]


def clean(base: Path, contract: Contract) -> tuple[list[Path], list[Leftover]]:
    """Removes what is of no use any more; returns that, and what can be recovered.

    Of the recoverable ones the newest MOST_KEPT are kept. One with a living target is left alone.
    """
    removed: list[Path] = []
    kept: list[Leftover] = []
    for left in find_leftovers(base, contract):
        if left.target_alive:
            continue
        if left.is_recoverable and len(kept) < MOST_KEPT:
            kept.append(left)
        else:
            left.directory.remove()
            removed.append(left.directory.path)
    return removed, kept


def leftover(directory: SessionDirectory, contract: Contract) -> Leftover | None:
    """None when it is in use, or may be, or is no recording's directory."""
    names = ("MAGIC", "CONSUMER_PID", "CONSUMER_START", "TARGET_PID")
    try:
        descriptor = os.open(directory.segment, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        header = os.pread(descriptor, contract["HEADER_BYTES"], 0)
    finally:
        os.close(descriptor)
    if len(header) < contract["HEADER_BYTES"]:
        return None
    magic, consumer, started, target = (contract.header[name].read(header) for name in names)
    if magic != contract["MAGIC"] or consumer == 0 or is_running(consumer, started):
        return None
    if target == 0 and seconds_since(started) <= _STARTING_SECONDS:
        return None
    return Leftover(directory, target, has_mapped(target, directory.segment.resolve()))
