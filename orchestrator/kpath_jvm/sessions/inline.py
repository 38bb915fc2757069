"""What ``run --profiler`` does with a profiler that runs inside the target."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.command import with_agent
from kpath_jvm.launch.signals import SignalGate
from kpath_jvm.launch.target import Ended, run_target
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.writer import check_destination
from kpath_jvm.recording.inline import read_inline
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.records.environment import Environment
from kpath_jvm.sessions.conclusion import show_report, unmet_requirement
from kpath_jvm.sessions.description import course_of
from kpath_jvm.sessions.ending import repeat
from kpath_jvm.sessions.inline_build import InlineBuildRequest, Ran, build_inline
from kpath_jvm.sessions.native import run_natively
from kpath_jvm.sessions.progress import Reporter
from kpath_jvm.sessions.record import (
    look_at_iterations,
    prepare_run,
    target_output,
    writing_patience,
)
from kpath_jvm.sessions.request import Request
from kpath_jvm.sessions.run import Run

_PREFIX = "kpath-inline-"


def record_inline(request: Request) -> int:
    """Runs and records; returns the target's exit status, or 125 if kpath-jvm fails after it.

    KpathError for what keeps the target from being started.
    """
    run = prepare_run(request)
    with run.program.within_surroundings():
        return _record(run)


def _record(run: Run) -> int:
    request = run.request
    is_edge = request.agent.profiler == "edge"
    if is_edge and request.output is None:
        run.destination = run.destination.with_suffix(".recording")
    check_destination(run.destination, replace=request.force and not is_edge)
    reporter = Reporter(quiet=request.quiet)
    patience = writing_patience(reporter)
    with _recording_directory(run) as recording, patience:
        with SignalGate() as gate:
            ended = _run_target(run, recording, gate, reporter)
        shortfall = look_at_iterations(run, reporter)
        log = SessionDirectory(recording).agent_lines()
        repeat(log, reporter)
        failure = _conclude(run, recording, ended, log)
    if failure is None:
        reporter.tell(
            f"the target ended with status {ended.status} after {ended.wall_seconds:.1f} s; "
            f"{'recording' if is_edge else 'profile'} {run.destination}"
        )
    if failure is None and ended.status == 0:
        failure = shortfall
    if failure is None and not request.no_report and not is_edge:
        failure = show_report(run.destination, request.top)
    if failure is not None:
        reporter.say(failure)
    return ended.status or (0 if failure is None else 125)


@contextmanager
def _recording_directory(run: Run) -> Iterator[Path]:
    """A place for the agent's directory, which the agent makes itself."""
    try:
        parent = Path(tempfile.mkdtemp(prefix=_PREFIX))
    except OSError as error:
        raise KpathError(
            f"cannot make a directory for temporary files: {error.strerror}; set TMPDIR", 125
        ) from None
    try:
        # The target may have a working directory of its own.
        yield parent.absolute() / "recording"
    finally:
        if not run.is_left_behind:
            shutil.rmtree(parent, ignore_errors=True)


def _run_target(run: Run, recording: Path, gate: SignalGate, reporter: Reporter) -> Ended:
    request, program = run.request, run.program
    if request.compare_native:
        run.native_wall_seconds = run_natively(program, gate, reporter)
    if program.surroundings is not None:
        program.surroundings.forget()
    text = request.agent.text(output=recording)
    command = with_agent(program.command, program.java, run.jars.agent, text)
    reporter.tell(
        f"recording {program.name} on Java {program.jdk.version} "
        f"with {request.agent.profiler} inside it"
    )
    with target_output(request.target_output) as output:
        return run_target(
            command, gate, lambda: None, reporter.say, output, directory=program.directory
        )


def _conclude(run: Run, recording: Path, ended: Ended, log: list[str]) -> str | None:
    """Makes the profile; returns why there is none or why it is no good, in one line, or None."""
    if not recording.is_dir():
        why = log[-1] if log else f"it ended with status {ended.status} before"
        return f"no profile: the agent did not start in the target: {why}"
    try:
        methods = read_inline(recording).methods
    except KpathError as error:
        return f"no profile: {error}"
    if not methods.is_file() or methods.stat().st_size == 0:
        return (
            f"no profile: the target ended with status {ended.status} and loaded only classes of "
            "the JDK; pass --include to profile these"
        )
    try:
        if run.request.agent.profiler == "edge":
            shutil.move(recording, run.destination)
            return None
        build_inline(
            InlineBuildRequest(recording, None, run.destination, run.request.force),
            _ran(run, ended, log),
        )
    except (KpathError, OSError) as error:
        run.is_left_behind = True
        return f"{error}; nothing is lost: `kpath-jvm build {recording} -o ...` makes the profile"
    return unmet_requirement(run, Profile.open(run.destination))


def _ran(run: Run, ended: Ended, log: list[str]) -> Ran:
    environment = Environment.here(run.program.jdk.record, None)
    course = course_of(run.started, ended, run.native_wall_seconds, environment, log)
    return Ran(tuple(run.program.command), course, run.workload)
