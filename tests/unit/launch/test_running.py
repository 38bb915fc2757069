"""What of a process keeps an agent out of it."""

import os
import signal
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.launch import running
from kpath_jvm.launch.jdk import Jdk
from kpath_jvm.launch.running import RunningJvm, running_jvm


@pytest.fixture
def process() -> Iterator["subprocess.Popen[bytes]"]:
    """Return a process that is no JVM."""
    with subprocess.Popen(["sleep", "1000"]) as one:
        yield one
        one.kill()


def refusal(pid: int) -> str:
    with pytest.raises(KpathError) as found:
        running_jvm(pid)
    assert found.value.exit_status == 125
    assert "\n" not in str(found.value)
    return str(found.value)


def test_no_such_process() -> None:
    assert "there is no process 4194304" in refusal(1 << 22)


def test_a_process_that_is_no_jvm(process: "subprocess.Popen[bytes]") -> None:
    assert f"process {process.pid} (sleep) is no JVM" in refusal(process.pid)


def test_a_thread_is_said_to_be_one_of_a_process() -> None:
    with ThreadPoolExecutor(1) as other:
        thread = other.submit(threading.get_native_id).result()
        assert f"{thread} is a thread of process {os.getpid()}" in refusal(thread)


def test_a_process_that_has_ended(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    while Path(f"/proc/{process.pid}/stat").read_text("utf-8").split()[2] != "Z":
        pass
    assert f"process {process.pid} has ended" in refusal(process.pid)


def test_another_users(process: "subprocess.Popen[bytes]", monkeypatch: pytest.MonkeyPatch) -> None:
    own = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: own + 1)
    assert "run kpath-jvm as that user" in refusal(process.pid)


def as_jvm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take any process for a JVM."""
    monkeypatch.setattr(running, "jvm_libraries", lambda _: ["/jdk/lib/server/libjvm.so"])


def test_one_in_a_container(
    process: "subprocess.Popen[bytes]", monkeypatch: pytest.MonkeyPatch
) -> None:
    as_jvm(monkeypatch)
    monkeypatch.setattr(running, "_surroundings", lambda pid: [str(pid)])
    assert f"process {process.pid} is in a container" in refusal(process.pid)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has another root directory")
def test_one_with_another_root_directory(
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


def test_a_stopped_one(process: "subprocess.Popen[bytes]", monkeypatch: pytest.MonkeyPatch) -> None:
    as_jvm(monkeypatch)
    process.send_signal(signal.SIGSTOP)
    while Path(f"/proc/{process.pid}/stat").read_text("utf-8").split()[2] != "T":
        pass
    assert f"process {process.pid} is stopped" in refusal(process.pid)


def test_the_signal_that_wakes_a_jvm_is_sent_to_none_that_it_would_kill(
    process: "subprocess.Popen[bytes]", monkeypatch: pytest.MonkeyPatch
) -> None:
    as_jvm(monkeypatch)
    assert "isn't ready for an agent yet" in refusal(process.pid)
    assert process.poll() is None


@pytest.mark.parametrize("variable", ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"])
def test_options_in_the_environment_count(monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    as_jvm(monkeypatch)
    option = "-XX:+DisableAttachMechanism"
    environment = {**os.environ, variable: f"-Xmx1g {option}"}
    with subprocess.Popen(["sleep", "1000"], env=environment) as process:
        try:
            assert f"started with {option}" in refusal(process.pid)
        finally:
            process.kill()


@pytest.mark.parametrize(
    ("version", "options", "warns"),
    [("17.0.1", (), False), ("21", (), True), ("21", ("-XX:+EnableDynamicAgentLoading",), False)],
)
def test_who_warns(version: str, options: tuple[str, ...], warns: bool) -> None:
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
@pytest.mark.parametrize(
    "option", ["-javaagent:{}", "-javaagent:{}=x=y", '"-javaagent:{}=dormant"']
)
def test_what_makes_compilers_note_dependencies(
    tmp_path: Path, manifest: str, notes: bool, option: str
) -> None:
    jar = tmp_path / "agent.jar"
    with zipfile.ZipFile(jar, "w") as content:
        content.writestr("META-INF/MANIFEST.MF", manifest)
    jvm = RunningJvm(os.getpid(), 1, Path("java"), (), ("-Xmx1g", option.format(jar)))
    assert jvm.notes_dependencies is notes


def test_an_agent_of_a_relative_path_is_where_the_jvm_runs(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "agent.jar", "w") as content:
        content.writestr("META-INF/MANIFEST.MF", "Can-Retransform-Classes: true\n")
    with subprocess.Popen(["sleep", "1000"], cwd=tmp_path) as process:
        try:
            options = ("-javaagent:agent.jar",)
            assert RunningJvm(process.pid, 1, Path("java"), (), options).notes_dependencies
        finally:
            process.kill()


@pytest.mark.parametrize("option", ["-javaagent:/none.jar", f"-javaagent:{__file__}", "-Xmx1g"])
def test_what_does_not(option: str) -> None:
    assert not RunningJvm(os.getpid(), 1, Path("java"), (), (option,)).notes_dependencies
