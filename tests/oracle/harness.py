"""Compiles and traces programs, for the tests of the oracle and of the product."""

from __future__ import annotations

import argparse
import atexit
import fcntl
import hashlib
import os
import re
import shutil
import signal
import struct
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from builders.waiting import LIMIT_SECONDS

from .oracle import Trace, read_trace

HERE = Path(__file__).resolve().parent
#: Where Debian and most other distributions of Linux install JDKs.
INSTALLED = Path("/usr/lib/jvm")
#: The environment variable that names the directory which the processes of one pytest run share.
SHARED_VARIABLE = "KPATH_TESTS_SHARED"
#: JVM options for tools that run for a second or two. They switch off the optimising compiler, and
#: select the collector with one thread. So javac needs half the CPU time for a small program.
QUICK = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")


def check_parser(description: str) -> argparse.ArgumentParser:
    """Returns a parser with the options that all checks of many classes have."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument(
        "--jdk", action="append", type=Path, metavar="HOME",
        help="run on this JDK (repeatable; default: the JDKs in KPATH_JDKS, or if that isn't set, "
        "the default JDK, a JDK 17, and a JDK of 21 or newer)",
    )  # fmt: skip
    parser.add_argument("--markdown", type=Path, help="write the tables to a file")
    parser.add_argument("--json", type=Path, help="write all figures and results to a file")
    return parser


@dataclass(frozen=True)
class Program:
    """A compiled program: its class directory and main class."""

    classes: Path
    main: str


def find_java_homes() -> list[Path]:
    """Returns the JDKs to test on.

    If KPATH_JDKS is set, it lists the JDKs, separated as in PATH. Without KPATH_JDKS, the JDKs are
    the default JDK and up to two from /usr/lib/jvm: the first JDK 17, unless the default JDK is
    one, and the first JDK of 21 or newer, unless the default JDK is one. The tests of situations
    add a JDK 11 (``java_homes`` in situations/harness.py).
    """
    if named := os.environ.get("KPATH_JDKS"):
        return [Path(home) for home in named.split(os.pathsep)]
    homes = [default_java_home()]
    for javac in sorted(INSTALLED.glob("*/bin/javac")):
        home = javac.resolve().parent.parent
        missing = missing_jdks(map(java_version, homes))
        if missing != missing_jdks(map(java_version, [*homes, home])):
            homes.append(home)
    return homes


def missing_jdks(versions: Iterable[int]) -> list[str]:
    """Returns the JDKs that every change must be tested on but that aren't among ``versions``."""
    found = set(versions)
    return [
        *([] if 17 in found else ["17"]),
        *([] if any(version >= 21 for version in found) else ["21 or newer"]),
    ]


def refusal_without_all_jdks() -> str | None:
    """Returns why tests mustn't run, or None if they may run.

    Tests mustn't run if KPATH_ALL_JDKS is 1 and a JDK is missing. Most tests run on the JDKs that
    are found, so these tests would pass although a JDK is missing.
    """
    if os.environ.get("KPATH_ALL_JDKS") != "1":
        return None
    homes = find_java_homes()
    if not (missing := missing_jdks(map(java_version, homes))):
        return None
    return (
        f"KPATH_ALL_JDKS=1, but there is no JDK {' and none of '.join(missing)}, only "
        f"{', '.join(map(str, homes))}; install it below /usr/lib/jvm or name all in KPATH_JDKS"
    )


def java_version(home: Path) -> int:
    """Returns a JDK's feature release, from its ``release`` file."""
    release = (home / "release").read_text(encoding="utf-8")
    version = re.search(r'JAVA_VERSION="(\d+)', release)
    return int(version[1]) if version else 0


@cache
def default_java_home() -> Path:
    """Returns the JDK that compiles and traces: that of JAVA_HOME, or of ``java`` in PATH."""
    if home := os.environ.get("JAVA_HOME"):
        return Path(home)
    shown = subprocess.run(
        ["java", "-XshowSettings:properties", "-version"],
        capture_output=True, text=True, check=True,
    ).stderr  # fmt: skip
    found = re.search(r"java\.home = (.*)", shown)
    if not found:
        raise RuntimeError("java doesn't report its home; set JAVA_HOME")
    return Path(found[1].strip())


def compile_java(
    sources: list[Path], classes: Path, *options: str, java_home: Path | None = None
) -> None:
    """Runs javac, in a JVM that is kept for further calls.

    Without a ``java_home``, the default JDK's javac runs.
    """
    files = [str(path.absolute()) for path in sources]
    words = ["-g", "-nowarn", *options, "-d", str(classes.absolute()), *files]
    status, messages = _compiler(java_home or default_java_home()).run(words)
    if status != 0:
        raise RuntimeError(f"javac failed:\n{messages}")


