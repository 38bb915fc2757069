"""The places where recordings listen: a socket for each JVM, in a directory of the user."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kpath_jvm.private_directories import is_own, make_own_directory, own_directories
from kpath_jvm.recording.processes import is_alive, start_time

_NAME = "kpath-jvm"
_SUFFIX = ".sock"
_SAMPLED = ".sampled"
_ATTACHING = ".attaching"
#: This directory is always searched, even if TMPDIR names another one.
USUAL = Path("/tmp")
#: The number of fields before a socket's name in the kernel's list.
_FIELDS = 7
#: The kernel's list of sockets, with the paths that they were bound to.
_BOUND = Path("/proc/net/unix")


def directories() -> list[Path]:
    """Returns this user's directories that may hold sockets, the preferred one first.

    There may be several, because a recording may have been started with other environment
    variables.
    """
    found = [one for one in _of_session() if is_own(one)]
    for base in _shared():
        found += own_directories(base)
    return found


def make_directory() -> Path:
    """Makes the most preferred directory that can be made; raises OSError if none can be made."""
    for directory in _of_session():
        with suppress(OSError):
            directory.mkdir(mode=0o700, exist_ok=True)
        if is_own(directory):
            return directory
    problem: OSError | None = None
    for base in _shared():
        try:
            return make_own_directory(base)
        except OSError as error:
            problem = problem or error
    assert problem is not None
    raise problem


def _of_session() -> list[Path]:
    """Returns our directory in the login session's directory, or [] if the session has none."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    return [Path(runtime) / _NAME] if runtime and Path(runtime).is_absolute() else []


def _shared() -> list[Path]:
    """Returns the directories where everybody's temporary files are."""
    return list(dict.fromkeys((Path(tempfile.gettempdir()), USUAL)))


def socket_in(directory: Path, pid: int) -> Path:
    """Returns the place of a JVM's socket."""
    return directory / f"{pid}{_SUFFIX}"


def unnamed(place: Path) -> Path:
    """Returns the temporary name of a socket of this process.

    The socket gets its final name as soon as this process listens on it.
    """
    return place.with_name(f".{os.getpid()}-{place.stem}")


def listener(place: Path) -> int | None:
    """Returns the id of the process that listens at a socket; None if no such process is found.

    The kernel lists the name to which the socket was bound. This name contains the process id (see
    ``unnamed``).
    """
    try:
        lines = _BOUND.read_text("utf-8", "replace").splitlines()
    except OSError:
        return None
    for line in lines:
        # The name is the last field, and may have spaces.
        bound = Path("".join(line.split(maxsplit=_FIELDS)[_FIELDS:]))
        own, _, stem = bound.name.removeprefix(".").partition("-")
        if bound.parent == place.parent and stem == place.stem and own.isdigit():
            return int(own)
    return None


@contextmanager
def sampling(pid: int) -> Iterator[None]:
    """Marks this process, during the ``with`` block, as one that records a JVM in bursts.

    Such a recording takes no requests. With the mark, other processes can tell the user so.
    """
    with _marked(f"{pid}{_SAMPLED}"):
        yield


@contextmanager
def attaching(pid: int) -> Iterator[None]:
    """Marks this process, during the ``with`` block, as one that will soon record a running JVM.

    It may take long until the recording begins and takes requests. With the mark, other processes
    can tell the user so.
    """
    # Several processes may try to attach to one JVM, so each needs a mark of its own.
    with _marked(f"{pid}-{os.getpid()}{_ATTACHING}"):
        yield


@contextmanager
def _marked(name: str) -> Iterator[None]:
    """Makes a file with this process's id, and removes the file after the ``with`` block."""
    try:
        mark = make_directory() / name
        mark.write_text(f"{os.getpid()} {start_time(os.getpid())}", "utf-8")
    except OSError:
        # The mark is dispensable: without it, other processes just don't know of the recording.
        yield
        return
    try:
        yield
    finally:
        mark.unlink(missing_ok=True)


def sampler(pid: int) -> int | None:
    """Returns the id of the process that records a JVM in bursts; None if there is none."""
    for directory in directories():
        recorder = _marker(directory / f"{pid}{_SAMPLED}")
        if recorder is not None:
            return recorder
    return None


def attached_to() -> dict[int, int]:
    """Returns the ids of JVMs that `attach` will record, each with the attaching process's id."""
    found = {}
    for directory in directories():
        for place in directory.glob(f"*-*{_ATTACHING}"):
            pid, recorder = place.stem.partition("-")[0], _marker(place)
            if pid.isascii() and pid.isdigit() and recorder is not None:
                found[int(pid)] = recorder
    return found


def _marker(mark: Path) -> int | None:
    """Returns the id of the process that made a mark, or None without a mark or a live process."""
    with suppress(OSError, ValueError):
        recorder, started = map(int, mark.read_text("utf-8").split())
        if is_alive(recorder, started):
            return recorder
    return None


def sampled() -> dict[int, int]:
    """Returns the ids of the JVMs that are recorded in bursts, each with its recorder's id."""
    found = {}
    for directory in directories():
        for place in directory.glob(f"*{_SAMPLED}"):
            if place.stem.isascii() and place.stem.isdigit():
                recorder = sampler(int(place.stem))
                if recorder is not None:
                    found[int(place.stem)] = recorder
    return found


def sockets(pid: int) -> Iterator[Path]:
    """Yields a JVM's sockets that exist, even if their recordings are over."""
    for directory in directories():
        place = socket_in(directory, pid)
        if place.is_socket():
            yield place


def recorded() -> list[int]:
    """Returns the process ids of the JVMs that have a socket, in ascending order."""
    found = set()
    for directory in directories():
        for place in directory.glob(f"*{_SUFFIX}"):
            if place.stem.isascii() and place.stem.isdigit():
                found.add(int(place.stem))
    return sorted(found)
