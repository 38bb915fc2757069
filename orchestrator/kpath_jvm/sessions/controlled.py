"""Shows a recording to ``ctl`` and ``live``, and lets them control it (docs/verbs/ctl.md)."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from kpath_jvm.control.messages import ControlRequest, State, Status, Verb
from kpath_jvm.control.server import Server
from kpath_jvm.errors import GivenUpError, KpathError
from kpath_jvm.recording.sizes import format_size
from kpath_jvm.sessions.components.cut import Cutting, HeldCuts
from kpath_jvm.sessions.dumped import LOOK, SNAPSHOT, Changes, Methods, behind, check_dump, dump
from kpath_jvm.sessions.event_rate import EventRate
from kpath_jvm.sessions.request import RunningProgram
from kpath_jvm.sessions.turns import Turns

if TYPE_CHECKING:
    from kpath_jvm.recording.segment import CutKind, Segment
    from kpath_jvm.recording.session_directory import SessionDirectory
    from kpath_jvm.records.completeness import Fact
    from kpath_jvm.sessions.components.drain import Drain
    from kpath_jvm.sessions.drained import Recording
    from kpath_jvm.sessions.prepared import Prepared
    from kpath_jvm.sessions.progress import Reporter


class Controlled:
    """Serves the requests of ``ctl`` to one JVM's recording.

    Any thread may call the methods of this class. Only one request is served at a time, but the
    status is returned at any time, and a stop is served even during a dump. The parameter ``notes``
    returns the notes that every profile of the recording has, a line each.
    """

    def __init__(
        self,
        prepared: Prepared,
        segment: Segment,
        drain: Drain,
        directory: SessionDirectory,
        notes: Callable[[], list[str]],
    ) -> None:
        self._prepared = prepared
        self._segment = segment
        self._drain = drain
        self._directory = directory
        self._notes = notes
        self._started = time.monotonic()
        self._rate = EventRate()
        self._methods = Methods(directory.methods)
        self._turns = Turns()
        self._dumps = 0
        self._cutting = Cutting(segment, directory)
        self._cuts = HeldCuts(drain.engine, self._cutting)
        self.changes = Changes(self._methods)
        self.has_to_end = False

    def poll(self) -> None:
        """Notes the number of events so far, for their rate; called now and then."""
        if self.changes.is_stopped:
            # A rate after the stop must not include what was emitted before the stop.
            self._rate.forget()
        else:
            self._rate.note(self._drain.engine.emitted())

    def status(self) -> Status:
        """Returns the status of the recording."""
        seconds = self._seconds()
        engine, request = self._drain.engine, self._prepared.request
        header = self._segment.header()
        has_profile = not request.no_profile
        return Status(
            pid=header.target_pid,
            program=self._prepared.program.name,
            profile=str(self._prepared.destination.absolute()) if has_profile else None,
            state=self._state(),
            k=request.k,
            profiler=request.agent.profiler,
            seconds=seconds,
            events=engine.events(),
            emitted=engine.emitted(),
            events_per_second=0.0 if self.changes.is_stopped else self._rate.per_second(),
            # A thread's wait for the engine is noted when the wait ends, so the wait may have begun
            # before ``seconds`` began to count.
            waited_share=min(
                header.waited_seconds / max(seconds * max(header.leases, 1), 1e-9), 1.0
            ),
            engine_bytes=engine.engine_bytes(),
            engine_limit=self._drain.memory_bytes,
            spilled_bytes=engine.spilled_bytes(),
            backlog_bytes=engine.backlog_bytes(),
            behind_seconds=engine.behind_seconds(),
            methods=self._methods.so_far().count,
            resets=self.changes.resets,
            dumps=self._dumps,
            doing=self._turns.verb,
            is_stopped=self.changes.is_stopped,
        )

    def notes(self) -> list[str]:
        """Returns notes on changes and cuts for a profile that is made now, a line each."""
        return [*self.changes.notes(), *self._cutting.notes()]

    def do(
        self, request: ControlRequest, is_gone: Callable[[], bool] = lambda: False
    ) -> Status | None:
        """Serves a request; raises KpathError, with a message of one line, if that is impossible.

        ``is_gone`` returns whether the command that asked for a dump has ended; if so, a dump
        that still waits for the engine is given up. A stop doesn't wait for the end of a dump that
        has made its cut. Returns the status at the moment of a look, or None for any other
        request.
        """
        if request.verb is Verb.STATUS:
            return None
        if not self._turns.take(request.verb, self._stops_meanwhile, self._what_is_done):
            return None
        with self._turns.alone(request.verb):
            if request.verb is Verb.DUMP:
                return self._dump(request, is_gone)
            if request.verb is Verb.END:
                self._end()
            else:
                self._change(request.verb)
        return None

    def close(self, is_interrupted: Callable[[float], bool] = lambda _: False) -> None:
        """Refuses further requests, and waits for the one that is being served.

        ``is_interrupted`` waits for the given number of seconds at most, and returns whether to
        give up a dump that is still waiting for the engine.
        """
        self._turns.close(is_interrupted)

    def _what_is_done(self) -> str:
        if not self._turns.is_waiting:
            return f"a {self._turns.verb} of this recording is under way; wait for its end"
        left = format_size(self._drain.engine.backlog_bytes())
        return (
            "a dump of this recording is under way, and waits until everything emitted before it "
            f"has been counted ({left} left); to give it up, end the command that asked for it"
        )

    def _dump(self, request: ControlRequest, is_gone: Callable[[], bool]) -> Status | None:
        if request.output is None:
            raise KpathError("cannot dump: no place is given; give --output")
        if self._prepared.request.no_profile:
            raise KpathError(
                "cannot dump: nothing is counted with --no-profile; `kpath-jvm build` makes "
                "profiles of the stream at the end"
            )
        place = Path(request.output)
        check_dump(self._prepared, place, replace=request.force)
        if request.look:
            with self._turns.looking():
                asked = self.status()
                now, seconds = [LOOK, *self._notes()], asked.seconds
                behind_seconds = self._drain.engine.behind_seconds()
                snapshot = self._drain.so_far(None)
                status = self._status_of(snapshot, asked)
                facts = behind(snapshot.uncounted_bytes, behind_seconds)
                self._write_dump(request, place, snapshot, now, seconds, facts)
            # Only dumps that users ask for are counted; `live` takes a look every few seconds.
            return status
        if request.reset:
            self._dump_and_reset(request, place, is_gone)
        else:
            with self._cut("dump", "GOES_ON") as part:
                now, seconds = [SNAPSHOT, *self._notes()], self._seconds()
                snapshot = self._snapshot(part, is_gone)
                self._drain.engine.release(part)
                self._write_dump(request, place, snapshot, now, seconds)
        self._dumps += 1
        return None

    def _status_of(self, look: Recording, asked: Status) -> Status:
        """Returns the status at the moment of a look.

        ``asked`` is the status when the look was asked for. The look's counts are a little newer.
        The returned status doesn't say that the recording is serving the look.
        """
        return replace(
            asked,
            state=State.PAUSED if asked.is_stopped else State.RECORDING,
            doing=None,
            events=look.events,
            emitted=max(asked.emitted or 0, look.events),
        )

    def _dump_and_reset(
        self, request: ControlRequest, place: Path, is_gone: Callable[[], bool]
    ) -> None:
        """Writes a dump, then drops the counts in it; drops none if the dump can't be written."""
        engine = self._drain.engine
        failure: BaseException | None = None
        with self._cut("dump", "BEGINS_ANEW") as part:
            try:
                now, seconds = [SNAPSHOT, *self._notes()], self._seconds()
                snapshot = self._snapshot(part, is_gone)
                self._write_dump(request, place, snapshot, now, seconds)
            except BaseException as error:  # raised again below
                failure = error
                engine.conclude(part)
            else:
                engine.tell(part)
                self.changes.reset()
        if failure is not None:
            raise failure

    def _stops_meanwhile(self) -> bool:
        """Stops counting during a dump or a reset; returns False if neither has made its cut."""
        return self._cuts.do_beside(lambda: self._change(Verb.STOP))

    def _change(self, verb: Verb) -> None:
        changes, engine = self.changes, self._drain.engine
        if self._prepared.request.no_profile:
            raise KpathError(
                f"cannot {verb}: nothing is counted with --no-profile, so there is nothing to "
                f"{verb}; record without that option"
            )
        if verb is Verb.STOP and changes.is_stopped:
            raise KpathError("cannot stop: counting is stopped already; `start` resumes it")
        if verb is Verb.START and not changes.is_stopped:
            raise KpathError("cannot start: counting is on already; `stop` ends it")
        if verb is Verb.STOP:
            self._cutting.cut("stop", "STOPS")
            changes.stop()
        elif verb is Verb.START:
            # A stop during the start would find that counting is still stopped.
            with self._cuts.part("start", "BEGINS_ANEW", is_open=False) as part:
                engine.conclude(part)
            changes.start()
        else:
            with self._cut("reset", "BEGINS_ANEW") as part:
                engine.drop_until(part)
            changes.reset()

    def _cut(self, verb: str, kind: CutKind) -> AbstractContextManager[int]:
        """Makes a cut, unless counting is stopped; yields the number of the part after the cut."""
        return self._cuts.part(verb, kind, is_cut_already=self.changes.is_stopped)

    def _snapshot(self, part: int, is_gone: Callable[[], bool]) -> Recording:
        """Returns the counts of what was emitted before a part; waits until they are complete."""
        turns = self._turns
        try:
            with turns.waiting():
                return self._drain.so_far(part, lambda: turns.is_ending or is_gone())
        except GivenUpError:
            raise KpathError(
                "cannot dump: the recording was interrupted before the engine had counted what "
                "the dump needs; the recording's own profile has it"
                if turns.is_ending
                else "cannot dump: the command that asked for it has ended; the recording goes on"
            ) from None

    def _write_dump(
        self,
        request: ControlRequest,
        place: Path,
        snapshot: Recording,
        notes: list[str],
        seconds: float,
        facts: Sequence[Fact] = (),
    ) -> None:
        """Writes a snapshot; ``notes`` and ``seconds`` are those of the moment of the snapshot."""
        dump(
            self._prepared, snapshot, self._directory, place, notes,
            replace=request.force, seconds=seconds, facts=facts,
        )  # fmt: skip

    def _seconds(self) -> float:
        return time.monotonic() - self._started

    def _end(self) -> None:
        if not isinstance(self._prepared.request.program, RunningProgram):
            raise KpathError(
                "cannot end: the program was started by `kpath-jvm run`, which records it to its "
                "end; `stop` stops the counting, and `dump` writes a profile"
            )
        self.has_to_end = True

    def _state(self) -> State:
        if self._turns.verb is Verb.DUMP:
            return State.WRITING
        return State.PAUSED if self.changes.is_stopped else State.RECORDING


def listen(controlled: Controlled, pid: int, reporter: Reporter) -> Server | None:
    """Makes a recording listen for ``ctl``; if it can't, tells the user why and returns None."""
    try:
        return Server(pid, controlled)
    except OSError as error:
        place = f" {error.filename}" if error.filename else ""
        reporter.say(
            f"`kpath-jvm ctl` can't reach this recording:{place} {error.strerror or error}; "
            "set XDG_RUNTIME_DIR to a directory of your own"
        )
        return None
