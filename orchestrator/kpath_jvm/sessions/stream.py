"""The option ``--no-profile`` of ``run``: it keeps the stream and counts nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.metadata import metadata_facts, read_metadata
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.recording.stream_directory import StreamDirectory
from kpath_jvm.sessions.components.sink import FinishedRecording, complete_stream
from kpath_jvm.sessions.prepared import Prepared, Workspace
from kpath_jvm.sessions.progress import Reporter
from kpath_jvm.sessions.request import Program
from kpath_jvm.sessions.unmatched import why_no_method

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class StreamSink:
    """Keeps the stream of one JVM without counting it.

    If the whole stream was kept but can't be completed, it stays in the session's directory, for
    ``recover``.
    """

    nothing = "no stream"

    def __init__(self, prepared: Prepared, space: Workspace) -> None:
        self._prepared = prepared
        self._space = space

    def take(self, finished: FinishedRecording, reporter: Reporter) -> str | None:
        """Completes the stream; returns in one line what is wrong with it, or None."""
        directory = self._space.directory
        stream = directory.stream
        assert stream is not None
        try:
            with reporter.busy("completing the stream"), self._space.left_behind_on_failure():
                drained = finished.drain.finish_uncounted()
                missing = complete_stream(directory, drained, finished)
            reporter.tell(finished.launched.end_line(drained.events))
            if missing is not None:
                return missing
            reporter.tell(stream.description(drained.events))
            if drained.failure is not None:
                return (
                    f"the engine failed: {drained.failure}; profiles of {stream.path} will have "
                    "lower bounds"
                )
            counts = finished.drain.engine.counters()
            metadata = read_metadata(SessionDirectory(stream.path).methods)
            for fact in metadata_facts(metadata):
                reporter.tell(fact.text)
            classes = [method.identity.class_name for method in metadata.methods]
            agent = self._prepared.request.agent
            no_method = why_no_method(classes, metadata.skipped, agent, reporter)
            return no_method or unmet_requirement(self._prepared.program, stream, counts)
        except KpathError as error:
            return str(error)


def unmet_requirement(
    program: Program, stream: StreamDirectory, counts: npt.NDArray[np.int64]
) -> str | None:
    """Returns an error if the stream shows that a required method was never entered, or None.

    A method was entered if any of its ids was counted or streamed.
    """
    if not program.required_methods:
        return None
    methods = read_metadata(SessionDirectory(stream.path).methods).methods
    entered = {
        f"{method.identity.class_name.replace('/', '.')}.{method.identity.name}"
        for method in methods
        if any(id_ < len(counts) and counts[id_] > 0 for id_ in method.ids())
    }
    return program.unentered(entered)
