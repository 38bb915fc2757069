"""The view of a recording on a terminal; only this module and live/line.py import Textual."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from queue import SimpleQueue
from typing import ClassVar

from rich.console import Group
from rich.padding import Padding
from rich.text import Text
from textual import events, on
from textual.app import App, ComposeResult, ScreenStackError
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.css.query import NoMatches
from textual.widgets import Static

from kpath_jvm.control.messages import State
from kpath_jvm.errors import KpathError
from kpath_jvm.live.filtering import words_of
from kpath_jvm.live.frame import LISTS, Listed, all_keys, detail, head, keys, lines, rows_of
from kpath_jvm.live.line import AnswerLine
from kpath_jvm.live.watch import View, Watch
from kpath_jvm.live.words import fitted
from kpath_jvm.profile.names import printable
from kpath_jvm.shown import LIVE_ORDERS

_POLL_SECONDS = 1.0
#: On a terminal with fewer lines than this, the details of the chosen row aren't shown.
_FOR_DETAIL = 20
_SHOWN_SECONDS = 8.0
#: The least number of lines below the head: for column titles, a row, a question, its answer, and
#: the keys.
_LINES_BELOW = 5
#: On a terminal that shows details, the list gets this many per cent of the lines below the head.
_OF_LIST = 55


class LiveApp(App[None]):
    """Shows what a Watch finds. Ctrl-C calls ``on_interrupt`` or, without one, ends the view."""

    CSS = """
    Screen { background: transparent; overflow: hidden; }
    #head, #told, #ask { height: auto; }
    #keys { height: 1; }
    #list { height: auto; }
    #list.spaced { margin-top: 1; }
    #room { height: 1fr; margin-top: 1; border-top: solid $primary-darken-2; }
    #told { color: $warning; }
    #ask { border: none; height: 1; padding: 0; }
    .hidden { display: none; }
    """
    TITLE = "kpath-jvm live"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[BindingType]] = [
        # With priority, each action is done before the next key is handled. This matters for keys
        # that are typed ahead, because they come all at once.
        Binding(key, action, "", show=False, priority=True)
        for key, action in (
            ("q", "quit"), ("ctrl+c", "interrupt"), ("tab", "list"), ("o", "order"),
            ("f,slash", "filter"), ("d", "dump"), ("r", "reset"), ("p", "pause"), ("x", "end"),
            ("space", "look"), ("question_mark", "keys"),
            ("down,j", "move(1)"), ("up,k", "move(-1)"), ("pagedown", "more(1)"),
            ("pageup", "more(-1)"), ("home,g", "move(-10000)"), ("end,G", "move(10000)"),
            ("escape", "leave"), ("enter", "answer"),
        )
    ]  # fmt: skip

    def __init__(
        self,
        watch: Watch,
        on_interrupt: Callable[[], None] | None = None,
        until_closed: int | None = None,
    ) -> None:
        """``until_closed`` is the descriptor of a pipe; the view ends when the pipe is closed."""
        super().__init__()
        self._watch = watch
        self._on_interrupt = on_interrupt
        self._until_closed = until_closed
        self._listed: Listed = "loops"
        self._cursor = self._first = 0
        self._told = ("", 0.0)
        #: The open question and what to do with its answer; None if nothing is asked.
        self._question: tuple[str, Callable[[str], None]] | None = None
        self._wanted: SimpleQueue[Callable[[], str]] = SimpleQueue()
        self._stopping = threading.Event()
        self._is_shown = False
        self._are_keys_shown = False

    def compose(self) -> ComposeResult:
        """Yields the parts of the view from top to bottom."""
        yield Static(id="head")
        yield Static(id="list")
        with VerticalScroll(id="room", can_focus=False):
            yield Static(id="detail")
        yield Static(id="told", classes="hidden")
        yield AnswerLine(id="ask")
        yield Static(id="keys")

    def on_mount(self) -> None:
        """Begins to watch."""
        self._is_shown = True
        for number in (signal.SIGTERM, signal.SIGHUP):
            with suppress(NotImplementedError, ValueError, RuntimeError):
                asyncio.get_running_loop().add_signal_handler(number, self.exit)
        for work in (self._poll, self._look, self._serve):
            self._begin(work)
        if self._until_closed is not None:
            self._begin(self._until)
        self.set_interval(_POLL_SECONDS, self.show)
        self.show()

    def _begin(self, work: Callable[[], None]) -> None:
        """Does ``work`` in a thread of its own. If ``work`` fails, the view ends with a message."""

        def guarded() -> None:
            try:
                work()
            except Exception as error:
                self._from_thread(self._fail, f"{type(error).__name__}: {error}")

        threading.Thread(target=guarded, daemon=True).start()

    def _fail(self, why: str) -> None:
        # If the view stayed, it would show outdated figures.
        message = f"kpath-jvm: the view has failed ({printable(why)}); the recording goes on"
        self.exit(return_code=1, message=message)

    def on_unmount(self) -> None:
        """Ends the threads that watch."""
        self._is_shown = False
        self._stopping.set()
        self._wanted.put(str)

    def _poll(self) -> None:
        while not self._stopping.is_set() and self._watch.view().over is None:
            self._watch.poll()
            self._stopping.wait(_POLL_SECONDS)

    def _until(self) -> None:
        assert self._until_closed is not None
        while os.read(self._until_closed, 64):
            pass
        if not self._stopping.is_set():
            self._from_thread(self.exit)

    def _look(self) -> None:
        while not self._stopping.is_set() and self._watch.view().over is None:
            if self._watch.view().status is not None:
                self._watch.look()
                if not self._stopping.is_set():
                    self._from_thread(self.show)
            while not self._stopping.wait(0.1) and self._watch.due_in() > 0:
                pass

    def on_resize(self, event: events.Resize) -> None:  # noqa: ARG002
        """Lays everything out again."""
        self.call_after_refresh(self.show)

    def _from_thread(self, act: Callable[..., object], *arguments: str) -> None:
        """Calls ``act`` in the view's own thread, unless the view has ended."""
        with suppress(RuntimeError, CancelledError):
            self.call_from_thread(act, *arguments)

    def show(self) -> None:
        """Shows what is known now."""
        if self._is_shown:
            # At the end, Textual removes the parts before it calls on_unmount.
            with suppress(NoMatches, ScreenStackError):
                self._show_parts()

    def _show_parts(self) -> None:
        view, width = self._watch.view(), max(self.size.width, 1)
        above = head(view, width)
        # The first and the last line of the head are the most important ones.
        room = max(self.size.height - _LINES_BELOW, 2)
        if len(above) > room:
            above = [*above[: room - 1], above[-1]]
        self.query_one("#head", Static).update(Group(*above))
        is_high = self.size.height >= _FOR_DETAIL
        self.query_one("#room").set_class(not is_high, "hidden")
        # Three lines are kept free: for the column titles, the keys, and a message or question.
        # The answer to a question needs another line.
        most = self.size.height - len(above) - (3 if self._question is None else 4)
        if self._are_keys_shown:
            self._show_keys(width, most + 1)
        else:
            self._show_list(view, width, max(most * _OF_LIST // 100 if is_high else most, 1))
        self.query_one("#list").set_class(is_high, "spaced")
        self.query_one("#keys", Static).update(keys(width))
        told = self._line_told()
        line = self.query_one("#told", Static)
        line.set_class(not told, "hidden")
        line.update(Text(fitted(told, width)))

    def _line_told(self) -> str:
        """Returns the open question, or else the last message, or "" if that message is old."""
        if self._question is not None:
            return self._question[0]
        told, until = self._told
        return told if time.monotonic() <= until else ""

    def _show_keys(self, width: int, most: int) -> None:
        interrupt = (
            "leave the view; the recording goes on"
            if self._on_interrupt is None
            else "end the recording, as without the view: the profile is written"
        )
        self.query_one("#list", Static).update(Group(*all_keys(width, interrupt, most)))
        self.query_one("#detail", Static).update("")

    def _show_list(self, view: View, width: int, most: int) -> None:
        rows = rows_of(view, self._listed)
        self._cursor = max(0, min(self._cursor, len(rows) - 1))
        self._first = max(min(self._first, self._cursor), self._cursor - most + 1)
        self._first = max(0, min(self._first, len(rows) - most))
        shown = lines(view, self._listed, width, most, self._cursor, self._first)
        self.query_one("#list", Static).update(Group(*shown))
        told = self.query_one("#detail", Static)
        if not rows:
            told.update("")
            return
        details = detail(rows[self._cursor], self._listed, is_final=view.is_final)
        # Without the padding, Textual would break the lines of ``details`` anywhere.
        told.update(Padding(details, 0))

    def tell(self, text: str) -> None:
        """Shows a line for a while. If a question is open, the line appears after the answer."""
        self._told = (printable(text), time.monotonic() + _SHOWN_SECONDS)
        self.show()

    @on(events.Click, "#list")
    def _choose(self, event: events.Click) -> None:
        if event.y >= 1 and not self._are_keys_shown:
            self._cursor = self._first + event.y - 1
            self.show()

    def action_move(self, rows: int) -> None:
        """Moves up or down in the list."""
        self._cursor += rows
        self.show()

    def action_more(self, pages: int) -> None:
        """Scrolls in the details of the chosen row."""
        room = self.query_one("#room", VerticalScroll)
        room.scroll_relative(y=pages * max(room.size.height - 1, 1), animate=False)

    def action_list(self) -> None:
        """Shows the other list: loops or sequences."""
        self._are_keys_shown = False
        self._listed, self._cursor = LISTS[(LISTS.index(self._listed) + 1) % len(LISTS)], 0
        self.show()

    def action_keys(self) -> None:
        """Shows the keys with their meaning in place of the list, or shows the list again."""
        self._are_keys_shown = not self._are_keys_shown
        self.show()

    def action_order(self) -> None:
        """Switches the order of rows: by what loops or sequences do now, or have done in all."""
        order = LIVE_ORDERS[(LIVE_ORDERS.index(self._watch.wanted.order) + 1) % len(LIVE_ORDERS)]
        words = "by what they do now" if order == "now" else "by what they have done in all"
        self._do(lambda: self._watch.show(order=order), f"rows ordered {words}")

    def action_filter(self) -> None:
        """Asks for a filter."""
        filtered = self._watch.wanted.filter
        line = words_of(filtered.selection, filtered.parts)
        self._ask("part of a name, or --include, --exclude, --method, --loop, --line", line,
                  self._filter)  # fmt: skip

    def _filter(self, text: str) -> None:
        done = "filtered" if text.strip() else "everything is shown"
        self._do(lambda: self._watch.filter(text), done)

    def action_dump(self) -> None:
        """Asks where to write a profile."""
        status = self._watch.view().status
        if status is None:
            return
        name = f"{status.program.replace(os.sep, '-')}-{datetime.now():%Y%m%d-%H%M%S}.kpath"
        self._ask("write a profile to", name, self._dump)

    def _dump(self, text: str) -> None:
        path = Path(text).expanduser().absolute()

        def work() -> str:
            self._watch.recorder.dump(path)
            return f"wrote {path}"

        self._ask_for(work)

    def action_look(self) -> None:
        """Takes the next look now."""
        self._watch.hurry()
        self.tell("looking")

    def action_reset(self) -> None:
        """Asks whether to restart all counts."""
        self._confirm("restart all counts from 0? y or n, and return", self._watch.recorder.reset,
                      "all counts begin anew")  # fmt: skip

    def action_end(self) -> None:
        """Asks whether to end the recording."""
        self._confirm("end the recording? y or n, and return", self._watch.recorder.end, "ending")

    def action_pause(self) -> None:
        """Pauses counting, or resumes it."""
        recorder = self._watch.recorder

        def work() -> str:
            # An earlier request may have changed the state, so the state is read only now.
            if recorder.status().state is State.PAUSED:
                recorder.resume()
                return "counting again"
            recorder.pause()
            return "counting nothing until p is pressed again"

        self._ask_for(work)

    def action_interrupt(self) -> None:
        """Handles Ctrl-C: calls ``on_interrupt``, or ends the view if ``on_interrupt`` is None."""
        if self._on_interrupt is None:
            self.exit()
            return
        self._on_interrupt()
        self.tell("interrupted; waiting for the end")

    def action_leave(self) -> None:
        """Closes the question without an answer."""
        self._close()

    async def action_answer(self) -> None:
        """Answers the question."""
        line, question = self.query_one("#ask", AnswerLine), self._question
        # The input line may still have to handle keys that were typed before Enter.
        has_come = asyncio.Event()
        if question is not None and line.call_later(has_come.set):
            await has_come.wait()
            self._close()
            _, answer = question
            answer(line.value)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Returns whether a key has this action now; during a question, most keys are text."""
        if self._question is None:
            return action not in ("answer", "leave")
        return action in ("answer", "leave", "interrupt", "list")

    def _confirm(self, question: str, work: Callable[[], object], done: str) -> None:
        def confirmed() -> str:
            work()
            return done

        def answer(text: str) -> None:
            if text.strip().lower() in ("y", "yes"):
                self._ask_for(confirmed)

        self._ask(question, "", answer)

    def _ask(self, what: str, value: str, answer: Callable[[str], None]) -> None:
        self._question = (what, answer)
        self._told = ("", 0.0)
        self.query_one("#ask", AnswerLine).ask(what, value)
        self.show()

    def _close(self) -> None:
        self._question = None
        self.query_one("#ask", AnswerLine).close()
        # A message that came during the question is shown from now on.
        told, _ = self._told
        self.tell(told)

    def _do(self, work: Callable[[], object], done: str) -> None:
        """Does something that may take a while, and shows the result."""

        def run() -> str:
            work()
            return done

        self._begin(lambda: self._tell_of(run))

    def _ask_for(self, work: Callable[[], str]) -> None:
        """Queues ``work``, which asks the recorder for something and returns a line to show."""
        self._wanted.put(work)

    def _serve(self) -> None:
        while not self._stopping.is_set():
            work = self._wanted.get()
            if not self._stopping.is_set():
                with self._watch.asking:
                    self._tell_of(work)

    def _tell_of(self, work: Callable[[], str]) -> None:
        try:
            told = work()
        except KpathError as error:
            told = str(error)
        self._watch.poll()
        if not self._stopping.is_set():
            self._from_thread(self.tell, told)
