"""Writes profiles of a recording under way, and answers requests as the recording would."""

import os
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from builders.methods import FIGURE_3_STREAM, figure_3, tangled
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm.control.messages import ControlRequest, State, Status, Verb
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.sessions.dumped import behind


def write_grown(
    target: Path, figures: int, tangles: int, shared: int = 0, backlog: int = 0
) -> Path:
    """Writes a profile of two or three methods, and returns the profile's path.

    ``figures``, ``tangles`` and ``shared`` are the numbers of activations of the first, second and
    third method; if ``shared`` is 0, there is no third method. ``backlog`` is the number of bytes
    that aren't counted yet.
    """
    builder = RecordingBuilder(k=4)
    figure = builder.add(figure_3())
    builder.stream(figure, FIGURE_3_STREAM, times=figures)
    builder.auxiliary(figure, entries=figures)
    spin = builder.add(tangled())
    builder.stream(spin, (2, 4, 5), times=tangles)
    builder.auxiliary(spin, entries=tangles)
    if shared:
        late = builder.add(figure_3(class_name="demo/Late", counters=()))
        builder.stream(late, (6, 2, 2, 3), times=shared)
    with tempfile.TemporaryDirectory() as directory:
        run = demo_run()
        worth = run.completeness.with_facts(behind(backlog, 11.0))
        run = replace(run, completeness=worth)
        write_profile(target, builder.build(Path(directory)), run)
    return target


def grown(
    directory: Path, figures: int, tangles: int, shared: int = 0, backlog: int = 0
) -> Profile:
    """Writes a profile as ``write_grown`` does, and opens the profile."""
    target = directory / f"{figures}-{tangles}-{shared}-{backlog}.kpath"
    return Profile.open(write_grown(target, figures, tangles, shared, backlog))


STATUS = Status(
    pid=os.getpid(), program="demo.Main", profile=None, state=State.RECORDING, k=4,
    profiler="stream", seconds=83.0, events=0, events_per_second=None, waited_share=0.021,
    engine_bytes=120 << 20, engine_limit=2 << 30, spilled_bytes=0, methods=2, resets=0, dumps=0,
)  # fmt: skip


@dataclass
class Underway:
    """Answers requests like a recording under way.

    Each dump writes the next profile of ``growth``; when none is left, the last one is written
    again. ``asked`` lists the requested verbs. The object can be the handler of a control server,
    or replace a Recorder.
    """

    growth: list[tuple[int, int, int]] = field(default_factory=lambda: [(1, 1, 0), (3, 9, 0)])
    profile: str | None = None
    refusal: str | None = None
    gone: str | None = None
    asked: list[Verb] = field(default_factory=list)
    state: State = State.RECORDING
    resets: int = 0
    events: int = 0
    emitted: int = 0
    changes: dict[str, Any] = field(default_factory=dict)
    #: For each dump, the number of bytes that aren't counted yet; 0 for dumps after the list's end.
    backlogs: list[int] = field(default_factory=list)
    pid: int = STATUS.pid
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def status(self) -> Status:
        """Returns the status, each time with a thousand more events."""
        if self.gone is not None:
            raise KpathError(self.gone)
        self.events += 1000
        self.emitted += 1000
        return replace(
            STATUS, profile=self.profile, state=self.state, events=self.events,
            emitted=self.emitted, resets=self.resets, **self.changes,
        )  # fmt: skip

    def do(self, request: ControlRequest, is_gone: Callable[[], bool] = lambda: False) -> None:  # noqa: ARG002
        """Does what the request asks for."""
        with self._lock:
            self.asked.append(request.verb)
            if self.refusal is not None and request.verb is not Verb.STATUS:
                raise KpathError(self.refusal)
            if request.verb is Verb.DUMP:
                assert request.output is not None
                self._write(Path(request.output))
            elif request.verb is Verb.RESET:
                self.resets += 1
            elif request.verb is Verb.STOP:
                self.state = State.PAUSED
            elif request.verb is Verb.START:
                self.state = State.RECORDING

    def _write(self, output: Path) -> None:
        if output.exists():
            raise KpathError(f"{output} exists")
        figures, tangles, shared = self.growth.pop(0) if len(self.growth) > 1 else self.growth[0]
        backlog = self.backlogs.pop(0) if self.backlogs else 0
        write_grown(output, figures, tangles, shared, backlog)

    def dump(self, output: Path) -> Status:
        """Writes the next profile."""
        self.do(ControlRequest(verb=Verb.DUMP, output=str(output)))
        return self.status()

    def look(self, output: Path) -> Status:
        """Writes the next profile."""
        return self.dump(output)

    def reset(self) -> Status:
        """Counts the reset, which doesn't change later profiles."""
        return self._asked(Verb.RESET)

    def pause(self) -> Status:
        """Sets the state to paused."""
        return self._asked(Verb.STOP)

    def resume(self) -> Status:
        """Sets the state to recording."""
        return self._asked(Verb.START)

    def end(self) -> Status:
        """Notes that the recording's end was requested."""
        return self._asked(Verb.END)

    def _asked(self, verb: Verb) -> Status:
        self.do(ControlRequest(verb=verb))
        return self.status()

    def what_became(self) -> str | None:
        """Returns how the recording has ended; None if it is still running."""
        return self.gone

    def written(self) -> Path | None:
        """Returns the path of the recording's profile if the recording has ended, or else None."""
        return None if self.profile is None or self.gone is None else Path(self.profile)
