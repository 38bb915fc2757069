"""Reads a profile, and reports any damage to its files in one line.

A table's whole file is read into memory, and is compared with the digest in run.json before it is
decoded.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from kpath_jvm.errors import KpathError
from kpath_jvm.profile import consistency, table_files
from kpath_jvm.profile.files import RUN_FILE
from kpath_jvm.profile.forest import FOREST_COLUMNS, Forest, Int64Array
from kpath_jvm.profile.schema import LATER, SCHEMAS, as_written
from kpath_jvm.profile.totals import beyond, total, totals_of
from kpath_jvm.recording.stream_directory import has_stream
from kpath_jvm.records.record import read_record
from kpath_jvm.records.run import ProfileRecord
from kpath_jvm.regular_files import read_bytes, require_regular
from kpath_jvm.seals import digest_of

#: The largest size of a profile's file in bytes. (Reading a smaller file that doesn't fit into
#: memory raises MemoryError.)
_MOST_BYTES = 1 << 40
#: The errors that decoding a damaged file raises. ValueError comes from text that isn't UTF-8, and
#: MemoryError from impossible numbers of rows. The last four come from parts of a footer that
#: contradict each other.
_UNDECODABLE = (
    OSError, pa.ArrowException, ValueError, MemoryError, TypeError, LookupError, OverflowError,
    NotImplementedError,
)  # fmt: skip


def read_run(directory: Path) -> ProfileRecord:
    """Reads run.json, and checks that it belongs to a profile that this kpath-jvm can read."""
    if not directory.is_dir():
        reason = "is not a directory" if directory.exists() else "does not exist"
        raise KpathError(f"no profile {directory}: it {reason}")
    path = directory / RUN_FILE
    if not path.exists():
        remedy = ""
        if has_stream(directory):
            remedy = f"; `kpath-jvm build {directory} -o ...` makes profiles of this recording"
        raise KpathError(f"{directory} is not a profile: it has no {RUN_FILE}{remedy}")
    return read_record(path, ProfileRecord, "record it again")


def check_tables(directory: Path, run: ProfileRecord) -> None:
    """Checks each table's schema and number of rows, which are in the footer of the table's file.

    A truncated file has no footer.
    """
    for name in SCHEMAS:
        path = directory / f"{name}.parquet"
        try:
            require_regular(path)
            with pq.ParquetFile(path.absolute()) as file:
                found, rows = file.schema_arrow, file.metadata.num_rows
        except FileNotFoundError as error:
            raise corrupt(directory, f"{path.name} is missing") from error
        except _UNDECODABLE as error:
            raise corrupt(directory, f"{path.name} cannot be read") from error
        if _types(found) not in map(_types, as_written(name)):
            raise corrupt(directory, f"{path.name} has other columns than it should")
        expected = getattr(run.tables, name)
        if rows != expected:
            raise corrupt(directory, f"{path.name} has {rows} rows, {RUN_FILE} says {expected}")


@contextmanager
def _reading(directory: Path, name: str, run: ProfileRecord) -> Iterator[bytes]:
    """Yields the content of a table's file.

    Raises KpathError when the content isn't what was written, or when the caller can't decode it.
    """
    path = directory / f"{name}.parquet"
    try:
        content = read_bytes(path, _MOST_BYTES)
        if run.files is not None and digest_of(content) != run.files.get(path.name):
            raise corrupt(directory, f"{path.name} has changed since it was written")
        yield content
    except FileNotFoundError as error:
        raise corrupt(directory, f"{path.name} is missing") from error
    except _UNDECODABLE as error:
        raise corrupt(directory, f"{path.name} cannot be read") from error


def _types(schema: pa.Schema) -> list[tuple[str, str]]:
    return [(column.name, str(column.type)) for column in schema]


class StoredTables:
    """The tables of a profile on disk. Each table is read and checked when it is first asked for.

    Asking for a table that can't be read, or that contradicts itself, raises KpathError.
    """

    def __init__(self, directory: Path, run: ProfileRecord) -> None:
        """Takes a profile whose files exist (see ``check_tables``)."""
        self._directory = directory
        self._run = run
        self._tables: dict[str, pa.Table] = {}

    def table(self, name: str) -> pa.Table:
        """Returns a whole table, in one chunk."""
        if name not in self._tables:
            with _reading(self._directory, name, self._run) as content:
                table = table_files.read_table(content).combine_chunks()
            self._require(name, self._shape_problem(name, table))
            table = _with_later_columns(name, table)
            self._require(name, consistency.check_complete(table))
            self._require(name, self._problem(name, table))
            self._tables[name] = table
            try:
                self._require(name, beyond(totals_of(name, self.table)))
            except KpathError:
                del self._tables[name]
                raise
        return self._tables[name]

    @cached_property
    def forest(self) -> Forest:
        """The k-IPF, without its table's column of node numbers."""
        with _reading(self._directory, "ipf", self._run) as content:
            forest = Forest.of_columns(table_files.read_numbers(content, FOREST_COLUMNS))
        self._require("ipf", consistency.check_forest(forest, self.table("methods")))
        self._require("ipf", beyond({"ipf.count": total(forest.counts)}))
        return forest

    def method_forest(self, method: int) -> Forest:
        """Returns the k-IPF of one method, and decodes only the row groups with that method."""
        if "forest" in self.__dict__:
            return self.forest.of_method(method)
        with _reading(self._directory, "ipf", self._run) as content:
            table, first = table_files.read_rows(content, method, FOREST_COLUMNS)
        self._require("ipf", consistency.check_complete(table))
        forest = Forest.of_table(table).of_method(method, first)
        self._require("ipf", consistency.check_forest(forest, self.table("methods"), method))
        self._require("ipf", beyond({"ipf.count": total(forest.counts)}))
        return forest

    def _require(self, name: str, problem: str | None) -> None:
        if problem is not None:
            raise corrupt(self._directory, f"{name}.parquet: {problem}")

    @property
    def _is_whole(self) -> bool:
        """Whether every edge was counted throughout the run.

        If ``quiet`` is false, a thread was in a probe at the end and may have left out a count.
        """
        run = self._run
        is_quiet = run.inline is not None and run.inline.quiet
        return is_quiet and run.sampling is None and run.completeness.is_exact

    def _shape_problem(self, name: str, table: pa.Table) -> str | None:
        """Returns what is wrong with a table's columns and number of rows, or None.

        ``check_tables`` has checked both in the footer, but the file may have been replaced since.
        """
        if _types(table.schema) not in map(_types, as_written(name)):
            return "it has other columns than it should"
        expected = getattr(self._run.tables, name)
        if table.num_rows != expected:
            return f"it has {table.num_rows} rows, {RUN_FILE} says {expected}"
        return None

    def _problem(self, name: str, table: pa.Table) -> str | None:
        if name == "methods":
            return consistency.check_methods(table)
        methods = self.table("methods")
        problem = consistency.check_rows(table, methods)
        if problem:
            return problem
        if name == "ipf":
            return consistency.check_nodes(table) or consistency.check_forest(
                Forest.of_table(table), methods
            )
        if name == "mapped_lines":
            return None
        if name == "folded":
            return consistency.check_folded(table, methods, self._run.k)
        if name == "blocks":
            return consistency.check_blocks(table, methods)
        counts = consistency.row_counts(self.table("blocks"), methods)
        if name == "loops":
            return (
                consistency.check_loops(table, methods)
                or consistency.check_indices(table, ["header"], counts)
                or consistency.check_lists_in_blocks(table, "blocks", counts)
                or consistency.check_lists_in_blocks(table, "latches", counts)
                or consistency.check_lists_in_blocks(table, "assigned", counts)
            )
        if name == "paths":
            return (
                consistency.check_lists_in_blocks(table, "blocks", counts)
                or consistency.check_paths(table, self.forest)
                or consistency.check_decoded(table, self.table("edges"), counts)
            )
        if name == "edge_counts":
            return (
                consistency.check_edge_counts(table, counts)
                or consistency.check_counted_edges(table, self.table("edges"), methods)
                or (consistency.check_flow(table) if self._is_whole else None)
            )
        return _OF_BLOCKS[name](table, counts)


def _with_later_columns(name: str, table: pa.Table) -> pa.Table:
    """Adds the columns that a table lacks because an earlier version of kpath-jvm wrote it."""
    if table.schema.names == SCHEMAS[name].names:
        return table
    for column, value in LATER[name].items():
        if column in table.column_names:
            continue
        field = SCHEMAS[name].field(column)
        table = table.append_column(field, pa.array([value] * len(table), field.type))
    return table.select(SCHEMAS[name].names)


def _check_edges(edges: pa.Table, counts: Int64Array) -> str | None:
    return consistency.check_indices(edges, ["source", "target"], counts, least=-1)


#: The checks that need only the table itself and each method's number of blocks.
_OF_BLOCKS = {
    "edges": _check_edges,
    "decisions": consistency.check_decisions,
    "extended": consistency.check_extended,
}


def corrupt(directory: Path, what: str) -> KpathError:
    """Returns the error for a profile that is damaged."""
    return KpathError(f"the profile {directory} is corrupt: {what}; record it again")
