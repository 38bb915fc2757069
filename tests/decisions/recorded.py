"""Compiles and records small programs on the oldest and the newest JDK that tests run on."""

from pathlib import Path

import pytest

from kpath_command import ensure_jars, run
from oracle.harness import compile_java, find_java_homes, java_version


def java_home(*, newest: bool, needs_patterns: bool = False) -> Path:
    """Returns the oldest or the newest JDK; skips the test if the JDK lacks what the test needs.

    ``needs_patterns`` is true if the program has patterns in switches.
    """
    home = find_java_homes()[-1 if newest else 0]
    if needs_patterns and java_version(home) < 21:
        pytest.skip("patterns in switches need JDK 21 or newer")
    return home


def record(directory: Path, name: str, java: str, home: Path, k: int = 2) -> Path:
    """Compiles and records the class ``name`` in a directory, and returns the profile's path."""
    ensure_jars()
    (directory / f"{name}.java").write_text(java)
    compile_java([directory / f"{name}.java"], directory, java_home=home)
    done = run(
        "run", "-k", str(k), "--no-report", "-o", "p.kpath",
        "--", str(home / "bin" / "java"), "-cp", ".", name,
        directory=directory,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    return directory / "p.kpath"
