"""Shows the progress of an experiment on stderr while it runs."""

import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

from kpath_jvm.evaluation.experiments.planning.estimates import in_words
from kpath_jvm.profile.names import printable


class Display:
    """A progress bar on a terminal, or plain lines elsewhere; used in a ``with`` statement."""

    def __init__(self) -> None:
        console = Console(stderr=True, highlight=False, soft_wrap=True)
        self._bar: Progress | None = None
        self._task = TaskID(0)
        self._total = 0
        self._done = 0
        self._left = "?"
        #: The labels of the trials and recorded runs that are running, by lane.
        self._labels: dict[int, str] = {}
        if console.is_terminal:
            self._bar = Progress(
                BarColumn(24),
                MofNCompleteColumn(),
                TextColumn("{task.fields[left]} left  {task.description}", markup=False),
                console=console,
                # The bar must not slow the trials down.
                refresh_per_second=1,
                transient=True,
            )

    def __enter__(self) -> "Display":
        if self._bar is not None:
            self._bar.start()
            self._task = self._bar.add_task("", total=None, left="?")
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def say(self, line: str) -> None:
        """Writes a line that the bar doesn't replace."""
        if self._bar is not None:
            self._bar.console.print(f"kpath-jvm: {printable(line)}", markup=False, emoji=False)
        else:
            print(f"kpath-jvm: {printable(line)}", file=sys.stderr, flush=True)

    def plan(self, total: int, done: int) -> None:
        """Sets how many trials and recorded runs there are, and how many are done."""
        self._total, self._done = total, done

    def begin(self, lane: int, label: str, left_seconds: float) -> None:
        """Shows that a trial or recorded run begins in a lane.

        ``left_seconds`` is the estimated time until the experiment ends.
        """
        self._labels[lane] = label
        self._left = in_words(left_seconds)
        self._show()

    def end(self, lane: int, outcome: str, left_seconds: float, *, has_failed: bool) -> None:
        """Shows that the lane's trial or recorded run has ended.

        ``outcome`` is the time that it took, or why it failed. ``left_seconds`` is as for
        ``begin``.
        """
        self._left = in_words(left_seconds)
        label = self._labels.pop(lane)
        self._done += 1
        self._show()
        if self._bar is None:
            self.say(f"[{self._done}/{self._total}, {self._left} left] {label}: {outcome}")
        elif has_failed:
            self.say(f"{label}: {outcome}")

    def _show(self) -> None:
        if self._bar is not None:
            running = " | ".join(label for _, label in sorted(self._labels.items()))
            self._bar.update(
                self._task, total=self._total, completed=self._done,
                description=running, left=self._left,
            )  # fmt: skip
