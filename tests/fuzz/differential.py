"""Runs random class files natively, as twins that log their blocks, and under kpath-jvm.

The counts of a recording must equal those of the twin's log.

    .venv/bin/python tests/fuzz/differential.py --minutes 30 [--seed N] [--jobs 2]

Prints the first seed. For each failure, prints the seed and a command that repeats the failure, and
keeps the failing program in the directory --keep. The main method of a kept program calls only a
small set of methods with which the program still fails.
"""

from __future__ import annotations

import argparse
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from pathlib import Path

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from fuzz.checking import Figures, Trial
from fuzz.programs import Shape
from fuzz.variants import Variant, is_long, variants_of
from kpath_jvm.records.engine import ENGINES, EngineName
from oracle.harness import find_java_homes

SHOWN = 8
SEED_BITS = 32
JUDGED_EVERY = 25
"""One in this many programs is small, and is also run under the debugger."""


@dataclass
class Outcome:
    """The results for one seed."""

    seed: int
    methods: int = 0
    irreducible: int = 0
    activations: int = 0
    figures: Figures = field(default_factory=Figures)
    failures: list[str] = field(default_factory=list)


def shape_of(seed: int) -> Shape:
    """Returns the shape of a seed's program."""
    if is_judged(seed):
        return Shape(seed, 2, 6)
    if is_long(seed):
        return Shape(seed, 3, 12, longest=20_000)
    return Shape(seed, 10, 30) if seed % 2 else Shape(seed, 4, 20)


def is_judged(seed: int) -> bool:
    """Returns whether the debugger must confirm the log of the program's twin."""
    return seed % JUDGED_EVERY == 0


def try_seed(seed: int, keep: Path, engine: EngineName | None = None) -> Outcome:
    """Runs all checks for one seed, with the given engine or with both engines.

    A failing program is cut down and kept.
    """
    outcome = Outcome(seed)
    homes = find_java_homes()
    with tempfile.TemporaryDirectory(prefix="kpath-fuzz-") as directory:
        try:
            trial = Trial(shape_of(seed), Path(directory) / "trial", homes[seed % len(homes)])
        except Exception:
            outcome.failures.append(f"the fuzzer failed:\n{traceback.format_exc()}")
            return outcome
        outcome.methods, outcome.activations = len(trial.methods), len(trial.activations)
        outcome.irreducible = sum(method.graph.irreducible for method in trial.methods)
        if is_judged(seed):
            outcome.failures += trial.judged(3, variants_of(seed, homes)[0].cut)
        for variant in variants_of(seed, homes, engine):
            try:
                found = trial.problems(variant)
            except subprocess.TimeoutExpired as hung:
                outcome.failures.append(f"{variant}\n{hung}")
                continue
            if found:
                shown = "\n".join(found[:SHOWN])
                only = _cut_down(trial.shape, variant, Path(directory))
                kept = _keep(trial.shape, only, variant, keep)
                outcome.failures.append(f"{variant}\n{shown}\nkept in {kept}")
        outcome.figures = trial.figures
    return outcome


def _cut_down(shape: Shape, variant: Variant, directory: Path) -> frozenset[str]:
    """Finds a small set of methods that still fails when main calls nothing else.

    Halves the set while one of the halves fails. For a program with one method, returns the empty
    set, with which main calls all methods.
    """
    names = [
        f"{one.owner}.{one.name}{one.descriptor}"
        for one in Trial(shape, directory / "all", variant.java_home).program.signatures
    ]
    attempt = 0
    while len(names) > 1:
        middle = len(names) // 2
        for half in (names[:middle], names[middle:]):
            attempt += 1
            part = replace(shape, only=frozenset(half))
            smaller = Trial(part, directory / f"part{attempt}", variant.java_home)
            if smaller.problems(variant):
                names = half
                break
        else:
            break
    return frozenset(names) if attempt else frozenset()


def _keep(shape: Shape, only: frozenset[str], variant: Variant, keep: Path) -> Path:
    place = keep / f"seed-{shape.seed}-{variant.cut}-k{variant.k}-{variant.max_paths}"
    shutil.rmtree(place, ignore_errors=True)
    trial = Trial(replace(shape, only=only), place, variant.java_home)
    command = " ".join(trial.command(trial.classes))
    (place / "README").write_text(
        f"seed {shape.seed}, main calls {', '.join(sorted(only)) or 'everything'}\n{variant}\n"
        f"{command}\n",
        encoding="utf-8",
    )
    return place


def outcomes(
    seeds: Iterator[int], jobs: int, keep: Path, until: float, engine: EngineName | None
) -> Iterator[Outcome]:
    """Tries seeds, and yields their outcomes, until the seeds or the time is used up."""
    context = get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        pending: set[Future[Outcome]] = set()
        more = True
        while more or pending:
            while more and len(pending) < jobs:
                seed = next(seeds, None) if time.monotonic() < until else None
                if seed is None:
                    more = False
                else:
                    pending.add(pool.submit(try_seed, seed, keep, engine))
            if pending:
                done, pending = wait(pending, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()


@dataclass
class Totals:
    """What has been tried so far, printed once a minute."""

    tried: int = 0
    failed: int = 0
    methods: int = 0
    irreducible: int = 0
    activations: int = 0
    figures: Figures = field(default_factory=Figures)
    told: float = field(default_factory=time.monotonic)

    def add(self, outcome: Outcome) -> None:
        """Adds a seed's results, and prints its failures."""
        self.tried += 1
        self.failed += bool(outcome.failures)
        self.methods += outcome.methods
        self.irreducible += outcome.irreducible
        self.activations += outcome.activations
        self.figures.add(outcome.figures)
        for failure in outcome.failures:
            print(f"seed {outcome.seed}: {failure}")
            print(f"repeat: {sys.argv[0]} --seed {outcome.seed} --count 1", flush=True)
        if time.monotonic() > self.told + 60:
            self.told = time.monotonic()
            print(self, flush=True)

    def __str__(self) -> str:
        all_of = self.figures
        rungs = ", ".join(f"{count:,} {rung}" for rung, count in sorted(all_of.rungs.items()))
        return (
            f"{self.tried:,} programs, {self.methods:,} methods ({self.irreducible:,} irreducible),"
            f" {self.activations:,} activations; {all_of.recordings:,} recordings (the target"
            f" waited in {all_of.waited:,}) of {all_of.entries:,} activations, {all_of.paths:,}"
            f" path completions, {all_of.ngrams:,} different n-grams; methods by rung: {rungs};"
            f" {self.failed} programs failed"
        )


def main() -> int:
    """Fuzzes as the command line says. Returns 1 if anything failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, help="the first seed (default: a random one)")
    parser.add_argument("--count", type=int, default=1 << 40, help="the largest number of seeds")
    parser.add_argument("--jobs", type=int, default=2, help="how many programs run at a time")
    parser.add_argument("--keep", type=Path, default=Path("fuzz-failures"))
    parser.add_argument("--engine", choices=ENGINES, help="the only engine to use (default: both)")
    options = parser.parse_args()
    first = secrets.randbits(SEED_BITS) if options.seed is None else options.seed
    print(f"first seed {first}", flush=True)
    until = time.monotonic() + 60 * options.minutes
    seeds = iter(range(first, first + options.count))
    totals = Totals()
    try:
        for outcome in outcomes(
            seeds, options.jobs, options.keep.absolute(), until, options.engine
        ):
            totals.add(outcome)
    except KeyboardInterrupt:
        print("interrupted")
    print(totals, flush=True)
    return 1 if totals.failed else 0


if __name__ == "__main__":
    sys.exit(main())
