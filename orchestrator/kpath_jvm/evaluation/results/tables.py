"""Reads and writes the tables of an experiment's results (RESULTS/tables/*.csv)."""

import csv
import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.results.columns import FLAG, NUMBER, TEXT, WHOLE, Column
from kpath_jvm.evaluation.results.schema import LATER, OWN, PROGRAM_SUITE, TABLES, WITHDRAWN
from kpath_jvm.nearest import nearest
from kpath_jvm.regular_files import replacing, require_regular

TABLES_DIRECTORY = "tables"


def table_path(results: Path, name: str) -> Path:
    """Returns the path of the table ``name``. Raises KpathError for an unknown name."""
    _columns(name)
    return results / TABLES_DIRECTORY / f"{name}.csv"


def read_table(results: Path, name: str) -> pd.DataFrame:
    """Reads a table. Raises KpathError if the file is missing or damaged.

    Texts are str, with "" for missing ones. Whole numbers are Int64 and truth values boolean, with
    NA for missing ones. Other numbers are float64, with NaN for missing ones. Columns that the
    schema doesn't have are ignored. A row with "true" in a column of WITHDRAWN is refused. Units
    are those of docs/formats/results.md.
    """
    path = table_path(results, name)
    if not results.is_dir():
        raise KpathError(f"no results in {results}: it is not a directory")
    header, rows = _read_rows(path)
    wanted = _columns(name)
    missing = [it.name for it in wanted if it.name not in header and it.name not in LATER]
    if missing:
        raise KpathError(f"{path} lacks the column{_s(missing)} {', '.join(missing)}")
    for number, row in enumerate(rows, 2):
        for name, cell in zip(header, row, strict=True):
            if name in WITHDRAWN and cell == "true":
                raise KpathError(
                    f"{path}, line {number}: {name} is 'true', but this kpath-jvm doesn't have "
                    "that option; delete such rows"
                )
    data = {}
    for column in wanted:
        at = header.index(column.name) if column.name in header else None
        cells = ["" if at is None else row[at] for row in rows]
        data[column.name] = _parse(path, column, cells)
    if {"suite", "kind"} <= data.keys():
        # Earlier versions called an experiment's own programs "official".
        data["kind"] = data["kind"].mask(data["suite"] == PROGRAM_SUITE, OWN)
    table: pd.DataFrame = pd.DataFrame(data)
    return table


def read_if_there(results: Path, name: str) -> pd.DataFrame:
    """Reads a table as ``read_table`` does; returns an empty table if there is no file."""
    if not table_path(results, name).exists():
        return empty_table(name)
    return read_table(results, name)


def empty_table(name: str) -> pd.DataFrame:
    """Returns a table without rows, whose columns have the types that ``read_table`` gives."""
    table: pd.DataFrame = pd.DataFrame(
        {column.name: _typed(column, []) for column in _columns(name)}
    )
    return table


def write_table(results: Path, name: str, rows: Iterable[Mapping[str, Any]]) -> Path:
    """Writes a table, replacing the old one atomically; returns its path.

    A cell is empty if the row lacks its column, or has None, NaN or NA there. Raises KpathError for
    a value that doesn't fit its column, a key that isn't a column, or a directory that can't be
    written.
    """
    path = table_path(results, name)
    lines = [_line(path, _columns(name), row) for row in rows]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise KpathError(f"cannot write {path}: {error.strerror or error}") from error
    with replacing(path, force=True, encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([column.name for column in _columns(name)])
        writer.writerows(lines)
    return path


def _columns(name: str) -> tuple[Column, ...]:
    if name not in TABLES:
        raise KpathError(f"no table {name!r} of results; there are {', '.join(TABLES)}")
    return TABLES[name]


def _read_rows(path: Path) -> tuple[list[str], list[list[str]]]:
    """Returns the header and the rows. Each row is as long as the header."""
    try:
        require_regular(path)
        with path.open(encoding="utf-8", newline="") as file:
            lines = list(csv.reader(file, strict=True))
    except FileNotFoundError as error:
        raise KpathError(f"no {path}: the results are incomplete; run the experiment") from error
    except OSError as error:
        raise KpathError(f"cannot read {path}: {error.strerror or error}") from error
    except (csv.Error, UnicodeDecodeError) as error:
        raise KpathError(f"{path} is damaged: {error}") from error
    if not lines:
        raise KpathError(f"{path} is empty: not even a header")
    header, rows = lines[0], lines[1:]
    for number, row in enumerate(rows, 2):
        if len(row) != len(header):
            raise KpathError(
                f"{path} is damaged: line {number} has {len(row)} cells, the header {len(header)}"
            )
    return header, rows


def _parse(path: Path, column: Column, cells: Sequence[str]) -> Any:
    values: list[Any] = []
    for number, cell in enumerate(cells, 2):
        try:
            values.append(_value(column, cell))
        except ValueError as error:
            raise KpathError(f"{path}, line {number}: {column.name} {error}") from None
    return _typed(column, values)


def _typed(column: Column, values: list[Any]) -> Any:
    if column.type == WHOLE:
        return pd.array(values, dtype="Int64")
    if column.type == NUMBER:
        return np.array([math.nan if v is None else v for v in values], dtype=np.float64)
    if column.type == FLAG:
        return pd.array(values, dtype="boolean")
    return pd.Series(values, dtype="str")


def _value(column: Column, cell: str) -> Any:
    if cell == "" and column.required:
        raise ValueError("is empty")
    if column.type == TEXT:
        return _checked_choice(column, cell)
    if cell == "":
        return None
    if column.type == FLAG:
        if cell not in ("true", "false"):
            raise ValueError(f"is {cell!r}, not true or false")
        return cell == "true"
    try:
        number = int(cell) if column.type == WHOLE else float(cell)
    except ValueError:
        raise ValueError(f"is {cell!r}, not a {column.type}") from None
    if not math.isfinite(number) or abs(number) >= 2**63:
        raise ValueError(f"is {cell!r}, out of range")
    return number


def _checked_choice(column: Column, text: str) -> str:
    if column.choices and text not in column.choices:
        raise ValueError(f"is {text!r}{nearest(text, column.choices)}")
    return text


def _line(path: Path, columns: tuple[Column, ...], row: Mapping[str, Any]) -> list[str]:
    unknown = sorted(set(row) - {column.name for column in columns})
    if unknown:
        raise KpathError(f"{path} has no column{_s(unknown)} {', '.join(unknown)}")
    cells = []
    for column in columns:
        cell = _cell(row.get(column.name))
        try:
            _value(column, cell)
        except ValueError as error:
            raise KpathError(f"cannot write {path}: {column.name} {error}") from None
        cells.append(cell)
    return cells


def _cell(value: Any) -> str:
    if value is None or value is pd.NA or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    # numpy's numbers print their type in repr.
    if isinstance(value, float | np.floating):
        return repr(float(value))
    return str(value)


def _s(items: Sequence[object]) -> str:
    return "" if len(items) == 1 else "s"
