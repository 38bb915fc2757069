"""Tests the additional run for --time: the run's samples, and the message if the run fails."""

import json
import os
import shutil
import signal
import stat
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from builders.nested import nested_profile
from builders.timed import event, printed, stacked
from kpath_jvm.errors import KpathError
from kpath_jvm.launch.jdk import Jdk
from kpath_jvm.launch.jfr import SampledInstruction
from kpath_jvm.launch.signals import SignalGate
from kpath_jvm.profile.time_samples import read_time
from kpath_jvm.records.time_samples import TIME_FILE
from kpath_jvm.sessions.progress import Reporter
from kpath_jvm.sessions.request import Program
from kpath_jvm.sessions.timing import Timed, timing

pytestmark = pytest.mark.usefixtures("temporary", "stdin")

PLACE = SampledInstruction("demo/Main", "run", "()V", 3, 7)
#: A place in a method of the profile.
RUN = SampledInstruction("demo/Nested", "run", "()V", 4, 31)
#: A script in place of java. It writes a recording into the directory that an option names.
RECORD = (
    'for word; do case "$word" in -XX:StartFlightRecording=filename=*) place="${word#*filename=}";'
    ' echo recorded > "${place%%,*}/1.jfr";; esac; done'
)


def _script(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def _program(directory: Path, java: str, jfr: str | None = None) -> Program:
    """Returns a program with scripts in place of the JDK's java and jfr."""
    flag = {"name": "DebugNonSafepoints", "value": True}
    events = [
        {"type": "jdk.BooleanFlag", "values": flag},
        *[event(PLACE, RUN, RUN)] * 2,
        event(PLACE, RUN, truncated=True),
    ]
    (directory / "printed").write_bytes(printed(events))
    _script(directory / "bin" / "java", java)
    _script(directory / "bin" / "jfr", jfr or f"cat {directory}/printed")
    (directory / "release").write_text('JAVA_VERSION="17.0.1"\nMODULES="java.base jdk.jfr"\n')
    launcher = directory / "bin" / "java"
    return Program("it", ["java", "Main"], Jdk(directory, "a test"), launcher)


def _timed(
    program: Program, destination: Path, *, follow: bool = False
) -> tuple[Timed, str | None]:
    request: Any = SimpleNamespace(time=True, follow_children=follow)
    # The profile shows which methods' bytecodes are counted.
    if destination.is_dir() and not (destination / "run.json").exists():
        (destination / "made").mkdir()
        made = nested_profile(destination / "made").path
        shutil.copytree(made, destination, dirs_exist_ok=True)
    with timing(request, program) as asked:
        assert asked is not None
        with SignalGate() as gate:
            timed = asked.run(program, gate, Reporter())
        return timed, timed.conclude(destination)


def test_samples_are_stored_in_the_profile(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    program = _program(tmp_path, f'echo "$@"; echo "$@" > {tmp_path}/words; {RECORD}')
    timed, failure = _timed(program, tmp_path)
    assert failure is None
    found = read_time(tmp_path)
    assert found is not None
    assert [(one.class_name, one.offset, one.count) for one in found.places] == [
        ("demo/Main", 3, 3)
    ]
    assert (found.recordings, found.exit_status, found.java) == (1, 0, "17.0.1")
    assert found.debug_non_safepoints
    assert found.below is not None
    assert [(one.class_name, one.offset, one.count) for one in found.below] == [
        ("demo/Nested", 4, 3)
    ]
    assert (found.on_stack, found.partial) == (
        (stacked("demo/Nested", "run", "()V", 3, 1, same=0),),
        1,
    )
    assert found.wall_seconds == timed.ended.wall_seconds
    words = (tmp_path / "words").read_text().split()
    assert words[-1] == "Main"
    assert "-XX:+DebugNonSafepoints" in words
    assert not any("javaagent" in word for word in words)
    told = capfd.readouterr()
    assert told.out == ""
    assert told.err.splitlines() == [
        "kpath-jvm: running it without the agent first, to sample where its time goes"
    ]


def test_a_failed_program_also_has_times(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    _, failure = _timed(_program(tmp_path, f"{RECORD}; exit 3"), tmp_path)
    assert failure is None
    found = read_time(tmp_path)
    assert found is not None
    assert found.exit_status == 3
    told = "ended with status 3; if the recorded run gives a profile, the samples are used all the"
    assert told in capfd.readouterr().err


def test_a_program_that_leaves_no_recording_has_no_times(tmp_path: Path) -> None:
    _, failure = _timed(_program(tmp_path, "exit 4"), tmp_path)
    assert failure is not None
    assert "ended with status 4 and left no recording" in failure
    assert "\n" not in failure
    assert read_time(tmp_path) is None


def test_an_unreadable_recording_is_reported_in_one_line(tmp_path: Path) -> None:
    _, failure = _timed(_program(tmp_path, RECORD, "exit 1"), tmp_path)
    assert failure is not None
    assert failure.startswith("no times: ")
    assert "cannot read the recording 1.jfr" in failure
    assert read_time(tmp_path) is None


def test_a_full_disk_leaves_the_profile_unchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Path.write_bytes

    def full(path: Path, content: bytes) -> int:
        if TIME_FILE not in path.name:
            return write(path, content)
        with path.open("wb") as file:
            file.write(content[:9])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    program = _program_written(tmp_path)
    _, failure = _timed(program, tmp_path)
    assert failure is not None
    assert "time.json: No space left on device; make room" in failure
    assert not (tmp_path / "time.json").exists()


def _program_written(directory: Path) -> Program:
    (directory / "printed").write_text(printed([event(PLACE)]).decode())
    _script(directory / "bin" / "java", RECORD)
    _script(directory / "bin" / "jfr", f"cat {directory}/printed")
    return Program("it", ["java"], Jdk(directory, "a test"), directory / "bin" / "java")


def test_a_jdk_without_jfr_is_refused_before_anything_runs(tmp_path: Path) -> None:
    program = _program(tmp_path, f"touch {tmp_path}/ran")
    (tmp_path / "bin" / "jfr").unlink()
    with pytest.raises(KpathError, match="no Java Flight Recorder") as refused:
        _timed(program, tmp_path)
    assert refused.value.exit_status == 125
    assert not (tmp_path / "ran").exists()


def test_a_pipe_cannot_be_read_twice(tmp_path: Path, stdin: int) -> None:
    reading, writing = os.pipe()
    os.dup2(reading, stdin)
    program = _program(tmp_path, f"touch {tmp_path}/ran")
    with pytest.raises(KpathError, match="--time runs the program twice, and stdin is a pipe"):
        _timed(program, tmp_path)
    os.close(reading)
    os.close(writing)
    assert not (tmp_path / "ran").exists()


def test_stdin_is_rewound_for_the_recorded_run(tmp_path: Path, stdin: int) -> None:
    path = tmp_path / "in"
    path.write_bytes(b"0123456789")
    with path.open("rb") as file:
        os.dup2(file.fileno(), stdin)
        os.lseek(stdin, 3, os.SEEK_SET)
        _timed(_program(tmp_path, f"cat > {tmp_path}/read; {RECORD}"), tmp_path)
        assert os.lseek(stdin, 0, os.SEEK_CUR) == 3
    assert (tmp_path / "read").read_bytes() == b"3456789"


def test_every_jvm_gets_the_options_if_children_are_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-Dmine=1")
    program = _program(
        tmp_path,
        f'echo "$@" > {tmp_path}/words; echo "$JAVA_TOOL_OPTIONS" > {tmp_path}/options\n'
        f'set -- $JAVA_TOOL_OPTIONS; {RECORD}; cp "${{place%%,*}}/1.jfr" "${{place%%,*}}/2.jfr"',
    )
    _, failure = _timed(program, tmp_path, follow=True)
    assert failure is None
    assert (tmp_path / "words").read_text() == "Main\n"
    assert (tmp_path / "options").read_text().endswith(" -Dmine=1\n")
    found = read_time(tmp_path)
    assert found is not None
    assert (found.recordings, found.places[0].count) == (2, 6)


def test_nothing_runs_without_the_option(tmp_path: Path) -> None:
    request: Any = SimpleNamespace(time=False, follow_children=False)
    with timing(request, _program(tmp_path, "exit 1")) as asked:
        assert asked is None


def test_the_file_has_its_keys_in_order(tmp_path: Path) -> None:
    _timed(_program(tmp_path, RECORD), tmp_path)
    document = json.loads((tmp_path / "time.json").read_text())
    assert list(document) == [
        "kpath_jvm_time", "sampler", "period_millis", "java", "recordings", "wall_seconds",
        "cpu_seconds", "exit_status", "unknown", "debug_non_safepoints", "below", "partial",
        "on_stack", "calls", "collections", "pause_seconds", "places", "seal",
    ]  # fmt: skip


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_signal_to_us_also_prevents_the_recorded_run(
    tmp_path: Path, number: signal.Signals
) -> None:
    # We pass the signal on to the program, which then ends.
    script = (
        f"{RECORD}; trap 'exit 7' HUP TERM; kill -{number.value} $PPID; while :; do sleep 0.1; done"
    )
    with pytest.raises(
        KpathError, match=f"stopped by {number.name} before the recorded"
    ) as stopped:
        _timed(_program(tmp_path, script), tmp_path)
    assert stopped.value.exit_status == 128 + number
    assert not (tmp_path / "time.json").exists()


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_program_that_signals_itself_is_still_recorded(
    tmp_path: Path, number: signal.Signals
) -> None:
    _, failure = _timed(_program(tmp_path, f"{RECORD}; kill -{number.value} $$"), tmp_path)
    assert failure is None


def test_a_program_that_dies_of_another_signal_is_still_recorded(tmp_path: Path) -> None:
    _, failure = _timed(_program(tmp_path, f"{RECORD}; kill -SEGV $$"), tmp_path)
    assert failure is None
