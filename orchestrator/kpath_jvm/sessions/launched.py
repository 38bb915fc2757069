"""Launches a target, and reports how its run went. Other runs of the program may come first."""

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol

from msgspec.structs import replace

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.command import all_options, native_command, why_silent
from kpath_jvm.launch.signals import SignalGate
from kpath_jvm.launch.target import AskedToEndError, Ended
from kpath_jvm.recording.segment import Header
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.records.environment import Environment, Java
from kpath_jvm.records.run import Course, TargetUse
from kpath_jvm.records.workload import WorkloadRecord
from kpath_jvm.sessions.beforehand import run_beforehand, stdin_position
from kpath_jvm.sessions.prepared import Prepared
from kpath_jvm.sessions.progress import Reporter, rate_text, streamed
from kpath_jvm.sessions.request import Program

#: The message about a target that loaded no class of its own.
JDK_ALONE = "the target loaded only classes of the JDK; pass --include to profile these"
_WITHOUT_THE_REST = "after the recorded run; the profile is complete without the rest"
_MAX_LOG_LINES = 20


class Left(Protocol):
    """The findings of a run other than the recorded run; they are written into the profile."""

    @property
    def ended(self) -> Ended:
        """How that run ended."""

    def conclude(self, destination: Path) -> str | None:
        """Writes the findings into the profile; returns None or an error of one line."""


class Beside(Protocol):
    """An additional run of the program, which finds out more about the program."""

    def run(self, program: Program, gate: SignalGate, reporter: Reporter) -> Left:
        """Runs the program and drops its output.

        Raises KpathError if it can't be run twice, or if we are asked to end meanwhile.
        """


class Session(Protocol):
    """A way to record a program: what `run` does from the launch to the profile."""

    def launch(self, gate: SignalGate, reporter: Reporter, output: IO[bytes] | None) -> Ended:
        """Runs and records the target; its stdout and stderr go to ``output`` if given."""

    def conclude(self, launched: "Launched", reporter: Reporter) -> str | None:
        """Drains the rest and writes what is asked for.

        Returns in one line why there is no profile or why it isn't usable, or None.
        """


@dataclass(frozen=True)
class Launched:
    """The course of a target's run.

    ``native`` is the run without the agent, or None if it wasn't asked for. ``workload`` describes
    the benchmark that was run, with its measured iterations, or is None for other programs.
    ``shortfall`` says why iterations are missing or invalid, or is None. ``left`` has the findings
    of the runs before the recorded one. ``postponed`` are the runs that wait until there is a
    profile, and ``stdin`` is where their stdin begins, or None if it has no position.
    """

    prepared: Prepared
    ended: Ended
    native: Ended | None
    workload: WorkloadRecord | None
    shortfall: str | None
    left: tuple[Left, ...] = ()
    postponed: tuple[Beside, ...] = ()
    stdin: int | None = None

    def course(
        self, java: Java | None, engine_java: Java | None, agent_log: Sequence[str]
    ) -> Course:
        """Returns the record of the run's course."""
        ended = self.ended
        return Course(
            started=self.prepared.started.isoformat(timespec="seconds"),
            wall_seconds=ended.wall_seconds,
            native_wall_seconds=None if self.native is None else self.native.wall_seconds,
            native_cpu_seconds=None if self.native is None else self.native.cpu_seconds,
            exit_status=ended.status,
            signal=ended.signal,
            target=TargetUse(cpu_seconds=ended.cpu_seconds, max_rss_bytes=ended.max_rss_bytes),
            environment=Environment.here(java, engine_java),
            agent_log=tuple(agent_log),
        )

    def end_line(self, events: int | None = None, *, has_paths: bool | None = None) -> str:
        """Returns how the target ended and, if known, how many path completions it streamed.

        ``has_paths`` says whether any path was completed; None means that it isn't known.
        """
        seconds = self.ended.wall_seconds
        line = f"the target ended with status {self.ended.status} after {seconds:.1f} s"
        if events is None:
            return line
        rate = rate_text(events / max(seconds, 1e-9))
        return f"{line}; {streamed(events, f' ({rate})', has_paths=has_paths)}"


def launch(
    prepared: Prepared, session: Session, reporter: Reporter, besides: Sequence[Beside] = ()
) -> Launched:
    """Makes the native run if it is wanted, then the runs in ``besides``, then the recorded run.

    If the program fails in a run of ``besides``, the later ones are postponed: perhaps the program
    can't run at all, and only the recorded run shows the program's messages.

    Raises KpathError if the program can't be run.
    """
    request, program = prepared.request, prepared.program
    with SignalGate() as gate:
        reporter.expect_runs(request.compare_native + len(besides) + 1)
        native = run_natively(program, gate, reporter) if request.compare_native else None
        left: list[Left] = []
        for beside in besides:
            left.append(beside.run(program, gate, reporter))
            if left[-1].ended.status != 0:
                break
        postponed = tuple(besides[len(left) :])
        stdin = stdin_position() if postponed else None
        if program.surroundings is not None:
            program.surroundings.forget()
        with _target_output(request.target_output) as output:
            ended = session.launch(gate, reporter, output)
    workload, shortfall = _measured(prepared, reporter)
    return Launched(prepared, ended, native, workload, shortfall, tuple(left), postponed, stdin)


