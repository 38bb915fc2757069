"""Tests that Spark's own output, which isn't meant for users, is suppressed."""

import os
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.fleet import engines
from kpath_jvm.store.place import StorePlace


def test_spark_s_own_lines_of_failures_are_not_printed(capfd: pytest.CaptureFixture[str]) -> None:
    """If a query fails, Spark writes JSON to stderr; kpath-jvm prints one line instead."""
    logger = pytest.importorskip("pyspark.logger").PySparkLogger
    engines._silence_failures()
    for name in ("SQLQueryContextLogger", "DataFrameQueryContextLogger"):
        logger.getLogger(name).error("a failure", errorClass="SOME")
    said = capfd.readouterr()
    assert (said.out, said.err) == ("", "")


def test_what_is_started_quietly_writes_nowhere(capfd: pytest.CaptureFixture[str]) -> None:
    with engines._quiet():
        os.write(1, b"out")
        os.write(2, b"err")
    os.write(1, b"ours")
    assert capfd.readouterr() == ("ours", "")


@pytest.mark.parametrize(
    ("module", "engine", "message"),
    [
        (
            "duckdb", engines.duckdb,
            "DuckDB is not installed: pip install 'kpath-jvm[fleets]', or use --engine spark",
        ),
        (
            "pyspark.sql", partial(engines.spark, master="local[1]"),
            "pyspark is not installed: pip install 'kpath-jvm[spark]', or use --engine duckdb",
        ),
    ],
)  # fmt: skip
def test_an_engine_that_is_not_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, engine: Any, message: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(KpathError) as caught, engine(StorePlace(str(tmp_path)), {}):
        pass
    assert str(caught.value) == message


def test_a_failure_of_an_engine_is_one_line(tmp_path: Path) -> None:
    place = StorePlace(str(tmp_path))
    failed = engines._failed(place, "DuckDB", RuntimeError("\nOut of Memory\n more"))
    assert str(failed) == (
        f"DuckDB can't answer questions about the store {place.text}: Out of Memory"
    )
