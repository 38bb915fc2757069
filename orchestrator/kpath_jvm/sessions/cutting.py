"""Cuts: the moments at which a recording's next part begins, or nothing is recorded any more."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from kpath_jvm.errors import KpathError
from kpath_jvm.recording.processes import is_running, is_stopped, start_time

if TYPE_CHECKING:
    from kpath_jvm.recording.segment import CutKind, Segment
    from kpath_jvm.recording.session_directory import SessionDirectory

_LOOK_SECONDS = 0.002
#: The agent looks every 20 ms, and then needs the JVM to stand still. Longer than this it takes
#: only if something is wrong with it.
PATIENCE_SECONDS = 60.0


class Cutting:
    """Asks the agent in one JVM for cuts, one after the other."""

    def __init__(self, segment: Segment, directory: SessionDirectory) -> None:
        self._segment = segment
        self._directory = directory
        self._pid = segment.get("TARGET_PID")
        self._started = start_time(self._pid)
        #: The number of a cut that was asked for in vain; None if there is none.
        self._withdrawn: int | None = None

    def cut(self, verb: str, kind: CutKind) -> None:
        """Returns when the cut has been made; KpathError, in one line, when it hasn't."""
        if self._withdrawn is not None:
            raise KpathError(
                f"cannot {verb}: the agent in process {self._pid} has not answered before; what is "
                "recorded goes on, and its profile comes at its end"
            )
        number = self._segment.ask_for_cut(kind)
        waited, last = 0.0, time.monotonic()
        while (is_made := self._segment.answer_to_cut(number)) is None:
            if not is_running(self._pid, self._started):
                raise KpathError(f"cannot {verb}: process {self._pid} has ended; its profile comes")
            now = time.monotonic()
            waited += 0.0 if is_stopped(self._pid) else now - last
            last = now
            if waited > PATIENCE_SECONDS:
                self._segment.withdraw_cut()
                self._withdrawn = number
                raise KpathError(
                    f"cannot {verb}: the agent in process {self._pid} has not answered for "
                    f"{PATIENCE_SECONDS:g} s; what is recorded goes on as it was"
                )
            time.sleep(_LOOK_SECONDS)
        if not is_made:
            lines = self._directory.agent_lines() or ["its log doesn't say why"]
            raise KpathError(f"cannot {verb}: {lines[-1]}; the recording goes on as it was")

    def notes(self) -> list[str]:
        """What a profile has to say of it: whether a cut was made that nobody knew of."""
        number = self._withdrawn
        if number is None or self._segment.answer_to_cut(number) is None:
            return []
        return [
            "the recording was cut by a command that had been given up, as the agent did not "
            "answer in time: what came after that may not be in"
        ]
