"""Tests the terminal view of ``live`` with simulated keys, without a terminal."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual import events
from textual.binding import Binding
from textual.pilot import Pilot
from textual.widgets import Input

from builders.underway import Underway
from builders.waiting import LIMIT_SECONDS
from kpath_jvm.control.messages import State, Status, Verb
from kpath_jvm.live.app import LiveApp
from kpath_jvm.live.frame import all_keys
from kpath_jvm.live.pace import Pace
from kpath_jvm.live.ranking import Wanted
from kpath_jvm.live.watch import Watch
from kpath_jvm.profile.model import Profile

Steps = Callable[[Pilot[None]], Awaitable[None]]


def shown(pilot: Pilot[None]) -> list[str]:
    strips = pilot.app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip).rstrip() for strip in strips]


async def until(pilot: Pilot[None], text: str, *, gone: bool = False) -> list[str]:
    """Returns the screen's lines once they have ``text`` or, if ``gone``, once they lack it."""
    await until_so(pilot, lambda: (text in "\n".join(shown(pilot))) != gone, f"{text!r}")
    return shown(pilot)


async def until_so(pilot: Pilot[None], condition: Callable[[], bool], what: str) -> None:
    """Waits until a condition holds, and lets the view work meanwhile."""
    end = time.monotonic() + LIMIT_SECONDS
    while not condition():
        assert time.monotonic() < end, f"waited in vain for {what}: {shown(pilot)}"
        await pilot.pause(0.05)


def drive(
    recording: Underway,
    steps: Steps,
    size: tuple[int, int] = (80, 24),
    on_interrupt: Callable[[], None] | None = None,
) -> None:
    """Shows a recording in a view, and runs a test's steps with this view."""

    async def main() -> None:
        with Watch(recording, Wanted(), pace=Pace(0.2)) as watch:
            app = LiveApp(watch, on_interrupt)
            async with app.run_test(size=size) as pilot:
                await steps(pilot)

    asyncio.run(main())


#: The counts in each dump, for more dumps than any test needs. At first, Figure3.run costs the
#: most in total, but Tangle.spin costs the most from one dump to the next.
GROWTH = [(500 + n, 3 + 40 * n, 0) for n in range(80)]


