"""Reads the comments of the validation targets, compiles the targets, and traces each once.

A target is ``tests/targets/NAME.java``, or ``NAME.py`` with a function ``class_file``. Its comments
may have these lines:

* ``expect: METHOD [loop-header] key=value ...``: numbers derived by hand. A key is a field of
  MethodProfile, or totalN, distinctN or maxN. The last three describe the n-grams of length N: the
  sum of their counts, the number of different n-grams, and the largest count. METHOD may include
  the class: ``Outer$Inner.method``.
* ``options: ...``: options for the profiler.
* ``jdk: N``: the target needs JDK N or later to be compiled, traced and run.
* ``trace: no``: the target runs too long for the tracer.
"""

from __future__ import annotations

import re
import runpy
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .harness import (
    HERE,
    Program,
    compile_program,
    find_java_homes,
    java_version,
    process_directory,
    trace_program,
)
from .oracle import BACK_EDGE, LOOP_HEADER, MethodKey, Trace

DIRECTORY = HERE.parent / "targets"


@dataclass(frozen=True)
class Expectation:
    """An ``expect`` line of a target: the numbers of one method."""

    method: str
    cut: str
    numbers: tuple[tuple[str, int], ...]

    def failures(self, profiles: dict[MethodKey, Any]) -> list[str]:
        """Returns the differences between the expected numbers and the method's profile.

        ``profiles`` come from the oracle or from an export. Numbers that an export lacks aren't
        compared.
        """
        found = [
            profile
            for (owner, name, _), profile in profiles.items()
            if self.method in (name, f"{owner}.{name}")
        ]
        if len(found) != 1:
            return [f"{self.method}: {len(found)} such methods"]
        values = [(key, wanted, _value(found[0], key)) for key, wanted in self.numbers]
        return [
            f"{self.method} {self.cut}: {key} is {value}, expected {wanted}"
            for key, wanted, value in values
            if value not in (None, wanted)
        ]


@dataclass(frozen=True)
class Target:
    """A validation target, with what its comments say."""

    source: Path
    expectations: tuple[Expectation, ...]
    options: tuple[str, ...]
    java_release: int
    traced: bool

    @property
    def name(self) -> str:
        return self.source.stem

    def java_homes(self) -> list[Path]:
        """Returns the JDKs to test on that can run the target."""
        return [home for home in find_java_homes() if java_version(home) >= self.java_release]


def all_targets() -> list[Target]:
    return [read_target(path) for path in sorted(DIRECTORY.glob("*.*")) if path.is_file()]


def read_target(source: Path) -> Target:
    """Reads a target's comments; raises ValueError for a malformed expectation."""
    expectations, options, release, traced = [], "", 17, True
    for line in source.read_text(encoding="utf-8").splitlines():
        comment = re.match(r"\s*(?://|#) (expect|options|jdk|trace): (.*)$", line)
        if not comment:
            continue
        kind, text = comment[1], comment[2]
        if kind == "expect":
            expectations.append(_expectation(source, text))
        elif kind == "options":
            options = text
        elif kind == "jdk":
            release = int(text)
        else:
            traced = text != "no"
    return Target(source, tuple(expectations), tuple(options.split()), release, traced)


def _expectation(source: Path, text: str) -> Expectation:
    match = re.match(r"(\S+)( loop-header)?((?: \w+=\d+)+)$", text)
    if not match:
        raise ValueError(f"{source.name}: not an expectation: {text}")
    pairs = (pair.split("=") for pair in match[3].split())
    cut = LOOP_HEADER if match[2] else BACK_EDGE
    return Expectation(match[1], cut, tuple((key, int(value)) for key, value in pairs))


def _value(profile: Any, key: str) -> int | None:
    statistic = re.fullmatch(r"(total|distinct|max)(\d+)", key)
    if not statistic:
        value = getattr(profile, key, None)
        return None if value is None else int(value)
    counts: list[int] = [
        count for gram, count in profile.ngrams.items() if len(gram) == int(statistic[2])
    ]
    if statistic[1] == "total":
        return sum(counts)
    return len(counts) if statistic[1] == "distinct" else max(counts, default=0)


@cache
def compiled(target: Target) -> Program:
    """Compiles the target, once per process, and returns the program."""
    classes = process_directory(target.name)
    if target.source.suffix == ".py":
        content: bytes = runpy.run_path(str(target.source))["class_file"]()
        main = "".join(word.capitalize() for word in target.name.split("_"))
        (classes / f"{main}.class").write_bytes(content)
        return Program(classes, main)
    home = target.java_homes()[0] if target.java_release > 17 else None
    return compile_program(target.source, classes, home)


@cache
def traced(target: Target) -> tuple[Trace, bytes]:
    """Returns the target's trace and output; each target is traced once per process."""
    with tempfile.TemporaryDirectory(prefix="kpath-trace-") as directory:
        home = target.java_homes()[0]
        return trace_program(compiled(target), Path(directory) / "log", home)
