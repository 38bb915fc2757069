"""Tests ``ctl``: its arguments, its requests and its output."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from builders.recordings import demo_recording, demo_run
from kpath_jvm.cli.main import run_verb
from kpath_jvm.control.messages import ControlRequest, State, Status, Verb
from kpath_jvm.errors import KpathError
from kpath_jvm.launch.jvms import ListedJvm
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.records.completeness import Cause, Fact, decided
from kpath_jvm.sessions import ctl

STATUS = Status(
    pid=17, program="Server", profile="/p.kpath", state=State.RECORDING, k=8, profiler="stream",
    seconds=12.34, events=1_234_567, events_per_second=5_600_000.0, waited_share=0.031,
    backlog_bytes=5 << 20, behind_seconds=9.0,
    engine_bytes=3 << 20, engine_limit=1 << 30, spilled_bytes=2 << 20, methods=1200, resets=1,
    dumps=2,
)  # fmt: skip


WORTH = decided([Fact(cause=Cause.HELD_BACK, text="something was held back")])


class Recording:
    """A made-up recording that keeps the requests it gets. A dump writes a demo profile."""

    def __init__(self) -> None:
        self.asked: list[ControlRequest] = []

    def status(self) -> Status:
        return STATUS

    def done(self, request: ControlRequest) -> Status:
        self.asked.append(request)
        if request.output is not None:
            place = Path(request.output)
            recorded = demo_recording(4).build(place.parent)
            write_profile(place, recorded, demo_run(completeness=WORTH))
        return STATUS


@pytest.fixture
def recording(monkeypatch: pytest.MonkeyPatch) -> Recording:
    """Returns the recording of process 17. There is no other recording."""
    found = Recording()

    @contextmanager
    def connected(pid: int) -> Iterator[Recording]:
        if pid != 17:
            raise KpathError(f"cannot control process {pid}: no kpath-jvm records it")
        yield found

    monkeypatch.setattr(ctl, "connected", connected)
    return found


def test_status_is_printed_in_lines(
    recording: Recording, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_verb(["ctl", "17", "status"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "process 17: Server",
        "state: recording, for 12.3 s; stream, k=8",
        "path completions: 1,234,567 streamed and counted, 5.6 M per second now; a dump also has "
        "those that aren't streamed",
        "not counted yet: 5 MiB, 9 s behind",
        "waited for the engine: 3.1% of the threads' time",
        "engine: 3 MiB of 1 GiB",
        "spilled to disk: 2 MiB",
        "methods: 1,200",
        "resets: 1, dumps: 2",
        "profile, at the end: /p.kpath",
    ]
    assert recording.asked == [ControlRequest(verb=Verb.STATUS)]


def test_a_stopped_recording_emits_nothing() -> None:
    """The status of a stopped recording has no rate of path completions."""
    stopped = replace(
        STATUS, state=State.PAUSED, is_stopped=True, backlog_bytes=0, events_per_second=82_310.0
    )
    assert ctl.lines(stopped)[1:3] == [
        "state: paused, for 12.3 s; stream, k=8",
        "path completions: 1,234,567 streamed; a dump also has those that aren't streamed",
    ]


def test_unknown_figures_are_left_out() -> None:
    names = (
        "events",
        "waited_share",
        "engine_bytes",
        "spilled_bytes",
        "methods",
        "profile",
        "backlog_bytes",
    )
    little = replace(STATUS, **dict.fromkeys(names))
    assert ctl.lines(little) == [
        "process 17: Server",
        "state: recording, for 12.3 s; stream, k=8",
        "resets: 1, dumps: 2",
    ]


def test_json_has_the_whole_status(
    recording: Recording, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_verb(["ctl", "17", "reset", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["events_per_second"] == 5_600_000.0
    assert document["state"] == "recording"
    assert set(document) == set(Status.__struct_fields__)
    assert [one.verb for one in recording.asked] == [Verb.RESET]


@pytest.mark.parametrize("what", ["reset", "start", "stop", "end"])
def test_each_request_is_confirmed_in_a_line(
    recording: Recording, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    assert run_verb(["ctl", "17", what]) == 0
    assert capsys.readouterr().out.splitlines()[0].endswith("process 17")
    assert recording.asked == [ControlRequest(verb=Verb(what))]


def test_a_dump_goes_where_the_caller_is(
    recording: Recording, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_verb(["ctl", "17", "dump", "-o", "a.kpath", "--force"]) == 0
    assert capsys.readouterr().out == (
        "dumped to a.kpath\n"
        "completeness: truncated, exact but for the end: something was held back\n"
    )
    assert run_verb(["ctl", "17", "dump"]) == 0
    capsys.readouterr()
    assert run_verb(["ctl", "17", "dump", "-o", "b.kpath", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["completeness"] == WORTH.document()
    first, second, _ = recording.asked
    assert first == ControlRequest(verb=Verb.DUMP, output=str(tmp_path / "a.kpath"), force=True)
    assert second.output is not None
    assert Path(second.output).parent == tmp_path
    assert Path(second.output).name.startswith("Server-")
    assert Path(second.output).name.endswith("-17-3.kpath")


def test_a_jvm_that_can_t_be_controlled_is_refused_with_the_reason(
    recording: Recording, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [ListedJvm(17, "app.Server"), ListedJvm(18, "app.Other")]
    monkeypatch.setattr("kpath_jvm.launch.jvms.jvms", lambda: found)
    monkeypatch.setattr("kpath_jvm.control.places.recorded", lambda: [17])
    assert run_verb(["ctl", "Other", "status"]) == 2
    assert capsys.readouterr().err == (
        "kpath-jvm: cannot control process 18: no kpath-jvm records it\n"
    )
    assert recording.asked == []
    assert run_verb(["ctl", "Server", "status"]) == 0
    assert [one.verb for one in recording.asked] == [Verb.STATUS]


@pytest.mark.parametrize(
    ("arguments", "status", "fragment"),
    [
        (["18", "status"], 2, "cannot control process 18"),
        (["17"], 2, "Missing argument"),
        (["no.Main", "status"], 2, "no JVM that is being recorded has 'no.Main' in its main class"),
        (["17", "pause"], 2, "'pause' is not one of"),
        (["17", "reset", "-o", "x"], 2, "--output is for dump, not for reset"),
        (["17", "status", "--force"], 2, "--force is for dump, not for status"),
    ],
)
def test_impossible_requests_give_an_error_of_one_line(
    recording: Recording,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    status: int,
    fragment: str,
) -> None:
    assert run_verb(["ctl", *arguments]) == status
    told = capsys.readouterr().err
    assert fragment in told
    assert told.count("\n") == 1
    assert recording.asked == []
