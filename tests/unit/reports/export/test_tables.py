"""Tests that the csv and Parquet tables of an export hold the same rows."""

import csv
import io
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from builders.edges import edges_profile
from builders.extended import extended_profile
from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.counted import EdgeCount, ExtendedPath
from kpath_jvm.reports.export import meanings, paths, sequences, tables
from kpath_jvm.reports.export.exported import Exported, ExportOptions


def written(profile: Path, table: str, **options: Any) -> tuple[list[dict[str, str]], pa.Table]:
    """Returns a table's rows from csv, and the table from Parquet."""
    exported = Exported.of(Profile.open(profile), ExportOptions(**options))
    text, binary = io.StringIO(), io.BytesIO()
    tables.write_csv(exported, table, text)
    tables.write_parquet(exported, table, binary)
    rows = list(csv.DictReader(io.StringIO(text.getvalue(), newline="")))
    return rows, pq.read_table(binary)


@pytest.mark.parametrize("table", tables.TABLES)
@pytest.mark.parametrize("chunk", [7, 1 << 16])
@pytest.mark.parametrize("top", [None, 2])
def test_csv_and_parquet_hold_the_same_rows(
    demo: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    table: str,
    chunk: int,
    top: int | None,
) -> None:
    others = {"edges": edges_profile, "extended": extended_profile}
    if table in others:
        demo = others[table](tmp_path).path
    monkeypatch.setattr(sequences, "CHUNK", chunk)
    monkeypatch.setattr(paths, "CHUNK", chunk)
    rows, other = written(demo, table, top=top)
    assert len(rows) == other.num_rows
    assert len(rows) == 2 if top else len(rows) > 2
    assert other.schema.equals(tables.TABLES[table].schema)
    for row, values in zip(rows, other.to_pylist(), strict=True):
        assert list(row) == list(values)
        for name, cell in row.items():
            assert cell == _cell(values[name]), name


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        between = "; " if value and isinstance(value[0], str) else " "
        return between.join(_cell(item) for item in value)
    if isinstance(value, float):
        return str(pa.scalar(value).cast(pa.string()))
    return str(value)


def test_meanings_describe_existing_columns() -> None:
    assert set(meanings.ROWS) == set(tables.TABLES) == set(meanings.OF)
    for table, of in meanings.OF.items():
        assert set(of) <= set(tables.TABLES[table].schema.names), table


def test_a_profile_without_paths_has_empty_tables(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    builder.add(figure_3())
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    for table in tables.TABLES:
        rows, other = written(tmp_path / "p.kpath", table)
        assert rows == other.to_pylist() == []


def test_strange_names_lose_their_control_characters_in_csv(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    name = '=a,"b"\n\u202e'
    method = builder.add(figure_3(name=name))
    builder.stream(method, (6, 3))
    recorded = replace(
        builder.build(tmp_path),
        extended=[ExtendedPath(method.first_id, 1, "loop", 0, "entry", "exit", (0, 1), 1)],
        edge_counts=[EdgeCount.exact(method.first_id, "entry", -1, 0, 1)],
    )
    write_profile(tmp_path / "p.kpath", recorded, demo_run())
    for table in tables.TABLES:
        rows, other = written(tmp_path / "p.kpath", table)
        assert {row["method"] for row in rows} == {'\'=a,"b"\\u000a\\u202e'}
        assert set(other.column("method").to_pylist()) == {name}
