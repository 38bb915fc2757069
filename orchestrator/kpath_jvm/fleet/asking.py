"""Finds the runs that a question is about, and asks an engine about them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TypeVar

from kpath_jvm.errors import KpathError
from kpath_jvm.fleet import engines
from kpath_jvm.fleet.engines import Engine, Views
from kpath_jvm.profile.identity.runs import CountedTwiceError, Distinct
from kpath_jvm.records.filters import Recorded, all_differences
from kpath_jvm.store.place import StorePlace
from kpath_jvm.store.store import Chosen, Store, StoredRun

T = TypeVar("T")
Opened = Callable[[StorePlace, Views], AbstractContextManager[Engine]]
#: The runs of each of several choices.
FoundRuns = Sequence[Sequence[StoredRun]]


def opened_by(engine: str, master: str) -> Opened:
    """Returns the function that opens an engine. Only Spark uses ``master``, the Spark master."""
    if engine == "duckdb":
        return engines.duckdb

    @contextmanager
    def spark(place: StorePlace, views: Views) -> Iterator[Engine]:
        with engines.spark(place, views, master) as found:
            yield found

    return spark


def ask(
    store: Store,
    choices: Sequence[Chosen],
    views: Callable[[FoundRuns], Views],
    question: Callable[[Engine, FoundRuns], T],
    opened: Opened,
) -> T:
    """Opens an engine, and returns what ``question`` returns about the runs of each choice.

    ``views`` returns the views that the question reads.
    """

    def about(found: FoundRuns) -> T:
        with opened(store.place, views(found)) as engine:
            return question(engine, found)

    return of_present_runs(store, choices, about)


def of_present_runs(
    store: Store, choices: Sequence[Chosen], question: Callable[[FoundRuns], T]
) -> T:
    """Returns what ``question`` returns about the runs of each choice.

    If another process removes a run before it is read, the question is asked again about the runs
    that are left. Raises KpathError as ``runs_of`` does.
    """
    while True:
        found = runs_of(store, *choices)
        try:
            return question(found)
        except KpathError:
            if all(store.still_has(run) for runs in found for run in runs):
                raise


def runs_of(store: Store, *choices: Chosen) -> FoundRuns:
    """Returns the runs of each choice.

    Raises KpathError if a choice has no runs, or if profilers counted different things in the runs.
    Raises CountedTwiceError if two runs have counts of the same recording.
    """
    found = store.some(*choices)
    distinct = Distinct()
    for run in {run.commit: run for runs in found for run in runs}.values():
        try:
            distinct.add(name_of(run), run.identities)
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


def name_of(run: StoredRun) -> str:
    """Returns a run's name for people."""
    return f"run {run.run} of {run.service} {run.version} on {run.day}"


def recorded_of(store: Store, runs: Sequence[StoredRun]) -> list[tuple[object, Recorded]]:
    """Returns each run's name, and the options with which it was recorded."""
    return [(name_of(run), store.recorded(run)) for run in runs]


def notes_on(store: Store, runs: Sequence[StoredRun]) -> tuple[str, ...]:
    """Returns a note for each difference between the options with which runs were recorded."""
    return tuple(
        f"{text}: what only some runs count seems to be new, gone or rare, and shares refer to "
        "different totals"
        for text in all_differences(recorded_of(store, runs))
    )


def without_paths(runs: Sequence[StoredRun]) -> KpathError:
    """Returns the error for a question about runs in which no paths were counted."""
    return KpathError(
        f"these runs, by the profiler {runs[0].profiler}, have no paths to ask about; "
        "`kpath-jvm fleet merge` makes their sum, and `kpath-jvm report` shows it"
    )
