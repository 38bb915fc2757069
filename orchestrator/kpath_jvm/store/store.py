"""A store of profiles by service, version and day; several writers may add to it at the same time.

Files never change, with one exception: if the files of a run are damaged or lack digests, they are
replaced when the profile is added again. The file of a run in ``runs`` is written last. Without
this file, the run isn't in the store, so a writer that is killed before then adds nothing
(docs/formats/store.md).
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from typing import Annotated, ClassVar
from urllib.parse import quote

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from kpath_jvm.errors import KpathError
from kpath_jvm.nearest import closest, suggestion
from kpath_jvm.profile.destination import check_name
from kpath_jvm.profile.earlier import earlier_set_aside
from kpath_jvm.profile.files import RUN_FILE
from kpath_jvm.profile.identity.runs import Distinct, identities_of
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import printable
from kpath_jvm.profile.schema import SCHEMAS
from kpath_jvm.profile.writer import not_written
from kpath_jvm.records.completeness import UNKNOWN, Completeness
from kpath_jvm.records.filters import OPTIONS, Recorded, recorded_with
from kpath_jvm.records.merged import Identity
from kpath_jvm.records.record import Count, Length, Record, content_of, record_of
from kpath_jvm.records.run import ProfileRecord
from kpath_jvm.seals import Digest, digest_of
from kpath_jvm.store.flat import flat
from kpath_jvm.store.place import StorePlace
from kpath_jvm.whole_directories import beside, put_in_place

_MARKER = "kpath-store.json"
_VERSION = 2
_FILES = (*(f"{name}.parquet" for name in SCHEMAS), RUN_FILE)
#: Files older than this can't belong to a writer that is still at work.
_ABANDONED = timedelta(days=1)
#: The number of digits of a run's id that are shown. ``Store.one`` accepts the beginning of an id.
SHOWN_DIGITS = 8

#: Ids and days become parts of files' names, so only the forms that the store writes are accepted.
_Id = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}\Z")]
_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
_Day = Annotated[str, msgspec.Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")]


@dataclass(frozen=True)
class StoredFile:
    """A file of a store; ``digest`` is None if the run was added before there were digests."""

    name: str
    digest: str | None


class StoredRun(Record, frozen=True, kw_only=True):
    """The store's record of a run's profile: the content of the run's file in ``runs``.

    ``files`` has the digests of the profile's files by the files' names, and ``paths_digest`` is
    the digest of the file of executed paths. Fields with the default None may be None for runs that
    older versions of kpath-jvm have added.
    """

    VERSION: ClassVar[int] = _VERSION
    SEALED_WITH: ClassVar[str] = "files"

    run: _Id
    service: _Name
    version: _Name
    day: _Day
    added: str
    title: str
    k: Length
    profiler: str
    cut: str
    completed: Count
    #: The bytecodes that the completed paths executed. The field is None if edges were counted,
    #: because counts of edges give only bounds.
    bytecodes: Count | None = None
    #: The options with which the run was recorded (records/filters.py).
    recorded: dict[str, tuple[tuple[str, ...], ...]] | None = None
    completeness: Completeness | None = None
    #: The versions of Java that ran the program (RunRecord.java_versions), the number of runs whose
    #: counts the profile has (RunRecord.runs), and the program's command (RunRecord.command; empty
    #: if it isn't known). If they are None, ``Store.with_origin`` reads them from the profile.
    java_versions: tuple[str, ...] | None = None
    run_count: Count | None = None
    command: tuple[str, ...] | None = None
    files: dict[str, Digest] | None = None
    paths_digest: Digest | None = None
    identities: tuple[Identity, ...] = ()

    @property
    def worth(self) -> Completeness:
        """The completeness of the run's counts."""
        return UNKNOWN if self.completeness is None else self.completeness

    @property
    def added_at(self) -> str:
        """When the run was added, for people: in UTC, to the second, as 2026-11-23T12:00:00Z."""
        return f"{self.added[:19]}Z" if self.added.endswith("+00:00") else self.added

    @property
    def partition(self) -> str:
        """The folders of the run's partition, one for each of service, version and day."""
        pairs = (("service", self.service), ("version", self.version), ("day", self.day))
        return "/".join(f"{name}={quote(text, safe='')}" for name, text in pairs)

    @property
    def commit(self) -> str:
        """The name of the file in ``runs`` that puts the run in the store."""
        return f"runs/{self.partition}/{self.run}.json"

    @property
    def paths(self) -> StoredFile:
        """The run's file of executed paths."""
        return StoredFile(f"paths/{self.partition}/{self.run}.parquet", self.paths_digest)

    @property
    def profile(self) -> str:
        """The name of the folder with the run's profile."""
        return f"profiles/{self.partition}/{self.run}"

    @property
    def profile_files(self) -> dict[str, StoredFile]:
        """The files of the run's profile by their names within the profile."""
        digests = self.files or {}
        return {name: StoredFile(f"{self.profile}/{name}", digests.get(name)) for name in _FILES}


