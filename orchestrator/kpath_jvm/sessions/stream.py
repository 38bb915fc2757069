"""What ``run --no-profile`` does: the stream, and nothing else."""

import numpy as np
import numpy.typing as npt

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.metadata import read_metadata
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.recording.stream_directory import StreamDirectory
from kpath_jvm.records.run import Course
from kpath_jvm.sessions.drained import Drained
from kpath_jvm.sessions.ending import (
    complete_stream,
    end_line,
    kept,
    left_behind,
    no_stream,
    unentered,
)
from kpath_jvm.sessions.launched import Launched
from kpath_jvm.sessions.program import Program
from kpath_jvm.sessions.progress import Reporter
from kpath_jvm.sessions.record import RecordSession


class StreamSession(RecordSession):
    """One JVM whose stream is kept and not counted.

    A stream that can't be completed though all of it was kept stays with the session's directory,
    for ``recover``.
    """

    def conclude(self, launched: Launched, reporter: Reporter) -> str | None:
        """Completes the stream; returns why there is none or why it is no good, in one line."""
        stream = self._directory.stream
        assert stream is not None
        course, nothing = self._look_at_end(launched, reporter)
        if nothing is not None:
            return f"no stream: {nothing}"
        try:
            with reporter.busy("completing the stream"), left_behind(self._space):
                drained = self._recorder.finish_uncounted()
                ended_early = self._recorder.journaling.failure()
                if ended_early is None:
                    self._complete(stream, drained, course)
            reporter.tell(end_line(drained, launched.ended))
            if ended_early is not None:
                return f"{no_stream(stream, ended_early)}; record again where there is more room"
            reporter.tell(kept(stream, drained))
            if drained.failure is not None:
                return (
                    f"the engine failed: {drained.failure}; profiles of {stream.path} will have "
                    "lower bounds"
                )
            counts = self._recorder.counters()
            if len(counts) <= 1:
                reporter.say("no method was instrumented; check --include and --exclude")
            return unmet_requirement(self._prepared.program, stream, counts)
        except KpathError as error:
            return str(error)

    def _complete(self, stream: StreamDirectory, drained: Drained, course: Course) -> None:
        try:
            complete_stream(stream, drained, course, self._directory)
        except OSError as error:
            raise KpathError(no_stream(stream, error), 125) from error


def unmet_requirement(
    program: Program, stream: StreamDirectory, counts: npt.NDArray[np.int64]
) -> str | None:
    """As of a profile: a method was entered if any of its ids was counted or streamed."""
    if not program.required_methods:
        return None
    methods = read_metadata(SessionDirectory(stream.path).methods).methods
    entered = {
        f"{method.class_name.replace('/', '.')}.{method.name}"
        for method in methods
        if any(id_ < len(counts) and counts[id_] > 0 for id_ in method.ids())
    }
    return unentered(program, entered)
