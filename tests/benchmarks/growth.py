"""Measures how a recording's cost grows with events, methods, threads or k, one at a time.

A program whose methods have loops is run natively and under ``kpath-jvm run``, in several rounds,
in random order within a round. Events are completed paths that the engine receives. The CPU time
of a recording is that of all processes of the recorded run, minus the CPU time of the native run in
the same round. The results are in docs/evidence/engine.md.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, astuple, dataclass, replace
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from benchmarks.growth_program import EVENTS_PER_CALL, MAIN, compile_growth
from benchmarks.measurement import Measurement, measure
from kpath_jvm.errors import KpathError
from kpath_jvm.launch.jdk import default_jdk
from kpath_jvm.records.engine import DEFAULT_ENGINE, ENGINES

GROWTH = {
    "events": (1_000_000, 4_000_000, 16_000_000, 64_000_000),
    "methods": (10, 100, 1_000, 10_000),
    "threads": (1, 2, 4, 8, 16),
    "k": (2, 4, 8, 16, 32, 64),
}


@dataclass(frozen=True)
class Point:
    """The size of one run: the program's events, methods and threads, and the recording's k."""

    events: int = 16_000_000
    methods: int = 100
    threads: int = 1
    k: int = 8


@dataclass(frozen=True)
class Pair:
    """A recorded run, and the native run of the same round."""

    point: Point
    native: Measurement
    recorded: Measurement

    @property
    def nanos_per_event(self) -> float:
        """The nanoseconds of CPU time per event that the recording adds to the native run."""
        over = self.recorded.cpu_seconds - self.native.cpu_seconds
        return 1e9 * over / (self.recorded.events or 1)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures, prints a table and writes the JSON; returns 1 if there's no JDK or a run fails."""
    options = _parse(arguments)
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1 << 32)
    console = Console(width=130)
    with tempfile.TemporaryDirectory(prefix="kpath-growth-") as scratch:
        try:
            java = default_jdk(options.java_home).java
            console.print(
                f"engine {options.engine}, {options.rounds} rounds, seed {seed}, {java}, "
                f"{len(os.sched_getaffinity(0))} CPUs"
            )
            pairs = list(_rounds(options, java, random.Random(seed), Path(scratch)))
        except KpathError as error:
            print(f"growth: {error}", file=sys.stderr)
            return 1
        except subprocess.CalledProcessError as error:
            print(f"growth: {error}; its output ends with\n{error.output}", file=sys.stderr)
            return 1
    for dimension in options.of:
        console.print(table(dimension, pairs))
    if options.json is not None:
        options.json.write_text(json.dumps([asdict(pair) for pair in pairs], indent=1) + "\n")
    return 0


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--of", nargs="+", choices=GROWTH, default=list(GROWTH), help="what grows [default: all]")
    add("--engine", choices=ENGINES, default=DEFAULT_ENGINE, help=f"[default: {DEFAULT_ENGINE}]")
    add("--rounds", type=int, default=3, help="[default: 3]")
    add("--java-home", type=Path, help="JDK [default: JAVA_HOME, PATH]")
    add("--seed", type=int, help="seed for the order of the runs [default: random]")
    add("--json", type=Path, help="file for all runs")
    return parser.parse_args(arguments)


def points(dimension: str) -> list[Point]:
    """Returns a point for each value of one dimension. The other dimensions have their defaults."""
    return [replace(Point(), **{dimension: value}) for value in GROWTH[dimension]]


def _rounds(
    options: argparse.Namespace, java: Path, order: random.Random, scratch: Path
) -> Iterator[Pair]:
    chosen = list(dict.fromkeys(it for name in options.of for it in points(name)))
    programs = {
        methods: compile_growth(methods, java.with_name("javac"), scratch / str(methods))
        for methods in {it.methods for it in chosen}
    }
    profile = scratch / "p.kpath"
    for number in range(1, options.rounds + 1):
        for point in order.sample(chosen, len(chosen)):
            program = [
                str(java), "-cp", str(programs[point.methods]), MAIN, str(point.threads),
                str(point.events // EVENTS_PER_CALL),
            ]  # fmt: skip
            words = ["run", "-k", str(point.k), "--engine", options.engine, "--no-report"]
            under = [*words, "--force", "-o", str(profile), "--", *program]
            recorded = [sys.executable, "-m", "kpath_jvm.cli.main", *under]
            runs = {"native": (program, None), "recorded": (recorded, profile)}
            done = {
                name: measure(name, number, *runs[name]) for name in order.sample(list(runs), 2)
            }
            yield Pair(point, done["native"], done["recorded"])


def table(dimension: str, pairs: Sequence[Pair]) -> Table:
    """Returns a table with a row for each value of a dimension."""
    made = Table(
        dimension, "M events", "CPU ns/event", "wall over native", "s waited", "engine MB",
        "verdict",
    )  # fmt: skip
    for point in points(dimension):
        of = [it for it in pairs if astuple(it.point) == astuple(point)]
        if not of:
            continue
        recorded = [it.recorded for it in of]
        made.add_row(
            f"{getattr(point, dimension):,}",
            _spread([(it.events or 0) / 1e6 for it in recorded]),
            _spread([it.nanos_per_event for it in of]),
            _spread([it.recorded.wall_seconds / it.native.wall_seconds for it in of]),
            _spread([it.waited_seconds or 0 for it in recorded]),
            _spread([(it.engine_bytes or 0) / 1e6 for it in recorded]),
            ", ".join(sorted({str(it.verdict) for it in recorded})),
        )
    return made


def _spread(values: Sequence[float]) -> str:
    ends = f" \\[{min(values):.1f}, {max(values):.1f}]" if min(values) < max(values) else ""
    return f"{median(values):.1f}{ends}"


if __name__ == "__main__":
    sys.exit(main())
