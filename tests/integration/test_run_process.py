"""Tests the target's process under ``kpath-jvm run``: its streams, status, signals and end."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import kpath_command as kpath
import terminals
from builders.waiting import wait_for_end
from kpath_jvm import Profile
from oracle.harness import find_java_homes

pytestmark = pytest.mark.usefixtures("no_segment_is_left")

SHARED_MEMORY = Path("/dev/shm")


def options(segments: Path, *more: str) -> list[str]:
    return ["run", "-k", "3", "-o", "p.kpath", "--segment-dir", str(segments), *more]


def behaviour(classes: str, *arguments: str) -> list[str]:
    return ["--", "java", "-cp", classes, "Behaviours", *arguments]


def test_streams_and_arguments_are_the_targets_own(
    classes: str, tmp_path: Path, segments: Path
) -> None:
    arguments = options(segments, "-q", "--no-report") + behaviour(
        classes, "echo", "-k", "--", "x y"
    )
    done = kpath.run(*arguments, directory=tmp_path, stdin=b"a\nb\n")
    assert done.stdout == b"sum 16564994\n> a\n> b\n"
    assert done.stderr == b"args [echo, -k, --, x y]\n"
    assert done.returncode == 0
    run = kpath.run_json(tmp_path / "p.kpath")
    assert run["completeness"] == {"verdict": "exact", "reasons": [], "figures": {}}
    assert run["command"][-4:] == ["echo", "-k", "--", "x y"]


@pytest.mark.parametrize(
    ("arguments", "status"),
    [(["exit", "7"], 7), (["exit", "255"], 255), (["throw"], 1), (["halt"], 5)],
)
def test_the_exit_status_is_that_of_the_target(
    classes: str, tmp_path: Path, segments: Path, arguments: list[str], status: int
) -> None:
    done = kpath.run(*options(segments), *behaviour(classes, *arguments), directory=tmp_path)
    assert done.returncode == status
    run = kpath.run_json(tmp_path / "p.kpath")
    assert (run["exit_status"], run["signal"]) == (status, None)
    assert run["completeness"]["verdict"] == "exact"
    assert b"Hottest loops" in done.stderr


def test_a_killed_target_loses_no_emitted_events(
    classes: str, tmp_path: Path, segments: Path
) -> None:
    log = tmp_path / "calls"
    started = kpath.start(
        *options(segments), *behaviour(classes, "count", str(log)), directory=tmp_path
    )
    java = kpath.target_pid(started.pid)
    kpath.wait_for_calls(log, 20_000)
    os.kill(java, signal.SIGKILL)
    _, stderr = started.communicate(timeout=kpath.TIMEOUT_SECONDS)
    calls = int(log.read_bytes())
    assert started.returncode == 128 + signal.SIGKILL
    run = kpath.run_json(tmp_path / "p.kpath")
    assert run["completeness"]["verdict"] == "truncated"
    assert "SIGKILL" in run["completeness"]["reasons"][0]
    assert b"truncated" in stderr
    profile = Profile.open(tmp_path / "p.kpath")
    step = profile.methods.loc[profile.find_method("Behaviours.step")]
    # The kill may have come during one more call.
    assert step["entries"] in (calls, calls + 1)
    assert calls * 11 <= step["completed"] <= (calls + 1) * 11


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_signals_to_us_alone_are_passed_on(
    classes: str, tmp_path: Path, segments: Path, number: signal.Signals
) -> None:
    every_path = options(segments, "--no-packing")
    started = kpath.start(*every_path, *behaviour(classes, "forever"), directory=tmp_path)
    assert started.stdout is not None
    assert started.stdout.readline().startswith(b"sum")
    assert started.stdout.readline() == b"looping\n"
    started.send_signal(number)
    started.communicate(timeout=kpath.TIMEOUT_SECONDS)
    assert started.returncode == 128 + number
    assert kpath.run_json(tmp_path / "p.kpath")["completeness"]["verdict"] == "exact"


def test_ctrl_c_ends_the_target_and_writes_the_profile(
    classes: str, tmp_path: Path, segments: Path
) -> None:
    command = behaviour(classes, "forever")
    with on_terminal_of_its_own(options(segments), command, tmp_path) as terminal:
        terminal.until(b"looping")
        terminal.press(b"\x03")
        assert terminal.end() == 130
    output = terminals.plain(terminal.output)
    assert b"interrupted: waiting for the target to end" in output
    assert b"Hottest loops" in output
    run = Profile.open(tmp_path / "p.kpath").run
    # The loop that the target ended in had not finished its last iteration.
    assert run.completeness.verdict == "truncated"
    assert run.held_back is not None
    assert run.held_back.activations <= run.held_back.paths <= 63 * run.held_back.activations
    assert run.completeness.reasons == (run.held_back.reason(),)


def test_a_second_ctrl_c_kills_a_target_that_does_not_end(
    classes: str, tmp_path: Path, segments: Path
) -> None:
    separator, _, *rest = behaviour(classes, "forever")
    command = [separator, str(_deaf_java(tmp_path)), *rest]
    with on_terminal_of_its_own(options(segments), command, tmp_path) as terminal:
        terminal.until(b"looping")
        terminal.press(b"\x03")
        terminal.until(b"waiting for the target")
        terminal.press(b"\x03")
        assert terminal.end() == 128 + signal.SIGKILL
    assert kpath.run_json(tmp_path / "p.kpath")["completeness"]["verdict"] == "truncated"


def test_the_target_reads_the_terminal(classes: str, tmp_path: Path, segments: Path) -> None:
    own = options(segments, "--no-report")
    with on_terminal_of_its_own(own, behaviour(classes, "echo"), tmp_path) as terminal:
        terminal.until(b"args [echo]")
        terminal.press(b"typed\n")
        terminal.until(b"> typed")
        terminal.press(b"\x04")
        assert terminal.end() == 0


def test_a_target_outlives_us_and_the_next_run_reports_what_is_left(
    classes: str, tmp_path: Path, segments: Path
) -> None:
    log = tmp_path / "calls"
    # The segment is so small that it is soon full. The target mustn't wait then, because kpath-jvm
    # is dead.
    arguments = options(segments, "--segment-size", "2M") + behaviour(classes, "count", str(log))
    started = kpath.start(*arguments, directory=tmp_path)
    java = kpath.target_pid(started.pid)

    kpath.wait_for_calls(log, 1000)
    started.kill()
    kpath.wait_for_calls(log, kpath.calls_in(log) + 100_000)
    assert len(list(segments.iterdir())) == 1
    os.kill(java, signal.SIGKILL)
    started.communicate(timeout=kpath.TIMEOUT_SECONDS)
    wait_for_end(java)
    done = kpath.run(*options(segments), *behaviour(classes), directory=tmp_path)
    assert done.returncode == 0
    assert b"can be recovered" in done.stderr
    (left,) = segments.iterdir()
    assert kpath.run("recover", str(left), "--discard", directory=tmp_path).returncode == 0


@contextmanager
def on_terminal_of_its_own(
    own: list[str], target: list[str], directory: Path
) -> Iterator[terminals.Terminal]:
    """Runs kpath-jvm as the foreground job of a new terminal, and yields the terminal."""
    command = kpath.command([*own, *target])
    with terminals.on_terminal(command, directory, kpath.environment()) as terminal:
        yield terminal


def _deaf_java(directory: Path) -> Path:
    """Returns a launcher called java. It ignores SIGINT, and so does the JVM that it starts."""
    launcher = directory / "bin" / "java"
    launcher.parent.mkdir()
    launcher.write_text('#!/bin/sh\ntrap "" INT\nexec java "$@"\n')
    launcher.chmod(0o755)
    return launcher


def test_compare_native_reports_the_slowdown(classes: str, tmp_path: Path, segments: Path) -> None:
    source = tmp_path / "in"
    source.write_text("one\n")
    with source.open("rb") as stdin:
        arguments = options(segments, "--compare-native") + behaviour(classes, "echo")
        done = subprocess.run(
            kpath.command(arguments),
            cwd=tmp_path,
            env=kpath.environment(),
            stdin=stdin,
            capture_output=True,
            timeout=kpath.TIMEOUT_SECONDS,
            check=False,
        )
    assert done.returncode == 0
    assert done.stdout == b"sum 16564994\n> one\n"
    record = kpath.run_json(tmp_path / "p.kpath")
    assert record["native_wall_seconds"] > 0
    assert record["native_cpu_seconds"] > 0


def test_target_output_goes_to_the_given_file(classes: str, tmp_path: Path, segments: Path) -> None:
    arguments = options(segments, "--target-output", "out")
    done = kpath.run(*arguments, *behaviour(classes), directory=tmp_path)
    assert done.returncode == 0
    assert done.stdout == b""
    assert (tmp_path / "out").read_text() == "sum 16564994\nnothing to do\n"


def test_the_report_shows_source_lines(classes: str, tmp_path: Path, segments: Path) -> None:
    sources = Path(__file__).parent / "programs"
    arguments = options(segments, "--sources", str(sources))
    done = kpath.run(*arguments, *behaviour(classes), directory=tmp_path)
    assert done.returncode == 0
    assert b"\n                for (int " in done.stderr
    assert b"doesn't have the source" not in done.stderr
    arguments = options(segments, "--force", "--sources", str(segments))
    done = kpath.run(*arguments, *behaviour(classes), directory=tmp_path)
    told = f"kpath-jvm: --sources {segments} doesn't have the source of any class that is shown"
    assert told.encode() in done.stderr


def test_sources_that_are_not_there_are_refused_before_the_run(
    classes: str, tmp_path: Path, segments: Path
) -> None:
    arguments = options(segments, "--sources", "nosuch")
    done = kpath.run(*arguments, *behaviour(classes), directory=tmp_path)
    assert (done.returncode, done.stdout) == (125, b"")
    assert done.stderr.startswith(b"kpath-jvm: --sources nosuch does not exist")
    assert not (tmp_path / "p.kpath").exists()


@pytest.mark.parametrize(
    ("given", "taker"),
    [
        (["--sources", "."], "give it to `kpath-jvm report`, or leave one of the two out"),
        (["-k", "3"], "give it to `kpath-jvm build`, or leave one of the two out"),
        (["--time"], "none; leave one of the two out"),
    ],
)
def test_options_for_a_profile_are_refused_without_a_profile(
    tmp_path: Path, given: list[str], taker: str
) -> None:
    words = ["run", "--record", "s", "--no-profile", *given, "--", "java", "Main"]
    done = kpath.run(*words, directory=tmp_path)
    assert done.returncode == 125
    assert taker in done.stderr.decode()


@pytest.mark.parametrize(
    ("words", "engine"), [((), "contexts"), (("--engine", "k-sf"), "k-sf")], ids=["default", "k-sf"]
)
def test_options_choose_the_engine(
    classes: str, tmp_path: Path, segments: Path, words: tuple[str, ...], engine: str
) -> None:
    done = kpath.run(*options(segments, *words), *behaviour(classes), directory=tmp_path)
    assert done.returncode == 0, done.stderr
    assert kpath.run_json(tmp_path / "p.kpath")["engine"]["statistics"]["engine"] == engine


def test_a_small_segment_makes_the_target_wait_and_loses_nothing(
    classes: str, tmp_path: Path, segments: Path
) -> None:
    log = tmp_path / "calls"
    arguments = options(segments, "--segment-size", "2M") + behaviour(classes, "count", str(log))
    started = kpath.start(*arguments, directory=tmp_path)
    java = kpath.target_pid(started.pid)
    kpath.wait_for_calls(log, 200_000)
    os.kill(java, signal.SIGKILL)
    started.communicate(timeout=kpath.TIMEOUT_SECONDS)
    profile = Profile.open(tmp_path / "p.kpath")
    step = profile.methods.loc[profile.find_method("Behaviours.step")]
    calls = int(log.read_bytes())
    assert step["entries"] in (calls, calls + 1)
    assert calls * 11 <= step["completed"] <= (calls + 1) * 11
    assert profile.run.lost_events == 0


def test_options_in_the_environment_reach_only_the_target(
    classes: str, tmp_path: Path, segments: Path
) -> None:
    arguments = options(segments, "-q", "--no-report") + behaviour(classes, "echo")
    extra = {"JAVA_TOOL_OPTIONS": "-Dkpath.test=1"}
    done = kpath.run(*arguments, directory=tmp_path, extra=extra)
    assert done.stderr.count(b"JAVA_TOOL_OPTIONS") == 1
    assert done.returncode == 0


@pytest.mark.parametrize("redirection", ["2>/dev/full", "2>&-", "<&-", ">&-"])
def test_closed_or_full_streams_change_no_status_and_no_profile(
    classes: str, tmp_path: Path, segments: Path, redirection: str
) -> None:
    command = kpath.command(options(segments) + behaviour(classes, "exit", "7"))
    done = subprocess.run(
        ["/bin/sh", "-c", f'"$@" {redirection}', "sh", *command],
        cwd=tmp_path,
        env=kpath.environment(),
        capture_output=True,
        timeout=kpath.TIMEOUT_SECONDS,
        check=False,
    )
    assert done.returncode == 7
    assert Profile.open(tmp_path / "p.kpath").run.completeness.verdict == "exact"


def test_a_closed_pipe_for_the_report_loses_nothing(
    classes: str, tmp_path: Path, segments: Path
) -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as nobody:
        done = subprocess.run(
            kpath.command(options(segments) + behaviour(classes, "exit", "7")),
            cwd=tmp_path,
            env=kpath.environment(),
            stdout=subprocess.DEVNULL,
            stderr=nobody,
            timeout=kpath.TIMEOUT_SECONDS,
            check=False,
        )
    assert done.returncode == 7
    assert Profile.open(tmp_path / "p.kpath").run.exit_status == 7


@pytest.mark.parametrize("home", find_java_homes(), ids=lambda home: home.name)
@pytest.mark.parametrize("profiler", ["stream", "k-blpp-packed", "edge"])
def test_a_thread_that_is_still_being_made_breaks_nothing(
    classes: str, tmp_path: Path, segments: Path, home: Path, profiler: str
) -> None:
    """When the program has ended, the launcher `java` attaches a thread to the JVM.

    The JVM runs Thread's constructor in this thread. On JDK 17 the constructor calls methods of
    java.security while the thread has no id yet.
    """
    options = ["run", "--no-report", "-o", "p.kpath", "--include", "java.security.*"]
    options += ["--profiler", profiler]
    options += ["--segment-dir", str(segments)] if profiler == "stream" else []
    java = str(home / "bin" / "java")
    done = kpath.run(*options, "--", java, "-cp", classes, "Behaviours", directory=tmp_path)
    assert (done.stdout, done.returncode) == (b"sum 16564994\n", 0), done.stderr.decode()
    completeness = kpath.run_json(tmp_path / "p.kpath")["completeness"]
    # Whatever could not be recorded is reported.
    lost = [one for one in completeness["reasons"] if "not be recorded" in one or "lost" in one]
    assert completeness["verdict"] == ("lower bounds" if lost else "exact")
