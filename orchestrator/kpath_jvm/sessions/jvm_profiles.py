"""The profiles of single JVMs, and the whole one that they become."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kpath_jvm.profile.merging_jvms import merge_jvms
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.writer import write_merged
from kpath_jvm.recording.session_directory import SessionDirectory


def jvm_profile_name(name: str, directory: SessionDirectory, parts: Path) -> str:
    """A name for the profile of a JVM that isn't taken in ``parts``: process ids come again."""
    stem = f"{name}-{directory.path.name.partition('-')[2]}"
    found, again = f"{stem}.kpath", 1
    while (parts / found).exists():
        again += 1
        found = f"{stem}.again{again}.kpath"
    return found


def write_whole(
    destination: Path,
    profiles: Sequence[Profile],
    description: dict[str, Any],
    parts: Path,
    *,
    force: bool,
) -> None:
    """Writes the profile of all JVMs; ``description`` is that of ``session_description``.

    ``parts``, the directory of the single profiles, is moved into it or copied if there is more
    than one of them. KpathError when it cannot be written; ``parts`` is as it was then.
    """
    description["skipped"] = _united([profile.run["skipped"] for profile in profiles])
    if len(profiles) == 1:
        # It would be the same once more.
        for entry in description["jvms"]:
            entry["profile"] = None
    tables, folding = merge_jvms(profiles)
    description["folding"] = None if folding is None else folding.document()
    write_merged(
        destination,
        tables,
        description,
        parts if len(profiles) > 1 else None,
        replace=force,
    )


def _united(lists: "list[list[dict[str, Any]]]") -> "list[dict[str, Any]]":
    """What several JVMs have left out, each thing once."""
    found = {repr(sorted(entry.items(), key=str)): entry for some in lists for entry in some}
    return list(found.values())
