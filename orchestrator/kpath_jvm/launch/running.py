"""A JVM that is already running: what /proc says about it, and why it can't load an agent."""

import os
import pwd
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.command import with_environment
from kpath_jvm.launch.jdk import Jdk
from kpath_jvm.recording.processes import (
    jvm_libraries,
    listens_at,
    start_time,
    status_of,
    words_in,
)

_SIGQUIT_BIT = 1 << 2
# From this version of Java on, loading an agent into a running JVM prints a warning (JEP 451).
_WARNING_VERSION = 21
_ALLOWED = "-XX:+EnableDynamicAgentLoading"
_AGENT = "-javaagent:"
_MANIFEST = "META-INF/MANIFEST.MF"
_CHANGES_CLASSES = {b"can-retransform-classes: true", b"can-redefine-classes: true"}
#: The names by which processes of kpath-jvm itself are started. Such a process may have the
#: engine's JVM in it.
_OURS = ("kpath-jvm", "kpath_jvm.cli.main")
_WORDS_OF_OURS = 4
#: The remedy if a process id isn't that of a JVM.
_LIST = "`kpath-jvm attach` lists the JVMs"
#: The beginning of a message that says why no agent can be loaded.
REFUSED = "cannot attach: "


class TakesNoAgentsError(KpathError):
    """Raised if a JVM's options make it refuse all agents, so that it is useless to try again."""


class RunningJvm(Struct, frozen=True):
    """A running JVM, with its command line and its options.

    ``words`` are the command line. ``options`` are these words, and the options in environment
    variables.
    """

    pid: int
    started: int
    java: Path
    words: tuple[str, ...]
    options: tuple[str, ...]

    def warns(self, jdk: Jdk) -> bool:
        """Returns whether the JVM prints a warning when an agent is loaded."""
        return jdk.feature_version >= _WARNING_VERSION and _ALLOWED not in self.options

    @property
    def notes_dependencies(self) -> bool:
        """Whether the JVM's compilers have noted from the start what their code depends on.

        They do so if an agent in the JVM's options may change classes. Otherwise, HotSpot
        throws all compiled code away when the first class is changed.
        """
        return any(map(_changes_classes, self._agents()))

    def _agents(self) -> Iterator[Path]:
        for option in self.options:
            if option.startswith(_AGENT):
                jar = option.removeprefix(_AGENT).partition("=")[0]
                yield Path(f"/proc/{self.pid}/cwd") / jar


def running_jvm(pid: int) -> RunningJvm:
    """Returns the JVM with this process id.

    Raises KpathError (exit status 125) if no agent can be loaded into it.
    """
    started = start_time(pid)
    status = status_of(pid)
    if not started or not status:
        raise _refused(f"there is no process {pid}; {_LIST}")
    state = status.get("State", "")[:1]
    if state in ("Z", "X"):
        raise _refused(f"process {pid} has ended; {_LIST}")
    whole = int(status.get("Tgid", pid))
    if whole != pid:
        raise _refused(f"{pid} is a thread of process {whole}; give {whole} instead")
    owner = Path(f"/proc/{pid}").stat().st_uid
    if owner != os.geteuid():
        raise _refused(f"process {pid} is {_user(owner)}'s; run kpath-jvm as that user")
    libraries = jvm_libraries(pid)
    if not libraries:
        raise _refused(f"process {pid} ({status.get('Name', '?')}) isn't a JVM; {_LIST}")
    # While a program is being loaded, the kernel shows neither its command line nor its
    # environment. Once a JVM is in the process, the kernel shows both.
    words = words_in(pid, "cmdline")
    if is_ours(words):
        # The signal that makes a JVM listen for an agent would end the work of that kpath-jvm.
        raise _refused(f"process {pid} is kpath-jvm itself; {_LIST} of programs")
    if _surroundings(pid) != _surroundings(os.getpid()):
        raise _refused(f"process {pid} is in a container; run kpath-jvm in there")
    options = tuple(with_environment(words, _environment_of(pid)))
    _require_attachable(pid, options)
    if state in ("T", "t"):
        raise _refused(f"process {pid} is stopped; continue it first (kill -CONT {pid})")
    if not _catches_quit(status_of(pid)) and not _listens(pid):
        raise _refused(f"process {pid} isn't ready for an agent yet; try again in a moment")
    # The library's path ends in lib/server/libjvm.so. The path of the command may be a link that
    # doesn't show where the JDK is.
    java = Path(libraries[0]).parent.parent.parent / "bin" / "java"
    return RunningJvm(pid, started, java, tuple(words), options)


def is_ours(words: Sequence[str]) -> bool:
    """Returns whether a command line is that of kpath-jvm itself.

    A command line of ``java`` is ruled out first, because a path in it may end in one of our names.
    """
    if not words or Path(words[0]).name == "java":
        return False
    return any(Path(word).name in _OURS for word in words[:_WORDS_OF_OURS])


def _changes_classes(jar: Path) -> bool:
    with suppress(OSError, KeyError, zipfile.BadZipFile), zipfile.ZipFile(jar) as content:
        lines = content.read(_MANIFEST).lower().splitlines()
        return any(line.strip() in _CHANGES_CLASSES for line in lines)
    return False


def _require_attachable(pid: int, options: tuple[str, ...]) -> None:
    refusals = {
        "-XX:+DisableAttachMechanism": "takes no agents while it runs",
        "-XX:-EnableDynamicAgentLoading": "takes no agents while it runs",
    }
    for option, what in refusals.items():
        if option in options:
            raise TakesNoAgentsError(
                f"{REFUSED}process {pid} {what}, as it was started with {option}; start it without "
                "that, or under `kpath-jvm run`",
                125,
            )


def _refused(line: str) -> KpathError:
    return KpathError(f"{REFUSED}{line}", 125)


def _environment_of(pid: int) -> dict[str, str]:
    found: dict[str, str] = {}
    for variable in words_in(pid, "environ"):
        name, _, value = variable.partition("=")
        # If a name occurs twice, programs find the first value.
        found.setdefault(name, value)
    return found


def _surroundings(pid: int) -> list[str]:
    """Returns facts about a process. Two processes with equal facts see the same files."""
    found = []
    for link in ("ns/mnt", "ns/user", "root"):
        try:
            found.append(str(Path(f"/proc/{pid}/{link}").readlink()))
        except OSError:
            found.append("")
    return found


def _listens(pid: int) -> bool:
    """Returns whether a JVM's attach mechanism listens; with -Xrs, it listens from the start."""
    mark = f"/tmp/.java_pid{pid}"
    # HotSpot binds the socket to another name first, and then renames the file.
    return Path(mark).is_socket() and listens_at(pid, (mark, f"{mark}.tmp"))


def _catches_quit(status: dict[str, str]) -> bool:
    """Returns whether the JVM catches the signal that wakes its attach mechanism."""
    return int(status.get("SigCgt", "0"), 16) & _SIGQUIT_BIT != 0


def _user(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"user {number}"
