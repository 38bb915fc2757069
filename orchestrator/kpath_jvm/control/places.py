"""Where recordings listen: a directory of the user's own, with a socket for each recorded JVM."""

import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

_NAME = "kpath-jvm"
_SUFFIX = ".sock"
#: Looked into wherever TMPDIR is.
USUAL = Path("/tmp")
#: The kernel's list of sockets, with the paths that they were bound to.
_BOUND = Path("/proc/net/unix")


def directories() -> list[Path]:
    """Returns where sockets may be, the place of choice first.

    A recording may have been started with another environment than this process.
    """
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    own = f"{_NAME}-{os.geteuid()}"
    found = [Path(runtime) / _NAME] if runtime and Path(runtime).is_absolute() else []
    return list(dict.fromkeys([*found, Path(tempfile.gettempdir()) / own, USUAL / own]))


def make_directory() -> Path:
    """Makes the first one that can be, if it isn't there; OSError when there is none."""
    problem: OSError | None = None
    for directory in directories():
        try:
            directory.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            problem = problem or error
            continue
        if is_own(directory):
            return directory
        problem = problem or PermissionError(1, "it isn't this user's alone", str(directory))
    assert problem is not None
    raise problem


def is_own(directory: Path) -> bool:
    """Whether it is a directory that nobody else can write to or look into."""
    try:
        status = directory.lstat()
    except OSError:
        return False
    return (
        stat.S_ISDIR(status.st_mode)
        and status.st_uid == os.geteuid()
        and status.st_mode & 0o077 == 0
    )


def socket_in(directory: Path, pid: int) -> Path:
    """Returns the place of a JVM's socket."""
    return directory / f"{pid}{_SUFFIX}"


def unnamed(place: Path) -> Path:
    """Returns where a socket of this process is until it is listened to, and gets its name."""
    return place.with_name(f".{os.getpid()}-{place.stem}")


def listener(place: Path) -> int | None:
    """Returns the process that listens at a socket, as its first name says; None: not known."""
    try:
        lines = _BOUND.read_text("utf-8", "replace").splitlines()
    except OSError:
        return None
    for line in lines:
        bound = Path(line.rpartition(" ")[2])
        own, _, stem = bound.name.removeprefix(".").partition("-")
        if bound.parent == place.parent and stem == place.stem and own.isdigit():
            return int(own)
    return None


def sockets(pid: int) -> Iterator[Path]:
    """Yields the sockets of a JVM that are there, of a recording that lives or not."""
    for directory in directories():
        place = socket_in(directory, pid)
        if is_own(directory) and place.is_socket():
            yield place


def recorded() -> list[int]:
    """Returns the JVMs that have a socket, ascending."""
    found = set()
    for directory in filter(is_own, directories()):
        for place in directory.glob(f"*{_SUFFIX}"):
            if place.stem.isascii() and place.stem.isdigit():
                found.add(int(place.stem))
    return sorted(found)
