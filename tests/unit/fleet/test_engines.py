"""Tests the query engines DuckDB and Spark: output, failures, and files of earlier versions."""

import os
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from builders.versions import LEFT, Version, versions_profile
from kpath_jvm.errors import KpathError
from kpath_jvm.fleet import engines
from kpath_jvm.fleet.matching import matched
from kpath_jvm.fleet.queries import difference
from kpath_jvm.fleet.views import ViewFiles
from kpath_jvm.store.flat import CODE, LATER, NAMED, flat
from kpath_jvm.store.place import StorePlace
from kpath_jvm.store.store import StoredFile


def test_spark_s_own_lines_about_failures_are_not_printed(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """If a query fails, Spark writes JSON to stderr; kpath-jvm prints one line instead."""
    logger = pytest.importorskip("pyspark.logger").PySparkLogger
    engines._silence_failures()
    for name in ("SQLQueryContextLogger", "DataFrameQueryContextLogger"):
        logger.getLogger(name).error("a failure", errorClass="SOME")
    said = capfd.readouterr()
    assert (said.out, said.err) == ("", "")


def test_a_quietly_started_engine_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
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
def test_missing_engines_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, engine: Any, message: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(KpathError) as caught, engine(StorePlace(str(tmp_path)), {}):
        pass
    assert str(caught.value) == message


def test_failures_of_an_engine_are_reported_in_one_line(tmp_path: Path) -> None:
    place = StorePlace(str(tmp_path))
    failed = engines._failed(place, "DuckDB", RuntimeError("\nOut of Memory\n more"))
    assert str(failed) == (
        f"DuckDB can't answer questions about the store {place.text}: Out of Memory"
    )


@pytest.mark.parametrize("name", ["duckdb", pytest.param("spark", marks=pytest.mark.integration)])
def test_files_of_earlier_versions_may_lack_columns(tmp_path: Path, name: str) -> None:
    if name == "spark":
        pytest.importorskip("pyspark")
    run = Version(operands={2: "n"}).walked(LEFT)
    views = {}
    for view in ("base", "new"):
        table = flat(versions_profile(tmp_path, view, run), view, "shop", "1", "2026-11-01")
        pq.write_table(table.drop_columns(LATER) if view == "base" else table, tmp_path / view)
        views[view] = ViewFiles([StoredFile(view, None)])
    engine = engines.duckdb if name == "duckdb" else partial(engines.spark, master="local[1]")
    with engine(StorePlace(str(tmp_path)), views) as opened:
        rows = opened.rows(difference())
    asked = {row[len(NAMED) + CODE.index("questions")] for row in rows}
    assert asked == {None, *table.column("questions").to_pylist()}
    (pair,) = matched(rows)
    assert pair.code == "same"
