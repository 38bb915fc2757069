"""Tests that each script that is run by hand starts, and is named in CONTRIBUTING.md."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kpath_command import REPOSITORY

#: Scripts that other tests start, or that aren't started by hand.
OTHERS = {
    "tests/looking_at_all.py", "tests/oracle/compare.py", "tests/situations/builder.py",
}  # fmt: skip


def tools() -> list[str]:
    """Returns the scripts among the tests, without OTHERS, by their paths in the repository."""
    found = [
        path.relative_to(REPOSITORY).as_posix()
        for path in sorted((REPOSITORY / "tests").rglob("*.py"))
        if '\nif __name__ == "__main__":\n' in path.read_text("utf-8")
    ]
    return [path for path in found if path not in OTHERS]


def test_contributing_names_every_script() -> None:
    contributing = (REPOSITORY / "CONTRIBUTING.md").read_text("utf-8")
    assert {path for path in tools() if f"python {path}" not in contributing} == set()


@pytest.mark.integration
@pytest.mark.parametrize("path", tools())
def test_every_script_has_help(path: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(REPOSITORY / path), "--help"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY / "orchestrator")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: ")
