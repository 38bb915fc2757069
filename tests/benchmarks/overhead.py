"""Measures what recording costs, by running a workload natively and under ``kpath-jvm``.

Each round runs every configuration once, in random order, so that the machine's other load affects
all configurations alike. Ratios are formed within a round.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import msgspec
from rich.console import Console

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from benchmarks.measurement import Measurement, measure
from benchmarks.summary import print_tables, summarise
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.workloads.catalogue import find_workload, prepare
from kpath_jvm.evaluation.workloads.preparation import PreparedWorkload
from kpath_jvm.launch.jdk import default_jdk

NATIVE = "native"
#: The configuration that keeps the stream and counts nothing.
NO_PROFILE = "no-profile"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures, prints tables and writes the JSON; returns 0, or an error's exit status."""
    options = _parse(arguments)
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1 << 32)
    console = Console(width=110)
    try:
        java = default_jdk(options.java_home).java
        workload = find_workload(options.suite, options.benchmark)
        prepared = prepare(workload, options.size, options.iterations, java)
    except KpathError as error:
        print(f"overhead: {error}", file=sys.stderr)
        return error.exit_status
    console.print(_title(prepared, options.rounds, seed, java))
    try:
        measurements = _rounds(options, prepared, random.Random(seed), console)
    except subprocess.CalledProcessError as error:
        print(f"overhead: {error}; its output ends with\n{error.output}", file=sys.stderr)
        return 1
    summary = summarise(measurements, NATIVE, "k=1")
    print_tables(summary, console)
    if options.json is not None:
        document = {
            "workload": msgspec.to_builtins(prepared.description),
            "java": str(java),
            "cpus": len(os.sched_getaffinity(0)),
            "seed": seed,
            "runs": [asdict(measurement) for measurement in measurements],
            "summary": summary,
        }
        options.json.write_text(json.dumps(document, indent=1) + "\n", "utf-8")
    return 0


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("suite", nargs="?", default="dacapo")
    parser.add_argument("benchmark", nargs="?", default="eclipse")
    parser.add_argument("--size", default="small", help="size of the input [default: small]")
    parser.add_argument(
        "--iterations", type=int, help="number of timed iterations [default: the workload's own]"
    )
    parser.add_argument("--rounds", type=int, default=5, help="[default: 5]")
    parser.add_argument(
        "-k", type=int, nargs="+", default=[1, 2, 8, 16], help="1 is BLPP [default: 1 2 8 16]"
    )
    parser.add_argument(
        "--no-profile",
        action="store_true",
        help="also measure a run that only keeps the stream, to be counted later",
    )
    parser.add_argument(
        "--option", action="append", default=[], help="a further option for kpath-jvm run"
    )
    parser.add_argument("--java-home", type=Path, help="JDK [default: JAVA_HOME, PATH]")
    parser.add_argument("--seed", type=int, help="seed for the order of the runs [default: random]")
    parser.add_argument("--json", type=Path, help="file for all runs and the summary")
    return parser.parse_args(arguments)


def _title(prepared: PreparedWorkload, rounds: int, seed: int, java: Path) -> str:
    it = prepared.description
    kind = " (a stand-in)" if it.stand_in else ""
    return (
        f"{it.suite} {it.name}{kind}, size {it.size}: {it.warmups} warm-up and "
        f"{it.iterations} timed iterations, {rounds} rounds, seed {seed}, {java}"
    )


def _rounds(
    options: argparse.Namespace, prepared: PreparedWorkload, order: random.Random, console: Console
) -> list[Measurement]:
    measurements = []
    with tempfile.TemporaryDirectory(prefix="kpath-overhead-") as scratch:
        profile = Path(scratch) / "run.kpath"
        commands: dict[str, list[str]] = {NATIVE: prepared.command}
        for k in options.k:
            made = ("-k", str(k), "-o", str(profile), "--no-report")
            commands[f"k={k}"] = _recording(options, prepared.command, made)
        if options.no_profile:
            kept = ("--record", str(Path(scratch) / "stream"), "--no-profile")
            commands[NO_PROFILE] = _recording(options, prepared.command, kept)
        for number in range(1, options.rounds + 1):
            names = list(commands)
            order.shuffle(names)
            for name in names:
                made_profile = None if name in (NATIVE, NO_PROFILE) else profile
                done = measure(name, number, commands[name], made_profile)
                console.print(
                    f"round {number} {name}: {done.timed_seconds:.2f} s timed "
                    f"({done.timed_cpu_seconds:.2f} s of CPU), "
                    f"{done.wall_seconds:.1f} s in all ({done.cpu_seconds:.1f} s of CPU), "
                    f"load before {done.load_before:.1f}"
                )
                measurements.append(done)
    return measurements


def _recording(
    options: argparse.Namespace, target: Sequence[str], result: Sequence[str]
) -> list[str]:
    """Returns a command that records ``target``, the command of the native run."""
    return [
        sys.executable,
        "-m",
        "kpath_jvm.cli.main",
        *("run", *result, "--force"),
        *(("--java-home", str(options.java_home)) if options.java_home else ()),
        *options.option,
        "--",
        *target,
    ]


if __name__ == "__main__":
    sys.exit(main())
