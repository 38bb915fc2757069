"""Merges any number of profiles into one."""

import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.profile import reader
from kpath_jvm.profile.adding.record import RunSum
from kpath_jvm.profile.beside import told_beside
from kpath_jvm.profile.destination import check_name
from kpath_jvm.profile.earlier import earlier_set_aside
from kpath_jvm.profile.files import JVMS, RUNS
from kpath_jvm.profile.folding import table_errors
from kpath_jvm.profile.identity.methods import methods_in
from kpath_jvm.profile.identity.runs import CountedTwiceError, Distinct, identities_of
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.profile_sum import Apart, ProfileSum
from kpath_jvm.profile.schema import SCHEMAS
from kpath_jvm.profile.table_files import write_forest, write_table
from kpath_jvm.profile.totals import TooMuchError
from kpath_jvm.profile.writer import not_written, write_run
from kpath_jvm.records.filters import Recorded, all_differences, recorded_with
from kpath_jvm.records.merged import runs_told
from kpath_jvm.records.record import fields_of
from kpath_jvm.records.run import ProfileRecord, RunRecord, TableRows
from kpath_jvm.regular_files import cleaned_up_when_ended
from kpath_jvm.reports.judgeable import endings
from kpath_jvm.reports.output import counted
from kpath_jvm.whole_directories import beside, put_in_place

#: At most this many notes of each kind are printed.
_MOST_TOLD = 4


@dataclass(frozen=True)
class MergeRequest:
    """The profiles to merge, and where their sum goes.

    ``keep_runs`` asks for a copy of each profile inside the sum. With ``skip_damaged``, damaged
    profiles and things that aren't profiles are left out and reported. Even then, a path at which
    nothing exists is an error, because the path may be misspelt. ``one_run`` says that the
    profiles are parts of one run, as the profiles of one build's JVMs are. ``however_recorded``
    allows profiles that were recorded with different filters.
    """

    profiles: tuple[Path, ...]
    output: Path
    force: bool = False
    keep_runs: bool = False
    skip_damaged: bool = False
    one_run: bool = False
    however_recorded: bool = False


@dataclass(frozen=True)
class Merged:
    """The result: the number of runs, the smallest k, and the number of methods.

    ``told`` is the number of runs in words. ``methods`` counts a method's versions from several
    class loaders as one, as reports do. ``versions`` counts each version.
    """

    runs: int
    told: str
    k: int
    methods: int
    versions: int

    @property
    def text(self) -> str:
        """The result in words."""
        more = f" ({self.versions:,} versions)" if self.versions > self.methods else ""
        return f"{self.told}, k = {self.k}, {counted(self.methods, 'method')}{more}"


def merge(
    request: MergeRequest,
    tell: Callable[[str], None],
    amended: Callable[[RunRecord], RunRecord] = lambda record: record,
) -> Merged:
    """Writes the sum; calls ``tell`` with a line for each thing left out, and with other notes.

    ``amended`` gets the record of the sum, and returns the record that is written. Raises
    KpathError if profiles can't be added up or the sum can't be written. After such an error, an
    earlier profile at ``output`` is kept under another name.
    """
    check_name(request.output, replace=request.force)
    _require_distinct(request.profiles, request.output)
    with earlier_set_aside(request.output, replace=request.force):
        return _merge(request, tell, amended)


def _merge(
    request: MergeRequest,
    tell: Callable[[str], None],
    amended: Callable[[RunRecord], RunRecord],
) -> Merged:
    output = request.output
    if request.skip_damaged:
        _require_there(request.profiles)
    usable = _usable(request, tell)
    with cleaned_up_when_ended():
        try:
            with beside(output) as temporary:
                merged = _write(temporary, usable, request, tell, amended)
                put_in_place(temporary, output.absolute(), replace=request.force)
        except OSError as error:
            raise not_written(output, error) from error
    return merged


