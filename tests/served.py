"""Runs and watches the program Served, which takes commands from stdin."""

from __future__ import annotations

import signal
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import kpath_command as kpath
from builders.waiting import wait_for
from kpath_jvm import Profile

#: Parts of the names of files that stay open after HotSpot has loaded an agent, or after the JDK
#: has computed the digest of a class file.
OF_THE_JVM = ("kpath.jar", "socket:", "/dev/random", "/dev/urandom")
#: Where the kernel's files about memory and processors are.
MEASURED = ("/sys/", "/proc/")
Counts = dict[tuple[str, str], tuple[tuple[int, ...], dict[tuple[int, ...], int]]]


class Served:
    """A running Served, to which ``ask`` sends commands."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.pid = process.pid

    def ask(self, line: str) -> str:
        """Sends the program a line with a command, and returns the answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def files(self) -> list[str]:
        """Returns the program's open files, without the kernel's files about the machine.

        HotSpot opens these files of the kernel now and then, to read about the container and the
        machine.
        """
        found = []
        for descriptor in Path(f"/proc/{self.pid}/fd").iterdir():
            try:
                found.append(str(descriptor.readlink()))
            except FileNotFoundError:
                continue
        return sorted(file for file in found if not file.startswith(MEASURED))

    def own_files(self) -> list[str]:
        """Returns the program's open files, without those that the JVM keeps open."""
        return [file for file in self.files() if not any(it in file for it in OF_THE_JVM)]

    def segments(self) -> list[str]:
        """Returns the segments that are mapped into the program's memory."""
        maps = Path(f"/proc/{self.pid}/maps").read_text("utf-8")
        return [line for line in maps.splitlines() if "/kpath-" in line]

    def wait_until_left(self) -> None:
        """Waits until an attached agent has left the program.

        The agent first announces in the segment that it leaves. Then it unmaps the segment and ends
        its thread.
        """
        wait_for(lambda: not self._is_recorded(), f"the agent has left process {self.pid}")

    def _is_recorded(self) -> bool:
        try:
            tasks = [
                (task / "comm").read_text("utf-8")
                for task in Path(f"/proc/{self.pid}/task").iterdir()
            ]
            return self.segments() != [] or any(name.startswith("kpath-") for name in tasks)
        except OSError:
            # A thread, or the process itself, has just ended.
            return self.process.poll() is None

    def threads(self) -> list[str]:
        """Returns the names of the program's threads, except for the attach mechanism's thread."""
        return [name for name in self.ask("threads").split(", ") if name != "Attach Listener"]


@contextmanager
def served(classes: str, home: Path, *flags: str, stderr: Path | None = None) -> Iterator[Served]:
    """Starts Served, and yields the program once it is ready."""
    command = [str(home / "bin" / "java"), *flags, "-cp", classes, "Served"]
    with (stderr or Path("/dev/null")).open("w") as errors:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True
        )
    try:
        one = Served(process)
        assert process.stdout is not None
        assert process.stdout.readline().strip() == "ready"
        yield one
    finally:
        process.kill()
        process.communicate()


class Attached:
    """A `kpath-jvm attach` that has begun to record."""

    def __init__(self, target: Served, directory: Path, *options: str) -> None:
        self.target = target
        arguments = ("attach", str(target.pid), "--no-report", "-k", "4", *options)
        self.process = kpath.start(*arguments, directory=directory)
        assert self.process.stderr is not None
        self.lines: list[str] = []
        for line in self.process.stderr:
            self.lines.append(line.decode())
            if b"attached to process" in line:
                return
        raise AssertionError(self.lines)

    def end(self) -> int:
        """Ends the command as Ctrl-C does; returns its exit status."""
        self.process.send_signal(signal.SIGINT)
        return self.wait()

    def wait(self) -> int:
        """Waits until the agent has left the program, and returns the command's exit status."""
        _, rest = self.process.communicate(timeout=kpath.TIMEOUT_SECONDS)
        self.lines += rest.decode().splitlines()
        self.target.wait_until_left()
        return self.process.returncode


def counts(profile: Path, class_name: str = "Served$Work") -> Counts:
    """Returns each method's counters and its n-grams' counts, for one class of a profile."""
    opened = Profile.open(profile)
    methods = opened.methods
    found: Counts = {}
    for _, row in methods[methods["class"] == class_name].iterrows():
        method = int(row["method"])
        ngrams: Counter[tuple[int, ...]] = Counter()
        for _, ngram in opened.ngrams(method).iterrows():
            ngrams[tuple(ngram["sequence"])] += int(ngram["count"])
        figures = tuple(int(row[name]) for name in ("entries", "exits", "abandoned", "unfinished"))
        found[(row["name"], row["descriptor"])] = (figures, dict(ngrams))
    return found


def first_ids(profile: Path) -> dict[str, int]:
    """Returns the first id of each method of a profile, by class, name and descriptor."""
    methods = Profile.open(profile).methods
    names = methods["class"] + "." + methods["name"] + methods["descriptor"]
    return dict(zip(names, methods["first_id"].tolist(), strict=True))
