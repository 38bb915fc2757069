"""What ``run --no-profile`` does when the target has ended: the stream, and nothing else."""

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.target import Ended
from kpath_jvm.profile.metadata import read_metadata
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.recording.stream_directory import StreamDirectory
from kpath_jvm.sessions.drained import Drained
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


def conclude_stream(
    run: Run, recorder: Recorder, ended: Ended, directory: SessionDirectory, reporter: Reporter
) -> str | None:
    """Completes the stream; returns why there is none or why it is no good, in one line, or None.

    A stream that can't be completed though all of it was kept stays with the session's directory,
    for ``recover``.
    """
    stream = directory.stream
    assert stream is not None
    log = directory.agent_lines()
    repeat(log, reporter)
    nothing = why_nothing(recorder, ended, directory, log)
    if nothing is not None:
        return f"no stream: {nothing}"
    try:
        with reporter.busy("completing the stream"), left_behind(run, directory):
            drained = recorder.finish_uncounted(lambda: None)
            ended_early = recorder.journaling.failure()
            if ended_early is None:
                _complete(run, drained, ended, log, directory)
        reporter.tell(end_line(drained, ended))
        if ended_early is not None:
            return f"{no_stream(stream, ended_early)}; record again where there is more room"
        reporter.tell(kept(stream, drained))
        if drained.failure is not None:
            return (
                f"the engine failed: {drained.failure}; profiles of {stream.path} will have lower "
                "bounds"
            )
        return _unmet_requirement(run, recorder, stream, reporter)
    except KpathError as error:
        return str(error)


def _complete(
    run: Run, drained: Drained, ended: Ended, log: list[str], directory: SessionDirectory
) -> None:
    assert directory.stream is not None
    try:
        complete_stream(directory.stream, drained, run.course(ended, log), directory)
    except OSError as error:
        raise KpathError(no_stream(directory.stream, error), 125) from error


def _unmet_requirement(
    run: Run, recorder: Recorder, stream: StreamDirectory, reporter: Reporter
) -> str | None:
    """As of a profile: a method was entered if any of its ids was counted or streamed."""
    counts = recorder.counters()
    if len(counts) <= 1:
        reporter.say("no method was instrumented; check --include and --exclude")
    if not run.program.required_methods:
        return None
    methods = read_metadata(SessionDirectory(stream.path).methods).methods
    entered = {
        f"{method.class_name.replace('/', '.')}.{method.name}"
        for method in methods
        if any(id_ < len(counts) and counts[id_] > 0 for id_ in method.ids())
    }
    return unentered(run, entered)
