"""Tests the benchmark of a server's latency: its figures, its chart, and the load that it makes."""

import os
import signal
import subprocess
import time
from pathlib import Path

import numpy as np
import pytest

import kpath_command as kpath
from benchmarks.server.chart import draw
from benchmarks.server.latency import _Lines, main
from benchmarks.server.phases import Phase, by_phase, by_second, table
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.figures import style
from kpath_jvm.launch.jdk import default_jdk
from loaded_server import Answer, Belongings, load, server

SECOND = 1_000_000_000
PHASES = [Phase("before", 0, 2 * SECOND), Phase("attach exact…", 2 * SECOND, 3 * SECOND)]


def answers() -> list[Answer]:
    """Returns 100 answers a second for 3 seconds, with latencies of 1 to 100 ms.

    One answer is late, and one is wrong.
    """
    found = [Answer(SECOND * at // 100, 1_000_000 * (at % 100 + 1), "right") for at in range(300)]
    found[50] = Answer(found[50].due, 7 * SECOND, "right")
    found[250] = Answer(found[250].due, found[250].latency, "wrong")
    return found


def test_percentiles_are_latencies_that_were_measured() -> None:
    rows = table(list(reversed(answers())), 0)
    before, way = by_phase(rows, PHASES, 0).to_dict("records")
    assert (before["requests"], way["requests"]) == (200, 100)
    assert (before["not right"], way["not right"]) == (0, 1)
    # The phase "before" has each latency from 1 to 100 ms twice, but one 51 is replaced by 7000.
    # The percentiles are the 100th, the 180th, the 198th and the last of the 200 latencies in
    # ascending order.
    assert [before[name] for name in ("p50", "p90", "p99", "max")] == [50, 91, 100, 7000]
    assert [way[name] for name in ("p50", "p90", "p99", "max")] == [50, 90, 99, 100]


def test_each_second_belongs_to_the_phase_in_which_it_begins() -> None:
    seconds = by_second(table(answers(), 0), PHASES, 0)
    assert list(seconds["phase"]) == ["before", "before", "attach exact…"]
    assert list(seconds["max"]) == [7000, 100, 100]


def test_the_chart_has_every_phase_and_every_second() -> None:
    rows = table(answers(), 0)
    with style.styled():
        figure = draw(by_second(rows, PHASES, 0), by_phase(rows, PHASES, 0), "A title", "A note.")
    over_time, ladders = figure.axes
    assert [np.size(line.get_xdata()) for line in over_time.get_lines()] == [3, 3, 3]
    assert [it.get_text() for it in ladders.get_xticklabels()] == ["before", "attach exact…"]
    assert {it.get_text() for it in ladders.texts} == {"50", "99", "100"}
    assert style.rendered(figure, "png").startswith(b"\x89PNG")


@pytest.mark.parametrize("ending", ["exit 2", "exec sleep 600"])
def test_waiting_for_a_line_that_never_comes_is_an_error(ending: str) -> None:
    command = ["sh", "-c", f"echo sampling a server >&2; {ending}"]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        said = _Lines(process)
        try:
            said.wait_for("sampling ", kpath.TIMEOUT_SECONDS)
            with pytest.raises(KpathError, match="didn't say 'burst 2 ', but: sampling a server"):
                said.wait_for("burst 2 ", 0.1)
        finally:
            process.kill()
            said.end()


@pytest.mark.slow
def test_requests_due_during_a_pause_wait_until_the_pause_ends(tmp_path: Path) -> None:
    home = default_jdk().home
    with server(home, tmp_path) as target, load(target, 100, tmp_path) as requests:
        requests.settled()
        begin = time.monotonic_ns()
        os.kill(target.pid, signal.SIGSTOP)
        time.sleep(1.5)
        end = time.monotonic_ns()
        os.kill(target.pid, signal.SIGCONT)
        requests.settled()
        found = requests.end()
    assert {it.outcome for it in found} == {"right"}
    due = [it for it in found if begin <= it.due < end]
    # A request was due every 10 ms, and each one waited at least until the pause ended.
    assert len(due) >= 149
    assert all(it.latency >= end - it.due for it in due)


@pytest.mark.slow
def test_added_listeners_and_threads_are_reported(tmp_path: Path) -> None:
    with server(default_jdk().home, tmp_path) as target:
        before = Belongings.of(target.pid)
        assert before.listeners
        assert any("http" in name for name in before.threads)
        assert before.beyond(before) == ""
        nothing = Belongings.of(os.getpid())
        assert "listeners: " in before.beyond(nothing)
        assert "threads: " in before.beyond(nothing)


@pytest.mark.slow
def test_a_short_run_writes_all_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kpath.ensure_jars()
    words = ["--rate", "50", "--seconds", "2", "--warm", "1", "-k", "2", "--mode", "exact"]
    assert main([*words, "--output", str(tmp_path / "made")]) == 0
    told = capsys.readouterr().out
    assert all(f"| {name} |" in told for name in ("before", "exact", "after exact"))
    kinds = sorted(path.name for path in (tmp_path / "made").iterdir())
    assert kinds == [
        "latency-phases.csv", "latency-seconds.csv", "latency.pdf", "latency.png", "latency.svg",
    ]  # fmt: skip
