"""The directory of a recorded stream: everything that one run emitted, for profiles of any k."""

import errno
import os
import secrets
import shutil
import zlib
from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from kpath_jvm.checked_lines import hex_of
from kpath_jvm.errors import KpathError, TakenError
from kpath_jvm.recording.java_names import require_java_name
from kpath_jvm.recording.sizes import format_size
from kpath_jvm.records.record import read_record, write_record
from kpath_jvm.records.stream import StreamRecord
from kpath_jvm.regular_files import read_bytes, require_regular

JOURNALS_NAME = "journal"
SEGMENT_NAME = "segment"
_RECORD_FILE = "stream.json"
_SESSION_FILE = "session"
_PARTIAL_SUFFIX = ".partial"
_MOST_PATH_BYTES = 1 << 16
_PIECE_BYTES = 64 * 1024
_ZEROS = bytes(_PIECE_BYTES)


class StreamDirectory(Struct, frozen=True):
    """A stream's directory (docs/formats/recording.md), which has the name ``path`` when complete.

    During the recording, a file in the directory has the path of the session's directory.
    """

    path: Path

    @property
    def partial(self) -> Path:
        """The name of the directory during the recording; ``complete`` renames it to ``path``."""
        return self.path.parent / (self.path.name + _PARTIAL_SUFFIX)

    def check(self, *, replace: bool) -> None:
        """Raises KpathError unless a stream can be recorded here.

        ``replace`` says whether an earlier stream may be replaced.
        """
        require_java_name(self.path.absolute(), "the stream")
        parent = self.path.absolute().parent
        if not parent.is_dir():
            raise KpathError(
                f"no directory {parent} for the stream {self.path.name}; create it or pass "
                "another --record",
                125,
            )
        if os.path.lexists(self.path):
            if not replace:
                raise TakenError(
                    f"{self.path} exists; pass --force to replace it or pass another --record", 125
                )
            if self.path.is_symlink() or not is_complete(self.path):
                raise KpathError(
                    f"{self.path} exists and is not a stream, so it is not replaced; "
                    "pass another --record",
                    125,
                )
        if self.is_begun and not (replace and self._is_abandoned()):
            raise KpathError(f"{self._why_in_the_way()}, or pass another --record", 125)

    def begin(self, session: Path) -> None:
        """Makes the partial directory of a session; raises KpathError if it can't be made."""
        try:
            if self._is_abandoned():
                shutil.rmtree(self.partial)
            self.partial.mkdir(mode=0o700)
            (self.partial / _SESSION_FILE).write_text(str(session.absolute()), "utf-8")
        except OSError as error:
            raise KpathError(
                f"cannot record to {self.path}: {error.strerror or error}; "
                "make room or pass another --record",
                125,
            ) from None

    def complete(self, files: Iterable[Path], record: StreamRecord) -> None:
        """Adds the session's files and the record of the run, and gives the stream its name.

        Missing files are left out, and copies are sparse. Raises KpathError (exit status 125) if
        the stream can't be written, for example because the disk is full; then an earlier stream of
        this name stays.
        """
        try:
            for source in files:
                if source.is_file():
                    checksum = copy_sparse(source, self.partial / source.name)
                    if source.name == SEGMENT_NAME:
                        record = replace(record, segment=hex_of(checksum))
            write_record(self.partial / _RECORD_FILE, record)
            self._put_in_place()
            (self.path / _SESSION_FILE).unlink(missing_ok=True)
        except OSError as error:
            is_full = error.errno == errno.ENOSPC
            why = "the disk is full" if is_full else error.strerror or str(error)
            raise KpathError(f"no stream {self.path}: {why}", 125) from error

    def description(self, events: int) -> str:
        """Returns a line about a complete stream."""
        size = sum(file.stat().st_blocks * 512 for file in self.path.rglob("*") if file.is_file())
        return f"stream {self.path}: {events:,} path completions in {format_size(size)}"

    def _put_in_place(self) -> None:
        if not self.path.exists():
            self.partial.rename(self.path)
            return
        old = self.path.parent / f".{self.path.name}.{secrets.token_hex(8)}.old"
        self.path.rename(old)
        try:
            self.partial.rename(self.path)
        except OSError:
            old.rename(self.path)
            raise
        shutil.rmtree(old, ignore_errors=True)

    @property
    def is_begun(self) -> bool:
        """Whether the stream is being recorded, or was being recorded when its run was killed."""
        return os.path.lexists(self.partial)

    def _is_abandoned(self) -> bool:
        """Returns whether there is a partial directory whose session doesn't exist any more."""
        if self.partial.is_symlink() or not self.partial.is_dir():
            return False
        session = session_of(self.partial)
        return session is not None and not session.exists()

    def _why_in_the_way(self) -> str:
        session = session_of(self.partial)
        if session is None:
            return f"{self.partial} is in the way: remove it"
        if session.exists():
            return (
                f"{self.partial} belongs to {session}: wait for that run, or if it was killed, "
                f"see `kpath-jvm recover {session}`"
            )
        return f"{self.partial} was left by a run that was killed: remove it, pass --force"


