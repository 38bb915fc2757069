"""Checks a request before the run, and makes the session's directory."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from kpath_jvm.errors import KpathError, TakenError
from kpath_jvm.installation import Jars, require_jars
from kpath_jvm.launch.jdk import Jdk, engine_jdk
from kpath_jvm.profile.destination import check_destination
from kpath_jvm.recording.leftover import clean
from kpath_jvm.recording.options import STREAM
from kpath_jvm.recording.segment_layout import SegmentLayout
from kpath_jvm.recording.session_directory import SessionDirectory, choose_base, free_bytes
from kpath_jvm.recording.stream_directory import is_complete
from kpath_jvm.records.record import write_record
from kpath_jvm.records.session import SessionRecord
from kpath_jvm.sessions.progress import Reporter
from kpath_jvm.sessions.request import Program, Request, RunningProgram

if TYPE_CHECKING:
    from kpath_jvm.sessions.guide import Guide

#: The size that stands for no limit except the disk.
UNLIMITED = (1 << 63) - 1
# Spilling may use the free disk space divided by this number.
_SHARE = 4
# With --follow-children, each JVM may use the free disk space divided by this number.
_SHARE_OF_EACH_JVM = 16


@dataclass(frozen=True)
class Prepared:
    """A checked request, with the program, the JDKs and the place for the profile."""

    request: Request
    jars: Jars
    program: Program
    destination: Path
    engine_jdk: Jdk
    started: datetime
    guide: "Guide | None"


def prepare(request: Request) -> Prepared:
    """Checks everything that the request names; raises KpathError for what is impossible."""
    if request.live:
        from kpath_jvm.sessions.viewer import require_terminal

        require_terminal()
    if request.sources:
        from kpath_jvm.source.roots import SourceRoots

        # A root that can't be read is refused before anything runs.
        SourceRoots(request.sources)
    engine = engine_jdk(request.java_home)
    if request.output is not None:
        # Checked before a workload is fetched, because fetching may take long.
        check_destination(request.output, replace=request.force)
    if request.stream is not None:
        request.stream.check(replace=request.force)
    guide = None if request.guide is None else _guide(request.guide, request.agent.profiler)
    jars = require_jars()
    program = request.program.prepare(engine)
    if not request.agent.shows_all_entered:
        # The profile may lack required methods that were entered.
        program = replace(program, required_methods=())
    started = datetime.now().astimezone()
    name = f"{program.name}-{started:%Y%m%d-%H%M%S}-{os.getpid()}.kpath"
    destination = request.output or Path(name)
    if not request.no_profile:
        check_destination(destination, replace=request.force)
    if request.live:
        request = _viewed(request, destination)
    return Prepared(request, jars, program, destination, engine, started, guide)


def _viewed(request: Request, destination: Path) -> Request:
    """Returns the request with a file for the program's output, because --live uses the terminal.

    Raises KpathError (125) if that file exists and mustn't be replaced.
    """
    if request.target_output is not None or isinstance(request.program, RunningProgram):
        return request
    output = destination.with_name(f"{destination.name}.output")
    if output.exists() and not request.force:
        raise TakenError(
            f"{output}, the file for the program's output, exists; pass --force to replace it, or "
            "name another one with --target-output",
            125,
        )
    return replace(request, target_output=output)


def _guide(profile: Path, profiler: str) -> "Guide":
    # Imported here, because it imports pyarrow, which most runs need only while the target runs.
    from kpath_jvm.profile.arrow import keep_pandas_out

    keep_pandas_out()
    from kpath_jvm.sessions.guide import Guide

    return Guide.of(profile, packs=profiler == STREAM)


@dataclass
class Workspace:
    """A session's directory, for a ``with`` statement whose body is the session.

    If ``is_left_behind`` is set at the end, the directory is kept for ``recover``.
    """

    directory: SessionDirectory
    is_left_behind: bool = False
    _ends: ExitStack = field(default_factory=ExitStack, init=False, repr=False)

    def at_end(self, work: Callable[[], object]) -> None:
        """Adds work to do when the session is over, however it ends."""
        self._ends.callback(work)

    def __enter__(self) -> "Workspace":
        return self

    def __exit__(self, *error: object) -> None:
        self._ends.close()

    @contextmanager
    def left_behind_on_failure(self) -> Iterator[None]:
        """Keeps what was recorded if the profile can't be written, for example on a full disk."""
        try:
            yield
        except KpathError as error:
            stream, verb = self.directory.stream, "build"
            place = None if stream is None else stream.path
            if stream is None or stream.is_begun or not is_complete(stream.path):
                self.is_left_behind = True
                place, verb = self.directory.path, "recover"
            raise KpathError(
                f"{error}; nothing is lost: `kpath-jvm {verb} {place} -o ...` makes the profile",
                error.exit_status,
            ) from error


