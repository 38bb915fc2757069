"""The cut: a moment that divides all counters and streams of a JVM in two.

After a cut, either the next part of the recording begins, or nothing is recorded.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kpath_jvm.errors import KpathError
from kpath_jvm.recording.processes import is_running, is_stopped, start_time

if TYPE_CHECKING:
    from kpath_jvm.engine.bridge import EngineBridge
    from kpath_jvm.recording.segment import CutKind, Header, Segment
    from kpath_jvm.recording.session_directory import SessionDirectory

_LOOK_SECONDS = 0.002
#: How long the agent may take to answer. It looks for requests every 20 ms, and then needs the JVM
#: to stand still.
PATIENCE_SECONDS = 60.0


class Cutting:
    """Asks the agent in one JVM for cuts, one after the other, through the segment's header."""

    def __init__(self, segment: Segment, directory: SessionDirectory) -> None:
        self._segment = segment
        self._directory = directory
        self._pid = segment.get("TARGET_PID")
        self._started = start_time(self._pid)
        #: The number of the request that the agent didn't answer in time; None if there is none.
        self._withdrawn: int | None = None

    def cut(self, verb: str, kind: CutKind) -> None:
        """Asks for a cut and waits until it is made; raises KpathError if it isn't made."""
        if self._withdrawn is not None:
            raise KpathError(
                f"cannot {verb}: the agent in process {self._pid} did not answer an earlier "
                "request; the recording goes on, and its profile comes at its end"
            )
        number = self._segment.ask_for_cut(kind)
        waited, last = 0.0, time.monotonic()
        while (is_made := self._segment.answer_to_cut(number)) is None:
            if not is_running(self._pid, self._started):
                raise KpathError(
                    f"cannot {verb}: process {self._pid} has ended; its profile is coming"
                )
            if self._segment.header().ended_early:
                raise KpathError(
                    f"cannot {verb}: the recording of process {self._pid} has ended early, as its "
                    "verdict will say; its profile comes at its end"
                )
            now = time.monotonic()
            waited += 0.0 if is_stopped(self._pid) else now - last
            last = now
            if waited > PATIENCE_SECONDS:
                self._segment.withdraw_cut()
                self._withdrawn = number
                raise KpathError(
                    f"cannot {verb}: the agent in process {self._pid} has not answered for "
                    f"{PATIENCE_SECONDS:g} s; the recording goes on as it was"
                )
            time.sleep(_LOOK_SECONDS)
        if not is_made:
            lines = self._directory.agent_lines() or ["the agent's log doesn't say why"]
            raise KpathError(f"cannot {verb}: {lines[-1]}; the recording goes on as it was")

    def notes(self) -> list[str]:
        """Returns the note that a profile needs if the agent made a withdrawn cut after all."""
        number = self._withdrawn
        if number is None or not self._segment.answer_to_cut(number):
            return []
        return [
            "the recording was cut by a command that had been given up, as the agent did not "
            "answer in time: what came after the cut may be missing"
        ]


class HeldCuts:
    """Makes cuts. After a cut, new data waits in the engine until earlier data is dealt with."""

    def __init__(self, engine: EngineBridge, cutting: Cutting) -> None:
        self._engine = engine
        self._cutting = cutting
        #: Guards ``_is_open``, which says whether ``do_beside`` may run an action now.
        self._beside = threading.Lock()
        self._is_open = False

    @contextmanager
    def part(
        self, verb: str, kind: CutKind, *, is_cut_already: bool = False, is_open: bool = True
    ) -> Iterator[int]:
        """Makes a cut, holds the data of the part after it, and yields the number of that part.

        If the recording ``is_cut_already``, because it is stopped, the agent isn't asked for a cut.
        If the ``with`` block fails, the part is released. Otherwise the caller decides what becomes
        of the part. If ``is_open``, ``do_beside`` may run actions while the block runs.
        """
        part = self._engine.hold()
        try:
            if not is_cut_already:
                self._cutting.cut(verb, kind)
            self._is_open = is_open
            yield part
        except BaseException:
            self._engine.release(part)
            raise
        finally:
            # This waits for an action that ``do_beside`` is running.
            with self._beside:
                self._is_open = False

    def do_beside(self, action: Callable[[], None]) -> bool:
        """Runs ``action`` during the block of an open ``part``; returns False if none is open.

        Only one action runs at a time, and the part is held until the action is over.
        """
        with self._beside:
            if self._is_open:
                action()
            return self._is_open


def cuts_note(header: Header, *, is_stream: bool) -> str | None:
    """Returns the note on cuts for a profile that is made after the recording; None without cuts.

    ``is_stream`` says whether the profile is made from a recorded stream, which still has what a
    reset dropped.
    """
    found = []
    if header.first_part > 0 and not is_stream:
        found.append(
            "it was reset while it was recorded, and what came before the reset isn't included"
        )
    if header.stops > 0:
        times = "once" if header.stops == 1 else f"{header.stops:,} times"
        found.append(f"recording was stopped {times}, and what ran meanwhile isn't included")
    if header.part > 0 and not found:
        found.append("it was cut while it was recorded")
    return f"{'; '.join(found)}; no sequence spans such a moment" if found else None
