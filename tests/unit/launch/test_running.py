"""Tests what is found out about a running JVM, and why some processes can't load an agent."""

import os
import signal
import socket
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from builders.waiting import wait_for_program, wait_for_state
from kpath_jvm.errors import KpathError
from kpath_jvm.launch import running
from kpath_jvm.launch.jdk import Jdk
from kpath_jvm.launch.running import RunningJvm, is_ours, running_jvm


@pytest.fixture
def process() -> Iterator["subprocess.Popen[bytes]"]:
    """Yields a process that isn't a JVM."""
    with sleeping() as one:
        yield one


@contextmanager
def sleeping(**more: Any) -> Iterator["subprocess.Popen[bytes]"]:
    """Runs a process that isn't a JVM, and kills it at the end of the ``with`` block."""
    with subprocess.Popen(["sleep", "1000"], **more) as one:
        try:
            wait_for_program(one)
            # JVMs that listen for agents have this file. A killed JVM may have left the file of
            # this process id.
            Path(f"/tmp/.java_pid{one.pid}").unlink(missing_ok=True)
            yield one
        finally:
            one.kill()


def refusal(pid: int) -> str:
    with pytest.raises(KpathError) as found:
        running_jvm(pid)
    assert found.value.exit_status == 125
    assert "\n" not in str(found.value)
    return str(found.value)


def test_missing_processes_take_no_agent() -> None:
    assert "there is no process 4194304" in refusal(1 << 22)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["python3", "-P", "/venv/bin/kpath-jvm", "attach", "7"], True),
        (["/venv/bin/python", "-m", "kpath_jvm.cli.main", "run"], True),
        (["/jdk/bin/java", "-cp", "/home/me/kpath-jvm", "Main"], False),
        (["jsvc", "-cp", "app.jar", "Main"], False),
        ([], False),
    ],
)
def test_processes_of_kpath_jvm_are_recognised(words: list[str], expected: bool) -> None:
    assert is_ours(words) is expected


def test_kpath_jvm_itself_takes_no_agent(
    process: "subprocess.Popen[bytes]", monkeypatch: pytest.MonkeyPatch
) -> None:
    """The signal that asks a JVM to listen for an agent would end kpath-jvm's recording."""
    monkeypatch.setattr(running, "jvm_libraries", lambda _: ["/jdk/lib/server/libjvm.so"])
    monkeypatch.setattr(running, "words_in", lambda *_: ["python3", "/bin/kpath-jvm", "attach"])
    assert f"process {process.pid} is kpath-jvm itself" in refusal(process.pid)


def test_processes_without_a_jvm_are_reported(process: "subprocess.Popen[bytes]") -> None:
    assert f"process {process.pid} (sleep) isn't a JVM" in refusal(process.pid)


def test_the_refusal_of_a_thread_id_names_the_thread_s_process() -> None:
    with ThreadPoolExecutor(1) as other:
        thread = other.submit(threading.get_native_id).result()
        assert f"{thread} is a thread of process {os.getpid()}" in refusal(thread)


def test_ended_processes_are_reported(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    wait_for_state(process.pid, "Z")
    assert f"process {process.pid} has ended" in refusal(process.pid)


def test_processes_of_other_users_are_reported(
    process: "subprocess.Popen[bytes]", monkeypatch: pytest.MonkeyPatch
) -> None:
    own = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: own + 1)
    assert "run kpath-jvm as that user" in refusal(process.pid)


def as_jvm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes every process look like a JVM."""
    monkeypatch.setattr(running, "jvm_libraries", lambda _: ["/jdk/lib/server/libjvm.so"])


def test_jvms_in_containers_are_reported(
    process: "subprocess.Popen[bytes]", monkeypatch: pytest.MonkeyPatch
) -> None:
    as_jvm(monkeypatch)
    monkeypatch.setattr(running, "_surroundings", lambda pid: [str(pid)])
    assert f"process {process.pid} is in a container" in refusal(process.pid)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may change its root directory")
def test_jvms_with_another_root_directory_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_jvm(monkeypatch)
    with subprocess.Popen(
        [sys.executable, "-c", "import os, sys, time; os.chroot('.'); print(); sys.stdout.flush(); "
         "time.sleep(1000)"], cwd=tmp_path, stdout=subprocess.PIPE,
    ) as process:  # fmt: skip
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == b"\n"
            assert f"process {process.pid} is in a container" in refusal(process.pid)
        finally:
            process.kill()


def test_stopped_jvms_are_reported(
    process: "subprocess.Popen[bytes]", monkeypatch: pytest.MonkeyPatch
) -> None:
    as_jvm(monkeypatch)
    process.send_signal(signal.SIGSTOP)
    wait_for_state(process.pid, "T")
    assert f"process {process.pid} is stopped" in refusal(process.pid)


def test_processes_that_sigquit_would_kill_get_no_signal(
    process: "subprocess.Popen[bytes]", monkeypatch: pytest.MonkeyPatch
) -> None:
    as_jvm(monkeypatch)
    assert "isn't ready for an agent yet" in refusal(process.pid)
    assert process.poll() is None


@pytest.mark.parametrize("what", ["file", "dead socket", "another process's socket"])
def test_a_file_is_no_proof_that_a_jvm_is_ready(
    process: "subprocess.Popen[bytes]", monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """A killed JVM leaves its file, and another process may get the JVM's process id."""
    as_jvm(monkeypatch)
    mark = Path(f"/tmp/.java_pid{process.pid}")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as one:
        try:
            if what == "file":
                mark.touch(0o600)
            else:
                one.bind(str(mark))
                one.listen()
            if what == "dead socket":
                one.close()
            assert "isn't ready for an agent yet" in refusal(process.pid)
            assert process.poll() is None
        finally:
            mark.unlink(missing_ok=True)


