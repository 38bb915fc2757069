"""Finds recordings that several profiles have in common and that would be counted twice."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.files import RUN_FILE
from kpath_jvm.profile.reader import StoredTables
from kpath_jvm.profile.schema import SCHEMAS
from kpath_jvm.records.run import ProfileRecord, RunRecord
from kpath_jvm.seals import file_digest


class CountedTwiceError(KpathError):
    """Raised if two profiles have a recording in common."""


def identities_of(directory: Path, run: RunRecord) -> tuple[str, ...]:
    """Returns strings that identify the recordings from which a profile was made.

    An older profile doesn't name its recordings. It is identified by its content, so that at least
    copies of the profile are found. Raises KpathError if the content can't be read.
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
    """Finds recordings that are in more than one of the profiles that are added."""

    def __init__(self) -> None:
        self._places: dict[str, str] = {}

    def add(self, place: str, identities: Iterable[str]) -> None:
        """Adds a profile by the identities of its recordings; messages call it ``place``.

        Raises CountedTwiceError, which names both profiles, if an identity was added before.
        """
        own = set(identities)
        for identity in sorted(own):
            if (other := self._places.get(identity)) is not None:
                raise CountedTwiceError(_counted_twice(place, other))
        self._places.update(dict.fromkeys(own, place))


@dataclass(frozen=True)
class Shared:
    """Two profiles that share a recording.

    ``is_same`` is set if both have counted the same events: the same recordings and threads, with
    equal counts. ``earlier`` is the profile that has only the first part of the other's counts,
    such as a dump if the other is the final profile. ``is_unlike`` is set if both profiles are
    of one recording, but their counts differ and it isn't known which profile is earlier.
    """

    one: Path
    other: Path
    is_same: bool
    earlier: Path | None = None
    is_unlike: bool = False

    @property
    def text(self) -> str:
        """What the two profiles have in common, in words."""
        if self.one == self.other:
            return f"{self.one} is given on both sides"
        if self.earlier is not None:
            later = self.other if self.earlier == self.one else self.one
            return f"{self.earlier} has only the first part of what {later} has of this recording"
        what = "are of the same recording" if self.is_same else "have a recording in common"
        if self.is_unlike:
            what = "are of the same recording, but have counted different amounts of it"
        return f"{self.one} and {self.other} {what}"


class _Counted:
    """A profile's recordings and, if it is the profile of one thread, that thread."""

    def __init__(self, path: Path, run: ProfileRecord) -> None:
        self.path, self._run = path, run
        self._identities = frozenset(identities_of(path, run))
        self._thread = None if run.thread is None else run.thread.thread

    def shares(self, other: _Counted) -> bool:
        """Returns whether some events are counted in both profiles.

        Profiles of two threads have no events in common.
        """
        threads = {self._thread, other._thread} - {None}
        return len(threads) < 2 and not self._identities.isdisjoint(other._identities)

    def shared(self, other: _Counted) -> Shared:
        """Returns the two profiles as a pair that shares recordings.

        Raises KpathError if the counts of either profile can't be read.
        """
        is_all = self._identities == other._identities and self._thread == other._thread
        if not is_all or self.path == other.path:
            return Shared(self.path, other.path, is_all)
        mine, theirs = self._counts(), other._counts()
        is_one = len(self._identities) == 1
        if not (is_one and self._is_whole and other._is_whole):
            # Sums can't show which profile is earlier: each profile may be the later one in some of
            # several recordings, and a profile that isn't whole may lack counts of the other.
            is_same = all(map(pa.Table.equals, mine, theirs))
            return Shared(self.path, other.path, is_same, is_unlike=is_one and not is_same)
        # The counts of a recording only grow, so equal sums are sums of the same counts.
        sums = [
            sum(int(table.column("count").to_numpy().sum()) for table in side)
            for side in (mine, theirs)
        ]
        if sums[0] == sums[1]:
            return Shared(self.path, other.path, is_same=True)
        earlier = self.path if sums[0] < sums[1] else other.path
        return Shared(self.path, other.path, is_same=False, earlier=earlier)

    @property
    def _is_whole(self) -> bool:
        return self._run.completeness.lacks_only_the_end

    def _counts(self) -> list[pa.Table]:
        """Returns the tables of counts that don't depend on the profile's k."""
        tables = StoredTables(self.path, self._run)
        return [tables.table(name) for name in ("paths", "extended", "edge_counts")]


def shared_by(
    profiles: Sequence[tuple[Path, ProfileRecord]], others: Sequence[tuple[Path, ProfileRecord]]
) -> Shared | None:
    """Returns the first pair of profiles, one from each argument, that shares a recording, or None.

    A sum of profiles has the recordings of all its profiles.
    """
    own, theirs = ([_Counted(*it) for it in side] for side in (profiles, others))
    return next((one.shared(it) for one in own for it in theirs if one.shares(it)), None)


def require_distinct(profiles: Sequence[tuple[Path, ProfileRecord]]) -> None:
    """Raises CountedTwiceError if two of these profiles have a recording in common."""
    counted = [_Counted(*it) for it in profiles]
    for at, one in enumerate(counted):
        for other in counted[:at]:
            if one.shares(other):
                raise CountedTwiceError(_counted_twice(str(one.path), str(other.path)))


def _counted_twice(place: str, other: str) -> str:
    return (
        f"{place} and {other} are of the same recording, or share a recording, which would count "
        "twice; leave one of the two profiles out"
    )
