"""Records a program with random options. Some variants stop the engine, or use no engine."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from builders.waiting import LIMIT_SECONDS
from kpath_jvm.installation import require_jars
from kpath_jvm.records.engine import DEFAULT_ENGINE, ENGINES, EngineName
from oracle.harness import run_command
from oracle.oracle import BACK_EDGE, LOOP_HEADER

STOPPED_SECONDS, RUNNING_SECONDS = 0.1, 0.02
HELPERS = ("Support", "Root", "Red", "Blue", "Log")
CODE_LIMIT = 8000
PLAIN, HELD, ALONE = "plain", "held", "alone"
"""The ways to record: with an engine, with an engine that is often stopped, and with none."""

#: A script that runs kpath-jvm. The recorded program itself then counts as many whole words as
#: possible, so tests compare these counts, too.
LOOKING_AT_ALL = Path(__file__).resolve().parents[1] / "looking_at_all.py"


@dataclass(frozen=True)
class Variant:
    """How the product records a program."""

    java_home: Path
    cut: str
    k: int
    max_paths: int
    code_limit: int = CODE_LIMIT
    way: str = PLAIN
    engine: EngineName = DEFAULT_ENGINE

    def options(self) -> list[str]:
        """Returns the options of ``kpath-jvm run``."""
        excluded = [word for name in HELPERS for word in ("--exclude", name)]
        return [
            "-k", str(self.k), "--cut", self.cut, "--max-paths", str(self.max_paths),
            "--code-limit", str(self.code_limit), "--engine", self.engine, *excluded,
            "--segment-size", "2M" if self.way == HELD else "8M",
            "--no-report", "-q", "--java-home", str(self.java_home),
        ]  # fmt: skip

    def agent(self, recording: Path) -> str:
        """Returns the option of ``java`` that records without an engine."""
        return (
            f"-javaagent:{require_jars().agent}=output={recording},segment-size=64M,wholes=1,"
            f"cut={self.cut},max-paths={self.max_paths},code-limit={self.code_limit},"
            f"exclude={':'.join(HELPERS)}"
        )

    def __str__(self) -> str:
        return (
            f"{self.java_home.name}, {self.cut}, k={self.k}, max-paths={self.max_paths}, "
            f"code-limit={self.code_limit}, {self.way}, {self.engine}"
        )


def variants_of(seed: int, homes: list[Path], engine: EngineName | None = None) -> list[Variant]:
    """Returns two variants for a seed.

    JDKs, cut modes and engines take turns; all other options are drawn at random. If ``engine`` is
    given, both variants use this engine.
    """
    random = Random(f"variants:{seed}")
    ways = (HELD, PLAIN) if is_long(seed) else (PLAIN, random.choice((PLAIN, PLAIN, ALONE)))
    return [
        Variant(
            homes[(seed + turn) % len(homes)],
            (BACK_EDGE, LOOP_HEADER)[(seed // 2 + turn) % 2],
            random.choice((1, 2, 3, 5, 8)),
            random.choice((4096, 4096, 4096, 30, 6, 1)),
            random.choice((CODE_LIMIT, CODE_LIMIT, CODE_LIMIT, 1000, 400, 100)),
            way,
            engine or ENGINES[(seed // 4 + turn) % len(ENGINES)],
        )
        for turn, way in enumerate(ways)
    ]


def is_long(seed: int) -> bool:
    """Returns whether a seed's program fills a small segment several times."""
    return seed % 8 == 5


@dataclass
class Run:
    """How a process ended, and what it printed."""

    status: int
    out: bytes
    err: bytes

    def differs(self, other: Run) -> str:
        """Returns what differs from another run, or an empty string."""
        found = []
        for name in ("status", "out", "err"):
            mine, others = getattr(self, name), getattr(other, name)
            if mine != others:
                found.append(f"{name} {_short(mine)}, natively {_short(others)}")
        return "; ".join(found)


def _short(value: object) -> str:
    text = value.decode(errors="replace")[-1500:] if isinstance(value, bytes) else value
    return repr(text)


def record(variant: Variant, profile: Path, command: list[str]) -> Run:
    """Runs a program under ``kpath-jvm run``, or under the agent alone followed by ``build``."""
    if variant.way == ALONE:
        return _record_alone(variant, profile, command)
    return _kpath_jvm(
        ["run", *variant.options(), "--force", "-o", str(profile), "--", *command],
        held=variant.way == HELD,
    )


def _record_alone(variant: Variant, profile: Path, command: list[str]) -> Run:
    recording = profile.with_suffix(".recording")
    shutil.rmtree(recording, ignore_errors=True)
    java, *rest = command
    done = run_command([java, variant.agent(recording), *rest])
    words = ["--engine", variant.engine, "-k", str(variant.k), "-o", str(profile), "--force"]
    home = ["--java-home", str(variant.java_home)]
    built = _kpath_jvm(["build", str(recording), *words, *home], held=False)
    shutil.rmtree(recording, ignore_errors=True)
    if built.status != 0:
        return Run(built.status, done.stdout, done.stderr + built.err)
    return Run(done.returncode, done.stdout, done.stderr)


def _kpath_jvm(arguments: list[str], held: bool) -> Run:
    package = Path(sys.modules["kpath_jvm"].__path__[0]).parent
    path = os.pathsep.join(filter(None, [str(package), os.environ.get("PYTHONPATH")]))
    command = [sys.executable, str(LOOKING_AT_ALL), *arguments]
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        start_new_session=True, env={**os.environ, "PYTHONPATH": path},
    ) as process, _holding(process, held):  # fmt: skip
        try:
            out, err = process.communicate(timeout=LIMIT_SECONDS)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    return Run(process.returncode, out, err)


@contextmanager
def _holding(process: subprocess.Popen[bytes], held: bool) -> Iterator[None]:
    """If ``held``, stops the engine's process most of the time, so that the segment fills up."""
    over = threading.Event()

    def hold() -> None:
        # Until the engine's process has started the target, there is nothing to fill.
        while not _children(process.pid) and not over.wait(STOPPED_SECONDS):
            pass
        while process.poll() is None and not over.is_set():
            process.send_signal(signal.SIGSTOP)
            over.wait(STOPPED_SECONDS)
            process.send_signal(signal.SIGCONT)
            over.wait(RUNNING_SECONDS)

    thread = threading.Thread(target=hold)
    if held:
        thread.start()
    try:
        yield
    finally:
        over.set()
        if held:
            thread.join()


def _children(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except OSError:
        return ""
