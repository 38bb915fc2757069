"""Runs the commands of docs/recipes/ci.md."""

import os
import shutil
import subprocess
import sys
from datetime import datetime, timezone
from pathlib import Path

import kpath_command as kpath
from builders.versions import LEFT, Version, compared_profiles, versions_profile
from integration.recipes.commands import RECIPES


def compare(directory: Path, script: int = 0) -> tuple[int, str]:
    """Runs one of the scripts that ci.md shows, and returns its exit status and stderr."""
    page = (RECIPES / "ci.md").read_text("utf-8")
    own = page.split("```sh\n")[1 + script].partition("```")[0]
    (directory / "compare.sh").write_text(own)
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


def test_four_runs_of_each_side_are_compared(tmp_path: Path) -> None:
    """The base is the four runs of main that were added last."""
    today = datetime.now(timezone.utc).date().isoformat()
    slow, fast = (Version().walked(*[LEFT] * times) for times in (40, 8))
    runs = [slow] * 2 + [fast] * 4
    for at, one in enumerate(runs):
        versions_profile(tmp_path, f"main-{at}", one)
        added = kpath.run(
            "store", "add", "profiles", f"main-{at}.kpath", "--service", "shop", "--version",
            "main", "--day", today, directory=tmp_path,
        )  # fmt: skip
        assert added.returncode == 0, added.stderr
        # Three runs of main are too few to compare.
        if at == 2:
            for new in range(4):
                versions_profile(tmp_path, f"new-{new}", fast)
            assert compare(tmp_path, 1)[0] == 2
    status, told = compare(tmp_path, 1)
    assert status == 0, told
    for new in range(4):
        shutil.rmtree(tmp_path / f"new-{new}.kpath")
        versions_profile(tmp_path, f"new-{new}", slow)
    status, told = compare(tmp_path, 1)
    assert status == 1, told
    assert "**failed**" in (tmp_path / "diff.md").read_text("utf-8")
    assert len(list(tmp_path.glob("base-*.kpath"))) == 4
