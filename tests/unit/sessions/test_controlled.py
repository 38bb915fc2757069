"""Tests what a recording does on request, and the errors if it can't serve a request."""

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from builders.checked import checked
from builders.waiting import LIMIT_SECONDS
from kpath_jvm.control.messages import ControlRequest, State, Verb
from kpath_jvm.errors import GivenUpError, KpathError
from kpath_jvm.records.completeness import Cause, Fact
from kpath_jvm.sessions import controlled, turns
from kpath_jvm.sessions.controlled import Controlled, listen
from kpath_jvm.sessions.dumped import LOOK, SNAPSHOT


class Engine:
    """A made-up engine that lists the requests to it and to the agent in ``changes``.

    ``refusal`` is the agent's reason for refusing cuts, or None if the agent makes them.
    """

    def __init__(self) -> None:
        self.changes: list[str] = []
        self.refusal: str | None = None
        self.count = 0
        self.backlog = 3 << 20
        self.is_behind = threading.Event()
        self.waits = threading.Event()

    def emitted(self) -> int:
        return self.count

    def backlog_bytes(self) -> int:
        return self.backlog

    def behind_seconds(self) -> float:
        return 4.0

    def events(self) -> int:
        return self.count

    def engine_bytes(self) -> int:
        return 10

    def spilled_bytes(self) -> int:
        return 0

    def hold(self) -> int:
        self.changes.append("hold")
        return 5

    def release(self, part: int) -> None:
        self.changes.append(f"release {part}")

    def drop_until(self, part: int) -> None:
        self.changes.append(f"drop {part}")

    def conclude(self, part: int) -> None:
        self.changes.append(f"conclude {part}")

    def tell(self, part: int) -> None:
        self.changes.append(f"tell {part}")

    def so_far(self, part: int | None, is_given_up: Callable[[], bool] = lambda: False) -> Any:
        """Returns the counts so far.

        Unless ``part`` is None, this function waits while ``is_behind`` is set, as if events still
        had to be counted.
        """
        assert part is None or self.changes[-1] in ("GOES_ON", "BEGINS_ANEW")
        while part is not None and self.is_behind.is_set():
            self.waits.set()
            if is_given_up():
                raise GivenUpError("it was given up")
        # For a look, ``part`` is None, and the engine leaves a large backlog uncounted.
        uncounted = self.backlog if part is None and self.backlog > 5 << 20 else 0
        return SimpleNamespace(uncounted_bytes=uncounted, events=self.events() + 1000)

    def ask_for_cut(self, kind: str) -> int:
        self.changes.append(kind)
        return 1


@pytest.fixture
def engine() -> Engine:
    return Engine()


@pytest.fixture
def recording(engine: Engine, tmp_path: Path) -> Controlled:
    """Returns a recording of process 7, which was launched."""
    return made(engine, tmp_path)


def made(engine: Engine, tmp_path: Path, **request: Any) -> Controlled:
    asked = {
        "k": 4, "no_profile": False, "program": None,
        "agent": SimpleNamespace(profiler="stream"),
    }  # fmt: skip
    prepared: Any = SimpleNamespace(
        request=SimpleNamespace(**(asked | request)),
        program=SimpleNamespace(name="P"),
        destination=tmp_path / "p.kpath",
    )
    segment: Any = SimpleNamespace(
        header=lambda: SimpleNamespace(target_pid=7, waited_seconds=1e9, leases=2),
        get=lambda _: os.getpid(),
        ask_for_cut=engine.ask_for_cut,
        answer_to_cut=lambda _: engine.refusal is None,
    )
    draining: Any = SimpleNamespace(engine=engine, memory_bytes=100, so_far=engine.so_far)
    directory: Any = SimpleNamespace(
        methods=tmp_path / "methods.jsonl", agent_lines=lambda: [engine.refusal]
    )
    return Controlled(prepared, segment, draining, directory, list)


def ask(recording: Controlled, verb: Verb, **more: Any) -> None:
    recording.do(ControlRequest(verb=verb, **more))


