"""Tests when the archive of the engine's classes is made, used and ignored.

Each JVM is started in a new process because a process can start only one JVM.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from builders.turns import on_every_jdk
from kpath_jvm.engine.class_archive import ClassArchive
from kpath_jvm.installation import jars
from kpath_jvm.launch.jdk import Jdk
from oracle.harness import find_java_homes

#: A program that starts the engine's JVM and prints the archives that this JVM has mapped.
_START = """
import sys
from pathlib import Path
from kpath_jvm.engine.jvm import end_process, start_jvm
from kpath_jvm.installation import jars
from kpath_jvm.launch.jdk import Jdk
jdk = Jdk(Path(sys.argv[1]), "the test")
start_jvm(jdk.library, jdk.feature_version, jars().engine_class_path, 64 << 20)
import jpype
assert str(jpype.JClass("org.kpathjvm.engine.EngineSession")).endswith("EngineSession'>")
places = {line.split()[-1] for line in Path("/proc/self/maps").read_text().splitlines()}
print(*sorted(Path(one).name for one in places if "kpath-jvm" in one and one.endswith(".jsa")))
end_process(0)
"""


def _start(home: Path, caches: Path) -> list[str]:
    """Starts and ends an engine's JVM; returns the names of the archives that it has mapped."""
    done = subprocess.run(
        [sys.executable, "-c", _START, str(home)],
        env=_environment(caches),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    assert done.stdout.count("\n") == 1, done.stdout
    return done.stdout.split()


def _environment(caches: Path) -> dict[str, str]:
    return {**os.environ, "XDG_CACHE_HOME": str(caches)}


def _archives(caches: Path) -> list[Path]:
    return sorted((caches / "kpath-jvm" / "engine").iterdir())


@pytest.mark.integration
@on_every_jdk
def test_the_first_run_makes_the_archive_and_later_runs_use_it(home: Path, tmp_path: Path) -> None:
    assert _start(home, tmp_path) == []
    (made,) = _archives(tmp_path)
    assert _start(home, tmp_path) == [made.name]
    assert _archives(tmp_path) == [made]


@pytest.mark.integration
def test_a_damaged_archive_is_made_again(tmp_path: Path) -> None:
    """HotSpot wouldn't notice a wrong byte, and would crash if the archive were cut short.

    So kpath-jvm checks the archive itself.
    """
    home = find_java_homes()[0]
    _start(home, tmp_path)
    (made,) = _archives(tmp_path)
    content = made.read_bytes()
    middle = len(content) // 2
    for damaged in (content[:middle], content[:middle] + b"?" + content[middle + 1 :], b""):
        made.chmod(0o600)
        made.write_bytes(damaged)
        assert _start(home, tmp_path) == []
        (anew,) = _archives(tmp_path)
        assert _start(home, tmp_path) == [anew.name]
        made = anew


@pytest.mark.integration
def test_another_jvm_refuses_the_archive_silently(tmp_path: Path) -> None:
    """One JVM's archive has the name under which the other JVM looks for its own archive."""
    if len(find_java_homes()) < 2:
        pytest.skip("there is only one JDK")
    one, other = find_java_homes()[:2]
    _start(one, tmp_path)
    (made,) = _archives(tmp_path)
    found = ClassArchive(made.parent, _library(other), jars().engine_class_path)
    made.replace(made.with_name(found.name_of(made.read_bytes())))
    assert _start(other, tmp_path) == []


def test_each_jvm_and_each_build_has_its_own_archive(tmp_path: Path) -> None:
    library, jar = tmp_path / "libjvm.so", tmp_path / "engine.jar"
    library.write_text("one")
    jar.write_text("one")
    keys = {ClassArchive(tmp_path, library, [jar]).key}
    for changed in (library, jar):
        changed.write_text("another one")
        keys.add(ClassArchive(tmp_path, library, [jar]).key)
    assert len(keys) == 3
    jar.unlink()
    assert ClassArchive(tmp_path, library, [jar]).key is None


@pytest.mark.integration
def test_no_archive_is_used_or_made_where_others_may_write(tmp_path: Path) -> None:
    home = find_java_homes()[0]
    _start(home, tmp_path)
    directory = tmp_path / "kpath-jvm" / "engine"
    directory.chmod(0o777)
    assert _start(home, tmp_path) == []
    for one in directory.iterdir():
        one.unlink()
    assert _start(home, tmp_path) == []
    assert list(directory.iterdir()) == []


def test_a_failed_archive_is_not_tried_again(tmp_path: Path) -> None:
    directory, library = tmp_path / "engine", tmp_path / "libjvm.so"
    library.write_text("no library")
    archive = ClassArchive(directory, library, jars().engine_class_path)
    archive.make_if_missing(library, 17)
    (mark,) = directory.iterdir()
    before = mark.stat().st_mtime_ns
    archive.make_if_missing(library, 17)
    assert [one.stat().st_mtime_ns for one in directory.iterdir()] == [before]


def _library(home: Path) -> Path:
    return Jdk(home, "the test").library
