"""The profiles of single JVMs, and the whole one that they become."""

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from kpath_jvm.profile.merging_jvms import merge_jvms
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.writer import write_merged
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.records.run import RunRecord


def jvm_profile_name(name: str, directory: SessionDirectory, parts: Path) -> str:
    """A name for the profile of a JVM that isn't taken in ``parts``: process ids come again."""
    stem = f"{name}-{directory.path.name.partition('-')[2]}"
    found, again = f"{stem}.kpath", 1
    while (parts / found).exists():
        again += 1
        found = f"{stem}.again{again}.kpath"
    return found


def write_whole(
    destination: Path, profiles: Sequence[Profile], run: RunRecord, parts: Path, *, force: bool
) -> None:
    """Writes the profile of all JVMs; ``run`` is that of ``session_record``.

    ``parts``, the directory of the single profiles, is moved into it or copied if there is more
    than one of them. KpathError when it cannot be written; ``parts`` is as it was then.
    """
    if len(profiles) == 1:
        # It would be the same once more.
        run = replace(run, jvms=tuple(replace(jvm, profile=None) for jvm in run.jvms or ()))
    tables, folding = merge_jvms(profiles)
    write_merged(
        destination,
        tables,
        replace(run, folding=folding),
        parts if len(profiles) > 1 else None,
        k=profiles[0].k,
        skipped=list(dict.fromkeys(entry for profile in profiles for entry in profile.run.skipped)),
        replace=force,
    )
