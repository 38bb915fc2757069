"""Finds Java installations, and reads their versions and other properties."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.records.environment import Java

MIN_ENGINE_VERSION = 17
# The agent's classes are compiled for this version of Java.
MIN_TARGET_VERSION = 11
#: The environment variables that hold options for every JVM, in the order in which a JVM reads
#: them. A JVM reads the options on its command line before those in the last variable.
OPTION_VARIABLES = ("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")

_PACKAGED = Path("/usr/lib/jvm")
_NO_SECURITY_MANAGERS = 24
_SDKMAN = Path(".sdkman/candidates/java")
_PROPERTY = re.compile(r"^\s*([\w.]+) = (.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Jdk:
    """A Java installation at ``home``; ``source`` is where it was found, such as "PATH"."""

    home: Path
    source: str

    @property
    def java(self) -> Path:
        """The launcher."""
        return self.home / "bin" / "java"

    @property
    def library(self) -> Path:
        """The JVM's shared library; unusual installations don't have the file."""
        return self.home / "lib" / "server" / "libjvm.so"

    @cached_property
    def facts(self) -> dict[str, str]:
        """The entries of the ``release`` file or, if it has no version, what the JVM prints."""
        try:
            lines = (self.home / "release").read_text("utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            lines = []
        pairs = (line.partition("=") for line in lines if "=" in line)
        facts = {name: value.strip().strip('"') for name, _, value in pairs}
        return facts if "JAVA_VERSION" in facts else self._ask()

    def _ask(self) -> dict[str, str]:
        properties = _properties(self.java)
        return {
            "JAVA_VERSION": properties.get("java.version", ""),
            "IMPLEMENTOR": properties.get("java.vendor", ""),
        }

    @property
    def version(self) -> str:
        """The version, such as "17.0.15"; "" when unknown."""
        return self.facts.get("JAVA_VERSION", "")

    @property
    def vendor(self) -> str:
        """The vendor, such as "Eclipse Adoptium"; "" when unknown."""
        return self.facts.get("IMPLEMENTOR", "")

    @property
    def has_security_managers(self) -> bool:
        """Whether a program may have a security manager; from Java 24 on, it may not (JEP 486)."""
        return self.feature_version < _NO_SECURITY_MANAGERS

    @property
    def feature_version(self) -> int:
        """The feature version, such as 17, or 8 for "1.8.0_392"; 0 when unknown."""
        numbers = [int(number) for number in re.findall(r"\d+", self.version)]
        if len(numbers) > 1 and numbers[0] == 1:
            return numbers[1]
        return numbers[0] if numbers else 0

    @property
    def record(self) -> Java:
        """The version and the vendor, as a profile records them."""
        return Java(version=self.version, vendor=self.vendor)

    @cached_property
    def has_instrument(self) -> bool:
        """Whether the JDK has the module java.instrument, without which it can't load agents."""
        if "MODULES" in self.facts:
            return "java.instrument" in self.facts["MODULES"].split()
        return (self.home / "lib" / "libinstrument.so").is_file()

    @property
    def jfr(self) -> Path:
        """The tool that reads recordings of Java Flight Recorder."""
        return self.home / "bin" / "jfr"

    @property
    def has_jfr(self) -> bool:
        """Whether the JDK can record with Java Flight Recorder, and read its recordings."""
        if "MODULES" in self.facts and "jdk.jfr" not in self.facts["MODULES"].split():
            return False
        return self.jfr.is_file()


def of_launcher(java: Path, source: str = "the command") -> Jdk:
    """Returns the installation that a launcher belongs to.

    Links are followed. A launcher outside an installation, such as a wrapper script, is asked for
    its ``java.home``.
    """
    home = java.resolve().parent.parent
    if not (home / "release").is_file() and not (home / "lib" / "server").is_dir():
        home = Path(_properties(java).get("java.home", home))
    return Jdk(home, source)


def _properties(java: Path) -> dict[str, str]:
    """Returns the system properties that a launcher prints; {} if the launcher can't be run."""
    command = [str(java), "-XshowSettings:properties", "-version"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return {}
    return dict(_PROPERTY.findall(done.stderr))


def candidates(java_home: Path | None = None) -> list[Jdk]:
    """Returns the installations at --java-home and JAVA_HOME, on PATH and in the usual places."""
    found: dict[Path, Jdk] = {}
    for home, source in _places(java_home):
        if (home / "bin" / "java").is_file():
            found.setdefault(home.resolve(), Jdk(home.resolve(), source))
    return list(found.values())


def _places(java_home: Path | None) -> Iterator[tuple[Path, str]]:
    if java_home is not None:
        yield java_home, "--java-home"
    if os.environ.get("JAVA_HOME"):
        yield Path(os.environ["JAVA_HOME"]), "JAVA_HOME"
    on_path = shutil.which("java")
    if on_path:
        yield of_launcher(Path(on_path)).home, "PATH"
    for directory in (_PACKAGED, Path.home() / _SDKMAN):
        if directory.is_dir():
            yield from ((home, str(directory)) for home in sorted(directory.iterdir()))


def _require_home(java_home: Path | None) -> None:
    if java_home is not None and not (java_home / "bin" / "java").is_file():
        raise KpathError(
            f"--java-home {java_home} has no bin/java; pass the directory of a JDK 17 or newer", 125
        )


def default_jdk(java_home: Path | None = None) -> Jdk:
    """Returns the JDK for workloads: the first one among --java-home, JAVA_HOME and the PATH.

    Raises KpathError when there is none.
    """
    _require_home(java_home)
    named = [jdk for jdk in candidates(java_home) if jdk.source in ("--java-home", "JAVA_HOME")]
    if named:
        return named[0]
    on_path = shutil.which("java")
    if on_path:
        return of_launcher(Path(on_path), "PATH")
    raise KpathError(f"no JDK found: {_looked_at()}", 125)


def engine_jdk(java_home: Path | None = None) -> Jdk:
    """Returns the first installation whose JVM can run the engine.

    Raises KpathError when there is none.
    """
    _require_home(java_home)
    for jdk in candidates(java_home):
        if jdk.library.is_file() and jdk.feature_version >= MIN_ENGINE_VERSION:
            return jdk
    raise KpathError(f"no JDK {MIN_ENGINE_VERSION} or newer found: {_looked_at()}", 125)


def _looked_at() -> str:
    home = os.environ.get("JAVA_HOME")
    places = f"JAVA_HOME ({home or 'unset'}), PATH, {_PACKAGED}"
    return f"looked at {places}; install a JDK 17 or newer, or pass --java-home"
