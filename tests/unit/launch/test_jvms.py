"""Tests which running JVM is found by a name."""

import os
from pathlib import Path

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.launch import jvms as module
from kpath_jvm.launch.jvms import ListedJvm, jvm_of, jvms, jvms_named, state_of

SERVER = ListedJvm(11, "com.example.Server")
OTHER = ListedJvm(12, "org.example.ServerOfFiles")
JAR = ListedJvm(13, "batch-1.2.jar")


@pytest.fixture(autouse=True)
def running(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulates three running JVMs."""
    monkeypatch.setattr(module, "jvms", lambda: [SERVER, OTHER, JAR])


@pytest.mark.parametrize(
    ("main", "name"),
    [
        ("com.example.Server", "Server"), ("batch-1.2.jar", "batch-1.2"), ("Main.java", "Main"),
        ("Main", "Main"),
    ],
)  # fmt: skip
def test_simple_names_lack_packages_and_file_extensions(main: str, name: str) -> None:
    assert ListedJvm(1, main).simple_name == name


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("com.example.Server", [SERVER]),
        ("Server", [SERVER]),
        ("server", [SERVER, OTHER]),
        ("ServerOf", [OTHER]),
        ("example", [SERVER, OTHER]),
        ("batch-1.2", [JAR]),
        ("BATCH", [JAR]),
        ("Client", []),
    ],
)
def test_a_whole_name_is_preferred_to_a_part(text: str, found: list[ListedJvm]) -> None:
    assert jvms_named(text) == found


def test_a_number_is_a_process_id() -> None:
    assert jvm_of("4711") == 4711


@pytest.mark.parametrize("text", ["9" * 10, "9" * 5000, "٣"])
def test_a_number_that_cannot_be_a_process_id_is_a_name(text: str) -> None:
    with pytest.raises(KpathError, match=r"^no JVM of yours has "):
        jvm_of(text)


def test_a_name_leads_to_one_jvm() -> None:
    assert jvm_of("Files") == 12
    assert jvm_of("server", among={12, 13}) == 12


def test_ambiguous_names_list_the_jvms() -> None:
    with pytest.raises(KpathError) as error:
        jvm_of("server")
    assert str(error.value) == (
        "'server' names 2 JVMs: 11 com.example.Server, 12 org.example.ServerOfFiles; "
        "give the process id, or more of the name"
    )


def test_unknown_names_list_the_running_jvms() -> None:
    with pytest.raises(KpathError, match=r"^no JVM of yours has 'yy' .*; there are: 11 com\.exa"):
        jvm_of("yy")
    with pytest.raises(
        KpathError, match=r"^no JVM that is being recorded has 'yy' .*; there is no"
    ):
        jvm_of("yy", among=())


def test_long_lists_of_jvms_end_with_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    many = [ListedJvm(number, f"Server{number}") for number in range(20)]
    monkeypatch.setattr(module, "jvms", lambda: many)
    with pytest.raises(KpathError, match=r"names 20 JVMs: 0 Server0, .* 7 Server7 and 12 more;"):
        jvm_of("Server")


def test_names_are_escaped_for_the_terminal() -> None:
    assert str(ListedJvm(1, "a\x1b[31mb")) == "1 a\\u001b[31mb"


def test_this_process_is_never_found() -> None:
    """This process has no JVM, or only the JVM of the engine."""
    assert os.getpid() not in {one.pid for one in jvms()}
    assert state_of(os.getpid()) == (
        f"process {os.getpid()} ({_name()}) isn't a JVM; `kpath-jvm attach` lists the JVMs"
    )


def _name() -> str:
    return Path(f"/proc/{os.getpid()}/comm").read_text("utf-8").strip()
