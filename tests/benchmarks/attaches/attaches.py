"""Measures how much a program's memory for classes grows with a hundred attaches.

One figure is the number of bytes of Metaspace in use after full collections. The other figure is
the number of these bytes that classes have given back and that other classes can use. For
comparison, another agent is loaded as often. That agent makes the JVM retransform the same classes,
but changes nothing in them. The comparison shows how much memory the JVM itself keeps. The results
are in docs/evidence/attaching.md.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pandas as pd

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[2])

import kpath_command as kpath
from benchmarks.attaches.chart import draw
from kpath_jvm.evaluation.figures import style
from kpath_jvm.launch.jdk import default_jdk
from oracle.harness import java_version
from served import Attached, Served, served

#: The measured ways to attach. The first way loads an agent that changes no class.
CONTROL, ATTACH, VIRTUAL, HOT = "JVM itself", "attach", "attach, virtual threads", "attach, hot"
WAYS = (CONTROL, ATTACH, VIRTUAL, HOT)
_VIRTUAL_FROM = 21
_AGENT = "AgainAgent"
_USED = re.compile(r"Both: .*?(\d+) bytes \([^)]*\) used")
_GIVEN_BACK = re.compile(r"Deallocated from chunks in use: +(\d+) bytes")
_WORK = 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures, prints a table, and writes the rows and the chart."""
    options = _parse(arguments)
    with tempfile.TemporaryDirectory(prefix="kpath-attaches-") as scratch:
        directory = Path(scratch)
        classes = _compiled(directory)
        rows = []
        for home in options.java_home or [default_jdk().home]:
            for way in options.way:
                if way == VIRTUAL and java_version(home) < _VIRTUAL_FROM:
                    continue
                for row in _measure(home, way, classes, directory, options.count, options.flag):
                    print(row, flush=True)
                    rows.append(row)
    table = pd.DataFrame(rows)
    options.output.mkdir(parents=True, exist_ok=True)
    table.to_csv(options.output / f"{options.name}.csv", index=False, lineterminator="\n")
    with style.styled():
        style.save(draw(table), options.output, options.name)
    return 0


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--count", type=int, default=100, help="number of attaches [default: 100]")
    add("--way", nargs="+", choices=WAYS, default=list(WAYS), help="ways to measure [default: all]")
    add("--java-home", nargs="+", type=Path, help="JDKs [default: the one of JAVA_HOME or PATH]")
    add("--flag", action="append", default=[], help="a flag of the program's JVM; may be repeated")
    add("--output", type=Path, default=Path(), help="directory for the files [default: here]")
    add("--name", default="attaches", help="how the files' names begin [default: attaches]")
    return parser.parse_args(arguments)


def _compiled(directory: Path) -> Path:
    """Compiles the program, and makes the jar of the agent that changes nothing.

    Returns the directory with the program's classes.
    """
    home = default_jdk().home
    classes, agent = directory / "classes", directory / "agent"
    own = Path(__file__).parent / f"{_AGENT}.java"
    for place, source in ((classes, kpath.PROGRAMS / "Served.java"), (agent, own)):
        subprocess.run([home / "bin" / "javac", "-g", "-d", place, source], check=True)
    manifest = directory / "manifest"
    manifest.write_text(f"Agent-Class: {_AGENT}\nCan-Retransform-Classes: true\n", "utf-8")
    jar = directory / "again.jar"
    command = [home / "bin" / "jar", "cfm", jar, manifest, "-C", agent, "."]
    subprocess.run([str(word) for word in command], check=True)
    return classes


def _measure(
    home: Path, way: str, classes: Path, directory: Path, count: int, flags: Sequence[str]
) -> Iterator[dict[str, object]]:
    with served(str(classes), home, *flags) as target:
        target.ask("hold virtual" if way == VIRTUAL else f"work {_WORK}")
        once = _once(home, way, directory)
        for done in range(count + 1):
            if done:
                once(target)
            if done in _moments(count):
                used, given_back = _metaspace(home, target.pid)
                yield {
                    "java": java_version(home), "way": way, "times": done,
                    "used_bytes": used, "given_back_bytes": given_back,
                }  # fmt: skip


def _moments(count: int) -> set[int]:
    return {0, 1, 2, 5, count, *range(10, count, 10)}


def _once(home: Path, way: str, directory: Path) -> Callable[[Served], None]:
    def control(target: Served) -> None:
        target.ask(f"work {_WORK}")
        agent = [str(directory / "again.jar"), "Served"]
        _jcmd(home, target.pid, "JVMTI.agent_load", *agent)

    def attach(target: Served) -> None:
        scope = ["--scope", "hot"] if way == HOT else []
        attached = Attached(target, directory, "-o", "one.kpath", "--force", *scope)
        target.ask(f"work {_WORK}")
        status = attached.end()
        if status != 0:
            raise SystemExit(f"attaches: status {status}: {attached.lines}")

    return control if way == CONTROL else attach


def _metaspace(home: Path, pid: int) -> tuple[int, int]:
    """Returns the number of bytes in use, and the number of bytes that classes have given back."""
    for _ in range(2):
        _jcmd(home, pid, "GC.run")
    told = _jcmd(home, pid, "VM.metaspace", "scale=1")
    used, given_back = _USED.search(told), _GIVEN_BACK.search(told)
    if used is None or given_back is None:
        raise SystemExit(f"attaches: jcmd VM.metaspace says {told[:2000]}")
    return int(used[1]), int(given_back[1])


def _jcmd(home: Path, pid: int, *words: str) -> str:
    command = [str(home / "bin" / "jcmd"), str(pid), *words]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


if __name__ == "__main__":
    sys.exit(main())
