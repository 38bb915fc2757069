"""Measures how long a cut of a recording stops the program, and how much CPU time it takes.

The measured cuts are resets. A reset stops the program at a safepoint, at which HotSpot redefines
the class of the probes. The stops are measured while the program works; their lengths come from
HotSpot's log. The CPU time is that of all threads of the program's JVM, and comes from the kernel.
It is measured while the program's own threads stand still, so that only the cut takes CPU time.
The results are in docs/evidence/attaching.md.
"""

from __future__ import annotations

import argparse
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[2])

import kpath_command as kpath
from builders.waiting import wait_for
from kpath_jvm.control import places
from kpath_jvm.control.client import connected
from kpath_jvm.control.messages import ControlRequest, Verb
from kpath_jvm.launch.jdk import default_jdk
from served import Served

#: The number of threads and the number of added classes of each program. Each added class has a
#: loop, which runs before the threads start.
PROGRAMS = {"1 thread": (1, 0), "50 threads": (50, 0), "1 thread, 5,000 classes": (1, 5_000)}
_NANOS_PER_MILLI = 1e6
_CALLS_PER_METHOD = 500
_PAUSE = re.compile(
    r'Safepoint "(?P<cause>\w+)".*?Reaching safepoint: +(?P<reaching>\d+) ns'
    r".*?At safepoint: +(?P<at>\d+) ns"
)
_CLASS = (
    "final class C%d {\n  static int run(int n) {\n    int sum = 0;\n"
    "    for (int i = 0; i <= n %% 4; i++) {\n      sum += i %% 2 == 0 ? i : n;\n    }\n"
    "    return sum;\n  }\n}\n"
)


@dataclass(frozen=True)
class Pause:
    """A safepoint, with its times in milliseconds.

    ``reaching`` is the time until all threads have stopped. ``at`` is the time for which they then
    stand still.
    """

    reaching: float
    at: float


def pauses(log: str, cause: str = "RedefineClasses") -> list[Pause]:
    """Returns the safepoints with the given cause in a HotSpot log."""
    return [
        Pause(int(found["reaching"]) / _NANOS_PER_MILLI, int(found["at"]) / _NANOS_PER_MILLI)
        for found in _PAUSE.finditer(log)
        if found["cause"] == cause
    ]


def many_classes(count: int) -> str:
    """Returns the source of a program that runs each of ``count`` classes once, and then Tally.

    Tally is the measured program, one of the integration tests' programs.
    """
    parts = [
        range(first, min(first + _CALLS_PER_METHOD, count))
        for first in range(0, count, _CALLS_PER_METHOD)
    ]
    text = "public final class Many {\n"
    for number, part in enumerate(parts):
        calls = "".join(f"    C{one}.run({one});\n" for one in part)
        text += f"  static void part{number}() {{\n{calls}  }}\n"
    calls = "".join(f"    part{number}();\n" for number in range(len(parts)))
    text += "  public static void main(String[] arguments) throws Exception {\n"
    text += f"{calls}    Tally.main(arguments);\n  }}\n}}\n"
    return text + "".join(_CLASS % number for number in range(count))


def cpu_millis(pid: int) -> float:
    """Returns the CPU time of a process's live threads, in milliseconds."""
    nanos = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        try:
            nanos += int((task / "schedstat").read_text("ascii").split()[0])
        except OSError:
            # The thread has ended.
            continue
    return nanos / _NANOS_PER_MILLI


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures, and prints a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--cuts",
        type=int,
        default=20,
        help="number of cuts while the program works, and again while it is idle [default: 20]",
    )
    parser.add_argument("--program", nargs="+", choices=PROGRAMS, default=list(PROGRAMS))
    options = parser.parse_args(arguments)
    print("| program | cuts | until all threads have stopped, ms | stopped, ms | CPU, ms |")
    print("|---|---:|---:|---:|---:|")
    for name in options.program:
        with tempfile.TemporaryDirectory(prefix="kpath-cuts-") as scratch:
            found, cpu = _measured(*PROGRAMS[name], options.cuts, Path(scratch))
        columns = [[one.reaching for one in found], [one.at for one in found], cpu]
        print(f"| {name} | {len(found)} | {' | '.join(map(_told, columns))} |", flush=True)
    return 0


def _told(values: Sequence[float]) -> str:
    return f"{statistics.median(values):.1f} ({min(values):.1f} to {max(values):.1f})"


def _measured(
    threads: int, classes: int, cuts: int, directory: Path
) -> tuple[list[Pause], list[float]]:
    """Cuts a program's recording, first while the program works, then while it is idle.

    Returns the pauses of the working program, and the CPU milliseconds of each cut of the idle
    program.
    """
    home = default_jdk().home
    sources = [str(kpath.PROGRAMS / "Tally.java")]
    if classes:
        (directory / "Many.java").write_text(many_classes(classes), "ascii")
        sources.append(str(directory / "Many.java"))
    built = directory / "classes"
    subprocess.run([str(home / "bin" / "javac"), "-d", str(built), *sources], check=True)
    log = directory / "safepoints.log"
    java = [str(home / "bin" / "java"), f"-Xlog:safepoint:file={log}", "-cp", str(built)]
    program = [*java, "Many" if classes else "Tally", str(threads), "platform"]
    command = kpath.command(["run", "-q", "-k", "3", "-o", "p.kpath", "--", *program])
    with subprocess.Popen(
        command, cwd=directory, env=kpath.environment(), text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline().strip() == "ready"
        target = Served(process)
        pid = kpath.target_pid(process.pid)
        wait_for(lambda: pid in places.recorded(), "the program is recorded")
        target.ask("start")
        for _ in range(cuts):
            wait_for(lambda: _asked(pid, Verb.STATUS) > 0, "something was counted")
            _asked(pid, Verb.RESET)
        target.ask("halt")
        found = pauses(log.read_text("utf-8"))
        used = []
        for _ in range(cuts):
            before = cpu_millis(pid)
            _asked(pid, Verb.RESET)
            used.append(cpu_millis(pid) - before)
        target.ask("go")
        target.ask("finish")
        process.stdin.close()
        assert process.wait(kpath.TIMEOUT_SECONDS) == 0
    assert len(found) == cuts, "each cut is one safepoint"
    return found, used


def _asked(pid: int, verb: Verb) -> int:
    """Sends a verb to the recording, and returns the number of counted paths in the answer."""
    with connected(pid) as recording:
        return recording.done(ControlRequest(verb=verb)).events or 0


if __name__ == "__main__":
    sys.exit(main())
