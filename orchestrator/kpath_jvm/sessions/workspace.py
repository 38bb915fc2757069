"""The directory of a session: made before the target is launched, removed when all is written."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from kpath_jvm.errors import KpathError
from kpath_jvm.recording.contract import Contract
from kpath_jvm.recording.leftover import clean
from kpath_jvm.recording.session_directory import SessionDirectory, choose_base
from kpath_jvm.records.record import write_record
from kpath_jvm.records.session import SessionRecord
from kpath_jvm.sessions.prepared import Prepared
from kpath_jvm.sessions.progress import Reporter


@dataclass
class Workspace:
    """A session's directory; it stays, for ``recover``, if ``is_left_behind`` in the end."""

    directory: SessionDirectory
    is_left_behind: bool = False


@contextmanager
def workspace(prepared: Prepared, reporter: Reporter) -> Iterator[Workspace]:
    """A new one, there within; what dead runs have left in its place is looked at before."""
    base = choose_base(prepared.request.segment_dir)
    if prepared.program.directory is not None:
        base = base.absolute()
    removed, left = clean(base, Contract.load(prepared.jars.contract))
    for path in removed:
        reporter.tell(f"removed {path}, left by a run that is dead")
    directory = SessionDirectory.create(base, prepared.request.stream)
    space = Workspace(directory)
    try:
        if directory.stream is not None:
            directory.stream.begin(directory.path)
        _write_session(prepared, directory)
        yield space
        if left:
            # Last, so that whoever gets an error reads of nothing else.
            reporter.tell(
                f"{len(left)} recording{'s' if len(left) > 1 else ''} of dead runs can be "
                "recovered: see `kpath-jvm recover`"
            )
    finally:
        if not space.is_left_behind:
            directory.remove()


def _write_session(prepared: Prepared, directory: SessionDirectory) -> None:
    """Writes session.json, for whoever makes the profile in our stead."""
    request, program = prepared.request, prepared.program
    record = SessionRecord(
        command=tuple(program.command),
        k=request.k,
        started=prepared.started.isoformat(timespec="seconds"),
        blpp=request.blpp,
        engine_memory=request.engine_memory,
        journals=str(directory.journals),
        stream=None if directory.stream is None else str(directory.stream.path),
        workload=program.workload,
    )
    path = directory.session_file
    try:
        write_record(path, record)
    except OSError as error:
        raise KpathError(f"cannot write {path}: {error.strerror}; make room there", 125) from None
