"""One random program, natively, as its logging twin, and under the product: what differs."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

from kpath_jvm.profile.model import Profile
from kpath_jvm.reports.export import write_jsonl
from oracle.classfile import read_class
from oracle.compare import differences, read_export
from oracle.harness import (
    Program,
    compile_java,
    process_directory,
    run_command,
    trace_program,
)
from oracle.oracle import BACK_EDGE, LOOP_HEADER, MethodKey, MethodProfile, profile_trace

from .blocktrace import Activation, ExpectedMethod, LoggedMethod, expected_profiles, read_log
from .classwriter import ClassFile, Log, Method
from .programs import Generated, Shape, generate

HERE = Path(__file__).resolve().parent
JAVA_OPTIONS = ("-Xverify:all", "-XX:-OmitStackTraceInFastThrow", "-XX:TieredStopAtLevel=1")
HELPERS = ("Support", "Red", "Blue", "Log")
TERMS = {
    "entries": "entries", "handler_entries": "handlers", "completed": "complete",
    "exits": "exits", "abandoned": "abandoned", "unfinished": "unfinished",
}  # fmt: skip
"""Columns of the profile, and what the walk over the log calls them."""


@dataclass(frozen=True)
class Variant:
    """How the product records a program."""

    java_home: Path
    cut: str
    k: int
    max_paths: int

    def options(self) -> list[str]:
        """Of ``kpath-jvm run``."""
        excluded = [word for name in HELPERS for word in ("--exclude", name)]
        return [
            "-k", str(self.k), "--cut", self.cut, "--max-paths", str(self.max_paths), *excluded,
            "--segment-size", "8M", "--no-report", "-q", "--java-home", str(self.java_home),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.java_home.name}, {self.cut}, k={self.k}, max-paths={self.max_paths}"


def variants_of(seed: int, homes: list[Path]) -> list[Variant]:
    """Two for each seed; all combinations come up in turn."""
    ks, limits = (1, 2, 3, 5, 8), (4096, 4096, 6, 1, 30)
    return [
        Variant(
            homes[(seed + turn) % len(homes)],
            (BACK_EDGE, LOOP_HEADER)[(seed // 2 + turn) % 2],
            ks[(seed // 4 + turn) % 5],
            limits[(seed // 3 + 2 * turn) % 5],
        )
        for turn in range(2)
    ]


@dataclass
class Run:
    """How a process ended."""

    status: int
    out: bytes
    err: bytes

    def differs(self, other: Run) -> str:
        """What this one shows otherwise than the other; empty if nothing."""
        found = []
        for name in ("status", "out", "err"):
            mine, others = getattr(self, name), getattr(other, name)
            if mine != others:
                found.append(f"{name} {_short(mine)}, natively {_short(others)}")
        return "; ".join(found)


def _short(value: object) -> str:
    text = value.decode(errors="replace")[-1500:] if isinstance(value, bytes) else value
    return repr(text)


@cache
def support_classes() -> Path:
    """The compiled helpers of generated programs."""
    classes = process_directory("fuzz-support")
    compile_java(sorted(HERE.glob("*.java")), classes, "--release", "11")
    return classes


class Trial:
    """One program with its twin, in a directory of its own."""

    def __init__(self, shape: Shape, directory: Path, java_home: Path) -> None:
        self.shape = shape
        self.directory = directory
        self.java_home = java_home
        self.program: Generated = generate(shape)
        self.classes = directory / "classes"
        self.program.write(self.classes)
        self.methods = [
            LoggedMethod.of(code, number)
            for number, code in enumerate(
                code
                for name in self.program.files
                for code in read_class((self.classes / f"{name}.class").read_bytes())
            )
        ]
        self.by_key = {method.code.key: method for method in self.methods}
        self.native = self._java(self.classes)
        self.activations = self._trace()

    def command(self, classes: Path, *options: str) -> list[str]:
        """The target's command."""
        path = os.pathsep.join([str(classes), str(support_classes())])
        java = str(self.java_home / "bin" / "java")
        return [java, *JAVA_OPTIONS, *options, "-cp", path, "Main"]

    def _java(self, classes: Path, *options: str) -> Run:
        done = run_command(self.command(classes, *options))
        return Run(done.returncode, done.stdout, done.stderr)

    def _trace(self) -> list[Activation]:
        by_key = self.by_key

        def log(file: ClassFile, method: Method) -> Log:
            return by_key[(file.name, method.name, method.descriptor)].log()

        twin = self.directory / "twin"
        self.program.write(twin, log)
        events = self.directory / "events"
        done = self._java(twin, f"-Dfuzz.log={events}")
        if difference := done.differs(self.native):
            raise AssertionError(f"seed {self.shape.seed}: the twin's {difference}")
        return read_log(events, self.methods, done.status)

    @property
    def event_count(self) -> int:
        """Blocks executed, and exits and exceptions."""
        return sum(len(one.events) for one in self.activations)

    def problems(self, variant: Variant) -> list[str]:
        """What the product does or says otherwise; none if it is right."""
        profile = self.directory / "profile.kpath"
        native = self.native
        if variant.java_home != self.java_home:
            # The texts of exceptions may differ from one release to the next.
            self.java_home, before = variant.java_home, self.java_home
            native = self._java(self.classes)
            command = self.command(self.classes)
            self.java_home = before
        else:
            command = self.command(self.classes)
        done = record(variant, profile, command)
        if difference := done.differs(native):
            return [f"with the agent: {difference}"]
        if not profile.exists():
            return ["no profile was written"]
        return self.compare(Profile.open(profile), variant)

    def judged(self, k: int, cut: str) -> list[str]:
        """What a debugger sees otherwise than the twin's log: the slow way to know the same."""
        both = self.directory / "both"
        shutil.copytree(support_classes(), both)
        shutil.copytree(self.classes, both, dirs_exist_ok=True)
        trace, _ = trace_program(Program(both, "Main"), self.directory / "trace", self.java_home)
        seen = profile_trace(trace, both, k, cut)
        logged = expected_profiles(self.methods, self.activations, k, cut, {})
        return [
            f"{key}: a debugger sees {seen.get(key)}, the log says {logged.get(key)}"
            for key in self.by_key
            if _comparable(seen.get(key)) != _comparable(logged.get(key))
        ]

    def compare(self, profile: Profile, variant: Variant) -> list[str]:
        """Paths, n-grams, and each term of the conservation law of each method."""
        text = io.StringIO()
        write_jsonl(profile, text)
        exported = read_export(text.getvalue().splitlines())
        skipped = {
            (one["class"], one["name"], one["descriptor"]): one["reason"]
            for one in profile.run["skipped"]
        }
        cuts = {key: method.cuts for key, method in exported.items()}
        expected = expected_profiles(self.methods, self.activations, variant.k, variant.cut, cuts)
        found = [
            f"{key} is left out: {reason}"
            for key, reason in skipped.items()
            if key[0] not in HELPERS and not reason.startswith("too-")
        ]
        for key in skipped:
            expected.pop(key, None)
        found += differences(exported, dict(expected))
        return found + _wrong_terms(profile, expected)


