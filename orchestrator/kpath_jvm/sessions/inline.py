"""Carries out ``run`` with an inline profiler: makes a profile from the profiler's tables."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import numpy as np

from kpath_jvm import __version__
from kpath_jvm.errors import KpathError
from kpath_jvm.launch.command import all_options, why_silent, with_agent
from kpath_jvm.launch.signals import SignalGate
from kpath_jvm.launch.target import Ended, run_target
from kpath_jvm.profile.recorded.schemes import SCHEMES, InlineScheme
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.profilers import named
from kpath_jvm.recording.inline import InlineRecording, Int64Array, read_inline
from kpath_jvm.recording.recorded import Recorded
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.records.completeness import Cause, Fact, decided
from kpath_jvm.records.inline import InlineRecord
from kpath_jvm.records.record import fields_of
from kpath_jvm.records.run import Course, RunRecord
from kpath_jvm.sessions.components.imports import import_writer
from kpath_jvm.sessions.components.sink import tell_unused, unmet_requirement
from kpath_jvm.sessions.launched import JDK_ALONE, Launched, not_made, repeat
from kpath_jvm.sessions.prepared import Prepared, Workspace, write_file
from kpath_jvm.sessions.progress import Reporter
from kpath_jvm.sessions.unmatched import nothing_entered, profile_told

_PREFIX = "kpath-inline-"


@contextmanager
def inline_workspace() -> Iterator[Workspace]:
    """Yields a workspace for the agent's directory, which the agent makes itself."""
    try:
        parent = Path(tempfile.mkdtemp(prefix=_PREFIX))
    except OSError as error:
        raise KpathError(
            f"cannot make a directory for temporary files: {error.strerror}; set TMPDIR", 125
        ) from None
    # The path is absolute because the target may have a working directory of its own.
    space = Workspace(SessionDirectory(parent.absolute() / "recording"))
    try:
        with space:
            yield space
    finally:
        if not space.is_left_behind:
            shutil.rmtree(parent, ignore_errors=True)


class InlineSession:
    """Runs one JVM with the profiler inside it; the tables are written at the JVM's end."""

    def __init__(self, prepared: Prepared, space: Workspace) -> None:
        self._prepared = prepared
        self._space = space
        self._recording = space.directory.path

    def launch(self, gate: SignalGate, reporter: Reporter, output: IO[bytes] | None) -> Ended:
        """Runs the target."""
        program, agent = self._prepared.program, self._prepared.request.agent
        text = agent.text(output=self._recording, **self._guide())
        command = with_agent(program.command, program.java, self._prepared.jars.agent, text)
        reporter.tell_run(
            f"recording {program.name} on Java {program.jdk.version} "
            f"with {agent.profiler} inside it"
        )
        return run_target(
            command,
            gate,
            lambda: None,
            reporter.say,
            output,
            directory=program.directory,
            meanwhile=lambda: import_writer(self._prepared.request),
        )

    def _guide(self) -> dict[str, Path]:
        """Writes the guide, if there is one, into a file, and returns the agent's option for it."""
        if self._prepared.guide is None:
            return {}
        path = self._recording.parent / "guide"
        write_file(path, self._prepared.guide.content)
        return {"guide": path}

    def conclude(self, launched: Launched, reporter: Reporter) -> str | None:
        """Makes the profile; returns in one line why it is missing or not usable, or None."""
        log = self._space.directory.agent_lines()
        repeat(log, reporter)
        prepared, ended = self._prepared, launched.ended
        failure = self._why_nothing(ended, log) or self._write(launched, log, reporter)
        if failure is None:
            if nothing := nothing_entered(prepared.destination):
                reporter.say(nothing)
            told = profile_told(prepared.destination, prepared.request.agent)
            reporter.tell(f"{launched.end_line()}{told}")
        return failure

    def _why_nothing(self, ended: Ended, log: list[str]) -> str | None:
        if not self._recording.is_dir():
            program = self._prepared.program
            options = all_options(program.command, os.environ)
            silent = why_silent(options) if program.jdk.has_security_managers else None
            why = log[-1] if log else silent or f"it ended with status {ended.status} before"
            return f"no profile: the agent did not start in the target: {why}"
        try:
            methods = read_inline(self._recording).methods
        except KpathError as error:
            return f"no profile: {error}"
        if not methods.is_file() or methods.stat().st_size == 0:
            return not_made("no profile", JDK_ALONE)
        return None

    def _write(self, launched: Launched, log: list[str], reporter: Reporter) -> str | None:
        prepared, program = self._prepared, self._prepared.program
        try:
            recording = read_inline(self._recording)
            guide = None if prepared.guide is None else prepared.guide.use(recording.methods)
            record = inline_record(
                recording,
                launched.course(program.jdk.record, None, log),
                command=tuple(program.command),
                workload=launched.workload,
                guide=guide,
            )
            recorded = inline_recorded(recording, recording.k)
            write_profile(prepared.destination, recorded, record, replace=prepared.request.force)
            tell_unused(guide, reporter)
        except (KpathError, OSError) as error:
            self._space.is_left_behind = True
            place = self._recording
            return f"{error}; nothing is lost: `kpath-jvm build {place} -o ...` makes the profile"
        return unmet_requirement(program, prepared.destination)