@dataclass(frozen=True)
class Chosen:
    """A choice of runs by service, version and day; None means no restriction.

    The days are in ISO 8601. The choice includes the first and the last day.
    """

    service: str | None = None
    version: str | None = None
    first_day: str | None = None
    last_day: str | None = None

    @property
    def words(self) -> str:
        """The choice as options of the command line; "" if it takes all runs."""
        pairs = (
            ("service", self.service), ("version", self.version), ("since", self.first_day),
            ("until", self.last_day),
        )  # fmt: skip
        return " ".join(f"--{name} {value}" for name, value in pairs if value is not None)

    def takes(self, run: StoredRun) -> bool:
        """Returns whether the choice takes a run."""
        return (
            self.service in (None, run.service)
            and self.version in (None, run.version)
            and (self.first_day is None or run.day >= self.first_day)
            and (self.last_day is None or run.day <= self.last_day)
        )


class Store:
    """A store. If it doesn't exist yet, it is created when the first profile is added."""

    def __init__(self, text: str) -> None:
        """Takes a path or a URI. Raises KpathError for a store in another format."""
        self.place = StorePlace(text)
        with self.place.failing("read"):
            if self.place.has(_MARKER):
                found = self.place.read(_MARKER)
                if found != _marker():
                    raise KpathError(
                        f"{text} is a store of another version of kpath-jvm, or isn't a store; "
                        "use the program that made it, or choose another place"
                    )
                self.is_there = True
            else:
                self.is_there = False

    def add(self, path: Path, service: str, version: str, day: str) -> tuple[StoredRun, bool]:
        """Adds a profile; returns the store's record of its run, and whether files were written.

        A profile is stored only once for a service, version and day. If its files in the store are
        damaged, or lack digests, they are written again. Raises KpathError when the profile is
        damaged or the store can't be written. Raises CountedTwiceError when the store has another
        profile of the same recording for the same service, version and day. In both cases, the
        profile isn't added.
        """
        profile = Profile.open(path)
        for name in SCHEMAS:
            profile.table(name)
        run = profile.run
        contents = _contents(path)
        entry = StoredRun(
            run=_id_of(contents), service=_named(service, "service"),
            version=_named(version, "version"), day=day_of(day).isoformat(),
            # Microseconds, so that a run that was removed and added again has another time.
            added=datetime.now(timezone.utc).isoformat(timespec="microseconds"), title=run.title,
            k=run.k, profiler=run.option("profiler", str) or "stream",
            cut=run.option("cut", str) or "back-edge",
            completed=int(profile.method_rows.column("completed").sum()),
            recorded=dict(recorded_with(run)),
            completeness=profile.worth_of_counts,
            identities=identities_of(path, run),
            java_versions=run.java_versions,
            run_count=run.runs,
            command=run.command or (),
            files={name: digest_of(content) for name, content in contents.items()},
        )  # fmt: skip
        paths = flat(profile, entry.run, entry.service, entry.version, entry.day)
        rows = _encoded(paths)
        counts_edges = profile.table("edge_counts").num_rows > 0
        entry = msgspec.structs.replace(
            entry,
            paths_digest=digest_of(rows),
            bytecodes=None if counts_edges else int(paths.column("bytecodes").to_numpy().sum()),
        )
        with self.place.failing("write"):
            if not self.is_there:
                self.place.put(_MARKER, _marker())
                self.is_there = True
            if self.place.has(entry.commit):
                known = self._read(entry.commit)
                if known is not None and self._is_whole(known):
                    return known, False
                # The run was added before there were digests, or it has just been removed, or its
                # files are damaged. So all files are written again.
            self._require_new(entry, path)
            for name, content in contents.items():
                self.place.put(f"{entry.profile}/{name}", content)
            self.place.put(entry.paths.name, rows)
            self.place.put(entry.commit, content_of(entry))
        return entry, True

    def runs(self, chosen: Chosen | None = None) -> list[StoredRun]:
        """Returns the chosen runs, ordered by service, version, day and the time of adding.

        A run that is removed meanwhile may or may not be included. Raises KpathError if the store
        doesn't exist.
        """
        if not self.is_there:
            raise KpathError(f"no store {self.place.text}: `kpath-jvm store add` makes one")
        wanted = chosen or Chosen()
        with self.place.failing("read"):
            names = [name for name in self.place.names("runs") if name.endswith(".json")]
            read = [self._read(name) for name in names if "/." not in name]
        found = [run for run in read if run is not None]
        order = sorted(found, key=_order)
        return [run for run in order if wanted.takes(run)]

    def some(self, *several: Chosen) -> list[list[StoredRun]]:
        """Returns the runs of each choice. The store is read only once for all choices.

        Raises KpathError for a choice without runs. The service or version is probably misspelt
        then, and an answer about no runs would look like an answer about the intended runs.
        """
        every = self.runs()
        found = [[run for run in every if chosen.takes(run)] for chosen in several]
        for chosen, runs in zip(several, found, strict=True):
            if not runs:
                words = f" of {chosen.words}" if chosen.words else ""
                raise KpathError(f"no run{words} in {self.place.text}{_meant(chosen, every)}")
        return found

    def one(self, chosen: Chosen, text: str | None) -> StoredRun:
        """Returns the run whose id begins with ``text``.

        If ``text`` is None, returns the run of the newest day, or the last added run if that day
        has several runs. Raises KpathError if none of the chosen runs has such an id, or if several
        ids begin with ``text``.
        """
        if text is None:
            (runs,) = self.some(chosen)
            return max(runs, key=lambda run: (run.day, run.added, run.run))
        # If a profile was added several times, for instance as several versions, its runs have
        # equal files, so any of these runs will do.
        return self._with_id(chosen, text)[-1]

    def only(self, chosen: Chosen, text: str) -> StoredRun:
        """Returns the only run whose id begins with ``text``.

        Raises KpathError as ``one`` does, and also if the store has the run several times, under
        several services, versions or days.
        """
        found = self._with_id(chosen, text)
        if len(found) > 1:
            places = ", ".join(f"{run.service} {run.version} on {run.day}" for run in found)
            raise KpathError(
                f"run {found[0].run} is {len(found)} times in {self.place.text}: as {places}; "
                "choose one with --service, --version, --since or --until", 2,
            )  # fmt: skip
        return found[0]

    def _with_id(self, chosen: Chosen, text: str) -> list[StoredRun]:
        """Returns the runs whose id begins with ``text``, in the order of ``runs``.

        Raises KpathError if several ids, or none, begin with ``text``.
        """
        (runs,) = self.some(chosen)
        found = [run for run in runs if run.run.startswith(text)]
        if (many := len({run.run for run in found})) > 1:
            raise KpathError(
                f"{many} runs in {self.place.text} have ids that begin with "
                f"{printable(text)!r}; write more of the id"
            )
        if not found:
            words = f" of {chosen.words}" if chosen.words else ""
            raise KpathError(
                f"no run{words} in {self.place.text} has the id {printable(text)!r}; `kpath-jvm "
                "store list` shows all"
            )
        return found

    def copy(self, run: StoredRun, output: Path, *, replace: bool) -> None:
        """Writes a run's profile to ``output``, whole or not at all.

        With ``replace``, a profile that is already there is replaced. Raises KpathError if the
        profile can't be written, or if the store's files are damaged.
        """
        with earlier_set_aside(output, replace=replace):
            check_name(output, replace=replace)
            try:
                with beside(output) as temporary:
                    self.fetch(run, temporary / run.run)
                    put_in_place(temporary / run.run, output.absolute(), replace=replace)
            except OSError as error:
                raise not_written(output, error) from error

    def still_has(self, run: StoredRun) -> bool:
        """Returns whether nobody has removed a run since it was listed.

        The result is False for a run that was removed and added again, because the run's files were
        missing meanwhile.
        """
        with self.place.failing("read"):
            return self._read(run.commit) == run

    def recorded(self, run: StoredRun) -> Recorded:
        """Returns the options with which a run was recorded.

        If an older version of kpath-jvm added the run, the options are read from the profile's
        run.json. Raises KpathError if that file can't be read.
        """
        if run.recorded is not None:
            return {name: run.recorded.get(name, ((),)) for name in OPTIONS}
        return recorded_with(self.run_record(run))

    def with_origin(self, run: StoredRun) -> StoredRun:
        """Returns a run's record with its ``java_versions``, ``run_count`` and ``command``.

        If an older version of kpath-jvm added the run, they are read from the profile's run.json.
        Raises KpathError if that file can't be read.
        """
        if None not in (run.java_versions, run.run_count, run.command):
            return run
        found = self.run_record(run)
        return msgspec.structs.replace(
            run, java_versions=found.java_versions, run_count=found.runs,
            command=found.command or (),
        )  # fmt: skip

    def run_record(self, run: StoredRun) -> ProfileRecord:
        """Returns the run.json of a run's profile; raises KpathError if it can't be read."""
        file = run.profile_files[RUN_FILE]
        with self.place.failing("read"):
            content = self.place.read_checked(file.name, file.digest)
        where = f"the store {self.place.text} is damaged: {file.name}"
        return record_of(content, where, ProfileRecord, "add the profile again")

    def check(self, run: StoredRun) -> None:
        """Reads the files of a run's profile; raises KpathError if one is missing or changed."""
        with self.place.failing("read"):
            for file in run.profile_files.values():
                self.place.read_checked(file.name, file.digest)

    def _require_new(self, entry: StoredRun, path: Path) -> None:
        """Raises CountedTwiceError if the partition has another profile of the same recording."""
        distinct = Distinct()
        for name in self.place.names(f"runs/{entry.partition}"):
            if name != entry.commit and name.endswith(".json") and "/." not in name:
                known = self._read(name)
                if known is not None and set(known.identities) & set(entry.identities):
                    distinct.add(f"run {known.run} of the store", known.identities)
        distinct.add(str(path), entry.identities)

    def elsewhere(self, run: StoredRun) -> list[StoredRun]:
        """Returns the store's records of the same run under other services, versions or days."""
        with self.place.failing("read"):
            names = [
                name for name in self.place.names("runs")
                if name.endswith(f"/{run.run}.json") and name != run.commit
            ]  # fmt: skip
            read = [self._read(name) for name in names]
        return sorted((one for one in read if one is not None), key=_order)

    def _is_whole(self, run: StoredRun) -> bool:
        if run.files is None:
            return False
        try:
            self.check(run)
            self.place.read_checked(run.paths.name, run.paths.digest)
        except (KpathError, OSError):
            return False
        return True

    def fetch(self, run: StoredRun, target: Path) -> None:
        """Writes a run's profile to a new directory.

        Raises KpathError when one of its files in the store is missing or changed, and OSError when
        the profile can't be written.
        """
        target.mkdir(parents=True)
        for name, file in run.profile_files.items():
            with self.place.failing("read"):
                content = self.place.read_checked(file.name, file.digest)
            (target / name).write_bytes(content)

    def remove(self, run: StoredRun) -> None:
        """Removes a run's files, beginning with the file in ``runs`` that puts it in the store."""
        with self.place.failing("write"):
            self.place.remove(run.commit)
            for name in self._files(run):
                self.place.remove(name)

    def leftovers(self, now: datetime) -> list[str]:
        """Returns the names of files that belong to no run and that are older than a day.

        Writers that were killed left these files behind. Raises KpathError if the store doesn't
        exist.
        """
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
        return [run.paths.name, *(file.name for file in run.profile_files.values())]

    def _read(self, name: str) -> StoredRun | None:
        """Returns the record in a file in ``runs``, or None if that file has just been removed."""
        where = f"the store {self.place.text} is damaged: {name}"
        remedy = "remove that file, and add the profile again"
        try:
            content = self.place.read(name)
        except FileNotFoundError:
            return None
        run = record_of(content, where, StoredRun, remedy)
        if run.commit != name:
            raise KpathError(f"{where} has a record that belongs in {run.commit}; {remedy}")
        if run.files is not None and (run.paths_digest is None or run.files.keys() != set(_FILES)):
            raise KpathError(f"{where} lacks digests of the run's files; {remedy}")
        return run


