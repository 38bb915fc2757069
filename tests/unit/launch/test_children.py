"""Tests that the JVMs below a process are found, and not those below other processes."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from builders.waiting import wait_for
from kpath_jvm.launch import children
from kpath_jvm.launch.children import StartedJvms

#: How long the tests' processes sleep: longer than any test takes.
_SECONDS = "600"


@pytest.fixture
def java(tmp_path: Path) -> Path:
    """Returns a program called java, which is a copy of sleep."""
    sleep = shutil.which("sleep")
    assert sleep is not None
    return Path(shutil.copy(Path(sleep).resolve(), tmp_path / "java"))


@pytest.fixture
def start() -> Iterator[Callable[[str], "subprocess.Popen[bytes]"]]:
    """Yields a function that starts a shell, which runs a script as soon as it reads a line."""
    shells = []

    def started(script: str) -> "subprocess.Popen[bytes]":
        shell = subprocess.Popen(
            ["sh", "-c", f"read line; {script}"], stdin=subprocess.PIPE, start_new_session=True
        )
        shells.append(shell)
        return shell

    yield started
    for shell in shells:
        subprocess.run(["kill", "-KILL", "--", f"-{shell.pid}"], check=False)
        shell.wait()


@pytest.fixture(autouse=True)
def each_look_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes sure that each call of look() searches, however long the previous search took."""
    monkeypatch.setattr(children, "_LEAST_RATIO", 0)


def following(pid: int) -> StartedJvms:
    watch = StartedJvms()
    watch.follow(pid)
    return watch


def begin(shell: "subprocess.Popen[bytes]") -> None:
    assert shell.stdin is not None
    shell.stdin.write(b"\n")
    shell.stdin.flush()


def seen(watch: StartedJvms, count: int) -> dict[int, str]:
    """Searches until ``count`` JVMs are found, and returns their names by process id."""

    def are_seen() -> bool:
        watch.look()
        return len(watch.names) >= count

    wait_for(are_seen, f"{count} JVMs are seen")
    return watch.names


def test_only_jvms_below_the_process_are_found(java: Path, start: Callable[[str], object]) -> None:
    # The shell starts one JVM directly. It also starts a second shell, which becomes a JVM when it
    # executes java.
    target = start(f"{java} {_SECONDS} & sh -c 'exec {java} {_SECONDS}' & sleep {_SECONDS}")
    other = start(f"{java} {_SECONDS} & wait")
    assert isinstance(target, subprocess.Popen)
    assert isinstance(other, subprocess.Popen)
    watch, both = following(target.pid), following(other.pid)
    watch.look()
    assert watch.names == {}
    begin(other)
    assert len(seen(both, 1)) == 1
    begin(target)
    found = seen(watch, 2)
    for _ in range(3):
        watch.look()
    assert len(found) == 2
    assert set(found.values()) == {_SECONDS}
    assert found.keys().isdisjoint(both.names)


def test_a_build_tool_s_forked_jvm_is_named_by_its_module(
    tmp_path: Path, start: Callable[[str], object]
) -> None:
    (tmp_path / "core").mkdir()
    shell = Path("/bin/sh").resolve()
    java = shutil.copy(shell, tmp_path / "java")
    script = tmp_path / "script"
    script.write_text(f"sleep {_SECONDS}\n")
    # Here java is a copy of the shell, which reads its commands from its input.
    target = start(f"cd {tmp_path}/core; {java} -s -- -jar /tmp/surefirebooter1.jar <{script}")
    assert isinstance(target, subprocess.Popen)
    watch = following(target.pid)
    begin(target)
    assert list(seen(watch, 1).values()) == ["surefire fork of core"]


def test_jvms_whose_directory_is_unknown_are_named() -> None:
    nobody = 2**22 + 1
    assert children._name(nobody, ["java", "-cp", ".", "a.Main"]) == "Main"
    fork = ["java", "-jar", "surefirebooter1.jar"]
    assert children._name(nobody, fork) == "surefire fork of an unknown module"


def test_a_starting_jvm_is_named_by_a_later_search(
    java: Path, start: Callable[[str], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kernel shows which file a process executes before it shows the arguments."""
    words = children._words
    empty: list[int] = []

    def at_first_none(pid: int) -> list[str]:
        if empty:
            return words(pid)
        empty.append(pid)
        return []

    monkeypatch.setattr(children, "_words", at_first_none)
    target = start(f"{java} {_SECONDS} & wait")
    assert isinstance(target, subprocess.Popen)
    watch = following(target.pid)
    begin(target)
    assert list(seen(watch, 1).values()) == [_SECONDS]
    assert len(empty) == 1


def test_what_a_jvm_is_about_to_start_is_no_jvm(
    tmp_path: Path, start: Callable[[str], object]
) -> None:
    """Until a JVM's child process executes a program, the child has the JVM's arguments."""
    java = shutil.copy(Path("/bin/sh").resolve(), tmp_path / "java")
    os.mkfifo(tmp_path / "never")
    script = tmp_path / "script"
    # The parentheses make the shell create a copy of itself, which waits forever.
    script.write_text(f"(echo >{tmp_path}/there; read line <{tmp_path}/never) & wait\n")
    target = start(f"{java} -s -- Main <{script} & wait")
    assert isinstance(target, subprocess.Popen)
    watch = following(target.pid)
    begin(target)
    seen(watch, 1)
    wait_for((tmp_path / "there").exists, "the copy has started")
    for _ in range(3):
        watch.look()
    assert len(watch.names) == 1


def test_ended_processes_have_no_jvms() -> None:
    done = subprocess.Popen([sys.executable, "-c", ""])
    done.wait()
    watch = following(done.pid)
    watch.look()
    assert watch.names == {}