def test_the_view_ends_if_one_of_its_threads_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the view stayed open, it would show figures that are no longer true."""

    def fail(_: object) -> None:
        raise MemoryError("no room")

    monkeypatch.setattr(Watch, "look", fail)

    async def main() -> int | None:
        with Watch(Underway(GROWTH), Wanted(), pace=Pace(0.2)) as watch:
            app = LiveApp(watch)
            async with app.run_test() as pilot:
                await until_so(pilot, lambda: app.return_code is not None, "the end of the view")
            return app.return_code

    assert asyncio.run(main()) == 1


def test_small_terminals_show_what_fits_and_every_question() -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await until(pilot, "Tangle.spin")
        await pilot.press("question_mark")
        screen = await until(pilot, "more keys, which need a taller terminal")
        assert screen[0].startswith("demo.Main  pid ")
        assert screen[-2].startswith("? keys")
        await pilot.press("question_mark", "f")
        # The last lines are the question, the line for its answer, and the keys.
        await until_so(
            pilot,
            lambda: (
                [line[:14].strip() for line in shown(pilot)[-3:]]
                == ["part of a name", "part of a name", "? keys  q quit"]
            ),
            "the question",
        )
        screen = shown(pilot)
        assert screen[0].startswith("demo.Main  pid ")
        await pilot.press(*"spin", "enter")
        screen = await until(pilot, "filtered")
        assert len(screen) == 8

    drive(Underway(GROWTH), steps, (60, 8))


def test_lists_and_details_are_shown_and_navigated() -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await until(pilot, "rates over")
        screen = await until(pilot, "Tangle.spin(int, int), line 6")
        assert screen[0].startswith("demo.Main  pid ")
        assert screen[-1].startswith("? keys  q quit  tab list")
        order = [line for line in screen if "iterations/s" in line or ", line" in line]
        assert "Tangle" in order[1]
        # The details belong to the first row until "down" is pressed, and then to the second.
        await until(pilot, "Tangle.spin(int, int), line 6  demo")
        await pilot.press("down")
        await until(pilot, "Figure3.run(int), line 9  demo")
        await pilot.press("up", "up", "G", "tab")
        await until(pilot, "times/s")
        await until(pilot, "loop at line 6")
        await pilot.press("tab")
        await until(pilot, "iterations/s")
        await pilot.press("o")
        screen = await until(pilot, "ordered by what they have done in all")
        order = [line for line in screen if ", line" in line]
        assert "Figure3" in order[0]
        await pilot.click("#list", offset=(5, 2))
        await until(pilot, "Tangle.spin(int, int), line 6  demo")

    drive(Underway(list(GROWTH)), steps)


def test_filters_are_typed_and_removed() -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await until(pilot, "Tangle.spin")
        await pilot.press("f", *"figq", "backspace", "enter")
        await until(pilot, "Tangle.spin", gone=True)
        screen = await until(pilot, "name has fig")
        assert any("Figure3.run(int)" in line for line in screen)
        await pilot.press("slash", "x", "enter")
        # The filter matches nothing, so the view stays as it was.
        await until(pilot, "no method that has run so far fits")
        await pilot.press("f", "ctrl+u", "enter")
        await until(pilot, "Tangle.spin")
        # While the user types a line, letters go into the line, even if they are keys of the view.
        await pilot.press("f", "x", "r", "escape")
        await until(pilot, "Tangle.spin")

    recording = Underway(list(GROWTH))
    drive(recording, steps)
    assert set(recording.asked) == {Verb.DUMP}


def test_some_keys_send_requests_to_the_recorder(tmp_path: Path) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await until(pilot, "recording")
        await pilot.press("d", "ctrl+u", *str(tmp_path / "kept.kpath"), "enter")
        await until(pilot, "wrote ")
        await pilot.press("r", "n", "enter")
        await pilot.press("r", "y", "enter")
        await until(pilot, "all counts begin anew")
        await pilot.press("p")
        await until(pilot, "paused")
        await pilot.press("p")
        await until(pilot, "recording")
        await until(pilot, "counting again")
        await pilot.press("x", "y", "enter")
        await until(pilot, "ending")
        recording.refusal = "cannot reset: not now"
        await pilot.press("r", "y", "enter")
        await until(pilot, "cannot reset: not now")

    recording = Underway()
    drive(recording, steps, (120, 30))
    asked = [it for it in recording.asked if it is not Verb.DUMP]
    assert asked == [Verb.RESET, Verb.STOP, Verb.START, Verb.END, Verb.RESET]
    assert Profile.open(tmp_path / "kept.kpath").k == 4
    assert recording.state is State.RECORDING


def test_questions_stay_until_they_are_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a user thinks, time passes, and messages about earlier requests may come."""

    async def steps(pilot: Pilot[None]) -> None:
        app = pilot.app
        assert isinstance(app, LiveApp)
        await until(pilot, "recording")
        with monkeypatch.context() as briefly:
            briefly.setattr("kpath_jvm.live.app._SHOWN_SECONDS", 0.0)
            await pilot.press("r")
            await until(pilot, "restart all counts from 0? y or n")
            app.tell("counting again")
            await pilot.pause(0.05)
            app.show()
            await pilot.pause(0.05)
        screen = "\n".join(shown(pilot))
        assert "restart all counts from 0? y or n" in screen
        assert "counting again" not in screen
        await pilot.press("n", "enter")
        await until(pilot, "counting again")

    drive(Underway(), steps)


def test_help_on_keys_is_shown_on_demand() -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await until(pilot, "Tangle.spin")
        await pilot.press("question_mark")
        screen = await until(pilot, "restart all counts from 0")
        assert any(line.startswith("ctrl-c") and "leave the view" in line for line in screen)
        assert not any("Tangle.spin" in line for line in screen)
        # The key that showed the help hides it, and so does the key for the other list.
        await pilot.press("question_mark")
        await until(pilot, "Tangle.spin")
        await pilot.press("question_mark", "tab")
        await until(pilot, "restart all counts from 0", gone=True)

    drive(Underway(list(GROWTH)), steps)


def test_help_explains_ctrl_c_for_a_started_program() -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        await until(pilot, "the profile is written")

    drive(Underway(), steps, (120, 30), on_interrupt=lambda: None)


def test_help_has_every_key_of_the_view() -> None:
    told = " ".join(line.plain.replace(":", " ") for line in all_keys(200, ""))
    names = {
        "question_mark": "?", "slash": "/", "ctrl+c": "ctrl-c", "pagedown": "page up/down",
        "pageup": "page up/down",
    }  # fmt: skip
    for binding in LiveApp.BINDINGS:
        assert isinstance(binding, Binding)
        if binding.action not in ("leave", "answer"):
            for key in binding.key.split(","):
                assert f" {names.get(key, key)} " in f" {told} ", key


