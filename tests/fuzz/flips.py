"""Flips bits of a store and its profiles. Answers must be right, or be errors that name the file.

    .venv/bin/python tests/fuzz/flips.py --flips 10000 --engine duckdb [--seed N]
    .venv/bin/python tests/fuzz/flips.py --flips 10000 --engine spark [--seed N]
    .venv/bin/python tests/fuzz/flips.py --flips 1500 --engine duckdb --without-digests

Prints the number of flips with each outcome. The status is 1 if any flip gave a wrong answer. With
--without-digests, the store's only checksums are those of Parquet pages, as in earlier versions.
Such a run shows what these checksums miss.
"""

from __future__ import annotations

import argparse
import secrets
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from msgspec.structs import replace

from builders.stores import filled
from kpath_jvm import Profile
from kpath_jvm.errors import KpathError
from kpath_jvm.fleet import answers, asking, engines
from kpath_jvm.fleet.engines import Engine, Views
from kpath_jvm.fleet.figures import parsed
from kpath_jvm.fleet.trend import trend
from kpath_jvm.fleet.views import RUN
from kpath_jvm.profile.reader import read_run
from kpath_jvm.profile.schema import SCHEMAS
from kpath_jvm.records.record import content_of, write_record
from kpath_jvm.store.place import StorePlace
from kpath_jvm.store.store import Chosen, Store

RIGHT, NAMED, UNNAMED, WRONG = "right", "error with the file", "error without the file", "WRONG"

#: The number of flips between two lines of progress.
_TOLD = 1_000
#: The weights by which the kind of file is chosen.
_WEIGHTS = {"paths": 50, "profiles": 30, "runs": 19, "kpath-store.json": 1}


@dataclass(frozen=True)
class Flip:
    """The result of flipping one bit."""

    file: str
    bit: int
    outcome: str
    told: str


def make_store(directory: Path, *, digests: bool = True) -> Path:
    """Makes a store of four runs. Without digests, the store is as earlier versions made it."""
    made = directory / "store"
    filled(str(made), directory)
    if digests:
        return made
    store = Store(str(made))
    for run in store.runs():
        profile = made / run.profile
        write_record(profile / "run.json", replace(read_run(profile), files=None))
        store.place.put(run.commit, content_of(replace(run, files=None, paths_digest=None)))
    return made


def fleet_answer(place: Path, opened: asking.Opened) -> object:
    """Asks `fleet` questions that it answers without opening profiles, and returns the answers."""
    store = Store(str(place))
    listed = [
        (run.run, run.service, run.version, run.day, run.k, run.completed, run.title)
        for run in store.runs()
    ]
    tops = [answers.top(store, Chosen(), by, 1_000, opened).rows for by in ("method", "path")]
    sides = Chosen("shop", "1"), Chosen("shop", "2")
    changes = answers.diff(store, *sides, 1_000, opened).rows
    return listed, tops, changes, trend_answer(place, opened)


def trend_answer(place: Path, opened: asking.Opened) -> object:
    """Asks `fleet trend` for the total, for a figure of methods and for a figure of a loop.

    For the loop, `fleet trend` also opens the profiles.
    """
    figures = ["total", "entries(demo.*.*)", "loop-bytecodes(demo.Figure3.run)"]
    asked = [parsed(text) for text in figures]
    return trend(Store(str(place)), Chosen(), asked, "run", opened).rows


def merged_answer(place: Path, directory: Path) -> object:
    """Merges all runs, and returns the result without its environment and its digests."""
    output = directory / "sum.kpath"
    shutil.rmtree(output, ignore_errors=True)
    answers.merged(Store(str(place)), Chosen(), output, False, lambda _: None)
    profile = Profile.open(output)
    told = replace(profile.run, environment=None, files=None)
    return told, {name: profile.table(name) for name in SCHEMAS}


def _folder(path: Path, place: Path) -> str | None:
    return path.relative_to(place).parts[0] if path.is_file() else None


