"""Tests ``kpath-jvm ctl``: recordings are inspected, dumped, reset, stopped and started."""

import json
import os
import random
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import kpath_command as kpath
from builders.turns import HOMES, NEWEST, in_turns
from builders.waiting import wait_for, wait_for_end, wait_for_state
from kpath_jvm import Profile
from kpath_jvm.control import places
from kpath_jvm.control.client import connected
from kpath_jvm.control.messages import ControlRequest, Status, Verb
from served import Attached, Counts, Served, counts, served
from small_filesystem import small_file_system


@pytest.fixture(autouse=True)
def runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yields a directory for sockets, and checks afterwards that no socket is left there."""
    directory = tmp_path / "runtime"
    directory.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(directory))
    yield directory
    assert list(directory.glob("*/*.sock")) == []


class Launched(Served):
    """The program ``Served``, started by `kpath-jvm run`."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        super().__init__(process)
        assert process.stdout is not None
        assert process.stdout.readline().strip() == "ready"
        self.pid = kpath.target_pid(process.pid)

    def end(self) -> int:
        """Ends the program and returns the exit status of `run`."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(kpath.TIMEOUT_SECONDS)


@contextmanager
def launched(
    classes: str, home: Path, directory: Path, *options: str, k: int = 4
) -> Iterator[Launched]:
    java = [str(home / "bin" / "java"), "-cp", classes, "Served"]
    own = ["run", "-k", str(k), "-o", "p.kpath", "--no-report", *options, "--", *java]
    with (directory / "stderr").open("w") as errors, subprocess.Popen(
        kpath.command(own), cwd=directory, env=kpath.environment(), text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, start_new_session=True,
    ) as process:  # fmt: skip
        try:
            one = Launched(process)
            wait_for(lambda: one.pid in places.recorded(), "the recording listens")
            yield one
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def ctl(pid: int, *words: str, directory: Path) -> "subprocess.CompletedProcess[bytes]":
    return kpath.run("ctl", str(pid), *words, directory=directory)


def done(pid: int, *words: str, directory: Path) -> str:
    found = ctl(pid, *words, directory=directory)
    assert found.returncode == 0, found.stderr
    return found.stdout.decode()


def ask(pid: int, verb: str, output: Path | None = None) -> Status:
    """Sends a command to the recording as ``ctl`` does, but from this process."""
    with connected(pid) as recording:
        place = None if output is None else str(output)
        return recording.done(ControlRequest(verb=Verb(verb), output=place))


def status(pid: int, directory: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(done(pid, "status", "--json", directory=directory))
    return found


def refused(pid: int, *words: str, directory: Path, fragment: str) -> None:
    found = ctl(pid, *words, directory=directory)
    kpath.check_one_line(found, fragment, status=2)


def added(parts: list[Counts]) -> Counts:
    """Returns the sum of the counts of several pieces of work."""
    total: Counts = {}
    for part in parts:
        for method, (figures, ngrams) in part.items():
            before, grams = total.get(method, ((0, 0, 0, 0), {}))
            sums = tuple(a + b for a, b in zip(before, figures, strict=True))
            total[method] = (sums, dict(Counter(grams) + Counter(ngrams)))
    return total


def something(found: Counts) -> Counts:
    """Returns the counts without the methods for which nothing was counted."""
    return {method: one for method, one in found.items() if any(one[0]) or one[1]}


@pytest.fixture(scope="module")
def pieces(classes: str, tmp_path_factory: pytest.TempPathFactory) -> dict[int, Counts]:
    """Returns the counts of each piece of work, by its number, from runs without ``ctl``."""
    found = {}
    for seed in (1, 2, 3):
        directory = tmp_path_factory.mktemp("piece")
        java = [str(NEWEST / "bin" / "java"), "-cp", classes, "Served"]
        run = kpath.run(
            "run", "-k", "4", "-o", "p.kpath", "--no-report", "--", *java,
            directory=directory, stdin=f"work {seed}\n".encode(),
        )  # fmt: skip
        assert run.returncode == 0, run.stderr
        found[seed] = counts(directory / "p.kpath")
    return found


@pytest.mark.parametrize("home", in_turns([()], HOMES))
def test_dumps_of_an_attached_and_of_a_launched_run_agree(
    classes: str, home: Path, pieces: dict[int, Counts], tmp_path: Path
) -> None:
    with launched(classes, home, tmp_path) as program:
        program.ask("work 1")
        assert "dumped to a.kpath" in done(program.pid, "dump", "-o", "a.kpath", directory=tmp_path)
        program.ask("work 2")
        done(program.pid, "dump", "-o", "b.kpath", directory=tmp_path)
        assert status(program.pid, tmp_path)["dumps"] == 2
        assert program.end() == 0
    with served(classes, home) as target:
        attached = Attached(target, tmp_path, "-o", "q.kpath")
        target.ask("work 1")
        done(target.pid, "dump", "-o", "c.kpath", directory=tmp_path)
        target.ask("work 2")
        done(target.pid, "end", directory=tmp_path)
        assert attached.wait() == 0
    assert counts(tmp_path / "a.kpath") == counts(tmp_path / "c.kpath") == pieces[1]
    assert counts(tmp_path / "b.kpath") == added([pieces[1], pieces[2]])
    assert counts(tmp_path / "p.kpath") == counts(tmp_path / "q.kpath")
    run = Profile.open(tmp_path / "a.kpath").run
    assert run.completeness.reasons[0].startswith("a snapshot of a recording that went on")
    assert run.exit_status is None
    assert Profile.open(tmp_path / "p.kpath").run.completeness.verdict == "exact"


#: Sets of options of `run`. With each set, a test sends random commands to a recording.
WAYS = [
    ("--workers", "2"), ("--engine", "k-sf"), ("--no-packing",), ("--per-thread",),
    ("--segment-size", "2M", "--journal", "0"),
]  # fmt: skip
#: The first options of the sets whose tests aren't slow.
SHORT = ("--workers", "--per-thread")


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(way, id=way[0], marks=[] if way[0] in SHORT else pytest.mark.slow)
        for way in WAYS
    ],
)
def test_dumps_between_random_verbs_have_the_right_counts(
    classes: str, pieces: dict[int, Counts], tmp_path: Path, options: tuple[str, ...]
) -> None:
    seed = random.randrange(10**6)
    # pytest shows this line if the test fails.
    print(f"seed {seed}")
    chance = random.Random(seed)
    kept: list[Counts] = []
    is_counting, number = True, 0
    with launched(classes, NEWEST, tmp_path, *options) as program:
        for _ in range(14):
            what = chance.choice(["work", "work", "work", "dump", "reset", "turn"])
            if what == "work":
                piece = chance.choice([1, 2, 3])
                program.ask(f"work {piece}")
                kept += [pieces[piece]] if is_counting else []
            elif what == "dump":
                number += 1
                ask(program.pid, "dump", tmp_path / f"{number}.kpath")
                assert something(counts(tmp_path / f"{number}.kpath")) == something(added(kept))
            elif what == "reset":
                ask(program.pid, "reset")
                kept.clear()
            else:
                ask(program.pid, "stop" if is_counting else "start")
                is_counting = not is_counting
        assert program.end() == 0
    assert something(counts(tmp_path / "p.kpath")) == something(added(kept))


def test_a_live_activation_is_counted_anew_after_a_reset_and_a_stop(
    classes: str, pieces: dict[int, Counts], tmp_path: Path
) -> None:
    with launched(classes, NEWEST, tmp_path) as program:
        program.ask("hold platform")
        program.ask("work 1")
        # The engine counts events a little later than the program emits them.
        wait_for(lambda: ask(program.pid, "status").events, "the engine has counted something")
        ask(program.pid, "reset")
        program.ask("work 2")
        ask(program.pid, "stop")
        program.ask("work 3")
        assert ask(program.pid, "status").state == "paused"
        refused(program.pid, "stop", directory=tmp_path, fragment="`start` resumes it")
        ask(program.pid, "start")
        refused(program.pid, "start", directory=tmp_path, fragment="`stop` ends it")
        program.ask("turn")
        ask(program.pid, "dump", tmp_path / "a.kpath")
        program.ask("release")
        assert program.end() == 0
    for name in ("a.kpath", "p.kpath"):
        assert counts(tmp_path / name) == pieces[2]
        (held, ngrams) = counts(tmp_path / name, "Served$Held")[("hold", "()V")]
        assert held[0] == held[3] == 0
        # Only paths of the loop are counted: the method was entered before the reset.
        assert len(ngrams) in (4, 8)
        text = " ".join(Profile.open(tmp_path / name).run.completeness.reasons)
        assert "was reset after" in text
        assert "counting was stopped once" in text
        assert "may have held back up to" in text


def test_recover_gives_the_counts_since_the_reset(
    classes: str, pieces: dict[int, Counts], tmp_path: Path, segments: Path
) -> None:
    with launched(classes, NEWEST, tmp_path, "--segment-dir", str(segments)) as program:
        program.ask("work 1")
        ask(program.pid, "reset")
        program.ask("work 2")
        ask(program.pid, "stop")
        program.ask("work 3")
        ask(program.pid, "start")
        program.ask("work 3")
        program.process.kill()
        program.process.wait()
        refused(program.pid, "status", directory=tmp_path, fragment="`kpath-jvm recover`")
        program.ask("exit")
        wait_for_end(program.pid)
        (left,) = segments.iterdir()
        found = kpath.run("recover", str(left), "-o", "r.kpath", directory=tmp_path)
        assert found.returncode == 0, found.stderr
    assert counts(tmp_path / "r.kpath") == added([pieces[2], pieces[3]])
    text = " ".join(Profile.open(tmp_path / "r.kpath").run.completeness.reasons)
    assert "it was reset while it was recorded" in text
    assert "recording was stopped once" in text


def test_an_impossible_request_gets_one_line(classes: str, tmp_path: Path, runtime: Path) -> None:
    refused(2**22, "status", directory=tmp_path, fragment="there is no such process")
    refused(os.getpid(), "status", directory=tmp_path, fragment="it isn't a JVM")
    with launched(classes, NEWEST, tmp_path) as program:
        pid = program.pid
        (tmp_path / "there").mkdir()
        refused(pid, "dump", "-o", "there", directory=tmp_path, fragment="pass --force")
        refused(pid, "dump", "-o", "no/p", directory=tmp_path, fragment="no directory")
        refused(pid, "dump", "-o", "p.kpath", directory=tmp_path, fragment="at the end")
        refused(pid, "end", directory=tmp_path, fragment="records it to its end")
        wrong = ctl(pid, "pause", directory=tmp_path)
        kpath.check_one_line(wrong, "'pause' is not one of", status=2)
        wrong = ctl(pid, "reset", "--force", directory=tmp_path)
        kpath.check_one_line(wrong, "--force is for dump", status=2)
        assert (runtime / "kpath-jvm").stat().st_mode & 0o777 == 0o700
        done(pid, "dump", "-o", "a.kpath", directory=tmp_path)
        done(pid, "dump", "-o", "a.kpath", "--force", directory=tmp_path)
        assert program.end() == 0


def test_a_full_disk_prevents_only_the_dump(
    classes: str, pieces: dict[int, Counts], tmp_path: Path
) -> None:
    try:
        with (
            small_file_system(tmp_path, "32k") as small,
            launched(classes, NEWEST, tmp_path) as program,
        ):
            program.ask("work 1")
            place = str(small / "d.kpath")
            refused(program.pid, "dump", "-o", place, directory=tmp_path, fragment="No space left")
            assert list(small.iterdir()) == []
            program.ask("work 2")
            assert program.end() == 0
    except OSError as error:
        pytest.skip(str(error))
    assert counts(tmp_path / "p.kpath") == added([pieces[1], pieces[2]])


def test_dumps_of_a_running_program_grow_and_change_nothing(classes: str, tmp_path: Path) -> None:
    with launched(classes, NEWEST, tmp_path, "--per-thread") as program:
        program.ask("hold platform")
        found = []
        for number in range(2):
            program.ask("turn")
            ask(program.pid, "dump", tmp_path / f"{number}.kpath")
            found.append(counts(tmp_path / f"{number}.kpath", "Served$Held"))
        program.ask("release")
        assert program.end() == 0
    found.append(counts(tmp_path / "p.kpath", "Served$Held"))
    for before, after in pairwise(found):
        for method, (_, ngrams) in before.items():
            assert all(after[method][1][gram] >= count for gram, count in ngrams.items())
        assert before != after
    assert Profile.open(tmp_path / "p.kpath").run.completeness.verdict == "exact"


def test_no_command_waits_for_a_stopped_kpath_jvm(classes: str, tmp_path: Path) -> None:
    with served(classes, NEWEST) as target:
        attached = Attached(target, tmp_path, "-o", "p.kpath")
        recorder = attached.process.pid
        os.kill(recorder, signal.SIGSTOP)
        wait_for_state(recorder, "T")
        line = f"the kpath-jvm that records process {target.pid} is stopped (process {recorder}); "
        for words in (["status"], ["status", "--json"], ["dump", "-o", "d.kpath"], ["end"]):
            refused(target.pid, *words, directory=tmp_path, fragment=line)
        for what in (str(target.pid), str(recorder), "p.kpath"):
            found = kpath.run("live", what, "--once", directory=tmp_path)
            kpath.check_one_line(found, f"{line}it goes on with `kill -CONT {recorder}`", status=2)
        os.kill(recorder, signal.SIGCONT)
        assert status(target.pid, tmp_path)["state"] == "recording"
        assert not (tmp_path / "d.kpath").exists()
        assert attached.end() == 0
