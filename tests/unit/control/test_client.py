"""Tests the messages that say why a process can't be controlled.

test_server.py tests requests to processes that can be controlled.
"""

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from builders.own_places import use_only
from builders.underway import Underway
from kpath_jvm.cli.main import run_verb
from kpath_jvm.control import client, places
from kpath_jvm.control.messages import Verb
from kpath_jvm.control.server import Server
from kpath_jvm.errors import KpathError
from kpath_jvm.live.recorder import find


@pytest.fixture(autouse=True)
def nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes sure that no JVM is recorded."""
    use_only(tmp_path, monkeypatch)


def test_missing_processes_are_reported() -> None:
    with pytest.raises(KpathError) as error, client.connected(2**22):
        pass
    assert "no such process; no JVM of this user is recorded now" in str(error.value)


def test_unrecorded_jvms_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "jvm_libraries", lambda _: ["/jdk/lib/server/libjvm.so"])
    with pytest.raises(KpathError) as error, client.connected(os.getpid()):
        pass
    told = f"; to record it, run `kpath-jvm attach {os.getpid()}`"
    assert str(error.value).endswith(told)


def test_processes_without_a_jvm_get_no_advice_to_attach() -> None:
    with pytest.raises(KpathError) as error, client.connected(os.getpid()):
        pass
    assert "it isn't a JVM; no JVM of this user is recorded now" in str(error.value)
    assert "attach" not in str(error.value)


def test_the_error_for_a_thread_id_names_the_process_id() -> None:
    with ThreadPoolExecutor(1) as other:
        thread = other.submit(threading.get_native_id).result()
        with pytest.raises(KpathError) as error, client.connected(thread):
            pass
    told = f"it is a thread of process {os.getpid()}; give {os.getpid()} instead"
    assert told in str(error.value)


def test_processes_of_other_users_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: mine + 1)
    with pytest.raises(KpathError) as error, client.connected(os.getpid()):
        pass
    assert "'s; run kpath-jvm as that user" in str(error.value)


@pytest.mark.parametrize("by", ["command", "environment"])
def test_recordings_without_a_socket_are_reported(by: str) -> None:
    agent = "-javaagent:/x/kpath.jar=profiler=edge"
    words = ["sh", "-c", "echo; read line", agent if by == "command" else "x"]
    environment = {"JAVA_TOOL_OPTIONS": agent} if by == "environment" else {}
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, env=environment) as process:
        assert process.stdout is not None
        process.stdout.readline()
        with pytest.raises(KpathError) as error, client.connected(process.pid):
            pass
        process.communicate()
    told = str(error.value)
    assert (
        "its recording can't be controlled: if the recording has just begun, ask again; if it is"
        in told
    )


def refused(pid: int) -> str:
    with pytest.raises(KpathError) as error, client.connected(pid):
        pass
    return str(error.value)


def test_what_is_recorded_in_bursts_is_not_controlled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Requests are refused between two bursts, too, when the program isn't being recorded."""
    monkeypatch.setattr(client, "_has_agent", lambda _: True)
    with places.sampling(os.getpid()):
        said = refused(os.getpid())
        assert f"recorded in bursts (--max-overhead, by process {os.getpid()})" in said
        for verb in Verb:
            assert run_verb(["ctl", str(os.getpid()), str(verb)]) == 2
            told = capsys.readouterr().err
            assert "recorded in bursts" in told
            assert told.count("\n") == 1
    assert "bursts" not in refused(os.getpid())


def test_the_recorder_s_id_leads_to_the_recorded_process() -> None:
    other = os.getppid()
    server = Server(other, Underway())
    try:
        told = f"it is the kpath-jvm that records process {other}; give {other} instead"
        assert told in refused(os.getpid())
    finally:
        server.close()


def test_a_recorder_in_bursts_is_named_too(tmp_path: Path) -> None:
    """Naming the kpath-jvm process or the profile leads to a message about bursts, too."""
    other = os.getppid()
    with places.sampling(other):
        assert places.sampled() == {other: os.getpid()}
        assert f"it records process {other} in bursts (--max-overhead)" in refused(os.getpid())
        with pytest.raises(KpathError, match=f"except in bursts, which can't be .*: {other}"):
            find(str(tmp_path / "p.kpath"))
    assert places.sampled() == {}


def test_a_recording_that_is_about_to_begin_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """While `attach` is starting, the message must advise the user to wait, and nothing else."""
    monkeypatch.setattr(client, "jvm_libraries", lambda _: ["libjvm.so"])
    monkeypatch.setattr(client, "_has_agent", lambda _: False)
    assert refused(os.getpid()).endswith(f"; to record it, run `kpath-jvm attach {os.getpid()}`")
    with places.attaching(os.getpid()):
        assert places.attached_to() == {os.getpid(): os.getpid()}
        assert refused(os.getpid()) == (
            f"cannot control process {os.getpid()}: `kpath-jvm attach` (process {os.getpid()}) is "
            "attaching to it, which takes a while on a busy machine; ask again when that command "
            "says that it is attached"
        )
        with pytest.raises(KpathError, match=f"; `kpath-jvm attach` is attaching to {os.getpid()}"):
            find(str(tmp_path / "p.kpath"))
    assert places.attached_to() == {}
    killed = places.make_directory() / f"{os.getpid()}-4194303.attaching"
    killed.write_text("4194303 1")
    assert places.attached_to() == {}


def test_marks_of_killed_samplers_are_ignored() -> None:
    mark = places.make_directory() / f"{os.getpid()}.sampled"
    for text in ("4194303 1", f"{os.getpid()} 1", "", "x y"):
        mark.write_text(text)
        assert places.sampler(os.getpid()) is None


def test_programs_prepared_for_attach_are_not_recorded() -> None:
    for option, is_recording in (("dormant", False), ("k=3", True)):
        code = "import time; print(flush=True); time.sleep(99)"
        command = [sys.executable, "-c", code, f"/a/kpath.jar={option}"]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as one:
            try:
                assert one.stdout is not None
                one.stdout.readline()
                assert client._has_agent(one.pid) is is_recording
            finally:
                one.kill()
