"""Finds a JVM's profile among the profiles of all JVMs that one command has started."""

from collections.abc import Sequence
from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.records.run import JvmEntry, ProfileRecord
from kpath_jvm.records.working_directories import told_apart

_MOST_LISTED = 10


def find(directory: Path, run: ProfileRecord, text: str) -> Path:
    """Returns where a JVM's profile is.

    ``text`` is the process id of the JVM, its name as ``report`` lists it, or a part of the name
    that no other JVM's name has. The result is ``directory`` itself if none of the JVMs has its own
    profile. Raises KpathError if no JVM or several JVMs match, or if only other JVMs have profiles.
    """
    if not run.jvms:
        raise KpathError(
            f"{directory} is the profile of one JVM: leave out --jvm (`kpath-jvm run "
            "--follow-children` records several)",
            2,
        )
    named = list(zip(run.jvms, names_of(run.jvms), strict=True))
    found = [one for one, name in named if text in (str(one.pid), name)]
    found = found or [one for one, name in named if text.casefold() in name.casefold()]
    if not found:
        raise KpathError(f"no JVM {text!r} in {directory}; there are {_listed(run.jvms)}", 2)
    if len(found) > 1:
        raise KpathError(
            f"several JVMs match {text!r}: pass a process id, one of {_listed(found)}",
            2,
        )
    if found[0].profile is None:
        if sum(one.profile is not None for one in run.jvms) == 0:
            return directory
        raise KpathError(
            f"JVM {found[0].pid} ({found[0].name}) has no profile in {directory}: it "
            "loaded no class that was to be profiled",
            2,
        )
    return directory / found[0].profile


def names_of(entries: Sequence[JvmEntry]) -> list[str]:
    """Returns the names of JVMs, with directories where a name alone doesn't tell JVMs apart."""
    return told_apart([(one.name, one.directory) for one in entries])


def _listed(entries: Sequence[JvmEntry]) -> str:
    named = zip(entries[:_MOST_LISTED], names_of(entries), strict=False)
    names = ", ".join(f"{one.pid} {name}" for one, name in named)
    more = len(entries) - _MOST_LISTED
    return names + (f" and {more} more" if more > 0 else "")