def inline_recorded(recording: InlineRecording, k: int) -> Recorded:
    """Returns what was recorded, as sequences of up to ``k`` paths.

    Raises KpathError if the recorded sequences are shorter, or the tables are damaged.
    """
    scheme = _scheme(recording)
    if k > recording.k:
        raise KpathError(
            f"{recording.directory} was recorded by {recording.profiler} and has sequences of up "
            f"to {recording.k} paths; leave -k out, or record with a larger -k"
        )
    counted = scheme.read(recording, k)
    forest = counted.forest
    return Recorded(
        methods_path=recording.methods,
        k=k,
        counters=_dense(*recording.counters()),
        ipf_parents=forest.parents.astype(np.int32),
        ipf_paths=forest.ids.astype(np.int32),
        ipf_depths=forest.depths.astype(np.int32),
        ipf_counts=forest.counts,
        knows_abandoned=False,
        extended=counted.extended,
        edge_counts=counted.edges,
        facts=counted.facts,
        edges_are_whole=not recording.figures.lost and not recording.figures.dispatches_lost,
    )


def _dense(ids: Int64Array, counts: Int64Array) -> Int64Array:
    dense = np.zeros(int(ids.max(initial=0)) + 1, dtype=np.int64)
    dense[ids] = counts
    return dense


def inline_record(tables: InlineRecording, course: Course, **more: Any) -> RunRecord:
    """Returns the record for a profile's run.json; ``more`` are other fields of RunRecord."""
    figures = tables.figures
    return RunRecord(
        **fields_of(course, Course),
        version=__version__,
        options=tables.agent.options,
        identities=tables.agent.identities(),
        directory=tables.agent.directory,
        completeness=decided(_facts(tables)).noted(*course.agent_notes),
        events=figures.items,
        threads=figures.threads,
        lost_events=figures.lost,
        inline=InlineRecord(**fields_of(figures, InlineRecord)),
        **more,
    )


def _facts(tables: InlineRecording) -> Iterator[Fact]:
    figures = tables.figures
    yield from figures.doubts()
    if figures.word_lost:
        text = "a StackOverflowError left no room to count what activations held back"
        yield Fact(cause=Cause.NO_ROOM_TO_COUNT, text=text, figure=figures.word_lost)
    yield from _scheme(tables).facts(tables)


def _scheme(tables: InlineRecording) -> InlineScheme:
    """Returns the scheme of the recording's profiler; raises KpathError if there is none."""
    profiler = named(tables.profiler)
    if profiler.scheme not in SCHEMES:
        raise KpathError(f"{tables.directory} was recorded by {profiler.name}, which isn't inline")
    return SCHEMES[profiler.scheme]
