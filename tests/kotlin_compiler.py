"""Runs kotlinc from Maven Central: 1.9 with the older frontend, or 2.1 with the newer one."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from corpus.corpus import read_jars
from kpath_command import TIMEOUT_SECONDS
from kpath_jvm.evaluation.workloads.artifacts import provide
from kpath_jvm.evaluation.workloads.model import MavenArtifact
from kpath_jvm.launch.jdk import default_jdk

MAIN = "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"


def _artifact(group: str, name: str, version: str, digest: str) -> MavenArtifact:
    return MavenArtifact(name, group, name, version, None, digest)


ANNOTATIONS = _artifact(
    "org.jetbrains", "annotations", "13.0",
    "ace2a10dc8e2d5fd34925ecac03e4988b2c0f851650c94b8cef49ba1bd111478",
)  # fmt: skip
NEWER = (
    _artifact("org.jetbrains.kotlin", "kotlin-compiler-embeddable", "2.1.0",
              "c1b139a6f251c3b99e92befa326cb75d93a001d74c3ac601155a8cdb0d253783"),
    _artifact("org.jetbrains.kotlin", "kotlin-stdlib", "2.1.0",
              "d6f91b7b0f306cca299fec74fb7c34e4874d6f5ec5b925a0b4de21901e119c3f"),
    _artifact("org.jetbrains.kotlin", "kotlin-script-runtime", "2.1.0",
              "15a2b82119e9f145ea028029bd31166584648a419157c20948c124fa33d40e50"),
    _artifact("org.jetbrains.kotlin", "kotlin-reflect", "1.6.10",
              "3277ac102ae17aad10a55abec75ff5696c8d109790396434b496e75087854203"),
    _artifact("org.jetbrains.kotlinx", "kotlinx-coroutines-core-jvm", "1.6.4",
              "c24c8bb27bb320c4a93871501a7e5e0c61607638907b197aef675513d4c820be"),
    _artifact("org.jetbrains.intellij.deps", "trove4j", "1.0.20200330",
              "c5fd725bffab51846bf3c77db1383c60aaaebfe1b7fe2f00d23fe1b7df0a439d"),
    ANNOTATIONS,
)  # fmt: skip


def compile_kotlin(sources: Path, classes: Path, version: str = "1.9") -> str:
    """Compiles a file or a folder; returns the class path of the result."""
    if version == "1.9":
        jar = next(one for one in read_jars() if one.artifact.name == "kotlin-compiler-embeddable")
        needed = (jar.artifact, *jar.needs, ANNOTATIONS)
    else:
        needed = NEWER
    java = default_jdk().home / "bin" / "java"
    provided = dict(zip((one.artifact for one in needed), provide(list(needed), java), strict=True))
    library = str(provided["kotlin-stdlib"])
    command = [
        str(java), "-XX:TieredStopAtLevel=1", "-cp", os.pathsep.join(map(str, provided.values())),
        MAIN, "-no-stdlib", "-no-reflect", "-nowarn", "-cp", library, "-d", str(classes),
        str(sources),
    ]  # fmt: skip
    subprocess.run(command, check=True, timeout=TIMEOUT_SECONDS)
    return os.pathsep.join((str(classes), library))
