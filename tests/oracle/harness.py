"""Compiling programs and tracing them: what the tests of the oracle and of the product share."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .oracle import MethodProfile, Trace, read_trace

HERE = Path(__file__).resolve().parent
TARGETS = HERE.parent / "targets"
TIMEOUT_SECONDS = 120


@dataclass(frozen=True)
class Program:
    """A compiled program: its class directory and main class."""

    classes: Path
    main: str


def find_java_homes() -> list[Path]:
    """The JDKs to test on: KPATH_JDKS (separated like PATH), or JAVA_HOME's or PATH's and 25's."""
    if named := os.environ.get("KPATH_JDKS"):
        return [Path(home) for home in named.split(os.pathsep)]
    homes = [default_java_home()]
    for javac in sorted(Path("/usr/lib/jvm").glob("*/bin/javac")):
        release = (javac.parent.parent / "release").read_text(encoding="utf-8")
        version = re.search(r'JAVA_VERSION="(\d+)', release)
        if version and int(version[1]) >= 21 and len(homes) == 1:
            homes.append(javac.resolve().parent.parent)
    return homes


@cache
def default_java_home() -> Path:
    """The JDK that compiles and traces: JAVA_HOME's, or the one of PATH's ``java``."""
    if home := os.environ.get("JAVA_HOME"):
        return Path(home)
    shown = subprocess.run(
        ["java", "-XshowSettings:properties", "-version"],
        capture_output=True, text=True, check=True,
    ).stderr  # fmt: skip
    found = re.search(r"java\.home = (.*)", shown)
    if not found:
        raise RuntimeError("java does not tell its home; set JAVA_HOME")
    return Path(found[1].strip())


def compile_java(sources: list[Path], classes: Path, *options: str) -> None:
    """Runs javac; everything is compiled for the oldest JDK that is supported."""
    javac = str(default_java_home() / "bin" / "javac")
    command = [javac, "-g", "-nowarn", *options, "-d", str(classes), *map(str, sources)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"javac failed:\n{done.stderr}")


def compile_program(source: Path, classes: Path, *options: str) -> Program:
    """Compiles one source file, whose name is its main class."""
    classes.mkdir(parents=True, exist_ok=True)
    compile_java([source], classes, "--release", "17", *options)
    return Program(classes, source.stem)


@cache
def compiled_tracer() -> Path:
    """The tracer's class directory, compiled once per process."""
    classes = Path(tempfile.mkdtemp(prefix="kpath-tracer-"))
    compile_java(sorted(HERE.glob("*.java")), classes, "--add-modules", "jdk.jdi")
    return classes


def run_command(command: list[str]) -> subprocess.CompletedProcess[bytes]:
    """Runs to the end, or kills the command with all that it started when the time is over."""
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:  # fmt: skip
        try:
            out, err = process.communicate(timeout=TIMEOUT_SECONDS)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def run_native(program: Program, java_home: Path) -> subprocess.CompletedProcess[bytes]:
    """The program without anything of ours."""
    java = str(java_home / "bin" / "java")
    return run_command([java, "-cp", str(program.classes), program.main])


def trace_program(program: Program, log: Path) -> tuple[Trace, bytes]:
    """Runs a program under the tracer; its trace and its standard output."""
    home = default_java_home()
    tracer = [str(home / "bin" / "java"), "-cp", str(compiled_tracer()), "Tracer"]
    done = run_command([*tracer, str(log), str(program.classes), str(home), program.main])
    if done.returncode != 0:
        raise RuntimeError(f"the tracer failed:\n{done.stderr.decode()}")
    return read_trace(log), done.stdout


def expectation_value(profile: MethodProfile, key: str) -> int:
    """A number that a target's comment states: a field, or totalN, distinctN, maxN of n-grams."""
    statistic = re.fullmatch(r"(total|distinct|max)(\d+)", key)
    if not statistic:
        return int(getattr(profile, key))
    counts = [count for gram, count in profile.ngrams.items() if len(gram) == int(statistic[2])]
    if statistic[1] == "total":
        return sum(counts)
    return len(counts) if statistic[1] == "distinct" else max(counts, default=0)


def expectations(source: Path) -> list[tuple[str, str, dict[str, int]]]:
    """The ``// expect: METHOD [loop-header] key=value ...`` lines: method, cut, numbers."""
    found = []
    for line in source.read_text(encoding="utf-8").splitlines():
        if match := re.match(r"\s*// expect: (\S+)( loop-header)?((?: \w+=\d+)+)$", line):
            pairs = (pair.split("=") for pair in match[3].split())
            cut = "loop-header" if match[2] else "back-edge"
            found.append((match[1], cut, {key: int(value) for key, value in pairs}))
        elif "expect:" in line:
            raise ValueError(f"{source.name}: not an expectation: {line.strip()}")
    return found
