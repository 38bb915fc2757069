"""Tests the keys of ``kpath-jvm live``, pressed on a real terminal that shows a real recording."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import kpath_command as kpath
from builders.waiting import wait_for
from kpath_jvm.control.client import connected
from kpath_jvm.control.messages import Status
from kpath_jvm.profile.model import Profile
from oracle.harness import find_java_homes
from served import Attached, Served, counts, served
from terminals import Terminal, on_terminal

pytestmark = pytest.mark.usefixtures("runtime")

HOME = find_java_homes()[0]
#: Two ways to send keys. ``SINGLY`` sends the first key, waits until a question is shown, and then
#: sends the answer. ``AT_ONCE`` sends all keys together.
SINGLY, AT_ONCE = "singly", "at once"


@pytest.fixture
def target(classes: str) -> Iterator[Served]:
    with served(classes, HOME) as one:
        yield one


def press(terminal: Terminal, how: str, *keys: bytes) -> None:
    if how == AT_ONCE:
        terminal.press(b"".join(keys))
        return
    since = len(terminal.output)
    terminal.press(keys[0])
    terminal.until(b"y or n" if keys[0] in b"rx" else b"write a profile to", since)
    for key in keys[1:]:
        terminal.press(key)


def status(target: Served) -> Status:
    with connected(target.pid) as recording:
        return recording.status()


def until(target: Served, what: str, holds: Callable[[Status], bool]) -> None:
    wait_for(lambda: holds(status(target)), f"the recording {what}")


@pytest.mark.parametrize("how", [SINGLY, AT_ONCE])
def test_each_key_does_what_the_view_says(target: Served, tmp_path: Path, how: str) -> None:
    attached = Attached(target, tmp_path, "-o", "p.kpath")
    command = kpath.command(["live", str(target.pid), "--interval", "0.2"])
    with on_terminal(command, tmp_path, kpath.environment(), (30, 120)) as terminal:
        terminal.until(b"completions/s")
        target.ask("work 1")
        press(terminal, how, b"d", b"\x15", b"first.kpath", b"\r")
        terminal.until(b"wrote ")
        press(terminal, how, b"r", b"y", b"\r")
        until(target, "was reset", lambda it: it.resets == 1)
        target.ask("work 2")
        terminal.press(b"p")
        until(target, "is paused", lambda it: it.state == "paused")
        target.ask("work 1")
        press(terminal, how, b"d", b"\x15", b"second.kpath", b"\r")
        wait_for((tmp_path / "second.kpath" / "run.json").is_file, "the second dump is there")
        terminal.press(b"p")
        until(target, "goes on", lambda it: it.state == "recording")
        # A command that isn't confirmed is not carried out.
        press(terminal, how, b"r", b"n", b"\r")
        press(terminal, how, b"x", b"\r")
        target.ask("work 3")
        press(terminal, how, b"x", b"y", b"\r")
        assert attached.wait() == 0
        terminal.until(b"  over")
        terminal.press(b"q")
        assert terminal.end() == 0
    first, second = counts(tmp_path / "first.kpath"), counts(tmp_path / "second.kpath")
    both = counts(tmp_path / "p.kpath")
    assert first != second
    assert first.keys() == second.keys() == both.keys()
    assert all(both[method][0] > second[method][0] for method in both if second[method][0][0])
    reasons = Profile.open(tmp_path / "p.kpath").run.completeness.reasons
    assert any("was reset after" in line for line in reasons)
    assert any("counting was stopped once" in line for line in reasons)
