"""Processes by id and start time, as /proc lists them."""

import os
import time
from collections.abc import Container
from contextlib import suppress
from pathlib import Path

_LIBRARY = "/libjvm.so"


def start_time(pid: int) -> int:
    """When the process started, in clock ticks since boot; 0 when there is no such process."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return 0
    # Field 22; the fields are counted from behind the command's name, which may hold anything.
    return int(stat.rpartition(")")[2].split()[22 - 3])


def process_of(pid: int) -> int:
    """Returns the process that a thread is of; /proc has threads, too, though it lists none."""
    return int(status_of(pid).get("Tgid", pid))


def status_of(pid: int) -> dict[str, str]:
    """Returns what /proc says of a process, by the names there; empty when there is none."""
    try:
        text = Path(f"/proc/{pid}/status").read_text("utf-8", "replace")
    except OSError:
        return {}
    pairs = (line.partition(":") for line in text.splitlines())
    return {name: value.strip() for name, _, value in pairs}


def jvm_libraries(pid: int) -> list[str]:
    """Returns the files of JVMs that the process has in its memory; none: it is no JVM."""
    try:
        maps = Path(f"/proc/{pid}/maps").read_text("utf-8", "surrogateescape")
    except OSError:
        return []
    paths = (line.partition("/") for line in maps.splitlines())
    return [f"/{path}" for _, _, path in paths if f"/{path}".endswith(_LIBRARY)]


def listens_at(pid: int, names: Container[str]) -> bool:
    """Whether the process itself has a socket that was bound to one of these paths.

    The file alone is no proof: a process that was killed leaves it, for the next one of its id.
    """
    try:
        lines = Path(f"/proc/{pid}/net/unix").read_text("utf-8", "replace").splitlines()
        bound = {fields[6] for line in lines if (fields := line.split())[-1] in names}
        for descriptor in Path(f"/proc/{pid}/fd").iterdir():
            with suppress(OSError):
                link = str(descriptor.readlink())
                if link.startswith("socket:[") and link[8:-1] in bound:
                    return True
    except OSError:
        return False
    return False


def runs(pid: int, started: int) -> bool:
    """Whether the process that started then still executes anything.

    A zombie doesn't, unless only its first thread has ended.
    """
    if start_time(pid) != started:
        return False
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
        if stat.rpartition(")")[2].split()[0] not in "ZX":
            return True
        return len(list(Path(f"/proc/{pid}/task").iterdir())) > 1
    except OSError:
        return False


def launchers(variable: str, text: str) -> list[int]:
    """This user's processes that are a ``java`` and whose environment has ``text`` in a variable.

    An environment is what a process was started with, so it shows descendants whose parents have
    died, too.
    """
    found = []
    for directory in Path("/proc").glob("[0-9]*"):
        try:
            if (directory / "exe").readlink().name != "java":
                continue
            variables = (directory / "environ").read_bytes().split(b"\0")
        except OSError:
            # Somebody else's, or just ended.
            continue
        start = os.fsencode(f"{variable}=")
        if any(v.startswith(start) and os.fsencode(text) in v for v in variables):
            found.append(int(directory.name))
    return found


def is_alive(pid: int, started: int | None = None) -> bool:
    """Whether the process is there, and is the one that started then, if that is known.

    A stopped process is alive, and so is a zombie, until its parent has waited for it.
    """
    found = start_time(pid) if pid > 0 else 0
    return found != 0 and (started is None or started == found)


def is_running(pid: int, started: int) -> bool:
    """As ``is_alive``, but a zombie, which will never do anything again, isn't running."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in ("Z", "X") and is_alive(pid, started)


def is_stopped(pid: int) -> bool:
    """Whether the process is held by a signal (SIGSTOP, Ctrl-Z) until it is continued."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] == "T"


def has_mapped(pid: int, path: Path, started: int = 0) -> bool:
    """Whether the process is there and has the file in its memory, as far as we may look.

    Where we may not, it hasn't if it is another one than that which ``started`` then; 0: unknown.
    """
    if not is_alive(pid):
        return False
    try:
        maps = Path(f"/proc/{pid}/maps").read_text("utf-8", "surrogateescape")
    except FileNotFoundError:
        return False
    except OSError:
        # Not ours to look into: it may well be.
        return started in (0, start_time(pid))
    return any(line.endswith(f" {path}") for line in maps.splitlines())


def seconds_since(started: int) -> float:
    """How long ago ``start_time`` was; infinite when that is of another boot."""
    seconds = time.clock_gettime(time.CLOCK_BOOTTIME) - started / os.sysconf("SC_CLK_TCK")
    # A tick's rounding.
    return seconds if seconds > -1 else float("inf")
