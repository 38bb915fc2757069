"""Measures the time and memory that it takes to make, write and read a large profile, by stage.

A synthetic recording goes through the engine and becomes a profile. Then the profile is opened, and
verbs that read the profile are run. The figure of a stage is the median of the rounds, with the
minimum and the maximum. Nodes are those of the profile's k-IPF. The results are in
docs/evidence/engine.md.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from benchmarks.synthetic_recording import write_recording
from builders.recordings import demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.hot_sequences import largest
from kpath_jvm.engine.bridge import EngineBridge
from kpath_jvm.errors import KpathError
from kpath_jvm.installation import require_jars
from kpath_jvm.launch.jdk import engine_jdk
from kpath_jvm.profile.metadata import read_metadata
from kpath_jvm.profile.table_files import write_table
from kpath_jvm.profile.tables import build_tables
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.segment_layout import SegmentLayout
from kpath_jvm.sessions.components.drain import start_engine

_CLEAR_PEAK = "5"
_POLL_SECONDS = 0.005


@dataclass(frozen=True)
class Cost:
    """Wall and CPU seconds, and the peak of the process's resident memory, in bytes."""

    wall_seconds: float
    cpu_seconds: float
    peak_bytes: int


@dataclass
class Stages:
    """The costs of each stage, in the order of the stages."""

    costs: dict[str, list[Cost]] = field(default_factory=dict)

    @contextmanager
    def __call__(self, name: str) -> Iterator[None]:
        """Measures the body of the ``with`` statement as a stage."""
        Path("/proc/self/clear_refs").write_text(_CLEAR_PEAK)
        wall, cpu = time.perf_counter(), time.process_time()
        yield
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        self.add(name, Cost(wall, cpu, _peak_bytes()))

    def run(self, name: str, words: Sequence[str]) -> None:
        """Measures a verb of kpath-jvm as a stage, from the start of its process to the end."""
        command = [sys.executable, "-m", "kpath_jvm.cli.main", *words]
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        peak_bytes, pid = 0, 0
        while pid == 0:
            # The peak that wait4 reports also covers the time before the child's exec, when the
            # child was a copy of this process.
            peak_bytes = _peak_bytes(process.pid) or peak_bytes
            time.sleep(_POLL_SECONDS)
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.perf_counter() - start
        if process.returncode != 0:
            raise SystemExit(f"reading: {' '.join(words)} failed")
        self.add(name, Cost(wall, usage.ru_utime + usage.ru_stime, peak_bytes))

    def add(self, name: str, cost: Cost) -> None:
        """Adds a stage's cost."""
        self.costs.setdefault(name, []).append(cost)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures and prints a table. Returns 1 if something is missing or the engine fails."""
    options = _parse(arguments)
    console = Console(width=130)
    stages = Stages()
    with tempfile.TemporaryDirectory(prefix="kpath-reading-", dir=options.directory) as scratch:
        try:
            profile = options.profile
            if profile is None:
                profile = _make(options, Path(scratch), stages, console)
            nodes = _read(profile, options, Path(scratch), stages)
        except KpathError as error:
            print(f"reading: {error}", file=sys.stderr)
            return 1
    print_stages(stages, nodes, console)
    return 0


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--nodes", type=int, default=10_000_000, help="rough number of nodes [default: 10,000,000]")
    add("-k", type=int, default=8, help="length of the longest sequences [default: 8]")
    add("--profile", type=Path, help="read this profile, and make none")
    add("--top", type=int, default=50, help="rows of the report [default: 50]")
    add("--rounds", type=int, default=3, help="[default: 3]")
    add("--seed", type=int, default=1, help="seed of the recording [default: 1]")
    add("--export", nargs="*", default=("csv", "jsonl", "parquet"), help="formats [default: all]")
    add("--java-home", type=Path, help="the engine's JDK [default: JAVA_HOME, PATH]")
    add("--directory", type=Path, help="directory for scratch files [default: the system's]")
    return parser.parse_args(arguments)


def _make(options: argparse.Namespace, scratch: Path, stages: Stages, console: Console) -> Path:
    jars, jdk = require_jars(), engine_jdk(options.java_home)
    layout = SegmentLayout.load(jars.contract)
    memory = start_engine(jdk, jars, None, 1)
    items = write_recording(scratch, options.nodes, options.seed, layout)
    console.print(f"{items:,} completed paths, k = {options.k}, seed {options.seed}, {jdk.library}")
    for _ in range(options.rounds):
        engine = EngineBridge(scratch / "segment", options.k, memory_bytes=memory)
        with stages("stream into tables"):
            engine.start()
            while engine.events() < items and engine.failure() is None:
                time.sleep(0.01)
        with stages("tables into the k-IPF"):
            engine.finish()
        if engine.failure() is not None:
            raise KpathError(f"the engine failed: {engine.failure()}")
        with stages("arrays to Python"):
            recorded = engine.recorded(scratch / "methods.jsonl")
        with stages("metadata"):
            metadata = read_metadata(recorded.methods_path)
        with stages("arrays into tables"):
            built = build_tables(metadata, recorded)
        with stages("tables into Parquet"):
            for name, table in built.tables.items():
                write_table(table, name, scratch / f"{name}.parquet")
        del built, metadata
        with stages("whole profile written"):
            write_profile(scratch / "made.kpath", recorded, demo_run(), replace=True)
    return scratch / "made.kpath"


def _read(profile: Path, options: argparse.Namespace, scratch: Path, stages: Stages) -> int:
    """Opens a profile and runs verbs that read it. Returns the number of nodes of its k-IPF."""
    opened = Profile.open(profile)
    completed = opened.methods["completed"]
    method = int(completed.index[largest(completed.to_numpy(), 1)[0]])
    row = opened.methods.loc[method]
    text = f"{row['class']}.{row['name']}{row['descriptor']}@{row['digest']}"
    for _ in range(options.rounds):
        with stages("opened"):
            opened = Profile.open(profile)
        with stages("k-IPF read"):
            nodes = len(opened.forest)
        del opened
        name = str(profile)
        stages.run("--version", ["--version"])
        stages.run(f"report --top {options.top}", ["report", name, "--top", str(options.top)])
        stages.run("tree of a method", ["tree", name, text])
        for kind in options.export:
            output = str(scratch / f"export.{kind}")
            words = ["export", name, "--format", kind, "-o", output, "--force"]
            stages.run(f"export --format {kind}", words)
    return nodes


def print_stages(stages: Stages, nodes: int, console: Console) -> None:
    """Prints a row for each stage."""
    console.print(f"{nodes:,} nodes of the k-IPF")
    table = Table("stage", "M nodes/s", "wall s", "CPU s", "peak MB")
    for name, costs in stages.costs.items():
        walls = [cost.wall_seconds for cost in costs]
        table.add_row(
            name,
            f"{nodes / 1e6 / max(median(walls), 1e-6):.1f}",
            _spread(walls, ".2f"),
            _spread([cost.cpu_seconds for cost in costs], ".2f"),
            _spread([cost.peak_bytes / 1e6 for cost in costs], ".0f"),
        )
    console.print(table)


def _spread(values: Sequence[float], form: str) -> str:
    ends = f" \\[{min(values):{form}}, {max(values):{form}}]" if len(values) > 1 else ""
    return f"{median(values):{form}}{ends}"


def _peak_bytes(pid: int | str = "self") -> int:
    """Returns the peak of a process's resident memory in bytes; 0 if the process has ended."""
    status = Path(f"/proc/{pid}/status").read_text("ascii", "replace")
    lines = (line for line in status.splitlines() if line.startswith("VmHWM:"))
    return 1024 * int(next(lines, "VmHWM: 0").split()[1])


if __name__ == "__main__":
    sys.exit(main())
