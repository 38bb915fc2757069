"""The directory of a session, with the segment, the metadata, the agent's log and other files."""

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.private_directories import (
    is_own,
    make_own_directory,
    own_directories,
    usual_directory,
)
from kpath_jvm.recording.java_names import require_java_name
from kpath_jvm.recording.segment_layout import SegmentLayout
from kpath_jvm.recording.sizes import format_size
from kpath_jvm.recording.stream_directory import (
    JOURNALS_NAME,
    SEGMENT_NAME,
    StreamDirectory,
    session_of,
)
from kpath_jvm.records.record import read_record
from kpath_jvm.records.recording import RecordingRecord
from kpath_jvm.records.session import SessionRecord
from kpath_jvm.regular_files import read_bytes

PREFIX = "kpath-"
# The agent's classes RecordingFiles and RecordingDescription also define the next two names.
JVM_PREFIX = "jvm-"
RECORDING_NAME = "recording.json"
SESSION_NAME = "session.json"
JOURNALS_SUFFIX = ".journal"
# The default size of a segment. With little free space, segments are smaller.
DEFAULT_SEGMENT_BYTES = 128 * 1024 * 1024
# The default size of each JVM's segment, if there may be several JVMs.
JVM_SEGMENT_BYTES = 64 * 1024 * 1024
# Space for the metadata and the logs, in addition to the smallest segment.
_LEAST_REST_BYTES = 3 * 512 * 1024
_SHARED_MEMORY = Path("/dev/shm")
_MOST_LOG_BYTES = 1 << 28


class _File:
    """An attribute of a SessionDirectory: the path of its file with this name."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, directory: "SessionDirectory", _: object) -> Path:
        return directory.path / self._name


@dataclass(frozen=True)
class SessionDirectory:
    """A private directory (mode 0700) of one session, with the paths of its files.

    ``stream`` is the stream that --record keeps. If there is a stream, the journals are in it.
    """

    path: Path
    stream: StreamDirectory | None = None

    segment = _File(SEGMENT_NAME)
    #: Facts about the JVM and about the agent's options, written by the agent.
    recording_file = _File(RECORDING_NAME)
    #: The command and the options that the launcher was given. A process that makes the profile in
    #: the launcher's place needs this file.
    session_file = _File(SESSION_NAME)
    #: The metadata that the agent appends to.
    methods = _File("methods.jsonl")
    agent_log = _File("agent.log")
    #: The hot paths of an earlier profile, if such a profile guides the agent.
    guide = _File("guide")

    @classmethod
    def create(cls, base: Path, stream: StreamDirectory | None = None) -> "SessionDirectory":
        """Makes a new directory in ``base``; raises KpathError if it can't be made."""
        try:
            return cls(Path(tempfile.mkdtemp(prefix=PREFIX, dir=base)), stream)
        except OSError as error:
            raise KpathError(
                f"cannot make a directory in {base}: {error.strerror}; pass another --segment-dir",
                125,
            ) from None

    @property
    def journals(self) -> Path:
        """A directory for what the engine has read; it isn't in /dev/shm."""
        if self.stream is not None:
            return self.stream.partial / JOURNALS_NAME
        if not self.path.is_relative_to(_SHARED_MEMORY):
            return self.path / JOURNALS_NAME
        name = "-".join(self.path.relative_to(_SHARED_MEMORY).parts) + JOURNALS_SUFFIX
        base = Path(tempfile.gettempdir())
        # The journals are in a directory of this user alone. Everybody can see the session's name
        # in /dev/shm, so another user could be the first to make ``name`` directly in ``base``.
        places = own_directories(base)
        # An older kpath-jvm made the directory of journals directly in ``base``.
        found = [one / name for one in (*places, base) if is_own(one / name)]
        return found[0] if found else (places or [usual_directory(base)])[0] / name

    @property
    def jvm_profiles(self) -> Path:
        """A directory on disk for the profiles of JVMs that have ended while other JVMs run."""
        return self.journals / "jvms"

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that are copied into a recorded stream; some of them may not exist."""
        records = (self.recording_file, self.session_file)
        return (self.segment, self.methods, self.agent_log, *records)

    def recording(self) -> RecordingRecord:
        """Returns the content of recording.json; raises KpathError if it is missing or damaged."""
        return read_record(self.recording_file, RecordingRecord)

    def session(self) -> SessionRecord | None:
        """Returns the content of session.json; None if the file doesn't exist.

        Raises KpathError if the file is damaged.
        """
        if not os.path.lexists(self.session_file):
            return None
        return read_record(self.session_file, SessionRecord, "remove it to do without")

    def with_stream(self) -> "SessionDirectory":
        """Returns this directory with the stream that session.json names.

        Returns this directory as it is if session.json can't be read or names no stream, or if the
        stream doesn't name this session.
        """
        try:
            session = self.session()
        except KpathError:
            return self
        if session is None or session.stream is None:
            return self
        found = replace(self, stream=StreamDirectory(Path(session.stream)))
        return found if found._owns_stream() else self

    def _owns_stream(self) -> bool:
        return self.stream is not None and session_of(self.stream.partial) == self.path.absolute()

    def agent_lines(self) -> list[str]:
        """Returns the lines of the agent's log, without empty lines."""
        try:
            text = read_bytes(self.agent_log, _MOST_LOG_BYTES).decode("utf-8", "replace")
        except OSError:
            return []
        return [line for line in text.splitlines() if line.strip()]

    def of_jvms(self) -> "list[SessionDirectory]":
        """Returns the directories that JVMs have made in this directory, in any order."""
        try:
            with os.scandir(self.path) as entries:
                return [
                    SessionDirectory(Path(entry.path))
                    for entry in entries
                    if entry.name.startswith(JVM_PREFIX) and entry.is_dir(follow_symlinks=False)
                ]
        except OSError:
            return []

    @property
    def jvm_pid(self) -> int:
        """The process id in the directory's name; 0 if the name has none."""
        digits = self.path.name.removeprefix(JVM_PREFIX).partition(".")[0]
        return int(digits) if digits.isascii() and digits.isdigit() else 0

    def concluded_profiles(self) -> list[Path]:
        """Returns the complete profiles in ``jvm_profiles``, ordered by name."""
        try:
            found = [path for path in self.jvm_profiles.iterdir() if path.name[0] != "."]
        except OSError:
            return []
        return sorted(found)

    def create_journals(self) -> Path | None:
        """Makes a private directory for journals; returns None on failure."""
        try:
            if self.stream is None and self.path.is_relative_to(_SHARED_MEMORY):
                make_own_directory(Path(tempfile.gettempdir()))
            journals = self.journals
            journals.mkdir(mode=0o700)
        except OSError:
            return None
        return journals

    def remove(self) -> None:
        """Removes everything that can be removed."""
        for directory in (self, *self.of_jvms()):
            shutil.rmtree(directory.journals, ignore_errors=True)
        if self.stream is not None and self._owns_stream():
            shutil.rmtree(self.stream.partial, ignore_errors=True)
        shutil.rmtree(self.path, ignore_errors=True)


