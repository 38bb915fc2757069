"""Runs the server of tests/benchmarks/server under an open-loop load, and lists a JVM's resources.

The server's load and this code use the same clock: the machine's monotonic one, which is
``time.monotonic_ns`` here.
"""

from __future__ import annotations

import fcntl
import re
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

import kpath_command as kpath
from builders.waiting import wait_for

PROJECT = kpath.REPOSITORY / "tests" / "benchmarks" / "server" / "project"
JAR = PROJECT / "target" / "kpath-server.jar"
#: Files that HotSpot keeps open after its first agent was loaded, or that the JDK keeps open after
#: its first digest of a class file.
_OF_THE_JVM = ("kpath.jar", "kpath-server.jar", "/dev/random", "/dev/urandom")
_LIBRARIES = ("/jvm/", ".jar")
#: Names, as in /proc, of threads that HotSpot starts and ends as it needs them.
_THREADS_OF_THE_JVM = re.compile(
    r"Attach Listener|C[12] Compiler|GC Thread|G1 |ForkJoin|process rea"
)


def server_jar() -> Path:
    """Returns the jar with the server, its load and the agent; Maven builds the jar if need be."""
    sources = [PROJECT / "pom.xml", *(PROJECT / "src").rglob("*.java")]
    with (PROJECT / "pom.xml").open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        newest = max(source.stat().st_mtime for source in sources)
        if not JAR.exists() or JAR.stat().st_mtime < newest:
            command = ["mvn", "-q", "-B", "-f", str(PROJECT / "pom.xml"), "clean", "package"]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise OSError(f"the server wasn't built: {done.stdout[-1000:]}")
    return JAR


class Server:
    def __init__(self, process: subprocess.Popen[str], home: Path, port: int) -> None:
        self.process = process
        self.pid = process.pid
        self.home = home
        self.port = port

    def get(self, path: str) -> str:
        """Returns the server's answer; raises OSError if there is none."""
        with urlopen(f"http://127.0.0.1:{self.port}/{path}", timeout=kpath.TIMEOUT_SECONDS) as got:
            text: str = got.read().decode()
        return text

    def shown_to_agents(self, directory: Path) -> list[Path]:
        """Writes the server's classes to a new directory, as the JVM shows them to agents."""
        load = [str(self.home / "bin" / "jcmd"), str(self.pid), "JVMTI.agent_load", str(JAR)]
        done = subprocess.run([*load, str(directory)], capture_output=True, text=True, check=False)
        if not directory.exists():
            raise OSError(f"the agent didn't make {directory}: {done.stdout}{done.stderr}")
        return sorted(directory.iterdir())


@dataclass(frozen=True)
class Answer:
    """A request: when it was due, how long it took from then on (both in ns), and how it ended.

    ``outcome`` is "right", "wrong" or "failed".
    """

    due: int
    latency: int
    outcome: str


class Load:
    """A process that sends requests to a server at a fixed rate."""

    def __init__(self, process: subprocess.Popen[str], rows: Path) -> None:
        self.process = process
        self._rows = rows

    def answers(self) -> list[Answer]:
        """Returns the answers that have come so far."""
        found = []
        for line in self._rows.read_text("utf-8").splitlines(keepends=True):
            # The last line may be half written.
            if line.endswith("\n"):
                due, latency, outcome = line.split(",")
                found.append(Answer(int(due), int(latency), outcome.strip()))
        return found

    def outcomes(self) -> Counter[str]:
        return Counter(answer.outcome for answer in self.answers())

    def settled(self) -> None:
        """Waits until a request that falls due from now on is answered or fails."""
        now = time.monotonic_ns()
        wait_for(
            lambda: any(answer.due > now for answer in self.answers()[-20:]),
            "a request that falls due from now on has an answer",
        )

    def end(self) -> list[Answer]:
        self.process.communicate(timeout=kpath.TIMEOUT_SECONDS)
        return self.answers()