def test_a_jvm_that_listens_from_its_start_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """A JVM with -Xrs doesn't handle SIGQUIT, so it listens for agents from its start."""
    as_jvm(monkeypatch)
    code = (
        "import os, socket, time; one = socket.socket(socket.AF_UNIX); "
        "mark = f'/tmp/.java_pid{os.getpid()}'; one.bind(mark + '.tmp'); one.listen(); "
        "os.rename(mark + '.tmp', mark); print(flush=True); time.sleep(1000)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as one:
        try:
            assert one.stdout is not None
            one.stdout.readline()
            assert running_jvm(one.pid).pid == one.pid
        finally:
            one.kill()
            Path(f"/tmp/.java_pid{one.pid}").unlink(missing_ok=True)


@pytest.mark.parametrize("variable", ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"])
def test_options_in_the_environment_are_considered(
    monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    as_jvm(monkeypatch)
    option = "-XX:+DisableAttachMechanism"
    environment = {**os.environ, variable: f"-Xmx1g {option}"}
    with sleeping(env=environment) as process:
        assert f"started with {option}" in refusal(process.pid)


@pytest.mark.parametrize("option", ['-javaagent:"{}"=x', "'-javaagent:{}'"])
def test_paths_of_agents_in_the_environment_may_have_blanks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    as_jvm(monkeypatch)
    monkeypatch.setattr(running, "_catches_quit", lambda _: True)
    jar = tmp_path / "an agent.jar"
    with zipfile.ZipFile(jar, "w") as content:
        content.writestr("META-INF/MANIFEST.MF", "Can-Retransform-Classes: true\n")
    environment = {**os.environ, "JAVA_TOOL_OPTIONS": f"-Xmx1g {option.format(jar)} -Da=b"}
    with sleeping(env=environment) as process:
        jvm = running_jvm(process.pid)
        assert jvm.notes_dependencies
        assert "-Da=b" in jvm.options


def test_a_process_that_has_just_started_is_read_once_it_has_a_jvm(
    process: "subprocess.Popen[bytes]", monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the JVM loads, the kernel shows no arguments and no environment to check."""
    option = "-XX:+DisableAttachMechanism"
    loaded: list[int] = []

    def libraries(pid: int) -> list[str]:
        loaded.append(pid)
        return ["/jdk/lib/server/libjvm.so"]

    def words(_: int, file: str) -> list[str]:
        return ["java", option, "Main"] if loaded and file == "cmdline" else []

    monkeypatch.setattr(running, "jvm_libraries", libraries)
    monkeypatch.setattr(running, "words_in", words)
    assert f"started with {option}" in refusal(process.pid)


@pytest.mark.parametrize(
    ("version", "options", "warns"),
    [("17.0.1", (), False), ("21", (), True), ("21", ("-XX:+EnableDynamicAgentLoading",), False)],
)
def test_newer_jvms_warn_about_agents(version: str, options: tuple[str, ...], warns: bool) -> None:
    jdk = Jdk(Path("/jdk"), "test")
    jdk.__dict__["facts"] = {"JAVA_VERSION": version}
    assert RunningJvm(1, 1, Path("/jdk/bin/java"), (), options).warns(jdk) is warns


@pytest.mark.parametrize(
    ("manifest", "notes"),
    [
        ("Manifest-Version: 1.0\r\nCan-Retransform-Classes: true\r\n", True),
        ("Can-Redefine-Classes: TRUE\n", True),
        ("Can-Retransform-Classes: false\n", False),
        ("Premain-Class: X\n", False),
    ],
)
@pytest.mark.parametrize("option", ["-javaagent:{}", "-javaagent:{}=x=y"])
def test_an_agent_s_manifest_shows_whether_compilers_note_dependencies(
    tmp_path: Path, manifest: str, notes: bool, option: str
) -> None:
    jar = tmp_path / "agent.jar"
    with zipfile.ZipFile(jar, "w") as content:
        content.writestr("META-INF/MANIFEST.MF", manifest)
    jvm = RunningJvm(os.getpid(), 1, Path("java"), (), ("-Xmx1g", option.format(jar)))
    assert jvm.notes_dependencies is notes


def test_an_agent_s_relative_path_begins_in_the_jvm_s_directory(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "agent.jar", "w") as content:
        content.writestr("META-INF/MANIFEST.MF", "Can-Retransform-Classes: true\n")
    with sleeping(cwd=tmp_path) as process:
        options = ("-javaagent:agent.jar",)
        assert RunningJvm(process.pid, 1, Path("java"), (), options).notes_dependencies


@pytest.mark.parametrize("option", ["-javaagent:/none.jar", f"-javaagent:{__file__}", "-Xmx1g"])
def test_without_a_readable_agent_compilers_note_nothing(option: str) -> None:
    assert not RunningJvm(os.getpid(), 1, Path("java"), (), (option,)).notes_dependencies
