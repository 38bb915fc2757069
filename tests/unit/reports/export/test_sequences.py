"""Checks the exported table of sequences against the profile's n-grams, row by row."""

import csv
import io
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from builders.looping import profile_of, random_program
from kpath_jvm import Profile
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.hot_sequences import hot_sequences
from kpath_jvm.analysis.names_of_paths import names_of_paths
from kpath_jvm.profile.names import printable
from kpath_jvm.reports.export import sequences
from kpath_jvm.reports.export.csv_cells import harmless
from kpath_jvm.reports.export.exported import Exported, ExportOptions


def _check(profile: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequences, "CHUNK", 5)
    profile = profile.merged(across_loaders=False)
    table = pa.concat_tables(sequences.chunks(Exported.of(profile)))
    forest, costs = profile.forest, Costs(profile)
    grams = forest.sequences(np.arange(len(forest))).tolist()
    assert table.num_rows == len(grams)
    for node, row in enumerate(table.to_pylist()):
        method = int(forest.methods[node])
        paths = [path for path in grams[node] if path >= 0]
        names = names_of_paths(profile, method)
        code = profile.code(method)
        told = [code.decode(path) for path in paths]
        loop = code.loop_around([p.blocks[0] for p in told[1:] or told if p.start == "loop"])
        identity = profile.method_rows.row(method)
        assert row == {
            "id": method,
            "class": identity["class"],
            "method": identity["name"],
            "loop_line": None if loop is None else code.header_line(loop.header),
            "length": len(paths),
            "count": int(forest.counts[node]),
            "bytecodes": sum(costs.of_path(method, path) for path in paths),
            "sequence": " ".join(names[path] for path in paths),
            "paths": paths,
        }


def test_rows_of_the_demo_agree(demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _check(Profile.open(demo), monkeypatch)


@pytest.mark.parametrize("seed", range(10))
def test_rows_of_random_methods_agree(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with profile_of(random_program(seed), 4) as profile:
        _check(profile, monkeypatch)


def _lines(profile: Profile, options: ExportOptions | None = None) -> str:
    return "".join(sequences.lines(Exported.of(profile, options)))


def _plainly(profile: Profile, options: ExportOptions | None = None) -> str:
    """Returns the lines that the writer of Python's csv module makes from the rows."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for chunk in sequences.chunks(Exported.of(profile, options)):
        for row in chunk.to_pylist():
            names = {name: harmless(printable(row[name])) for name in ("class", "method")}
            writer.writerow((row | names | {"paths": " ".join(map(str, row["paths"]))}).values())
    return text.getvalue()


@pytest.mark.parametrize("chunk", [1, 5, 1000])
@pytest.mark.parametrize("options", [None, ExportOptions(k=1), ExportOptions(top=3)])
def test_csv_lines_agree_with_the_rows(
    demo: Path, monkeypatch: pytest.MonkeyPatch, chunk: int, options: ExportOptions | None
) -> None:
    monkeypatch.setattr(sequences, "CHUNK", chunk)
    profile = Profile.open(demo)
    assert _lines(profile, options) == _plainly(profile, options) != ""


@pytest.mark.parametrize("seed", range(10))
def test_lines_of_random_methods_agree_with_their_rows(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sequences, "CHUNK", 5)
    with profile_of(random_program(seed), 4) as profile:
        assert _lines(profile) == _plainly(profile)


@pytest.mark.parametrize("top", [1, 3, 100])
def test_the_hottest_sequences_are_those_of_reports(demo: Path, top: int) -> None:
    profile = Profile.open(demo).merged(across_loaders=False)
    exported = Exported.of(profile, ExportOptions(top=top, k=3))
    rows = [row for chunk in sequences.chunks(exported) for row in chunk.to_pylist()]
    expected = hot_sequences(profile.forest.truncated(3), top)
    assert [(row["id"], tuple(row["paths"]), row["count"]) for row in rows] == [
        (one.method, one.paths, one.count) for one in expected
    ]
