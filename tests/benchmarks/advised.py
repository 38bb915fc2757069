"""Measures what advice gains, on programs before and after the advice was followed.

For a stand-in, the classes that the patch changes are compiled again. For a small program, both
variants are compiled. The variants run natively in pairs, each pair in random order. The figure is
the CPU time of the whole process. Both variants must print the same.
docs/evidence/advice.md has results.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from kpath_jvm.evaluation.workloads.catalogue import find_workload, prepare
from kpath_jvm.launch.jdk import default_jdk

HERE = Path(__file__).resolve().parent
_SOURCES = HERE.parents[1] / "benchmarks" / "src" / "main" / "java"
#: Stand-ins with a patch (benchmark of the suite grande, size, iterations).
STAND_INS = {
    "heapsort-small": ("heapsort", "small", 100),
    "heapsort": ("heapsort", "default", 1),
    "search": ("search", "default", 1),
}
#: Small programs, with their argument.
PROGRAMS = {"Collatz": "20000000", "Mixer": "4000000"}
#: The programs print how long iterations took, which differs from run to run.
_TIMES = re.compile(r"took \d+ ms, \d+ ms of CPU")


@dataclass(frozen=True)
class Variants:
    """The commands that run a program before and after the advice was followed."""

    before: list[str]
    after: list[str]


@dataclass(frozen=True)
class Pair:
    """CPU seconds of two runs, one after the other."""

    before: float
    after: float


def stand_in(name: str, java: Path, scratch: Path, iterations: int | None = None) -> Variants:
    """Compiles the patched classes of a stand-in, which come before its own on the class path."""
    benchmark, size, usual = STAND_INS[name]
    patch = HERE / "advised_programs" / f"{benchmark}.patch"
    changed = re.findall(r"^\+\+\+ b/(\S+)", patch.read_text("utf-8"), re.MULTILINE)
    prepared = prepare(find_workload("grande", benchmark), size, iterations or usual, java)
    at = prepared.command.index("-cp") + 1
    for file in changed:
        (scratch / file).parent.mkdir(parents=True, exist_ok=True)
        (scratch / file).write_bytes((_SOURCES / file).read_bytes())
    subprocess.run(
        ["patch", "-s", "-p1", "-i", str(patch)], cwd=scratch, check=True, capture_output=True
    )
    class_path = prepared.command[at]
    _compile(java, [scratch / file for file in changed], scratch / "classes", class_path)
    after = list(prepared.command)
    after[at] = f"{scratch / 'classes'}{os.pathsep}{class_path}"
    return Variants(prepared.command, after)


def program(name: str, java: Path, scratch: Path, argument: str | None = None) -> Variants:
    """Compiles both variants of a small program."""
    commands = []
    for variant in ("before", "after"):
        source = HERE / "advised_programs" / variant / f"{name}.java"
        _compile(java, [source], scratch / variant, str(scratch))
        commands.append(
            [str(java), "-cp", str(scratch / variant), name, argument or PROGRAMS[name]]
        )
    return Variants(*commands)


def _compile(java: Path, sources: Sequence[Path], classes: Path, class_path: str) -> None:
    command = [str(java.parent / "javac"), "-cp", class_path, "-d", str(classes)]
    subprocess.run([*command, *map(str, sources)], check=True, capture_output=True)


def run(command: Sequence[str]) -> tuple[float, str]:
    """Runs a command; returns the CPU seconds of the process, and its output without times."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = _TIMES.sub("", output.read().decode("utf-8", "replace"))
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, " ".join(command), text)
    return usage.ru_utime + usage.ru_stime, text


def pairs(variants: Variants, rounds: int, order: random.Random) -> list[Pair]:
    """Runs ``rounds`` pairs. Raises a ValueError if the two variants don't print the same."""
    found = []
    for _ in range(rounds):
        commands = [variants.before, variants.after]
        is_turned = order.random() < 0.5
        (one, text), (other, others) = map(run, reversed(commands) if is_turned else commands)
        if text != others:
            raise ValueError(f"the variants differ: {text!r} and {others!r}")
        found.append(Pair(*((other, one) if is_turned else (one, other))))
    return found


def row(name: str, found: Sequence[Pair]) -> str:
    """Returns medians and spreads of both variants, and of their ratios in each pair."""
    figures = [
        [pair.before for pair in found],
        [pair.after for pair in found],
        [pair.after / pair.before for pair in found],
    ]
    cells = [f"{median(it):.2f} ({min(it):.2f} to {max(it):.2f})" for it in figures]
    return f"| {name} | {' | '.join(cells)} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the programs that are named, or all, and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", nargs="*", help=f"some of {', '.join([*STAND_INS, *PROGRAMS])}")
    parser.add_argument(
        "--rounds", type=int, default=10, help="pairs of runs of each program [default: 10]"
    )
    parser.add_argument("--java-home", type=Path, help="JDK [default: JAVA_HOME, PATH]")
    parser.add_argument("--seed", type=int, default=1, help="seed of the pairs' order [default: 1]")
    options = parser.parse_args(arguments)
    java = options.java_home / "bin" / "java" if options.java_home else default_jdk().java
    print("| program | before, s of CPU | after, s of CPU | after / before |\n|---|---|---|---|")
    order = random.Random(options.seed)
    for name in options.programs or [*STAND_INS, *PROGRAMS]:
        with tempfile.TemporaryDirectory(prefix="kpath-advised-") as scratch:
            made = stand_in if name in STAND_INS else program
            variants = made(name, java, Path(scratch))
            print(row(name, pairs(variants, options.rounds, order)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
