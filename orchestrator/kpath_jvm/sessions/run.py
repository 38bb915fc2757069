"""Takes a request through its steps: it is prepared, launched, drained, concluded and shown.

docs/design.md has a table of the steps.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.signals import patience
from kpath_jvm.profile.earlier import EarlierProfile, earlier_set_aside
from kpath_jvm.recording.options import STREAM
from kpath_jvm.sessions.components.source import LaunchedSource, LiveSource
from kpath_jvm.sessions.launched import (
    Beside,
    Launched,
    NothingToProfileError,
    Session,
    launch,
    run_postponed,
)
from kpath_jvm.sessions.open_to_ctl import OpenToCtl
from kpath_jvm.sessions.prepared import Prepared, Workspace, prepare, workspace
from kpath_jvm.sessions.progress import Reporter
from kpath_jvm.sessions.record import RecordSession
from kpath_jvm.sessions.request import Request, RunningProgram
from kpath_jvm.sessions.timing import timing
from kpath_jvm.whole_directories import remove

if TYPE_CHECKING:
    from kpath_jvm.profile.model import Profile
    from kpath_jvm.sessions.viewer import Viewer
    from kpath_jvm.source.annotation import SourceTexts

_MOST_NAMED = 4


def run(request: Request) -> int:
    """Runs and records the target; returns its exit status, or 125 if only kpath-jvm failed.

    Raises KpathError if the target can't be started.
    """
    with earlier_set_aside(request.output, replace=request.force) as earlier:
        return _run(request, earlier)


def _run(request: Request, earlier: EarlierProfile) -> int:
    prepared = prepare(request)
    # The earlier profile is renamed before the target starts. If it were renamed at the end and
    # kpath-jvm were killed before, it would pass for the new profile.
    earlier.make_way()
    reporter = Reporter(quiet=request.quiet, viewer=_viewer(request))
    what = "stream" if request.no_profile else "profile"
    # This context is entered before the signal gate and left after it, so that a single Ctrl-C
    # never costs the profile.
    patient = patience(lambda: reporter.say(f"still writing the {what}; Ctrl-C again gives it up"))
    with (
        prepared.program.within_surroundings(),
        _besides(prepared) as besides,
        _session(prepared, reporter) as session,
        patient,
    ):
        launched = launch(prepared, session, reporter, besides)
        if request.live and prepared.request.target_output is not None:
            reporter.tell(f"what the program printed is in {prepared.request.target_output}")
        try:
            failure, is_there = session.conclude(launched, reporter), True
        except NothingToProfileError as nothing:
            failure, is_there = _without_classes(nothing, request, earlier, reporter), False
        missing: list[str] = []
        unmade = 0
        if failure is None and is_there:
            missing, unmade = _rest(launched, prepared.destination, reporter)
    status = launched.ended.status
    is_profile = is_there and not request.no_profile
    if failure is None and is_profile:
        failure = _no_method(prepared, reporter)
    failure = _of_earlier(prepared, earlier, failure)
    if failure is None:
        failure = launched.shortfall if status == 0 else None
    if failure is None and is_profile and not request.no_report:
        failure = _show_report(prepared.destination, request, reporter)
    problems = [*([] if failure is None else [failure]), *missing]
    for line in problems:
        reporter.say(line)
    if launched.ended.jvms and not request.follow_children:
        reporter.tell(unrecorded(launched.ended.jvms))
    # A failing target's status takes precedence over that of kpath-jvm's own failure.
    return status or unmade or (125 if problems else 0)


def _rest(launched: Launched, destination: Path, reporter: Reporter) -> tuple[list[str], int]:
    """Makes the postponed runs, and writes the findings of all additional runs into the profile.

    Returns what is missing, and the exit status for a run that couldn't be made, or 0 if all could
    be made.
    """
    missing, status = [], 0
    for left in chain(launched.left, run_postponed(launched, reporter)):
        if isinstance(left, KpathError):
            missing.append(str(left))
            status = left.exit_status
        elif (problem := left.conclude(destination)) is not None:
            missing.append(problem)
    return missing, status


def _of_earlier(prepared: Prepared, earlier: EarlierProfile, failure: str | None) -> str | None:
    """Drops the earlier profile if there is a new one; returns ``failure``.

    If there is no new profile, the returned failure also says where the earlier one is.
    """
    if prepared.destination.exists():
        earlier.drop()
        return failure
    return None if failure is None else failure + earlier.told()


@contextmanager
def _besides(prepared: Prepared) -> Iterator[list[Beside]]:
    """Yields the further runs that are asked for; their files exist within the body."""
    with ExitStack() as stack:
        besides: list[Beside] = []
        timed = stack.enter_context(timing(prepared.request, prepared.program))
        if timed is not None:
            besides.append(timed)
        if prepared.request.callers:
            from kpath_jvm.sessions.calling import calling

            besides.append(stack.enter_context(calling(prepared)))
        yield besides


def _viewer(request: Request) -> "Viewer | None":
    if not request.live:
        return None
    from kpath_jvm.sessions.viewer import Viewer

    return Viewer()


def unrecorded(jvms: Sequence[str]) -> str:
    """Returns a line about JVMs that the target started and that weren't recorded."""
    names = list(dict.fromkeys(jvms))
    more = ", …" if len(names) > _MOST_NAMED else ""
    many = f"{len(jvms)} JVMs that aren't" if len(jvms) > 1 else "1 JVM that isn't"
    # The line says "at least" because JVMs that lived only for a moment aren't seen.
    return (
        f"the target started at least {many} recorded ({', '.join(names[:_MOST_NAMED])}{more}); "
        "--follow-children records every one"
    )


