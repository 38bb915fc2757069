"""The rules that tools hold: what may import what, types, lint."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent.parent
TOOLS = Path(sys.executable).parent


@pytest.mark.parametrize(
    "command",
    [
        ["lint-imports", "--no-cache"],
        ["ruff", "check", "."],
        ["mypy"],
    ],
    ids=["imports", "lint", "types"],
)
def test_a_tool_finds_nothing(command: list[str]) -> None:
    tool = TOOLS / command[0]
    assert tool.is_file(), f"no {command[0]}: install the extra 'test'"
    done = subprocess.run(
        [str(tool), *command[1:]],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY / "orchestrator")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
