"""Divides the recording of a running program by cuts: reset, stop, start and dump.

The parts of the recording are compared with counts that the program keeps itself.
"""

import os
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import kpath_command as kpath
from builders.turns import HOMES, NEWEST, in_turns
from builders.waiting import wait_for
from kpath_jvm import Profile, installation
from kpath_jvm.control import places
from kpath_jvm.control.client import connected
from kpath_jvm.control.messages import ControlRequest, Status, Verb
from kpath_jvm.recording.segment import Segment
from kpath_jvm.recording.segment_layout import SegmentLayout
from kpath_jvm.records.completeness import Verdict
from oracle.harness import java_version
from served import Attached, Served

#: A thread has at most this many frames of the program's methods: Loop.run and a method of Work.
FRAMES = 2


@pytest.fixture(autouse=True)
def runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes a directory for the sockets of recordings."""
    directory = tmp_path / "runtime"
    directory.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(directory))


class Tally(Served):
    """The program Tally. ``pid`` is the process id of its JVM."""

    def __init__(self, process: "subprocess.Popen[str]", pid: int | None = None) -> None:
        super().__init__(process)
        assert process.stdout is not None
        assert process.stdout.readline().strip() == "ready"
        self.pid = pid or kpath.target_pid(process.pid)

    def totals(self, line: str) -> list[int]:
        """Sends ``halt`` or ``finish``, and returns the program's counts so far.

        The first two are the counts of the two paths of `small`. The others are the numbers of
        calls of trips(0) to trips(3).
        """
        return [int(total) for total in self.ask(line).split()]

    def end(self) -> int:
        """Ends the program and returns the exit status of the started process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(kpath.TIMEOUT_SECONDS)


def _java(classes: str, home: Path, threads: int, kind: str) -> list[str]:
    return [str(home / "bin" / "java"), "-cp", classes, "Tally", str(threads), kind]


