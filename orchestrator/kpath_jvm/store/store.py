"""A store: profiles by service, version and day, added by any number of writers at once.

Files are written once and never changed. That of a run in ``runs`` comes last: without it nothing
of the run counts, so a killed writer has added nothing (docs/formats/store.md).
"""

import hashlib
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from typing import ClassVar
from urllib.parse import quote

import msgspec
import pyarrow.parquet as pq

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.files import RUN_FILE
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.schema import SCHEMAS
from kpath_jvm.records.completeness import UNKNOWN, Completeness
from kpath_jvm.records.record import Count, Length, Record, plain
from kpath_jvm.store.flat import flat
from kpath_jvm.store.place import Place

_MARKER = "kpath-store.json"
_VERSION = 2
_FILES = (*(f"{name}.parquet" for name in SCHEMAS), RUN_FILE)
#: What no writer can still be at work on.
_ABANDONED = timedelta(days=1)


class StoredRun(Record, frozen=True, kw_only=True):
    """What the store says of a profile: the content of its file in ``runs``."""

    VERSION: ClassVar[int] = _VERSION

    run: str
    service: str
    version: str
    day: str
    added: str
    title: str
    k: Length
    profiler: str
    cut: str
    completed: Count
    #: None of a run that an older version of kpath-jvm has added.
    completeness: Completeness | None = None

    @property
    def worth(self) -> Completeness:
        """What its counts are worth."""
        return UNKNOWN if self.completeness is None else self.completeness

    @property
    def partition(self) -> str:
        """The folders of its partition."""
        pairs = (("service", self.service), ("version", self.version), ("day", self.day))
        return "/".join(f"{name}={quote(text, safe='')}" for name, text in pairs)

    @property
    def commit(self) -> str:
        """The file that makes it count."""
        return f"runs/{self.partition}/{self.run}.json"

    @property
    def paths(self) -> str:
        """Its file of executed paths."""
        return f"paths/{self.partition}/{self.run}.parquet"

    @property
    def profile(self) -> str:
        """The folder of its profile."""
        return f"profiles/{self.partition}/{self.run}"


@dataclass(frozen=True)
class Chosen:
    """Which runs are asked for; None is all. Days are ISO 8601, both included."""

    service: str | None = None
    version: str | None = None
    first_day: str | None = None
    last_day: str | None = None

    @property
    def words(self) -> str:
        """What is asked for, as it is typed; nothing if that is all."""
        pairs = (
            ("service", self.service), ("version", self.version), ("since", self.first_day),
            ("until", self.last_day),
        )  # fmt: skip
        return " ".join(f"--{name} {value}" for name, value in pairs if value is not None)

    def takes(self, run: StoredRun) -> bool:
        """Whether a run is one of these."""
        return (
            self.service in (None, run.service)
            and self.version in (None, run.version)
            and (self.first_day is None or run.day >= self.first_day)
            and (self.last_day is None or run.day <= self.last_day)
        )


class Store:
    """A store that is there, or is made by what is added first."""

    def __init__(self, text: str) -> None:
        """At a path or a URI; KpathError when that is a store of another version."""
        self.place = Place(text)
        with self.place.failing("read"):
            if self.place.has(_MARKER):
                found = self.place.read(_MARKER)
                if found != _marker():
                    raise KpathError(
                        f"{text} is a store of another version of kpath-jvm, or none; use the "
                        "program that made it, or choose another place"
                    )
                self.is_there = True
            else:
                self.is_there = False

    def add(self, path: Path, service: str, version: str, day: str) -> tuple[StoredRun, bool]:
        """Adds a profile; returns what the store says of it, and whether it is new there.

        The same profile of the same service, version and day is there once. KpathError when it is
        damaged or the store can't be written; then it isn't in the store.
        """
        profile = Profile.open(path)
        for name in SCHEMAS:
            profile.table(name)
        run = profile.run
        entry = StoredRun(
            run=_digest(path), service=_named(service, "service"),
            version=_named(version, "version"), day=day_of(day).isoformat(),
            added=datetime.now(timezone.utc).isoformat(timespec="seconds"), title=run.title,
            k=run.k, profiler=run.option("profiler", str) or "stream",
            cut=run.option("cut", str) or "back-edge",
            completed=int(profile.method_rows.column("completed").sum()),
            completeness=profile.completeness,
        )  # fmt: skip
        rows = flat(profile, entry.run, entry.service, entry.version, entry.day)
        with self.place.failing("write"):
            if not self.is_there:
                self.place.put(_MARKER, _marker())
                self.is_there = True
            if self.place.has(entry.commit):
                return entry, False
            for name in _FILES:
                self.place.copy_in(path / name, f"{entry.profile}/{name}")
            with self.place.writing(entry.paths) as sink:
                pq.write_table(rows, sink, compression="zstd", write_page_checksum=True)
            self.place.put(entry.commit, msgspec.json.encode(plain(entry)))
        return entry, True

    def runs(self, chosen: Chosen | None = None) -> list[StoredRun]:
        """Returns what is in the store, by service, version, day and id."""
        if not self.is_there:
            raise KpathError(f"no store {self.place.text}: `kpath-jvm store add` makes one")
        wanted = chosen or Chosen()
        with self.place.failing("read"):
            names = [name for name in self.place.names("runs") if name.endswith(".json")]
            found = [self._read(name) for name in names if "/." not in name]
        order = sorted(found, key=lambda run: (run.service, run.version, run.day, run.run))
        return [run for run in order if wanted.takes(run)]

    def fetch(self, run: StoredRun, target: Path) -> None:
        """Writes a run's profile to a directory that isn't there yet."""
        target.mkdir(parents=True)
        with self.place.failing("read"):
            for name in _FILES:
                self.place.copy_out(f"{run.profile}/{name}", target / name)

    def remove(self, run: StoredRun) -> None:
        """Removes a run: first what makes it count."""
        with self.place.failing("write"):
            self.place.remove(run.commit)
            for name in self._files(run):
                self.place.remove(name)

    def leftovers(self, now: datetime) -> list[str]:
        """Returns the files of no run that are older than a day: writers that were killed."""
        if not self.is_there:
            return []
        kept = {_MARKER}
        for run in self.runs():
            kept |= {run.commit, *self._files(run)}
        with self.place.failing("read"):
            found = self.place.names("")
        return sorted(
            name for name, at in found.items() if name not in kept and now - at > _ABANDONED
        )

    @staticmethod
    def _files(run: StoredRun) -> list[str]:
        return [run.paths, *(f"{run.profile}/{name}" for name in _FILES)]

    def _read(self, name: str) -> StoredRun:
        try:
            return msgspec.json.decode(self.place.read(name), type=StoredRun)
        except msgspec.MsgspecError as error:
            raise KpathError(
                f"the store {self.place.text} is damaged: {name} is no run; remove that file"
            ) from error


def _marker() -> bytes:
    return msgspec.json.encode({"kpath_store": _VERSION})


def _digest(path: Path) -> str:
    """What tells profiles apart: their content."""
    found = hashlib.sha256()
    for name in _FILES:
        content = (path / name).read_bytes()
        found.update(len(content).to_bytes(8, "little"))
        found.update(content)
    return found.hexdigest()[:32]


def _named(text: str, what: str) -> str:
    if not text or not text.isprintable() or len(text) > 200:
        raise KpathError(f"{text!r} is no {what}: give 1 to 200 printable characters", 2)
    return text


def day_of(text: str) -> date:
    """Returns a day; KpathError for what is none."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise KpathError(f"{text!r} is no day: write it as 2026-11-23", 2) from None
