"""Tests the command that a user has to type to start this kpath-jvm again."""

import sys
from pathlib import Path

import pytest

from kpath_jvm.own_command import own_command, with_own_command


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "my venv" / "bin" / "kpath-jvm"
    path.parent.mkdir(parents=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "/usr/bin")
    return path


def test_the_command_is_given_as_it_was_typed(
    script: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["my venv/bin/kpath-jvm"])
    assert own_command() == "'my venv/bin/kpath-jvm'"
    told = with_own_command("see `kpath-jvm recover`, or kpath-jvm's page")
    assert told == "see `'my venv/bin/kpath-jvm' recover`, or kpath-jvm's page"
    monkeypatch.setattr(sys, "argv", [str(script)])
    assert own_command() == f"'{script}'"


def test_the_name_of_a_command_on_the_path_suffices(
    script: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", [str(script)])
    monkeypatch.setenv("PATH", f"/usr/bin:{script.parent}")
    assert own_command() == "kpath-jvm"
    # Another installation comes first on the PATH.
    other = script.parent.parent / "kpath-jvm"
    other.write_text("#!/bin/sh\n")
    other.chmod(0o755)
    monkeypatch.setenv("PATH", f"{other.parent}:{script.parent}")
    assert own_command() == f"'{script}'"


@pytest.mark.usefixtures("script")
@pytest.mark.parametrize("typed", ["", "kpath-jvm", "/nowhere/kpath-jvm", "x/cli/main.py"])
def test_an_unknown_command_is_given_by_its_usual_name(
    monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    monkeypatch.setattr(sys, "argv", [typed])
    assert own_command() == "kpath-jvm"
