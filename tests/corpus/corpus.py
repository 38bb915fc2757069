"""Reads the list of jars, and runs the JVMs that check them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kpath_jvm.evaluation.workloads.artifacts import provide
from kpath_jvm.evaluation.workloads.model import MavenArtifact

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

HERE = Path(__file__).resolve().parent
CORE = HERE.parent.parent / "agent" / "core"
CLASS_PATH_GOAL = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath"
AGENT_MANIFEST = """Manifest-Version: 1.0
Premain-Class: org.kpathjvm.core.corpus.JdkCheck
Can-Redefine-Classes: true

"""
#: The heap of each checking JVM. It has room for two copies of the largest jar's classes.
HEAP = "-Xmx2g"
#: Without this option, the JVM doesn't verify its own classes.
VERIFY = "-Xverify:all"
TIMEOUT_SECONDS = 3600


class CorpusError(Exception):
    """The check itself couldn't be carried out."""


@dataclass(frozen=True)
class Jar:
    """A jar to be checked. Jars in ``needs`` are only on the class path."""

    artifact: MavenArtifact
    year: int
    language: str
    why: str
    small: bool
    needs: tuple[MavenArtifact, ...]


def read_jars(path: Path = HERE / "jars.toml") -> list[Jar]:
    """Returns the jars in the list's order."""
    document = tomllib.loads(path.read_text("utf-8"))
    needed = {name: _artifact(table) for name, table in document["needed"].items()}
    return [
        Jar(
            _artifact(table),
            table["year"],
            table["language"],
            table["why"],
            table.get("small", False),
            tuple(needed[name] for name in table.get("needs", [])),
        )
        for table in document["jar"]
    ]


def _artifact(table: dict[str, Any]) -> MavenArtifact:
    group, name, version = table["coordinates"].split(":")
    return MavenArtifact(name, group, name, version, None, table["sha256"])


@cache
def class_path() -> str:
    """Returns the class path of JarCheck and JdkCheck.

    Both programs are among core's tests, which are compiled first if necessary.
    """
    with tempfile.TemporaryDirectory(prefix="kpath-corpus-") as scratch:
        listed = Path(scratch) / "class-path"
        goals = ["test-compile", CLASS_PATH_GOAL, f"-Dmdep.outputFile={listed}"]
        # Maven also runs these goals for core's dependencies, and writes their class paths to the
        # same file. Core's class path is written last, and replaces the others.
        modules = ["-f", str(CORE.parent / "pom.xml"), "-pl", "core", "-am"]
        _run(["mvn", "-q", "-B", *modules, *goals, "-Dmdep.includeScope=test"])
        own = [str(CORE / "target" / name) for name in ("classes", "test-classes")]
        return os.pathsep.join([*own, listed.read_text("utf-8").strip()])


def check_jars(jars: Sequence[Jar], java: Path) -> list[dict[str, Any]]:
    """Checks the jars, and returns JarCheck's row for each of them."""
    artifacts = {a.coordinates: a for jar in jars for a in (jar.artifact, *jar.needs)}
    provided = provide(list(artifacts.values()), java)
    files = dict(zip(artifacts, provided, strict=True))
    arguments = [
        os.pathsep.join(str(files[a.coordinates]) for a in (jar.artifact, *jar.needs))
        for jar in jars
    ]
    rows = _check(java, [VERIFY], "JarCheck", arguments)
    for jar, row in zip(jars, rows, strict=True):
        row["name"] = f"{jar.artifact.artifact} {jar.artifact.version}"
    return rows


def check_jdk(java: Path, step: int) -> list[dict[str, Any]]:
    """Checks every ``step``-th class of each of the JDK's modules, and returns the rows."""
    with tempfile.TemporaryDirectory(prefix="kpath-corpus-") as scratch:
        agent = Path(scratch) / "agent.jar"
        with zipfile.ZipFile(agent, "w") as jar:
            jar.writestr("META-INF/MANIFEST.MF", AGENT_MANIFEST)
        options = [VERIFY, "--add-modules", "ALL-SYSTEM", f"-javaagent:{agent}"]
        return _check(java, options, "JdkCheck", [str(step)])


def _check(java: Path, options: list[str], main: str, arguments: list[str]) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory(prefix="kpath-corpus-") as scratch:
        output = Path(scratch) / "rows"
        name = f"org.kpathjvm.core.corpus.{main}"
        _run([str(java), HEAP, *options, "-cp", class_path(), name, str(output), *arguments])
        return [json.loads(line) for line in output.read_text("utf-8").splitlines()]


def _run(command: list[str]) -> None:
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=TIMEOUT_SECONDS
    )
    if done.returncode != 0:
        said = (done.stdout + done.stderr).strip()[-3000:]
        raise CorpusError(f"{command[0]} ended with status {done.returncode}:\n{said}")
