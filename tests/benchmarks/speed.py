"""Measures what recording costs in this source tree, and compares the costs with another commit's.

Each round runs every program natively and with every configuration in every tree, in random order.
Ratios are formed within a round. Without ``--against``, this tree's runs are compared only with the
native runs. The results are in docs/evidence/speed.md.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import asdict, dataclass, replace
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
from kpath_jvm.evaluation.workloads.kits.catalogue import select_official
from kpath_jvm.evaluation.workloads.kits.places import KitPlaces
from kpath_jvm.evaluation.workloads.kits.run import KitRun
from kpath_jvm.evaluation.workloads.model import Workload
from kpath_jvm.evaluation.workloads.preparation import PreparedWorkload
from kpath_jvm.launch.jdk import default_jdk

#: For each configuration, the options of ``kpath-jvm run``.
CONFIGURATIONS = {
    "k=2": ("-k", "2"),
    "k=8": ("-k", "8"),
    "k=16": ("-k", "16"),
    "loops": ("-k", "8", "--scope", "loops"),
    "hot": ("-k", "8", "--scope", "hot"),
    "blpp-hash": ("--profiler", "blpp-hash"),
    "k-blpp": ("--profiler", "k-blpp", "-k", "8"),
    "k-blpp-packed": ("--profiler", "k-blpp-packed", "-k", "8"),
}
#: A compiler, and three kernels: one with branches, one with vectorisable loops, and one with short
#: loops in a callee.
SHORT_PROGRAMS = (
    "dacapo/eclipse", "specjvm2008/compress", "specjvm2008/scimark.lu",
    "specjvm2008/scimark.monte_carlo",
)  # fmt: skip
SHORT_CONFIGURATIONS = ("k=8", "loops", "k-blpp")
#: The profile that each run under kpath-jvm writes. The next run replaces it.
PROFILE = "run.kpath"
#: Other people's profilers, which are the same for all trees.
COMPETITORS = {it.name: it for it in (JACOCO, JFR)}
#: The native program while another process keeps a CPU busy. On a machine with two CPUs, its times
#: show how much the engine slows a program just by using the second CPU.
BUSY = "busy"


@dataclass(frozen=True)
class Plan:
    """What each round runs."""

    programs: dict[str, PreparedWorkload]
    trees: list[Tree]
    configurations: list[str]
    java: Path


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures, prints tables and writes the JSON. Returns 1 if a program or commit is missing."""
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
    add(
        "programs", nargs="*", default=SHORT_PROGRAMS,
        help="suite/name, suite/* of an official kit, or all: all stand-ins [default: four]",
    )  # fmt: skip
    for kit in ("--dacapo-jar", "--spec-home", "--renaissance-jar"):
        add(kit, type=Path, action="append", default=[], help="an official kit")
    add(
        "--against",
        metavar="COMMIT",
        help="the commit, or the directory of a checkout, to compare with",
    )
    add(
        "--configuration", nargs="+", choices=[*CONFIGURATIONS, *COMPETITORS, BUSY],
        default=SHORT_CONFIGURATIONS,
    )  # fmt: skip
    add("--size", default="small", help="size of the input [default: small]")
    add("--iterations", type=int, help="number of timed iterations [default: the workload's own]")
    add("--rounds", type=int, default=3, help="[default: 3]")
    add("--java-home", type=Path, help="JDK [default: JAVA_HOME, PATH]")
    add("--seed", type=int, help="seed for the order of the runs [default: random]")
    add("--json", type=Path, help="file for all runs")
    return parser.parse_args(arguments)


def _programs(options: argparse.Namespace, java: Path) -> dict[str, PreparedWorkload]:
    named = options.dacapo_jar, options.spec_home, options.renaissance_jar
    places = KitPlaces(*map(tuple, named))
    return {
        f"{it.suite}/{it.name}": prepare(it, options.size, options.iterations, java)
        for name in options.programs
        for it in _workloads(name, places)
    }


def _workloads(name: str, places: KitPlaces) -> Sequence[Workload]:
    if name == "all":
        return list_workloads()
    official = select_official([name], places)
    return official or [find_workload(*name.partition("/")[::2], places)]


