"""Finds the profiles of single JVMs among the JVMs that one command has started."""

from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.records.run import JvmEntry, ProfileRecord

_MOST_LISTED = 10


def find(directory: Path, run: ProfileRecord, text: str) -> Path:
    """Returns where a JVM's profile is; ``text`` is the process id or name of the JVM.

    A name is one that ``report`` lists, or a part of one that no other JVM has. The result is
    ``directory`` itself if none of the JVMs has a profile of its own. Raises KpathError, with one
    line, when there is no such JVM, when there are several, or when only other JVMs have profiles.
    """
    if not run.jvms:
        raise KpathError(
            f"{directory} is of one JVM: leave out --jvm (`kpath-jvm run --follow-children` "
            "records several)",
            2,
        )
    found = [one for one in run.jvms if text in (str(one.pid), one.name)]
    found = found or [one for one in run.jvms if text.casefold() in one.name.casefold()]
    if not found:
        raise KpathError(f"no JVM {text!r} in {directory}; there are {_listed(run.jvms)}", 2)
    if len(found) > 1:
        raise KpathError(
            f"several JVMs are named {text!r}: give a process id, one of {_listed(found)}",
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


def _listed(entries: "list[JvmEntry] | tuple[JvmEntry, ...]") -> str:
    names = ", ".join(f"{one.pid} {one.name}" for one in entries[:_MOST_LISTED])
    more = len(entries) - _MOST_LISTED
    return names + (f" and {more} more" if more > 0 else "")
