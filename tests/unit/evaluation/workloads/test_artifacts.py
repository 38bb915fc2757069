"""Tests that missing jars of workloads are fetched and cached, and damaged ones are refused."""

import hashlib
from pathlib import Path

import pytest

from kpath_jvm import installation
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.workloads import artifacts
from kpath_jvm.evaluation.workloads.model import Workload

JAVA = Path("/opt/jdk/bin/java")
FAKE_MAVEN = """#!/bin/sh
for last; do :; done
case "$*" in *dependency-plugin:3.8.1:copy) ;; *) exit 9 ;; esac
while [ "$1" != -f ]; do shift; done
grep -q '<artifactId>' "$2" || exit 8
{action}
"""


def fake_maven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, action: str) -> None:
    """Puts a script named mvn first on the PATH.

    The script runs ``action``. In ``action``, $2 is the path of the pom that was passed to Maven.
    """
    directory = tmp_path / "bin"
    directory.mkdir()
    maven = directory / "mvn"
    maven.write_text(FAKE_MAVEN.format(action=action), "utf-8")
    maven.chmod(0o755)
    monkeypatch.setenv("PATH", f"{directory}:/usr/bin:/bin")


class TestArtifacts:
    def test_damaged_cached_jars_are_refused(self, eclipse: Workload, cache: Path) -> None:
        ecj = eclipse.class_path[0]
        path = cache / ecj.file_name
        path.write_bytes(b"damaged")
        actual = hashlib.sha256(b"damaged").hexdigest()
        with pytest.raises(KpathError) as raised:
            artifacts.provide([ecj], JAVA)
        assert str(raised.value) == (
            f"{path} ({ecj.coordinates}) has SHA-256 {actual}, expected {ecj.sha256}; "
            "delete it; if Maven provides the same file again, delete Maven's own copy of it, too"
        )

    def test_missing_jars_are_fetched(
        self, eclipse: Workload, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ecj = eclipse.class_path[0]
        (cache / ecj.file_name).unlink()
        fake_maven(tmp_path, monkeypatch, f'printf ecj > "${{2%/*}}/{ecj.file_name}"')
        assert artifacts.provide([ecj, ecj], JAVA) == [cache / ecj.file_name] * 2
        assert [path.name for path in cache.iterdir() if path.is_dir()] == []

    def test_damaged_downloads_are_not_cached(
        self, eclipse: Workload, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ecj = eclipse.class_path[0]
        (cache / ecj.file_name).unlink()
        fake_maven(tmp_path, monkeypatch, f'printf other > "${{2%/*}}/{ecj.file_name}"')
        with pytest.raises(KpathError) as raised:
            artifacts.provide([ecj], JAVA)
        actual = hashlib.sha256(b"other").hexdigest()
        # The message doesn't name the file in the scratch directory, which is gone by now.
        assert str(raised.value) == (
            f"Maven's copy of {ecj.coordinates} has SHA-256 {actual}, expected {ecj.sha256}; "
            "delete it from Maven's local repository"
        )
        assert not (cache / ecj.file_name).exists()

    def test_maven_s_complaint_is_reported_in_one_line(
        self, eclipse: Workload, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ecj = eclipse.class_path[0]
        (cache / ecj.file_name).unlink()
        fake_maven(
            tmp_path,
            monkeypatch,
            r"printf '[\033[1;31mERROR\033[m] no route -> [Help 1]\n[ERROR]\n'; exit 1",
        )
        with pytest.raises(KpathError) as raised:
            artifacts.provide([ecj], JAVA)
        assert str(raised.value) == (
            "cannot fetch org.eclipse.jdt:ecj:3.44.0: no route; "
            "check the network and Maven's settings.xml"
        )

    def test_missing_maven_is_reported(
        self, eclipse: Workload, cache: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ecj = eclipse.class_path[0]
        (cache / ecj.file_name).unlink()
        monkeypatch.setenv("PATH", "")
        monkeypatch.setattr(installation, "repository", lambda: None)
        with pytest.raises(KpathError, match="mvn is not on the PATH"):
            artifacts.provide([ecj], JAVA)

    def test_a_maven_wrapper_that_is_not_executable_is_reported(
        self, eclipse: Workload, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ecj = eclipse.class_path[0]
        (cache / ecj.file_name).unlink()
        wrapper = tmp_path / "agent" / "mvnw"
        wrapper.parent.mkdir()
        wrapper.touch(mode=0o644)
        monkeypatch.setenv("PATH", "")
        monkeypatch.setattr(installation, "repository", lambda: tmp_path)
        with pytest.raises(KpathError) as raised:
            artifacts.provide([ecj], JAVA)
        assert str(raised.value) == (
            f"cannot start {wrapper}: Permission denied; check that it can be run by itself"
        )
        assert raised.value.exit_status == 125

    def test_unwritable_caches_are_reported(
        self, eclipse: Workload, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        fake_maven(tmp_path, monkeypatch, "exit 1")
        (tmp_path / "file").touch()
        cache = tmp_path / "file" / "cache"
        with pytest.raises(KpathError, match=f"cannot keep jars in {cache}: Not a directory"):
            artifacts._fetch(eclipse.class_path[:1], cache, JAVA)