@contextmanager
def _started(command: list[str], directory: Path) -> Iterator["subprocess.Popen[str]"]:
    with (directory / "stderr").open("w") as errors, subprocess.Popen(
        command, cwd=directory, env=kpath.environment(), text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, start_new_session=True,
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


@contextmanager
def launched(
    classes: str, home: Path, directory: Path, *options: str,
    threads: int = 4, kind: str = "platform",
) -> Iterator[Tally]:  # fmt: skip
    """Yields a Tally that `run` records."""
    own = ["run", "-k", "3", "-o", "p.kpath", "--no-report", *options, "--"]
    command = kpath.command([*own, *_java(classes, home, threads, kind)])
    with _started(command, directory) as process:
        one = Tally(process)
        wait_for(lambda: one.pid in places.recorded(), "the program is recorded")
        yield one


@contextmanager
def running(
    classes: str, home: Path, directory: Path,
    threads: int = 4, kind: str = "platform",
) -> Iterator[Tally]:  # fmt: skip
    """Yields a Tally that isn't recorded yet."""
    with _started(_java(classes, home, threads, kind), directory) as process:
        yield Tally(process, process.pid)


def ask(pid: int, verb: str, output: Path | None = None, *, reset: bool = False) -> Status:
    with connected(pid) as recording:
        place = None if output is None else str(output)
        return recording.done(ControlRequest(verb=Verb(verb), output=place, reset=reset))


def wait_for_events(pid: int, least: int) -> None:
    wait_for(lambda: (ask(pid, "status").events or 0) > least, "events were counted")


def unfinished(profile: Path) -> int:
    return int(Profile.open(profile).methods["unfinished"].abs().sum())


def totals(profile: Path) -> Counter[tuple[str, str]]:
    """Returns how often each path of Tally$Work ran, by method name and the path's blocks."""
    opened = Profile.open(profile)
    methods = opened.methods
    found: Counter[tuple[str, str]] = Counter()
    for _, row in methods[methods["class"] == "Tally$Work"].iterrows():
        paths = opened.paths[opened.paths["method"] == row["method"]]
        for _, path in paths[paths["count"] > 0].iterrows():
            found[(str(row["name"]), str(path["path"]))] += int(path["count"])
        if row["name"] == "small":
            assert row["entries"] - row["unfinished"] == row["completed"]
    return found


def of_small(found: Counter[tuple[str, str]]) -> list[int]:
    """Returns the sorted counts of the two paths of `small`."""
    return sorted(count for (name, _), count in found.items() if name == "small")


def completed(profile: Path, name: str) -> int:
    methods = Profile.open(profile).methods
    own = methods[(methods["class"] == "Tally$Work") & (methods["name"] == name)]
    return int(own["completed"].sum())


def trips_of(calls: list[int]) -> int:
    """Returns the number of paths that `trips` completes.

    ``calls`` has the numbers of calls of trips(0) to trips(3).
    """
    return sum(number * (trips + 1) for trips, number in enumerate(calls))


def check_window(profile: Path, before: list[int], after: list[int]) -> None:
    """Checks that a profile holds exactly what the program did between two halts."""
    done = [late - early for early, late in zip(before, after, strict=True)]
    assert completed(profile, "small") == sum(done[:2])
    # A path that did not run has no row. On a busy machine, a window may have no calls at all.
    assert of_small(totals(profile)) == sorted(filter(None, done[:2]))
    assert completed(profile, "trips") == trips_of(done[2:])
    methods = Profile.open(profile).methods
    own = methods[methods["class"] == "Tally$Work"]
    assert own["unfinished"].sum() == own["abandoned"].sum() == 0
    entries = dict(zip(own["name"], own["entries"], strict=True))
    assert entries == {"<init>": 0, "small": sum(done[:2]), "trips": sum(done[2:])}


@pytest.mark.parametrize(("threads", "home"), in_turns([(2,), (9,)], HOMES))
def test_after_a_reset_no_more_activations_are_unfinished_than_were_live(
    classes: str, home: Path, tmp_path: Path, threads: int
) -> None:
    with launched(classes, home, tmp_path, threads=threads) as program:
        program.ask("start")
        wait_for_events(program.pid, 100_000)
        ask(program.pid, "reset")
        wait_for_events(program.pid, 100_000)
        program.totals("finish")
        assert program.end() == 0
    assert unfinished(tmp_path / "p.kpath") <= FRAMES * threads + 1


@pytest.mark.parametrize(("kind", "home"), in_turns([("platform",), ("virtual",)], HOMES))
def test_the_windows_of_a_run_add_up_to_the_run(
    classes: str, home: Path, tmp_path: Path, kind: str
) -> None:
    if kind == "virtual" and java_version(home) < 21:
        pytest.skip("no virtual threads")
    places_ = [tmp_path / f"{number}.kpath" for number in range(10)]
    with launched(classes, home, tmp_path, kind=kind) as program:
        program.ask("start")
        for place in places_:
            wait_for_events(program.pid, 10_000)
            ask(program.pid, "dump", place, reset=True)
        # Without this wait, the last window might have no work in it.
        wait_for_events(program.pid, 10_000)
        whole = program.totals("finish")
        assert program.end() == 0
    windows = [*places_, tmp_path / "p.kpath"]
    found: Counter[tuple[str, str]] = Counter()
    for window in windows:
        found.update(totals(window))
        assert unfinished(window) <= FRAMES * 4 + 1
    assert of_small(found) == sorted(whole[:2])
    assert sum(completed(window, "trips") for window in windows) == trips_of(whole[2:])
    assert all(completed(window, "small") > 0 for window in windows)


@pytest.mark.parametrize("home", in_turns([()], HOMES[::-1]))
def test_windows_whose_program_stands_still_at_both_ends_are_exact(
    classes: str, home: Path, tmp_path: Path
) -> None:
    with launched(classes, home, tmp_path, "--per-thread") as program:
        program.ask("start")
        wait_for_events(program.pid, 10_000)
        first = program.totals("halt")
        ask(program.pid, "reset")
        program.ask("go")
        wait_for_events(program.pid, 10_000)
        second = program.totals("halt")
        ask(program.pid, "dump", tmp_path / "a.kpath")
        ask(program.pid, "dump", tmp_path / "b.kpath", reset=True)
        program.ask("go")
        wait_for_events(program.pid, 10_000)
        third = program.totals("halt")
        ask(program.pid, "stop")
        program.ask("go")
        fourth = program.totals("halt")
        ask(program.pid, "dump", tmp_path / "c.kpath", reset=True)
        ask(program.pid, "start")
        program.ask("go")
        last = program.totals("finish")
        assert program.end() == 0
    check_window(tmp_path / "a.kpath", first, second)
    check_window(tmp_path / "b.kpath", first, second)
    check_window(tmp_path / "c.kpath", second, third)
    check_window(tmp_path / "p.kpath", fourth, last)


@pytest.mark.parametrize("home", in_turns([()], HOMES[::-1]))
def test_an_attached_program_is_cut_as_a_launched_one_is(
    classes: str, home: Path, tmp_path: Path
) -> None:
    with running(classes, home, tmp_path) as program:
        program.ask("start")
        attached = Attached(program, tmp_path, "-o", "p.kpath")
        wait_for_events(program.pid, 10_000)
        ask(program.pid, "dump", tmp_path / "a.kpath", reset=True)
        first = program.totals("halt")
        ask(program.pid, "reset")
        program.ask("go")
        wait_for_events(program.pid, 10_000)
        second = program.totals("halt")
        ask(program.pid, "stop")
        program.ask("go")
        program.totals("halt")
        ask(program.pid, "end")
        assert attached.wait() == 0
        program.ask("go")
        again = Attached(program, tmp_path, "-o", "q.kpath")
        wait_for_events(program.pid, 10_000)
        assert again.end() == 0
        program.totals("finish")
        assert program.end() == 0
    check_window(tmp_path / "p.kpath", first, second)
    for name in ("a.kpath", "q.kpath"):
        assert completed(tmp_path / name, "small") > 0
        assert unfinished(tmp_path / name) <= FRAMES * 4 + 1


@pytest.mark.parametrize("home", in_turns([()], HOMES))
def test_what_is_recovered_is_cut_where_the_recording_was(
    classes: str, home: Path, tmp_path: Path
) -> None:
    segments = tmp_path / "segments"
    segments.mkdir()
    with launched(classes, home, tmp_path, "--segment-dir", str(segments)) as program:
        program.ask("start")
        wait_for_events(program.pid, 10_000)
        ask(program.pid, "dump", tmp_path / "a.kpath", reset=True)
        wait_for_events(program.pid, 10_000)
        first = program.totals("halt")
        ask(program.pid, "reset")
        program.ask("go")
        wait_for_events(program.pid, 10_000)
        # This dump takes the previous part's counters out of the segment.
        ask(program.pid, "dump", tmp_path / "b.kpath")
        wait_for_events(program.pid, 20_000)
        second = program.totals("halt")
        ask(program.pid, "stop")
        program.process.kill()
        program.process.wait()
        program.ask("go")
        program.totals("finish")
        assert program.process.stdin is not None
        program.process.stdin.close()
        wait_for(lambda: not Path(f"/proc/{program.pid}").exists(), "the program has ended")
        (left,) = segments.iterdir()
        found = kpath.run("recover", str(left), "-o", "r.kpath", directory=tmp_path)
        assert found.returncode == 0, found.stderr
    check_window(tmp_path / "r.kpath", first, second)
    text = " ".join(Profile.open(tmp_path / "r.kpath").run.completeness.reasons)
    assert "it was reset while it was recorded" in text
    assert "recording was stopped once" in text


def test_memory_does_not_grow_with_the_number_of_cuts(classes: str, tmp_path: Path) -> None:
    segments = tmp_path / "segments"
    segments.mkdir()
    with launched(classes, NEWEST, tmp_path, "--segment-dir", str(segments)) as program:
        program.ask("start")
        (directory,) = segments.iterdir()
        layout = SegmentLayout.load(installation.require_jars().contract)
        with Segment.open(directory / "segment", layout) as segment:
            for _ in range(30):
                wait_for_events(program.pid, 1_000)
                ask(program.pid, "reset")
            program.totals("halt")
            # A thread may hold at most this many blocks, for a table of counters and for a chunk.
            most = 16 * segment.geometry.block_count // 1024 + 8
            wait_for(lambda: segment.blocks_in_use() <= 6 * most, "blocks of old parts are free")
            assert segment.get("FIRST_PART") == segment.get("PART") == 30
        program.ask("go")
        program.totals("finish")
        assert program.end() == 0


#: At least this much is spilled when the recording is reset.
SPILLED_BYTES = 200 << 20


@pytest.mark.slow
def test_a_reset_drops_what_is_spilled(classes: str, tmp_path: Path) -> None:
    """The engine is far behind and has little memory, but the window after the reset is exact."""
    segments = tmp_path / "segments"
    segments.mkdir()
    # Without packing, paths need much space, and counting them takes long.
    options = (
        "-o", "p.kpath", "--no-packing", "--workers", "1", "--engine-memory", "64M",
        "--segment-size", "400M", "--segment-dir", str(segments),
    )  # fmt: skip
    with running(classes, NEWEST, tmp_path) as program:
        program.ask("start")
        attached = Attached(program, tmp_path, *options)
        (directory,) = segments.iterdir()
        layout = SegmentLayout.load(installation.require_jars().contract)
        with Segment.open(directory / "segment", layout) as segment:
            # While the engine stands still, what the program emits fills the segment.
            attached.process.send_signal(signal.SIGSTOP)
            program.ask("hurry")
            most = segment.geometry.block_count * 9 // 10
            wait_for(
                lambda: segment.blocks_in_use() > most, "the segment is full", limit_seconds=600
            )
            program.ask("calm")
            attached.process.send_signal(signal.SIGCONT)
            wait_for(
                lambda: (ask(program.pid, "status").spilled_bytes or 0) > SPILLED_BYTES,
                "hundreds of megabytes are spilled",
            )
            first = program.totals("halt")
            before = ask(program.pid, "status")
            # The engine can't count a backlog of this size in the time that the rest of the test
            # takes.
            assert (before.backlog_bytes or 0) > SPILLED_BYTES // 2
            after = ask(program.pid, "reset")
            assert after.events == 0
            wait_for(lambda: segment.blocks_in_use() < most // 10, "blocks of old parts are free")
        program.ask("go")
        wait_for_events(program.pid, 10_000)
        second = program.totals("halt")
        ask(program.pid, "dump", tmp_path / "a.kpath")
        program.ask("go")
        assert attached.end() == 0
        program.totals("finish")
        assert program.end() == 0
    check_window(tmp_path / "a.kpath", first, second)
    assert Profile.open(tmp_path / "p.kpath").completeness.verdict is not Verdict.NOT_EXACT
