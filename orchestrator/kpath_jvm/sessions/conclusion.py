"""What ``run`` does when the target has ended: the profile, the agent's messages, the report."""

import os
from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.target import Ended
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.records.run import Course
from kpath_jvm.sessions.description import run_record
from kpath_jvm.sessions.drained import Recording
from kpath_jvm.sessions.ending import (
    complete_stream,
    end_line,
    kept,
    left_behind,
    no_stream,
    repeat,
    unentered,
    why_nothing,
)
from kpath_jvm.sessions.progress import Reporter
from kpath_jvm.sessions.recorder import Recorder
from kpath_jvm.sessions.run import Run


def conclude(
    run: Run, recorder: Recorder, ended: Ended, directory: SessionDirectory, reporter: Reporter
) -> str | None:
    """Writes the profile; returns why there is none or why it is no good, in one line, or None."""
    log = directory.agent_lines()
    repeat(log, reporter)
    nothing = why_nothing(recorder, ended, directory, log)
    if nothing is not None:
        return f"no profile{' and no stream' if directory.stream else ''}: {nothing}"
    course = run.course(ended, log)
    missing = None
    try:
        with reporter.busy("writing the profile"), left_behind(run, directory):
            recording = recorder.finish(lambda: None)
            missing = _keep_stream(recorder, recording, course, directory)
            _write(run, recording, course, directory)
        reporter.tell(f"{end_line(recording, ended)}; profile {run.destination}")
        if directory.stream is not None and missing is None:
            reporter.tell(kept(directory.stream, recording))
        if recording.failure is not None:
            return f"the engine failed: {recording.failure}; {run.destination} has lower bounds"
        profile = Profile.open(run.destination)
        if profile.methods.empty:
            reporter.say("no method was instrumented; check --include and --exclude")
        return missing or unmet_requirement(run, profile)
    except KpathError as error:
        return str(error) if missing is None else f"{error}; {missing}"


def _keep_stream(
    recorder: Recorder, recording: Recording, course: Course, directory: SessionDirectory
) -> str | None:
    """Completes what --record asks for, before anything else can fail; returns why it couldn't."""
    if directory.stream is None:
        return None
    failure: OSError | str | None = recorder.journaling.failure()
    if failure is None:
        try:
            complete_stream(directory.stream, recording, course, directory)
            return None
        except OSError as error:
            failure = error
    return f"{no_stream(directory.stream, failure)}; record again where there is more room"


def _write(
    run: Run, recording: Recording, course: Course, directory: SessionDirectory
) -> None:
    record = run_record(
        recording,
        course,
        recording.completeness(course.signal),
        command=tuple(run.program.command),
        options=directory.recording().options,
        workload=run.workload,
    )
    write_profile(run.destination, recording.recorded, record, replace=run.request.force)


def unmet_requirement(run: Run, profile: Profile) -> str | None:
    """The first method that the workload must have entered and has not."""
    if not run.program.required_methods:
        return None
    methods = profile.methods
    entered = methods[methods["entries"] > 0]
    return unentered(run, set(entered["class"].str.replace("/", ".") + "." + entered["name"]))


def show_report(destination: Path, top: int) -> str | None:
    """Prints the report on stderr; returns why it could not, or None."""
    from kpath_jvm.reports.report import print_report

    try:
        print_report(Profile.open(destination), top=top)
    except KpathError as error:
        return str(error)
    except OSError:
        # Nobody reads our stderr, or it is a full disk: the profile is there all the same. What is
        # left in the buffer must not fail again at our exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    return None
