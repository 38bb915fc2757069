"""Tests which JDKs are examined, and what is read from their release files."""

from pathlib import Path

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.launch import jdk
from kpath_jvm.launch.jdk import Jdk, candidates, engine_jdk, of_launcher


def make_jdk(home: Path, release: str) -> Path:
    java = home / "bin" / "java"
    java.parent.mkdir(parents=True)
    java.write_text("#!/bin/sh\nexit 1\n")
    java.chmod(0o755)
    (home / "release").write_text(release)
    return java


@pytest.mark.parametrize(
    ("release", "feature_version", "has_instrument"),
    [
        ('JAVA_VERSION="17.0.15"\nMODULES="java.base java.instrument"\n', 17, True),
        ('IMPLEMENTOR="X"\nJAVA_VERSION="25"\nMODULES="java.base"\n', 25, False),
        ('JAVA_VERSION="1.8.0_392"\n', 8, False),
        ("nothing", 0, False),
    ],
)
def test_the_version_and_the_modules_are_read_from_release_files(
    tmp_path: Path, release: str, feature_version: int, has_instrument: bool
) -> None:
    java = make_jdk(tmp_path / "jdk", release)
    link = tmp_path / "java"
    link.symlink_to(java)
    jdk = of_launcher(link)
    assert jdk.home == tmp_path / "jdk"
    assert (jdk.feature_version, jdk.has_instrument) == (feature_version, has_instrument)


def test_given_jdks_precede_java_home_and_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("given", "home", "path"):
        make_jdk(tmp_path / name, 'JAVA_VERSION="21"\n')
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PATH", str(tmp_path / "path" / "bin"))
    found = candidates(tmp_path / "given")
    assert [jdk.home.name for jdk in found[:3]] == ["given", "home", "path"]
    assert [jdk.source for jdk in found[:3]] == ["--java-home", "JAVA_HOME", "PATH"]
    assert found[0] == Jdk(tmp_path / "given", "--java-home")


def test_a_machine_without_a_jdk_for_the_engine_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(jdk, "candidates", lambda _: [])
    monkeypatch.delenv("JAVA_HOME", raising=False)
    with pytest.raises(KpathError, match=r"^no JDK 17 or newer found: looked at JAVA_HOME \(unset"):
        engine_jdk()
