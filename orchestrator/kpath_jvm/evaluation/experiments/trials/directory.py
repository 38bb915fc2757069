"""The directory of an experiment's results: its layout, its lock, and how files are written."""

import fcntl
import json
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.experiments.planning.benchmarks import digest_of
from kpath_jvm.evaluation.experiments.trials.processes import end_marked
from kpath_jvm.private_directories import (
    make_own_directory,
    own_directories,
    usual_directory,
)

EXPERIMENT_FILE = "experiment.json"
MACHINES_FILE = "machines.json"
TRIAL_FILE = "trial.json"
STRUCTURE_FILE = "structure.json"
_LOCK_FILE = ".lock"
_SHARED_MEMORY = Path("/dev/shm")
_UNFIT = re.compile(r"[^\w.+-]+")


class ResultsDirectory:
    """The directory ``root`` with an experiment's trials, recorded runs, tables and profiles."""

    def __init__(self, root: Path) -> None:
        self.root = root.absolute()

    @property
    def trials(self) -> Path:
        """The directory with one directory per trial."""
        return self.root / "trials"

    @property
    def structures(self) -> Path:
        """The directory with one directory per recorded run."""
        return self.root / "structure"

    @property
    def profiles(self) -> Path:
        """The directory of profiles that are kept for charts."""
        return self.root / "profiles"

    @property
    def segments(self) -> Path:
        """The directory for the segments of this experiment, in shared memory if possible."""
        base = _SHARED_MEMORY if _SHARED_MEMORY.is_dir() else Path(tempfile.gettempdir())
        places = own_directories(base) or [usual_directory(base)]
        return places[0] / f"experiment-{digest_of(str(self.root.resolve()))}"

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Locks the directory, and ends the processes that a killed runner left behind.

        Within the ``with`` block, the directory ``segments`` exists, and is empty at first. Raises
        KpathError when another process is running trials here, or when the directory can't be
        written.
        """
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            lock = (self.root / _LOCK_FILE).open("a")
        except OSError as error:
            raise KpathError(f"cannot write {self.root}: {error.strerror}; pass -o", 125) from error
        with lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise KpathError(
                    f"{self.root} is in use by another run; wait for its end, or pass -o", 125
                ) from None
            end_marked(self.root)
            self._renew_segments()
            try:
                yield
            finally:
                shutil.rmtree(self.segments, ignore_errors=True)

    def _renew_segments(self) -> None:
        try:
            make_own_directory(self.segments.parent.parent)
            path = self.segments
            shutil.rmtree(path, ignore_errors=True)
            path.mkdir(mode=0o700)
        except OSError as error:
            raise KpathError(f"cannot make {self.segments}: {error.strerror}", 125) from error

    def completed_trials(self) -> list[dict[str, Any]]:
        """Returns the contents of every trial.json, in the order of the trials' numbers."""
        found = [read_json(path) for path in sorted(self.trials.glob(f"*/{TRIAL_FILE}"))]
        return sorted(found, key=lambda it: int(it["trial"]))

    def completed_structures(self) -> list[dict[str, Any]]:
        """Returns the contents of every recorded run's structure.json."""
        return [read_json(path) for path in sorted(self.structures.glob(f"*/{STRUCTURE_FILE}"))]

    def remove_unfinished(self) -> int:
        """Removes directories of trials and recorded runs that didn't finish; returns how many."""
        unfinished = [
            directory
            for base, file in ((self.trials, TRIAL_FILE), (self.structures, STRUCTURE_FILE))
            for directory in base.glob("*/")
            if not (directory / file).is_file()
        ]
        for directory in unfinished:
            shutil.rmtree(directory, ignore_errors=True)
        return len(unfinished)


def now() -> str:
    """Returns the current time in the form that results use: ISO 8601 in UTC."""
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


def file_name(*parts: object) -> str:
    """Returns a file name: the parts that are neither None nor empty, joined by hyphens.

    Unsuitable characters that follow each other become one "_".
    """
    return "-".join(_UNFIT.sub("_", str(part)) for part in parts if part not in (None, ""))


def read_json(path: Path, remedy: str = "remove it to repeat its run") -> dict[str, Any]:
    """Returns the JSON object in a file. Raises KpathError when the file is missing or damaged."""
    try:
        document = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise KpathError(f"cannot read {path}: {error}; {remedy}") from error
    if not isinstance(document, dict):
        raise KpathError(f"{path} holds no object; {remedy}")
    return document


def write_json(path: Path, document: Any) -> None:
    """Writes JSON to a file. If this process is killed, the file is either unchanged or whole."""
    partial = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with partial.open("w", encoding="utf-8") as file:
            json.dump(document, file, indent=1)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError as error:
        raise KpathError(f"cannot write {path}: {error.strerror}; make room there", 125) from error
