"""What ``run --profiler`` does with a profiler inside the target, and what its tables come to."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import numpy as np

from kpath_jvm import __version__
from kpath_jvm.errors import KpathError
from kpath_jvm.launch.command import with_agent
from kpath_jvm.launch.signals import SignalGate
from kpath_jvm.launch.target import Ended, run_target
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.profilers import named
from kpath_jvm.recording.inline import InlineRecording, Int64Array, read_inline
from kpath_jvm.recording.recorded import Recorded
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.records.completeness import Completeness, Verdict
from kpath_jvm.records.record import fields_of
from kpath_jvm.records.run import Course, RunRecord
from kpath_jvm.sessions.launched import Launched, repeat
from kpath_jvm.sessions.prepared import Prepared, Workspace
from kpath_jvm.sessions.progress import Reporter
from kpath_jvm.sessions.record import import_writer, unmet_requirement

_PREFIX = "kpath-inline-"
_NOT_KNOWN = (
    "an inline profiler counts completed paths only: how many were abandoned or unfinished is not "
    "known, and entries are those whose first path was completed"
)

_VIRTUAL_THREADS = (
    "virtual threads that had not ended are not seen: the last paths of their activations may be "
    "missing"
)


@contextmanager
def inline_workspace() -> Iterator[Workspace]:
    """A place for the agent's directory, which the agent makes itself."""
    try:
        parent = Path(tempfile.mkdtemp(prefix=_PREFIX))
    except OSError as error:
        raise KpathError(
            f"cannot make a directory for temporary files: {error.strerror}; set TMPDIR", 125
        ) from None
    # The target may have a working directory of its own.
    space = Workspace(SessionDirectory(parent.absolute() / "recording"))
    try:
        yield space
    finally:
        if not space.is_left_behind:
            shutil.rmtree(parent, ignore_errors=True)


class InlineSession:
    """One JVM with the profiler in it, whose tables are there when it has ended."""

    def __init__(self, prepared: Prepared, space: Workspace) -> None:
        self._prepared = prepared
        self._space = space
        self._recording = space.directory.path

    def launch(self, gate: SignalGate, reporter: Reporter, output: IO[bytes] | None) -> Ended:
        """Runs the target."""
        program, agent = self._prepared.program, self._prepared.request.agent
        text = agent.text(output=self._recording)
        command = with_agent(program.command, program.java, self._prepared.jars.agent, text)
        reporter.tell(
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

    def conclude(self, launched: Launched, reporter: Reporter) -> str | None:
        """Makes the profile; returns why there is none or why it is no good, in one line."""
        log = self._space.directory.agent_lines()
        repeat(log, reporter)
        prepared, ended = self._prepared, launched.ended
        failure = self._why_nothing(ended, log) or self._write(launched, log)
        if failure is None:
            kind = "profile" if prepared.request.makes_profile else "recording"
            reporter.tell(f"{launched.end_line()}; {kind} {prepared.destination}")
        return failure

    def _why_nothing(self, ended: Ended, log: list[str]) -> str | None:
        if not self._recording.is_dir():
            why = log[-1] if log else f"it ended with status {ended.status} before"
            return f"no profile: the agent did not start in the target: {why}"
        try:
            methods = read_inline(self._recording).methods
        except KpathError as error:
            return f"no profile: {error}"
        if not methods.is_file() or methods.stat().st_size == 0:
            return (
                f"no profile: the target ended with status {ended.status} and loaded only "
                "classes of the JDK; pass --include to profile these"
            )
        return None

    def _write(self, launched: Launched, log: list[str]) -> str | None:
        prepared, program = self._prepared, self._prepared.program
        try:
            if not prepared.request.makes_profile:
                shutil.move(self._recording, prepared.destination)
                return None
            recording = read_inline(self._recording)
            record = inline_record(
                recording,
                launched.course(program.jdk.record, None, log),
                command=tuple(program.command),
                workload=launched.workload,
            )
            recorded = inline_recorded(recording, recording.k)
            write_profile(prepared.destination, recorded, record, replace=prepared.request.force)
        except (KpathError, OSError) as error:
            self._space.is_left_behind = True
            place = self._recording
            return f"{error}; nothing is lost: `kpath-jvm build {place} -o ...` makes the profile"
        return unmet_requirement(program, prepared.destination)


def inline_recorded(recording: InlineRecording, k: int) -> Recorded:
    """What it comes to for sequences of up to ``k``; KpathError when that can't be made of it."""
    profiler = named(recording.profiler)
    if profiler.read is None:
        raise KpathError(
            f"{recording.directory} has counts of {profiler.records}, and a profile is made of "
            "paths; docs/formats/inline.md describes counters.bin"
        )
    if k > recording.k:
        raise KpathError(
            f"{recording.directory} was recorded by {recording.profiler} and has sequences of up "
            f"to {recording.k}; leave -k out, or record with a larger one"
        )
    forest = profiler.read(recording, k)
    return Recorded(
        methods_path=recording.methods,
        k=k,
        counters=_dense(*recording.counters()),
        ipf_parents=forest.parents.astype(np.int32),
        ipf_paths=forest.ids.astype(np.int32),
        ipf_depths=forest.depths.astype(np.int32),
        ipf_counts=forest.counts,
        knows_abandoned=False,
    )


def _dense(ids: Int64Array, counts: Int64Array) -> Int64Array:
    dense = np.zeros(int(ids.max(initial=0)) + 1, dtype=np.int64)
    dense[ids] = counts
    return dense


def inline_record(tables: InlineRecording, course: Course, **more: Any) -> RunRecord:
    """What goes into a profile's run.json; ``more`` are fields of RunRecord."""
    figures = tables.figures
    return RunRecord(
        **fields_of(course, Course),
        version=__version__,
        options=tables.agent.options,
        completeness=_completeness(tables),
        events=figures.items,
        threads=figures.threads,
        lost_events=figures.lost,
        inline=figures,
        **more,
    )


def _completeness(tables: InlineRecording) -> Completeness:
    figures = tables.figures
    lacks = []
    if figures.lost:
        lacks.append(f"{figures.lost:,} events of threads without tables were lost")
    if figures.unlisted_classes:
        lacks.append(
            f"{figures.unlisted_classes:,} classes are not recorded: their metadata could not "
            "be written"
        )
    if not figures.quiet:
        lacks.append("a thread was in a probe when the tables were written")
    if figures.word_lost:
        lacks.append("a StackOverflowError left no room to count what activations held back")
    found = Completeness().lowered(Verdict.LOWER_BOUNDS, *lacks) if lacks else Completeness()
    if figures.running and (held := tables.held_at_end()):
        found = found.lowered(
            Verdict.TRUNCATED,
            f"{', '.join(held[:3])}{' and others' if len(held) > 3 else ''} had not ended: the "
            "last paths of these activations may be missing, a word of 64 bits each at most",
        )
    if figures.word_entries is not None and figures.carriers:
        found = found.noted(_VIRTUAL_THREADS)
    return found.noted(_NOT_KNOWN)