def session_of(partial: Path) -> Path | None:
    """Returns the session's directory that a partial directory names; None if it names none."""
    try:
        text = read_bytes(partial / _SESSION_FILE, _MOST_PATH_BYTES).decode("utf-8")
    except (OSError, ValueError):
        return None
    return Path(text) if text.startswith("/") and "\0" not in text else None


def is_complete(path: Path) -> bool:
    """Returns whether a directory is a complete stream."""
    try:
        read_stream(path)
    except KpathError:
        return False
    return True


def read_stream(path: Path) -> StreamRecord:
    """Returns the stream's record.

    Raises KpathError, with a one-line message, if this version of kpath-jvm can't read the record.
    """
    return read_record(path / _RECORD_FILE, StreamRecord)


def refuse_partial(path: Path) -> None:
    """Raises KpathError if the run of a stream isn't over, or was killed.

    ``path`` is the partial directory, or the name that the complete stream would have.
    """
    for partial in (path, StreamDirectory(path).partial):
        session = session_of(partial)
        if session is None:
            continue
        if session.exists():
            raise KpathError(
                f"{path} is not complete: its run is not over, or it was killed; wait for the run, "
                f"or if it was killed, use `kpath-jvm recover {session} -o ...` to make a profile "
                "of what was recorded"
            )
        raise KpathError(f"{path} is not complete: its run was killed; record again")


def has_stream(path: Path) -> bool:
    """Returns whether the file that marks a stream exists, whatever its content."""
    return os.path.lexists(path / _RECORD_FILE)


def require_whole_segment(path: Path, record: StreamRecord) -> None:
    """Raises KpathError if a stream's segment has changed since the stream was completed."""
    segment, checksum = path / SEGMENT_NAME, 0
    try:
        require_regular(segment)
        with segment.open("rb") as file:
            while piece := file.read(_PIECE_BYTES):
                checksum = zlib.crc32(piece, checksum)
    except OSError as error:
        why = error.strerror or error
        raise KpathError(f"cannot read {segment}: {why}; record again") from None
    if hex_of(checksum) != record.segment:
        raise KpathError(
            f"{segment} is damaged: its content has changed since it was written; record again"
        )


def copy_sparse(source: Path, target: Path) -> int:
    """Copies a file; pieces of 64 KiB that are all zeros become holes.

    Returns the CRC-32 of the content. Raises OSError if copying fails, or if ``target`` exists.
    """
    checksum = 0
    with source.open("rb") as old, target.open("xb") as new:
        while piece := old.read(_PIECE_BYTES):
            checksum = zlib.crc32(piece, checksum)
            if piece == _ZEROS[: len(piece)]:
                new.seek(len(piece), 1)
            else:
                new.write(piece)
        new.truncate(old.tell())
    return checksum
