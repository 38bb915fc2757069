"""The way of a request: asked for, prepared, launched, drained, concluded, shown.

docs/design.md draws it; each step takes a typed value and hands one on.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.signals import patience
from kpath_jvm.recording.options import STREAM
from kpath_jvm.sessions.launched import Session, launch
from kpath_jvm.sessions.prepared import Prepared, prepare, workspace
from kpath_jvm.sessions.progress import Reporter
from kpath_jvm.sessions.record import RecordSession
from kpath_jvm.sessions.request import Request


def run(request: Request) -> int:
    """Runs and records; returns the target's exit status, or 125 if kpath-jvm fails after it.

    KpathError for what keeps the target from being started.
    """
    prepared = prepare(request)
    reporter = Reporter(quiet=request.quiet)
    what = "stream" if request.no_profile else "profile"
    # Around the gate, so that there is no moment between them in which Ctrl-C costs the profile.
    patient = patience(lambda: reporter.say(f"still writing the {what}; Ctrl-C again gives it up"))
    with prepared.program.within_surroundings(), _session(prepared, reporter) as session, patient:
        launched = launch(prepared, session, reporter)
        failure = session.conclude(launched, reporter)
    status = launched.ended.status
    if failure is None and status == 0:
        failure = launched.shortfall
    if failure is None and request.makes_profile and not (request.no_report or request.no_profile):
        failure = _show_report(prepared.destination, request.top)
    if failure is not None:
        reporter.say(failure)
    # A failing target's status wins over one of kpath-jvm's own.
    return status or (0 if failure is None else 125)


@contextmanager
def _session(prepared: Prepared, reporter: Reporter) -> Iterator[Session]:
    """The way to record that is asked for, in a directory that is there within."""
    request = prepared.request
    if request.agent.profiler != STREAM:
        from kpath_jvm.sessions.inline import InlineSession, inline_workspace

        with inline_workspace() as space:
            yield InlineSession(prepared, space)
        return
    with workspace(prepared, reporter) as space:
        if request.follow_children:
            from kpath_jvm.sessions.follow.session import FollowSession

            yield FollowSession(prepared, space)
        elif request.no_profile:
            from kpath_jvm.sessions.stream import StreamSession

            yield StreamSession(prepared, space)
        else:
            yield RecordSession(prepared, space)


def _show_report(destination: Path, top: int) -> str | None:
    """Prints the report on stderr; returns why it could not, or None."""
    from kpath_jvm.profile.model import Profile
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
