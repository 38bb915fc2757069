"""The run for ``--time``: the program runs once more, without the agent, and JFR samples it.

If the samples are missing or can't be read, the recorded run and its profile don't suffer.
"""

import os
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.command import native_command
from kpath_jvm.launch.jdk import Jdk
from kpath_jvm.launch.jfr import (
    PERIOD_MILLIS,
    FlightRecorder,
    SampledInstruction,
    Samples,
    read_samples,
    require_jfr,
)
from kpath_jvm.launch.signals import SignalGate
from kpath_jvm.launch.target import Ended
from kpath_jvm.records.time_samples import (
    TIME_FILE,
    SampledCall,
    SampledPlace,
    StackedMethod,
    TimeSamples,
)
from kpath_jvm.regular_files import cleaned_up_when_ended, reason
from kpath_jvm.sessions.beforehand import run_beforehand, write_findings
from kpath_jvm.sessions.progress import Reporter
from kpath_jvm.sessions.request import Program, Request

_OPTION = "--time"
_SAMPLER = "jfr"


class Timed(Struct, frozen=True):
    """The end of the sampled run, and the recordings that it left for ``conclude``."""

    jdk: Jdk
    ended: Ended
    recordings: tuple[Path, ...]

    def conclude(self, destination: Path) -> str | None:
        """Writes the samples into the profile; returns None or an error of one line."""
        if not self.recordings:
            return (
                f"no times: the run for {_OPTION} ended with status {self.ended.status} and left "
                "no recording (a JVM leaves none if it is killed or halts, or if it has no room); "
                "the profile is complete without them"
            )
        return write_findings(destination / TIME_FILE, "times", lambda: self._samples(destination))

    def _samples(self, destination: Path) -> TimeSamples:
        # Imported here because the import of pyarrow takes long, and the program must not wait for
        # it.
        from kpath_jvm.analysis.time_shares import counted_methods
        from kpath_jvm.profile.model import Profile

        counted = counted_methods(Profile.open(destination))
        found = read_samples(self.jdk, self.recordings, counted)
        return TimeSamples(
            sampler=_SAMPLER,
            period_millis=PERIOD_MILLIS,
            java=self.jdk.version,
            recordings=len(self.recordings),
            wall_seconds=self.ended.wall_seconds,
            cpu_seconds=self.ended.cpu_seconds,
            exit_status=self.ended.status,
            unknown=found.unknown,
            debug_non_safepoints=found.placed,
            below=_places(found.below),
            partial=found.partial,
            on_stack=_on_stack(found),
            calls=_calls(found),
            collections=found.collections,
            pause_seconds=round(found.pause_seconds, 9),
            places=_places(found.places),
        )


def _places(counts: Counter[SampledInstruction]) -> tuple[SampledPlace, ...]:
    return tuple(
        SampledPlace(**place._asdict(), count=count) for place, count in sorted(counts.items())
    )


def _on_stack(found: Samples) -> tuple[StackedMethod, ...]:
    return tuple(
        StackedMethod(
            class_name=class_name, name=name, descriptor=descriptor, count=count,
            partial=found.on_partial[class_name, name, descriptor],
            same=found.same[class_name, name, descriptor],
        )
        for (class_name, name, descriptor), count in sorted(found.on_stack.items())
    )  # fmt: skip


def _calls(found: Samples) -> tuple[SampledCall, ...]:
    return tuple(
        SampledCall(
            class_name=class_name, name=name, descriptor=descriptor,
            place=SampledPlace(**place._asdict(), count=count),
        )
        for ((class_name, name, descriptor), place), count in sorted(found.calls.items())
    )  # fmt: skip


class Timing(Struct, frozen=True):
    """The sampled run that is asked for; its files are in ``recorder``'s directory."""

    recorder: FlightRecorder
    follow_children: bool

    def run(self, program: Program, gate: SignalGate, reporter: Reporter) -> Timed:
        """Runs the program without the agent and drops its output.

        An exit status other than 0 isn't a failure. Raises KpathError if the program can't be run a
        second time, or if we are asked to end meanwhile.
        """
        options = self.recorder.options(_OPTION)
        command, environment = native_command(program.command, program.java), None
        if self.follow_children:
            inherited = os.environ.get("JAVA_TOOL_OPTIONS")
            # The options that the user has set come last, so they take precedence.
            words = [*options, *([inherited] if inherited else [])]
            environment = {**os.environ, "JAVA_TOOL_OPTIONS": " ".join(words)}
        else:
            command = [command[0], *options, *command[1:]]
        what = f"running {program.name} without the agent first, to sample where its time goes"
        ended = run_beforehand(program, command, _OPTION, what, gate, reporter, environment)
        if ended.status != 0:
            reporter.tell(
                f"the run for {_OPTION} ended with status {ended.status}; if the recorded run "
                "gives a profile, the samples are used all the same; the recorded run shows what "
                "the program prints"
            )
        return Timed(program.jdk, ended, tuple(self.recorder.recordings()))


@contextmanager
def timing(request: Request, program: Program) -> Iterator[Timing | None]:
    """Yields the sampled run if one is asked for, in a directory that exists within the body.

    Raises KpathError (125) if the program's JDK has no JFR, or if there is no room.
    """
    if not request.time:
        yield None
        return
    require_jfr(program.jdk, _OPTION)
    with cleaned_up_when_ended():
        try:
            place = tempfile.TemporaryDirectory(prefix="kpath-time-", ignore_cleanup_errors=True)
        except OSError as error:
            raise KpathError(
                f"{_OPTION} finds no directory for its samples: {reason(error)}; make room in "
                f"{tempfile.gettempdir()}, or set TMPDIR",
                125,
            ) from error
        with place as directory:
            yield Timing(FlightRecorder(Path(directory).absolute()), request.follow_children)