def _order(run: StoredRun) -> tuple[str, ...]:
    return run.service, run.version, run.day, run.added, run.run


def _marker() -> bytes:
    return msgspec.json.encode({"kpath_store": _VERSION})


def _meant(chosen: Chosen, every: Sequence[StoredRun]) -> str:
    """Returns the end of the message about a choice without runs: it suggests what was meant."""
    for asked, known in (
        (chosen.service, {run.service: run.service for run in every}),
        (chosen.version, {run.version: run.version for run in every}),
    ):
        if asked is not None and asked not in known and (close := closest(asked, known)):
            return suggestion(close)
    return "; `kpath-jvm store list` shows all"


def unverified(runs: Iterable[StoredRun]) -> str | None:
    """Returns what users must know about runs without digests, or None if all runs have digests."""
    every = list(runs)
    count = sum(run.files is None for run in every)
    if not count:
        return None
    were = "runs were" if len(every) > 1 else "run was"
    return (
        f"{count:,} of {len(every):,} {were} added by a version of kpath-jvm that kept no "
        "digests, so damage to their files may go unnoticed; `kpath-jvm store add` of the same "
        "profiles adds the digests"
    )


def _contents(path: Path) -> dict[str, bytes]:
    try:
        return {name: (path / name).read_bytes() for name in _FILES}
    except OSError as error:
        raise KpathError(f"cannot read the profile {path}: {error.strerror or error}") from error


def _encoded(rows: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    pq.write_table(rows, sink, compression="zstd", write_page_checksum=True)
    content: bytes = sink.getvalue().to_pybytes()
    return content


def _id_of(contents: Mapping[str, bytes]) -> str:
    found = hashlib.sha256()
    for content in contents.values():
        found.update(len(content).to_bytes(8, "little"))
        found.update(content)
    return found.hexdigest()[:32]


def _named(text: str, what: str) -> str:
    if not text or not text.isprintable() or len(text) > 200:
        raise KpathError(f"{text!r} can't be a {what}: use 1 to 200 printable characters", 2)
    return text


def day_of(text: str) -> date:
    """Returns the day that ``text`` stands for. Raises KpathError if it stands for none."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise KpathError(f"{text!r} isn't a day: write it as 2026-11-23", 2) from None
