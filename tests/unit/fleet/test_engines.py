"""What Spark says by itself, which is nothing for people."""

import os

import pytest

from kpath_jvm.fleet import engines


def test_spark_s_own_lines_of_failures_are_not_printed(capfd: pytest.CaptureFixture[str]) -> None:
    """It writes JSON on stderr when a query fails; we say that in a line."""
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
