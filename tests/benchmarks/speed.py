"""What this tree costs on many programs, and what got slower since another commit.

Each round runs every program natively and with every configuration of every tree, in an order drawn
anew; ratios are formed within a round. Without ``--against``, this tree alone over the native runs.
``--help`` lists the options; docs/evidence/speed.md has results.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from benchmarks.comparison import OTHER, THIS, Run, print_comparison, slower
from benchmarks.measurement import measure
from benchmarks.trees import Tree, other_tree, this_tree
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.experiments.trial_commands import Launch, profiled
from kpath_jvm.evaluation.profilers import JACOCO, JFR
from kpath_jvm.evaluation.workloads.catalogue import find_workload, list_workloads, prepare
from kpath_jvm.evaluation.workloads.preparation import Prepared
from kpath_jvm.launch.jdk import default_jdk

#: What ``kpath-jvm run`` is given.
CONFIGURATIONS = {
    "k=2": ("-k", "2"),
    "k=8": ("-k", "8"),
    "k=16": ("-k", "16"),
    "loops": ("-k", "8", "--scope", "loops"),
    "hot": ("-k", "8", "--scope", "hot"),
    "blpp-hash": ("--profiler", "blpp-hash"),
    "k-blpp": ("--profiler", "k-blpp", "-k", "8"),
}
#: A compiler, a kernel of branches, one of vectorisable loops, one of short loops in a callee.
SHORT_PROGRAMS = (
    "dacapo/eclipse", "specjvm2008/compress", "specjvm2008/scimark.lu",
    "specjvm2008/scimark.monte_carlo",
)  # fmt: skip
SHORT_CONFIGURATIONS = ("k=8", "loops", "k-blpp")
#: Other people's, which no tree changes.
COMPETITORS = {it.name: it for it in (JACOCO, JFR)}


@dataclass(frozen=True)
class Plan:
    """What is run in each round."""

    programs: dict[str, Prepared]
    trees: list[Tree]
    configurations: list[str]
    java: Path


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures, prints tables and writes the JSON; 1 when a program can't be had."""
    options = _parse(arguments)
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1 << 32)
    console = Console(width=130)
    with tempfile.TemporaryDirectory(prefix="kpath-speed-") as scratch:
        try:
            java = default_jdk(options.java_home).java
            trees = [this_tree()]
            if options.against is not None:
                trees.append(other_tree(options.against, Path(scratch)))
            plan = Plan(_programs(options, java), trees, options.configuration, java)
        except KpathError as error:
            print(f"speed: {error}", file=sys.stderr)
            return 1
        console.print(
            f"{len(plan.programs)} programs, size {options.size}, {options.rounds} rounds, "
            f"seed {seed}, {java}, {len(os.sched_getaffinity(0))} CPUs"
        )
        runs = list(_rounds(plan, options.rounds, random.Random(seed), Path(scratch), console))
    print_comparison(runs, console)
    for line in slower(runs):
        console.print(line)
    if options.json is not None:
        document = {"seed": seed, "java": str(java), "runs": [asdict(run) for run in runs]}
        options.json.write_text(json.dumps(document, indent=1) + "\n", "utf-8")
    return 0


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("programs", nargs="*", default=SHORT_PROGRAMS, help="suite/name, or all [default: four]")
    add("--against", metavar="COMMIT", help="a commit, or the directory of a checkout")
    add(
        "--configuration", nargs="+", choices=[*CONFIGURATIONS, *COMPETITORS],
        default=SHORT_CONFIGURATIONS,
    )  # fmt: skip
    add("--size", default="small", help="input [default: small]")
    add("--iterations", type=int, help="timed ones [default: the workload's own]")
    add("--rounds", type=int, default=3, help="[default: 3]")
    add("--java-home", type=Path, help="JDK [default: JAVA_HOME, PATH]")
    add("--seed", type=int, help="of the order of the runs [default: drawn]")
    add("--json", type=Path, help="file for all runs")
    return parser.parse_args(arguments)


def _programs(options: argparse.Namespace, java: Path) -> dict[str, Prepared]:
    names = options.programs
    if list(names) == ["all"]:
        names = [f"{it.suite}/{it.name}" for it in list_workloads()]
    return {
        name: prepare(
            find_workload(*name.partition("/")[::2]), options.size, options.iterations, java
        )
        for name in names
    }


def _rounds(
    plan: Plan, rounds: int, order: random.Random, scratch: Path, console: Console
) -> Iterator[Run]:
    for number in range(1, rounds + 1):
        for program in order.sample(list(plan.programs), len(plan.programs)):
            commands = dict(_commands(plan, plan.programs[program], scratch))
            for tree, configuration in order.sample(list(commands), len(commands)):
                command, environment = commands[tree, configuration]
                try:
                    done = measure(configuration, number, command, None, environment)
                except subprocess.CalledProcessError as error:
                    console.print(
                        f"round {number} {program} {tree} {configuration} failed; its output ends "
                        f"with\n{error.output}"
                    )
                    continue
                run = Run(
                    program, tree, configuration, number, done.timed_seconds,
                    done.timed_cpu_seconds, done.wall_seconds, done.cpu_seconds,
                )  # fmt: skip
                console.print(
                    f"round {number} {program} {tree} {configuration}: {run.timed:.2f} s timed, "
                    f"{run.wall:.1f} s in all, load before {done.load_before:.1f}"
                )
                yield run


def _commands(
    plan: Plan, program: Prepared, scratch: Path
) -> Iterator[tuple[tuple[str, str], tuple[list[str], dict[str, str]]]]:
    """Yields tree and configuration, and how to run it; the program's command is the same."""
    yield (THIS, "native"), (program.command, dict(os.environ))
    for name in COMPETITORS.keys() & plan.configurations:
        launch = Launch(program.command, plan.java, None, None, scratch, scratch)
        yield (THIS, name), (profiled(COMPETITORS[name], launch), dict(os.environ))
    for tree, checkout in zip((THIS, OTHER), plan.trees, strict=False):
        for configuration in CONFIGURATIONS.keys() & plan.configurations:
            command = [
                *(sys.executable, "-m", "kpath_jvm.cli.main", "run", "--no-report", "--force"),
                *("-o", str(scratch / "run.kpath"), *CONFIGURATIONS[configuration]),
                *("--java-home", str(plan.java.parent.parent), "--", *program.command),
            ]
            yield (tree, configuration), (command, checkout.environment())


if __name__ == "__main__":
    sys.exit(main())
