"""Where the user's kits are: named on the command line, by a variable, or put into the cache."""

import os
from dataclasses import dataclass
from pathlib import Path

from kpath_jvm.installation import cache_directory

#: By harness: the option and the variable that name a kit, and what it is called in the cache.
SOURCES = {
    "dacapo": ("--dacapo-jar", "KPATH_DACAPO_JAR", "dacapo*.jar"),
    "specjvm": ("--spec-home", "KPATH_SPEC_HOME", "SPECjvm2008*"),
    "renaissance": ("--renaissance-jar", "KPATH_RENAISSANCE_JAR", "renaissance*.jar"),
}


@dataclass(frozen=True)
class KitPlaces:
    """What the command line names, by harness; none of it has been looked at yet."""

    dacapo: tuple[Path, ...] = ()
    specjvm: tuple[Path, ...] = ()
    renaissance: tuple[Path, ...] = ()

    def candidates(self, harness: str) -> list[tuple[str, Path]]:
        """Where such a kit may be, with what named it: the first of option, variable and cache.

        Several DaCapo jars are distinguished by what is in them. Only the cache may hold anything
        else, so who is named has to be a kit.
        """
        option, variable, pattern = SOURCES[harness]
        named = getattr(self, harness)
        if named:
            return [(option, path) for path in named]
        value = os.environ.get(variable, "")
        if value:
            return [(variable, Path(part)) for part in value.split(os.pathsep) if part]
        # The newest name first.
        found = sorted(kit_cache().glob(pattern), reverse=True)
        return [("the cache", path) for path in found]


def kit_cache() -> Path:
    """The directory that kits may be put into: beside that of the fetched jars."""
    return cache_directory() / "kits"
