"""Measures the memory that threads cost, and records programs with little shared memory."""

from __future__ import annotations

import random
import subprocess
import threading
import time
from dataclasses import dataclass, replace
from pathlib import Path

import kpath_command as kpath
from small_filesystem import small_file_system

from . import storms
from .harness import Counts, Setting, StressError, Use, counts_of, differences
from .model import Rules
from .storms import Storm

#: The growth of memory that is tolerated if a program has ten times as many threads, but no more of
#: them at once.
_TOLERATED_BYTES = 48 << 20
_SAMPLE_SECONDS = 0.05
_MIB = 1 << 20


@dataclass
class Residence:
    """The largest resident memory of a process in bytes: without shared memory, and with it."""

    own: int = 0
    all: int = 0

    def look(self, process: int) -> None:
        """Takes a sample, unless the process is gone."""
        try:
            text = Path(f"/proc/{process}/status").read_text("utf-8")
        except OSError:
            return
        values = {
            name: int(value.split()[0]) * 1024
            for name, _, value in (line.partition(":") for line in text.splitlines())
            if name in ("RssAnon", "VmHWM")
        }
        self.own = max(self.own, values.get("RssAnon", 0))
        self.all = max(self.all, values.get("VmHWM", 0))

    def __str__(self) -> str:
        return f"{self.own / _MIB:.0f} MiB of its own, {self.all / _MIB:.0f} MiB with shared memory"


@dataclass
class Memory:
    """The memory that a run took: in its target, engine's process, engine's tables and segment."""

    target: Residence
    front: Residence
    tables: int
    segment_peak: int

    def __str__(self) -> str:
        return (
            f"target {self.target}; engine's process {self.front}; tables "
            f"{self.tables / _MIB:.1f} MiB; segment {self.segment_peak / _MIB:.1f} MiB at most"
        )


def measured(storm: Storm, directory: Path) -> Memory:
    """Runs a storm to its end, checks it, and returns the memory that it took."""
    running = storms.start(storm, directory)
    target, front = Residence(), Residence()
    try:
        arguments = (running.process, running.target(), target, front)
        threading.Thread(target=_sample, args=arguments, daemon=True).start()
    finally:
        finished = running.finish()
    use = Use.of(storms.judge(storm, finished).run)
    return Memory(target, front, use.engine_bytes, use.segment_peak_bytes)


def _sample(
    running: subprocess.Popen[bytes], process: int, target: Residence, front: Residence
) -> None:
    while running.returncode is None:
        target.look(process)
        front.look(running.pid)
        time.sleep(_SAMPLE_SECONDS)


def bounded(setting: Setting, what: str, tasks: int, live: int, parent: Path) -> list[Memory]:
    """Runs a storm, and a second storm with ten times as many threads, but no more at once.

    Neither the target nor the engine may take much more memory for the second storm.
    """
    # The heap has its full size from the start, so it doesn't grow with the program's objects.
    heap = ("-Xms192m", "-Xmx192m", "-XX:+UseSerialGC", "-XX:+AlwaysPreTouch")
    setting = replace(setting, jvm_options=heap)
    took = []
    for factor in (1, 10):
        directory = parent / str(factor)
        directory.mkdir()
        took.append(measured(Storm(setting, what, factor * tasks, live), directory))
    few, many = took
    grown = {
        "target": many.target.own - few.target.own,
        "engine's process": many.front.own - few.front.own,
        "engine's tables": many.tables - few.tables,
    }
    if max(grown.values()) > _TOLERATED_BYTES:
        raise StressError(f"{what}, {setting}: grown by {grown} bytes\n{few}\n{many}")
    return took


def too_small(setting: Setting, directory: Path) -> str:
    """Checks that kpath-jvm starts nothing if the segment doesn't fit. Returns the one message."""
    with small_file_system(directory, "4m") as small:
        own = setting.with_options("--segment-dir", str(small))
        finished = storms.start(Storm(own, "stream", 1000), directory).finish()
        said = finished.stderr.decode().splitlines()
        if finished.status != 125 or len(said) != 1 or finished.stdout:
            raise StressError(f"status {finished.status}: {finished.text()}")
        if list(small.iterdir()):
            raise StressError(f"left in the small file system: {list(small.iterdir())}")
    return said[0]


def just_enough(setting: Setting, directory: Path) -> Counts:
    """Returns the counts of a run whose segment leaves just enough memory for the metadata."""
    with small_file_system(directory, "3m") as small:
        own = setting.with_options("--segment-dir", str(small))
        storm = Storm(replace(own, segment_size="2M"), "fixed", 20_000, 4)
        profile = storms.judge(storm, storms.start(storm, directory).finish())
    return counts_of(profile, {"Tasks": "Tasks"})["Tasks"]


def filled_up(setting: Setting, seed: int, directory: Path) -> str:
    """Fills the file system at a random moment. The target must not notice this.

    Instrumented methods are counted exactly. A class that couldn't be instrumented is reported.
    """
    return filled_up_after(setting, random.Random(seed).uniform(0, 2), directory)


def filled_up_after(setting: Setting, seconds: float, directory: Path) -> str:
    """Fills the file system at a given moment after the target's start."""
    with small_file_system(directory, "16m") as small:
        own = setting.with_options("--segment-dir", str(small), "--journal", "0")
        storm = Storm(replace(own, segment_size="8M"), "fixed", 100_000, 4)
        running = storms.start(storm, directory)
        try:
            running.target()
            time.sleep(seconds)
            _fill(small / "filler")
        finally:
            finished = running.finish()
    # The status is 125 if there is no profile, because the target's own status is 0.
    if finished.status not in (0, 125) or finished.stdout != native_output(storm):
        raise StressError(f"after {seconds} s: status {finished.status}: {finished.text()}")
    if finished.profile is None:
        if b"no room for the metadata" not in finished.stderr:
            raise StressError(f"after {seconds} s: {finished.text()}")
        return f"after {seconds:.2f} s: nothing was recorded, and a message said so"
    profile = finished.profile
    recorded = set(profile.methods["class"])
    if "Tasks" not in recorded:
        told = profile.run.completeness
        if told.verdict == "exact":
            raise StressError(f"after {seconds} s: Tasks isn't recorded, and no message says so")
        return f"after {seconds:.2f} s: {told}"
    expected = storms.expectation(storm, Rules.of(setting.k, setting.cut, profile.methods))
    found = counts_of(profile, {"Tasks": "Tasks"})["Tasks"]
    if found != expected:
        raise StressError(f"after {seconds} s\n{differences(found, expected)}")
    return f"after {seconds:.2f} s: the counts were exact"


def _fill(path: Path) -> None:
    with path.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            return


def native_output(storm: Storm) -> bytes:
    """Returns what a storm prints without kpath-jvm."""
    java = str(storm.setting.java_home / "bin" / "java")
    words = storms.words(storm)
    command = [java, "-cp", str(storms.classes(storm)), *words]
    done = subprocess.run(command, capture_output=True, timeout=kpath.TIMEOUT_SECONDS, check=True)
    return done.stdout
