"""Tests that the iterations log is read, and that an unusable log is refused with the reason."""

import json
from pathlib import Path
from typing import Any

import pytest

from kpath_jvm.evaluation.workloads.iterations import IterationsError, read_iterations

LINE: dict[str, Any] = {
    "phase": "timed", "iteration": 1, "start_nanos": 5, "wall_nanos": 1_500_000_000,
    "cpu_nanos": 2_000_000_000, "valid": True, "digest": "ab",
}  # fmt: skip


def log_of(path: Path, *lines: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return path


def test_each_line_is_read_as_an_iteration_with_times_in_seconds(tmp_path: Path) -> None:
    warmup = LINE | {"phase": "warmup", "digest": None}
    first, second = read_iterations(log_of(tmp_path / "log", warmup, LINE))
    assert (first.phase, first.number, first.digest) == ("warmup", 1, None)
    assert (second.wall_seconds, second.cpu_seconds, second.digest) == (1.5, 2.0, "ab")


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ([LINE | {"phase": "warmup"}], "the iterations log has no timed iteration"),
        ([LINE, LINE | {"valid": False, "iteration": 2}], "wrong result in timed iteration 2"),
        ([LINE, LINE | {"phase": "cold"}], "line 2 of the iterations log is damaged"),
        ([LINE | {"wall_nanos": None}], "line 1 of the iterations log is damaged"),
        ([], "the iterations log has no timed iteration"),
    ],
)
def test_unusable_logs_are_refused_with_the_reason(
    tmp_path: Path, lines: list[dict[str, Any]], complaint: str
) -> None:
    with pytest.raises(IterationsError, match=f"^{complaint}$"):
        read_iterations(log_of(tmp_path / "log", *lines))


def test_a_missing_log_is_reported(tmp_path: Path) -> None:
    with pytest.raises(IterationsError, match=r"^the program wrote no iterations log$"):
        read_iterations(tmp_path / "none")
