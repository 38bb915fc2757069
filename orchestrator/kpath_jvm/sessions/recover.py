"""What ``recover`` does."""

import os
import shlex
import stat
from pathlib import Path

import click

from kpath_jvm.errors import KpathError
from kpath_jvm.installation import require_jars
from kpath_jvm.profile.names import printable
from kpath_jvm.recording.contract import Contract
from kpath_jvm.recording.leftover import Leftover, find_leftovers, leftover
from kpath_jvm.recording.session_directory import SessionDirectory, default_bases
from kpath_jvm.recording.sizes import format_size
from kpath_jvm.sessions.build import BuildRequest, build
from kpath_jvm.sessions.recover_followed import recover_session

_DEFAULT_K = 8
_LONGEST_COMMAND = 60


def find(segment_dir: Path | None) -> list[Leftover]:
    """What is left in a directory of segments, or in the default ones."""
    if segment_dir is not None and not segment_dir.is_dir():
        raise KpathError(f"--segment-dir {segment_dir} is not a directory; name another one")
    contract = Contract.load(require_jars().contract)
    bases = default_bases() if segment_dir is None else [segment_dir]
    return [left for base in bases for left in find_leftovers(base, contract)]


def show(leftovers: list[Leftover]) -> None:
    """Lists them on stdout: directory, size, what can be done, command."""
    if not leftovers:
        click.echo("nothing was left behind")
    for left in leftovers:
        size = format_size(left.allocated_bytes())
        click.echo(
            f"{printable(str(left.directory.path))}  {size}  {_state(left)}  {_command(left)}"
        )


def _state(left: Leftover) -> str:
    if left.target_alive:
        return f"process {left.target_pid} is still running"
    if not left.is_recoverable:
        return "empty"
    if left.jvms is None:
        return "recoverable"
    count = len(left.jvms) + len(left.directory.concluded_profiles())
    return f"recoverable ({count} JVM{'s' if count > 1 else ''})"


def _command(left: Leftover) -> str:
    session = left.session()
    if session is None:
        return "(command not known)"
    text = printable(shlex.join(session.command))
    return text if len(text) <= _LONGEST_COMMAND else text[: _LONGEST_COMMAND - 1] + "…"


def require(recording: Path) -> Leftover:
    """The recording; KpathError when it is none of this user's, or is in use."""
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
    left = leftover(directory, Contract.load(require_jars().contract))
    if left is None:
        raise KpathError(
            f"{recording} is not a recording, or in use; `kpath-jvm recover` lists the recordings"
        )
    if left.target_alive:
        raise KpathError(
            f"process {left.target_pid} is still writing to {recording}; wait for its end"
        )
    return left


def require_journals(left: Leftover) -> None:
    """KpathError when the journals are elsewhere: TMPDIR was another one when they were made."""
    session = left.directory.session()
    if session is None or session.journals == str(left.directory.journals):
        return
    journals = Path(session.journals)
    try:
        are_there = journals.is_dir()
    except OSError:
        # No path that anybody has made.
        return
    if are_there:
        raise KpathError(
            f"the journals of {left.directory.path} are in {journals}; "
            f"recover it with TMPDIR={shlex.quote(str(journals.parent))}"
        )


def _require_own_journals(journals: Path) -> None:
    """They may lie where everybody can make directories: only ours count."""
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


def recover(
    left: Leftover,
    destination: Path,
    k: int | None,
    force: bool,
    java_home: Path | None,
    workers: int | None,
    engine_memory: int | None,
    also_blpp: bool,
) -> None:
    """Writes the profile; KpathError for anything that keeps it from that."""
    directory = left.directory
    if not left.is_recoverable:
        raise KpathError(
            f"{directory.path} holds nothing: no class was instrumented; "
            f"`kpath-jvm recover {directory.path} --discard` removes it"
        )
    require_journals(left)
    session = directory.session()
    if session is not None:
        k = session.k if k is None else k
        engine_memory = session.engine_memory if engine_memory is None else engine_memory
        also_blpp = also_blpp or session.blpp
    request = BuildRequest(
        recording=directory.path,
        k=_DEFAULT_K if k is None else k,
        destination=destination,
        force=force,
        java_home=java_home,
        workers=workers,
        engine_memory=engine_memory,
        also_blpp=also_blpp,
        journals=directory.journals,
    )
    if left.jvms is None:
        build(request)
    else:
        recover_session(left, request)
