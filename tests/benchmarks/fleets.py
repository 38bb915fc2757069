"""Measures how a store's size and the time of its queries grow with the number of profiles.

Profiles are made from a real one by resampling, and added to one store. Whenever the store has
reached one of the given numbers of profiles, its size and the time of DuckDB's answers are
measured. Seconds are CPU time. ``--help`` lists the arguments; docs/evidence/fleets.md has the
results.
"""

import argparse
import shutil
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from builders.resampled import resample
from kpath_jvm import Profile
from kpath_jvm.fleet import answers
from kpath_jvm.store.store import Chosen, Store


def seconds(work: object) -> float:
    """Calls ``work``, and returns the CPU seconds of all threads during the call."""
    began = time.process_time()
    work()  # type: ignore[operator]
    return time.process_time() - began


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("profile", help="a real profile, from which all others are made")
    parser.add_argument("directory", type=Path, help="a new directory for the store")
    parser.add_argument(
        "counts", type=int, nargs="+", help="numbers of profiles to measure at, ascending"
    )
    return parser.parse_args()


def main() -> None:
    """Fills a store, and prints a row of the table for each given number of profiles."""
    options = _parse()
    source, place = Profile.open(options.profile), options.directory
    place.mkdir()
    opened = answers.opened_by("duckdb", "")
    print("| profiles | adding one | MiB | list | top by method | top by path |")
    print("|---|---|---|---|---|---|")
    done, adding = 0, 0.0
    for count in options.counts:
        for seed in range(done, count):
            path = resample(source, place / "one.kpath", seed)
            store = Store(str(place / "store"))
            version, day = str(seed % 4), f"2026-11-{seed % 28 + 1:02d}"
            adding += seconds(lambda: store.add(path, "shop", version, day))  # noqa: B023
            shutil.rmtree(path)
        done = count
        size = sum(file.stat().st_size for file in (place / "store").rglob("*") if file.is_file())
        listing = seconds(store.runs)
        asked = [
            seconds(lambda: answers.top(store, Chosen(), by, 20, opened))  # noqa: B023
            for by in ("method", "path")
        ]
        told = " | ".join(f"{value:.3f}" for value in (listing, *asked))
        print(f"| {count:,} | {adding / done:.3f} | {size / 2**20:.1f} | {told} |", flush=True)


if __name__ == "__main__":
    main()
