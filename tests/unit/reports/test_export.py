"""Exports: what a consumer reads from them is what the profile holds."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from click.testing import CliRunner

from builders.forests import ngrams
from builders.methods import FIGURE_3_STREAM, figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.cli.export import command
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports import export


def _jsonl(path: Path) -> list[dict[str, Any]]:
    stream = io.StringIO()
    export.write_jsonl(Profile.open(path), stream)
    return [json.loads(line) for line in stream.getvalue().splitlines()]


@pytest.mark.parametrize("chunk", [1, 7, 22, 1000])
def test_jsonl_of_figure_3(demo: Path, monkeypatch: pytest.MonkeyPatch, chunk: int) -> None:
    monkeypatch.setattr(export, "_CHUNK", chunk)
    entry = next(entry for entry in _jsonl(demo) if entry["method"] == "run")
    assert {tuple(gram["path"]): gram["count"] for gram in entry["ngrams"]} == ngrams(
        [FIGURE_3_STREAM], 4
    )
    assert entry["paths"]["6"] == {
        "blocks": [[0, 3], [4, 8], [9, 14], [21, 27]],
        "start": "entry",
        "end": "loop",
    }
    assert (entry["class"], entry["descriptor"], entry["loader"]) == ("demo/Figure3", "(I)V", "app")
    assert (entry["entries"], entry["abandoned"], entry["cuts"]) == (1, 0, [])


def test_jsonl_has_every_executed_method_and_every_path(demo: Path) -> None:
    entries = _jsonl(demo)
    assert len(entries) == 7
    for entry in entries:
        used = {str(path) for gram in entry["ngrams"] for path in gram["path"]}
        assert used == set(entry["paths"])
    stuck = next(entry for entry in entries if entry["method"] == "stuck")
    assert (stuck["entries"], stuck["paths"], stuck["ngrams"]) == (1, {}, [])
    assert next(entry for entry in entries if entry["method"] == "spin")["irreducible"]
    retry = next(entry for entry in entries if entry["method"] == "retry")
    assert retry["paths"]["5"]["start"] == "handler"
    assert retry["abandoned"] == 2


def test_one_object_per_identity(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    for version in (0, 1):
        builder.stream(builder.add(figure_3(version=version)), (6, 3))
    builder.add(figure_3(name="never"))
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    (entry,) = _jsonl(tmp_path / "p.kpath")
    assert {tuple(gram["path"]): gram["count"] for gram in entry["ngrams"]} == {
        (6,): 2,
        (3,): 2,
        (6, 3): 2,
    }


def test_csv_and_parquet_hold_the_same_rows(demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "_CHUNK", 7)
    text, binary = io.StringIO(), io.BytesIO()
    export.write_csv(Profile.open(demo), text)
    export.write_parquet(Profile.open(demo), binary)
    rows = list(csv.DictReader(io.StringIO(text.getvalue())))
    table = pd.read_parquet(binary)
    assert len(rows) == len(table) == len(Profile.open(demo).ipf)
    for row, (_, other) in zip(rows, table.iterrows(), strict=True):
        assert row["path"] == " ".join(map(str, other["path"]))
        assert int(row["length"]) == len(other["path"]) == other["length"]
        assert int(row["count"]) == other["count"]
        for name in ("class", "method", "descriptor", "loader", "digest"):
            assert row[name] == other[name]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-get", "@SUM(A1)", "\t=1", "\r=1", "\n=1"])
def test_no_cell_is_a_formula(text: str) -> None:
    assert export.harmless(text) == f"'{text}"


@pytest.mark.parametrize("text", ["run", "<init>", "", "(I)V", "a=b"])
def test_harmless_cells_stay_as_they_are(text: str) -> None:
    assert export.harmless(text) == text


def test_strange_names_survive_but_for_control_characters_in_csv(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    name = '=a,"b"\n\u202e'
    builder.stream(builder.add(figure_3(name=name)), (6, 3))
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    assert _jsonl(tmp_path / "p.kpath")[0]["method"] == name
    stream = io.StringIO()
    export.write_csv(Profile.open(tmp_path / "p.kpath"), stream)
    row = next(csv.DictReader(io.StringIO(stream.getvalue(), newline="")))
    assert row["method"] == '\'=a,"b"\\u000a\\u202e'


def _export(*arguments: str) -> Any:
    return CliRunner().invoke(command, arguments, standalone_mode=False)


@pytest.mark.parametrize("kind", ["jsonl", "csv", "parquet"])
def test_files_are_complete_or_not_there(demo: Path, tmp_path: Path, kind: str) -> None:
    output = tmp_path / "out"
    assert _export(str(demo), "--format", kind, "-o", str(output)).exception is None
    whole = output.read_bytes()
    assert len(whole) > 100
    again = _export(str(demo), "--format", kind, "-o", str(output))
    assert isinstance(again.exception, KpathError)
    assert "exists; pass --force" in str(again.exception)
    (demo / "blocks.parquet").write_bytes(b"")
    damaged = _export(str(demo), "--format", kind, "-o", str(output), "--force")
    assert isinstance(damaged.exception, KpathError)
    assert output.read_bytes() == whole
    assert not list(tmp_path.glob(".*"))


def test_where_nothing_can_be_written(demo: Path, tmp_path: Path) -> None:
    for arguments, complaint in (
        (["--format", "parquet"], "name a file with -o"),
        (["--format", "csv", "-o", str(tmp_path / "none" / "x")], "cannot write"),
        (["--format", "csv", "--force", "-o", str(tmp_path)], "is a directory"),
    ):
        result = _export(str(demo), *arguments)
        assert isinstance(result.exception, KpathError)
        assert complaint in str(result.exception)


@pytest.mark.parametrize("kind", ["jsonl", "csv"])
def test_a_reader_that_leaves_early(tmp_path: Path, kind: str) -> None:
    builder = RecordingBuilder(k=8)
    method = builder.add(figure_3())
    for first in range(200):
        builder.stream(method, [6, *((first >> bit) & 1 and 2 for bit in range(8)), 3] * 8)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    process = subprocess.Popen(
        [sys.executable, "-m", "kpath_jvm.cli.main", "export", "p.kpath", "--format", kind],
        cwd=tmp_path,
        env={"PYTHONPATH": ":".join(sys.path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(1)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.wait()


def test_an_export_is_not_led_elsewhere_by_a_planted_link(demo: Path, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    planted = tmp_path / f".out.{os.getpid()}.new"
    planted.symlink_to(victim)
    done = CliRunner().invoke(command, [str(demo), "--format", "csv", "-o", str(tmp_path / "out")])
    assert isinstance(done.exception, KpathError)
    assert "File exists" in str(done.exception)
    assert victim.read_text() == "precious"
    assert planted.is_symlink()
