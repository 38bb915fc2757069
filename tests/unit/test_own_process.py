"""Tests that kpath-jvm, started as another process, imports nothing from the current directory."""

import os
import subprocess
from pathlib import Path

import pytest

from kpath_jvm import __version__
from kpath_jvm.own_process import own_process


@pytest.mark.parametrize("name", ["kpath_jvm", "click", "json"])
def test_modules_in_the_current_directory_are_not_run(tmp_path: Path, name: str) -> None:
    """``python -m`` would import a file of the current directory that has a module's name."""
    (tmp_path / f"{name}.py").write_text("raise SystemExit(99)\n", "utf-8")
    variables = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(
        own_process("--version"),
        cwd=tmp_path,
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"kpath-jvm, version {__version__}\n"
