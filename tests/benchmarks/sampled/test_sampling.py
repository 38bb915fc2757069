"""Tests the benchmark of sampling: its rows, its table and its chart."""

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from rich.console import Console

from benchmarks.measurement import Measurement
from benchmarks.sampled import sampling
from benchmarks.sampled.chart import draw
from benchmarks.sampled.rows import Row, read, table

_NATIVE = Measurement("0 %", 1, 50.0, 100.0, 51.0, 102.0, 0.5)
_ROWS = [
    Row("a/x", 0.03, _NATIVE, replace(_NATIVE, timed_cpu_seconds=102.0), 0.96, 3, 0.01, 0.028),
    Row("a/y", 0.03, _NATIVE, replace(_NATIVE, timed_seconds=55.0), None, 0, 0.0, 0.0),
    Row("a/x", 0.1, _NATIVE, replace(_NATIVE, cpu_seconds=112.2), 0.98, 9, 0.03, 0.09),
]


def test_times_are_divided_by_those_of_the_native_run() -> None:
    assert _ROWS[0].cpu_ratio == pytest.approx(1.02)
    assert _ROWS[1].wall_ratio == pytest.approx(1.1)
    assert _ROWS[2].whole_ratio == pytest.approx(1.1)


def test_the_table_has_rows_and_means(capsys: pytest.CaptureFixture[str]) -> None:
    Console(width=130).print(table(_ROWS))
    told = capsys.readouterr().out
    assert "96.0 % of 1" in told
    assert told.count("geometric mean") == 2
    assert "1.010" in told


def test_the_chart_is_drawn(tmp_path: Path) -> None:
    written = draw(_ROWS, tmp_path)
    assert [it.suffix for it in written] == [".png", ".svg", ".pdf"]
    assert all(it.stat().st_size > 5_000 for it in written)


def test_written_rows_are_read_unchanged(tmp_path: Path) -> None:
    file = tmp_path / "rows.json"
    file.write_text(json.dumps({"rows": [asdict(row) for row in _ROWS]}))
    assert read(file) == _ROWS


def test_an_unknown_program_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert sampling.main(["dacapo/eklipse"]) == 1
    assert capsys.readouterr().err.startswith("sampling: unknown benchmark 'eklipse' of dacapo;")
