"""Tests the errors of the build hook, which builds the Java code when pip installs kpath-jvm."""

import subprocess
import sys
from pathlib import Path

import pytest

from kpath_command import REPOSITORY

HOOK = REPOSITORY / "orchestrator" / "build_java.py"


def executable(directory: Path, name: str, status: int = 0) -> None:
    path = directory / name
    path.write_text(f"#!/bin/sh\nexit {status}\n")
    path.chmod(0o755)


@pytest.mark.parametrize(
    ("present", "message"),
    [
        ([], "no JDK found: JAVA_HOME is unset and java is not on the PATH; install a JDK"),
        (["java"], "no JDK found: JAVA_HOME is unset and javac is not on the PATH; install a JDK"),
        (["java", "javac"], "no Maven found: mvn is not on the PATH; install Maven"),
        (["java", "javac", "mvn"], "Maven ended with status 3"),
    ],
)
def test_each_error_is_one_line(tmp_path: Path, present: list[str], message: str) -> None:
    for name in present:
        executable(tmp_path, name, 3 if name == "mvn" else 0)
    done = subprocess.run(
        [sys.executable, str(HOOK)],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert message in done.stderr


def test_a_java_home_without_a_jdk_is_refused(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(HOOK)],
        env={"PATH": "", "JAVA_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == (
        f"kpath-jvm: JAVA_HOME={tmp_path} has no bin/java; "
        "set it to a JDK 17 or newer, or unset it\n"
    )
