"""Names the profiles of single JVMs, and makes the profile of all JVMs from them."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from kpath_jvm.profile.files import JVMS
from kpath_jvm.profile.identity.methods import Loaders
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.profile_sum import merge_jvms
from kpath_jvm.profile.writer import write_merged
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.records.run import JvmEntry, RunRecord, Skipped
from kpath_jvm.sessions.follow.names import file_stem


def jvm_profile_name(name: str, directory: SessionDirectory, parts: Path) -> str:
    """Returns a profile name that isn't taken in ``parts`` yet.

    The JVM's process id in the name isn't enough, because process ids are reused.
    """
    stem = f"{file_stem(name)}-{directory.path.name.partition('-')[2]}"
    found, again = f"{stem}.kpath", 1
    while (parts / found).exists():
        again += 1
        found = f"{stem}.again{again}.kpath"
    return found


def write_whole(
    destination: Path, profiles: Sequence[Profile], run: RunRecord, parts: Path, *, force: bool
) -> None:
    """Writes the profile of all JVMs; ``run`` is made by ``session_record``.

    ``parts`` is the directory of the single profiles. If there are several profiles, the directory
    is moved or copied into the whole profile. Raises KpathError if the whole profile can't be
    written; ``parts`` is then unchanged.
    """
    completed = {
        f"{JVMS}/{one.path.name}": int(one.method_rows.completed.sum()) for one in profiles
    }
    # If there is only one JVM, its profile has nothing that the whole profile lacks.
    is_kept = len(profiles) > 1
    jvms = (_entry(jvm, completed, is_kept=is_kept) for jvm in run.jvms or ())
    run = replace(run, jvms=tuple(jvms))
    tables, folding = merge_jvms(profiles)
    write_merged(
        destination,
        tables,
        replace(run, folding=folding),
        parts if len(profiles) > 1 else None,
        k=profiles[0].k,
        skipped=_skipped(profiles),
        replace=force,
    )


def _skipped(profiles: Sequence[Profile]) -> list[Skipped]:
    """Returns the classes and methods that at least one JVM left out, each once.

    If there are several profiles, loaders are named by their kinds.
    """
    every = [entry for profile in profiles for entry in profile.run.skipped]
    if len(profiles) > 1:
        every = [replace(entry, loader=Loaders.KINDS.name_of(entry.loader)) for entry in every]
    return list(dict.fromkeys(every))


def _entry(jvm: JvmEntry, completed: Mapping[str, int], *, is_kept: bool) -> JvmEntry:
    """Returns the entry with its path completions; ``completed`` has those of each profile."""
    count = 0 if jvm.profile is None else completed[jvm.profile]
    return replace(jvm, completed=count, profile=jvm.profile if is_kept else None)
