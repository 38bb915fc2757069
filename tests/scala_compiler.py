"""Runs scalac from Maven Central: 2.12 or 3.3, the versions in the corpus of class files."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from corpus.corpus import read_jars
from kpath_command import TIMEOUT_SECONDS
from kpath_jvm.evaluation.workloads.artifacts import provide
from kpath_jvm.launch.jdk import default_jdk

#: For each version, the name of the compiler's jar in the corpus, and the compiler's main class.
_COMPILERS = {
    "2.12": ("scala-compiler", "scala.tools.nsc.Main"),
    "3.3": ("scala3-compiler_3", "dotty.tools.dotc.Main"),
}


def compile_scala(source: Path, classes: Path, version: str) -> str:
    """Compiles a file; returns a class path with the result and its libraries."""
    name, main = _COMPILERS[version]
    jar = next(one for one in read_jars() if one.artifact.name == name)
    needed = [jar.artifact, *jar.needs]
    java = default_jdk().home / "bin" / "java"
    provided = dict(zip((one.name for one in needed), provide(needed, java), strict=True))
    libraries = [str(path) for name, path in provided.items() if "library" in name]
    class_path = os.pathsep.join(libraries)
    classes.mkdir(exist_ok=True)
    command = [
        str(java), "-XX:TieredStopAtLevel=1", "-Xss8m",
        "-cp", os.pathsep.join(map(str, provided.values())), main,
        "-nowarn", "-classpath", class_path, "-d", str(classes), str(source),
    ]  # fmt: skip
    subprocess.run(command, check=True, timeout=TIMEOUT_SECONDS)
    return os.pathsep.join((str(classes), class_path))
