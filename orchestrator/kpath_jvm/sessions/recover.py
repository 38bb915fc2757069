"""The verb ``recover`` makes a profile from what a killed run left behind."""

import os
import shlex
import stat
from dataclasses import dataclass, replace
from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.installation import require_jars
from kpath_jvm.private_directories import usual_directory
from kpath_jvm.profile.earlier import earlier_set_aside
from kpath_jvm.recording.leftover import Leftover, find_leftovers, leftover
from kpath_jvm.recording.options import DEFAULT_LENGTH
from kpath_jvm.recording.segment_layout import SegmentLayout
from kpath_jvm.recording.session_directory import SESSION_NAME, SessionDirectory, default_bases
from kpath_jvm.sessions.build import build_one
from kpath_jvm.sessions.components.dead import DeadSource, EngineOptions
from kpath_jvm.sessions.follow.recover import recover_session


@dataclass(frozen=True)
class RecoverRequest:
    """The command line of ``recover``; if ``k`` is None, the run's k is used."""

    left: Leftover
    k: int | None
    destination: Path
    force: bool
    engine: EngineOptions


def find(segment_dir: Path | None) -> list[Leftover]:
    """Returns the recordings left behind in ``segment_dir``, or in the default directories."""
    if segment_dir is not None and not segment_dir.is_dir():
        raise KpathError(f"--segment-dir {segment_dir} is not a directory; name another one")
    layout = SegmentLayout.load(require_jars().contract)
    bases = default_bases() if segment_dir is None else [segment_dir]
    return [left for base in bases for left in find_leftovers(base, layout)]


def require(recording: Path) -> Leftover:
    """Returns a recording; raises KpathError if it isn't this user's, or is still in use."""
    directory = SessionDirectory(recording.absolute())
    try:
        status = recording.lstat()
    except OSError as error:
        raise KpathError(
            f"{recording}: {error.strerror}; `kpath-jvm recover` lists the recordings"
        ) from None
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid():
        raise KpathError(
            f"{recording} is not a directory of yours; `kpath-jvm recover` lists the recordings"
        )
    for one in (directory, *directory.of_jvms()):
        _require_own_journals(one.journals)
    left = leftover(directory, SegmentLayout.load(require_jars().contract))
    if left is None:
        raise KpathError(
            f"{recording} is either not a recording or still in use; `kpath-jvm recover` lists the "
            "recordings"
        )
    if left.target_alive:
        raise KpathError(
            f"process {left.target_pid} is still writing to {recording}; wait for its end"
        )
    return left


def require_journals(left: Leftover) -> None:
    """Raises KpathError if the run had another TMPDIR, and its journals are still there."""
    session = left.directory.session()
    if session is None or session.journals == str(left.directory.journals.absolute()):
        return
    journals = Path(session.journals)
    try:
        are_there = journals.is_dir()
    except OSError:
        # We can't look there, for example because the path is too long to exist.
        return
    if are_there:
        base = journals.parent
        if base.name.startswith(usual_directory(base).name):
            base = base.parent
        raise KpathError(
            f"the journals of {left.directory.path} are in {journals}; "
            f"recover it with TMPDIR={shlex.quote(str(base))}"
        )


def _require_own_journals(journals: Path) -> None:
    """Refuses a directory of journals that isn't this user's; other users can make one, too."""
    try:
        status = journals.lstat()
    except FileNotFoundError:
        return
    except OSError as error:
        raise KpathError(f"{journals}: {error.strerror}; it cannot be looked at") from None
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid():
        raise KpathError(
            f"{journals} is not a directory of yours, so its journals are not read; remove it"
        )


def recover(request: RecoverRequest) -> None:
    """Writes the profile; raises KpathError if it can't be made or the engine failed."""
    with earlier_set_aside(request.destination, replace=request.force):
        _recover(request)


def _recover(request: RecoverRequest) -> None:
    left, directory = request.left, request.left.directory
    if not left.is_recoverable:
        raise KpathError(
            f"{directory.path} holds nothing: no class was instrumented; "
            f"`kpath-jvm recover {directory.path} --discard` removes it"
        )
    require_journals(left)
    session = directory.session()
    k, engine = request.k, request.engine
    if session is not None:
        k = k or session.k
        memory = engine.engine_memory or session.engine_memory
        engine = replace(engine, engine_memory=memory, engine=engine.engine or session.engine)
    k = k or DEFAULT_LENGTH
    if left.jvms is None:
        source = DeadSource(directory, directory.journals)
        build_one(source, k, request.destination, engine, force=request.force)
    elif session is None:
        raise KpathError(
            f"{directory.path} has no {SESSION_NAME}; "
            "recover the directories jvm-* in it one by one"
        )
    else:
        recover_session(left, session, k, request.destination, engine, force=request.force)
