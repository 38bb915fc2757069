"""Measures what programs gain when the advice of `advise` is followed.

Each program has two variants: the original, and one that was changed as advised. For an
open-source library, both variants of one class are compiled from the library's sources
(advised_libraries.py). For a stand-in, a patch changes some classes, and only the changed classes
are compiled. For a small program, this repository has the sources of both variants. No program
runs under the profiler.

Each round runs the original program twice and the changed one once, in random order. The two runs
of the original program show the noise. The runs are compared by the CPU time of the whole process.
If a program times its iterations, its runs are also compared by the CPU time of the fastest
iteration. The runs of a round must print the same text, apart from times. The results are in
docs/evidence/advice.md.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from benchmarks.advised_libraries import advice, commands, read_changes
from kpath_jvm.evaluation.results.statistics import noise_of, ratio_noise, summarise, verdict
from kpath_jvm.evaluation.workloads.catalogue import find_workload, prepare
from kpath_jvm.launch.jdk import Jdk, default_jdk

HERE = Path(__file__).resolve().parent
_SOURCES = HERE.parents[1] / "benchmarks" / "src" / "main" / "java"
#: The stand-ins that have a patch, each with its benchmark in the suite grande, its size, and its
#: number of iterations.
STAND_INS = {
    "heapsort-small": ("heapsort", "small", 100),
    "heapsort": ("heapsort", "default", 1),
    "search": ("search", "default", 1),
}
#: The small programs, each with its argument.
PROGRAMS = {"Collatz": "20000000", "Mixer": "4000000"}
#: The command-line argument that stands for all changes to open-source libraries.
LIBRARIES = "libraries"
_TIMES = re.compile(r"took \d+ ms, \d+ ms of CPU(?:, the fastest round (\d+) us)?")
HEAD = (
    "| program | JDK | before, s | whole process | two equal runs | fastest iteration "
    "| two equal runs |\n|---|---|---|---|---|---|---|"
)


@dataclass(frozen=True)
class Variants:
    """The commands that run the original program and the one that was changed as advised."""

    before: list[str]
    after: list[str]


@dataclass(frozen=True)
class Run:
    """The CPU seconds of a whole process and of its fastest iteration.

    ``fastest`` is None if the program doesn't time its iterations.
    """

    whole: float
    fastest: float | None


@dataclass(frozen=True)
class Round:
    """Three runs, in any order: two of the original program, and one of the changed program."""

    before: Run
    after: Run
    again: Run


def stand_in(name: str, java: Path, scratch: Path, iterations: int | None = None) -> Variants:
    """Compiles a stand-in's patched classes, which come first on the changed program's class path.

    ``iterations`` is by default the number in ``STAND_INS``.
    """
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


def library(name: str, java: Path, scratch: Path, rounds: int | None = None) -> Variants:
    """Compiles both variants of a library's class, and the program that uses the library."""
    before, after = commands(read_changes()[name], java, scratch, rounds)
    return Variants(before, after)


def run(command: Sequence[str]) -> tuple[Run, str]:
    """Runs a command; returns its CPU times, and its output without times."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode("utf-8", "replace")
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, " ".join(command), text)
    fastest = [int(found) / 1e6 for found in _TIMES.findall(text) if found]
    cpu = usage.ru_utime + usage.ru_stime
    return Run(cpu, min(fastest, default=None)), _TIMES.sub("", text)


def measure(variants: Variants, rounds: int, order: random.Random) -> list[Round]:
    """Runs the rounds. Raises a ValueError if the runs of a round don't print the same."""
    found = []
    for _ in range(rounds):
        to_run = {
            "before": variants.before, "after": variants.after, "again": variants.before,
        }  # fmt: skip
        names = list(to_run)
        order.shuffle(names)
        runs, texts = {}, {}
        for name in names:
            runs[name], texts[name] = run(to_run[name])
        if len(set(texts.values())) > 1:
            raise ValueError(f"the runs don't print the same: {texts!r}")
        found.append(Round(**runs))
    return found