def test_keys_that_arrive_together_all_take_effect() -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await until(pilot, "recording")
        # The keys are posted one after the other without waiting, as Textual's driver does.
        for key in ("r", "y", "enter", "p", "p", "p", "r", "n", "enter", "x", "y", "enter", "tab"):
            pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await until(pilot, "ending")
        await until(pilot, "paused")
        await until(pilot, "times/s")

    recording = Underway()
    drive(recording, steps, (120, 30))
    asked = [it for it in recording.asked if it is not Verb.DUMP]
    assert asked == [Verb.RESET, Verb.STOP, Verb.START, Verb.STOP, Verb.END]


def test_letters_typed_before_the_focus_arrives_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("d", *"wri")
        pilot.app.query_one(Input).post_message(events.Focus())
        await pilot.press(*"tten", "enter")
        await until(pilot, "wrote ")

    monkeypatch.chdir(tmp_path)
    drive(Underway(), steps, (120, 30))
    assert Profile.open(tmp_path / "written").k == 4


@pytest.mark.parametrize(
    "keys",
    [
        ("ctrl+u", *"written"),
        tuple("written"),
        (*"other", "ctrl+w", *"wrx", "backspace", *"itten"),
        (*"itten", "home", *"wr"),
        (*"wrtten", "left", "left", "left", "left", "i"),
    ],
)
def test_text_typed_ahead_is_kept_in_order(
    keys: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await until(pilot, "recording")
        for key in ("d", *keys, "enter"):
            pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await until(pilot, "wrote ")

    monkeypatch.chdir(tmp_path)
    drive(Underway(), steps, (120, 30))
    assert [one.name for one in tmp_path.iterdir()] == ["written"]


def test_a_key_waits_for_the_current_look() -> None:
    began, goes_on = threading.Event(), threading.Event()

    class Slow(Underway):
        """A recorder whose second dump lasts until the test lets it go on."""

        def dump(self, output: Path) -> Status:
            if Verb.DUMP in self.asked:
                began.set()
                assert goes_on.wait(LIMIT_SECONDS)
            return super().dump(output)

    async def steps(pilot: Pilot[None]) -> None:
        await until(pilot, "Tangle.spin")
        await pilot.press("space")
        await until_so(pilot, began.is_set, "the dump")
        await pilot.press("p")
        await pilot.pause(0.5)
        assert recording.asked == [Verb.DUMP]
        goes_on.set()
        await until(pilot, "paused")

    recording = Slow(list(GROWTH))
    try:
        drive(recording, steps)
    finally:
        goes_on.set()


@pytest.mark.parametrize("key", ["q", "ctrl+c"])
def test_leaving_sends_no_further_request(key: str) -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await until(pilot, "Tangle.spin")
        await pilot.press(key)
        await until_so(pilot, lambda: pilot.app.return_code == 0, "the end")

    recording = Underway()
    drive(recording, steps)
    assert set(recording.asked) == {Verb.DUMP}


def test_messages_are_ignored_while_the_view_closes() -> None:
    """Threads may still bring looks and answers when the view has begun to close."""
    apps: list[LiveApp] = []

    async def steps(pilot: Pilot[None]) -> None:
        await until(pilot, "recording")
        assert isinstance(pilot.app, LiveApp)
        apps.append(pilot.app)
        # When the view ends, Textual removes the widgets first, and then the screen.
        await pilot.app.query_one("#head").remove()
        pilot.app.tell("late")
        await pilot.app.screen.remove()
        pilot.app.tell("later")

    drive(Underway(), steps)
    apps[0]._from_thread(apps[0].tell, "much later")


def test_ctrl_c_is_passed_on_to_a_started_program() -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+c")
        await until(pilot, "interrupted; waiting for the end")
        await pilot.press("ctrl+c")

    came: list[int] = []
    drive(Underway(), steps, on_interrupt=lambda: came.append(1))
    assert came == [1, 1]


def test_the_end_is_shown_above_the_last_figures() -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await until(pilot, "Tangle.spin")
        recording.gone = "the recording is over"
        screen = await until(pilot, "the recording is over")
        assert screen[0].endswith("over")
        assert "Tangle.spin" in "\n".join(screen)

    recording = Underway()
    drive(recording, steps)


def test_the_view_fits_terminals_of_any_size() -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await until(pilot, "Tangle.spin")
        for width, height in ((40, 12), (20, 6), (8, 3), (200, 60), (80, 24)):
            await pilot.resize_terminal(width, height)
            await until_so(
                pilot, lambda height=height: len(shown(pilot)) == height, f"{height} lines"
            )
        await until(pilot, "  demo")

    drive(Underway(), steps)


def test_the_view_takes_keys_before_anything_has_run() -> None:
    async def steps(pilot: Pilot[None]) -> None:
        await until(pilot, "nothing was counted yet")
        await pilot.press("down", "tab", "o", "f", "a", "enter")
        await until(pilot, "filtered")

    drive(Underway(refusal="nothing was counted yet"), steps)
