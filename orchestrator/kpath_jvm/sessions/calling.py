"""The run for ``--callers``: an additional run of the program, which counts entries by caller.

If that run's counts are missing or can't be read, the recorded run and its profile don't suffer.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.command import with_agent
from kpath_jvm.launch.signals import SignalGate
from kpath_jvm.launch.target import Ended
from kpath_jvm.recording.callers import counted_callers
from kpath_jvm.recording.inline import InlineRecording, read_inline
from kpath_jvm.recording.options import AgentOptions
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.records.callers import CALLERS_FILE, CallerCounts
from kpath_jvm.sessions.beforehand import run_beforehand, write_findings
from kpath_jvm.sessions.inline import inline_workspace
from kpath_jvm.sessions.prepared import Prepared
from kpath_jvm.sessions.progress import Reporter
from kpath_jvm.sessions.request import Program

_OPTION = "--callers"
_PROFILER = "callers"
#: The agent options that select the recorded classes. The other agent options are about paths.
SHARED = ("include", "exclude", "retransform")
_LOST_DISPATCH = "a StackOverflowError left no room to note that an exception was caught"


@dataclass(frozen=True)
class Called:
    """How the run that counts callers ended, and the recording that it left."""

    java: str
    ended: Ended
    recording: Path

    def conclude(self, destination: Path) -> str | None:
        """Writes the callers into the profile; returns None or an error of one line."""
        return write_findings(destination / CALLERS_FILE, "callers", self._counts, self._why)

    def _why(self, error: KpathError) -> str:
        log = SessionDirectory(self.recording).agent_lines()
        return f"{log[-1] if log else error}; the profile is complete without them"

    def _counts(self) -> CallerCounts:
        recording = read_inline(self.recording, _PROFILER)
        methods, entries = counted_callers(recording)
        return CallerCounts(
            java=self.java,
            wall_seconds=self.ended.wall_seconds,
            exit_status=self.ended.status,
            doubts=tuple(_doubts(recording)),
            methods=methods,
            entries=entries,
        )


def _doubts(recording: InlineRecording) -> Iterator[str]:
    yield from (fact.text for fact in recording.figures.doubts())
    if recording.figures.dispatches_lost:
        yield _LOST_DISPATCH


@dataclass(frozen=True)
class Calling:
    """The run that ``--callers`` asks for; its recording is made in ``directory``."""

    prepared: Prepared
    directory: Path

    def run(self, program: Program, gate: SignalGate, reporter: Reporter) -> Called:
        """Runs the program, counts the callers of its methods and drops its output.

        A status other than 0 isn't a failure. Raises KpathError if the program can't be run a
        second time, or if we are asked to end meanwhile.
        """
        asked = self.prepared.request.agent
        values = {name: asked.values[name] for name in SHARED if name in asked.values}
        agent = AgentOptions({"profiler": _PROFILER, "scope": "all", **values})
        text = agent.text(output=self.directory)
        command = with_agent(program.command, program.java, self.prepared.jars.agent, text)
        what = (
            f"running {program.name} to count the callers of its methods, which may take "
            "several times as long"
        )
        ended = run_beforehand(program, command, _OPTION, what, gate, reporter)
        if ended.status != 0:
            reporter.tell(
                f"the run for {_OPTION} ended with status {ended.status}; what it counted is kept "
                "if there is a profile"
            )
        return Called(program.jdk.version, ended, self.directory)


@contextmanager
def calling(prepared: Prepared) -> Iterator[Calling]:
    """Yields the run that counts callers. The run's files exist only within the ``with`` block.

    Raises KpathError (125) if no directory can be made for the files.
    """
    with inline_workspace() as space:
        yield Calling(prepared, space.directory.path)