def row(name: str, jdk: str, found: Sequence[Round]) -> str:
    """Returns a row of the table: medians of ratios, with their intervals.

    Each ratio compares two runs of the same round.
    """
    before = median(it.before.whole for it in found)
    return f"| {name} | {jdk} | {before:.2f} | {_whole(found)} | {_fastest(found)} |"


def _whole(found: Sequence[Round]) -> str:
    return _ratios(
        [it.after.whole / it.before.whole for it in found],
        [it.again.whole / it.before.whole for it in found],
    )


def _fastest(found: Sequence[Round]) -> str:
    rounds = [(it.before.fastest, it.after.fastest, it.again.fastest) for it in found]
    timed = [(b, a, again) for b, a, again in rounds if b and a and again]
    if len(timed) < len(found):
        return " | "
    return _ratios(
        [after / before for before, after, _ in timed],
        [again / before for before, _, again in timed],
    )


def _ratios(changed: Sequence[float], equal: Sequence[float]) -> str:
    """Returns two cells: the ratio of a change with a verdict, and the ratio of equal runs."""
    said = verdict(summarise(changed), ratio_noise(noise_of(equal)))
    return f"{_interval(changed)} {said} | {_interval(equal)}"


def _interval(ratios: Sequence[float]) -> str:
    found = summarise(ratios)
    return f"{found.median:.2f} ({found.interval.low:.2f} to {found.interval.high:.2f})"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures programs and prints a table, or prints the advice instead."""
    options = _options(arguments)
    jdks = [default_jdk(home) for home in options.java_home] or [default_jdk()]
    if options.advise:
        _advise(options.programs or _changes(), jdks[0])
        return 0
    print(HEAD, flush=True)
    order = random.Random(options.seed)
    measured = []
    for name in options.programs or _all():
        for jdk in jdks:
            with tempfile.TemporaryDirectory(prefix="kpath-advised-") as scratch:
                variants = _make(name, jdk.java, Path(scratch))
                found = measure(variants, options.rounds, order)
            print(row(name, jdk.version, found), flush=True)
            rounds = [asdict(it) for it in found]
            measured.append({"program": name, "jdk": jdk.version, "rounds": rounds})
    if options.json:
        options.json.write_text(json.dumps(measured, indent=1) + "\n", "utf-8")
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "programs",
        nargs="*",
        metavar="PROGRAM",
        help=f"some of {', '.join(_all())}; {LIBRARIES}: all changes to libraries [default: all]",
    )
    parser.add_argument("--rounds", type=int, default=10, help="rounds of three runs [default: 10]")
    parser.add_argument(
        "--java-home", type=Path, action="append", default=[], metavar="DIR",
        help="JDK; repeatable [default: JAVA_HOME, PATH]",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=1, help="seed of the runs' order [default: 1]")
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="also write the times of all runs to this file"
    )
    parser.add_argument(
        "--advise", action="store_true",
        help="record the libraries' programs and print the advice, instead of measuring",
    )  # fmt: skip
    options = parser.parse_args(arguments)
    options.programs = [
        one for name in options.programs for one in (_changes() if name == LIBRARIES else [name])
    ]
    known = _changes() if options.advise else _all()
    unknown = [name for name in options.programs if name not in known]
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}; there are {', '.join(known)}")
    return options


def _advise(names: Sequence[str], jdk: Jdk) -> None:
    changes = read_changes()
    libraries = {changes[name].library.program: changes[name].library for name in names}
    for library in libraries.values():
        with tempfile.TemporaryDirectory(prefix="kpath-advised-") as scratch:
            print(advice(library, jdk.java, Path(scratch)), flush=True)


def _changes() -> list[str]:
    return list(read_changes())


def _all() -> list[str]:
    return [*_changes(), *STAND_INS, *PROGRAMS]


def _make(name: str, java: Path, scratch: Path) -> Variants:
    if name in STAND_INS:
        return stand_in(name, java, scratch)
    return program(name, java, scratch) if name in PROGRAMS else library(name, java, scratch)


if __name__ == "__main__":
    sys.exit(main())
