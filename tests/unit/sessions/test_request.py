"""Tests which commands become programs to run and record, and which are refused."""

from pathlib import Path

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.jdk import Jdk
from kpath_jvm.sessions.request import Command, Program

OURS = Jdk(Path("/ours"), "JAVA_HOME")


def make_jdk(home: Path, version: str = "21", modules: str = "java.base java.instrument") -> Path:
    java = home / "bin" / "java"
    java.parent.mkdir(parents=True)
    java.write_text("#!/bin/sh\nexit 1\n")
    java.chmod(0o755)
    (home / "release").write_text(f'JAVA_VERSION="{version}"\nMODULES="{modules}"\n')
    return java


def prepared(words: str, java_home: Path | None = None, *, follow: bool = False) -> Program:
    return Command(words.split(), java_home, follow).prepare(OURS)


def test_a_java_command_uses_its_own_jdk(tmp_path: Path) -> None:
    java = make_jdk(tmp_path / "jdk")
    program = prepared(f"{java} -cp x a.Main")
    assert (program.name, program.java, program.jdk.home) == ("Main", java, tmp_path / "jdk")
    assert program.command == [str(java), "-cp", "x", "a.Main"]
    assert program.directory is None
    with program.within_surroundings():
        pass


def test_a_bare_java_comes_from_java_home(tmp_path: Path) -> None:
    java = make_jdk(tmp_path / "jdk")
    assert prepared("java a.Main", tmp_path / "jdk").java == java


@pytest.mark.parametrize(
    ("version", "modules", "complaint"),
    [
        (
            "1.8.0_392",
            "java.base java.instrument",
            "is Java 1.8.0_392, too old for the agent; use Java 11 or newer",
        ),
        ("21", "java.base", "lacks the module java.instrument"),
    ],
)
def test_a_jdk_that_cannot_load_the_agent_is_refused(
    tmp_path: Path, version: str, modules: str, complaint: str
) -> None:
    java = make_jdk(tmp_path / "jdk", version, modules)
    with pytest.raises(KpathError, match=complaint) as refused:
        prepared(f"{java} a.Main")
    assert refused.value.exit_status == 125


def test_the_jvms_of_any_command_can_be_followed() -> None:
    program = prepared("sh -c true", follow=True)
    assert program.command == ["sh", "-c", "true"]
    assert program.java.name == "sh"
    # The agent reports which JDKs the command's JVMs belong to.
    assert program.jdk == OURS
    with pytest.raises(KpathError, match="the command must start with java"):
        prepared("sh -c true")


def test_commands_that_write_a_class_archive_are_refused(tmp_path: Path) -> None:
    java = make_jdk(tmp_path / "jdk")
    with pytest.raises(KpathError, match="-Xshare:dump"):
        prepared(f"{java} -Xshare:dump")


@pytest.mark.parametrize(
    ("required", "missing"),
    [
        ((), None),
        (("a.B.run",), None),
        (("B.run",), None),
        (("B.run", "run"), None),
        (("C.run",), "C.run"),
        (("ab.B.run",), "ab.B.run"),
        (("run", "stop", "halt"), "stop"),
    ],
)
def test_the_first_required_method_never_entered_is_named(
    required: tuple[str, ...], missing: str | None
) -> None:
    program = Program(
        "demo", ["java"], Jdk(Path("/j"), "PATH"), Path("/j/bin/java"), None, required
    )
    found = program.unentered({"a.B.run", "x.ab"})
    assert found == (
        None
        if missing is None
        else f"{missing} was never entered, so this was not the workload demo; "
        "check its configuration"
    )
