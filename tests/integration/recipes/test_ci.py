"""Runs the commands of docs/recipes/ci.md."""

import os
import subprocess
import sys
from datetime import datetime, timezone
from pathlib import Path

import kpath_command as kpath
from builders.versions import compared_profiles
from integration.recipes.commands import RECIPES


def compare(directory: Path) -> tuple[int, str]:
    """Runs the page's script; returns its status and what it said."""
    page = (RECIPES / "ci.md").read_text("utf-8")
    (directory / "compare.sh").write_text(page.partition("```sh\n")[2].partition("```")[0])
    gates = (RECIPES / "gated" / "gates.toml").read_text("utf-8")
    (directory / "gates.toml").write_text(gates)
    beside = str(Path(sys.executable).parent)
    environment = kpath.environment({"PATH": f"{beside}{os.pathsep}{os.environ['PATH']}"})
    done = subprocess.run(
        ["sh", "compare.sh"], cwd=directory, env=environment, capture_output=True, check=False
    )
    return done.returncode, done.stderr.decode()


def test_a_pull_request_is_compared_with_the_newest_base(tmp_path: Path) -> None:
    compared_profiles(tmp_path)
    (tmp_path / "after.kpath").rename(tmp_path / "new.kpath")
    today = datetime.now(timezone.utc).date().isoformat()
    for day, status in (("2020-01-01", 2), (today, 1)):
        added = kpath.run(
            "store", "add", "profiles", "before.kpath", "--service", "shop", "--version", "main",
            "--day", day, directory=tmp_path,
        )  # fmt: skip
        assert added.returncode == 0, added.stderr
        found, told = compare(tmp_path)
        assert found == status, told
        written = {name for name in ("diff.md", "diff.html") if (tmp_path / name).exists()}
        assert written == (set() if status == 2 else {"diff.md", "diff.html"})
    assert "**failed**" in (tmp_path / "diff.md").read_text("utf-8")
    assert "<failure" in (tmp_path / "kpath-diff.xml").read_text("utf-8")
