"""Answers questions about a store: runs queries, and adds columns such as shares to their rows."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.fleet import engines, queries
from kpath_jvm.fleet.engines import Engine, Row, Views
from kpath_jvm.fleet.matching import FleetPair, matched
from kpath_jvm.profile.identity.runs import CountedTwiceError, Distinct
from kpath_jvm.profile.writer import not_written
from kpath_jvm.records.completeness import Completeness, of_runs
from kpath_jvm.records.filters import Recorded, all_differences
from kpath_jvm.regular_files import cleaned_up_when_ended
from kpath_jvm.sessions.merge import Merged, MergeRequest, merge, require_alike
from kpath_jvm.store.flat import NAMED
from kpath_jvm.store.place import StorePlace
from kpath_jvm.store.store import Chosen, Store, StoredRun, unverified
from kpath_jvm.whole_directories import beside

Opened = Callable[[StorePlace, Views], AbstractContextManager[Engine]]


@dataclass(frozen=True)
class Answer:
    """A table: the names of its columns, and its rows.

    ``runs`` is the number of runs that were queried, and ``completeness`` says what the counts of
    all these runs together are worth. ``notes`` say what users must know about the runs.
    """

    columns: tuple[str, ...]
    rows: list[Row]
    runs: int
    completeness: Completeness
    notes: tuple[str, ...] = ()


def opened_by(engine: str, master: str) -> Opened:
    """Returns the function that opens an engine. Only Spark uses ``master``, the Spark master."""
    if engine == "duckdb":
        return engines.duckdb

    @contextmanager
    def spark(place: StorePlace, views: Views) -> Iterator[Engine]:
        with engines.spark(place, views, master) as found:
            yield found

    return spark


def top(store: Store, chosen: Chosen, by: str, limit: int, opened: Opened) -> Answer:
    """Returns the methods or paths that executed the most bytecodes in the chosen runs.

    ``by`` is ``method`` or ``path``. The columns are queries.COLUMNS, queries.SUMS, and the row's
    share of all bytecodes that the runs executed.
    """
    asked = _asked(store, {"paths": chosen}, queries.top(by, limit), opened)
    if not asked.rows:
        raise _without_paths(asked.runs)
    shares = [(*row[:-1], row[-2] / row[-1] if row[-1] else 0.0) for row in asked.rows]
    columns = (*queries.COLUMNS[by], *queries.SUMS, "share")
    return asked.answer(columns, shares)


def diff(store: Store, base: Chosen, new: Chosen, limit: int, opened: Opened) -> Answer:
    """Returns the methods whose shares of all bytecodes differ most between two sets of runs.

    The columns are store.flat.NAMED, ``code`` (how the code in ``new`` compares with that in
    ``base``), and ``was`` (the earlier name). Then come, for each side, the number of runs that
    executed the method, its bytecodes per run, and its share. The last column is the difference of
    the shares. Of methods with equal differences, those whose code or name has changed come first,
    and then those with the largest shares.
    """
    asked = _asked(store, {"base": base, "new": new}, queries.difference(), opened)
    pairs = matched(asked.rows)
    if not pairs:
        raise _without_paths(asked.runs)
    wholes = [
        sum(method.weight for pair in pairs if (method := getattr(pair, side)) is not None)
        for side in ("base", "new")
    ]
    rows = [(pair, _told(pair, wholes, asked.runs_of_views)) for pair in pairs]
    rows.sort(key=lambda it: _order(*it))
    told = [row for _, row in rows]
    columns = (
        *NAMED, "code", "was", "base_runs", "new_runs", "base_bytecodes_per_run",
        "new_bytecodes_per_run", "base_share", "new_share", "change",
    )  # fmt: skip
    return asked.answer(columns, told[:limit])


@dataclass(frozen=True)
class _Asked:
    """The rows of a query, the runs that were queried, and notes on how the runs differ.

    ``runs_of_views`` has the number of runs of each view.
    """

    rows: list[Row]
    runs: list[StoredRun]
    runs_of_views: tuple[int, ...]
    notes: tuple[str, ...]

    def answer(self, columns: tuple[str, ...], rows: list[Row]) -> Answer:
        """Returns an answer with these rows, and with a verdict on the counts of the runs."""
        worth = of_runs(run.worth for run in self.runs)
        unknown = unverified(self.runs)
        notes = (*self.notes, *([] if unknown is None else [unknown]))
        return Answer(columns, rows, len(self.runs), worth, notes)


def _asked(store: Store, views: Mapping[str, Chosen], query: str, opened: Opened) -> _Asked:
    """Queries the runs of one or two choices. No run may be in both choices.

    If another process removes a run before it is read, the query starts again with the other runs.
    """
    while True:
        found = _found(store, *views.values())
        ids = [{run.run for run in runs} for runs in found]
        if len(ids) > 1 and set.intersection(*ids):
            raise KpathError(
                "both sides of the comparison have runs in common; choose two versions", 2
            )
        files = [[run.paths for run in runs] for runs in found]
        try:
            with opened(store.place, dict(zip(views, files, strict=True))) as engine:
                runs = [run for of_choice in found for run in of_choice]
                sizes = tuple(map(len, ids))
                return _Asked(engine.rows(query), runs, sizes, _notes(store, runs))
        except KpathError:
            if all(store.still_has(run) for runs in found for run in runs):
                raise


def _notes(store: Store, runs: Sequence[StoredRun]) -> tuple[str, ...]:
    """Returns a note for each difference between the options with which runs were recorded."""
    return tuple(
        f"{text}: what only some runs count seems to be new, gone or rare, and shares are of "
        "different totals"
        for text in all_differences(_recorded(store, runs))
    )


def _recorded(store: Store, runs: Sequence[StoredRun]) -> list[tuple[object, Recorded]]:
    return [(_name(run), store.recorded(run)) for run in runs]


def _name(run: StoredRun) -> str:
    return f"run {run.run} of {run.service} {run.version} on {run.day}"


def _order(pair: FleetPair, row: Row) -> tuple[object, ...]:
    *_, base_share, new_share, change = row
    is_as_before = pair.code in ("same", "unchanged", "alike") and not pair.was
    return -abs(change), is_as_before, -max(base_share, new_share), row


def _told(pair: FleetPair, wholes: Sequence[int], runs_of_sides: Sequence[int]) -> Row:
    sides = pair.base, pair.new
    runs = [0 if method is None else method.runs for method in sides]
    costs = [0 if method is None else method.weight for method in sides]
    each = [
        cost / number if number > 1 else cost
        for cost, number in zip(costs, runs_of_sides, strict=True)
    ]
    shares = [cost / whole if whole else 0.0 for cost, whole in zip(costs, wholes, strict=True)]
    known = pair.known
    return (
        *known.named, pair.code, pair.was,
        *runs, *each, *shares, shares[1] - shares[0],
    )  # fmt: skip


def merged(
    store: Store,
    chosen: Chosen,
    output: Path,
    force: bool,
    tell: Callable[[str], None],
    *,
    however_recorded: bool = False,
) -> Merged:
    """Writes the exact sum of the chosen runs as a profile.

    Raises KpathError if the runs were recorded with different filters, unless ``however_recorded``
    allows this.
    """
    while True:
        (runs,) = _found(store, chosen)
        try:
            if not however_recorded:
                require_alike(_recorded(store, runs))
            return _merged(store, runs, output, force, tell)
        except KpathError:
            if all(store.still_has(run) for run in runs):
                raise


def _merged(
    store: Store, runs: Sequence[StoredRun], output: Path, force: bool, tell: Callable[[str], None]
) -> Merged:
    parent = output.absolute().parent
    if not parent.is_dir():
        raise KpathError(f"no directory {parent} for the profile {output.name}; create it")
    if (note := unverified(runs)) is not None:
        tell(note)
    if store.place.is_local:
        for run in runs:
            store.check(run)
        # The profiles are read in place, without copies.
        own = tuple(Path(store.place.path(run.profile)) for run in runs)
        return merge(MergeRequest(own, output, force, however_recorded=True), tell)
    try:
        with cleaned_up_when_ended(), beside(output, "fetched") as scratch:
            places = []
            for run in runs:
                partition = f"{run.service}-{run.version}-{run.day}".replace("/", "_")
                places.append(scratch / partition / f"{run.run}.kpath")
                store.fetch(run, places[-1])
            request = MergeRequest(tuple(places), output, force, however_recorded=True)
            return merge(request, tell)
    except OSError as error:
        raise not_written(output, error) from error


def _found(store: Store, *several: Chosen) -> list[list[StoredRun]]:
    """Returns the runs of each choice.

    Raises KpathError if a choice has no runs, or if the runs count different things. Raises
    CountedTwiceError if two runs have counts of the same recording.
    """
    found = store.some(*several)
    distinct = Distinct()
    for run in {run.commit: run for runs in found for run in runs}.values():
        try:
            distinct.add(_name(run), run.identities)
        except CountedTwiceError as error:
            error.add(
                ": choose fewer runs with --service, --version, --since or --until, or remove one "
                f"with `kpath-jvm store prune {store.place.text} --run ID`"
            )
            raise
    kinds = {(run.profiler, run.cut) for runs in found for run in runs}
    if len(kinds) > 1:
        told = ", ".join(f"{profiler} cut at {cut}s" for profiler, cut in sorted(kinds))
        raise KpathError(f"these runs count different things ({told}); choose fewer of them")
    return found


def _without_paths(runs: Sequence[StoredRun]) -> KpathError:
    return KpathError(
        f"these runs, by the profiler {runs[0].profiler}, have no paths to ask about; "
        "`kpath-jvm fleet merge` makes their sum, and `kpath-jvm report` shows it"
    )