def run_postponed(launched: Launched, reporter: Reporter) -> Iterator[Left | KpathError]:
    """Makes the runs that were postponed; yields their findings, or why there are none.

    The profile must be complete already, so that a run that fails doesn't cost the profile.
    If a signal asks us to end meanwhile, the error has the exit status of the signal.
    """
    program = launched.prepared.program
    with SignalGate() as gate:
        for beside in launched.postponed:
            if launched.stdin is not None:
                os.lseek(0, launched.stdin, os.SEEK_SET)
            try:
                yield beside.run(program, gate, reporter)
            except AskedToEndError as error:
                yield AskedToEndError(error.number, _WITHOUT_THE_REST)
                return
            except KpathError as error:
                yield KpathError(f"{error}; the profile is complete without that run", 125)
                return
            except KeyboardInterrupt:
                yield KpathError(f"interrupted {_WITHOUT_THE_REST}", 128 + signal.SIGINT)
                return


def run_natively(program: Program, gate: SignalGate, reporter: Reporter) -> Ended:
    """Runs the program natively and drops its output.

    Raises KpathError if the program fails, or if its stdin can't be read a second time.
    """
    command = native_command(program.command, program.java)
    what = f"running {program.name} without the agent first"
    ended = run_beforehand(program, command, "--compare-native", what, gate, reporter)
    if ended.status != 0:
        raise KpathError(
            f"without the agent {program.name} ended with status {ended.status}; "
            "leave out --compare-native to record it nevertheless",
            125,
        )
    return ended


def _measured(prepared: Prepared, reporter: Reporter) -> tuple[WorkloadRecord | None, str | None]:
    """Returns the workload with the iterations that its benchmark kit ran.

    Also returns why some of these iterations are missing or invalid, or None if they are all valid.
    """
    program = prepared.program
    if program.surroundings is None or program.workload is None:
        return program.workload, None
    iterations, shortfall = program.surroundings.iterations()
    if shortfall is None:
        timed = (entry.wall_seconds for entry in iterations if entry.phase == "timed")
        times = ", ".join(f"{seconds:.2f}" for seconds in timed)
        reporter.tell(f"the kit found all iterations valid; the timed ones took {times} s")
    else:
        shortfall = f"no valid run of {program.name}: {shortfall}"
    return replace(program.workload, measured=tuple(iterations)), shortfall


@contextmanager
def _target_output(path: Path | None) -> Iterator[IO[bytes] | None]:
    if path is None:
        yield None
        return
    try:
        file = path.open("wb")
    except OSError as error:
        raise KpathError(
            f"cannot write --target-output {path}: {error.strerror}; choose another file", 125
        ) from None
    with file:
        yield file


def repeat(log: Sequence[str], reporter: Reporter) -> None:
    """Repeats the agent's messages."""
    for line in log[:_MAX_LOG_LINES]:
        reporter.say(f"agent: {line}")
    if len(log) > _MAX_LOG_LINES:
        reporter.say(f"agent: {len(log) - _MAX_LOG_LINES} more lines, all of them in run.json")


class NothingToProfileError(Exception):
    """Raised if the target ended without having loaded any class that is profiled.

    An example is `java --version`. The message is one line.
    """


def not_made(what: str, nothing: str | None) -> str:
    """Returns a line that says what is missing, and why.

    Raises NothingToProfileError for JDK_ALONE.
    """
    line = f"{what}: {nothing}"
    if nothing == JDK_ALONE:
        raise NothingToProfileError(line)
    return line


def why_nothing(
    header: Header,
    ended: Ended,
    directory: SessionDirectory,
    log: list[str],
    command: Sequence[str] = (),
) -> str | None:
    """Returns why there is nothing from which to make a profile; None if there is something.

    ``command`` is the target's command. It is given only if the target's JDK supports security
    managers.
    """
    if not header.attached:
        if log:
            return f"the agent did not start in the target: {log[-1]}"
        if _is_cut_off(directory):
            return (
                "the agent did not start in the target: there was no room for the metadata beside "
                f"the segment; make room in {directory.path.parent} or pass another --segment-dir"
            )
        silent = why_silent(all_options(command, os.environ)) if command else None
        if silent is not None:
            return f"the agent did not start in the target: {silent}"
        return f"the target ended with status {ended.status} before the agent started"
    if directory.methods.is_file() and directory.methods.stat().st_size > 0:
        return None
    if header.unlisted_classes > 0:
        return (
            f"{header.unlisted}; make room in {directory.path.parent} or pass another --segment-dir"
        )
    if header.ended_early:
        return "the recording ended before any class was recorded; the agent's log says why"
    if ended.status != 0:
        return (
            f"the target ended with status {ended.status} before any of its classes "
            "was loaded; its own message says why"
        )
    return JDK_ALONE


def _is_cut_off(directory: SessionDirectory) -> bool:
    """Returns whether the agent began to write its recording.json and could not finish it."""
    try:
        directory.recording()
    except KpathError:
        return directory.recording_file.exists()
    return False
