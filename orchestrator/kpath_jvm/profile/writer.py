"""Writes a profile, either completely or not at all."""

import errno
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pyarrow as pa

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.destination import check_name
from kpath_jvm.profile.disagreements import disagreements
from kpath_jvm.profile.files import JVMS, RUN_FILE, THREADS
from kpath_jvm.profile.gc_pause import garbage_collection_paused
from kpath_jvm.profile.metadata import Metadata, metadata_facts, read_metadata
from kpath_jvm.profile.schema import SCHEMAS
from kpath_jvm.profile.table_files import write_table
from kpath_jvm.profile.tables import BuiltTables, build_tables
from kpath_jvm.profile.threads import ThreadTables, thread_tables
from kpath_jvm.profile.totals import TooMuchError, beyond, totals_of
from kpath_jvm.recording.recorded import Recorded
from kpath_jvm.records.completeness import Cause, Completeness, Fact
from kpath_jvm.records.record import fields_of, write_record
from kpath_jvm.records.run import ProfileRecord, RunRecord, Skipped, TableRows, ThreadEntry
from kpath_jvm.regular_files import cleaned_up_when_ended, reason
from kpath_jvm.seals import file_digest
from kpath_jvm.whole_directories import beside, put_in_place


def write_profile(
    directory: Path, recorded: Recorded, run: RunRecord, *, replace: bool = False
) -> ProfileRecord:
    """Writes the profile of a recording to ``directory`` (docs/formats/profile.md).

    Returns the profile's record: ``run``, what was skipped, and the sizes of the tables.
    Everything is written next to ``directory`` first, and an old profile is removed only when the
    new one is complete. Raises KpathError when the destination isn't free, the metadata can't be
    read or the disk is full. In these cases, ``directory`` isn't changed.
    """
    check_name(directory, replace=replace)
    with garbage_collection_paused():
        metadata = read_metadata(recorded.methods_path)
        built = build_tables(metadata, recorded)
        record = ProfileRecord(
            **fields_of(run, RunRecord)
            | {
                "completeness": _lowered(run, metadata, recorded, built),
                "held_back": built.held_back,
            },
            k=recorded.k,
            skipped=tuple(metadata.skipped),
            tables=_rows(built.tables),
        )
        threads = thread_tables(metadata, recorded)
        _write(directory, built.tables, record, threads=threads, replace=replace)
    return record


def write_merged(
    directory: Path,
    tables: Mapping[str, pa.Table],
    run: RunRecord,
    parts: Path | None,
    *,
    k: int,
    skipped: Sequence[Skipped],
    replace: bool = False,
) -> None:
    """Writes the profile of several JVMs in the same way as ``write_profile``.

    ``skipped`` has the classes and methods that weren't profiled in some of the JVMs. ``parts`` is
    a directory with the profiles of the single JVMs, or None. The directory is moved into the
    profile as ``jvms``, or copied if it is in another file system. When the profile can't be
    written, ``parts`` stays as it was.
    """
    check_name(directory, replace=replace)
    record = ProfileRecord(
        **fields_of(run, RunRecord), k=k, skipped=tuple(skipped), tables=_rows(tables)
    )
    _write(directory, tables, record, parts=parts, replace=replace)


def _write(
    directory: Path,
    tables: Mapping[str, pa.Table],
    record: ProfileRecord,
    *,
    parts: Path | None = None,
    threads: Iterable[ThreadTables] = (),
    replace: bool,
) -> None:
    require_within(directory, tables)
    with cleaned_up_when_ended():
        try:
            with beside(directory) as temporary:
                _write_beside(temporary, directory, tables, record, parts, threads, replace=replace)
        except OSError as error:
            raise not_written(directory, error) from error


def _write_beside(
    temporary: Path,
    directory: Path,
    tables: Mapping[str, pa.Table],
    record: ProfileRecord,
    parts: Path | None,
    threads: Iterable[ThreadTables],
    *,
    replace: bool,
) -> None:
    per_thread = _write_threads(temporary / THREADS, threads, record)
    _write_files(temporary, tables, msgspec.structs.replace(record, per_thread=tuple(per_thread)))
    if parts is None:
        put_in_place(temporary, directory.absolute(), replace=replace)
    else:
        with _moved(parts, temporary / JVMS):
            put_in_place(temporary, directory.absolute(), replace=replace)


def require_within(directory: Path, tables: Mapping[str, pa.Table]) -> None:
    """Raises TooMuchError when the counts of a table add up to more than a profile can store."""
    for name in tables:
        if (problem := beyond(totals_of(name, tables.__getitem__))) is not None:
            raise TooMuchError(
                f"cannot write the profile {directory}: {problem}; profile less at a time"
            )


def not_written(directory: Path, error: OSError) -> KpathError:
    """Returns the error for a profile that can't be written."""
    return KpathError(
        f"cannot write the profile {directory}: {reason(error)}; "
        "free space or choose another output"
    )


@contextmanager
def _moved(source: Path, place: Path) -> Iterator[None]:
    """Moves a directory, or copies it to another file system. Undoes a move if the block fails."""
    try:
        source.rename(place)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        try:
            shutil.copytree(source, place, symlinks=True)
        except shutil.Error as several:
            raise OSError(several.args[0][0][2]) from error
        yield
        return
    try:
        yield
    except BaseException:
        place.rename(source)
        raise


def _write_threads(
    directory: Path, threads: Iterable[ThreadTables], record: ProfileRecord
) -> list[ThreadEntry]:
    entries = []
    for thread in threads:
        profile = directory / thread.entry.profile
        profile.mkdir(parents=True)
        tables = thread.tables.tables
        # The list of what was skipped is about the whole program, so threads have an empty list.
        own = msgspec.structs.replace(record, thread=thread.entry, skipped=(), tables=_rows(tables))
        _write_files(profile, tables, own)
        entries.append(thread.entry)
    return entries


def _write_files(directory: Path, tables: Mapping[str, pa.Table], record: ProfileRecord) -> None:
    for name, table in tables.items():
        write_table(table, name, directory / f"{name}.parquet")
    write_run(directory, record)


def write_run(directory: Path, record: ProfileRecord) -> None:
    """Writes run.json next to the tables' files, with the digests of these files.

    Raises OSError if a file can't be read or written.
    """
    names = [f"{name}.parquet" for name in SCHEMAS]
    files = {name: file_digest(directory / name) for name in names}
    write_record(directory / RUN_FILE, msgspec.structs.replace(record, files=files))


def _lowered(
    run: RunRecord, metadata: Metadata, recorded: Recorded, built: BuiltTables
) -> Completeness:
    """Returns the run's completeness, with the facts that are known once the tables are built."""
    facts = [*recorded.facts, *metadata_facts(metadata, built.unknown_completions)]
    if built.held_back is not None:
        held = built.held_back
        facts.append(Fact(cause=Cause.HELD_BACK, text=held.reason(), figure=held.activations))
    if recorded.threads_left_out:
        text = "threads have no profiles of their own: the engine's memory was too small"
        facts.append(Fact(cause=Cause.THREADS_LEFT_OUT, text=text))
    return run.completeness.with_facts([*facts, *disagreements(built.tables["methods"])])


def _rows(tables: Mapping[str, pa.Table]) -> TableRows:
    return TableRows(**{name: table.num_rows for name, table in tables.items()})
