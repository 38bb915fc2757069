"""Runs the commands of docs/recipes on copies of the recipes' projects."""

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from kpath_command import REPOSITORY

RECIPES = REPOSITORY / "docs" / "recipes"
TIMEOUT_SECONDS = 800


def call(
    words: Sequence[str | Path], directory: Path, environment: Mapping[str, str] | None = None
) -> str:
    """Runs a command, which must succeed, and returns its stdout and stderr."""
    done = subprocess.run(
        [str(word) for word in words],
        cwd=directory,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=TIMEOUT_SECONDS,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def maven(*arguments: str | Path) -> list[str | Path]:
    """Returns a Maven command line that prints only errors."""
    return ["mvn", "-q", "-B", *arguments]


def copied(directory: Path, *projects: str) -> Path:
    """Copies some of the recipes' projects into the directory, and returns the directory."""
    for project in projects:
        unbuilt = shutil.ignore_patterns("target", "build", ".gradle")
        shutil.copytree(RECIPES / project, directory / project, ignore=unbuilt)
    return directory


def quiet() -> dict[str, str]:
    """Returns this environment without JAVA_TOOL_OPTIONS, which gives options to every JVM."""
    return {name: value for name, value in os.environ.items() if name != "JAVA_TOOL_OPTIONS"}
