"""The answers: rows of a query with what a person wants beside them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.fleet import engines, queries
from kpath_jvm.fleet.engines import Engine, Row, Views
from kpath_jvm.fleet.matching import FleetPair, matched
from kpath_jvm.profile.writer import not_written
from kpath_jvm.records.completeness import Completeness, of_runs
from kpath_jvm.regular_files import cleaned_up_when_ended
from kpath_jvm.sessions.merge import Merged, MergeRequest, merge
from kpath_jvm.store.place import Place
from kpath_jvm.store.store import Chosen, Store, StoredRun
from kpath_jvm.whole_directories import beside

Opened = Callable[[Place, Views], AbstractContextManager[Engine]]


@dataclass(frozen=True)
class Answer:
    """A table: the names of its columns, and its rows.

    ``runs`` is of how many runs it is, and ``completeness`` what their counts are worth together.
    """

    columns: tuple[str, ...]
    rows: list[Row]
    runs: int
    completeness: Completeness


def opened_by(engine: str, master: str) -> Opened:
    """Returns what opens an engine; ``master`` is for Spark."""
    if engine == "duckdb":
        return engines.duckdb

    @contextmanager
    def spark(place: Place, views: Views) -> Iterator[Engine]:
        with engines.spark(place, views, master) as found:
            yield found

    return spark


def top(store: Store, chosen: Chosen, by: str, limit: int, opened: Opened) -> Answer:
    """Returns what has cost most in all of these runs, with its share of all bytecodes."""
    (runs,) = _found(store, chosen)
    with opened(store.place, {"paths": [run.paths for run in runs]}) as engine:
        rows = engine.rows(queries.top(by, limit))
    if not rows:
        raise _without_paths(runs)
    shares = [(*row[:-1], row[-2] / row[-1] if row[-1] else 0.0) for row in rows]
    return Answer((*queries.COLUMNS[by], *queries.SUMS, "share"), shares, len(runs), _worth(runs))


def diff(store: Store, base: Chosen, new: Chosen, limit: int, opened: Opened) -> Answer:
    """Returns the methods whose shares of all bytecodes differ most between two sets of runs.

    Columns are NAMES, how the code compares and what the method was called, then CHANGES, the
    shares of both sides, and their difference.
    """
    before, after = _found(store, base, new)
    if {run.run for run in before} & {run.run for run in after}:
        raise KpathError("both sides of the comparison have runs in common; choose two versions", 2)
    views = {"base": [run.paths for run in before], "new": [run.paths for run in after]}
    with opened(store.place, views) as engine:
        pairs = matched(engine.rows(queries.difference()))
    if not pairs:
        raise _without_paths(before)
    wholes = [
        sum(method.weight for pair in pairs if (method := getattr(pair, side)) is not None)
        for side in ("base", "new")
    ]
    told = [_told(pair, wholes) for pair in pairs]
    told.sort(key=lambda row: (-abs(row[-1]), row))
    columns = (
        *queries.NAMES, "code", "was", *queries.CHANGES, "base_share", "new_share", "change",
    )  # fmt: skip
    every = [*before, *after]
    return Answer(columns, told[:limit], len(every), _worth(every))


def _worth(runs: Sequence[StoredRun]) -> Completeness:
    return of_runs(run.worth for run in runs)


def _told(pair: FleetPair, wholes: Sequence[int]) -> Row:
    sides = pair.base, pair.new
    runs = [0 if method is None else method.runs for method in sides]
    costs = [0 if method is None else method.weight for method in sides]
    shares = [cost / whole if whole else 0.0 for cost, whole in zip(costs, wholes, strict=True)]
    known = pair.known
    return (
        known.class_name, known.name, known.descriptor, pair.code, pair.was,
        *runs, *costs, *shares, shares[1] - shares[0],
    )  # fmt: skip


def merged(
    store: Store, chosen: Chosen, output: Path, force: bool, tell: Callable[[str], None]
) -> Merged:
    """Writes the exact sum of these runs as a profile."""
    (runs,) = _found(store, chosen)
    parent = output.absolute().parent
    if not parent.is_dir():
        raise KpathError(f"no directory {parent} for the profile {output.name}; create it")
    if store.place.is_local:
        # As they are: nothing is copied.
        own = tuple(Path(store.place.path(run.profile)) for run in runs)
        return merge(MergeRequest(own, output, force), tell)
    try:
        with cleaned_up_when_ended(), beside(output, "fetched") as scratch:
            places = []
            for run in runs:
                partition = f"{run.service}-{run.version}-{run.day}".replace("/", "_")
                places.append(scratch / partition / f"{run.run}.kpath")
                store.fetch(run, places[-1])
            return merge(MergeRequest(tuple(places), output, force), tell)
    except OSError as error:
        raise not_written(output, error) from error


def _found(store: Store, *several: Chosen) -> list[list[StoredRun]]:
    """Returns the runs of each choice; KpathError if one has none, or they aren't of one kind."""
    every = store.runs()
    found = [[run for run in every if chosen.takes(run)] for chosen in several]
    for chosen, runs in zip(several, found, strict=True):
        if not runs:
            words = f" of {chosen.words}" if chosen.words else ""
            raise KpathError(
                f"no run{words} in {store.place.text}; `kpath-jvm store list` shows all"
            )
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
