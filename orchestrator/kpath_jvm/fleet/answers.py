"""Answers questions about a store: queries its runs, and adds columns such as shares."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.fleet import queries
from kpath_jvm.fleet.asking import (
    FoundRuns,
    Opened,
    ask,
    notes_on,
    of_present_runs,
    recorded_of,
    without_paths,
)
from kpath_jvm.fleet.between_runs import started_differently
from kpath_jvm.fleet.engines import Engine, Row, Views
from kpath_jvm.fleet.matching import FleetPair, matched
from kpath_jvm.fleet.views import paths_of
from kpath_jvm.profile.writer import not_written
from kpath_jvm.records.completeness import Completeness, of_runs
from kpath_jvm.regular_files import cleaned_up_when_ended
from kpath_jvm.sessions.merge import Merged, MergeRequest, merge, require_alike
from kpath_jvm.store.flat import NAMED
from kpath_jvm.store.store import Chosen, Store, StoredRun, unverified
from kpath_jvm.whole_directories import beside


@dataclass(frozen=True)
class Answer:
    """A table: the names of its columns, and its rows.

    ``runs`` is the number of profiles that were queried, ``days`` are their first and their last
    day, and ``completeness`` says what the counts of all these runs together are worth. ``notes``
    say what users must know about the runs. ``bytecodes`` is the total of which the shares in the
    rows are parts, or None if there are no such shares.
    """

    columns: tuple[str, ...]
    rows: list[Row]
    runs: int
    completeness: Completeness
    days: tuple[str, str]
    notes: tuple[str, ...] = ()
    bytecodes: int | None = None


def top(store: Store, chosen: Chosen, by: str, limit: int, opened: Opened) -> Answer:
    """Returns the methods or paths that executed the most bytecodes in the chosen runs.

    ``by`` is ``method`` or ``path``. The columns are ``queries.COLUMNS[by]``, queries.SUMS,
    ``share``, the row's share of all bytecodes that the runs executed, and ``share_where_run``, its
    share of the bytecodes of those runs alone that executed the method or path. A method's row has
    the sums of all versions of its code; ``class_files`` is the number of class files that they
    came from.
    """
    asked = _asked(store, {"paths": chosen}, queries.top(by, limit), opened, notes=_notes_on_top)
    if not asked.rows:
        raise without_paths(asked.runs)
    shares = [
        (*row[:-2], *(row[-3] / whole if whole else 0.0 for whole in (row[-1], row[-2])))
        for row in asked.rows
    ]
    columns = (*queries.COLUMNS[by], *queries.SUMS, "share", "share_where_run")
    return replace(asked.answer(columns, shares), bytecodes=asked.rows[0][-1])


def _notes_on_top(store: Store, runs: Sequence[StoredRun]) -> tuple[str, ...]:
    started = started_differently([store.with_origin(run) for run in runs])
    return (*notes_on(store, runs), *([] if started is None else [started]))


def diff(store: Store, base: Chosen, new: Chosen, limit: int, opened: Opened) -> Answer:
    """Returns the methods whose shares of all bytecodes differ most between two sets of runs.

    The first columns are store.flat.NAMED, ``code`` (how the code in ``new`` compares with that in
    ``base``), and ``was`` (the earlier name). Then come the number of runs that executed the
    method, its bytecodes per run, and its share, each for ``base`` and for ``new``. The last
    column is the difference of the shares. Among methods with equal differences, those whose code
    or name has changed come first.
    """
    asked = _asked(store, {"base": base, "new": new}, queries.difference(), opened)
    pairs = matched(asked.rows)
    if not pairs:
        raise without_paths(asked.runs)
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
        return answer_of(columns, rows, self.runs, self.notes)


def answer_of(
    columns: tuple[str, ...], rows: list[Row], runs: Sequence[StoredRun], notes: Sequence[str]
) -> Answer:
    """Returns an answer about runs, with a verdict on their counts.

    The answer also has a note if runs can't be verified.
    """
    worth = of_runs(run.worth for run in runs)
    unknown = unverified(runs)
    notes = (*notes, *([] if unknown is None else [unknown]))
    days = [run.day for run in runs]
    return Answer(columns, rows, len(runs), worth, (min(days), max(days)), notes)


def _asked(
    store: Store,
    choices: Mapping[str, Chosen],
    query: str,
    opened: Opened,
    *,
    notes: Callable[[Store, Sequence[StoredRun]], tuple[str, ...]] = notes_on,
) -> _Asked:
    """Queries the executed paths of the chosen runs, with a view for each choice.

    No run may be in two choices. ``notes`` makes the notes on the runs.
    """

    def views(found: FoundRuns) -> Views:
        ids = [{run.run for run in runs} for runs in found]
        if len(ids) > 1 and set.intersection(*ids):
            raise KpathError(
                "both sides of the comparison have runs in common; choose two versions", 2
            )
        return {name: paths_of(runs) for name, runs in zip(choices, found, strict=True)}

    def question(engine: Engine, found: FoundRuns) -> _Asked:
        runs = [run for of_choice in found for run in of_choice]
        sizes = tuple(len({run.run for run in of_choice}) for of_choice in found)
        return _Asked(engine.rows(query), runs, sizes, notes(store, runs))

    return ask(store, [*choices.values()], views, question, opened)


def _order(pair: FleetPair, row: Row) -> tuple[object, ...]:
    *_, base_share, new_share, change = row
    is_as_before = pair.code in ("same", "alike") and not pair.was
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

    def question(found: FoundRuns) -> Merged:
        (runs,) = found
        if not however_recorded:
            require_alike(recorded_of(store, runs))
        return _merged(store, runs, output, force, tell)

    return of_present_runs(store, [chosen], question)


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
