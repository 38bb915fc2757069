"""What ``run`` does when the target has ended: the profile, the agent's messages, the report."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kpath_jvm.cli.progress import Reporter
from kpath_jvm.cli.run_state import Run
from kpath_jvm.errors import KpathError
from kpath_jvm.launch.description import (
    Circumstances,
    run_description,
    stream_description,
    unlisted,
)
from kpath_jvm.launch.recorder import Recorder
from kpath_jvm.launch.recording import Recording
from kpath_jvm.launch.target import Ended
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.recording.sizes import format_size
from kpath_jvm.recording.stream_directory import StreamDirectory, reason

_MAX_LOG_LINES = 20


def conclude(
    run: Run, recorder: Recorder, ended: Ended, directory: SessionDirectory, reporter: Reporter
) -> str | None:
    """Writes the profile; returns why there is none or why it is no good, in one line, or None."""
    log = directory.agent_lines()
    repeat(log, reporter)
    nothing = _why_nothing(recorder, ended, directory, log)
    if nothing is not None:
        return f"no profile{' and no stream' if directory.stream else ''}: {nothing}"
    around = _circumstances(run, log)
    no_stream = None
    try:
        with reporter.busy("writing the profile"), _left_behind(run, directory):
            recording = recorder.finish(lambda: None)
            no_stream = _keep_stream(recorder, recording, ended, around, directory)
            _write(run, recording, ended, around)
        _tell_end(run, recording, ended, reporter)
        if directory.stream is not None and no_stream is None:
            reporter.tell(_kept(directory.stream, recording))
        if recording.failure is not None:
            return f"the engine failed: {recording.failure}; {run.destination} has lower bounds"
        profile = Profile.open(run.destination)
        if profile.methods.empty:
            reporter.say("no method was instrumented; check --include and --exclude")
        return no_stream or unmet_requirement(run, profile)
    except KpathError as error:
        return str(error) if no_stream is None else f"{error}; {no_stream}"


def _keep_stream(
    recorder: Recorder,
    recording: Recording,
    ended: Ended,
    around: Circumstances,
    directory: SessionDirectory,
) -> str | None:
    """Completes what --record asks for, before anything else can fail; returns why it couldn't."""
    stream = directory.stream
    if stream is None:
        return None
    failure = recorder.journaling.failure()
    if failure is None:
        files = (directory.segment, directory.methods, directory.description, directory.agent_log)
        told = stream_description(recording, ended, around)
        try:
            stream.complete({file.name: file for file in files}, told)
            return None
        except OSError as error:
            failure = reason(error)
    return f"no stream {stream.path}: {failure}; record again where there is more room"


def _kept(stream: StreamDirectory, recording: Recording) -> str:
    size = sum(file.stat().st_blocks * 512 for file in stream.path.rglob("*") if file.is_file())
    return f"stream {stream.path}: {recording.events:,} events in {format_size(size)}"


@contextmanager
def _left_behind(run: Run, directory: SessionDirectory) -> Iterator[None]:
    """What was recorded outlives a profile that cannot be written, as on a full disk."""
    try:
        yield
    except KpathError as error:
        if directory.stream is not None and not directory.stream.is_begun:
            raise KpathError(
                f"{error}; nothing is lost: `kpath-jvm build {directory.stream.path} -o ...` "
                "makes the profile",
                error.exit_status,
            ) from error
        run.is_left_behind = True
        raise KpathError(
            f"{error}; nothing is lost: `kpath-jvm recover {directory.path} -o ...` "
            "makes the profile",
            error.exit_status,
        ) from error


def repeat(log: list[str], reporter: Reporter) -> None:
    for line in log[:_MAX_LOG_LINES]:
        reporter.say(f"agent: {line}")
    if len(log) > _MAX_LOG_LINES:
        reporter.say(f"agent: {len(log) - _MAX_LOG_LINES} more lines, all of them in run.json")


def _why_nothing(
    recorder: Recorder, ended: Ended, directory: SessionDirectory, log: list[str]
) -> str | None:
    """Why there is nothing to make a profile of; None when there is something."""
    if not recorder.segment.header().attached:
        if log:
            return f"the agent did not start in the target: {log[-1]}"
        return f"the target ended with status {ended.status} before the agent started"
    if directory.methods.is_file() and directory.methods.stat().st_size > 0:
        return None
    if recorder.segment.header().unlisted_classes > 0:
        return (
            f"{unlisted(recorder.segment.header())}; make room in "
            f"{directory.path.parent} or pass another --segment-dir"
        )
    if ended.status != 0:
        return (
            f"the target ended with status {ended.status} before any of its classes "
            "was loaded; its own message tells why"
        )
    return "the target loaded no class that is not the JDK's; give --include for those"


def _circumstances(run: Run, log: list[str]) -> Circumstances:
    return Circumstances(
        started=run.started,
        target_jdk=run.program.jdk,
        engine_jdk=run.engine_jdk,
        native_wall_seconds=run.native_wall_seconds,
        workload=run.program.workload,
        agent_log=tuple(log),
    )


def _write(run: Run, recording: Recording, ended: Ended, around: Circumstances) -> None:
    description = run_description(run.settings(), recording, ended, around)
    write_profile(run.destination, recording.recorded, description, replace=run.request.force)


def _tell_end(run: Run, recording: Recording, ended: Ended, reporter: Reporter) -> None:
    rate = recording.events / max(ended.wall_seconds, 1e-9) / 1e6
    reporter.tell(
        f"the target ended with status {ended.status} after {ended.wall_seconds:.1f} s; "
        f"{recording.events:,} events ({rate:.1f} M/s); profile {run.destination}"
    )


def unmet_requirement(run: Run, profile: Profile) -> str | None:
    """The first method that the workload must have entered and has not."""
    if not run.program.required_methods:
        return None
    methods = profile.methods
    entered = methods[methods["entries"] > 0]
    names = entered["class"].str.replace("/", ".") + "." + entered["name"]
    for required in run.program.required_methods:
        if not any(name == required or name.endswith(f".{required}") for name in names):
            return (
                f"{required} was never entered, so this was not the workload "
                f"{run.program.name}; check its configuration"
            )
    return None


def show_report(destination: Path, top: int) -> str | None:
    """Prints the report on stderr; returns why it could not, or None."""
    from kpath_jvm.reports.terminal import print_report

    try:
        print_report(Profile.open(destination), top=top)
    except KpathError as error:
        return str(error)
    except OSError:
        # Nobody reads our stderr, or it is a full disk: the profile is there all the same. What is
        # left in the buffer must not fail again at our exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    return None