def _write(
    directory: Path,
    profiles: Sequence[Path],
    request: MergeRequest,
    tell: Callable[[str], None],
    amended: Callable[[RunRecord], RunRecord],
) -> Merged:
    """Writes all files of the sum into a directory that exists."""
    scratch = directory / ".scratch"
    profile_sum, run_sum = ProfileSum(scratch), RunSum(one_run=request.one_run)
    programs = _Programs(one_run=request.one_run)
    for path in profiles:
        try:
            profile = Profile.open(path)
            most = profile_sum.add(profile)
        except TooMuchError:
            # The profile isn't damaged, so a sum without it would lack a run.
            raise
        except KpathError as error:
            if not request.skip_damaged:
                raise
            tell(f"left out: {error}")
            continue
        programs.add(path, profile)
        identities = identities_of(path, profile.run)
        place = _kept(path, directory, len(run_sum.runs)) if request.keep_runs else None
        completed = int(profile.method_rows.column("completed").sum())
        run_sum.add(
            profile.run, profile.worth_of_counts, str(path),
            completed=completed, most=most, place=place, identities=identities,
        )  # fmt: skip
    for text in programs.notes():
        tell(f"note: {text}")
    for what, having in Counter(what for path in profiles for what in told_beside(path)).items():
        tell(
            f"left out: {what} in {having:,} of the profiles, because only profiles of single runs "
            "have such data; `report` shows it for each profile"
        )
    if not run_sum.runs:
        raise KpathError("none of the profiles can be read: there is nothing to merge")
    whole = profile_sum.concluded()
    nodes = write_forest(whole.ipf(), SCHEMAS["ipf"], directory / "ipf.parquet")
    tables = whole.tables()
    for name, table in tables.items():
        write_table(table, name, directory / f"{name}.parquet")
    folding = run_sum.folding()
    errors = None if folding is None else table_errors(tables["folded"], folding, whole.k)
    concluded = run_sum.concluded(errors)
    record = ProfileRecord(
        **fields_of(amended(concluded), RunRecord),
        k=whole.k,
        skipped=run_sum.skipped,
        tables=TableRows(ipf=nodes, **{name: table.num_rows for name, table in tables.items()}),
    )
    write_run(directory, record)
    shutil.rmtree(scratch, ignore_errors=True)
    told = runs_told(concluded.merged or ())
    for text in _apart(whole.apart):
        tell(text)
    methods = tables["methods"]
    return Merged(concluded.runs, told, whole.k, methods_in(methods), methods.num_rows)


def _apart(apart: Apart) -> Iterator[str]:
    for number, what, then in (
        (apart.class_files, "had several class files", ""),
        (
            apart.loaders,
            f"{'was' if apart.loaders == 1 else 'were'} loaded by several class loaders",
            ", and reports without --no-merge add them up",
        ),
        (apart.graphs, "had several graphs of one class file", ""),
    ):
        if number:
            yield f"{counted(number, 'method')} {what}: the versions are kept apart{then}"


class _Programs:
    """Finds profiles of failed programs, profiles of one run, and profiles of different programs.

    A profile seems to belong to another program if none of its entered methods was entered in an
    earlier profile.
    """

    def __init__(self, *, one_run: bool) -> None:
        self._one_run = one_run
        #: For each profile of all JVMs of a run, by its path: how many added profiles lie in it.
        self._of_runs: Counter[Path] = Counter()
        self._entered: set[tuple[object, ...]] = set()
        self._others: list[str] = []
        self._ended: list[str] = []

    def add(self, path: Path, profile: Profile) -> None:
        """Looks at a profile that is in the sum."""
        rows = profile.method_rows.tuples(("class", "name", "descriptor", "entries"))
        own = {tuple(named) for *named, entries in rows if entries}
        # The JVMs of one build may well run different programs.
        if self._entered and own and self._entered.isdisjoint(own) and not self._one_run:
            self._others.append(
                f"no method ran both in {path} and in the profiles before it, so it seems to "
                "belong to another program; the sum's means are over the runs of both"
            )
        self._entered |= own
        if (whole := _whole_run(path)) is not None:
            self._of_runs[whole] += 1
        # Noted here, because the sum has no exit status if those of its profiles differ.
        self._ended += endings([profile])

    @property
    def _of_one_run(self) -> list[str]:
        return [
            f"{profiles:,} of the profiles belong to JVMs of one run, but count as {profiles:,} "
            f"runs; instead, merge {whole}, which has all JVMs of that run, or pass --one-run if "
            "all profiles are parts of one run"
            for whole, profiles in self._of_runs.items()
            if profiles > 1 and not self._one_run
        ]

    def notes(self) -> Iterator[str]:
        """Yields notes on the profiles that were found, but only a few notes of each kind."""
        for texts, what in (
            (self._of_one_run, "runs have profiles of several of their JVMs here"),
            (self._others, "of the profiles seem to belong to other programs"),
            (self._ended, "of the profiles belong to programs that failed"),
        ):
            yield from texts[:_MOST_TOLD]
            if len(texts) > _MOST_TOLD:
                yield f"{len(texts) - _MOST_TOLD:,} more {what}"


