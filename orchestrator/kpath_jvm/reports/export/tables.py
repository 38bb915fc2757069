"""Lists the tables that can be exported, and writes a table as csv or Parquet."""

import csv
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO

import pyarrow as pa
import pyarrow.parquet as pq

from kpath_jvm.analysis.of_edges.known import known, require_paths
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.model import Profile
from kpath_jvm.profilers import Tells, told_by
from kpath_jvm.reports.export import (
    branches,
    edges,
    extended,
    loops,
    methods,
    paths,
    sequences,
)
from kpath_jvm.reports.export.csv_cells import cells
from kpath_jvm.reports.export.exported import Exported
from kpath_jvm.reports.export.pieces import beside, whole


@dataclass(frozen=True)
class ExportTable:
    """A table's columns, and its rows in chunks.

    If ``lines`` isn't None, it yields the rows as csv, which is faster than formatting ``chunks``.
    """

    schema: pa.Schema
    chunks: Callable[[Exported], Iterator[pa.Table]]
    lines: Callable[[Exported], Iterator[str]] | None = None


TABLES = {
    "sequences": ExportTable(sequences.SCHEMA, sequences.chunks, sequences.lines),
    "paths": ExportTable(paths.SCHEMA, paths.chunks),
    "methods": ExportTable(methods.SCHEMA, methods.chunks),
    "loops": ExportTable(loops.SCHEMA, loops.chunks),
    "branches": ExportTable(branches.SCHEMA, branches.chunks),
    "edges": ExportTable(edges.SCHEMA, edges.chunks),
    "extended": ExportTable(extended.SCHEMA, extended.chunks),
}


#: The ``Tells`` of the profilers whose profiles can have rows in the table ``edges``.
_OF_EDGES = (Tells.EDGES, Tells.LEVELS)
#: The ``Tells`` of the profilers whose profiles can have rows in the table ``extended``.
_OF_EXTENDED = (Tells.ITERATED, Tells.LEVELS, Tells.EXTENSIONS)


def require_rows(profile: Profile, table: str) -> None:
    """Raises KpathError if the profiler of a profile never records what a table shows.

    A table that is empty only because nothing ran is no error.
    """
    if table in ("paths", "sequences"):
        require_paths(profile, f"table of {table} (`export --table edges` has the edges)")
        return
    counts, tells = known(profile), told_by(profile.run.option("profiler", str))
    if table == "edges" and not counts.edges and tells not in _OF_EDGES:
        raise KpathError(
            f"{profile.path} has paths and no counts of edges, so there is no table of edges; "
            "export --table branches, which follows from the paths, or record with --profiler edge"
        )
    if table == "extended" and not counts.extended and tells not in _OF_EXTENDED:
        has, instead = (
            ("counts of edges", "edges") if counts.edges_only else ("Ball-Larus paths", "paths")
        )
        raise KpathError(
            f"{profile.path} has {has} and no extended paths, so there is no table of them; "
            f"export --table {instead}, or record with --profiler ol, spp or kiter"
        )


def write_parquet(exported: Exported, table: str, sink: IO[bytes]) -> None:
    """Writes a table as Parquet."""
    chosen = TABLES[table]
    with pq.ParquetWriter(sink, chosen.schema, compression="zstd") as writer:
        for chunk in chosen.chunks(exported):
            writer.write_table(chunk)


def write_csv(exported: Exported, table: str, stream: IO[str]) -> None:
    """Writes a table as csv, with cells as csv_cells.py makes them."""
    chosen = TABLES[table]
    csv.writer(stream, lineterminator="\n").writerow(chosen.schema.names)
    lines = chosen.lines(exported) if chosen.lines else map(_lines, chosen.chunks(exported))
    for some in lines:
        stream.write(some)


def _lines(rows: pa.Table) -> str:
    columns = [cells(column.combine_chunks()) for column in rows.columns]
    return whole(beside(beside(*columns, separator=","), "\n"))
