"""The engines that run queries: DuckDB in this process, or Spark on this machine or a cluster.

No engine notices all damage by itself: DuckDB ignores the checksums of Parquet's pages, and
Parquet's headers and footers have no checksums. So each file's content is compared with its
recorded digest, if there is one, before an engine reads the file.
"""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from decimal import Decimal
from typing import Any, Protocol

import pyarrow as pa
import pyarrow.parquet as pq

from kpath_jvm.errors import KpathError
from kpath_jvm.fleet.views import RUN, ViewFiles, run_of
from kpath_jvm.store.flat import LATER
from kpath_jvm.store.place import StorePlace
from kpath_jvm.store.store import StoredFile

Row = tuple[Any, ...]
#: The files of each view, by the view's name.
Views = Mapping[str, ViewFiles]

_SPARK = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "OFF",
    "spark.sql.shuffle.partitions": "8",
    # Digests are checked before workers read the files, so Spark checks the pages again.
    "spark.hadoop.parquet.page.verify-checksum.enabled": "true",
    # Spark must not skip files silently, even if the cluster's own settings tell it to.
    "spark.sql.files.ignoreCorruptFiles": "false",
    "spark.sql.files.ignoreMissingFiles": "false",
}
#: The number of files that are read at the same time.
_AT_ONCE = 4


class Engine(Protocol):
    """An engine that answers queries on views."""

    def rows(self, query: str) -> list[Row]:
        """Returns the rows of a query, in the query's order."""

    def put(self, name: str, table: pa.Table) -> None:
        """Adds a small table of strings and integers, which queries can read like a view."""


@contextmanager
def duckdb(place: StorePlace, views: Views) -> Iterator[Engine]:
    """Yields DuckDB as an engine.

    Each view can be queried only once. Raises KpathError when DuckDB isn't installed.
    """
    try:
        import duckdb
    except ImportError as error:
        raise KpathError(
            "DuckDB is not installed: pip install 'kpath-jvm[fleets]', or use --engine spark"
        ) from error
    connection = duckdb.connect(config={"autoinstall_known_extensions": "false"})
    try:
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            streams = [_Stream(place, view, pool) for view in views.values()]
            for name, stream in zip(views, streams, strict=True):
                connection.register(
                    name, pa.RecordBatchReader.from_batches(stream.columns, stream.batches())
                )
            yield _DuckDb(connection, place, streams)
    finally:
        connection.close()


class _Stream:
    """The rows of a view's files, as a stream with the view's columns.

    ``failure`` is the error that ended the stream early, or None. The engine doesn't raise this
    error, but one of its own.
    """

    def __init__(self, place: StorePlace, view: ViewFiles, pool: ThreadPoolExecutor) -> None:
        self._place, self._files, self._pool = place, view.files, pool
        self._stored, self.columns = view.stored, view.columns
        self.failure: KpathError | None = None

    def batches(self) -> Iterator[pa.RecordBatch]:
        """Yields the rows. Raises KpathError when a file can't be read or has changed."""
        try:
            for first in range(0, len(self._files), _AT_ONCE):
                some = self._files[first : first + _AT_ONCE]
                for table in self._pool.map(self._table, some):
                    yield from table.to_batches()
        except KpathError as error:
            self.failure = error
            raise

    def _table(self, file: StoredFile) -> pa.Table:
        with self._place.failing("read"):
            content = self._place.read_checked(file.name, file.digest)
        try:
            with pq.ParquetFile(
                pa.BufferReader(content), page_checksum_verification=True
            ) as opened:
                there = opened.schema_arrow.names
                table = opened.read([name for name in self._stored.names if name in there])
            table.validate(full=True)
            for name in LATER:
                if name in self._stored.names and name not in there:
                    table = table.append_column(name, pa.nulls(len(table), pa.string()))
            if RUN not in self._stored.names:
                table = table.append_column(RUN, pa.repeat(run_of(file), len(table)))
            return table.select(self.columns.names).cast(self.columns)
        except Exception as error:
            # Only a damaged file without a digest gets here. For such a file, decoders may raise
            # anything.
            raise KpathError(
                f"the store {self._place.text} is damaged: {file.name} cannot be decoded; add the "
                "profile again, or remove its run's file in runs/ to do without it"
            ) from error


class _DuckDb:
    def __init__(self, connection: Any, place: StorePlace, streams: Sequence[_Stream]) -> None:
        self._connection, self._place, self._streams = connection, place, streams

    def rows(self, query: str) -> list[Row]:
        try:
            found = self._connection.execute(query).fetchall()
        except Exception as error:
            for stream in self._streams:
                if stream.failure is not None:
                    raise stream.failure from error
            raise _failed(self._place, "DuckDB", error) from error
        return [_whole_numbers(row) for row in found]

    def put(self, name: str, table: pa.Table) -> None:
        self._connection.register(name, table)