def _whole_run(path: Path) -> Path | None:
    """Returns the profile of all JVMs of a run in which ``path`` lies; None if there is none."""
    real = path.resolve()
    whole = real.parent.parent
    if real.parent.name != JVMS:
        return None
    try:
        run = reader.read_run(whole)
    except KpathError:
        # ``whole`` is no profile, so the profiles in it may belong to several runs.
        return None
    return whole if run.jvms else None


def _kept(path: Path, directory: Path, number: int) -> str:
    """Copies a profile into the sum's directory; returns the copy's path in that directory."""
    name = path.resolve().name.lstrip(".") or "profile"
    place = f"{RUNS}/{number}-{name}"
    try:
        shutil.copytree(path, directory / place, symlinks=True)
    except shutil.Error as several:
        raise OSError(several.args[0][0][2]) from several
    return place


def _usable(request: MergeRequest, tell: Callable[[str], None]) -> list[Path]:
    """Returns the profiles with a readable run.json.

    Raises KpathError if these can't be added up.
    """
    found: list[Path] = []
    recorded: list[tuple[object, Recorded]] = []
    distinct = Distinct()
    kind: tuple[str, str] | None = None
    for path in request.profiles:
        try:
            run = reader.read_run(path)
        except KpathError as error:
            if not request.skip_damaged:
                raise
            tell(f"left out: {error}")
            continue
        own = kind_of(run)
        if kind is not None and own != kind:
            raise _of_several_kinds(found[0], kind, path, own)
        if run.thread is not None:
            raise KpathError(f"{path} is the profile of one thread; merge whole profiles")
        try:
            distinct.add(str(path), identities_of(path, run))
        except CountedTwiceError:
            raise
        except KpathError as error:
            if not request.skip_damaged:
                raise
            tell(f"left out: {error}")
            continue
        kind = own
        found.append(path)
        recorded.append((path, recorded_with(run)))
    if not request.however_recorded:
        require_alike(recorded)
    return found


def require_alike(profiles: Sequence[tuple[object, Recorded]]) -> None:
    """Raises KpathError (2) if profiles, or parts of a profile, have different filters."""
    told = all_differences(profiles)
    if told:
        raise KpathError(
            f"these profiles count different things: {told[0]}; merge profiles that were recorded "
            "with the same filters, or pass --however-recorded if this is meant", 2,
        )  # fmt: skip


def kind_of(run: RunRecord) -> tuple[str, str]:
    """Returns the profiler and the value of --cut. Counts are added up only if both are equal."""
    return run.option("profiler", str) or "stream", run.option("cut", str) or "back-edge"


def _of_several_kinds(
    first: Path, kind: tuple[str, str], path: Path, own: tuple[str, str]
) -> KpathError:
    if kind[0] != own[0]:
        return KpathError(
            f"{path} was recorded by the profiler {own[0]}, {first} by {kind[0]}: they count "
            "different things; merge profiles of one profiler"
        )
    return KpathError(
        f"{path} has paths that are cut at {own[1]}s, {first} at {kind[1]}s: these are different "
        "paths; merge profiles of one --cut"
    )


def _require_distinct(profiles: Sequence[Path], output: Path) -> None:
    seen: set[Path] = set()
    for path in profiles:
        real = path.resolve()
        if real in seen:
            raise KpathError(f"{path} is given twice; its run would count twice", 2)
        seen.add(real)
    if output.resolve() in seen:
        raise KpathError(f"{output} is one of the profiles to merge; choose another output", 2)


def _require_there(profiles: Sequence[Path]) -> None:
    for path in profiles:
        if not path.exists():
            raise KpathError(
                f"no profile {path}: it does not exist; --skip-damaged leaves out only profiles "
                "that can't be read, so correct the name or leave it out"
            )