def test_stops_and_starts_alternate(recording: Controlled, engine: Engine) -> None:
    with pytest.raises(KpathError, match="cannot start: counting is on already"):
        ask(recording, Verb.START)
    ask(recording, Verb.STOP)
    assert recording.status().state is State.PAUSED
    with pytest.raises(KpathError, match="cannot stop: counting is stopped already"):
        ask(recording, Verb.STOP)
    ask(recording, Verb.RESET)
    ask(recording, Verb.START)
    assert recording.status().state is State.RECORDING
    # The reset needs no cut, as the recording was cut when it was stopped.
    assert engine.changes == [
        "STOPS", "hold", "drop 5", "hold", "BEGINS_ANEW", "conclude 5"
    ]  # fmt: skip
    assert recording.status().resets == 1


def test_a_stop_waits_until_a_start_is_over(
    recording: Controlled, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(recording, Verb.STOP)
    begun, may_end, has_waited = (threading.Event() for _ in range(3))
    conclude = engine.conclude

    def concluded(part: int) -> None:
        begun.set()
        assert may_end.wait(LIMIT_SECONDS)
        conclude(part)

    def sleep(_: float) -> None:
        has_waited.set()
        may_end.set()

    monkeypatch.setattr(engine, "conclude", concluded)
    with ThreadPoolExecutor() as threads:
        start = threads.submit(ask, recording, Verb.START)
        assert begun.wait(LIMIT_SECONDS)
        monkeypatch.setattr(turns.time, "sleep", sleep)
        try:
            ask(recording, Verb.STOP)
        finally:
            may_end.set()
        start.result(LIMIT_SECONDS)
    assert has_waited.is_set()
    assert recording.status().is_stopped
    assert engine.changes == ["STOPS", "hold", "BEGINS_ANEW", "conclude 5", "STOPS"]


def test_a_cut_that_the_agent_refuses_changes_nothing(
    recording: Controlled, engine: Engine, tmp_path: Path
) -> None:
    engine.refusal = "the cut can't be made: it is odd"
    with pytest.raises(
        KpathError, match=r"^cannot reset: the cut can't be made: .*; the recording"
    ):
        ask(recording, Verb.RESET)
    with pytest.raises(KpathError, match=r"^cannot stop: the cut can't be made"):
        ask(recording, Verb.STOP)
    with pytest.raises(KpathError, match=r"^cannot dump: the cut can't be made"):
        ask(recording, Verb.DUMP, output=str(tmp_path / "d.kpath"), reset=True)
    assert engine.changes == [
        "hold", "BEGINS_ANEW", "release 5", "STOPS", "hold", "BEGINS_ANEW", "release 5"
    ]  # fmt: skip
    status = recording.status()
    assert (status.resets, status.dumps, status.state) == (0, 0, State.RECORDING)


@pytest.mark.parametrize(("reset", "last"), [(False, "release 5"), (True, "conclude 5")])
def test_a_waiting_dump_can_be_given_up_and_does_not_prevent_a_stop(
    recording: Controlled, engine: Engine, tmp_path: Path, reset: bool, last: str
) -> None:
    engine.is_behind.set()
    gone = threading.Event()
    request = ControlRequest(verb=Verb.DUMP, output=str(tmp_path / "d.kpath"), reset=reset)
    with ThreadPoolExecutor() as threads:
        dump = threads.submit(recording.do, request, gone.is_set)
        assert engine.waits.wait(LIMIT_SECONDS)
        with pytest.raises(KpathError, match=r"waits until everything .* \(3 MiB left\); to give"):
            ask(recording, Verb.RESET)
        ask(recording, Verb.STOP)
        status = recording.status()
        assert (status.state, status.doing, status.is_stopped) == (State.WRITING, Verb.DUMP, True)
        with pytest.raises(KpathError, match="cannot stop: counting is stopped already"):
            ask(recording, Verb.STOP)
        gone.set()
        with pytest.raises(
            KpathError, match="cannot dump: the command that asked for it has ended"
        ):
            dump.result(LIMIT_SECONDS)
    assert last in engine.changes
    assert (recording.status().dumps, recording.status().resets) == (0, 0)


def test_an_interrupted_end_gives_up_a_dump(
    recording: Controlled, engine: Engine, tmp_path: Path
) -> None:
    """At its end, a recording waits for a dump unless the wait is interrupted."""
    engine.is_behind.set()
    request = ControlRequest(verb=Verb.DUMP, output=str(tmp_path / "d.kpath"))
    with ThreadPoolExecutor() as threads:
        dump = threads.submit(recording.do, request)
        assert engine.waits.wait(LIMIT_SECONDS)
        recording.close(lambda _: True)
        with pytest.raises(KpathError, match="cannot dump: the recording was interrupted"):
            dump.result(LIMIT_SECONDS)
    with pytest.raises(KpathError, match="the recording is over"):
        ask(recording, Verb.RESET)


def test_a_dump_cuts_and_a_look_does_not(
    recording: Controlled, engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[list[str]] = []
    monkeypatch.setattr(controlled, "dump", lambda *given, **_: told.append(given[4]))
    place = str(tmp_path / "d.kpath")
    ask(recording, Verb.DUMP, output=place)
    assert engine.changes == ["hold", "GOES_ON", "release 5"]
    engine.changes.clear()
    ask(recording, Verb.DUMP, output=place, reset=True)
    assert engine.changes == ["hold", "BEGINS_ANEW", "tell 5"]
    assert recording.status().resets == 1
    engine.changes.clear()
    status = recording.do(ControlRequest(verb=Verb.DUMP, output=place, look=True))
    assert engine.changes == []
    assert [notes[0] for notes in told] == [SNAPSHOT, SNAPSHOT, LOOK]
    # The status has the figures that the look found, but doesn't mention the look itself.
    assert status is not None
    assert (status.state, status.doing, status.dumps) == (State.RECORDING, None, 2)
    assert (status.events, status.emitted) == (engine.events() + 1000, engine.events() + 1000)
    # `live` takes looks all the time, so looks aren't counted as dumps.
    assert recording.status().dumps == 2


def test_a_look_reports_a_backlog_and_a_dump_waits(
    recording: Controlled, engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worth: list[list[Fact]] = []
    monkeypatch.setattr(controlled, "dump", lambda *_, **given: worth.append([*given["facts"]]))
    place = str(tmp_path / "d.kpath")
    ask(recording, Verb.DUMP, output=place, look=True)
    engine.backlog = 6 << 20
    ask(recording, Verb.DUMP, output=place, look=True)
    engine.backlog = 77 << 20
    ask(recording, Verb.DUMP, output=place, look=True)
    ask(recording, Verb.DUMP, output=place)
    assert [[(one.cause, one.figure) for one in facts] for facts in worth] == [
        [], [(Cause.TWO_MOMENTS, 6 << 20)], [(Cause.TWO_MOMENTS, 77 << 20)], []
    ]  # fmt: skip
    assert worth[2][0].text.startswith("the engine was 4 s behind (77.0 MiB not counted yet)")


def test_a_dump_that_cannot_be_written_drops_nothing(
    recording: Controlled, engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise KpathError("No space left on device")

    monkeypatch.setattr(controlled, "dump", full)
    with pytest.raises(KpathError, match="No space left"):
        ask(recording, Verb.DUMP, output=str(tmp_path / "d.kpath"), reset=True)
    assert engine.changes == ["hold", "BEGINS_ANEW", "conclude 5"]
    assert recording.status().resets == 0


def test_the_share_of_waiting_is_at_most_1(recording: Controlled) -> None:
    # The made-up threads waited for longer than the recording has lasted.
    assert recording.status().waited_share == 1.0


def test_methods_are_counted_as_they_are_written(recording: Controlled, tmp_path: Path) -> None:
    assert recording.status().methods == 0
    file = tmp_path / "methods.jsonl"
    lines = checked({"kind": "method", "class": "A"}, {"kind": "skipped"})
    last = checked({"kind": "method", "class": "B"})
    file.write_text(lines + last[:20])
    assert recording.status().methods == 1
    with file.open("a") as more:
        more.write(last[20:])
    assert recording.status().methods == 2


def test_the_rate_is_measured_over_the_last_second(
    recording: Controlled, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(controlled.time, "monotonic", lambda: now[0])
    recording.poll()
    assert recording.status().events_per_second is None
    for _ in range(30):
        now[0] += 0.1
        engine.count += 50
        recording.poll()
    rate = recording.status().events_per_second
    assert rate is not None
    assert 490 < rate < 510
    engine.count = 0
    recording.poll()
    assert recording.status().events_per_second == 0


def test_nothing_is_emitted_while_counting_is_stopped(
    recording: Controlled, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(controlled.time, "monotonic", lambda: now[0])
    for _ in range(5):
        now[0] += 0.1
        engine.count += 50
        recording.poll()
    recording.do(ControlRequest(verb=Verb.STOP))
    assert recording.status().events_per_second == 0
    # What the engine counts from now on was emitted before the stop.
    engine.count += 50
    now[0] += 0.1
    recording.poll()
    assert recording.status().events_per_second == 0
    recording.do(ControlRequest(verb=Verb.START))
    for _ in range(2):
        now[0] += 0.1
        recording.poll()
    assert recording.status().events_per_second == 0


def test_only_status_and_stop_are_served_while_a_dump_is_written(
    recording: Controlled, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, may_end = threading.Event(), threading.Event()

    def dump(*_: Any, **__: Any) -> None:
        begun.set()
        assert may_end.wait(LIMIT_SECONDS)

    monkeypatch.setattr(controlled, "dump", dump)
    place = str(tmp_path / "a.kpath")
    dumping = threading.Thread(target=ask, args=[recording, Verb.DUMP], kwargs={"output": place})
    dumping.start()
    assert begun.wait(LIMIT_SECONDS)
    assert recording.status().state is State.WRITING
    for verb in (Verb.RESET, Verb.DUMP, Verb.START):
        with pytest.raises(KpathError, match="a dump of this recording is under way"):
            ask(recording, verb, output=place)
    ask(recording, Verb.STATUS)
    # The dump has made its cut, so a stop needn't wait for the dump's end.
    ask(recording, Verb.STOP)
    assert recording.status().is_stopped
    may_end.set()
    # Closing waits for the dump.
    recording.close()
    assert recording.status().dumps == 1
    dumping.join()
    with pytest.raises(KpathError, match="the recording is over"):
        ask(recording, Verb.RESET)


def test_requests_that_a_recording_cannot_serve_are_refused(engine: Engine, tmp_path: Path) -> None:
    launched = made(engine, tmp_path)
    with pytest.raises(KpathError, match="records it to its end"):
        ask(launched, Verb.END)
    with pytest.raises(KpathError, match="no place is given"):
        ask(launched, Verb.DUMP)
    uncounted = made(engine, tmp_path, no_profile=True)
    assert uncounted.status().profile is None
    for verb in (Verb.DUMP, Verb.RESET, Verb.STOP, Verb.START):
        with pytest.raises(KpathError, match="--no-profile"):
            ask(uncounted, verb, output="x")
    assert engine.changes == []


def test_a_recording_without_a_socket_goes_on(
    recording: Controlled, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise PermissionError(13, "Permission denied", str(tmp_path))

    monkeypatch.setattr(controlled, "Server", fail)
    said: list[str] = []
    reporter: Any = SimpleNamespace(say=said.append)
    assert listen(recording, 7, reporter) is None
    assert said == [
        f"`kpath-jvm ctl` can't reach this recording: {tmp_path} Permission denied; set "
        "XDG_RUNTIME_DIR to a directory of your own"
    ]
