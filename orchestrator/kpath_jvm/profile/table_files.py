"""Writes and reads the Parquet files of a profile's tables.

The k-IPF is by far the largest table. Its rows are grouped by method. For a question about
one method, only the groups with that method are decoded.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from kpath_jvm.profile.forest import Int32Array

NumberArray = npt.NDArray[np.signedinteger]

#: The smallest number of rows in a group of the k-IPF, before large groups are split. Only the last
#: group can have fewer.
LEAST_ROWS = 1 << 17
#: The largest number of rows in a group of the file. A larger group, whose rows nearly all belong
#: to one method, is split into several. The last of these can have fewer rows than LEAST_ROWS.
MOST_ROWS = 1 << 20

_OPTIONS: dict[str, Any] = {"compression": "zstd", "write_page_checksum": True}
#: The encodings of the k-IPF's columns. Nodes and parents ascend, and paths and counts are small
#: numbers. Methods and depths get dictionaries, because both have long series of equal values.
_ENCODED = {
    "node": "DELTA_BINARY_PACKED",
    "parent": "DELTA_BINARY_PACKED",
    "path": "BYTE_STREAM_SPLIT",
    "count": "BYTE_STREAM_SPLIT",
}
_DICTIONARIES = ["method", "depth"]


def write_table(table: pa.Table, name: str, path: Path) -> None:
    """Writes the table ``name``. Raises OSError when the file can't be written."""
    if name != "ipf":
        pq.write_table(table, path.absolute(), **_OPTIONS)
        return
    write_forest([table], table.schema, path)


def write_forest(parts: Iterable[pa.Table], schema: pa.Schema, path: Path) -> int:
    """Writes the k-IPF, and returns the number of rows.

    Each part must have all rows of its methods. Raises OSError when the file can't be written.
    """
    rows, rest = 0, schema.empty_table()
    with pq.ParquetWriter(
        path.absolute(), schema, use_dictionary=_DICTIONARIES, column_encoding=_ENCODED, **_OPTIONS
    ) as writer:
        for part in parts:
            rows += part.num_rows
            table = pa.concat_tables([rest, part]).combine_chunks()
            bounds = group_bounds(table.column("method").to_numpy())
            if len(bounds) > 1 and bounds[-1] - bounds[-2] < LEAST_ROWS:
                # The rows of the next part are added to the last group.
                bounds.pop()
            for first, last in pairwise(bounds):
                writer.write_table(table.slice(first, last - first), row_group_size=MOST_ROWS)
            rest = table.slice(bounds[-1])
        if rest.num_rows:
            writer.write_table(rest, row_group_size=MOST_ROWS)
    return rows


def group_bounds(methods: Int32Array) -> list[int]:
    """Returns where each group of rows begins, and where the last group ends.

    ``methods`` are in ascending order. All rows of a method are in one group.
    """
    ends = np.append(np.flatnonzero(np.diff(methods)) + 1, len(methods))
    bounds = [0]
    for end in ends.tolist():
        if end - bounds[-1] >= LEAST_ROWS:
            bounds.append(end)
    if bounds[-1] < len(methods):
        bounds.append(len(methods))
    return bounds


def read_table(content: bytes) -> pa.Table:
    """Reads the table in a file, and checks the checksums of its pages.

    Raises OSError, ValueError (for text that isn't UTF-8) or pa.ArrowException if the file can't be
    read, or if Arrow returns a table that can't be used.
    """
    with _opened(content) as file:
        table = file.read()
    # This checks offsets in the arrays, indices into dictionaries, and that strings are UTF-8.
    table.validate(full=True)
    return table


def read_numbers(content: bytes, columns: Sequence[str]) -> dict[str, NumberArray]:
    """Reads columns of numbers group by group, which takes little more memory than the result.

    Raises the same errors as ``read_table``, and ValueError if a value or a row is missing.
    """
    with _opened(content) as file:
        rows = sum(file.metadata.row_group(group).num_rows for group in range(file.num_row_groups))
        kinds = {name: file.schema_arrow.field(name).type.to_pandas_dtype() for name in columns}
        found = {name: np.empty(rows, kind) for name, kind in kinds.items()}
        first = 0
        for group in range(file.num_row_groups):
            table = file.read_row_group(group, list(columns))
            end = first + table.num_rows
            for name, numbers in found.items():
                column = table.column(name)
                if column.null_count:
                    raise ValueError(f"{name} is missing")
                numbers[first:end] = column.to_numpy()
            first = end
        if first != rows:
            raise ValueError("a group has fewer rows than the file says")
        return found


def read_rows(content: bytes, method: int, columns: Sequence[str]) -> tuple[pa.Table, int]:
    """Returns all groups that may have rows of a method, and the first row's number in the table.

    The table is ordered by method. Raises the same errors as ``read_table``.
    """
    with _opened(content) as file:
        at = file.schema_arrow.get_field_index("method")
        groups = [file.metadata.row_group(group) for group in range(file.num_row_groups)]
        ends = np.cumsum([group.num_rows for group in groups])
        found = [
            number
            for number, group in enumerate(groups)
            if (known := group.column(at).statistics) is None
            or not known.has_min_max
            or known.min <= method <= known.max
        ]
        if not found:
            return file.schema_arrow.empty_table().select(columns), 0
        wanted = range(found[0], found[-1] + 1)
        first = int(ends[wanted[0]]) - groups[wanted[0]].num_rows
        return file.read_row_groups(list(wanted), columns), first


def _opened(content: bytes) -> pq.ParquetFile:
    return pq.ParquetFile(pa.BufferReader(content), page_checksum_verification=True)