@contextmanager
def workspace(prepared: Prepared, reporter: Reporter) -> Iterator[Workspace]:
    """Cleans up after dead runs in the same place, and yields a new workspace."""
    base = choose_base(prepared.request.segment_dir)
    if prepared.program.directory is not None:
        base = base.absolute()
    removed, left = clean(base, SegmentLayout.load(prepared.jars.contract))
    for path in removed:
        reporter.tell(f"removed {path}, left by a run that is dead")
    directory = SessionDirectory.create(base, prepared.request.stream)
    space = Workspace(directory)
    try:
        if directory.stream is not None:
            directory.stream.begin(directory.path)
        _write_session(prepared, directory)
        if prepared.guide is not None:
            write_file(directory.guide, prepared.guide.content)
        with space:
            yield space
        news = [it for it in left if it.is_news()] if not prepared.request.quiet else []
        if news:
            from kpath_jvm.reports.output import counted, size

            # This line comes last, so that it isn't printed together with an error.
            taken = size(sum(it.allocated_bytes() for it in news))
            verb = "recover" if base == choose_base(None) else f"recover --segment-dir {base}"
            reporter.tell(
                f"{counted(len(news), 'recording')} of dead runs can be recovered, or discarded to "
                f"free {taken} in {base}: `kpath-jvm {verb}` lists what dead runs left"
            )
    finally:
        if not space.is_left_behind:
            directory.remove()


def most_journal_bytes(directory: SessionDirectory, request: Request) -> int:
    """Returns how many bytes all journals of one JVM may take; 0 if none are kept."""
    return UNLIMITED if directory.stream is not None else request.journal


def most_spill_bytes(directory: SessionDirectory, request: Request) -> int:
    """Returns how many bytes of the disk may be used for data that waits to be counted.

    If the user gave no limit, the number is unlimited for a recorded stream. Without a recorded
    stream, it is a part of the free space, or 0 if the free space can't be found out.
    """
    if request.spill_limit is not None:
        return request.spill_limit
    if directory.stream is not None:
        return UNLIMITED
    share = _SHARE_OF_EACH_JVM if request.follow_children else _SHARE
    journals = directory.journals
    # The directory that the journals will be in may not have been made yet.
    place = next(one for one in journals.parents if one.is_dir())
    try:
        return free_bytes(place) // share
    except OSError:
        return 0


def make_journals(directory: SessionDirectory, request: Request) -> Path | None:
    """Makes the journals' directory; returns None if it isn't wanted, or can't be made.

    Raises KpathError (125) if it can't be made and only the recorded stream is wanted.
    """
    if most_journal_bytes(directory, request) == most_spill_bytes(directory, request) == 0:
        return None
    journals = directory.create_journals()
    if journals is None and request.no_profile:
        raise KpathError(
            f"cannot record: {directory.journals} cannot be made; make room or pass another "
            "--record",
            125,
        )
    return journals


def _write_session(prepared: Prepared, directory: SessionDirectory) -> None:
    """Writes session.json, which ``recover`` needs to make the profile if this process dies."""
    request, program = prepared.request, prepared.program
    record = SessionRecord(
        command=tuple(program.command),
        k=request.k,
        started=prepared.started.isoformat(timespec="seconds"),
        engine=request.engine,
        engine_memory=request.engine_memory,
        journals=str(directory.journals.absolute()),
        stream=None if directory.stream is None else str(directory.stream.path),
        workload=program.workload,
        attach=isinstance(request.program, RunningProgram),
    )
    path = directory.session_file
    try:
        write_record(path, record)
    except OSError as error:
        raise _unwritable(path, error) from None


def write_file(path: Path, content: bytes) -> None:
    """Writes a file of a session; raises KpathError (exit status 125) if that fails."""
    try:
        path.write_bytes(content)
    except OSError as error:
        raise _unwritable(path, error) from None


def _unwritable(path: Path, error: OSError) -> KpathError:
    return KpathError(f"cannot write {path}: {error.strerror}; make room there", 125)


def agent_text(prepared: Prepared, directory: SessionDirectory, **own: Path | int) -> str:
    """Returns the options as the agent parses them; ``own`` are those that we set ourselves."""
    request = prepared.request
    guide = {} if prepared.guide is None else {"guide": directory.guide.absolute()}
    return request.agent.text(**own, **guide, longest=request.longest, wholes=request.wholes)