def choose_base(requested: Path | None) -> Path:
    """Returns where segments go: ``requested``, or /dev/shm, or else the temporary directory."""
    if requested is not None:
        if not _is_usable(requested):
            raise KpathError(
                f"--segment-dir {requested} is not a directory that can be written to; "
                "pass another one",
                125,
            )
        require_java_name(requested, "--segment-dir")
        return requested
    return _SHARED_MEMORY if _is_usable(_SHARED_MEMORY) else Path(tempfile.gettempdir())


def _is_usable(directory: Path) -> bool:
    return directory.is_dir() and os.access(directory, os.W_OK | os.X_OK)


def free_bytes(directory: Path) -> int:
    """Returns how many bytes this user's processes can still allocate in a file system."""
    system = os.statvfs(directory)
    return system.f_bavail * system.f_frsize


def segment_size_bytes(base: Path, requested: int | None, layout: SegmentLayout) -> int:
    """Returns the size of a segment in bytes: ``requested``, or else the default.

    The default takes at most half of the free space, unless the smallest segment needs more than
    that. The rest of the free space is for the metadata and the logs: a class whose metadata can't
    be written isn't recorded. Raises KpathError if there isn't enough space for the smallest
    segment and its metadata.
    """
    if requested is not None:
        return requested
    free = free_bytes(base)
    least = layout["LEAST_SEGMENT_BYTES"]
    with_rest = least + _LEAST_REST_BYTES
    if free < with_rest:
        raise KpathError(
            f"{base} has only {format_size(free)} free, and a segment with its metadata takes at "
            f"least {format_size(with_rest)}; make room or pass another --segment-dir",
            125,
        )
    return min(max(free // 2, least), DEFAULT_SEGMENT_BYTES)


def jvm_segment_size_bytes(base: Path, requested: int | None, layout: SegmentLayout) -> int:
    """Returns the size of each JVM's segment: ``requested``, or else at most 1/8 of the free space.

    Raises KpathError if 1/8 of the free space is too little for a segment.
    """
    if requested is not None:
        return requested
    share = free_bytes(base) // 8
    least = layout["LEAST_SEGMENT_BYTES"]
    if share < least:
        raise KpathError(
            f"{base} has only {format_size(free_bytes(base))} free, and each JVM's segment takes "
            f"{format_size(least)}, which may be an eighth of that at most; make room or pass "
            "another --segment-dir",
            125,
        )
    return min(share, JVM_SEGMENT_BYTES)


def default_bases() -> list[Path]:
    """Returns the directories in which segments can be if --segment-dir isn't given."""
    candidates = (_SHARED_MEMORY, Path(tempfile.gettempdir()))
    return [base for base in candidates if base.is_dir()]


def session_directories(base: Path) -> Iterator[SessionDirectory]:
    """Yields this user's session directories in ``base``, the newest first.

    Directories are recognised by their names. Symbolic links are left out.
    """
    found = []
    own = usual_directory(base).name
    for candidate in base.glob(f"{PREFIX}*"):
        try:
            status = candidate.lstat()
        except OSError:
            continue
        if (
            stat.S_ISDIR(status.st_mode)
            and status.st_uid == os.getuid()
            and candidate.suffix != JOURNALS_SUFFIX
            and not candidate.name.startswith(own)
        ):
            found.append((status.st_mtime_ns, candidate))
    for _, path in sorted(found, reverse=True):
        yield SessionDirectory(path)
