"""What run.json says of a run's completeness, and JDKs by their release file."""

from pathlib import Path
from typing import Any

import pytest

from kpath_jvm.launch.jdk import Jdk, candidates, of_launcher
from kpath_jvm.recording.segment import Header
from kpath_jvm.sessions.description import completeness


def header(**changes: Any) -> Header:
    fields: dict[str, Any] = {
        "target_pid": 7, "ended_early": False, "shut_down": False, "kept": False,
        "lost_events": 0, "unlisted_classes": 0, "waited_seconds": 0.0, "threads": 1,
    }  # fmt: skip
    return Header(**{**fields, **changes})


@pytest.mark.parametrize(
    ("signal_number", "changes", "failure", "verdict", "reasons"),
    [
        (None, {}, None, "exact", []),
        (9, {}, None, "truncated", ["SIGKILL"]),
        (None, {"lost_events": 3000}, None, "lower bounds", ["3,000 events"]),
        (None, {"unlisted_classes": 2}, None, "lower bounds", ["2 classes are not recorded"]),
        (None, {"ended_early": True}, None, "lower bounds", ["ended before"]),
        (None, {}, "out of memory", "lower bounds", ["out of memory"]),
        (6, {"lost_events": 1}, "x", "lower bounds", ["SIGABRT", "1 events", "x"]),
        (200, {}, None, "truncated", ["signal 200"]),
    ],
)
def test_completeness(
    signal_number: int | None,
    changes: dict[str, Any],
    failure: str | None,
    verdict: str,
    reasons: list[str],
) -> None:
    told = completeness(signal_number, header(**changes), failure)
    assert told["verdict"] == verdict
    assert len(told["reasons"]) == len(reasons)
    for reason, fragment in zip(told["reasons"], reasons, strict=True):
        assert fragment in reason


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
def test_what_a_release_file_says(
    tmp_path: Path, release: str, feature_version: int, has_instrument: bool
) -> None:
    java = make_jdk(tmp_path / "jdk", release)
    link = tmp_path / "java"
    link.symlink_to(java)
    jdk = of_launcher(link)
    assert jdk.home == tmp_path / "jdk"
    assert (jdk.feature_version, jdk.has_instrument) == (feature_version, has_instrument)


def test_precedence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("given", "home", "path"):
        make_jdk(tmp_path / name, 'JAVA_VERSION="21"\n')
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PATH", str(tmp_path / "path" / "bin"))
    found = candidates(tmp_path / "given")
    assert [jdk.home.name for jdk in found[:3]] == ["given", "home", "path"]
    assert [jdk.source for jdk in found[:3]] == ["--java-home", "JAVA_HOME", "PATH"]
    assert found[0] == Jdk(tmp_path / "given", "--java-home")
