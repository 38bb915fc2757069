"""Compares a random program's native run, the run of its logging twin and its recorded runs."""

from __future__ import annotations

import io
import json
import os
import shutil
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path

from kpath_jvm.profile.model import Profile
from kpath_jvm.records.run import Skipped
from kpath_jvm.reports.export.jsonl import write_jsonl
from oracle.classfile import read_class
from oracle.compare import differences, read_export
from oracle.harness import (
    Program,
    compile_java,
    process_directory,
    run_command,
    trace_program,
)
from oracle.oracle import MethodKey, MethodProfile, profile_trace

from .blocktrace import Activation, ExpectedMethod, LoggedMethod, expected_profiles, read_log
from .classwriter import ClassFile, Log, Method
from .programs import Generated, Shape, generate
from .variants import HELPERS, Run, Variant, record

HERE = Path(__file__).resolve().parent
JAVA_OPTIONS = ("-Xverify:all", "-XX:-OmitStackTraceInFastThrow")
COMPILERS = (
    ("-XX:TieredStopAtLevel=1",), ("-XX:TieredStopAtLevel=1",), ("-XX:TieredStopAtLevel=1",),
    ("-Xint",), (), ("-XX:TieredStopAtLevel=1", "-Xcomp", "-XX:CompileCommand=quiet"),
    ("-Xbatch", "-XX:Tier3InvocationThreshold=20", "-XX:Tier4InvocationThreshold=100",
     "-XX:Tier3BackEdgeThreshold=100", "-XX:Tier4BackEdgeThreshold=400"),
)  # fmt: skip
"""JVM flags that decide how code is compiled. The seeds use these sets of flags in turn."""
TERMS = {
    "entries": "entries", "handler_entries": "handlers", "completed": "complete",
    "exits": "exits",
}  # fmt: skip
"""Maps columns of the profile to the attributes of ExpectedMethod with the same figures."""
ENTRY_RUNG = "entry"
LARGEST_ENTRY_PROBE_BYTES = 6
LARGEST_PADDING_BYTES = 3
SWITCHES = (0xAA, 0xAB)


@dataclass
class Figures:
    """The compared figures, summed over recordings."""

    recordings: int = 0
    entries: int = 0
    paths: int = 0
    """The number of path completions."""
    ngrams: int = 0
    """The number of different n-grams of up to k paths."""
    rungs: Counter[str] = field(default_factory=Counter)
    """The number of entered methods on each rung."""
    waited: int = 0
    """The number of recordings in which the target had to wait for the engine."""

    def add(self, other: Figures) -> None:
        """Adds the figures of other recordings."""
        for one in fields(self):
            mine = getattr(self, one.name)
            if isinstance(mine, Counter):
                mine.update(getattr(other, one.name))
            else:
                setattr(self, one.name, mine + getattr(other, one.name))


@cache
def support_classes() -> Path:
    """Compiles the helpers of generated programs, and returns the class directory."""
    classes = process_directory("fuzz-support")
    compile_java(sorted(HERE.glob("*.java")), classes, "--release", "11")
    return classes