def _comparable(profile: MethodProfile | None) -> list[object] | None:
    if profile is None:
        return None
    return [getattr(profile, one.name) for one in fields(MethodProfile)]


def _wrong_terms(profile: Profile, expected: dict[MethodKey, ExpectedMethod]) -> list[str]:
    found = []
    for row in profile.methods.to_dict("records"):
        key = (row["class"], row["name"], row["descriptor"])
        one = expected.get(key, ExpectedMethod())
        for column, term in TERMS.items():
            if int(row[column]) != getattr(one, term):
                found.append(
                    f"{'.'.join(key)}: {column} {row[column]}, expected {getattr(one, term)}"
                )
    return found


def record(variant: Variant, profile: Path, command: list[str]) -> Run:
    """Runs a program under ``kpath-jvm run``."""
    package = Path(sys.modules["kpath_jvm"].__path__[0]).parent
    path = os.pathsep.join(filter(None, [str(package), os.environ.get("PYTHONPATH")]))
    done: subprocess.CompletedProcess[bytes] = run_command(
        [sys.executable, "-m", "kpath_jvm.cli.main", "run", *variant.options(),
         "--force", "-o", str(profile), "--", *command],
        {"PYTHONPATH": path},
    )  # fmt: skip
    return Run(done.returncode, done.stdout, done.stderr)
