"""The answers: rows of a query with what a person wants beside them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from kpath_jvm.errors import KpathError
from kpath_jvm.fleet import engines, queries
from kpath_jvm.fleet.engines import Engine, Row, Views
from kpath_jvm.sessions.merge import Merged, MergeRequest, merge
from kpath_jvm.store.place import Place
from kpath_jvm.store.store import Chosen, Store, StoredRun

Opened = Callable[[Place, Views], AbstractContextManager[Engine]]


@dataclass(frozen=True)
class Answer:
    """A table: the names of its columns, and its rows; and of how many runs it is."""

    columns: tuple[str, ...]
    rows: list[Row]
    runs: int


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
    runs = _found(store, chosen)
    with opened(store.place, {"paths": [run.paths for run in runs]}) as engine:
        rows = engine.rows(queries.top(by, limit))
        ((_, _, whole),) = engine.rows(queries.total("paths"))
    shares = [(*row, row[-1] / whole if whole else 0.0) for row in rows]
    return Answer((*queries.COLUMNS[by], *queries.SUMS, "share"), shares, len(runs))


def diff(store: Store, base: Chosen, new: Chosen, limit: int, opened: Opened) -> Answer:
    """Returns the methods whose shares of all bytecodes differ most between two sets of runs.

    Beside queries.CHANGES stand ``base_share``, ``new_share`` and ``change`` (their difference).
    """
    before, after = _found(store, base), _found(store, new)
    if {run.run for run in before} & {run.run for run in after}:
        raise KpathError("both sides of the comparison have runs in common; choose two versions", 2)
    views = {"base": [run.paths for run in before], "new": [run.paths for run in after]}
    with opened(store.place, views) as engine:
        rows = engine.rows(queries.difference())
    wholes = [sum(row[-2] for row in rows), sum(row[-1] for row in rows)]
    told = []
    for row in rows:
        shares = [row[at] / whole if whole else 0.0 for at, whole in zip((-2, -1), wholes,
                                                                         strict=True)]  # fmt: skip
        told.append((*row, *shares, shares[1] - shares[0]))
    told.sort(key=lambda row: (-abs(row[-1]), row))
    columns = (*queries.COMPARED, *queries.CHANGES, "base_share", "new_share", "change")
    return Answer(columns, told[:limit], len(before) + len(after))


def merged(
    store: Store, chosen: Chosen, output: Path, force: bool, tell: Callable[[str], None]
) -> Merged:
    """Writes the exact sum of these runs as a profile."""
    runs = _found(store, chosen)
    parent = output.absolute().parent
    if not parent.is_dir():
        raise KpathError(f"no directory {parent} for the profile {output.name}; create it")
    with TemporaryDirectory(prefix=".kpath-fleet-", dir=parent) as scratch:
        places = []
        for run in runs:
            places.append(Path(scratch) / f"{run.service}-{run.version}-{run.day}".replace("/", "_")
                          / f"{run.run}.kpath")  # fmt: skip
            store.fetch(run, places[-1])
        return merge(MergeRequest(tuple(places), output, force), tell)


def _found(store: Store, chosen: Chosen) -> Sequence[StoredRun]:
    runs = store.runs(chosen)
    if not runs:
        raise KpathError(
            f"no run in {store.place.text} is one of these; `kpath-jvm store list` shows all"
        )
    kinds = {(run.profiler, run.cut) for run in runs}
    if len(kinds) > 1:
        told = ", ".join(f"{profiler} cut at {cut}s" for profiler, cut in sorted(kinds))
        raise KpathError(f"these runs count different things ({told}); choose fewer of them")
    return runs
