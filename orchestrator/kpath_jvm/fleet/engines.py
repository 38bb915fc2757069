"""Where queries run: DuckDB in this process, or Spark, here or on a cluster."""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from kpath_jvm.errors import KpathError
from kpath_jvm.store.flat import SCHEMA
from kpath_jvm.store.place import Place

Row = tuple[Any, ...]
#: Files in the store's place by the name of the view that is made of them.
Views = Mapping[str, Sequence[str]]

_SPARK = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "OFF",
    "spark.sql.shuffle.partitions": "8",
}


class Engine(Protocol):
    """Answers queries of views."""

    def rows(self, query: str) -> list[Row]:
        """Returns the rows, in the query's order."""


@contextmanager
def duckdb(place: Place, views: Views) -> Iterator[Engine]:
    """Yields an engine that reads the place through pyarrow, batch by batch.

    KpathError when DuckDB isn't installed or a file can't be read.
    """
    try:
        import duckdb
    except ImportError as error:
        raise KpathError(
            "DuckDB is not installed: pip install 'kpath-jvm[fleets]', or use --engine spark"
        ) from error
    from pyarrow import dataset

    connection = duckdb.connect(config={"autoinstall_known_extensions": "false"})
    try:
        for name, files in views.items():
            paths = [place.path(file) for file in files]
            with place.failing("read"):
                found = dataset.dataset(
                    paths, schema=SCHEMA, format="parquet", filesystem=place.files
                )
            connection.register(name, found)
        yield _DuckDb(connection, place)
    finally:
        connection.close()


class _DuckDb:
    def __init__(self, connection: Any, place: Place) -> None:
        self._connection, self._place = connection, place

    def rows(self, query: str) -> list[Row]:
        try:
            return list(self._connection.execute(query).fetchall())
        except Exception as error:
            raise _failed(self._place, "DuckDB", error) from error


@contextmanager
def spark(place: Place, views: Views, master: str) -> Iterator[Engine]:
    """Yields an engine on a Spark master, as ``local[2]`` or ``spark://host:7077``.

    The store is a directory that each worker sees. KpathError otherwise, when pyspark isn't
    installed, or when there is no such master.
    """
    if not place.is_local:
        raise KpathError(
            f"Spark reads no store at {place.text} without its connectors: give a directory that "
            "its workers see, or use --engine duckdb"
        )
    try:
        from pyspark.sql import SparkSession
    except ImportError as error:
        raise KpathError(
            "pyspark is not installed: pip install 'kpath-jvm[spark]', or use --engine duckdb"
        ) from error
    _silence_failures()
    builder = SparkSession.builder.master(master).appName("kpath-jvm fleet")
    for key, value in _SPARK.items():
        builder = builder.config(key, value)
    try:
        # Its JVM inherits both, and would write there what it thinks of the host's name.
        with _quiet():
            session = builder.getOrCreate()
    except Exception as error:
        raise _failed(place, f"Spark at {master}", error) from error
    try:
        for name, files in views.items():
            paths = [place.path(file) for file in files]
            try:
                session.read.parquet(*paths).createOrReplaceTempView(name)
            except Exception as error:
                raise _failed(place, f"Spark at {master}", error) from error
        yield _Spark(session, place, master)
    finally:
        session.stop()


def _silence_failures() -> None:
    """Keeps pyspark from writing failures as lines of JSON on stderr, before our own line of each.

    Its loggers take arguments of their own, so they have to be made by it. Before 4 it has none.
    """
    try:
        from pyspark.logger import PySparkLogger
    except ImportError:
        return
    for name in ("SQLQueryContextLogger", "DataFrameQueryContextLogger"):
        PySparkLogger.getLogger(name).disabled = True


@contextmanager
def _quiet() -> Iterator[None]:
    """Gives what is started meanwhile neither stdout nor stderr; ours are as before then."""
    sys.stdout.flush()
    sys.stderr.flush()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    kept = {number: os.dup(number) for number in (1, 2)}
    try:
        for number in kept:
            os.dup2(nowhere, number)
        yield
    finally:
        for number, own in kept.items():
            os.dup2(own, number)
            os.close(own)
        os.close(nowhere)


class _Spark:
    def __init__(self, session: Any, place: Place, master: str) -> None:
        self._session, self._place, self._master = session, place, master

    def rows(self, query: str) -> list[Row]:
        try:
            return [tuple(row) for row in self._session.sql(query).collect()]
        except Exception as error:
            raise _failed(self._place, f"Spark at {self._master}", error) from error


def _failed(place: Place, engine: str, error: Exception) -> KpathError:
    line = next((text for text in str(error).splitlines() if text.strip()), type(error).__name__)
    return KpathError(f"{engine} cannot answer of the store {place.text}: {line.strip()[:200]}")
