"""Compiles and records the stress programs, and reads the counts in their profiles."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import kpath_command as kpath
from kpath_jvm import Profile
from kpath_jvm.records.run import ProfileRecord
from oracle.harness import compile_java, find_java_homes, java_version, process_directory

PROGRAMS = Path(__file__).resolve().parent / "programs"
MOST_WORKERS = 8
#: Classes that drive the programs and keep the programs' own account. They are never instrumented.
EXCLUDED = ("Marks", "Randomness", "Drive*", "Killed")
#: The first JDK release with virtual threads.
VIRTUAL_RELEASE = 21
_MARKER = re.compile(r"// @(\w+)")

#: A path, given by its start, its end and the names of the marked lines on it.
Label = tuple[str, str, frozenset[str]]
#: What is counted: ("entries" | "handlers" | "abandoned" | "undecided", method), or ("gram",
#: method, labels).
Key = tuple[str, str] | tuple[str, str, tuple[Label, ...]]
Counts = Counter[Key]


class StressError(AssertionError):
    """An error that a scenario has found."""


@dataclass(frozen=True)
class Use:
    """How many leases a run used, and how large its engine and its segment became."""

    leases: int
    engine_bytes: int
    segment_peak_bytes: int

    @staticmethod
    def of(run: ProfileRecord) -> Use:
        """Returns the figures of a profile. Raises a StressError if one of them is missing."""
        if run.engine is None or run.engine.statistics is None or run.segment is None:
            raise StressError("the profile lacks the engine's or the segment's figures")
        leases = int(run.engine.statistics["leases"])
        return Use(leases, run.engine.bytes, run.segment.peak_bytes)


@dataclass(frozen=True)
class Setting:
    """How a program is recorded."""

    java_home: Path
    k: int = 3
    cut: str = "back-edge"
    segment_size: str = "16M"
    options: tuple[str, ...] = ()
    jvm_options: tuple[str, ...] = ()
    extra: Mapping[str, str] = field(default_factory=dict)

    def with_options(self, *options: str) -> Setting:
        """Returns this setting with more options for ``kpath-jvm run``."""
        return replace(self, options=(*self.options, *options))

    def __str__(self) -> str:
        words = (self.java_home.name, f"k={self.k}", self.cut, self.segment_size)
        return " ".join((*words, *self.jvm_options))


@dataclass(frozen=True)
class Finished:
    """A finished run: exit status, outputs, and the profile if there is one."""

    status: int
    stdout: bytes
    stderr: bytes
    profile: Profile | None

    def text(self) -> str:
        """Returns the end of what the run printed on stderr."""
        return self.stderr.decode(errors="replace")[-2000:]

    def expect(self, status: int, verdict: str) -> Profile:
        """Returns the profile.

        Raises a StressError unless the run has this status, this verdict and no lost events.
        """
        if self.status != status or self.profile is None:
            raise StressError(f"status {self.status} instead of {status}: {self.text()}")
        told = self.profile.run.completeness
        if told.verdict != verdict or self.profile.run.lost_events != 0:
            raise StressError(f"{told}, {self.profile.run.lost_events} lost, expected {verdict}")
        return self.profile


def homes() -> list[Path]:
    """Returns the JDKs to test on."""
    kpath.ensure_jars()
    return find_java_homes()


def virtual_homes() -> list[Path]:
    """Returns the JDKs that have virtual threads."""
    return [home for home in homes() if java_version(home) >= VIRTUAL_RELEASE]


@cache
def programs() -> Path:
    """Returns the class directory of the programs that run on every JDK."""
    sources = process_directory("stress-sources")
    template = (PROGRAMS / "Worker.java.template").read_text("utf-8")
    for number in range(MOST_WORKERS):
        path = sources / f"Worker{number}.java"
        path.write_text(template.replace("NUMBER", str(number)), "utf-8")
    classes = process_directory("stress-classes")
    plain = [path for path in sorted(PROGRAMS.glob("*.java")) if not is_virtual(path)]
    compile_java([*plain, *sources.glob("*.java")], classes, "--release", "17")
    return classes


@cache
def virtual_programs() -> Path:
    """Returns the class directory of all programs, except the workers, for recent JDKs."""
    classes = process_directory("stress-virtual")
    release = str(VIRTUAL_RELEASE)
    sources = sorted(PROGRAMS.glob("*.java"))
    compile_java(sources, classes, "--release", release, java_home=virtual_homes()[0])
    return classes


def is_virtual(source: Path) -> bool:
    """Returns whether a program needs virtual threads."""
    return "Virtual" in source.stem


@cache
def markers(program: str) -> Mapping[int, str]:
    """Returns the names of a program's marked lines, by line number."""
    template = PROGRAMS / f"{program}.java.template"
    source = template if template.exists() else PROGRAMS / f"{program}.java"
    lines = source.read_text("utf-8").splitlines()
    found = ((number, _MARKER.search(line)) for number, line in enumerate(lines, 1))
    return {number: name[1] for number, name in found if name}


