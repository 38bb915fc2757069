"""Checks the recipes' excerpts from the example projects, and the exit status of gates.sh."""

import subprocess
from pathlib import Path

import pytest

from integration.recipes.commands import RECIPES


def test_the_pages_show_only_lines_of_the_projects() -> None:
    for page, file in (("maven.md", "shop/pom.xml"), ("gradle.md", "gradle/build.gradle")):
        shown = (RECIPES / page).read_text("utf-8")
        has = {line.strip() for line in (RECIPES / file).read_text("utf-8").splitlines()}
        block = shown.partition("```xml\n" if file.endswith("xml") else "```groovy\n")[2]
        lines = {line.strip() for line in block.partition("```")[0].splitlines()} - {"..."}
        assert lines - has == set()
        assert len(lines) > 5


def test_the_page_shows_the_build_with_gates() -> None:
    page = (RECIPES / "maven.md").read_text("utf-8").partition("## A build that records")[2]
    for language, file in (("xml", "pom.xml"), ("sh", "gates.sh")):
        has = (RECIPES / "gated" / file).read_text("utf-8").splitlines()
        block = page.partition(f"```{language}\n")[2].partition("```")[0]
        lines = {line.strip() for line in block.splitlines()} - {"..."}
        assert lines - {line.strip() for line in has} == set()
        assert len(lines) > 5


@pytest.mark.parametrize(
    ("checked", "compared", "status"),
    [(0, 0, 0), (0, 1, 1), (0, 2, 2), (1, 0, 1), (1, 2, 1), (2, 0, 2), (2, 1, 1), (2, 2, 2)],
)
def test_a_failed_gate_takes_precedence(
    tmp_path: Path, checked: int, compared: int, status: int
) -> None:
    """The status is 1 if a gate of check or diff failed, even if another couldn't be judged."""
    stand_in = tmp_path / "kpath-jvm"
    stand_in.write_text(f'#!/bin/sh\n[ "$1" = check ] && exit {checked}\nexit {compared}\n')
    stand_in.chmod(0o755)
    asked = ["sh", RECIPES / "gated" / "gates.sh", "new.kpath", "base.kpath"]
    path = f"{tmp_path}:/usr/bin:/bin"
    ran = subprocess.run(
        asked, cwd=tmp_path, env={"PATH": path}, check=False, stdout=subprocess.PIPE, text=True
    )
    assert ran.returncode == status
    # The last line of the log shows the status of each command.
    told = f"gates.sh: check ended with status {checked}, diff with status {compared}\n"
    assert ran.stdout.endswith(told)
