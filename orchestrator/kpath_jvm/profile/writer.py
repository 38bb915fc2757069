"""Writing a profile: completely or not at all."""

import errno
import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.gc_pause import garbage_collection_paused
from kpath_jvm.profile.metadata import Metadata, read_metadata
from kpath_jvm.profile.schema import FORMAT_VERSION, JVMS, MARKER, RUN_FILE, THREADS
from kpath_jvm.profile.tables import build_tables
from kpath_jvm.profile.threads import ThreadTables, thread_tables
from kpath_jvm.recording.recorded import Recorded


def check_destination(directory: Path, *, replace: bool = False) -> None:
    """Raise KpathError unless a profile may be written to ``directory``.

    An existing path may be replaced only with ``replace`` and only if it is a profile of ours.
    """
    _check_name(directory, replace=replace)
    try:
        # Only an attempt tells: permissions, read-only file systems, quotas.
        Path(tempfile.mkdtemp(prefix=".kpath-", dir=directory.absolute().parent)).rmdir()
    except OSError as error:
        raise KpathError(
            f"cannot write the profile {directory}: {error.strerror or error}; "
            "choose another output with -o"
        ) from error


def _check_name(directory: Path, *, replace: bool) -> None:
    if not os.path.lexists(directory):
        if not directory.absolute().parent.is_dir():
            raise KpathError(
                f"no directory {directory.absolute().parent} for the profile {directory.name}; "
                "create it or choose another output"
            )
        return
    if not replace:
        raise KpathError(f"{directory} exists; pass --force to replace it or choose another output")
    if directory.is_symlink() or not _is_profile(directory):
        raise KpathError(
            f"{directory} exists and is not a profile, so it is not replaced; choose another output"
        )


def write_profile(
    directory: Path, recorded: Recorded, run: dict[str, Any], *, replace: bool = False
) -> None:
    """Write the profile of a recording to ``directory`` (docs/formats/profile.md).

    ``run`` holds the fields of run.json that only the run knows; the marker, what was skipped and
    the sizes of the tables are added here. Everything is written beside ``directory`` first, and an
    old profile goes only when the new one is complete. Raises KpathError (destination not free,
    metadata unreadable, disk full); then ``directory`` is as it was.
    """
    _check_name(directory, replace=replace)
    with garbage_collection_paused():
        metadata = read_metadata(recorded.methods_path)
        built = build_tables(metadata, recorded)
        document = _run_document(run, metadata, recorded, built.tables, built.unknown_completions)
        threads = thread_tables(metadata, recorded)
        _write(directory, built.tables, document, threads=threads)


def write_merged(
    directory: Path,
    tables: Mapping[str, pa.Table],
    run: dict[str, Any],
    parts: Path | None,
    *,
    replace: bool = False,
) -> None:
    """Write the profile of several JVMs, as ``write_profile`` does.

    ``run`` is all of run.json but the marker and the tables' sizes. ``parts`` is a directory with
    the profiles of the single JVMs, which becomes ``jvms`` in the profile; it is gone then, unless
    it was in another file system. When the profile cannot be written it stays as it was.
    """
    _check_name(directory, replace=replace)
    sizes = {name: table.num_rows for name, table in tables.items()}
    _write(directory, tables, {MARKER: FORMAT_VERSION, **run, "tables": sizes}, parts=parts)


def _write(
    directory: Path,
    tables: Mapping[str, pa.Table],
    document: dict[str, Any],
    *,
    parts: Path | None = None,
    threads: Iterable[ThreadTables] = (),
) -> None:
    temporary = directory.absolute().parent / f".{directory.name}.{os.getpid()}.new"
    try:
        temporary.mkdir()
        try:
            per_thread = _write_threads(temporary / THREADS, threads, document)
            _write_files(temporary, tables, {**document, "per_thread": per_thread})
            if parts is None:
                _put_in_place(temporary, directory.absolute())
            else:
                with _moved(parts, temporary / JVMS):
                    _put_in_place(temporary, directory.absolute())
        finally:
            shutil.rmtree(temporary, ignore_errors=True)
    except OSError as error:
        raise KpathError(
            f"cannot write the profile {directory}: {error.strerror or error}; "
            "free space or choose another output"
        ) from error


@contextmanager
def _moved(source: Path, place: Path) -> Iterator[None]:
    """Moves a directory, or copies it to another file system; back again on failure."""
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
    directory: Path, threads: Iterable[ThreadTables], document: dict[str, Any]
) -> list[dict[str, Any]]:
    """Write a profile for each thread; return what run.json is to tell of them."""
    entries = []
    for thread in threads:
        profile = directory / thread.entry["profile"]
        profile.mkdir(parents=True)
        sizes = {name: table.num_rows for name, table in thread.tables.tables.items()}
        # What was left out concerns the program, and is told once.
        own = {"thread": thread.entry, "per_thread": [], "skipped": [], "tables": sizes}
        _write_files(profile, thread.tables.tables, {**document, **own})
        entries.append(thread.entry)
    return entries


def _write_files(
    directory: Path, tables: Mapping[str, pa.Table], document: dict[str, Any]
) -> None:
    for name, table in tables.items():
        pq.write_table(
            table, directory / f"{name}.parquet", compression="zstd", write_page_checksum=True
        )
    text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    # Names in class files may hold lone surrogates, which UTF-8 has no bytes for.
    (directory / RUN_FILE).write_bytes(text.encode(errors="backslashreplace"))


def _put_in_place(temporary: Path, directory: Path) -> None:
    """Rename the new profile to its name; the old one is removed last, restored on failure."""
    if not directory.exists():
        temporary.rename(directory)
        return
    old = directory.parent / f".{directory.name}.{os.getpid()}.old"
    directory.rename(old)
    try:
        temporary.rename(directory)
    except OSError:
        old.rename(directory)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _is_profile(directory: Path) -> bool:
    try:
        run = json.loads((directory / RUN_FILE).read_bytes())
    except (OSError, ValueError):
        return False
    return isinstance(run, dict) and MARKER in run


def _run_document(
    run: dict[str, Any],
    metadata: Metadata,
    recorded: Recorded,
    tables: Mapping[str, pa.Table],
    unknown_completions: int,
) -> dict[str, Any]:
    skipped = [
        {
            "class": entry.class_name,
            "name": entry.name,
            "descriptor": entry.descriptor,
            "loader": entry.loader,
            "reason": entry.reason,
            "bytes": entry.bytes,
            "rejected": [list(pair) for pair in entry.rejected],
        }
        for entry in metadata.skipped
    ]
    return {
        MARKER: FORMAT_VERSION,
        **run,
        "k": recorded.k,
        "completeness": _completeness(run, metadata, recorded, unknown_completions),
        "skipped": skipped,
        "tables": {name: table.num_rows for name, table in tables.items()},
    }


def _completeness(
    run: dict[str, Any], metadata: Metadata, recorded: Recorded, unknown_completions: int
) -> dict[str, Any]:
    """Return the run's verdict, lowered by what the metadata does not explain."""
    given = run.get("completeness") or {"verdict": "exact", "reasons": []}
    reasons = list(given["reasons"])
    if metadata.unreadable_lines:
        reasons.append(f"{metadata.unreadable_lines} unreadable lines in the metadata")
    if unknown_completions:
        reasons.append(f"{unknown_completions} path completions of methods without metadata")
    if recorded.threads_left_out:
        reasons.append("threads have no profiles of their own: the engine's memory was too small")
    verdict = given["verdict"]
    if len(reasons) > len(given["reasons"]) and verdict == "exact":
        verdict = "lower bounds"
    return {"verdict": verdict, "reasons": reasons}
