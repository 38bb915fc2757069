"""Dumps: profiles of what has been counted so far, with notes on how counting was changed."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kpath_jvm.checked_lines import is_whole
from kpath_jvm.errors import KpathError
from kpath_jvm.records.completeness import Cause, Fact
from kpath_jvm.records.environment import Environment
from kpath_jvm.records.run import Course
from kpath_jvm.reports.output import size
from kpath_jvm.sessions.components.verdict import verdict_of

if TYPE_CHECKING:
    from kpath_jvm.recording.session_directory import SessionDirectory
    from kpath_jvm.sessions.drained import Recording
    from kpath_jvm.sessions.prepared import Prepared

#: The note of a dump that was made at a cut.
SNAPSHOT = (
    "a snapshot of a recording that went on: everything emitted before the snapshot is counted, "
    "and activations that were live at that moment are unfinished"
)
#: The note of a dump that was made without cutting the program.
LOOK = (
    "a look at a recording that went on: its counters were read a little later than its sequences, "
    "so the paths that it reports as unfinished come from that difference, and say nothing about "
    "the program"
)
_METHOD = b'{"kind":"method"'
_HELD = re.compile(rb'"held_paths":(\d+)')


@dataclass(frozen=True)
class MethodsSoFar:
    """The number of methods, and the most paths that one of their activations can hold back."""

    count: int = 0
    most_held: int = 0


class Methods:
    """Reads the methods in methods.jsonl while the file grows; each line is read only once.

    Damaged lines are skipped here; the profile reports them.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._offset = 0
        self._found = MethodsSoFar()
        self._lock = threading.Lock()

    def so_far(self) -> MethodsSoFar:
        """Returns the figures of the methods that are in the file now."""
        with self._lock:
            try:
                with self._path.open("rb") as file:
                    file.seek(self._offset)
                    content = file.read()
            except OSError:
                return self._found
            whole = content[: content.rfind(b"\n") + 1]
            self._offset += len(whole)
            lines = [line for line in whole.split(b"\n") if is_whole(line)]
            more = sum(line.startswith(_METHOD) for line in lines)
            held = max((int(one) for line in lines for one in _HELD.findall(line)), default=0)
            found = self._found
            self._found = MethodsSoFar(found.count + more, max(found.most_held, held))
            return self._found


class Changes:
    """Remembers when counting was reset, stopped and started, for the notes of a profile."""

    def __init__(self, methods: Methods) -> None:
        self._methods = methods
        self._started = time.monotonic()
        self._reset_at: float | None = None
        self._stopped_at: float | None = None
        self._pauses: list[tuple[float, float]] = []
        self.resets = 0

    @property
    def is_stopped(self) -> bool:
        """Whether counting is stopped now."""
        return self._stopped_at is not None

    def reset(self) -> None:
        """Remembers that everything counted so far is dropped."""
        self.resets += 1
        self._reset_at = time.monotonic()
        self._pauses.clear()
        if self._stopped_at is not None:
            self._stopped_at = self._reset_at

    def stop(self) -> None:
        """Remembers that nothing is counted from now on."""
        self._stopped_at = time.monotonic()

    def start(self) -> None:
        """Remembers that everything is counted from now on."""
        assert self._stopped_at is not None
        self._pauses.append((self._stopped_at, time.monotonic()))
        self._stopped_at = None

    def notes(self) -> list[str]:
        """Returns the notes of a profile that is made now, a line each."""
        found = []
        if self._reset_at is not None:
            times = "" if self.resets == 1 else f"{self.resets} times, the last one "
            found.append(
                f"the recording was reset {times}after {self._reset_at - self._started:.1f} s: "
                "everything emitted before the reset is dropped, and activations that were live "
                "at the reset begin anew"
            )
        pauses = [*self._pauses]
        if self._stopped_at is not None:
            pauses.append((self._stopped_at, time.monotonic()))
        if pauses:
            seconds = sum(end - begin for begin, end in pauses)
            many = "once" if len(pauses) == 1 else f"{len(pauses)} times"
            found.append(
                f"counting was stopped {many}, for {seconds:.1f} s in all: what was emitted "
                "meanwhile isn't included, and no sequence spans a pause"
            )
        if found and (held := self._methods.so_far().most_held):
            found.append(
                f"an activation that was live at such a moment may have held back up to {held:,} "
                "paths: they were completed before that moment, but are counted as emitted after it"
            )
        return found


def behind(uncounted_bytes: int, seconds: float) -> list[Fact]:
    """Returns facts for a look's profile if the engine hasn't counted all bytes yet.

    In that case, the look's sequences are ``seconds`` older than its counters.
    """
    if not uncounted_bytes:
        return []
    text = (
        f"the engine was {seconds:.0f} s behind ({size(uncounted_bytes)} not counted yet) when "
        "this look was taken: its sequences are older than its counters, so shares and iterations "
        "per entry can't be computed from them"
    )
    return [Fact(cause=Cause.TWO_MOMENTS, text=text, figure=uncounted_bytes)]


def check_dump(prepared: Prepared, destination: Path, *, replace: bool) -> None:
    """Raises KpathError if a dump can't be written to ``destination``."""
    from kpath_jvm.profile.destination import check_destination

    if destination.resolve() == prepared.destination.resolve():
        raise KpathError(f"{destination} is where the profile goes at the end; give another output")
    check_destination(destination, replace=replace)


def dump(
    prepared: Prepared,
    recording: Recording,
    directory: SessionDirectory,
    destination: Path,
    notes: list[str],
    *,
    replace: bool,
    seconds: float,
    facts: Sequence[Fact] = (),
) -> None:
    """Writes the profile of a recording that goes on; raises KpathError if it can't be written.

    ``facts`` are facts for the verdict that don't follow from the recording itself.
    """
    from kpath_jvm.profile.writer import write_profile

    try:
        course = Course(
            started=prepared.started.isoformat(timespec="seconds"),
            wall_seconds=seconds,
            environment=Environment.here(prepared.program.jdk.record, prepared.engine_jdk.record),
            agent_log=tuple(directory.agent_lines()),
        )
        agent = directory.recording()
        record = recording.record(
            course,
            verdict_of(recording, None).with_facts(facts).noted(*notes),
            command=tuple(prepared.program.command),
            options=agent.options,
            identities=recording.identities(agent),
            directory=agent.directory,
            workload=prepared.program.workload,
        )
        write_profile(destination, recording.recorded, record, replace=replace)
    finally:
        recording.recorded.methods_path.unlink(missing_ok=True)
