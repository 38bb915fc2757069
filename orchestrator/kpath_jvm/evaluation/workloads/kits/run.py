"""The run of an official kit's benchmark, with a directory of its own and a log of iterations."""

import shutil
import tempfile
from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.workloads.iterations import IterationsError, read_iterations
from kpath_jvm.records.workload import Iteration


class KitRun:
    """A directory for a kit's files, and a log of iterations; ``__exit__`` removes both.

    Kits unpack their inputs in the working directory, and delete whatever is called scratch there.
    Some kits end with status 0 without having run anything, so only the log shows what was run.
    """

    def __init__(self, warmups: int, timed: int) -> None:
        self._warmups = warmups
        self._timed = timed
        try:
            self._base = Path(tempfile.mkdtemp(prefix="kpath-kit-")).resolve()
            self.directory = self._base / "work"
            self.directory.mkdir()
        except OSError as error:
            where = tempfile.gettempdir()
            raise KpathError(f"cannot make a directory in {where}: {error.strerror}", 125) from None
        self._log = self._base / "iterations.jsonl"

    def __enter__(self) -> "KitRun":
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self._base, ignore_errors=True)

    def with_log(self, command: list[str]) -> list[str]:
        """Returns the java command with the property that names the log."""
        return [command[0], f"-Dkpath.iterations={self._log}", *command[1:]]

    def forget(self) -> None:
        """Deletes the files and the log of an earlier run of the same command."""
        self._log.unlink(missing_ok=True)
        shutil.rmtree(self.directory, ignore_errors=True)
        self.directory.mkdir(exist_ok=True)

    def iterations(self) -> tuple[list[Iteration], str | None]:
        """Returns the iterations that were run, and why the run failed.

        The reason is None if the log has as many iterations as were asked for, and all are valid.
        No iterations are returned if the log can't be used or has an invalid iteration.
        """
        try:
            iterations = read_iterations(self._log)
        except IterationsError as failure:
            return [], str(failure)
        phases = [iteration.phase for iteration in iterations]
        warmups, timed = phases.count("warmup"), phases.count("timed")
        shortfall = None
        if (warmups, timed) != (self._warmups, self._timed):
            shortfall = (
                f"{warmups} warm-up and {timed} timed iterations were run instead of "
                f"{self._warmups} and {self._timed}"
            )
        return iterations, shortfall