@contextmanager
def server(home: Path, directory: Path, *flags: str) -> Iterator[Server]:
    """Yields a server that is ready. It runs in the directory, and writes its files there."""
    jar = str(server_jar())
    command = [str(home / "bin" / "java"), "-Xms256m", "-Xmx256m", *flags, "-jar", jar, "base"]
    with (directory / "server.err").open("w") as errors:
        process = subprocess.Popen(
            command, cwd=directory, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
            text=True,
        )  # fmt: skip
    try:
        assert process.stdout is not None
        port = process.stdout.readline().strip()
        if not port:
            raise OSError((directory / "server.err").read_text("utf-8")[-1000:])
        yield Server(process, home, int(port))
    finally:
        process.kill()
        process.communicate()


@contextmanager
def load(target: Server, rate: float, directory: Path) -> Iterator[Load]:
    """Sends requests to a server, ``rate`` per second, and yields the load."""
    rows = directory / "answers.csv"
    java = str(target.home / "bin" / "java")
    command = [java, "-Xms512m", "-Xmx512m", "-XX:+UseSerialGC", "-cp", str(JAR), "server.Load"]
    process = subprocess.Popen(
        [*command, str(target.port), str(rate), str(rows)], stdin=subprocess.PIPE, text=True
    )
    try:
        wait_for(
            lambda: rows.exists() and rows.stat().st_size > 0, "the first request has an answer"
        )
        yield Load(process, rows)
    finally:
        process.kill()
        process.communicate()


@dataclass(frozen=True)
class Belongings:
    """The open files, mapped files, threads and listening sockets of a process.

    What the JVM opens or starts for itself is left out.
    """

    files: Counter[str]
    mapped: frozenset[str]
    threads: Counter[str]
    listeners: frozenset[str]

    @staticmethod
    def of(pid: int) -> Belongings:
        base = Path(f"/proc/{pid}")
        files = Counter(_links(base / "fd"))
        sockets = {file for file in files if file.startswith("socket:")}
        plain = Counter(
            {file: count for file, count in files.items()
             if file not in sockets and not any(it in file for it in _OF_THE_JVM)}
        )  # fmt: skip
        lines = (base / "maps").read_text("utf-8").splitlines()
        mapped = {line.partition("/")[2] for line in lines if "/" in line}
        threads = Counter(
            name for name in _names(base / "task") if not _THREADS_OF_THE_JVM.match(name)
        )
        return Belongings(
            plain,
            frozenset(it for it in mapped if not any(name in it for name in _LIBRARIES)),
            threads,
            frozenset(_listeners(base, {it[8:-1] for it in sockets})),
        )

    def beyond(self, before: Belongings) -> str:
        """Returns, as text, what has been added since ``before``. The text may be empty."""
        more = {
            "files": sorted((self.files - before.files).elements()),
            "mapped": sorted(self.mapped - before.mapped),
            "threads": sorted((self.threads - before.threads).elements()),
            "listeners": sorted(self.listeners - before.listeners),
        }
        return "; ".join(f"{name}: {', '.join(those)}" for name, those in more.items() if those)


def _links(directory: Path) -> Iterator[str]:
    for entry in directory.iterdir():
        with suppress(FileNotFoundError):
            yield str(entry.readlink())


def _names(tasks: Path) -> Iterator[str]:
    for task in tasks.iterdir():
        with suppress(OSError):
            yield (task / "comm").read_text("utf-8").strip()


def _listeners(base: Path, inodes: set[str]) -> Iterator[str]:
    for name in ("tcp", "tcp6"):
        for line in (base / "net" / name).read_text("utf-8").splitlines()[1:]:
            words = line.split()
            if words[3] == "0A" and words[9] in inodes:
                yield words[1]
    for line in (base / "net" / "unix").read_text("utf-8").splitlines()[1:]:
        words = line.split()
        # The attach mechanism's own socket, which remains after the first use of any agent, doesn't
        # count.
        accepts = words[3] == "00010000" and words[6] in inodes
        if accepts and ".java_pid" not in line:
            yield words[7] if len(words) > 7 else words[6]
