"""The running JVMs of this user, and how a name selects some of them."""

from __future__ import annotations

import os
from collections.abc import Container, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.command import main_word
from kpath_jvm.launch.running import REFUSED, is_ours, running_jvm
from kpath_jvm.profile.names import printable
from kpath_jvm.recording.processes import jvm_libraries, process_id, process_ids, words_in

#: The ends of the names of jars and source files, which `java` runs.
_OF_FILES = (".jar", ".java")
#: The greatest number of JVMs that an error message lists.
_MOST_NAMED = 8


@dataclass(frozen=True)
class ListedJvm:
    """A process with a JVM in it, and what the JVM runs.

    ``main`` is a class's full name, or the file name of a jar or source file. For a native program
    with a JVM in its process, ``main`` is the command's name.
    """

    pid: int
    main: str

    @property
    def simple_name(self) -> str:
        """The main class without its package, or a file's name without .jar or .java."""
        if self.main.endswith(_OF_FILES):
            return self.main.rpartition(".")[0]
        return self.main.rpartition(".")[2]

    def __str__(self) -> str:
        return f"{self.pid} {printable(self.main)}"


def jvms() -> list[ListedJvm]:
    """Returns this user's JVMs, ordered by process id, without those of kpath-jvm itself."""
    return sorted(_listed(), key=lambda one: one.pid)


def jvm_of(text: str, among: Container[int] | None = None) -> int:
    """Returns ``text`` as a process id or, if it's a name, the id of the one JVM that it selects.

    ``among`` are the processes to choose from; None stands for all JVMs of this user. If the name
    fits none of ``among``, all JVMs of the user are searched. The caller can then say why the JVM
    that was found can't be chosen. Raises KpathError if the name fits no JVM or several.
    """
    pid = process_id(text)
    if pid is not None:
        return pid
    named = jvms_named(text, among) or jvms_named(text)
    if len(named) == 1:
        return named[0].pid
    if named:
        raise KpathError(
            f"{printable(text)!r} names {len(named)} JVMs: {_list(named)}; give the process id, or "
            "more of the name"
        )
    which = "JVM of yours" if among is None else "JVM that is being recorded"
    others = [one for one in jvms() if among is None or one.pid in among]
    there = f"there are: {_list(others)}" if others else f"there is no {which} now"
    raise KpathError(f"no {which} has {printable(text)!r} in its main class or jar; {there}")


def jvms_named(text: str, among: Container[int] | None = None) -> list[ListedJvm]:
    """Returns the JVMs that a name selects, out of ``among`` if that is given.

    ``text`` may be a main class's full name, its name without the package, or a part of the full
    name. For a jar, it may be the file's name or a part of the file's name. A part is matched
    without regard to case. If ``text`` is the whole name of some JVMs, only these are returned.
    """
    found = [one for one in jvms() if among is None or one.pid in among]
    whole = [one for one in found if text in (one.main, one.simple_name)]
    return whole or [one for one in found if text.casefold() in one.main.casefold()]


def state_of(pid: int) -> str:
    """Returns "ready" if kpath-jvm can attach to a JVM, and otherwise the reason why it can't."""
    try:
        running_jvm(pid)
    except KpathError as error:
        return str(error).removeprefix(REFUSED)
    return "ready"


def _list(found: list[ListedJvm]) -> str:
    names = [str(one) for one in found[:_MOST_NAMED]]
    more = len(found) - len(names)
    return ", ".join(names) + (f" and {more} more" if more else "")


def _listed() -> Iterator[ListedJvm]:
    for pid in process_ids():
        # A process that has just ended has no owner, no libraries and no command line.
        with suppress(OSError):
            if Path(f"/proc/{pid}").stat().st_uid == os.geteuid() and jvm_libraries(pid):
                words = words_in(pid, "cmdline")
                if words and not is_ours(words):
                    yield ListedJvm(pid, main_word(words))