class _Compiler:
    """A JVM that runs javac on request, until this process ends (CompileServer.java)."""

    def __init__(self, java_home: Path) -> None:
        java = str(java_home / "bin" / "java")
        self._process = subprocess.Popen(
            [java, *QUICK, str(HERE / "CompileServer.java")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip
        atexit.register(self._process.kill)
        self._one_at_a_time = threading.Lock()

    def run(self, arguments: Sequence[str]) -> tuple[int, str]:
        requests, answers = self._process.stdin, self._process.stdout
        assert requests is not None
        assert answers is not None
        words = [word.encode() for word in arguments]
        text = b"".join(struct.pack(">H", len(word)) + word for word in words)
        with self._one_at_a_time:
            requests.write(struct.pack(">i", len(words)) + text)
            requests.flush()
            head = answers.read(8)
            if len(head) < 8:
                raise RuntimeError(f"the JVM that compiles has ended: {self._process.wait()}")
            status, length = struct.unpack(">ii", head)
            return status, answers.read(length).decode()


_compiler = cache(_Compiler)


def compile_program(source: Path, classes: Path, java_home: Path | None = None) -> Program:
    """Compiles a source file named after its main class, for Java 17 if no JDK is given."""
    classes.mkdir(parents=True, exist_ok=True)
    options = [] if java_home else ["--release", "17"]
    compile_java([source], classes, *options, java_home=java_home)
    return Program(classes, source.stem)


def process_directory(name: str) -> Path:
    """Returns a new directory that exists until this process ends."""
    directory = tempfile.mkdtemp(prefix=f"kpath-{name}-")
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    return Path(directory)


@cache
def compiled_tracer() -> Path:
    classes = process_directory("tracer")
    compile_java(sorted(HERE.glob("*.java")), classes, "--add-modules", "jdk.jdi")
    return classes


def run_command(
    command: Sequence[str],
    environment: Mapping[str, str] | None = None,
    directory: Path | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Runs a command to its end.

    If that takes longer than ``LIMIT_SECONDS``, kills the command and all that it has started.
    """
    with subprocess.Popen(
        command, cwd=directory,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        start_new_session=True, env={**os.environ, **(environment or {})},
    ) as process:  # fmt: skip
        try:
            out, err = process.communicate(timeout=LIMIT_SECONDS)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def run_native(program: Program, java_home: Path) -> subprocess.CompletedProcess[bytes]:
    """Runs the program by itself, neither profiled nor traced."""
    java = str(java_home / "bin" / "java")
    return run_command([java, "-cp", str(program.classes), program.main])


def trace_program(
    program: Program, log: Path, java_home: Path | None = None
) -> tuple[Trace, bytes]:
    """Runs a program under the tracer; returns its trace and its standard output.

    Tracing a program is slow. So pytest's processes share their traces (SHARED_VARIABLE), and each
    program is traced only once on each JDK.

    Args:
        program: The program.
        log: The file that gets the tracer's log.
        java_home: The JDK that runs the tracer and the program, or None for the default one.

    Raises:
        RuntimeError: The tracer failed.
    """
    home = java_home or default_java_home()
    shared = os.environ.get(SHARED_VARIABLE)
    if shared is None:
        output = _trace(program, log, home)
        return read_trace(log), output
    kept = Path(shared) / _digest(program, home)
    with kept.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.with_suffix(".output").exists():
            output = _trace(program, kept.with_suffix(".log"), home)
            kept.with_suffix(".output").write_bytes(output)
    shutil.copyfile(kept.with_suffix(".log"), log)
    return read_trace(log), kept.with_suffix(".output").read_bytes()


def _trace(program: Program, log: Path, home: Path) -> bytes:
    tracer = [str(home / "bin" / "java"), *QUICK, "-cp", str(compiled_tracer()), "Tracer"]
    done = run_command([*tracer, str(log), str(program.classes), str(home), program.main])
    if done.returncode != 0:
        raise RuntimeError(f"the tracer failed:\n{done.stderr.decode()}")
    return done.stdout


def _digest(program: Program, home: Path) -> str:
    """Returns a name that depends on the main class, the program's files and the JDK."""
    digest = hashlib.sha256(f"{home}\0{program.main}\0".encode())
    for path in sorted(path for path in program.classes.rglob("*") if path.is_file()):
        content = path.read_bytes()
        name = path.relative_to(program.classes)
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()
