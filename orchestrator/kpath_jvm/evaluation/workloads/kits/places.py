"""Finds the user's kits: the command line or a variable names them, or they are in the cache."""

import os
import re
from pathlib import Path

from msgspec import Struct

from kpath_jvm.installation import cache_directory

#: For each harness: the option and the variable that name a kit, and a pattern for the kit's name
#: in the cache.
SOURCES = {
    "dacapo": ("--dacapo-jar", "KPATH_DACAPO_JAR", "dacapo*.jar"),
    "specjvm": ("--spec-home", "KPATH_SPEC_HOME", "SPECjvm2008*"),
    "renaissance": ("--renaissance-jar", "KPATH_RENAISSANCE_JAR", "renaissance*.jar"),
}


class KitPlaces(Struct, frozen=True):
    """The paths that the command line gives for kits, by harness; no path has been checked yet."""

    dacapo: tuple[Path, ...] = ()
    specjvm: tuple[Path, ...] = ()
    renaissance: tuple[Path, ...] = ()

    def candidates(self, harness: str) -> list[tuple[str, Path]]:
        """Returns pairs: the name of a source, and a path at which a kit may be.

        The source is the option if it was given, otherwise the variable if it is set, otherwise the
        cache. The cache may also contain files that aren't kits. A jar of DaCapo may be of any
        release.
        """
        option, variable, pattern = SOURCES[harness]
        named = getattr(self, harness)
        if named:
            return [(option, path) for path in named]
        parts = [part for part in os.environ.get(variable, "").split(os.pathsep) if part]
        if parts:
            return [(variable, Path(part)) for part in parts]
        # A newer version comes before older ones.
        found = sorted(kit_cache().glob(pattern), key=_version, reverse=True)
        return [("the cache", path) for path in found]


def _version(path: Path) -> list[tuple[int, str]]:
    """Returns a key for sorting by the numbers in a name, so that 0.16.10 comes after 0.16.9."""
    parts = re.split(r"([0-9]+)", path.name)
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]


def kit_cache() -> Path:
    """Returns the directory for users' kits, next to the directory of the fetched jars."""
    return cache_directory() / "kits"
