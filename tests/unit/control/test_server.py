"""Tests how a recording answers requests, and how clients send the requests."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.own_places import use_only
from builders.waiting import LIMIT_SECONDS, wait_for, wait_for_state
from kpath_jvm.control import client, places
from kpath_jvm.control.client import NoAnswerError, connected
from kpath_jvm.control.messages import (
    ControlAnswer,
    ControlRequest,
    Status,
    Verb,
    answer_of,
    encoded,
)
from kpath_jvm.control.server import Server
from kpath_jvm.errors import KpathError
from unit.control.test_messages import STATUS

PID = os.getpid()


class Recording:
    """A made-up recording that keeps the requests that it gets.

    It refuses ``stop`` and fails at ``start``. A ``dump`` lasts until ``may_dump`` is set, or until
    its client is gone.
    """

    def __init__(self) -> None:
        self.asked: list[ControlRequest] = []
        self.may_dump = threading.Event()
        self.gone: list[bool] = []

    def status(self) -> Status:
        return STATUS

    def do(self, request: ControlRequest, is_gone: Callable[[], bool]) -> Status | None:
        self.asked.append(request)
        if request.look:
            return replace(STATUS, events=7)
        if request.verb is Verb.STOP:
            raise KpathError("cannot stop: it is stopped")
        if request.verb is Verb.START:
            raise MemoryError("no room")
        if request.verb is Verb.DUMP:
            wait_for(lambda: self.may_dump.is_set() or is_gone(), "the dump may end")
            self.gone.append(is_gone())
        return None


@pytest.fixture
def recording() -> Recording:
    return Recording()


@pytest.fixture(autouse=True)
def server(
    recording: Recording, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Server]:
    """Yields a server that listens under the id of this process."""
    use_only(tmp_path, monkeypatch)
    server = Server(PID, recording)
    yield server
    server.close()


def test_the_answer_to_a_look_has_the_look_s_status() -> None:
    with connected(PID) as one:
        assert one.done(ControlRequest(verb=Verb.DUMP, look=True)).events == 7
        assert one.status() == STATUS


def test_one_connection_may_send_several_requests(recording: Recording) -> None:
    with connected(PID) as connection:
        assert connection.status() == STATUS
        assert connection.done(ControlRequest(verb=Verb.RESET)) == STATUS
        with pytest.raises(KpathError, match="cannot stop: it is stopped"):
            connection.done(ControlRequest(verb=Verb.STOP))
        assert connection.ask(ControlRequest(verb=Verb.STOP)).status == STATUS
    assert [one.verb for one in recording.asked] == ["status", "reset", "stop", "stop"]


def test_whatever_fails_is_answered_and_the_connection_goes_on() -> None:
    with connected(PID) as connection:
        with pytest.raises(KpathError, match="the recorder failed: MemoryError: no room; the rec"):
            connection.done(ControlRequest(verb=Verb.START))
        assert connection.status() == STATUS


def test_other_clients_are_answered_while_one_waits(recording: Recording) -> None:
    with connected(PID) as first, connected(PID) as second:
        waiting = threading.Thread(target=first.ask, args=[ControlRequest(verb=Verb.DUMP)])
        waiting.start()
        assert second.status() == STATUS
        recording.may_dump.set()
        waiting.join(LIMIT_SECONDS)
        assert not waiting.is_alive()


def test_a_client_that_has_gone_is_noticed(recording: Recording) -> None:
    with connected(PID) as first:
        waiting = threading.Thread(target=first.ask, args=[ControlRequest(verb=Verb.DUMP)])
        waiting.start()
        recording.may_dump.set()
        waiting.join(LIMIT_SECONDS)
    recording.may_dump.clear()
    with socket.socket(socket.AF_UNIX) as one:
        one.connect(str(next(places.sockets(PID))))
        one.sendall(encoded(ControlRequest(verb=Verb.DUMP)))
        wait_for(lambda: len(recording.asked) == 2, "the second dump waits")
    wait_for(lambda: len(recording.gone) == 2, "the second dump knows that nobody waits for it")
    assert recording.gone == [False, True]


def test_malformed_requests_are_answered_too() -> None:
    with socket.socket(socket.AF_UNIX) as one:
        one.connect(str(next(places.sockets(PID))))
        one.sendall(b"hello\n")
        answer = answer_of(one.makefile("rb").readline())
    assert answer.error is not None
    assert answer.error.startswith("not a request")


def test_a_recorder_s_end_gives_an_error_of_one_line() -> None:
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(places.socket_in(places.make_directory(), 1)))
    listening.listen()

    def hang_up() -> None:
        one, _ = listening.accept()
        one.recv(1)
        one.close()

    threading.Thread(target=hang_up, daemon=True).start()
    with (
        listening,
        connected(1) as connection,
        pytest.raises(KpathError, match="has ended before it answered reset") as error,
    ):
        connection.ask(ControlRequest(verb=Verb.RESET))
    assert "`kpath-jvm recover`" in str(error.value)


def test_a_second_recorder_of_the_same_process_is_refused(recording: Recording) -> None:
    with pytest.raises(FileExistsError, match="another kpath-jvm"):
        Server(PID, recording)


def test_a_closed_server_leaves_no_socket(server: Server, tmp_path: Path) -> None:
    server.close()
    assert list(tmp_path.glob("*/*.sock")) == []
    with pytest.raises(KpathError, match="it isn't a JVM"), connected(PID):
        pass


def test_a_dead_recorder_s_socket_is_reported_and_removed(
    server: Server, recording: Recording
) -> None:
    server.close()
    place = places.socket_in(places.make_directory(), PID)
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(place))
    with pytest.raises(KpathError, match="is dead; `kpath-jvm recover`"), connected(PID):
        pass
    assert not place.exists()
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(place))
    again = Server(PID, recording)
    with connected(PID) as connection:
        assert connection.status() == STATUS
    again.close()


def test_errors_list_the_recorded_processes(tmp_path: Path) -> None:
    with pytest.raises(KpathError, match=f"recorded now: {PID}$"), connected(2**22):
        pass
    for pid in range(10, 15):
        (tmp_path / "kpath-jvm" / f"{pid}.sock").touch()
    with pytest.raises(KpathError, match="recorded now: 10, 11, 12, 13, …"), connected(2**22):
        pass


def test_the_directory_has_only_the_socket(tmp_path: Path) -> None:
    """The temporary name under which the socket was bound is gone."""
    assert [path.name for path in tmp_path.glob("*/*")] == [f"{PID}.sock"]


@contextmanager
def another() -> Iterator[subprocess.Popen[str]]:
    """Yields a process that listens under its own process id.

    The process's dump lasts until a line is written to its stdin.
    """
    program = (
        "import os, sys, threading\n"
        "from kpath_jvm.control.server import Server\n"
        "from unit.control.test_messages import STATUS\n"
        "class Recording:\n"
        "    def status(self): return STATUS\n"
        "    def do(self, request, is_gone):\n"
        "        if request.verb == 'dump':\n"
        "            print('dumping', flush=True); sys.stdin.readline()\n"
        "Server(os.getpid(), Recording())\n"
        "print('ready', flush=True)\n"
        "threading.Event().wait()\n"
    )
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=pipe, stdout=pipe, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    ) as process:  # fmt: skip
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            yield process
        finally:
            process.send_signal(signal.SIGCONT)
            process.kill()


def stop(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGSTOP)
    wait_for_state(process.pid, "T")


def test_stopped_recorders_get_no_requests() -> None:
    with another() as process, connected(process.pid) as connection:
        assert connection.status() == STATUS
        stop(process)
        for verb in (Verb.STATUS, Verb.DUMP, Verb.RESET):
            with pytest.raises(NoAnswerError) as error:
                connection.ask(ControlRequest(verb=verb))
            assert str(error.value) == (
                f"the kpath-jvm that records process {process.pid} is stopped (process "
                f"{process.pid}); it goes on with `kill -CONT {process.pid}`, or with fg in its "
                "terminal"
            )
        process.send_signal(signal.SIGCONT)
        assert connection.status() == STATUS


def test_recorders_may_be_stopped_during_a_dump() -> None:
    with another() as process, connected(process.pid) as connection:
        errors: list[KpathError] = []

        def dump() -> None:
            try:
                connection.ask(ControlRequest(verb=Verb.DUMP))
            except KpathError as error:
                errors.append(error)

        asking = threading.Thread(target=dump)
        asking.start()
        assert process.stdout is not None
        assert process.stdout.readline() == "dumping\n"
        stop(process)
        asking.join(LIMIT_SECONDS)
        assert "is stopped" in str(errors[0])
        assert str(errors[0]).endswith(
            "and then does the dump, or refuses it if more must be counted first"
        )


def test_dumps_may_take_longer_than_a_status(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "STATUS_SECONDS", 0.0)
    monkeypatch.setattr(client, "_LOOK_SECONDS", 0.01)
    looks: list[int] = []
    monkeypatch.setattr(client, "is_stopped", looks.append)
    with another() as process, connected(process.pid) as connection:
        answers: list[ControlAnswer] = []
        asking = threading.Thread(
            target=lambda: answers.append(connection.ask(ControlRequest(verb=Verb.DUMP)))
        )
        asking.start()
        assert process.stdout is not None
        assert process.stdout.readline() == "dumping\n"
        # The client repeatedly checks whether the recorder is stopped, and goes on waiting.
        wait_for(lambda: len(looks) > 5, "the client has looked several times")
        assert asking.is_alive()
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
        asking.join(LIMIT_SECONDS)
        assert answers[0].error is None


def test_a_recorder_without_an_answer_to_status_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(client, "STATUS_SECONDS", 0.1)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(places.socket_in(places.make_directory(), 1)))
        listening.listen()
        with connected(1) as connection, pytest.raises(NoAnswerError) as error:
            connection.status()
    assert f"(process {PID}) has not answered for 0.1 s; ask again when" in str(error.value)


def test_a_recorder_with_waiting_callers_is_not_considered_dead() -> None:
    with another() as process, ExitStack() as calling:
        stop(process)
        place = next(places.sockets(process.pid))

        def call() -> None:
            for _ in range(100):
                calling.enter_context(connected(process.pid))

        with pytest.raises(NoAnswerError, match=rf"is stopped \(process {process.pid}\)"):
            call()
        assert place.is_socket()
