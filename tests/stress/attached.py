"""Starts a server under load, and runs `kpath-jvm attach` on it with fresh directories."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import kpath_command as kpath
from builders.waiting import wait_for
from loaded_server import Belongings, Load, Server, load, server

from .harness import StressError

RATE = 60.0
_TOLD = (
    "attaching to process", "recording ", "attached to process", "left process",
    "the end of process", "process ", "agent: ",
)  # fmt: skip


@dataclass
class Field:
    """A server under load, and directories that have to be empty in the end."""

    target: Server
    requests: Load
    before: Belongings
    directory: Path
    killed: bool = False

    @property
    def environment(self) -> dict[str, str]:
        """The variables that make kpath-jvm use the temporary directory."""
        return {"TMPDIR": str(self.temporary), "XDG_RUNTIME_DIR": str(self.temporary)}

    @property
    def segments(self) -> Path:
        """The directory for recordings."""
        return self.directory / "segments"

    @property
    def temporary(self) -> Path:
        """The directory for all of kpath-jvm's other temporary files."""
        return self.directory / "temporary"

    def left(self) -> list[Path]:
        """Returns the temporary files that kpath-jvm or the JDK's attach mechanism has left."""
        pid = self.target.pid
        places = [self.directory, Path("/tmp")]
        marks = [place / f".attach_pid{pid}" for place in places]
        # The directory of sockets belongs to the user, and stays.
        files = (path for path in self.temporary.rglob("*") if not path.is_dir())
        return [*files, *(mark for mark in marks if mark.exists())]


@contextmanager
def field_of(home: Path, directory: Path) -> Iterator[Field]:
    """Yields a new server under load."""
    directory.mkdir()
    for name in ("segments", "temporary"):
        (directory / name).mkdir(mode=0o700)
    with server(home, directory) as target, load(target, RATE, directory) as requests:
        requests.settled()
        yield Field(target, requests, Belongings.of(target.pid), directory)


class Attach:
    """An attach and its outcome. Times are nanoseconds of the monotonic clock."""

    def __init__(self, field: Field, name: str, *options: str) -> None:
        self.begun = time.monotonic_ns()
        self.attached: int | None = None
        self.profile = field.directory / f"{name}.kpath"
        self._stderr = field.directory / f"{name}.err"
        words = ("attach", str(field.target.pid), "--no-report", *options)
        places = ("-o", str(self.profile), "--segment-dir", str(field.segments))
        with self._stderr.open("wb") as errors:
            self.process = subprocess.Popen(
                kpath.command([*words, *places]),
                cwd=field.directory,
                env=kpath.environment(field.environment),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
            )

    def said(self) -> list[str]:
        """Returns the lines that the attach printed."""
        return self._stderr.read_text("utf-8").splitlines()

    def errors(self) -> list[str]:
        """Returns the printed lines that report errors."""
        lines = [line.removeprefix("kpath-jvm: ") for line in self.said()]
        return [line for line in lines if not line.startswith(_TOLD)]

    def reach(self, stage: str) -> bool:
        """Waits until the attach reaches a stage or ends; returns whether it reached the stage."""
        if stage == "starting":
            return True
        text = "recording " if stage == "loading" else "attached to process"

        def there() -> bool | None:
            ended = self.process.poll() is not None
            found = any(text in line for line in self.said())
            return True if ended or found else None

        wait_for(there, "the attach has begun, or was refused")
        if any("attached to process" in line for line in self.said()):
            self.attached = self.attached or time.monotonic_ns()
        return any(text in line for line in self.said())

    def signal(self, number: signal.Signals) -> None:
        """Sends a signal, if the attach still runs."""
        if self.process.poll() is None:
            self.process.send_signal(number)

    def wait(self) -> int:
        """Returns the exit status. Raises a StressError if the attach doesn't end."""
        try:
            return self.process.wait(kpath.TIMEOUT_SECONDS / 3)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise StressError(f"attach hangs: {self.said()}") from None