def flips(place: Path, count: int, random: Random, ask: Callable[[bool], object]) -> Iterator[Flip]:
    """Flips bits of the store's files, one at a time. About half of the bits are in `paths`.

    ``ask(True)`` returns answers that depend on the profiles, and ``ask(False)`` answers that
    depend on the store's other files.
    """
    files = {
        folder: sorted(path for path in place.rglob("*") if _folder(path, place) == folder)
        for folder in _WEIGHTS
    }
    right = {of_profile: ask(of_profile) for of_profile in (False, True)}
    for _ in range(count):
        (folder,) = random.choices(list(_WEIGHTS), list(_WEIGHTS.values()))
        path = random.choice(files[folder])
        whole = path.read_bytes()
        bit = random.randrange(8 * len(whole))
        name = str(path.relative_to(place))
        of_profile = name.startswith("profiles/")
        changed = bytearray(whole)
        changed[bit // 8] ^= 1 << bit % 8
        path.write_bytes(changed)
        try:
            answer = ask(of_profile)
            outcome, told = (RIGHT if answer == right[of_profile] else WRONG), ""
        except KpathError as error:
            told = str(error)
            is_named = path.name in told or name == "kpath-store.json"
            outcome = NAMED if is_named and "\n" not in told else UNNAMED
        finally:
            path.write_bytes(whole)
        yield Flip(name, bit, outcome, told)


@contextmanager
def one_session() -> Iterator[asking.Opened]:
    """Yields a function that opens Spark. All calls share one session, which is slow to start."""
    from pyspark.sql import SparkSession

    stop = SparkSession.stop
    setattr(SparkSession, "stop", lambda _: None)  # noqa: B010
    try:
        yield asking.opened_by("spark", "local[2]")
    finally:
        setattr(SparkSession, "stop", stop)  # noqa: B010
        if (session := SparkSession.getActiveSession()) is not None:
            session.stop()


@contextmanager
def duckdb_itself() -> Iterator[asking.Opened]:
    """Yields a function that opens DuckDB, which reads Parquet files itself, without our checks."""
    import duckdb

    @contextmanager
    def opened(place: StorePlace, views: Views) -> Iterator[Engine]:
        with duckdb.connect() as connection:
            try:
                for name, view in views.items():
                    paths = [place.path(file.name) for file in view.files]
                    rows = connection.read_parquet(paths, filename=True)
                    if RUN not in view.stored.names:
                        of_folder = "regexp_extract(filename, '([0-9a-f]+)/[^/]+$', 1)"
                        rows = rows.project(f"*, {of_folder} AS {RUN}")
                    connection.register(name, rows)
            except duckdb.Error as error:
                raise KpathError(f"DuckDB: {error}") from error
            yield engines._DuckDb(connection, place, [])

    yield opened


@contextmanager
def _ours() -> Iterator[asking.Opened]:
    yield asking.opened_by("duckdb", "")


ENGINES = {"duckdb": _ours, "spark": one_session, "duckdb-itself": duckdb_itself}


def run(engine: str, count: int, seed: int, *, digests: bool = True) -> Iterator[Flip]:
    """Flips bits of a new store."""
    with tempfile.TemporaryDirectory(prefix="kpath-flips-") as name, ENGINES[engine]() as opened:
        directory = Path(name)
        place = make_store(directory, digests=digests)

        def ask(of_profile: bool) -> object:
            if not of_profile:
                return fleet_answer(place, opened)
            return merged_answer(place, directory), trend_answer(place, opened)

        yield from flips(place, count, Random(seed), ask)


def main() -> int:
    """Flips bits as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--flips", type=int, default=10_000)
    parser.add_argument("--seed", type=int, help="the seed (default: a random one)")
    parser.add_argument("--engine", choices=sorted(ENGINES), default="duckdb")
    parser.add_argument("--without-digests", action="store_true")
    options = parser.parse_args()
    seed = secrets.randbits(32) if options.seed is None else options.seed
    print(f"seed {seed}", flush=True)
    found: Counter[tuple[str, str]] = Counter()
    flipped = run(options.engine, options.flips, seed, digests=not options.without_digests)
    for number, flip in enumerate(flipped, 1):
        if number % _TOLD == 0:
            # If the run is stopped, its output shows how far it got.
            print(f"{number:,} flips", flush=True)
        found[flip.file.partition("/")[0], flip.outcome] += 1
        if flip.outcome in (WRONG, UNNAMED):
            print(f"{flip.outcome}: bit {flip.bit} of {flip.file} {flip.told}", flush=True)
    for (kind, outcome), number in sorted(found.items()):
        print(f"{number:6,} of {kind}: {outcome}")
    return int(any(outcome == WRONG for _, outcome in found))


if __name__ == "__main__":
    sys.exit(main())
