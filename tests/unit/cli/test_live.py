"""Tests ``live``: its arguments, what it prints without a view, and how a view ends."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import kpath_command as kpath
from builders.own_places import use_only
from builders.underway import Underway, write_grown
from json_documents import complaints
from kpath_jvm.cli.main import run_verb
from kpath_jvm.control.server import Server
from kpath_jvm.sessions import prepared, viewer
from terminals import on_terminal


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns an empty directory that is used for sockets."""
    runtime = tmp_path / "runtime"
    runtime.mkdir(mode=0o700)
    use_only(runtime, monkeypatch)
    monkeypatch.chdir(tmp_path)
    return runtime


@pytest.fixture
def underway(tmp_path: Path) -> Iterator[Underway]:
    """Yields a recording of this process. The recording answers requests."""
    recording = Underway([(500, 3, 0), (501, 40, 0)], profile=str(tmp_path / "end.kpath"))
    server = Server(os.getpid(), recording)
    yield recording
    server.close()


@pytest.mark.usefixtures("underway")
@pytest.mark.parametrize("is_named", [True, False])
def test_one_look_is_printed_as_text(capfd: pytest.CaptureFixture[str], is_named: bool) -> None:
    what = "end.kpath" if is_named else str(os.getpid())
    assert run_verb(["live", what, "--once", "--interval", "0.1", "--top", "1"]) == 0
    told, errors = capfd.readouterr()
    assert errors == ""
    assert told.startswith(f"demo.Main  pid {os.getpid()}  k 4")
    # With --once, the counts are read twice. Two readings aren't enough for a trend, so the row
    # begins with the share.
    row = next(line for line in told.splitlines() if "line 6" in line)
    assert row.split()[:2] == ["67.7", "%"]
    assert "Figure3" not in told
    assert "Tangle.spin(int, int), line 6  demo" in told


@pytest.mark.usefixtures("underway")
def test_one_look_is_printed_as_a_line_of_json(capfd: pytest.CaptureFixture[str]) -> None:
    options = ["--once", "--json", "--interval", "0.1", "--line", "Figure3.java:9", "-k", "2"]
    assert run_verb(["live", "end.kpath", *options]) == 0
    (line,) = capfd.readouterr().out.splitlines()
    document = json.loads(line)
    assert complaints(document, "live") == []
    assert [row["method"] for row in document["loops"]] == ["run"]
    assert all(len(row["paths"]) == 2 for row in document["sequences"])
    assert document["filter"] == "loop around Figure3.java:9"
    assert document["seconds"] > 0


