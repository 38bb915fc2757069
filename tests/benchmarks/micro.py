"""Measures what an iteration of a small loop, or a small call, costs under each profiler.

JMH measures each run, in a new JVM. Each round runs each benchmark of ``benchmarks/micro``
natively and under each profiler, in random order. The fastest of JMH's iterations stands for a run,
because it was disturbed least. Ratios are formed within a round. The profiler ``stream`` only
writes its recording to disk, so that no engine counts paths while the benchmark runs.
"""

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import geometric_mean, median

from rich.console import Console
from rich.table import Table

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from benchmarks.trees import this_tree
from kpath_jvm.errors import KpathError
from kpath_jvm.installation import jars
from kpath_jvm.launch.jdk import default_jdk

NATIVE = "native"
STREAM = "stream"
CONFIGURATIONS = (STREAM, "blpp-hash", "k-blpp", "k-blpp-packed")
_ROOT = Path(__file__).resolve().parents[2]
_JAR = _ROOT / "benchmarks" / "micro" / "target" / "kpath-micro.jar"
#: The patterns select the benchmarks, but neither JMH nor the code that JMH generates.
_FILTERS = {"include": "org.kpathjvm.micro.*", "exclude": "org.kpathjvm.micro.jmh_generated.*"}
#: JMH runs many short iterations, so that some of them are undisturbed.
_ITERATIONS = ("-f", "0", "-wi", "10", "-w", "200ms", "-i", "15", "-r", "100ms")


@dataclass(frozen=True)
class Run:
    """A run of a benchmark, with the nanoseconds per operation of each of JMH's iterations."""

    benchmark: str
    configuration: str
    round: int
    nanoseconds: tuple[float, ...]

    @property
    def best(self) -> float:
        """The fastest iteration's nanoseconds."""
        return min(self.nanoseconds)


@dataclass(frozen=True)
class Plan:
    """What each round runs."""

    java: Path
    benchmarks: Sequence[str]
    configurations: Sequence[str]
    k: int
    scratch: Path


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures and prints a table. Returns an error's exit status if something is missing."""
    options = _parse(arguments)
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1 << 32)
    console = Console(width=130)
    with tempfile.TemporaryDirectory(prefix="kpath-micro-") as scratch:
        try:
            java = default_jdk(options.java_home).java
            this_tree()
            _build()
            benchmarks = _benchmarks(java, options.benchmark)
        except KpathError as error:
            print(f"micro: {error}", file=sys.stderr)
            return error.exit_status
        plan = Plan(java, benchmarks, options.configuration, options.k, Path(scratch))
        console.print(
            f"{len(benchmarks)} benchmarks, k = {options.k}, {options.rounds} rounds, "
            f"seed {seed}, {java}"
        )
        runs = list(_rounds(plan, options.rounds, random.Random(seed), console))
    console.print(table_of(runs))
    if options.json is not None:
        document = {"seed": seed, "java": str(java), "runs": [asdict(run) for run in runs]}
        options.json.write_text(json.dumps(document, indent=1) + "\n", "utf-8")
    return 0


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("benchmark", nargs="*", help="parts of benchmarks' names, such as daxpy [default: all]")
    add("--configuration", nargs="+", choices=CONFIGURATIONS, default=CONFIGURATIONS)
    add("-k", type=int, default=8, help="[default: 8]")
    add("--rounds", type=int, default=3, help="[default: 3]")
    add("--java-home", type=Path, help="JDK [default: JAVA_HOME, PATH]")
    add("--seed", type=int, help="seed for the order of the runs [default: random]")
    add("--json", type=Path, help="file for all runs")
    return parser.parse_args(arguments)


