"""What ``run`` does, from the request to the target's end; ``conclusion`` does the rest."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO

import msgspec

from kpath_jvm.errors import KpathError
from kpath_jvm.installation import require_jars
from kpath_jvm.launch.jdk import engine_jdk, require_home
from kpath_jvm.launch.signals import Patience, SignalGate
from kpath_jvm.launch.target import Ended
from kpath_jvm.profile.writer import check_destination
from kpath_jvm.recording.contract import Contract
from kpath_jvm.recording.leftover import clean
from kpath_jvm.recording.session_directory import SessionDirectory, choose_base
from kpath_jvm.recording.sizes import format_size
from kpath_jvm.sessions.conclusion import conclude, show_report
from kpath_jvm.sessions.description import write_session
from kpath_jvm.sessions.follow import Following
from kpath_jvm.sessions.native import run_natively
from kpath_jvm.sessions.progress import Reporter
from kpath_jvm.sessions.recorder import Recorder
from kpath_jvm.sessions.request import Request
from kpath_jvm.sessions.run import Run
from kpath_jvm.sessions.stream import conclude_stream


def record(request: Request) -> int:
    """Runs and records; returns the target's exit status, or 125 if kpath-jvm fails after it.

    KpathError for what keeps the target from being started.
    """
    run = prepare_run(request)
    with run.program.within_surroundings():
        return _record(run)


def _record(run: Run) -> int:
    request = run.request
    if not request.no_profile:
        check_destination(run.destination, replace=request.force)
    reporter = Reporter(quiet=request.quiet)
    # Around the gate, so that there is no moment between them in which Ctrl-C costs the profile.
    patience = writing_patience(reporter, "stream" if request.no_profile else "profile")
    with _session_directory(run, reporter) as directory, patience:
        if request.follow_children:
            ended, following = _follow(run, directory, reporter)
            shortfall = look_at_iterations(run, reporter)
            failure = following.conclude(ended, reporter)
        else:
            with SignalGate() as gate:
                recorder, ended = _run_target(run, directory, gate, reporter)
            shortfall = look_at_iterations(run, reporter)
            finish = conclude_stream if request.no_profile else conclude
            failure = finish(run, recorder, ended, directory, reporter)
    if failure is None and ended.status == 0:
        failure = shortfall
    if failure is None and not request.no_report and not request.no_profile:
        failure = show_report(run.destination, request.top)
    if failure is not None:
        reporter.say(failure)
    # A failing target's status wins over one of kpath-jvm's own.
    return ended.status or (0 if failure is None else 125)


def look_at_iterations(run: Run, reporter: Reporter) -> str | None:
    """Adds a kit's iterations to what is known of the workload; says why they are not all there."""
    program = run.program
    if program.surroundings is None or program.workload is None:
        return None
    iterations, shortfall = program.surroundings.iterations()
    run.workload = msgspec.structs.replace(program.workload, measured=tuple(iterations))
    timed = [entry.wall_seconds for entry in iterations if entry.phase == "timed"]
    if shortfall is None:
        times = ", ".join(f"{seconds:.2f}" for seconds in timed)
        reporter.tell(f"the kit found all iterations valid; the timed ones took {times} s")
    return None if shortfall is None else f"no valid run of {program.name}: {shortfall}"


def _follow(run: Run, directory: SessionDirectory, reporter: Reporter) -> tuple[Ended, Following]:
    """Runs and records a command with all that it starts; what was recorded is to be concluded."""
    with SignalGate() as gate:
        if run.request.compare_native:
            run.native_wall_seconds = run_natively(run.program, gate, reporter)
        if run.program.surroundings is not None:
            run.program.surroundings.forget()
        with target_output(run.request.target_output) as output:
            following = Following(run, directory)
            ended = following.record(gate, reporter, output)
    return ended, following


def writing_patience(reporter: Reporter, what: str = "profile") -> Patience:
    """Around the target and the writing of what came of it: what Ctrl-C is answered meanwhile."""
    return Patience(lambda: reporter.say(f"still writing the {what}; Ctrl-C again gives it up"))


def prepare_run(request: Request) -> Run:
    """Everything that can go wrong without having run anything."""
    require_home(request.java_home)
    if request.output is not None:
        # Before a workload is fetched, which may take long.
        check_destination(request.output, replace=request.force)
    if request.stream is not None:
        request.stream.check(replace=request.force)
    jars = require_jars()
    engine = engine_jdk(request.java_home)
    program = request.program.prepare(engine)
    started = datetime.now().astimezone()
    name = f"{program.name}-{started:%Y%m%d-%H%M%S}-{os.getpid()}.kpath"
    return Run(request, jars, program, request.output or Path(name), engine, started)


@contextmanager
def _session_directory(run: Run, reporter: Reporter) -> Iterator[SessionDirectory]:
    base = choose_base(run.request.segment_dir)
    if run.program.directory is not None:
        base = base.absolute()
    removed, left = clean(base, Contract.load(run.jars.contract))
    for path in removed:
        reporter.tell(f"removed {path}, left by a run that is dead")
    directory = SessionDirectory.create(base, run.request.stream)
    try:
        if directory.stream is not None:
            directory.stream.begin(directory.path)
        yield directory
        if left:
            # Last, so that whoever gets an error reads of nothing else.
            reporter.tell(
                f"{len(left)} recording{'s' if len(left) > 1 else ''} of dead runs can be "
                "recovered: see `kpath-jvm recover`"
            )
    finally:
        if not run.is_left_behind:
            directory.remove()


def _run_target(
    run: Run, directory: SessionDirectory, gate: SignalGate, reporter: Reporter
) -> tuple[Recorder, Ended]:
    request = run.request
    if request.compare_native:
        run.native_wall_seconds = run_natively(run.program, gate, reporter)
    if run.program.surroundings is not None:
        run.program.surroundings.forget()
    with target_output(request.target_output) as output:
        write_session(directory, run.settings(), run.started, run.workload)
        recorder = Recorder(run.settings(), run.jars, directory, run.engine_jdk)
        _tell_start(run, recorder, reporter)
        with reporter.live(target_shares_terminal=output is None):
            ended = recorder.run(gate, reporter, output)
    return recorder, ended


def _tell_start(run: Run, recorder: Recorder, reporter: Reporter) -> None:
    segment = recorder.segment
    size = format_size(segment.geometry.total_bytes)
    reduced = ", reduced to half of what is free there" if recorder.is_reduced else ""
    where = segment.path.parent.parent
    how = "without a profile" if run.request.no_profile else f"with k={run.request.k}"
    reporter.tell(
        f"recording {run.program.name} on Java {run.program.jdk.version} {how}; "
        f"segment {size} in {where}{reduced}"
    )


@contextmanager
def target_output(path: Path | None) -> Iterator[IO[bytes] | None]:
    if path is None:
        yield None
        return
    try:
        file = path.open("wb")
    except OSError as error:
        raise KpathError(
            f"cannot write --target-output {path}: {error.strerror}; choose another file", 125
        ) from None
    with file:
        yield file
