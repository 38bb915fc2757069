"""Measures the latency of a loaded server before, while and after kpath-jvm records it.

Requests come at a fixed rate, whatever the server does. The latency of a request counts from the
moment at which it was due (project/src/main/java/server/Load.java). One server goes through all
phases. First it runs natively. Then, once in each mode, kpath-jvm attaches to it, records it and
leaves. The server has had a dormant agent since its start (docs/sampling.md). The results are in
docs/evidence/attaching.md.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[2])

import kpath_command as kpath
from benchmarks.server.chart import draw
from benchmarks.server.phases import PERCENTILES, Phase, by_phase, by_second, table
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.figures import style
from kpath_jvm.installation import require_jars
from kpath_jvm.launch.command import DORMANT
from kpath_jvm.launch.jdk import default_jdk
from loaded_server import Belongings, Server, load, server

#: The options of attach for each mode. The sampled mode also gets its budget, and records only the
#: server's own classes. It comes first, so that code compiled for other modes doesn't affect it.
MODES = {
    "sampled": ("--include", "server.*", "--max-overhead"),
    "exact": (),
    "loops": ("--scope", "loops"),
}
SAMPLED = "sampled"
_WARMING_SECONDS = 40.0


@dataclass
class Course:
    """The phases so far. Each phase begins where the previous one ends."""

    phases: list[Phase] = field(default_factory=list)

    def until_now(self, name: str, begin: int) -> int:
        """Adds a phase that ends now. Returns the present time."""
        now = time.monotonic_ns()
        self.phases.append(Phase(name, begin, now))
        return now


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures, and writes tables and the chart.

    Returns 1 if an answer wasn't right or something was left behind, and the error's status if
    there are no jars or no JDK.
    """
    options = _parse(arguments)
    try:
        agent = require_jars().agent
        home = default_jdk(options.java_home).home
    except KpathError as error:
        print(f"latency: {error}", file=sys.stderr)
        return error.exit_status
    options.output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="kpath-server-") as scratch:
        directory = Path(scratch)
        prepared = f"-javaagent:{agent}={DORMANT}"
        with (
            server(home, directory, prepared) as target,
            load(target, options.rate, directory) as requests,
        ):
            time.sleep(options.warm)
            course = Course()
            left = list(_measure(target, course, options, directory))
            requests.settled()
            answers = requests.end()
    start = course.phases[0].begin
    rows = table(answers, start)
    phases, seconds = (by(rows, course.phases, start) for by in (by_phase, by_second))
    note = (
        f"{options.rate:g} requests a second. Latency counts from when a request is due. "
        f"Java {default_jdk(home).version}, {os.cpu_count()} CPUs for server, load and engine. "
        "Grey: kpath-jvm attaches or leaves. Numbers: p50 and p99."
    )
    title = "Latency of a server that kpath-jvm is attached to"
    with style.styled():
        made = draw(seconds, phases, title, note)
    style.save(made, options.output, options.name)
    for kind, rounded in (("seconds", seconds), ("phases", phases)):
        path = options.output / f"{options.name}-{kind}.csv"
        rounded.round(3).to_csv(path, index=False, lineterminator="\n")
    for line in _table(phases.to_dict("records")):  # type: ignore[arg-type]
        print(line)
    wrong = int((rows["outcome"] != "right").sum())
    for line in (*left, f"{wrong} answers weren't right" if wrong else ""):
        if line:
            print(f"latency: {line}", file=sys.stderr)
    return 1 if wrong or any(left) else 0


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--rate", type=float, default=500, help="requests a second [default: 500]")
    add("--seconds", type=float, default=25, help="seconds of each phase [default: 25]")
    add("--warm", type=float, default=_WARMING_SECONDS, help="seconds of warming up [default: 40]")
    add("--mode", nargs="+", choices=list(MODES), default=list(MODES), help="[default: all]")
    add("--budget", default="50%", help="budget of the mode 'sampled' [default: 50%%]")
    add("--bursts", type=int, default=2, help="bursts of the mode 'sampled' [default: 2]")
    add(
        "--most",
        type=float,
        default=300,
        help="seconds within which the bursts must end [default: 300]",
    )
    add("-k", type=int, default=8, help="[default: 8]")
    add("--java-home", type=Path, help="JDK [default: JAVA_HOME, PATH]")
    add("--output", type=Path, default=Path(), help="directory for the files [default: here]")
    add("--name", default="latency", help="how the files' names begin [default: latency]")
    return parser.parse_args(arguments)


def _measure(
    target: Server, course: Course, options: argparse.Namespace, directory: Path
) -> Iterator[str]:
    """Goes through all phases.

    For each mode, yields a message about what was left behind, or an empty string.
    """
    begin = time.monotonic_ns()
    time.sleep(options.seconds)
    begin = course.until_now("before", begin)
    before = Belongings.of(target.pid)
    for mode in options.mode:
        words = ["attach", str(target.pid), "-k", str(options.k), "--no-report", *MODES[mode]]
        words += [options.budget] if mode == SAMPLED else []
        profile = directory / f"{mode}.kpath"
        process = kpath.start(*words, "-o", str(profile), directory=directory)
        said = _Lines(process)
        try:
            if mode == SAMPLED:
                # A burst begins as soon as the budget allows for its cost.
                said.wait_for("sampling ", kpath.TIMEOUT_SECONDS)
                said.wait_for(f"burst {options.bursts} ", options.most)
            else:
                said.wait_for("attached to process", kpath.TIMEOUT_SECONDS)
                begin = course.until_now(f"attach {mode}…", begin)
                time.sleep(options.seconds)
            begin = course.until_now(mode, begin)
            process.send_signal(signal.SIGINT)
            process.wait(timeout=kpath.TIMEOUT_SECONDS)
        finally:
            process.kill()
            said.end()
        begin = course.until_now(f"leave {mode}…", begin)
        print(*(f"{mode}: {line}" for line in said.all), sep="\n", flush=True)
        time.sleep(options.seconds)
        begin = course.until_now(f"after {mode}", begin)
        beyond = Belongings.of(target.pid).beyond(before)
        yield f"{mode} has left {beyond} behind" if beyond else ""


class _Lines:
    """Collects a process's stderr, line by line as it comes."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.all: list[str] = []
        self._stream = process.stderr
        self._more = threading.Condition()
        self._ended = False
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def _read(self) -> None:
        assert self._stream is not None
        for line in self._stream:
            with self._more:
                self.all.append(line.decode().strip())
                self._more.notify_all()
        with self._more:
            self._ended = True
            self._more.notify_all()

    def wait_for(self, text: str, seconds: float) -> None:
        """Waits until a line contains the text.

        Raises a KpathError if there is no such line after ``seconds``, or when the process has
        closed its stderr.
        """
        with self._more:
            self._more.wait_for(lambda: self._ended or self._has(text), seconds)
            if not self._has(text):
                raise KpathError(f"attach didn't say {text!r}, but: {' '.join(self.all)}", 125)

    def _has(self, text: str) -> bool:
        return any(text in line for line in self.all)

    def end(self) -> None:
        """Waits until everything has been read."""
        self._thread.join()


def _table(phases: Sequence[dict[str, float]]) -> Iterator[str]:
    names = list(PERCENTILES)
    yield f"| phase | seconds | requests | {' | '.join(names)} |"
    yield "|---|" + "---:|" * (len(names) + 2)
    for phase in phases:
        told = " | ".join(f"{phase[name]:,.1f}" for name in names)
        yield (f"| {phase['phase']} | {phase['seconds']:.1f} | {phase['requests']:,.0f} | {told} |")


if __name__ == "__main__":
    sys.exit(main())
