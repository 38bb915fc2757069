"""Runs libraries' tests with JUnit's console launcher."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from kpath_command import command, environment, run_json
from kpath_jvm.evaluation.workloads.artifacts import provide
from kpath_jvm.evaluation.workloads.model import MavenArtifact
from kpath_jvm.installation import require_jars

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

HERE = Path(__file__).resolve().parent
LAUNCHER = "org.junit.platform:junit-platform-console-standalone:1.11.4"
LAUNCHER_MAIN = "org.junit.platform.console.ConsoleLauncher"
CLASS_PATH_GOAL = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath"
TIMEOUT_SECONDS = 3000
#: The console launcher's exit status if a test has failed.
FAILED_TESTS = 1


class SuiteError(Exception):
    """A suite couldn't be run."""


class Way(Enum):
    """The ways in which a suite can be run."""

    NATIVE = "native"
    RUN = "kpath-jvm run"
    #: Without an engine: the agent records until its segment is full, and the program goes on.
    AGENT = "agent alone"


@dataclass(frozen=True)
class Library:
    """A library and what its tests need.

    ``without`` is a pattern of classes that aren't run. ``small`` is a package whose tests take
    little time.
    """

    name: str
    main: MavenArtifact
    tests: MavenArtifact
    why: str
    dependencies: tuple[str, ...]
    jvm_options: tuple[str, ...]
    without: str | None
    small: str | None


@dataclass(frozen=True)
class Outcomes:
    """The outcomes of a run's tests by unique id: ``passed``, ``failed`` or ``skipped``."""

    tests: dict[str, str]
    #: The JVM's exit status, which shows whether tests have failed.
    status: int
    #: The profile's run.json, or None if there is no profile.
    run: dict[str, Any] | None = None

    def count(self, outcome: str) -> int:
        """Returns the number of tests with an outcome."""
        return sum(one == outcome for one in self.tests.values())


def read_libraries(path: Path = HERE / "libraries.toml") -> dict[str, Library]:
    """Returns the libraries by name, in the file's order."""
    return {name: _library(name, table) for name, table in tomllib.loads(path.read_text()).items()}


def _library(name: str, table: dict[str, Any]) -> Library:
    group, artifact, version = table["coordinates"].split(":")
    return Library(
        name,
        MavenArtifact(name, group, artifact, version, None, table["sha256"]),
        MavenArtifact(f"{name}-tests", group, artifact, version, "tests", table["tests_sha256"]),
        table["why"],
        tuple(table["dependencies"]),
        tuple(table.get("jvm_options", ())),
        table.get("without"),
        table.get("small"),
    )


def class_path(library: Library, java: Path) -> list[Path]:
    """Returns the tests' jar, the library's jar, the launcher, and the jars that the tests need."""
    main, tests = provide([library.main, library.tests], java)
    with tempfile.TemporaryDirectory(prefix="kpath-suite-") as scratch:
        listed = Path(scratch) / "class-path"
        pom = Path(scratch) / "pom.xml"
        # The launcher comes first, because a test's dependency may bring parts of another JUnit.
        pom.write_text(_pom([LAUNCHER, *library.dependencies]), "utf-8")
        done = subprocess.run(
            ["mvn", "-q", "-B", "-f", str(pom), CLASS_PATH_GOAL, f"-Dmdep.outputFile={listed}"],
            capture_output=True, text=True, check=False, timeout=TIMEOUT_SECONDS,
        )  # fmt: skip
        if done.returncode != 0:
            raise SuiteError(f"cannot fetch what {library.name} needs:\n{done.stdout[-2000:]}")
        needed = listed.read_text("utf-8").strip().split(os.pathsep)
    # A test may depend on another artifact with the library's classes. The first artifact on the
    # class path wins.
    return [tests, main, *map(Path, needed)]


def _pom(dependencies: list[str]) -> str:
    items = ""
    for coordinates in dependencies:
        group, artifact, version = map(escape, coordinates.split(":"))
        items += (
            f"<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId>"
            f"<version>{version}</version></dependency>"
        )
    return (
        '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
        "<groupId>org.kpathjvm</groupId><artifactId>suite</artifactId><version>1</version>"
        f"<packaging>pom</packaging><dependencies>{items}</dependencies></project>\n"
    )


def run_suite(
    library: Library, jars: list[Path], java: Path, way: Way, package: str | None = None
) -> Outcomes:
    """Runs the library's tests, or those of one package, in a new directory."""
    with tempfile.TemporaryDirectory(prefix="kpath-suite-") as scratch:
        directory = Path(scratch)
        chosen = [f"--select-package={package}"] if package else [f"--scan-classpath={jars[0]}"]
        if library.without:
            chosen.append(f"--exclude-classname={library.without}")
        agent = f"-javaagent:{require_jars().agent}=output={directory / 'suite.recording'}"
        target = [
            str(java), *([agent] if way is Way.AGENT else []), "-Xmx1g",
            *library.jvm_options, "-cp", os.pathsep.join(map(str, jars)),
            LAUNCHER_MAIN, "execute", *chosen, "--details=none", "--disable-banner",
            f"--reports-dir={directory / 'reports'}",
        ]  # fmt: skip
        profile = directory / "suite.kpath"
        options = ["run", "-k", "2", "--no-report", "--quiet", "-o", str(profile)]
        words = command([*options, "--", *target]) if way is Way.RUN else target
        work = directory / "work"
        work.mkdir()
        with (directory / "output").open("wb") as output:
            done = subprocess.run(
                words, cwd=work, env=environment(), stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT, check=False, timeout=TIMEOUT_SECONDS,
            )  # fmt: skip
        tests = read_reports(directory / "reports")
        if done.returncode not in (0, FAILED_TESTS) or not tests:
            said = (directory / "output").read_text("utf-8", errors="replace")[-3000:]
            raise SuiteError(f"{library.name} ended with status {done.returncode}:\n{said}")
        if way is Way.AGENT:
            _require_recording(directory / "suite.recording")
        return Outcomes(tests, done.returncode, run_json(profile) if way is Way.RUN else None)


def _require_recording(directory: Path) -> None:
    records = directory / "methods.jsonl"
    if not records.is_file() or not records.stat().st_size:
        raise SuiteError(f"the agent has recorded nothing in {directory}")


def read_reports(directory: Path) -> dict[str, str]:
    """Reads outcomes by unique id from the launcher's XML reports."""
    outcomes: dict[str, str] = {}
    for file in sorted(directory.glob("TEST-*.xml")):
        for case in ElementTree.parse(file).iter("testcase"):
            outcomes[_unique_id(case)] = _outcome(case)
    return outcomes


def _unique_id(case: ElementTree.Element) -> str:
    for said in case.iter("system-out"):
        for line in (said.text or "").splitlines():
            if line.startswith("unique-id: "):
                return line.removeprefix("unique-id: ")
    raise SuiteError(f"no unique id in the report on {case.get('name')}")


def _outcome(case: ElementTree.Element) -> str:
    if case.find("skipped") is not None:
        return "skipped"
    failed = case.find("failure") is not None or case.find("error") is not None
    return "failed" if failed else "passed"
