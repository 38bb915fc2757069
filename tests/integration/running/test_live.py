"""Tests ``kpath-jvm live``, and ``--live`` of run and attach, with real programs and terminals."""

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kpath_command as kpath
from kpath_jvm.profile.model import Profile
from oracle.harness import compile_java, find_java_homes
from served import Attached, Served, served
from terminals import Terminal, on_terminal

pytestmark = pytest.mark.usefixtures("runtime")

HOME = find_java_homes()[0]


@pytest.fixture(scope="module")
def phases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compiles a program of the documentation, changed so that it ends when a file appears.

    Returns the program's directory.
    """
    kpath.ensure_jars()
    directory = tmp_path_factory.mktemp("phases")
    text = (kpath.REPOSITORY / "docs" / "verbs" / "Phases.java").read_text("utf-8")
    for old, new in (
        (
            "long until = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000_000L;",
            "java.io.File end = new java.io.File(arguments[0]);",
        ),
        ("System.nanoTime() < until", "!end.exists()"),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    (directory / "Phases.java").write_text(text, "utf-8")
    compile_java([directory / "Phases.java"], directory)
    return directory


@pytest.fixture
def target(classes: str) -> Iterator[Served]:
    with served(classes, HOME) as one:
        yield one


def shown(pid: int, directory: Path) -> dict[str, Any]:
    """Returns the JSON document that ``live --once`` prints."""
    done = kpath.run(
        "live", str(pid), "--once", "--json", "--interval", "0.2", "--top", "100",
        directory=directory,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr == b""
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def of_work(loops: list[dict[str, Any]]) -> dict[tuple[str, int], tuple[int, ...]]:
    """Returns the figures of the loops in Served$Work, by method and loop number."""
    return {
        (row["method"], row["number"]): (row["entries"], row["iterations"], row["bytecodes"])
        for row in loops
        if row["class"] == "Served$Work"
    }


def test_live_once_shows_the_figures_of_the_profile(target: Served, tmp_path: Path) -> None:
    attached = Attached(target, tmp_path, "-o", "p.kpath")
    target.ask("work 1")
    first = shown(target.pid, tmp_path)
    target.ask("work 2")
    second = shown(target.pid, tmp_path)
    assert attached.end() == 0
    report = kpath.run("report", "p.kpath", "--json", "--top", "100", directory=tmp_path)
    final = of_work(json.loads(report.stdout)["loops"])
    assert len(final) >= 3
    assert of_work(second["loops"]) == final
    assert of_work(first["loops"]).keys() == final.keys()
    assert all(of_work(first["loops"])[key] < figures for key, figures in final.items())
    # Nobody asked for work during the interval that ``live --once`` measures, so the rates are 0.
    rates = [row["iterations_per_second"] for row in second["loops"] if "Work" in row["class"]]
    assert set(rates) == {0}
    assert second["status"]["state"] == "recording"
    assert not list(tmp_path.glob("kpath-live-*"))


def test_the_last_line_of_json_has_the_figures_of_the_profile(
    target: Served, tmp_path: Path
) -> None:
    attached = Attached(target, tmp_path, "-o", "p.kpath")
    command = kpath.command(["live", str(target.pid), "--json", "--interval", "0.2"])
    with subprocess.Popen(
        [*command, "--top", "100"], stdout=subprocess.PIPE, cwd=tmp_path, env=kpath.environment()
    ) as live:
        assert live.stdout is not None
        target.ask("work 1")
        first = json.loads(live.stdout.readline())
        target.ask("work 2")
        assert attached.end() == 0
        *_, last = (json.loads(line) for line in live.stdout)
        assert live.wait() == 0
    assert first["over"] is None
    assert first["status"]["state"] == "recording"
    report = kpath.run("report", "p.kpath", "--json", "--top", "100", directory=tmp_path)
    final = json.loads(report.stdout)
    assert of_work(last["loops"]) == of_work(final["loops"])
    assert "the recording is over" in last["over"]
    assert last["status"]["state"] == "over"
    run = Profile.open(tmp_path / "p.kpath").run
    assert (last["status"]["events"], last["status"]["seconds"]) == (run.events, run.wall_seconds)
    assert last["seconds"] is None


def run_live(phases: Path, directory: Path, *arguments: str) -> list[str]:
    return kpath.command([
        "run", "--live", "-k", "4", "-o", str(directory / "p.kpath"), "--top", "2", "--",
        "java", "-cp", str(phases), "Phases", *arguments,
    ])  # fmt: skip


def test_run_live_shows_the_view_and_then_the_report(phases: Path, tmp_path: Path) -> None:
    command = run_live(phases, tmp_path, "end")
    with on_terminal(command, tmp_path, kpath.environment()) as terminal:
        terminal.until(b"Phases.collatz(long), line 7")
        (tmp_path / "end").touch()
        assert terminal.end() == 0
    assert "recording Phases on Java" in terminal.before_the_view
    told = terminal.behind_the_view
    assert "the target ended with status 0" in told
    assert f"what the program printed is in {tmp_path}/p.kpath.output" in told
    assert "Hottest loops" in told
    assert "round 0" not in told
    assert (tmp_path / "p.kpath.output").read_text().splitlines()[-1] == "done: true"
    assert Profile.open(tmp_path / "p.kpath").k == 4
    assert not list(tmp_path.glob("kpath-live-*"))


def test_the_status_of_a_program_that_fails_at_once_is_shown(phases: Path, tmp_path: Path) -> None:
    with on_terminal(run_live(phases, tmp_path), tmp_path, kpath.environment()) as terminal:
        assert terminal.end() == 1
    assert b"the target ended with status 1" in terminal.output
    assert "ArrayIndexOutOfBounds" in (tmp_path / "p.kpath.output").read_text()


def test_leaving_the_view_ends_nothing(phases: Path, tmp_path: Path) -> None:
    command = run_live(phases, tmp_path, "end")
    with on_terminal(command, tmp_path, kpath.environment()) as terminal:
        terminal.until(b"completions/s")
        terminal.press(b"q")
        terminal.until(b"goes on; `kpath-jvm live")
        (socket,) = (tmp_path / "runtime").rglob("*.sock")
        assert shown(int(socket.stem), tmp_path)["over"] is None
        (tmp_path / "end").touch()
        assert terminal.end() == 0
    assert "Hottest loops" in terminal.behind_the_view
    assert (tmp_path / "p.kpath.output").read_text().endswith("done: true\n")


def test_ctrl_c_in_the_view_ends_the_program_and_keeps_the_profile(
    phases: Path, tmp_path: Path
) -> None:
    with on_terminal(run_live(phases, tmp_path, "end"), tmp_path, kpath.environment()) as terminal:
        terminal.until(b"completions/s")
        terminal.press(b"\x03")
        assert terminal.end() == 130
    assert "interrupted: waiting for the target to end" in terminal.behind_the_view
    assert (tmp_path / "p.kpath" / "run.json").is_file()


def test_attach_live_leaves_the_program_as_it_is(target: Served, tmp_path: Path) -> None:
    command = kpath.command(["attach", str(target.pid), "--live", "-o", "p.kpath", "--top", "1"])
    with on_terminal(command, tmp_path, kpath.environment()) as terminal:
        terminal.until(b"completions/s")
        for _ in range(3):
            target.ask("work 1")
        terminal.until(b"Served$Work.")
        terminal.press(b"\x03")
        assert terminal.end() == 0
    assert "left process" in terminal.behind_the_view
    assert target.ask("work 1") != ""
    assert (tmp_path / "p.kpath" / "run.json").is_file()


def watching(pid: int, directory: Path, size: tuple[int, int] = (24, 80)) -> Any:
    command = kpath.command(["live", str(pid), "--interval", "0.2"])
    return on_terminal(command, directory, kpath.environment(), size)


def until_over(terminal: Terminal) -> bytes:
    terminal.until(b"  over")
    terminal.press(b"q")
    assert terminal.end() == 0
    return terminal.behind_the_view.encode()


def test_two_views_watch_one_recording_to_its_end(target: Served, tmp_path: Path) -> None:
    attached = Attached(target, tmp_path, "-o", "p.kpath")
    with watching(target.pid, tmp_path) as one, watching(target.pid, tmp_path, (12, 50)) as other:
        one.until(b"completions/s")
        other.until(b"completions/s")
        target.ask("work 1")
        one.until(b"Served$Work.")
        other.until(b"loops")
        assert attached.end() == 0
        expected = f"the recording is over; `kpath-jvm report {tmp_path}/p.kpath` shows".encode()
        assert expected in until_over(one)
        assert expected in until_over(other)


@pytest.mark.parametrize("who", ["target", "recorder"])
def test_the_view_reports_a_kill(target: Served, tmp_path: Path, who: str) -> None:
    # Whatever is left of the recording is deleted with the test's directory.
    attached = Attached(target, tmp_path, "-o", "p.kpath", "--segment-dir", str(tmp_path))
    with watching(target.pid, tmp_path) as terminal:
        terminal.until(b"completions/s")
        os.kill(target.pid if who == "target" else attached.process.pid, signal.SIGKILL)
        told = until_over(terminal)
    if who == "target":
        assert b"the recording is over; `kpath-jvm report" in told
        assert attached.wait() == 0
    else:
        assert b"has ended without a profile; if it was killed, `kpath-jvm recover`" in told
        attached.process.communicate()
