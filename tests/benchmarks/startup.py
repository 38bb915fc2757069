"""Measures what instrumentation costs when a program starts, without and with the class cache.

The program only loads classes. Each round runs it natively, and under the agent without a class
cache, with an empty cache, and with a full cache. The order is random. The table shows the added
CPU time: the CPU time of the whole process, minus that of the native run in the same round. The
added time includes the work that the agent adds for class loading and for the compilers, and the
loading of the agent's own classes. The agent itself measures the time in its transformer.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from kpath_jvm.errors import KpathError
from kpath_jvm.installation import jars
from kpath_jvm.launch.jdk import default_jdk

NATIVE = "native"
_SOURCE = Path(__file__).with_name("LoadClasses.java")
#: For each configuration, the agent's options, and whether the cache is emptied before a run.
CONFIGURATIONS = {
    "uncached": ("class-cache=0", True),
    "filling": ("class-cache=1G", True),
    "cached": ("class-cache=1G", False),
}


@dataclass(frozen=True)
class Run:
    """The figures of a run. ``transformer_seconds`` and ``methods`` are 0 for a native run."""

    name: str
    wall_seconds: float
    cpu_seconds: float
    transformer_seconds: float
    methods: int


@dataclass(frozen=True)
class Plan:
    """What each round runs."""

    java: Path
    agent: Path
    program: tuple[str, ...]
    profiler: str
    agent_options: tuple[str, ...]
    scratch: Path


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures and prints a table. Returns the error's exit status if there is no JDK."""
    options = _parse(arguments)
    console = Console(width=130)
    with tempfile.TemporaryDirectory(prefix="kpath-startup-") as scratch:
        try:
            java = default_jdk(options.java_home).java
        except KpathError as error:
            print(f"startup: {error}", file=sys.stderr)
            return error.exit_status
        compiler = [str(java.with_name("javac")), "-d", scratch, str(_SOURCE)]
        subprocess.run(compiler, check=True)
        class_path = os.pathsep.join([scratch, str(options.jar)])
        program = ("-cp", class_path, "LoadClasses", str(options.jar), str(options.classes))
        agent = options.agent or jars().agent
        plan = Plan(java, agent, program, options.profiler, tuple(options.option), Path(scratch))
        seed = (
            options.seed if options.seed is not None else random.SystemRandom().randrange(1 << 32)
        )
        console.print(f"{options.jar.name}, {options.rounds} rounds, seed {seed}, {java}, {agent}")
        rounds = list(_rounds(plan, options.rounds, random.Random(seed)))
    console.print(_table(rounds))
    return 0


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("jar", type=Path, help="jar with classes, for instance ecj's")
    add("--classes", type=int, default=100_000, help="classes to load at most [default: 100000]")
    add("--profiler", default="k-blpp-packed", help="an inline profiler [default: k-blpp-packed]")
    add(
        "--option",
        action="append",
        default=[],
        help="a further option for the agent, such as scope=loops",
    )
    add("--agent", type=Path, help="kpath.jar to use instead of the one of this tree")
    add("--rounds", type=int, default=5, help="[default: 5]")
    add("--java-home", type=Path, help="JDK [default: JAVA_HOME, PATH]")
    add("--seed", type=int, help="seed for the order of the runs [default: random]")
    return parser.parse_args(arguments)


def _rounds(plan: Plan, rounds: int, order: random.Random) -> Iterator[dict[str, Run]]:
    names = [NATIVE, *CONFIGURATIONS]
    # This run brings the jars and the JDK into the page cache, and classes into the class cache.
    _run(plan, "filling")
    for _ in range(rounds):
        done = {}
        for name in order.sample(names, len(names)):
            if name == "cached":
                _run(plan, "filling")
            done[name] = _run(plan, name)
        yield done


def _run(plan: Plan, name: str) -> Run:
    output = plan.scratch / "run.recording"
    shutil.rmtree(output, ignore_errors=True)
    command = [str(plan.java)]
    if name != NATIVE:
        option, emptied = CONFIGURATIONS[name]
        if emptied:
            shutil.rmtree(plan.scratch / "cache", ignore_errors=True)
        options = (f"output={output}", f"profiler={plan.profiler}", option, *plan.agent_options)
        command.append(f"-javaagent:{plan.agent}={','.join(options)}")
    environment = {**os.environ, "XDG_CACHE_HOME": str(plan.scratch / "cache")}
    start = time.monotonic()
    process = subprocess.Popen([*command, *plan.program], env=environment)
    # wait4 reports the CPU time of this child, but not of earlier children.
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command)
    cpu = usage.ru_utime + usage.ru_stime
    if name == NATIVE:
        return Run(name, wall, cpu, 0, 0)
    with (output / "methods.jsonl").open("rb") as lines:
        methods = sum(1 for line in lines if line.startswith(b'{"kind":"method"'))
    nanos = json.loads((output / "inline.json").read_text("utf-8"))["instrumentation_nanos"]
    return Run(name, wall, cpu, nanos / 1e9, methods)


def _table(rounds: Sequence[dict[str, Run]]) -> Table:
    methods = rounds[0]["uncached"].methods
    table = Table(title=f"ms per 1,000 methods ({methods} methods); median \\[least, most]")
    for heading in ("", "in the transformer", "CPU over native", "wall over native"):
        table.add_column(heading, justify="left" if not heading else "right")
    for name in CONFIGURATIONS:
        runs = [(done[name], done[NATIVE]) for done in rounds]
        table.add_row(
            name,
            _spread([run.transformer_seconds for run, _ in runs], methods),
            _spread([run.cpu_seconds - native.cpu_seconds for run, native in runs], methods),
            _spread([run.wall_seconds - native.wall_seconds for run, native in runs], methods),
        )
    return table


def _spread(seconds: Sequence[float], methods: int) -> str:
    scaled = [second * 1e6 / methods for second in seconds]
    return f"{median(scaled):.1f} \\[{min(scaled):.1f}, {max(scaled):.1f}]"


if __name__ == "__main__":
    sys.exit(main())
