"""Tests how other projects' profilers are obtained from jars that the tests themselves make."""

import platform
import zipfile
from pathlib import Path

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.experiments import tools
from kpath_jvm.evaluation.experiments.tools import ASYNC_EVENTS, async_profiler, jacoco

JAVA = Path("java")


@pytest.fixture
def jar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns a jar with a library for x86_64; the tools get this jar instead of a fetched one.

    The tests appear to run on an x86_64 machine, on which all events work.
    """
    path = tmp_path / "fetched.jar"
    pack(path, b"library")
    monkeypatch.setattr(tools, "provide", lambda *_: [path])
    monkeypatch.setattr(tools, "cache_directory", lambda: tmp_path / "cache" / "jars")
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(tools, "_works", lambda *_: True)
    return path


def pack(path: Path, content: bytes) -> None:
    member = tools._tools()["async-profiler"].table("libraries").text("x86_64")
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(member, content)


def test_jacoco_s_library_is_its_jar(jar: Path) -> None:
    assert jacoco(JAVA).library == jar


@pytest.mark.usefixtures("jar")
def test_async_profiler_s_library_is_extracted_from_its_jar() -> None:
    tool = async_profiler(JAVA)
    assert tool.library.read_bytes() == b"library"
    assert tool.version in tool.library.name
    assert tool.event == ASYNC_EVENTS[0]


def test_a_library_is_replaced_if_it_differs_from_the_one_in_the_jar(jar: Path) -> None:
    async_profiler(JAVA).library.write_bytes(b"something else")
    assert async_profiler(JAVA).library.read_bytes() == b"library"
    pack(jar, b"newer")
    assert async_profiler(JAVA).library.read_bytes() == b"newer"


def test_the_first_working_event_is_used(jar: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert jar.is_file()
    monkeypatch.setattr(tools, "_works", lambda _java, _library, event: event == ASYNC_EVENTS[1])
    assert async_profiler(JAVA).event == ASYNC_EVENTS[1]


def test_async_profiler_is_refused_if_no_event_works(
    jar: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert jar.is_file()
    monkeypatch.setattr(tools, "_works", lambda *_: False)
    with pytest.raises(KpathError, match="can use none of cpu-clock, ctimer, itimer here"):
        async_profiler(JAVA)


def test_async_profiler_is_refused_if_it_has_no_library_for_the_machine(
    jar: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert jar.is_file()
    monkeypatch.setattr(platform, "machine", lambda: "s390x")
    with pytest.raises(KpathError, match="has no library for s390x"):
        async_profiler(JAVA)


def test_a_jar_without_the_library_is_an_error(jar: Path) -> None:
    with zipfile.ZipFile(jar, "w"):
        pass
    with pytest.raises(KpathError, match=r"cannot take .* out of .*fetched\.jar"):
        async_profiler(JAVA)
