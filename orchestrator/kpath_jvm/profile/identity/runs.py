"""Which recordings a profile is made of; those in two profiles would count twice in their sum."""

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.files import RUN_FILE
from kpath_jvm.profile.schema import SCHEMAS
from kpath_jvm.records.run import RunRecord
from kpath_jvm.seals import file_digest


class CountedTwiceError(KpathError):
    """Raised if two profiles have a recording in common."""


def identities_of(directory: Path, run: RunRecord) -> tuple[str, ...]:
    """Returns the recordings that a profile is made of.

    An older profile that doesn't name them is identified by its content, so that at least its
    copies are found. Raises KpathError if the content can't be read.
    """
    if run.identities:
        return run.identities
    found = hashlib.sha256()
    try:
        for name in (RUN_FILE, *(f"{name}.parquet" for name in SCHEMAS)):
            found.update(file_digest(directory / name).encode())
    except OSError as error:
        raise KpathError(
            f"the profile {directory} cannot be read: {error.strerror or error}; leave it out"
        ) from None
    return (f"content-{found.hexdigest()[:32]}",)


class Distinct:
    """Finds recordings that are in two of the profiles that are added."""

    def __init__(self) -> None:
        self._places: dict[str, str] = {}

    def add(self, place: str, identities: Iterable[str]) -> None:
        """Raises CountedTwiceError, which names both profiles, if an identity was added before."""
        own = set(identities)
        for identity in sorted(own):
            if (other := self._places.get(identity)) is not None:
                raise CountedTwiceError(
                    f"{place} and {other} are of the same recording, or have one in common, which "
                    "would count twice; leave one of the two out"
                )
        self._places.update(dict.fromkeys(own, place))


def require_distinct(profiles: Sequence[tuple[Path, RunRecord]]) -> None:
    """Raises CountedTwiceError if two of these profiles have a recording in common."""
    distinct = Distinct()
    for path, run in profiles:
        distinct.add(str(path), identities_of(path, run))
