"""Shows the progress of a recording to the user, on stderr.

rich is imported only for a bar or a spinner on a terminal, because a target may have to wait for
the import.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from msgspec import Struct

from kpath_jvm.own_command import with_own_command
from kpath_jvm.profile.names import printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    from kpath_jvm.sessions.viewer import Viewer


class Progress(Struct, frozen=True):
    """A recording at one moment; ``fill``, 0 to 1, is the share of its segment that is in use."""

    events: int
    fill: float


class Reporter:
    """Prints plain lines, and a live bar if nothing else writes to the terminal."""

    def __init__(self, *, quiet: bool = False, viewer: Viewer | None = None) -> None:
        """Takes the ``viewer`` that uses the terminal while the target runs, or None."""
        self._quiet = quiet
        self._viewer = viewer
        self._bar: Bar | None = None
        self._task: TaskID | None = None
        self._previous = (time.monotonic(), 0)
        self._runs = self._begun = 0

    def say(self, line: str) -> None:
        """Prints a line, even with --quiet, and escapes what must not reach a terminal."""
        text = f"kpath-jvm: {printable(with_own_command(line))}"
        try:
            if self._bar is not None:
                self._bar.console.print(text, markup=False, emoji=False)
            else:
                print(text, file=sys.stderr, flush=True)
        except OSError:
            # If the reader of stderr has gone, the profile must not be lost.
            self._quiet = True

    def tell(self, line: str) -> None:
        """Prints a line about the progress, unless --quiet is given."""
        if not self._quiet:
            self.say(line)

    def expect_runs(self, runs: int) -> None:
        """Sets how many runs of the program there will be, including the recorded one."""
        self._runs = runs

    def tell_run(self, line: str) -> None:
        """Prints a line about a run of the program that begins, with the number of that run.

        There is no number if there is only one run, or if the number of runs wasn't set.
        """
        self._begun += 1
        is_one_of_several = self._runs > 1
        self.tell(f"{line} (run {self._begun} of {self._runs})" if is_one_of_several else line)

    def update(self, progress: Progress) -> None:
        """Moves the live bar, if there is one."""
        if self._bar is None or self._task is None:
            return
        now, (before, events_before) = time.monotonic(), self._previous
        rate = (progress.events - events_before) / max(now - before, 1e-9)
        self._previous = (now, progress.events)
        self._bar.update(
            self._task, completed=progress.fill, events=progress.events, rate=rate_text(rate)
        )

    @contextmanager
    def live(self, *, target_shares_terminal: bool) -> Iterator[None]:
        """Shows the viewer while the body runs or, if there is no viewer, a live bar.

        There is no bar with --quiet, without a terminal, or if the target writes to the terminal.
        """
        if self._viewer is not None:
            with self._viewer.shown():
                yield
            return
        if self._quiet or target_shares_terminal or not _is_terminal():
            yield
            return
        from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as Bar

        columns = (
            TextColumn(
                "{task.fields[events]:,} path completions streamed, {task.fields[rate]}, segment"
            ),
            BarColumn(20),
            TextColumn("{task.percentage:>3.0f} % full"),
            TimeElapsedColumn(),
        )
        with Bar(*columns, console=_console(), transient=True) as self._bar:
            self._task = self._bar.add_task("recording", total=1.0, events=0, rate=rate_text(0))
            yield
        self._bar = None

    @contextmanager
    def busy(self, what: str) -> Iterator[None]:
        """Shows a spinner on a terminal, for the work after the target's end."""
        if self._quiet or not _is_terminal():
            yield
            return
        with _console().status(what):
            yield


def _is_terminal() -> bool:
    try:
        return sys.stderr.isatty()
    except ValueError:
        # stderr is closed.
        return False


def _console() -> Console:
    from rich.console import Console

    return Console(stderr=True, highlight=False, soft_wrap=True)


def rate_text(rate: float) -> str:
    """Returns a rate per second, such as "4.3 M/s", "98.8 K/s" or "12 /s"."""
    for unit, least in (("M", 1e6), ("K", 1e3)):
        # Rounding must not give "1000.0 K/s" instead of "1.0 M/s".
        if rate >= 0.99995 * least:
            return f"{rate / least:.1f} {unit}/s"
    return f"{rate:.0f} /s"


def streamed(events: int, rate: str = "", *, has_paths: bool | None) -> str:
    """Returns words for how many path completions were streamed.

    All other completions were only counted: those of activations with a single path, and those
    that repeat the path before them. ``has_paths`` is whether any path was completed, or None if
    that isn't known.
    """
    if has_paths is False:
        return "no profiled path was completed"
    if not events:
        counted = "all were only counted" if has_paths else "if there were any, they were counted"
        return f"no path completions were streamed; {counted}"
    completions = "path completion was" if events == 1 else "path completions were"
    return f"{events:,} {completions} streamed{rate}, all others only counted"
