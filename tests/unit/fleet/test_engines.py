"""Tests that Spark's own output, which isn't meant for users, is suppressed."""

import os

import pytest

from kpath_jvm.fleet import engines


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