def _without_classes(
    nothing: NothingToProfileError, request: Request, earlier: EarlierProfile, reporter: Reporter
) -> str | None:
    """Returns what is wrong if no class was profiled, or None if nothing is wrong.

    If we started the target and --include wasn't given, it isn't a failure that the target has no
    classes of its own. A program that was already running may have loaded classes that aren't
    profiled; the agent doesn't report these.
    """
    what, _, _ = str(nothing).partition(":")
    include, exclude = (request.agent.values.get(name) for name in ("include", "exclude"))
    if isinstance(request.program, RunningProgram):
        return f"{what}: process {request.program.pid} has {_missing(include, exclude)}"
    if isinstance(include, tuple) and include:
        return (
            f"{what}: the target loaded only classes of the JDK, and none that matches "
            f"--include {' or '.join(include)}; name the JDK's classes in full, as "
            "java.util.HashMap"
        )
    reporter.say(f"{nothing}{earlier.told()}")
    return None


def _missing(include: object, exclude: object) -> str:
    """Returns a phrase that says which classes a running program hasn't loaded."""
    rest = f" and isn't left out by --exclude {_or(exclude)}" if exclude else ""
    if include:
        return (
            f"loaded no class that matches --include {_or(include)}{rest}; write a class or "
            "package as org.foo.Bar, Bar, org.foo.* or *Bar, and the JDK's classes in full, as "
            "java.util.HashMap"
        )
    return f"loaded no class that isn't the JDK's{rest}; pass --include to profile JDK classes"


def _or(patterns: object) -> str:
    from kpath_jvm.profile.names import printable

    return " or ".join(map(printable, patterns)) if isinstance(patterns, tuple) else ""


@contextmanager
def _session(prepared: Prepared, reporter: Reporter) -> Iterator[Session]:
    """Yields the session for the request, in a directory that exists within the body."""
    request = prepared.request
    if request.agent.profiler != STREAM:
        from kpath_jvm.sessions.inline import InlineSession, inline_workspace

        with inline_workspace() as space:
            yield InlineSession(prepared, space)
        return
    if request.max_overhead is not None:
        from kpath_jvm.sessions.bursts.session import BurstSession
        from kpath_jvm.sessions.bursts.source import AttachedBursts, LaunchedBursts

        is_there = isinstance(request.program, RunningProgram)
        yield BurstSession(
            prepared, AttachedBursts(prepared) if is_there else LaunchedBursts(prepared)
        )
        return
    with workspace(prepared, reporter) as space:
        if request.follow_children:
            from kpath_jvm.sessions.follow.session import FollowSession

            yield FollowSession(prepared, space)
        else:
            yield _of_one_jvm(prepared, space)


def _of_one_jvm(prepared: Prepared, space: Workspace) -> RecordSession:
    """Puts together the session that records one JVM without pauses."""
    directory, source = space.directory, _source(prepared, space)
    control = OpenToCtl(prepared, directory, source.notes)
    if prepared.request.no_profile:
        from kpath_jvm.sessions.stream import StreamSink

        return RecordSession(prepared, space, source, control, StreamSink(prepared, space))
    return RecordSession.to_profile(prepared, space, source, control)


def _source(prepared: Prepared, space: Workspace) -> LiveSource:
    if isinstance(prepared.request.program, RunningProgram):
        from kpath_jvm.sessions.attach import AttachedSource

        return AttachedSource.find(prepared, space.directory)
    return LaunchedSource(prepared, space.directory)


def _no_method(prepared: Prepared, reporter: Reporter) -> str | None:
    """Returns why no method was recorded, or None; reports patterns that match nothing.

    A profile without methods is removed, because it might pass the rules of `check`.
    """
    from kpath_jvm.sessions.unmatched import why_no_method_in

    destination = prepared.destination
    try:
        why = why_no_method_in(destination, prepared.request.agent, reporter)
    except KpathError as error:
        return str(error)
    if why is None:
        return None
    remove(destination)
    return f"no profile: {why}"


def _show_report(destination: Path, request: Request, reporter: Reporter) -> str | None:
    """Prints the report and the commands to run next, all on stderr; returns an error, or None."""
    from kpath_jvm.profile.model import Profile
    from kpath_jvm.reports.report import print_report
    from kpath_jvm.sessions.next_step import next_step

    try:
        profile = Profile.open(destination)
        sources = _sources(request, profile)
        print_report(profile, top=request.top, sources=sources)
        for note in sources.notes() if sources is not None else ():
            reporter.tell(note)
        step = next_step(profile)
        if step is not None:
            reporter.tell(step)
    except KpathError as error:
        return str(error)
    except OSError:
        # Our stderr isn't read any more, or goes to a full disk. The profile exists nevertheless.
        # Writing the rest of the buffer must not fail again when we exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    return None


def _sources(request: Request, profile: "Profile") -> "SourceTexts | None":
    if not request.sources:
        return None
    from kpath_jvm.source.annotation import SourceTexts

    return SourceTexts(request.sources, [profile])
