"""Tests the verb export: files are complete or absent, and a reader may close its pipe."""

import gzip
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from builders.edges import edges_profile
from builders.extended import extended_profile
from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm.cli.export import command
from kpath_jvm.cli.main import run_verb
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.writer import write_profile


def _export(*arguments: str) -> Any:
    return CliRunner().invoke(command, arguments, standalone_mode=False)


@pytest.mark.parametrize("kind", ["jsonl", "csv", "parquet"])
def test_exported_files_are_complete_or_absent(demo: Path, tmp_path: Path, kind: str) -> None:
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


def test_impossible_exports_are_refused(demo: Path, tmp_path: Path) -> None:
    for arguments, complaint in (
        (["--format", "parquet"], "name a file with -o"),
        (
            ["--format", "jsonl", "--table", "paths"],
            "jsonl has all tables in one; leave out --table, or export csv",
        ),
        (["--format", "csv", "-k", "5"], "more than the profile's k = 4"),
        (["--format", "csv", "-o", str(tmp_path / "none" / "x")], "cannot write"),
        (["--format", "csv", "--force", "-o", str(tmp_path)], "is a directory"),
    ):
        result = _export(str(demo), *arguments)
        assert isinstance(result.exception, KpathError)
        assert complaint in str(result.exception)


@pytest.mark.parametrize("kind", ["jsonl", "csv"])
def test_a_reader_may_close_its_pipe_early(tmp_path: Path, kind: str) -> None:
    builder = RecordingBuilder(k=8)
    method = builder.add(figure_3())
    for first in range(200):
        builder.stream(method, [6, *((first >> bit) & 1 and 2 for bit in range(8)), 3] * 8)
    builder.auxiliary(method, entries=200 * 8)
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


def test_an_export_does_not_follow_a_planted_link(demo: Path, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    planted = tmp_path / f".out.{os.getpid()}.new"
    planted.symlink_to(victim)
    done = CliRunner().invoke(command, [str(demo), "--format", "csv", "-o", str(tmp_path / "out")])
    assert done.exception is None
    assert (tmp_path / "out").is_file()
    assert victim.read_text() == "precious"
    assert planted.is_symlink()


def test_the_file_s_name_selects_compression(
    demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The compressed file doesn't depend on the time, though gzip's header has a field for it."""
    plain, packed = tmp_path / "out.csv", tmp_path / "out.csv.gz"
    for output in (plain, packed):
        assert _export(str(demo), "--format", "csv", "-o", str(output)).exception is None
    assert gzip.decompress(packed.read_bytes()) == plain.read_bytes()
    before = packed.read_bytes()
    monkeypatch.setattr(time, "time", lambda: 1e9)
    again = _export(str(demo), "--format", "csv", "-o", str(packed), "--force").exception
    assert again is None
    assert packed.read_bytes() == before
    assert not list(tmp_path.glob(".*"))


def test_an_export_has_only_the_selected_part(demo: Path) -> None:
    done = _export(str(demo), "--format", "csv", "--table", "methods", "--include", "demo.Figure3")
    assert [line.split(",")[1:3] for line in done.stdout.splitlines()[1:]] == [
        ["demo/Figure3", "run"],
        ["demo/Figure3", "plain"],
    ]
    paths = _export(
        str(demo), "--format", "csv", "--table", "paths", "--loop", "Figure3.run:9", "-k", "1"
    )
    assert [line.split(",")[5] for line in paths.stdout.splitlines()[1:]] == ["A", "B", "C", "D"]
    none = _export(str(demo), "--format", "csv", "--method", "Figure3.nothing")
    assert isinstance(none.exception, KpathError)


def _exported(profile: Path, table: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Returns the exit status, and the last line on stderr (empty if there is none)."""
    status = run_verb(["export", str(profile), "--format", "csv", "--table", table])
    captured = capsys.readouterr()
    assert bool(captured.out) == (status == 0)
    return status, (captured.err.splitlines() or [""])[-1]


def test_exporting_an_impossible_table_is_an_error(
    demo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An empty table would look as if nothing had run."""
    for name in ("edges", "extended", "empty"):
        (tmp_path / name).mkdir()
    edges = edges_profile(tmp_path / "edges").path
    extended = extended_profile(tmp_path / "extended").path
    for profile, table, words in (
        (edges, "paths", "no Ball-Larus paths, so there is no table of paths (`export --table"),
        (edges, "sequences", "no Ball-Larus paths, so there is no table of sequences"),
        (edges, "extended", "has counts of edges and no extended paths, so there is no table"),
        (demo, "edges", "has paths and no counts of edges, so there is no table of edges; export"),
        (demo, "extended", "has Ball-Larus paths and no extended paths, so there is no table"),
    ):
        status, line = _exported(profile, table, capsys)
        assert (status, words in line) == (2, True), line
    for profile, table in ((edges, "edges"), (extended, "extended"), (edges, "loops")):
        assert _exported(profile, table, capsys)[0] == 0
    # Nothing ran. A profile of this profiler can have these tables, so empty tables are right.
    path = tmp_path / "empty" / "empty.kpath"
    recorded = RecordingBuilder(k=1).build(tmp_path / "empty")
    write_profile(path, recorded, demo_run(options={"profiler": "spp"}, workload=None))
    for table in ("edges", "extended", "paths"):
        assert _exported(path, table, capsys)[0] == 0
