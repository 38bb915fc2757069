"""Looks up in /proc what is known about processes."""

import os
import time
from collections.abc import Container
from contextlib import suppress
from pathlib import Path

_LIBRARY = "/libjvm.so"
#: How long to wait for a process's environment, which is there within a millisecond unless the
#: machine is very busy.
_BEGINNING_SECONDS = 5.0
_POLL_SECONDS = 0.001
#: The position of ``env_end`` among the fields of /proc/PID/stat, which are counted from 1.
_ENVIRONMENT_END = 51


def process_ids() -> set[int]:
    """Returns the ids of all processes."""
    with os.scandir("/proc") as entries:
        return {int(entry.name) for entry in entries if entry.name.isdigit()}


def process_id(text: str) -> int | None:
    """Returns ``text`` as a process id; None if it can't be one."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def words_in(pid: int, file: str) -> list[str]:
    """Returns the arguments in a process's ``cmdline``, or the variables in its ``environ``.

    ``file`` is ``cmdline`` or ``environ``. The list is empty if the file can't be read.
    """
    try:
        content = Path(f"/proc/{pid}/{file}").read_bytes()
    except OSError:
        return []
    return [os.fsdecode(word) for word in content.split(b"\0") if word]


def variables_of(pid: int) -> list[bytes]:
    """Returns the environment that a process was started with, each variable as NAME=value.

    While a process begins to run its program, /proc shows an empty environment for a moment. This
    function waits until that moment is over, but not longer than ``_BEGINNING_SECONDS``. The list
    is empty for a process without an environment, such as a kernel thread. Raises OSError if the
    process has ended or belongs to another user.
    """
    directory = Path(f"/proc/{pid}")
    deadline = time.monotonic() + _BEGINNING_SECONDS
    end = _environment_end(directory)
    while True:
        content = (directory / "environ").read_bytes()
        before, end = end, _environment_end(directory)
        # Empty content is believed only if the environment's end was at the same address before and
        # after the content was read. If the end moved, the process began to run its program in
        # between.
        is_known = content or (end == before and end != 0)
        if is_known or time.monotonic() >= deadline:
            return [variable for variable in content.split(b"\0") if variable]
        time.sleep(_POLL_SECONDS)


def _environment_end(directory: Path) -> int | None:
    """Returns the address where the environment of a process ends.

    The address is 0 while the process begins to run its program. The result is None if the process
    has no program, because the process is a zombie or a kernel thread.
    """
    fields = (directory / "stat").read_bytes().rpartition(b")")[2].split()
    try:
        (directory / "exe").readlink()
    except OSError:
        return None
    return int(fields[_ENVIRONMENT_END - 3])


def start_time(pid: int) -> int:
    """Returns when a process started, in clock ticks since boot; 0 if there is no such process."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return 0
    # The start time is field 22. Fields are counted from the end of the command's name, because the
    # name can have any characters.
    return int(stat.rpartition(")")[2].split()[22 - 3])


def process_of(pid: int) -> int:
    """Returns the id of the process to which a thread belongs.

    ``pid`` can be a thread's id, because /proc also has a directory for each thread, although
    it doesn't list these directories.
    """
    return int(status_of(pid).get("Tgid", pid))


def status_of(pid: int) -> dict[str, str]:
    """Returns the values in a process's ``status``, by name; empty if there is no such process."""
    try:
        text = Path(f"/proc/{pid}/status").read_text("utf-8", "replace")
    except OSError:
        return {}
    pairs = (line.partition(":") for line in text.splitlines())
    return {name: value.strip() for name, _, value in pairs}


def jvm_libraries(pid: int) -> list[str]:
    """Returns the paths of JVM libraries that a process has mapped; empty if it isn't a JVM."""
    try:
        maps = Path(f"/proc/{pid}/maps").read_text("utf-8", "surrogateescape")
    except OSError:
        return []
    paths = (line.partition("/") for line in maps.splitlines())
    return [f"/{path}" for _, _, path in paths if f"/{path}".endswith(_LIBRARY)]


def listens_at(pid: int, names: Container[str]) -> bool:
    """Returns whether the process itself has a socket that was bound to one of the paths ``names``.

    The file of a socket alone proves nothing: a killed process leaves the file behind, and the
    process id may be reused.
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
    """Returns whether the process with this start time is still executing anything.

    A zombie executes something only if threads other than its first are left.
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
    """Returns the ids of this user's ``java`` processes that have ``text`` in a variable's value.

    ``variable`` is the name of an environment variable. A process inherits its environment from its
    parent, and /proc shows the environment that a process was started with. So descendants of a
    process with the variable are found even if their parents have died.
    """
    found = []
    for directory in Path("/proc").glob("[0-9]*"):
        try:
            if (directory / "exe").readlink().name != "java":
                continue
            variables = variables_of(int(directory.name))
        except OSError:
            # The process belongs to another user, or has just ended.
            continue
        start = os.fsencode(f"{variable}=")
        if any(v.startswith(start) and os.fsencode(text) in v for v in variables):
            found.append(int(directory.name))
    return found


def is_alive(pid: int, started: int | None = None) -> bool:
    """Returns whether the process exists, and started at the time ``started`` if that is known.

    A stopped process is alive, and so is a zombie, until its parent has waited for it.
    """
    found = start_time(pid) if pid > 0 else 0
    return found != 0 and (started is None or started == found)


def is_running(pid: int, started: int) -> bool:
    """Returns what ``is_alive`` returns, but False for a zombie."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in ("Z", "X") and is_alive(pid, started)


def is_stopped(pid: int) -> bool:
    """Returns whether a signal (SIGSTOP, Ctrl-Z) has stopped the process, which may go on later."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] == "T"


def has_mapped(pid: int, path: Path, started: int = 0) -> bool:
    """Returns whether the process exists and has mapped the file, as far as we are allowed to see.

    If we aren't allowed to see which files the process has mapped, returns whether it started at
    ``started``, or True if ``started`` is 0 (unknown).
    """
    if not is_alive(pid):
        return False
    try:
        maps = Path(f"/proc/{pid}/maps").read_text("utf-8", "surrogateescape")
    except FileNotFoundError:
        return False
    except OSError:
        # We aren't permitted to see the process's maps, so it may well have mapped the file.
        return started in (0, start_time(pid))
    return any(line.endswith(f" {path}") for line in maps.splitlines())


def seconds_since(started: int) -> float:
    """Returns the seconds since a ``start_time``; infinite if that time lies in the future."""
    seconds = time.clock_gettime(time.CLOCK_BOOTTIME) - started / os.sysconf("SC_CLK_TCK")
    # A tick may have been rounded up, so the result may be a little below 0. A time that is further
    # in the future belongs to an earlier boot.
    return seconds if seconds > -1 else float("inf")
