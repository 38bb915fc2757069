"""Records a server under load, and tests what its clients see and what the agent leaves behind."""

import signal
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import kpath_command as kpath
from builders.waiting import wait_for
from kpath_jvm import Profile
from live_code import code_in_use, code_of
from loaded_server import (
    Belongings,
    Load,
    Server,
    load,
    server,
    server_jar,
)

RATE = 100.0
#: The packages whose code is read from the JVM's memory. All code that answers requests is in them.
PACKAGES = ("server", "org.apache", "com.fasterxml", "jakarta")
HANDLER = "server/Shop$Answers"

pytestmark = pytest.mark.slow


@dataclass
class Loaded:
    """The server and its load.

    ``belongings`` has the files, threads and sockets of the server's process before the test did
    anything.
    """

    target: Server
    requests: Load
    belongings: Belongings

    def answered(self) -> int:
        return len(self.requests.answers())

    def wait_until_left(self) -> None:
        """Waits until nothing of an agent is left in the server.

        The message that the agent leaves comes a moment earlier.
        """
        wait_for(
            lambda: Belongings.of(self.target.pid).beyond(self.belongings) == "",
            "nothing of the agent is left in the server",
        )


@pytest.fixture
def loaded(home: Path, tmp_path: Path) -> Iterator[Loaded]:
    """Yields a server whose requests are being answered."""
    kpath.ensure_jars()
    server_jar()
    with server(home, tmp_path) as target, load(target, RATE, tmp_path) as requests:
        wait_for(lambda: len(requests.answers()) > 3 * RATE, "requests are answered")
        yield Loaded(target, requests, Belongings.of(target.pid))


def begun(target: Server, directory: Path, *options: str) -> "subprocess.Popen[bytes]":
    """Starts an attach, waits until it records, and returns its process."""
    # The segments get their own directory, so that the test can see whether any segment is left.
    segments = directory / "segments"
    segments.mkdir(exist_ok=True)
    own = ("--no-report", "-k", "4", "--segment-dir", str(segments))
    words = ("attach", str(target.pid), *own, *options)
    process = kpath.start(*words, directory=directory)
    assert process.stderr is not None
    said = []
    for line in process.stderr:
        said.append(line.decode())
        if b"attached to process" in line:
            return process
    raise AssertionError(said)


def ended(process: "subprocess.Popen[bytes]") -> str:
    """Ends an attach as Ctrl-C does, checks that it succeeds, and returns what it printed."""
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=kpath.TIMEOUT_SECONDS)[1].decode()
    assert process.returncode == 0, said
    return said


def entries(profile: Path) -> int:
    """Returns the number of requests whose start a profile has counted."""
    methods = Profile.open(profile).methods
    (count,) = methods[(methods["class"] == HANDLER) & (methods["name"] == "doGet")]["entries"]
    return int(count)


def code(target: Server, directory: Path) -> dict[str, str]:
    """Returns the code that the server runs, by class."""
    return code_in_use(target.home, target.pid, directory, PACKAGES)


def some_requests(loaded: Loaded, count: int = 200) -> None:
    """Waits until ``count`` more requests are answered."""
    before = loaded.answered()
    wait_for(lambda: loaded.answered() >= before + count, f"{count} more requests are answered")


def test_an_attach_leaves_the_server_as_it_was(loaded: Loaded, tmp_path: Path) -> None:
    target = loaded.target
    native = code(target, tmp_path / "code1")
    assert len(native) > 400

    process = begun(target, tmp_path, "-o", "1.kpath")
    before = loaded.answered()
    some_requests(loaded)
    after = loaded.answered()
    # Check that the comparison can find a difference at all.
    instrumented = code(target, tmp_path / "code2")
    assert (
        instrumented["public final class server.Shop"] != native["public final class server.Shop"]
    )
    assert Belongings.of(target.pid).beyond(loaded.belongings) != ""
    assert "left process" in ended(process)

    back = code(target, tmp_path / "code3")
    assert {name: back[name] for name in native} == native
    loaded.wait_until_left()
    assert list((tmp_path / "segments").iterdir()) == []
    # The JVM must show agents the same classes before and after a recording. This is checked after
    # the code in use, because showing a class to an agent also restores the class's code.
    shown = code_of(target.home, target.shown_to_agents(tmp_path / "shown1"))
    second = begun(target, tmp_path, "-o", "2.kpath", "--scope", "loops")
    some_requests(loaded)
    assert "left process" in ended(second)
    again = code_of(target.home, target.shown_to_agents(tmp_path / "shown2"))
    assert len(shown) > 400
    assert {name: again[name] for name in shown} == shown
    loaded.wait_until_left()

    loaded.requests.settled()
    answers = loaded.requests.end()
    assert {answer.outcome for answer in answers} == {"right"}
    # The profile has nearly all requests that were answered while this test waited for them, and no
    # more requests than were sent in all.
    assert after - before - 50 <= entries(tmp_path / "1.kpath") <= len(answers)
    for name in ("1.kpath", "2.kpath"):
        run = Profile.open(tmp_path / name).run
        # The server's threads never end, so some activations are unfinished. The profile gives
        # this reason for its verdict, and one other reason.
        assert run.lost_events == 0
        reasons = [it for it in run.completeness.reasons if "unfinished activation" not in it]
        assert len(reasons) == 1
        assert "what began within the recording is counted" in reasons[0]


def controlled(target: Server, directory: Path, *words: str) -> str:
    """Runs `ctl` or `live`, which must succeed with an empty stderr, and returns its stdout."""
    verb, *rest = words
    done = kpath.run(verb, str(target.pid), *rest, directory=directory)
    assert (done.returncode, done.stderr) == (0, b""), done.stderr
    return done.stdout.decode()


def test_a_server_can_be_watched_reset_and_dumped(loaded: Loaded, tmp_path: Path) -> None:
    target = loaded.target
    process = begun(target, tmp_path, "-o", "last.kpath")
    some_requests(loaded)
    controlled(target, tmp_path, "ctl", "dump", "-o", "warm.kpath")
    assert "Work" in controlled(target, tmp_path, "live", "--once")
    sent = loaded.answered()
    controlled(target, tmp_path, "ctl", "reset")
    some_requests(loaded)
    controlled(target, tmp_path, "ctl", "dump", "-o", "first.kpath")
    some_requests(loaded)
    controlled(target, tmp_path, "ctl", "dump", "-o", "second.kpath")
    ended(process)
    loaded.wait_until_left()
    loaded.requests.settled()
    answers = loaded.requests.end()
    assert {answer.outcome for answer in answers} == {"right"}
    # The reset excludes the warm-up. The second profile also has all requests of the first, and the
    # last profile has all requests of the second.
    first, second, last = (
        entries(tmp_path / f"{name}.kpath") for name in ("first", "second", "last")
    )
    assert entries(tmp_path / "warm.kpath") >= 150
    assert first >= 150
    assert first + 150 <= second <= last <= len(answers) - sent + 50