class Trial:
    """One program and its logging twin, in a directory of their own."""

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
        self.figures = Figures()
        self.native = self._java(self.classes)
        self.activations = self._trace()

    def command(self, classes: Path, *options: str) -> list[str]:
        """Returns the command that runs the program from these classes."""
        path = os.pathsep.join([str(classes), str(support_classes())])
        java = str(self.java_home / "bin" / "java")
        compiler = COMPILERS[self.shape.seed % len(COMPILERS)]
        return [java, *JAVA_OPTIONS, *compiler, *options, "-cp", path, "Main"]

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
        """The number of executed blocks, exits and caught exceptions."""
        return sum(len(one.events) for one in self.activations)

    def problems(self, variant: Variant) -> list[str]:
        """Returns what is wrong with a recorded run or its profile."""
        profile = self.directory / "profile.kpath"
        native = self.native
        if variant.java_home != self.java_home:
            # The messages of exceptions may differ between releases of Java.
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
        """Returns where single-stepping contradicts the twin's log."""
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
        """Returns where a profile's paths, n-grams and other counts contradict the twin's log."""
        text = io.StringIO()
        write_jsonl(profile, text)
        lines = text.getvalue().splitlines()
        entered = _entry_rung(lines)
        exported = read_export(line for line in lines if json.loads(line)["rung"] != ENTRY_RUNG)
        cuts = {key: method.cuts for key, method in exported.items()}
        expected = expected_profiles(self.methods, self.activations, variant.k, variant.cut, cuts)
        found = self._wrongly_skipped(profile, variant)
        for one in profile.run.skipped:
            expected.pop(_key(one), None)
        found += [
            f"{key}: entries {count}, expected {expected[key].entries}"
            for key, count in entered.items()
            if count != expected[key].entries
        ]
        found += _wrong_terms(profile, expected)
        known = {key: one for key, one in expected.items() if key not in entered}
        found += differences(exported, dict(known))
        self._count(profile, known)
        return found + _inexact(profile)

    def _wrongly_skipped(self, profile: Profile, variant: Variant) -> list[str]:
        """Returns a line for each class or method that is left out without a good reason.

        The only good reason is that a method's code is within the limit, but could exceed the limit
        with a probe at the entry.
        """
        found = []
        for one in profile.run.skipped:
            method = self.by_key.get(_key(one))
            if method is None:
                if one.class_name not in HELPERS:
                    found.append(f"{one} is left out")
                continue
            code = method.code.instructions
            switches = sum(instruction.opcode in SWITCHES for instruction in code.values())
            growth = LARGEST_ENTRY_PROBE_BYTES + LARGEST_PADDING_BYTES * (switches + 1)
            size = max(at + instruction.length for at, instruction in code.items())
            if not variant.code_limit - growth < size <= variant.code_limit:
                found.append(f"{method.code.key}, {size} bytes, is left out: {one.reason}")
        return found

    def _count(self, profile: Profile, known: dict[MethodKey, ExpectedMethod]) -> None:
        methods = profile.methods
        self.figures.add(
            Figures(
                1,
                sum(one.entries for one in known.values()),
                sum(one.complete for one in known.values()),
                sum(len(one.ngrams) for one in known.values()),
                Counter(methods[methods["entries"] > 0]["rung"]),
                (profile.run.waited_seconds or 0) > 0,
            )
        )


def _key(skipped: Skipped) -> MethodKey:
    """Returns a skipped method's key. The key of a skipped class matches no method."""
    return skipped.class_name, skipped.name or "", skipped.descriptor or ""


def _inexact(profile: Profile) -> list[str]:
    run = profile.run
    if run.completeness.verdict == "exact" and run.lost_events == 0:
        return []
    return [f"{run.completeness}, {run.lost_events} events lost"]


def _entry_rung(lines: list[str]) -> dict[MethodKey, int]:
    """Returns the entries of each method of which only the entries were counted."""
    exported = [json.loads(line) for line in lines]
    return {
        (one["class"], one["method"], one["descriptor"]): one["entries"]
        for one in exported
        if one["rung"] == ENTRY_RUNG
    }


def _comparable(profile: MethodProfile | None) -> list[object] | None:
    if profile is None:
        return None
    return [getattr(profile, one.name) for one in fields(MethodProfile)]


def ends_agree(ends: Sequence[int], true: ExpectedMethod) -> bool:
    """Returns whether the numbers of abandoned, unfinished and undecided paths can be right.

    The true numbers of abandoned and unfinished paths may be higher than the profile's. The
    undecided paths must make up the difference.
    """
    abandoned, unfinished, undecided = ends
    missing = (true.abandoned - abandoned, true.unfinished - unfinished)
    return min(*ends, *missing) >= 0 and sum(missing) == undecided


def _wrong_terms(profile: Profile, expected: dict[MethodKey, ExpectedMethod]) -> list[str]:
    found = []
    for row in profile.methods.to_dict("records"):
        key = (row["class"], row["name"], row["descriptor"])
        if row["rung"] == ENTRY_RUNG:
            continue
        one = expected.get(key, ExpectedMethod())
        for column, term in TERMS.items():
            if int(row[column]) != getattr(one, term):
                found.append(
                    f"{'.'.join(key)}: {column} {row[column]}, expected {getattr(one, term)}"
                )
        ends = [int(row[column]) for column in ("abandoned", "unfinished", "undecided")]
        if not ends_agree(ends, one):
            found.append(f"{'.'.join(key)}: {ends}, expected {one.abandoned}, {one.unfinished}")
    return found
