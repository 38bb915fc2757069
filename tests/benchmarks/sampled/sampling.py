"""Measures what ``run --max-overhead`` costs, and how much of the exact profile it finds.

Each round runs a program natively and once for each budget, with the same number of iterations, in
random order. All iterations do the same work, so a sampled profile should agree with an exact
profile of a few iterations. The benchmark writes rows, and a chart of overlap against overhead. The
results are in docs/sampling.md.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path

from rich.console import Console

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[2])

from benchmarks.measurement import Measurement, measure
from benchmarks.sampled.chart import draw
from benchmarks.sampled.rows import Row, read, table
from kpath_jvm import Profile
from kpath_jvm.analysis.accuracy.overlap import overlap_of, weights_of
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.workloads.catalogue import find_workload, prepare
from kpath_jvm.launch.jdk import default_jdk

PROGRAMS = ("specjvm2008/compress", "grande/raytracer")
#: The number of iterations of the first run, which shows how long an iteration takes, and the
#: number of iterations of the run that makes the exact profile.
_TRIED, _EXACT = 20, 8
#: The exit status of a run without a profile: no burst was possible.
_NO_PROFILE = 125


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures, prints a table, writes JSON and chart; returns 1 if a program can't be run."""
    options = _parse(arguments)
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1 << 32)
    console = Console(width=130)
    with tempfile.TemporaryDirectory(prefix="kpath-sampling-") as scratch:
        try:
            rows = [row for file in options.rows for row in read(file)]
            java = default_jdk(options.java_home).java
            console.print(
                f"{len(options.programs)} programs of {options.seconds} s, {options.rounds} rounds,"
                f" seed {seed}, {java}, {len(os.sched_getaffinity(0))} CPUs, "
                f"{options.jobs} at a time"
            )

            def measured(program: str) -> list[Row]:
                order = random.Random(f"{seed} {program}")
                return list(_rounds(program, options, java, order, Path(scratch), console))

            with ThreadPoolExecutor(options.jobs) as pool:
                for found in pool.map(measured, options.programs):
                    rows += found
                    if options.json is not None:
                        # Rows are written after each program, and so survive an interruption.
                        document = {"seed": seed, "java": str(java)}
                        document["rows"] = [asdict(row) for row in rows]
                        options.json.write_text(json.dumps(document, indent=1) + "\n", "utf-8")
        except KpathError as error:
            print(f"sampling: {error}", file=sys.stderr)
            return 1
        except subprocess.CalledProcessError as error:
            print(f"sampling: {error}; its output ends with\n{error.output}", file=sys.stderr)
            return 1
    console.print(table(rows))
    if options.chart is not None:
        options.chart.mkdir(parents=True, exist_ok=True)
        console.print(*draw(rows, options.chart))
    return 0


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("programs", nargs="*", default=PROGRAMS, help=f"suite/name [default: {' '.join(PROGRAMS)}]")
    add("--seconds", type=float, default=130.0, help="CPU seconds of a native run [default: 130]")
    add("--budgets", nargs="+", type=float, default=[3.0], help="budgets in percent [default: 3]")
    add("--scope", choices=("all", "loops"), default="all", help="[default: all]")
    add("--size", default="small", help="size of the programs' input [default: small]")
    add("--rounds", type=int, default=1, help="[default: 1]")
    add("--java-home", type=Path, help="JDK [default: JAVA_HOME, PATH]")
    add("--seed", type=int, help="seed for the order of the runs [default: random]")
    add("--jobs", type=int, default=1, help="programs measured at once [default: 1]")
    add(
        "--rows",
        type=Path,
        nargs="+",
        default=[],
        help="JSON files of earlier runs; their rows are shown, too",
    )
    add("--json", type=Path, help="file for all rows")
    add("--chart", type=Path, help="directory for the chart")
    return parser.parse_args(arguments)


def _rounds(
    program: str,
    options: argparse.Namespace,
    java: Path,
    order: random.Random,
    scratch: Path,
    console: Console,
) -> Iterator[Row]:
    workload = find_workload(*program.partition("/")[::2])
    tried = measure(
        "tried", 0, prepare(workload, options.size, _TRIED, java, warmups=_TRIED).command, None
    )
    iterations = max(round(options.seconds * _TRIED / tried.timed_cpu_seconds), 1)
    command = prepare(workload, options.size, iterations, java, warmups=0).command
    short = prepare(workload, options.size, _EXACT, java, warmups=0).command
    place = scratch / program.replace("/", "-")
    exact = place / "exact.kpath"
    place.mkdir()
    words = ["run", "--no-report", "-q", "--scope", options.scope, "-o", str(exact)]
    subprocess.run(
        [sys.executable, "-m", "kpath_jvm.cli.main", *words, "--", *short],
        check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    console.print(f"{program}: {iterations:,} iterations")
    for number in range(1, options.rounds + 1):
        runs: list[float] = [0.0, *options.budgets]
        done: dict[float, Measurement] = {}
        profiles = {}
        for percent in order.sample(runs, len(runs)):
            profiles[percent] = place / f"{percent}.kpath"
            words = _command(options, percent, command, profiles[percent])
            done[percent] = measure(
                f"{percent:g} %", number, words, None, accepted=(0, _NO_PROFILE)
            )
            console.print(
                f"round {number} {program} {percent:g} %: "
                f"{done[percent].timed_cpu_seconds:.1f} s of CPU, load before "
                f"{done[percent].load_before:.1f}"
            )
        for percent in options.budgets:
            yield _row(program, percent, done, profiles[percent], exact)


def _command(
    options: argparse.Namespace, percent: float, program: Sequence[str], profile: Path
) -> list[str]:
    if not percent:
        return list(program)
    shutil.rmtree(profile, ignore_errors=True)
    words = ["run", "--no-report", "--scope", options.scope, "--max-overhead", f"{percent}%"]
    return [
        *(sys.executable, "-m", "kpath_jvm.cli.main", *words),
        *("-o", str(profile), "--", *program),
    ]


def _row(
    program: str, percent: float, done: dict[float, Measurement], profile: Path, exact: Path
) -> Row:
    native, sampled = done[0.0], done[percent]
    if not profile.exists():
        return Row(program, percent / 100, native, sampled, None, 0, 0.0, 0.0)
    found = Profile.open(profile)
    sampling = found.run.sampling
    assert sampling is not None
    complete = weights_of(Profile.open(exact).merged())
    overlap = overlap_of(weights_of(found.merged()), complete, complete)
    return Row(
        program, percent / 100, native, sampled, overlap.pooled, len(sampling.bursts),
        sampling.observed_share, sampling.overhead,
    )  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
