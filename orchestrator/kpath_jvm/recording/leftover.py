"""Finds recordings that were left over, and removes old ones.

A recording is left over if its consumer (the process that drained the segment) died.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from kpath_jvm.errors import KpathError
from kpath_jvm.recording.processes import has_mapped, is_running, seconds_since
from kpath_jvm.recording.segment import read_header
from kpath_jvm.recording.segment_layout import SegmentLayout
from kpath_jvm.recording.session_directory import SessionDirectory, session_directories
from kpath_jvm.records.session import SessionRecord

#: At most this many recordings of dead runs are kept until a user recovers or discards them.
MOST_KEPT = 3
#: A file of this name in a recording's directory says that the user has been told of the recording.
_TOLD = "told"
# For this many seconds after its consumer's start, a directory without a target may belong to a run
# that is just starting. The seconds are computed from ticks since boot, because the clock of file
# times may jump.
_STARTING_SECONDS = 600.0
# The limit for ``attach`` is shorter, because a running JVM loads the agent soon or never. An agent
# that does attach later notices that nobody drains the segment, and leaves.
_ATTACHING_SECONDS = 10.0


class Leftover(Struct, frozen=True):
    """A session directory whose segment isn't drained any more.

    ``target_pid`` is 0 if no target ever attached. ``target_alive`` says whether the target is
    still running, and counting into the segment. ``jvms`` has the JVMs if the session records
    several, each in a directory of its own; otherwise it is None. If there are JVMs in
    ``jvms``, ``target_pid`` is that of the first living JVM, or of the first JVM if none is alive.
    """

    directory: SessionDirectory
    target_pid: int
    target_alive: bool
    jvms: "tuple[Leftover, ...] | None" = None

    @property
    def is_recoverable(self) -> bool:
        """Whether the directory has enough to make a profile."""
        if self.jvms is not None:
            concluded = self.directory.concluded_profiles()
            return bool(concluded) or any(jvm.is_recoverable for jvm in self.jvms)
        methods = self.directory.methods
        return self.target_pid != 0 and methods.is_file() and methods.stat().st_size > 0

    def allocated_bytes(self) -> int:
        """Returns how many bytes of memory and disk the leftover takes."""
        directories = [self.directory, *self.directory.of_jvms()]
        inside = self.directory.path
        journals = [place.journals for place in directories]
        outside = [place for place in journals if not place.is_relative_to(inside)]
        return sum(_allocated_bytes(top) for top in (inside, *outside))

    def is_news(self) -> bool:
        """Returns whether the user hasn't been told of the leftover yet.

        Leaves a mark in the directory, so that later calls return False.
        """
        try:
            (self.directory.path / _TOLD).open("x").close()
        except FileExistsError:
            return False
        except OSError:
            # Telling the user twice is better than never.
            return True
        return True

    def session(self) -> SessionRecord | None:
        """Returns the content of session.json; None if it is missing or damaged."""
        try:
            return self.directory.session()
        except KpathError:
            return None


def find_leftovers(base: Path, layout: SegmentLayout) -> list[Leftover]:
    """Returns this user's leftovers in ``base``, the newest first."""
    found = (leftover(directory, layout) for directory in session_directories(base))
    return [left for left in found if left is not None]


def clean(base: Path, layout: SegmentLayout) -> tuple[list[Path], list[Leftover]]:
    """Removes leftovers, except the newest MOST_KEPT recoverable ones.

    Leftovers with a living target are ignored. Returns the removed directories, and the leftovers
    that were kept.
    """
    removed: list[Path] = []
    kept: list[Leftover] = []
    for left in find_leftovers(base, layout):
        if left.target_alive:
            continue
        if left.is_recoverable and len(kept) < MOST_KEPT:
            kept.append(left)
        else:
            left.directory.remove()
            removed.append(left.directory.path)
    return removed, kept


def leftover(directory: SessionDirectory, layout: SegmentLayout) -> Leftover | None:
    """Returns a directory as a leftover; None if it may be in use, or isn't a recording."""
    header = read_header(directory.segment, layout)
    if header is None or header["CONSUMER_PID"] == 0:
        return None
    started = header["CONSUMER_START"]
    if is_running(header["CONSUMER_PID"], started):
        return None
    jvms = None
    if header["FLAGS"] & layout["FLAG_TEMPLATE"]:
        jvms = tuple(_jvms(directory, layout))
    if jvms:
        living = [jvm for jvm in jvms if jvm.target_alive]
        return Leftover(directory, (living or jvms)[0].target_pid, bool(living), jvms)
    directory = directory.with_stream()
    target = header["TARGET_PID"]
    if target == 0 and _may_begin(directory, started) and not directory.concluded_profiles():
        return None
    return Leftover(directory, target, has_mapped(target, directory.segment.resolve()), jvms)


def _may_begin(directory: SessionDirectory, started: int) -> bool:
    """Returns whether the target of a dead consumer may still attach."""
    try:
        session = directory.session()
    except KpathError:
        session = None
    is_attach = session is not None and session.attach
    return seconds_since(started) <= (_ATTACHING_SECONDS if is_attach else _STARTING_SECONDS)


def _jvms(directory: SessionDirectory, layout: SegmentLayout) -> Iterator[Leftover]:
    """Yields the leftovers of a session's JVMs. Some of their segments may have no TARGET_PID."""
    for jvm in directory.of_jvms():
        header = read_header(jvm.segment, layout)
        if header is not None:
            pid = header["TARGET_PID"]
            yield Leftover(jvm, pid, has_mapped(pid or jvm.jvm_pid, jvm.segment.resolve()))


def _allocated_bytes(top: Path) -> int:
    total = 0
    for folder, _, names in os.walk(top):
        for name in names:
            try:
                total += (Path(folder) / name).lstat().st_blocks * 512
            except OSError:
                continue
    return total