def arguments(
    setting: Setting, directory: Path, classes: Path, main: str, *words: str
) -> list[str]:
    """Returns the arguments of a ``kpath-jvm run`` that writes ``p.kpath`` into the directory."""
    own = ["run", "-k", str(setting.k), "--cut", setting.cut, "-o", str(directory / "p.kpath")]
    own += ["--segment-size", setting.segment_size, *setting.options]
    for pattern in EXCLUDED:
        own += ["--exclude", pattern]
    java = str(setting.java_home / "bin" / "java")
    jvm = ["-Xmx512m", *setting.jvm_options]
    return [*own, "--", java, *jvm, "-cp", str(classes), main, *words]


class Running:
    """A run in progress, in a process session of its own."""

    def __init__(
        self, setting: Setting, directory: Path, classes: Path, main: str, *words: str
    ) -> None:
        self.directory = directory
        self._stderr = (directory / "stderr").open("wb")
        self._stdout = (directory / "stdout").open("wb")
        self.process = subprocess.Popen(
            kpath.command(arguments(setting, directory, classes, main, *words)),
            cwd=directory,
            env=kpath.environment(setting.extra),
            stdin=subprocess.DEVNULL,
            stdout=self._stdout,
            stderr=self._stderr,
            start_new_session=True,
        )
        _LIVE.add(self)

    def target(self) -> int:
        """Returns the target's process id, as soon as there is a child called java."""
        return kpath.target_pid(self.process.pid)

    def finish(self) -> Finished:
        """Waits until the run ends or takes too long, and kills the processes that remain."""
        try:
            status = self.process.wait(kpath.TIMEOUT_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            raise StressError(f"the run hangs: {self.text('stderr')[-2000:]}") from None
        finally:
            self.end_group()
            _LIVE.discard(self)
            self._stdout.close()
            self._stderr.close()
        return finished_in(self.directory, status, self.bytes("stdout"), self.bytes("stderr"))

    def end_group(self) -> None:
        """Kills all processes of the run, such as a target that goes on without kpath-jvm."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def bytes(self, name: str) -> bytes:
        """Returns the bytes that the run has written so far to "stdout" or "stderr"."""
        return (self.directory / name).read_bytes()

    def text(self, name: str) -> str:
        """Returns what ``bytes`` returns, decoded."""
        return self.bytes(name).decode(errors="replace")


#: Runs that haven't ended. Some of their targets would run forever.
_LIVE: set[Running] = set()


def end_all() -> None:
    """Kills all runs in progress, with their targets."""
    for running in list(_LIVE):
        running.end_group()


def finished_in(directory: Path, status: int, stdout: bytes, stderr: bytes) -> Finished:
    """Returns a finished run, with the profile that it left in its directory."""
    path = directory / "p.kpath"
    profile = Profile.open(path) if path.is_dir() else None
    return Finished(status, stdout, stderr, profile)


def counts_of(profile: Profile, sources: Mapping[str, str]) -> dict[str, Counts]:
    """Returns a profile's counts by class.

    ``sources`` maps each class to the program whose source has the class's marked lines. Raises a
    StressError if another class has counts.
    """
    result: dict[str, Counts] = {name: Counter() for name in sources}
    for row in profile.methods.to_dict("records"):
        if row["entries"] == row["completed"] == row["handler_entries"] == row["abandoned"] == 0:
            continue
        if row["class"] not in sources:
            raise StressError(f"{row['class']}.{row['name']} was recorded")
        counts, name = result[row["class"]], str(row["name"])
        number = int(row["method"])
        for term in ("entries", "abandoned", "undecided"):
            counts[term, name] += int(row[term])
        counts["handlers", name] += int(row["handler_entries"])
        labels = _labels(profile, number, markers(sources[row["class"]]))
        for ngram in profile.ngrams(number).to_dict("records"):
            sequence = tuple(labels[path] for path in ngram["sequence"])
            counts["gram", name, sequence] += int(ngram["count"])
    return {name: nonzero(counts) for name, counts in result.items()}


def _labels(profile: Profile, method: int, names: Mapping[int, str]) -> dict[int, Label]:
    rows = profile.paths[profile.paths["method"] == method]
    labels: dict[int, Label] = {}
    for path in rows["path"]:
        decoded = profile.decode(method, int(path))
        on_it = frozenset(names[line] for line in decoded.lines if line in names)
        labels[int(path)] = (decoded.start, decoded.end, on_it)
    if len(set(labels.values())) != len(labels):
        raise StressError(f"two paths of method {method} have the same names: {labels}")
    return labels


def nonzero(counts: Counts) -> Counts:
    """Returns the counts that aren't 0."""
    return Counter({key: count for key, count in counts.items() if count})


def differences(found: Counts, expected: Counts, most: int = 6) -> str:
    """Returns the first differences as text, one per line."""
    keys: Sequence[Key] = sorted(found.keys() | expected.keys(), key=str)
    lines = [
        f"  {key}: profile {found[key]}, expected {expected[key]}"
        for key in keys
        if found[key] != expected[key]
    ]
    more = [f"  and {len(lines) - most} more"] if len(lines) > most else []
    return "\n".join(lines[:most] + more)
