"""The iterations log, which every workload writes to the file that -Dkpath.iterations names."""

import json
from pathlib import Path
from typing import Any

from kpath_jvm.evaluation.results.schema import PHASES
from kpath_jvm.records.workload import Iteration

_NANOS = 1e-9


class IterationsError(Exception):
    """The iterations log can't be used, or a result is wrong; the message says why in one line."""


def read_iterations(path: Path) -> list[Iteration]:
    """Returns the iterations in the log.

    Raises IterationsError when the log is missing or damaged, when it has no timed iteration, or
    when a result is wrong.
    """
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise IterationsError("the program wrote no iterations log") from None
    iterations = []
    for number, line in enumerate(lines, 1):
        try:
            iterations.append(_iteration(json.loads(line)))
        except (ValueError, KeyError, TypeError):
            raise IterationsError(f"line {number} of the iterations log is damaged") from None
    wrong = [it for it in iterations if not it.valid]
    if wrong:
        raise IterationsError(f"wrong result in {wrong[0].phase} iteration {wrong[0].number}")
    if not any(it.phase == "timed" for it in iterations):
        raise IterationsError("the iterations log has no timed iteration")
    return iterations


def _iteration(line: dict[str, Any]) -> Iteration:
    if line["phase"] not in PHASES:
        raise ValueError(line["phase"])
    digest = line.get("digest")
    return Iteration(
        phase=line["phase"],
        number=int(line["iteration"]),
        wall_seconds=int(line["wall_nanos"]) * _NANOS,
        cpu_seconds=int(line["cpu_nanos"]) * _NANOS,
        valid=bool(line["valid"]),
        digest=None if digest is None else str(digest),
    )
