"""Finds the parts of an installation: the jars, contract.json and the workloads' settings."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from kpath_jvm.errors import KpathError

PACKAGE = Path(__file__).resolve().parent
JARS_DIRECTORY = PACKAGE / "jars"
JAR_NAMES = ("kpath.jar", "kpath-engine.jar", "kpath-runtime.jar", "kpath-workloads.jar")
CONTRACT_NAME = "contract.json"
#: The jar with the JavaScript libraries of the pages that ``kpath-jvm html`` writes. Nothing in it
#: runs in a JVM, so recording a run doesn't need it, and its age isn't checked.
PAGE_LIBRARIES_NAME = "kpath-page.jar"
#: The jar that JMH loads. Recording a run doesn't need it.
JMH_PROFILER_NAME = "kpath-jmh.jar"

#: The environment variable that names a directory of jars to use instead of the package's own.
#: The age of those jars isn't checked.
JARS_VARIABLE = "KPATH_JVM_JARS"


class Jars(Struct, frozen=True):
    """The files that the build puts into the package."""

    directory: Path

    @property
    def agent(self) -> Path:
        """The Java agent, a self-contained (shaded) jar."""
        return self.directory / "kpath.jar"

    @property
    def engine_class_path(self) -> tuple[Path, ...]:
        """The engine, and the layout classes with which it reads segments."""
        return (self.directory / "kpath-engine.jar", self.directory / "kpath-runtime.jar")

    @property
    def workloads(self) -> Path:
        """The jar of our stand-ins for benchmarks that can't be shipped."""
        return self.directory / "kpath-workloads.jar"

    @property
    def page_libraries(self) -> Path:
        """The JavaScript libraries of ``kpath-jvm html``, with their licences."""
        return self.directory / PAGE_LIBRARIES_NAME

    @property
    def jmh_profiler(self) -> Path:
        """JMH's profiler, for ``-prof kpath``."""
        return self.directory / JMH_PROFILER_NAME

    @property
    def contract(self) -> Path:
        """The constants that the Java and the Python side share."""
        return self.directory / CONTRACT_NAME

    def missing(self) -> list[str]:
        """Returns the names of the missing files, except the jars for ``html`` and for JMH."""
        names = (*JAR_NAMES, CONTRACT_NAME)
        return [name for name in names if not (self.directory / name).is_file()]

    def stale_source(self) -> Path | None:
        """Returns a file of ``java_sources`` that is newer than the oldest jar, or None."""
        present = [self.directory / name for name in (*JAR_NAMES, CONTRACT_NAME)]
        built = min(path.stat().st_mtime for path in present)
        newer = (path for path in java_sources() if path.stat().st_mtime > built)
        return next(newer, None)


def repository() -> Path | None:
    """Returns the repository's root in an editable install or a checkout; None in a wheel."""
    root = PACKAGE.parent.parent
    is_checkout = PACKAGE.parent.name == "orchestrator" and (root / "agent" / "pom.xml").is_file()
    return root if is_checkout else None


def remedy() -> str:
    """Returns the advice for missing or stale jars."""
    root = repository()
    if root is None:
        return "install kpath-jvm again"
    return f"run `pip install -e {root}` again"


def java_sources() -> Iterator[Path]:
    """Yields the main sources and pom files of the Java modules; nothing without a repository."""
    root = repository()
    if root is None:
        return
    yield root / "agent" / "pom.xml"
    poms = sorted((*root.glob("agent/*/pom.xml"), *root.glob("benchmarks/*/pom.xml")))
    for module in (*(pom.parent for pom in poms), root / "benchmarks"):
        yield module / "pom.xml"
        yield from (path for path in (module / "src" / "main").rglob("*") if path.is_file())


def jars() -> Jars:
    """Returns where the jars should be."""
    named = os.environ.get(JARS_VARIABLE)
    # The path is absolute because a target may run in another directory.
    return Jars(Path(named).absolute() if named else JARS_DIRECTORY)


def require_jars() -> Jars:
    """Returns the jars.

    Raises KpathError (status 125) if a jar is missing, or if the package's own jars are older than
    the sources.
    """
    named = os.environ.get(JARS_VARIABLE)
    built = jars()
    missing = built.missing()
    if missing:
        advice = f"correct or unset {JARS_VARIABLE}" if named else remedy()
        raise KpathError(f"{missing[0]} is not in {built.directory}; {advice}", 125)
    newer = None if named else built.stale_source()
    if newer is not None:
        raise KpathError(f"the jars are older than {newer}; {remedy()}", 125)
    return built


def require_page_libraries() -> Path:
    """Returns the jar of the pages' libraries; raises KpathError (status 125) if it is missing."""
    return _require(jars().page_libraries)


def require_jmh_profiler() -> Path:
    """Returns the jar of JMH's profiler; raises KpathError (status 125) if it isn't there."""
    return _require(jars().jmh_profiler)


def _require(jar: Path) -> Path:
    if not jar.is_file():
        raise KpathError(f"{jar.name} is not in {jar.parent}; {remedy()}", 125)
    return jar


def cache_directory() -> Path:
    """Returns the directory for files that can be fetched again, below XDG_CACHE_HOME or ~/.cache.

    A relative XDG_CACHE_HOME is ignored, as the XDG specification demands. Otherwise, the current
    directory would decide which jars run.
    """
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (named if named.is_absolute() else Path.home() / ".cache") / "kpath-jvm"


def read_contract(path: Path, *members: str) -> dict[str, Any]:
    """Returns the content of contract.json, the file of constants that Java and Python share.

    Raises KpathError (status 125) if the file lacks one of the ``members``, or can't be read.
    """
    try:
        document: dict[str, Any] = json.loads(path.read_text("utf-8"))
        missing = [name for name in members if name not in document]
    except (OSError, ValueError, TypeError) as error:
        raise KpathError(
            f"{path} is not a readable contract: {error}; build it again", 125
        ) from None
    if missing:
        what = f"it has no {', '.join(missing)}"
        raise KpathError(f"{path} is not a readable contract: {what}; build it again", 125)
    return document


def dacapo_configs() -> Path:
    """Returns the directory of the workloads' settings: in the wheel, or in the repository."""
    packaged = PACKAGE / "dacapo_configs"
    root = repository()
    if root is not None and not packaged.is_dir():
        return root / "dacapo_configs"
    return packaged