def test_a_refused_dump_is_reported_in_the_line_of_json(
    underway: Underway, capfd: pytest.CaptureFixture[str]
) -> None:
    underway.refusal = "cannot dump: not now"
    assert run_verb(["live", "end.kpath", "--once", "--json", "--interval", "0.1"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert document["problem"] == "cannot dump: not now"


@pytest.mark.parametrize(
    ("arguments", "fragment", "status"),
    [
        ([], "give the process id of a JVM that is recorded, or its profile", 2),
        (["nosuch", "--once"], "no recording under way matches nosuch", 2),
        (["4194000", "--once"], "no JVM of this user is recorded now", 2),
        (["done.kpath", "--once"], "done.kpath is a finished profile: its recording is over", 2),
        (["17"], "no terminal to show a view on; `--once` prints", 2),
        (["17", "--interval", "0"], "'0' is not a time", 2),
        (["17", "--sort", "x"], "'x' is not one of", 2),
        (["17", "--once", "--thread", "1"], "--thread", 2),
    ],
)
def test_impossible_calls_give_an_error_of_one_line(
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    arguments: list[str],
    fragment: str,
    status: int,
) -> None:
    write_grown(tmp_path / "done.kpath", 1, 1)
    assert run_verb(["live", *arguments]) == status
    told = capfd.readouterr().err
    assert fragment in told
    assert len(told.splitlines()) == 1


def test_other_verbs_do_not_load_textual() -> None:
    script = (
        "import sys; from kpath_jvm.cli.main import run_verb\n"
        "for verb in ('run', 'attach', 'report', 'live'): run_verb([verb, '--help'])\n"
        "run_verb(['live', 'nosuch', '--once'])\n"
        "assert not [name for name in sys.modules if name.startswith('textual')]\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, env=kpath.environment(), check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.usefixtures("underway")
@pytest.mark.parametrize("has_colours", [True, False])
def test_a_view_opens_and_closes(tmp_path: Path, has_colours: bool) -> None:
    environment = kpath.environment({"XDG_RUNTIME_DIR": str(tmp_path / "runtime")})
    environment.pop("NO_COLOR", None)
    environment["COLORTERM"] = "truecolor"
    if not has_colours:
        environment["NO_COLOR"] = "1"
    command = kpath.command(["live", "end.kpath", "--interval", "0.1"])
    with on_terminal(command, tmp_path, environment) as terminal:
        terminal.until(b"Tangle")
        terminal.press(b"q")
        assert terminal.end() == 0
        pid = os.getpid()
        assert _has_hues(terminal.output) is has_colours
        assert terminal.behind_the_view == (
            f"kpath-jvm: the recording of process {pid} goes on; `kpath-jvm live {pid}` shows it\n"
        )


def test_leaving_during_the_final_write_does_not_claim_that_recording_goes_on(
    tmp_path: Path,
) -> None:
    server = Server(os.getpid(), Underway(profile=str(tmp_path / "end.kpath")))
    command = kpath.command(["live", "end.kpath", "--interval", "0.1"])
    environment = kpath.environment({"XDG_RUNTIME_DIR": str(tmp_path / "runtime")})
    with on_terminal(command, tmp_path, environment) as terminal:
        terminal.until(b"Tangle")
        # The test's process is the recording process: it no longer answers, but still runs.
        server.close()
        terminal.until(b"the profile is being written")
        terminal.press(b"q")
        assert terminal.end() == 0
    assert terminal.behind_the_view == (
        f"kpath-jvm: the recording of process {os.getpid()} has ended, and its profile is being "
        "written\n"
    )


@pytest.mark.usefixtures("underway")
def test_a_signal_ends_a_view_without_leftovers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    command = kpath.command(["live", "end.kpath", "--interval", "0.1"])
    with on_terminal(command, tmp_path, kpath.environment()) as terminal:
        terminal.until(b"Tangle")
        (directory,) = tmp_path.glob("kpath-live-*")
        os.kill(int(directory.name.split("-")[2]), signal.SIGTERM)
        assert terminal.end() == 0
        assert "goes on" in terminal.behind_the_view
    assert not directory.exists()


def test_a_view_stops_waiting_for_a_recording_if_its_pipe_is_closed(tmp_path: Path) -> None:
    wanted, ours = os.pipe()
    options = ["--beside", str(os.getpid()), "--until-closed", str(wanted)]
    with subprocess.Popen(
        kpath.command(["live", *options]), cwd=tmp_path, env=kpath.environment(),
        pass_fds=(wanted,), stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        os.close(wanted)
        os.close(ours)
        _, errors = process.communicate(timeout=kpath.TIMEOUT_SECONDS)
    assert (process.returncode, errors) == (0, b"")


def _has_hues(output: bytes) -> bool:
    """Returns whether the output sets a colour other than a grey."""
    colours = re.findall(rb"[34]8;2;(\d+);(\d+);(\d+)", output)
    return any(max(map(int, one)) - min(map(int, one)) > 10 for one in colours)


@pytest.mark.parametrize(
    ("arguments", "fragment"),
    [
        (["run", "--live", "--", "java", "Main"], "--live needs a terminal, and there is none"),
        (["attach", "17", "--live"], "--live needs a terminal, and there is none"),
        (
            ["run", "--live", "--follow-children", "--", "mvn"],
            "--live shows one JVM; watch each with `kpath-jvm live PID`; leave out --live or",
        ),
        (["run", "--live", "--record", "s", "--no-profile", "--", "java"], "leave out --live or"),
        (["run", "--live", "--profiler", "edge", "--", "java", "M"], "--live has no effect with"),
    ],
)
def test_the_option_live_is_refused_before_anything_starts(
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    arguments: list[str],
    fragment: str,
) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("the verb hasn't been refused")

    monkeypatch.setattr(viewer, "_TERMINAL", "/nosuch/tty")
    monkeypatch.setattr(prepared, "engine_jdk", fail)
    assert run_verb(arguments) == 125
    told = capfd.readouterr().err
    assert fragment in told
    assert len(told.splitlines()) == 1


def test_the_file_for_a_program_s_output_must_not_exist(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(viewer, "require_terminal", lambda: None)
    monkeypatch.setattr(prepared, "require_jars", lambda: None)
    (tmp_path / "p.kpath.output").write_text("of an earlier run")
    assert run_verb(["run", "--live", "-o", "p.kpath", "--", "java", "Main"]) == 125
    told = capfd.readouterr().err
    assert "p.kpath.output, the file for the program's output, exists; pass --force" in told
    assert (tmp_path / "p.kpath.output").read_text() == "of an earlier run"
