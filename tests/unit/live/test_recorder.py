"""Tests how a recorder is found by its socket, and how it answers requests."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from builders.own_places import use_only
from builders.underway import Underway, write_grown
from kpath_jvm.control import places
from kpath_jvm.control.messages import Verb
from kpath_jvm.control.server import Server
from kpath_jvm.errors import KpathError
from kpath_jvm.launch import jvms
from kpath_jvm.launch.jvms import ListedJvm
from kpath_jvm.live.recorder import Recorder, find, recorded_by
from kpath_jvm.profile.model import Profile


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns an empty directory for the recorders' sockets."""
    runtime = tmp_path / "runtime"
    runtime.mkdir(mode=0o700)
    use_only(runtime, monkeypatch)
    return runtime


@pytest.fixture
def underway(tmp_path: Path) -> Iterator[Underway]:
    """Yields a recording of this process. The recording answers requests."""
    recording = Underway(profile=str(tmp_path / "end.kpath"))
    server = Server(os.getpid(), recording)
    yield recording
    server.close()


def test_requests_are_answered(underway: Underway, tmp_path: Path) -> None:
    recorder = Recorder(os.getpid())
    assert recorder.status().program == "demo.Main"
    recorder.dump(tmp_path / "d.kpath")
    assert Profile.open(tmp_path / "d.kpath").k == 4
    assert recorder.reset().resets == 1
    assert str(recorder.pause().state) == "paused"
    assert str(recorder.resume().state) == "recording"
    recorder.end()
    assert [it for it in underway.asked if it is not Verb.STATUS] == [
        Verb.DUMP, Verb.RESET, Verb.STOP, Verb.START, Verb.END
    ]  # fmt: skip


def test_refusals_have_the_recorder_s_text(underway: Underway, tmp_path: Path) -> None:
    underway.refusal = "cannot dump: no room"
    with pytest.raises(KpathError, match=r"^cannot dump: no room$"):
        Recorder(os.getpid()).dump(tmp_path / "d.kpath")


@pytest.mark.usefixtures("underway")
def test_a_recording_is_found_by_process_id_and_by_its_profile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pid = os.getpid()
    assert find(str(pid)) == pid
    assert recorded_by(pid) == pid
    assert recorded_by(1) is None
    monkeypatch.chdir(tmp_path)
    assert find("end.kpath") == pid
    assert find(str(tmp_path / "x" / ".." / "end.kpath")) == pid


@pytest.mark.usefixtures("underway")
def test_names_without_a_recording_give_an_error_of_one_line(tmp_path: Path) -> None:
    finished = write_grown(tmp_path / "old.kpath", 1, 1)
    for what, fragment in (
        (str(finished), f"is a finished profile: .* `kpath-jvm report {finished}` shows it"),
        ("nosuch.kpath", rf"matches nosuch.kpath; .*recorded now: {os.getpid()} \(demo.Main\)"),
    ):
        with pytest.raises(KpathError, match=fragment) as raised:
            find(what)
        assert "\n" not in str(raised.value)


def test_the_error_for_an_ambiguous_name_lists_the_jvms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jvms, "jvms", lambda: [ListedJvm(11, "shop.Web"), ListedJvm(12, "Web2")])
    monkeypatch.setattr(places, "recorded", lambda: [11, 12])
    assert find("web2") == 12
    with pytest.raises(KpathError, match=r"'we' names 2 JVMs: .*11 .*12 .*give the process id"):
        find("we")


def test_unrecorded_processes_are_reported() -> None:
    with pytest.raises(KpathError, match="it isn't a JVM; no JVM of this user"):
        Recorder(find(str(os.getpid())))
    with pytest.raises(KpathError, match="no JVM of this user is recorded now"):
        find("nosuch.kpath")


def test_the_end_of_a_recording_is_recognised(underway: Underway, tmp_path: Path) -> None:
    assert underway.profile is not None
    # There is an earlier profile, which will be replaced.
    write_grown(Path(underway.profile), 1, 1)
    recorder = Recorder(os.getpid())
    # The recorder is in the test's own process, which is still running, so the recording isn't
    # over.
    assert recorder.what_became() is None
    (tmp_path / "end.kpath").rename(tmp_path / "earlier.kpath")
    write_grown(Path(underway.profile), 2, 2)
    assert recorder.what_became() == (
        f"the recording is over; `kpath-jvm report {underway.profile}` shows its profile"
    )


_SERVING = """
import os, sys, time
from builders.own_places import use_only
from builders.underway import Underway
from kpath_jvm.control.server import Server
server = Server(int(sys.argv[1]), Underway(profile=sys.argv[2]))
print("ready", flush=True)
time.sleep(600)
"""


def test_killed_recorders_are_recognised(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, "-c", _SERVING, str(os.getpid()), str(tmp_path / "p.kpath")],
        stdout=subprocess.PIPE, env=environment,
    ) as serving:  # fmt: skip
        assert serving.stdout is not None
        try:
            assert serving.stdout.readline() == b"ready\n"
            recorder = Recorder(os.getpid())
            assert recorded_by(serving.pid) == os.getpid()
            assert find(str(serving.pid)) == os.getpid()
            assert recorder.what_became() is None
        finally:
            serving.kill()
    with pytest.raises(KpathError, match="recover"):
        recorder.status()
    told = recorder.what_became()
    assert told is not None
    assert "ended without a profile; if it was killed, `kpath-jvm recover` can still make" in told
