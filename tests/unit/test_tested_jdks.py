"""Tests which JDKs the tests run on, and that CI fails if one of them is missing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kpath_command import REPOSITORY
from oracle import harness
from oracle.harness import find_java_homes, java_version, missing_jdks


@pytest.fixture
def made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns a directory of JDKs, each of which has nothing but a file ``release``."""
    monkeypatch.delenv("KPATH_JDKS", raising=False)
    for version in (11, 17, 21, 25):
        (tmp_path / f"jdk-{version}").mkdir()
        release = tmp_path / f"jdk-{version}" / "release"
        release.write_text(f'JAVA_VERSION="{version}.0.1"\n', "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("versions", "missing"),
    [
        ((17, 25), []),
        ((25, 21, 17), []),
        ((17,), ["21 or newer"]),
        ((17, 11), ["21 or newer"]),
        ((25,), ["17"]),
        ((11,), ["17", "21 or newer"]),
    ],
)
def test_missing_versions_of_the_jdk_are_named(
    versions: tuple[int, ...], missing: list[str]
) -> None:
    assert missing_jdks(versions) == missing


@pytest.mark.parametrize("default", [11, 17, 21, 25])
def test_jdks_are_added_to_the_default_one(
    made_up: Path, monkeypatch: pytest.MonkeyPatch, default: int
) -> None:
    monkeypatch.setattr(harness, "default_java_home", lambda: made_up / f"jdk-{default}")
    for home in made_up.iterdir():
        (home / "bin").mkdir()
        (home / "bin" / "javac").touch()
    monkeypatch.setattr(harness, "INSTALLED", made_up)
    found = [java_version(home) for home in find_java_homes()]
    assert found == {11: [11, 17, 21], 17: [17, 21], 21: [21, 17], 25: [25, 17]}[default]


@pytest.mark.integration
@pytest.mark.parametrize(
    ("versions", "status", "said"),
    [
        ((17, 25), 0, ""),
        ((17,), 4, "there is no JDK 21 or newer, only "),
        ((11,), 4, "there is no JDK 17 and none of 21 or newer, only "),
    ],
)
def test_ci_does_not_start_the_tests_without_all_jdks(
    made_up: Path, versions: tuple[int, ...], status: int, said: str
) -> None:
    homes = os.pathsep.join(str(made_up / f"jdk-{version}") for version in versions)
    done = _pytest(KPATH_JDKS=homes, KPATH_ALL_JDKS="1")
    assert (done.returncode, said in done.stderr) == (status, True), done.stdout + done.stderr


@pytest.mark.integration
def test_one_jdk_is_enough_outside_of_ci(made_up: Path) -> None:
    done = _pytest(KPATH_JDKS=str(made_up / "jdk-17"), KPATH_ALL_JDKS="")
    assert done.returncode == 0, done.stdout + done.stderr


def _pytest(**variables: str) -> subprocess.CompletedProcess[str]:
    """Lets pytest list the tests of one module, with additional environment variables."""
    module = "tests/unit/test_shares.py"
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--collect-only", "-p", "no:cacheprovider", module],
        cwd=REPOSITORY, env=os.environ | variables, capture_output=True, text=True, check=False,
    )  # fmt: skip