def _rounds(
    plan: Plan, rounds: int, order: random.Random, scratch: Path, console: Console
) -> Iterator[Run]:
    for number in range(1, rounds + 1):
        for program in order.sample(list(plan.programs), len(plan.programs)):
            with ExitStack() as stack:
                prepared, kit_run = plan.programs[program], None
                if prepared.in_own_directory:
                    sizes = prepared.description.warmups, prepared.description.iterations
                    kit_run = stack.enter_context(KitRun(*sizes))
                    prepared = replace(prepared, command=kit_run.with_log(prepared.command))
                commands = dict(_commands(plan, prepared, scratch))
                for tree, configuration in order.sample(list(commands), len(commands)):
                    load = os.getloadavg()[0]
                    try:
                        run = _run(
                            program, tree, configuration, number, commands[tree, configuration],
                            scratch / PROFILE, kit_run,
                        )  # fmt: skip
                    except subprocess.CalledProcessError as error:
                        console.print(
                            f"round {number} {program} {tree} {configuration} failed; its output "
                            f"ends with\n{error.output}",
                            markup=False,
                        )
                        continue
                    console.print(
                        f"round {number} {program} {tree} {configuration}: {run.timed:.2f} s "
                        f"timed, {run.wall:.1f} s in all, load before {load:.1f}"
                    )
                    yield run


def _run(
    program: str,
    tree: str,
    configuration: str,
    number: int,
    command: tuple[list[str], dict[str, str]],
    profile: Path,
    kit_run: KitRun | None,
) -> Run:
    if kit_run is not None:
        kit_run.forget()
    with _busy_cpu() if configuration == BUSY else nullcontext():
        done = measure(configuration, number, command[0], None, command[1], kit_run)
    return Run(
        program, tree, configuration, number, done.timed_seconds, done.timed_cpu_seconds,
        done.wall_seconds, done.cpu_seconds,
        _waited(profile) if configuration in CONFIGURATIONS else None,
    )  # fmt: skip


@contextmanager
def _busy_cpu() -> Iterator[None]:
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as process:
        try:
            yield
        finally:
            process.kill()


def _waited(profile: Path) -> float | None:
    """Returns the share of the target's time that was spent waiting for the engine.

    Returns None if the profile has no such figure: the run had no engine, or another version of
    kpath-jvm wrote the profile.
    """
    run = json.loads((profile / "run.json").read_text("utf-8"))
    waited = run.get("waited_seconds")
    return None if waited is None else waited / run["wall_seconds"]


def _commands(
    plan: Plan, program: PreparedWorkload, scratch: Path
) -> Iterator[tuple[tuple[str, str], tuple[list[str], dict[str, str]]]]:
    """Yields the command of each tree and configuration. All commands run the same program."""
    yield (THIS, "native"), (program.command, dict(os.environ))
    if BUSY in plan.configurations:
        yield (THIS, BUSY), (program.command, dict(os.environ))
    for name in _chosen(plan, COMPETITORS):
        launch = Launch(program.command, plan.java, None, None, scratch, scratch)
        yield (THIS, name), (profiled(COMPETITORS[name], launch), dict(os.environ))
    for tree, checkout in zip((THIS, OTHER), plan.trees, strict=False):
        for configuration in _chosen(plan, CONFIGURATIONS):
            command = [
                *(sys.executable, "-m", "kpath_jvm.cli.main", "run", "--no-report", "--force"),
                *("-o", str(scratch / PROFILE), *CONFIGURATIONS[configuration]),
                *("--java-home", str(plan.java.parent.parent), "--", *program.command),
            ]
            yield (tree, configuration), (command, checkout.environment())


def _chosen(plan: Plan, names: Iterable[str]) -> list[str]:
    """Returns those names that are configurations of the plan, in the order of ``names``.

    So with the same seed, all runs come in the same order.
    """
    return [name for name in names if name in plan.configurations]


if __name__ == "__main__":
    sys.exit(main())