def _build() -> None:
    pom = str(_ROOT / "agent" / "pom.xml")
    skipped = ("-Dmaven.test.skip=true", "-Pmicro", "-pl", "../benchmarks/micro")
    done = subprocess.run(
        ["mvn", "-q", "-B", "-f", pom, *skipped, "package"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        last = (done.stdout.strip() or done.stderr.strip() or "no output").splitlines()[-1]
        raise KpathError(f"benchmarks/micro can't be built: {last}")


def _benchmarks(java: Path, selectors: Sequence[str]) -> list[str]:
    listed = subprocess.run(
        [str(java), "-jar", str(_JAR), "-l"], capture_output=True, text=True, check=True
    )
    names = [line for line in listed.stdout.splitlines() if line.startswith("org.")]
    for selector in selectors:
        if not any(selector in name for name in names):
            known = ", ".join(name.rpartition(".")[2] for name in names)
            raise KpathError(f"no benchmark {selector!r}; there are {known}")
    return [name for name in names if not selectors or any(it in name for it in selectors)]


def _rounds(plan: Plan, rounds: int, order: random.Random, console: Console) -> Iterator[Run]:
    for number in range(1, rounds + 1):
        for benchmark in order.sample(plan.benchmarks, len(plan.benchmarks)):
            names = [NATIVE, *plan.configurations]
            for configuration in order.sample(names, len(names)):
                run = _run(plan, benchmark, configuration, number)
                console.print(
                    f"round {number} {run.benchmark} {configuration}: {run.best:.2f} ns, "
                    f"median {median(run.nanoseconds):.2f}"
                )
                yield run


def _run(plan: Plan, benchmark: str, configuration: str, number: int) -> Run:
    results = plan.scratch / "results.json"
    results.unlink(missing_ok=True)
    recording = plan.scratch / "run.recording"
    shutil.rmtree(recording, ignore_errors=True)
    jmh = (
        "-jar", str(_JAR), *_ITERATIONS, "-foe", "true", "-rf", "json", "-rff", str(results),
        f"^{re.escape(benchmark)}$",
    )  # fmt: skip
    command = command_of(plan.java, configuration, plan.k, recording, jmh)
    subprocess.run(
        command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=os.environ
    )
    metric = json.loads(results.read_text("utf-8"))[0]["primaryMetric"]
    iterations = tuple(value for fork in metric["rawData"] for value in fork)
    return Run(benchmark.rpartition(".")[2], configuration, number, iterations)


def command_of(
    java: Path, configuration: str, k: int, recording: Path, program: Sequence[str]
) -> list[str]:
    """Returns the command that runs ``java`` with the words ``program`` under a configuration."""
    if configuration == NATIVE:
        return [str(java), *program]
    if configuration == STREAM:
        filters = [part for name, it in _FILTERS.items() for part in (f"--{name}", it)]
        return [
            *(sys.executable, "-m", "kpath_jvm.cli.main", "run", "-q", "--class-cache", "0"),
            *("--record", str(recording), "--no-profile", *filters),
            *("--java-home", str(java.parent.parent), "--", str(java), *program),
        ]
    options = [f"output={recording}", f"profiler={configuration}", "class-cache=0"]
    options += [f"{name}={it}" for name, it in _FILTERS.items()]
    if configuration.startswith("k-blpp"):
        options.append(f"k={k}")
    return [str(java), f"-javaagent:{jars().agent}={','.join(options)}", *program]


def table_of(runs: Sequence[Run]) -> Table:
    """Returns a table of ns per operation and ratios to native, by benchmark and configuration."""
    configurations = [
        name for name in CONFIGURATIONS if any(it.configuration == name for it in runs)
    ]
    table = Table(title="ns, and ratio to native: median \\[least, most] of rounds")
    table.add_column("")
    for name in (NATIVE, *configurations):
        table.add_column(name, justify="right")
    ratios: dict[str, list[float]] = {name: [] for name in configurations}
    for benchmark in dict.fromkeys(run.benchmark for run in runs):
        best = {
            (run.configuration, run.round): run.best for run in runs if run.benchmark == benchmark
        }
        natives = {number: it for (name, number), it in best.items() if name == NATIVE}
        cells = [f"{median(natives.values()):.2f}"]
        for name in configurations:
            own = {number: it for (other, number), it in best.items() if other == name}
            over = [it / natives[number] for number, it in own.items()]
            ratios[name].append(median(over))
            cells.append(
                f"{median(own.values()):.2f}, {median(over):.1f} "
                f"\\[{min(over):.1f}, {max(over):.1f}]"
            )
        table.add_row(benchmark, *cells)
    table.add_row(
        "geometric mean", "", *(f"{geometric_mean(ratios[name]):.2f}" for name in configurations)
    )
    return table


if __name__ == "__main__":
    sys.exit(main())
