"""Tests that texts show only line numbers that a source file has."""

import csv
import re
from pathlib import Path

import pytest

from builders.methods import FIGURE_3_STREAM, figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm.cli.main import run_verb
from kpath_jvm.profile.writer import write_profile

#: Maps lines of the class file, which are beyond the end of the source, to lines of Util.kt.
MAPPED = {5509: 9, 5510: 10, 5511: 11, 5513: 13, 5515: 15}
RAW = re.compile(r"\b55\d\d\b")

VERBS = (
    "report PROFILE", "report PROFILE --method Figure3.run", "tree PROFILE Figure3.run",
    "tree PROFILE Figure3.run --min-share 0", "branches PROFILE", "draw cfg PROFILE Figure3.run",
    "draw tree PROFILE Figure3.run", "advise PROFILE", "report PROFILE --format md",
    "tree PROFILE Figure3.run --format md", "export PROFILE --format collapsed",
    "export PROFILE --format speedscope",
)  # fmt: skip


@pytest.fixture
def inlined(tmp_path: Path) -> Path:
    """Writes Util.kt, and a profile whose loop is inlined from Util.kt into line 8 of Figure3."""
    builder = RecordingBuilder()
    spec = figure_3(mapped=[(raw, "Util.kt", "a/b", line, 8) for raw, line in MAPPED.items()])
    raw = {line: number for number, line in MAPPED.items()}
    spec.blocks = [
        (first, last, [(at, raw.get(line, line)) for at, line in lines])
        for first, last, lines in spec.blocks
    ]
    builder.add(spec)
    builder.stream(spec, FIGURE_3_STREAM)
    builder.auxiliary(spec, entries=1)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    sources = tmp_path / "s"
    sources.mkdir()
    text = "".join(f"// line {number}\n" for number in range(2, 30))
    (sources / "Util.kt").write_text(f"package a.b\n{text}")
    return tmp_path


@pytest.mark.parametrize("with_sources", [False, True])
@pytest.mark.parametrize("verb", VERBS)
def test_outputs_show_only_lines_of_sources(
    inlined: Path, verb: str, with_sources: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    words = verb.replace("PROFILE", str(inlined / "p.kpath")).split()
    more = ["--sources", str(inlined / "s")] if with_sources else []
    assert run_verb([*words, *more]) == 0
    printed = capsys.readouterr().out
    assert "Util.kt:9" in printed
    if words[0] in ("report", "tree") and words[2:] != ["--format", "md"]:
        assert ("// line 15" in printed) == with_sources
    assert RAW.findall(printed) == []


@pytest.mark.parametrize(
    ("table", "column", "places"),
    [
        ("paths", "places", {"8, Util.kt:9-11, Util.kt:15, Util.kt:9"}),
        ("loops", "place", {"Util.kt:9"}),
        ("branches", "place", {"Util.kt:9"}),
    ],
)
def test_exported_tables_have_places_in_source_files(
    inlined: Path, table: str, column: str, places: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["export", str(inlined / "p.kpath"), "--format", "csv", "--table", table]
    assert run_verb(words) == 0
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    found = {row[column] for row in rows}
    assert places <= found, found
