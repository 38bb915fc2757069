"""Jars of workloads, fetched with Maven, verified by their checksums, and kept in a cache."""

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from kpath_jvm import installation
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.workloads.model import MavenArtifact

_COPY_GOAL = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy"
_IF_AGAIN = "if Maven provides the same file again, delete Maven's own copy of it, too"
_ESCAPE_SEQUENCES = re.compile(r"\x1b\[[0-9;]*m")


def cache_directory() -> Path:
    """Returns the directory where jars are kept."""
    return installation.cache_directory() / "artifacts"


def provide(artifacts: Sequence[MavenArtifact], java: Path) -> list[Path]:
    """Returns the paths of the jars, in the given order. Each jar is verified by its checksum.

    Maven fetches the jars that the cache lacks. Maven runs on ``java`` unless JAVA_HOME is set.
    Raises KpathError (exit status 125) when a jar can't be fetched or has a wrong checksum.
    """
    cache = cache_directory()
    # An artifact may be asked for twice: as the sources of a library, and as a program's input.
    different = list(dict.fromkeys(artifacts))
    missing = [one for one in different if not (cache / one.file_name).exists()]
    if missing:
        _fetch(missing, cache, java)
    for artifact in different:
        path = cache / artifact.file_name
        _verify(artifact, path, f"{path} ({artifact.coordinates})", f"delete it; {_IF_AGAIN}")
    return [cache / artifact.file_name for artifact in artifacts]


def _verify(artifact: MavenArtifact, path: Path, what: str, remedy: str) -> None:
    try:
        actual = hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise KpathError(f"cannot read {what}: {error.strerror}; {remedy}", 125) from error
    if actual != artifact.sha256:
        raise KpathError(f"{what} has SHA-256 {actual}, expected {artifact.sha256}; {remedy}", 125)


def _fetch(artifacts: Sequence[MavenArtifact], cache: Path, java: Path) -> None:
    maven = _maven()
    try:
        cache.mkdir(parents=True, exist_ok=True)
        # The scratch directory is on the cache's file system, so that files are moved atomically.
        with tempfile.TemporaryDirectory(prefix="fetch-", dir=cache) as scratch:
            fetched = Path(scratch)
            _run_maven(maven, artifacts, fetched, java)
            for artifact in artifacts:
                path = fetched / artifact.file_name
                what = f"Maven's copy of {artifact.coordinates}"
                _verify(artifact, path, what, "delete it from Maven's local repository")
                path.replace(cache / artifact.file_name)
    except OSError as error:
        raise KpathError(f"cannot keep jars in {cache}: {error.strerror}", 125) from error


def _maven() -> str:
    found = shutil.which("mvn")
    if found:
        return found
    root = installation.repository()
    if root is not None and (root / "agent" / "mvnw").is_file():
        return str(root / "agent" / "mvnw")
    raise KpathError(
        "no Maven to fetch the workload's jars: mvn is not on the PATH; install it", 125
    )


def _run_maven(maven: str, artifacts: Sequence[MavenArtifact], directory: Path, java: Path) -> None:
    pom = directory / "pom.xml"
    pom.write_text(_pom(artifacts, directory), "utf-8")
    command = [maven, "-q", "-B", "-f", str(pom), _COPY_GOAL]
    try:
        done = subprocess.run(
            command,
            env=_environment(os.environ, java),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
    except OSError as error:
        raise KpathError(
            f"cannot start {maven}: {error.strerror}; check that it can be run by itself", 125
        ) from error
    if done.returncode != 0:
        raise KpathError(
            f"cannot fetch {artifacts[0].coordinates}{_and_more(len(artifacts) - 1)}: "
            f"{_complaint(done.stdout + done.stderr)}; check the network and Maven's settings.xml",
            125,
        )


def _environment(environment: Mapping[str, str], java: Path) -> dict[str, str]:
    home = {} if environment.get("JAVA_HOME") else {"JAVA_HOME": str(java.resolve().parent.parent)}
    return {**environment, **home}


def _and_more(count: int) -> str:
    return f" and {count} more" if count else ""


def _complaint(output: str) -> str:
    """Returns Maven's first error without Maven's advice, or the last line if there is no error."""
    lines = [_ESCAPE_SEQUENCES.sub("", line).strip() for line in output.splitlines()]
    errors = [line.removeprefix("[ERROR]").strip() for line in lines if line.startswith("[ERROR]")]
    said = [line for line in errors or lines if line]
    return said[0 if errors else -1].partition(" -> [Help")[0] if said else "Maven said nothing"


def _pom(artifacts: Sequence[MavenArtifact], directory: Path) -> str:
    items = "".join(_item(artifact) for artifact in artifacts)
    return f"""<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.kpathjvm</groupId>
  <artifactId>fetch</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <build><plugins><plugin>
    <groupId>org.apache.maven.plugins</groupId>
    <artifactId>maven-dependency-plugin</artifactId>
    <configuration>
      <outputDirectory>{escape(str(directory))}</outputDirectory>
      <artifactItems>{items}</artifactItems>
    </configuration>
  </plugin></plugins></build>
</project>
"""


def _item(artifact: MavenArtifact) -> str:
    fields = {
        "groupId": artifact.group,
        "artifactId": artifact.artifact,
        "version": artifact.version,
        "type": artifact.packaging,
        "classifier": artifact.classifier,
        "destFileName": artifact.file_name,
    }
    inner = "".join(f"<{key}>{escape(value)}</{key}>" for key, value in fields.items() if value)
    return f"<artifactItem>{inner}</artifactItem>"
