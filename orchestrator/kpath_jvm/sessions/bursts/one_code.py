"""Gives a method the same digest in the profiles of all bursts.

On some JDKs, a JVM returns another class file for a loaded class after each retransformation, and
the digest differs, too. But within one JVM, a class is identified by its name and loader. So each
method keeps its first digest. If a method's code did differ between bursts, merging would notice
that the method's graphs differ.
"""

from pathlib import Path

import pyarrow as pa

from kpath_jvm.profile.identity.methods import Loaders, MethodVersion, versions_of
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.table_files import write_table
from kpath_jvm.profile.writer import not_written, write_run

_METHODS = "methods"


class OneCode:
    """Keeps the first digest of each method, and writes it into later profiles."""

    def __init__(self) -> None:
        self._digests: dict[MethodVersion, str] = {}

    def settle(self, profile: Path) -> None:
        """Replaces the digest of each method in a profile with the method's first digest.

        Raises KpathError if the profile can't be read or written.
        """
        opened = Profile.open(profile)
        table = opened.table(_METHODS)
        versions = versions_of(table, Loaders.EACH)
        own = [one.digest for one in versions]
        first = [self._digests.setdefault(one.of_any_file, one.digest) for one in versions]
        if first == own:
            return
        place = table.column_names.index("digest")
        field = table.schema.field(place)
        settled = table.set_column(place, field, pa.array(first, type=field.type))
        try:
            write_table(settled, _METHODS, profile / f"{_METHODS}.parquet")
            write_run(profile, opened.run)
        except OSError as error:
            raise not_written(profile, error) from error
