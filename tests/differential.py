"""Records programs, and compares the profiles with those that the oracle makes from traces."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kpath_jvm.profile.model import Profile
from kpath_jvm.records.engine import DEFAULT_ENGINE, EngineName
from kpath_jvm.reports.export.jsonl import write_jsonl
from oracle.compare import ExportedMethod, differences, read_export
from oracle.harness import Program, run_command
from oracle.oracle import BACK_EDGE, MethodKey, Trace, profile_trace

#: A script that runs kpath-jvm so that the recorded program itself counts as many whole words as
#: possible. That way, tests compare these counts, too.
LOOKING_AT_ALL = Path(__file__).parent / "looking_at_all.py"


@dataclass(frozen=True)
class Variant:
    """How a program is recorded."""

    java_home: Path
    cut: str = BACK_EDGE
    k: int = 4
    options: tuple[str, ...] = ()
    jars: Path | None = None
    """A directory of jars to use instead of the installed ones."""
    engine: EngineName = DEFAULT_ENGINE

    def __str__(self) -> str:
        return f"{self.java_home.name}, {self.cut}, k={self.k}, {self.engine}"


def record(program: Program, variant: Variant, output: Path) -> subprocess.CompletedProcess[bytes]:
    """Runs a program under ``kpath-jvm run``."""
    # Other jars may have seeded defects, which may keep a recording from ending. So the segment is
    # put next to the output, and is removed with the test's files.
    place = ["--segment-dir", str(output.parent)] if variant.jars else []
    command = [
        sys.executable, str(LOOKING_AT_ALL), "run", "-k", str(variant.k),
        "--cut", variant.cut, "--engine", variant.engine, *variant.options, *place,
        "-o", str(output), "--segment-size", "16M", "--java-home", str(variant.java_home),
        "--", str(variant.java_home / "bin" / "java"),
        "-cp", str(program.classes), program.main,
    ]  # fmt: skip
    package = Path(sys.modules["kpath_jvm"].__path__[0]).parent
    path = os.pathsep.join(filter(None, [str(package), os.environ.get("PYTHONPATH")]))
    environment = {"PYTHONPATH": path}
    if variant.jars:
        environment["KPATH_JVM_JARS"] = str(variant.jars)
    return run_command(command, environment)


def exported(profile: Path) -> dict[MethodKey, ExportedMethod]:
    """Returns the methods of a profile, read from its jsonl export."""
    text = io.StringIO()
    write_jsonl(Profile.open(profile), text)
    return read_export(text.getvalue().splitlines())


def problems(
    program: Program, trace: Trace, output: bytes, variant: Variant, directory: Path
) -> list[str]:
    """Records the program, and returns all differences.

    The recorded run is compared with the native run, which printed ``output``. The profile is
    compared with the oracle's.
    """
    profile = directory / f"{variant.java_home.name}-{variant.cut}-{variant.engine}.kpath"
    done = record(program, variant, profile)
    found = []
    if done.returncode != trace.status:
        text = done.stderr.decode(errors="replace")
        found.append(f"status {done.returncode}, without the agent {trace.status}:\n{text}")
    if not profile.exists():
        return [*found, "the product failed: it wrote no profile"]
    if done.stdout != output:
        found.append(f"stdout {done.stdout!r}, without the agent {output!r}")
    methods = exported(profile)
    cuts = {key: method.cuts for key, method in methods.items()}
    oracle = profile_trace(trace, program.classes, variant.k, variant.cut, cuts)
    return found + differences(methods, oracle)


def report(found: Sequence[str], shown: int = 12) -> str:
    """Returns the first problems as the text of a failed assertion."""
    rest = [f"... and {len(found) - shown} more"] if len(found) > shown else []
    return "\n".join([*found[:shown], *rest])