def _whole_numbers(row: Sequence[Any]) -> Row:
    """Returns a row with integers in place of decimals, because engines return sums as decimals."""
    return tuple(int(value) if isinstance(value, Decimal) else value for value in row)


@contextmanager
def spark(place: StorePlace, views: Views, master: str) -> Iterator[Engine]:
    """Yields an engine on a Spark master, such as ``local[2]`` or ``spark://host:7077``.

    The store must be a directory that each worker can read. Raises KpathError when the store isn't
    a directory or is damaged, when pyspark isn't installed, or when Spark can't be started on this
    master.
    """
    if not place.is_local:
        raise KpathError(
            f"Spark can't read a store at {place.text} without a connector: give a directory "
            "that Spark's workers see, or use --engine duckdb"
        )
    try:
        from pyspark.sql import SparkSession
    except ImportError as error:
        raise KpathError(
            "pyspark is not installed: pip install 'kpath-jvm[spark]', or use --engine duckdb"
        ) from error
    _check(place, {file.name: file for view in views.values() for file in view.files}.values())
    _silence_failures()
    builder = SparkSession.builder.master(master).appName("kpath-jvm fleet")
    for key, value in _SPARK.items():
        builder = builder.config(key, value)
    try:
        # Spark's JVM inherits stdout and stderr, and would warn there about the host's name.
        with _quiet():
            session = builder.getOrCreate()
    except Exception as error:
        raise _failed(place, f"Spark at {master}", error) from error
    try:
        for name, view in views.items():
            paths = [place.path(file.name) for file in view.files]
            try:
                # If a file lacks some of these columns, Spark reads them as NULL.
                found = session.read.schema(_described(view.stored)).parquet(*paths)
                if RUN not in view.stored.names:
                    found = found.selectExpr("*", _RUN_OF_FILE)
                found.createOrReplaceTempView(name)
            except Exception as error:
                raise _failed(place, f"Spark at {master}", error) from error
        yield _Spark(session, place, master)
    finally:
        session.stop()


#: The types of columns in Spark's syntax.
_TYPES = {pa.string(): "STRING", pa.int32(): "INT", pa.int64(): "BIGINT"}
#: The column RUN for the files of profiles: the name of the file's folder, as in ``run_of``.
#: Spark's string literals treat backslashes specially, so the pattern has none.
_RUN_OF_FILE = f"regexp_extract(_metadata.file_path, '([0-9a-f]+)/[^/]+$', 1) AS {RUN}"


def _described(columns: pa.Schema) -> str:
    return ", ".join(f"{column.name} {_TYPES[column.type]}" for column in columns)


def _silence_failures() -> None:
    """Prevents pyspark from writing failures to stderr as JSON; our own message reports them.

    The loggers are created with pyspark's own class, because pyspark passes arguments to them that
    other loggers don't take. Versions before 4 have no such loggers.
    """
    try:
        from pyspark.logger import PySparkLogger
    except ImportError:
        return
    for name in ("SQLQueryContextLogger", "DataFrameQueryContextLogger"):
        PySparkLogger.getLogger(name).disabled = True


@contextmanager
def _quiet() -> Iterator[None]:
    """Discards stdout and stderr within the block, including those of processes that it starts."""
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
    def __init__(self, session: Any, place: StorePlace, master: str) -> None:
        self._session, self._place, self._master = session, place, master

    def rows(self, query: str) -> list[Row]:
        try:
            return [_whole_numbers(row) for row in self._session.sql(query).collect()]
        except Exception as error:
            raise _failed(self._place, f"Spark at {self._master}", error) from error

    def put(self, name: str, table: pa.Table) -> None:
        rows = list(zip(*(column.to_pylist() for column in table.columns), strict=True))
        try:
            found = self._session.createDataFrame(rows, _described(table.schema))
            found.createOrReplaceTempView(name)
        except Exception as error:
            raise _failed(self._place, f"Spark at {self._master}", error) from error


def _check(place: StorePlace, files: Iterable[StoredFile]) -> None:
    def check(file: StoredFile) -> None:
        with place.failing("read"):
            place.read_checked(file.name, file.digest)

    with ThreadPoolExecutor(_AT_ONCE) as pool:
        for _ in pool.map(check, files):
            pass


def _failed(place: StorePlace, engine: str, error: Exception) -> KpathError:
    line = next((text for text in str(error).splitlines() if text.strip()), type(error).__name__)
    return KpathError(
        f"{engine} can't answer questions about the store {place.text}: {line.strip()[:200]}"
    )
