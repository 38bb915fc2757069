"""Tests that each command of the tutorial prints what the page shows."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import kpath_command as kpath
from shown_output import differences

DOCS = kpath.REPOSITORY / "docs"
PAGE = DOCS / "tutorial.md"


def steps(page: str) -> list[tuple[str, str]]:
    """Returns the commands that a page shows after a ``$``, each with the output shown for it."""
    blocks = re.findall(r"^```\n(\$ .*?)^```$", page, re.MULTILINE | re.DOTALL)
    found = []
    for block in blocks:
        for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = step.partition("\n")
            found.append((command, output))
    return found


def masked(text: str) -> str:
    """Masks whatever differs from run to run: times, rates and the JDK's version."""
    # A developer's machine may have leftovers of other runs, and a run mentions these.
    text = re.sub(r"^kpath-jvm: (removed .*|.*recover`?)\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"after [\d.]+ s", "after N s", text)
    text = re.sub(r"\([\d.]+ [MK]?/s\)", "(N /s)", text)
    text = re.sub(r"20\d\d-\d\d-\d\dT[\d:]+\+00:00", "DATE", text)
    return re.sub(r"on Java [\d.]+ with k=4; segment .*", "on Java N", text)


def test_every_command_prints_what_the_page_shows(tmp_path: Path) -> None:
    kpath.ensure_jars()
    shutil.copytree(DOCS / "tutorial", tmp_path, dirs_exist_ok=True)
    commands = steps(PAGE.read_text("utf-8"))
    assert len(commands) > 5
    for command, shown in commands:
        words = command.split()
        if words[0] == "javac":
            subprocess.run(words, cwd=tmp_path, check=True)
            continue
        assert words[0] == "kpath-jvm", command
        done = kpath.run(*words[1:], directory=tmp_path, extra={"COLUMNS": "110"})
        assert done.returncode == 0, done.stderr
        # The program prints after kpath-jvm's first line, and before kpath-jvm's other lines.
        first, line_feed, rest = masked(done.stderr.decode()).partition("\n")
        printed = first + line_feed + masked(done.stdout.decode()) + rest
        assert differences(masked(shown), printed) == [], command


@pytest.mark.parametrize(
    ("shown", "printed"),
    [
        ("a\n", "b\n"),
        ("a\n", "a\nb\n"),
        ("a\n...\nb\n", "b\na\n"),
        ("a\n...\nb\n", "a\nb\nc\n"),
        ("a\n...\n", "b\na\n"),
    ],
)
def test_a_different_output_is_found(shown: str, printed: str) -> None:
    assert differences(shown, printed)


def test_a_gap_stands_for_any_lines() -> None:
    assert differences("a\n...\nc\n", "a\nb\nc\n") == []
    assert differences("a\n...\n", "a\nb\n") == []
