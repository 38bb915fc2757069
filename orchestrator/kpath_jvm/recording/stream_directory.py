"""A recorded stream's directory: what one run emitted, kept so that any k can be built of it."""

import errno
import json
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kpath_jvm.errors import KpathError
from kpath_jvm.recording.java_names import require_java_name
from kpath_jvm.recording.sparse_copy import copy_sparse
from kpath_jvm.regular_files import read_bytes

MARKER = "kpath_stream"
FORMAT_VERSION = 1
JOURNALS_NAME = "journal"
_MARKER_FILE = "stream.json"
_SESSION_FILE = "session"
_PARTIAL_SUFFIX = ".partial"
#: What stream.json must tell, with the types; ``launch.description`` writes it.
_TOLD: dict[str, type | tuple[type, ...]] = {
    "wall_seconds": (int, float),
    "exit_status": int,
    "signal": (int, type(None)),
    "events": int,
    "environment": dict,
}
_MOST_MARKER_BYTES = 1 << 24
_MOST_PATH_BYTES = 1 << 16


@dataclass(frozen=True)
class StreamDirectory:
    """A stream's directory (docs/formats/stream.md): ``path`` is complete, or isn't there.

    While it is recorded it has the name ``partial``, and a file there names the session that does.
    """

    path: Path

    @property
    def partial(self) -> Path:
        """Where it grows; renamed to ``path`` when it is complete."""
        return self.path.parent / (self.path.name + _PARTIAL_SUFFIX)

    def check(self, *, replace: bool) -> None:
        """KpathError unless a stream may be recorded here; ``replace``: a former one may go."""
        require_java_name(self.path.absolute(), "the stream")
        parent = self.path.absolute().parent
        if not parent.is_dir():
            raise KpathError(
                f"no directory {parent} for the stream {self.path.name}; create it or give "
                "another one with --record",
                125,
            )
        if os.path.lexists(self.path):
            if not replace:
                raise KpathError(
                    f"{self.path} exists; pass --force to replace it or give another --record", 125
                )
            if self.path.is_symlink() or not is_complete(self.path):
                raise KpathError(
                    f"{self.path} exists and is not a stream, so it is not replaced; "
                    "give another --record",
                    125,
                )
        if self.is_begun and not (replace and self._is_abandoned()):
            raise KpathError(f"{self._why_in_the_way()}, or give another --record", 125)

    def begin(self, session: Path) -> None:
        """Makes the partial directory of a session; KpathError when it can't be made."""
        try:
            if self._is_abandoned():
                shutil.rmtree(self.partial)
            self.partial.mkdir(mode=0o700)
            (self.partial / _SESSION_FILE).write_text(str(session.absolute()), "utf-8")
        except OSError as error:
            raise KpathError(
                f"cannot record to {self.path}: {error.strerror or error}; "
                "make room or give another --record",
                125,
            ) from None

    def complete(self, files: Mapping[str, Path], told: Mapping[str, Any]) -> None:
        """Adds the session's files and what is told of the run, and gives the stream its name.

        ``files`` are by their names in the stream; those that aren't there are left out, and a
        segment keeps its holes. OSError when there is no room; then nothing has the name.
        """
        for name, source in files.items():
            if source.is_file():
                copy_sparse(source, self.partial / name)
        document = {MARKER: FORMAT_VERSION, **told}
        text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
        (self.partial / _MARKER_FILE).write_bytes(text.encode(errors="backslashreplace"))
        self._put_in_place()
        (self.path / _SESSION_FILE).unlink(missing_ok=True)

    def _put_in_place(self) -> None:
        if not self.path.exists():
            self.partial.rename(self.path)
            return
        old = self.path.parent / f".{self.path.name}.{os.getpid()}.old"
        self.path.rename(old)
        try:
            self.partial.rename(self.path)
        except OSError:
            old.rename(self.path)
            raise
        shutil.rmtree(old, ignore_errors=True)

    @property
    def is_begun(self) -> bool:
        """Whether it is being recorded, or was when a run was killed."""
        return os.path.lexists(self.partial)

    def _is_abandoned(self) -> bool:
        """Whether there is a partial directory whose session is gone."""
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
        return f"{self.partial} is what a run has left that was killed: remove it, pass --force"


def session_of(partial: Path) -> Path | None:
    """The session that a partial directory belongs to, as it tells; None when it tells none."""
    try:
        text = read_bytes(partial / _SESSION_FILE, _MOST_PATH_BYTES).decode("utf-8")
    except (OSError, ValueError):
        return None
    return Path(text) if text.startswith("/") and "\0" not in text else None


def is_complete(path: Path) -> bool:
    """Whether a directory is a whole stream."""
    try:
        description(path)
    except KpathError:
        return False
    return True


def description(path: Path) -> dict[str, Any]:
    """What stream.json tells; KpathError in one line when it isn't a stream of this version."""
    try:
        told = json.loads(read_bytes(path / _MARKER_FILE, _MOST_MARKER_BYTES))
    except (OSError, ValueError, RecursionError) as error:
        raise KpathError(f"{path} is not a recorded stream: {error}") from None
    version = told.get(MARKER) if isinstance(told, dict) else None
    if version != FORMAT_VERSION:
        raise KpathError(
            f"{path / _MARKER_FILE} has version {version!r} of the format, this kpath-jvm reads "
            f"{FORMAT_VERSION}; record again"
        )
    wrong = [name for name, kind in _TOLD.items() if not isinstance(told.get(name), kind)]
    if wrong:
        raise KpathError(
            f"{path / _MARKER_FILE} has no usable value of {', '.join(wrong)}; record again"
        )
    return dict(told)


def shortfall(told: Mapping[str, Any], events: int) -> str | None:
    """What a stream lacks of the completions that its stream.json tells of, in one line, or None.

    A chunk that is missing at a thread's end has no other sign of it.
    """
    lacking = int(told["events"]) - events
    return None if lacking <= 0 else f"{lacking:,} events of the stream are missing in its files"


def refuse_partial(path: Path) -> None:
    """KpathError when ``path`` isn't there because the run that recorded it was killed."""
    for partial in (path, StreamDirectory(path).partial):
        session = session_of(partial)
        if session is None:
            continue
        if session.exists():
            raise KpathError(
                f"{path} is not complete: its run is not over, or was killed; then "
                f"`kpath-jvm recover {session} -o ...` makes a profile of what there is"
            )
        raise KpathError(f"{path} is not complete: its run was killed; record again")


def has_stream(path: Path) -> bool:
    """Whether there is a file that says so, whatever it holds."""
    return os.path.lexists(path / _MARKER_FILE)


def reason(error: OSError) -> str:
    """In few words, why a stream can't be written."""
    return "the disk is full" if error.errno == errno.ENOSPC else error.strerror or str(error)
