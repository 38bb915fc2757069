"""Checks that a standalone Spark cluster with two local workers gives DuckDB's answers."""

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from builders.stores import filled
from builders.waiting import wait_for
from kpath_jvm.fleet import answers, asking
from kpath_jvm.fleet.figures import parsed
from kpath_jvm.fleet.trend import trend
from kpath_jvm.store.store import Chosen, Store

pytestmark = pytest.mark.slow

_PACKAGE = "org.apache.spark.deploy"


@pytest.fixture
def master(tmp_path: Path) -> Iterator[str]:
    """Starts a master and two workers, and yields the master's URL when the workers have joined."""
    pyspark = pytest.importorskip("pyspark")
    home = Path(pyspark.__file__).parent
    started: list[subprocess.Popen[bytes]] = []

    def start(name: str, *arguments: str) -> Path:
        log = tmp_path / f"{name}{len(started)}.log"
        command = [str(home / "bin" / "spark-class"), f"{_PACKAGE}.{name}", *arguments]
        with log.open("wb") as sink:
            env = {**os.environ, "SPARK_HOME": str(home), "SPARK_LOCAL_IP": "127.0.0.1"}
            started.append(subprocess.Popen(command, stdout=sink, stderr=sink, env=env))
        return log

    try:
        log = start("master.Master", "--host", "127.0.0.1", "--port", "0", "--webui-port", "0")
        url = told(log, r"Starting Spark master at (spark://\S+)")
        for number in range(2):
            start("worker.Worker", url, "--host", "127.0.0.1", "--cores", "1", "--memory", "2g",
                  "--webui-port", "0", "--work-dir", str(tmp_path / f"work{number}"))  # fmt: skip
        told(log, r"(?s)(Registering worker .*Registering worker)")
        yield url
    finally:
        for process in started:
            process.kill()
            process.wait()


def told(log: Path, pattern: str) -> str:
    """Waits until a log matches a pattern, and returns the match's first group."""
    found = wait_for(
        lambda: re.search(pattern, log.read_text("utf-8", "replace")), f"{log} has {pattern}"
    )
    return found[1]


def test_the_cluster_gives_the_answers_of_duckdb(tmp_path: Path, master: str) -> None:
    pytest.importorskip("duckdb")
    filled(str(tmp_path / "store"), tmp_path)
    store = Store(str(tmp_path / "store"))
    engines = [asking.opened_by("duckdb", ""), asking.opened_by("spark", master)]
    tops = [answers.top(store, Chosen(), "path", 50, engine) for engine in engines]
    assert tops[0] == tops[1]
    sides = Chosen("shop", "1"), Chosen("shop", "2")
    changes = [answers.diff(store, *sides, 50, engine) for engine in engines]
    assert changes[0] == changes[1]
    figures = [parsed("total"), parsed("entries(run)")]
    trends = [trend(store, Chosen(), figures, "run", one) for one in engines]
    assert trends[0] == trends[1]
