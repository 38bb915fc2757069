"""Tests exported jsonl lines: what is read from them is what the profile holds."""

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from builders.edges import edges_profile
from builders.forests import ngrams
from builders.methods import FIGURE_3_STREAM, figure_3
from builders.recordings import RecordingBuilder, demo_run
from json_documents import complaints
from kpath_jvm import Profile
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.names_of_paths import names_of_paths
from kpath_jvm.analysis.selection import Selection, select
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.export import jsonl
from kpath_jvm.reports.export.exported import Exported, ExportOptions


def _jsonl(path: Path, options: ExportOptions | None = None) -> list[dict[str, Any]]:
    stream = io.StringIO()
    jsonl.write_jsonl(Profile.open(path), stream, options)
    return [json.loads(line) for line in stream.getvalue().splitlines()]


@pytest.mark.parametrize("chunk", [1, 7, 22, 1000])
def test_the_object_of_figure_3_has_paths_loops_and_n_grams(
    demo: Path, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    monkeypatch.setattr(jsonl, "_CHUNK", chunk)
    entry = next(entry for entry in _jsonl(demo) if entry["method"] == "run")
    assert {tuple(gram["path"]): gram["count"] for gram in entry["ngrams"]} == ngrams(
        [FIGURE_3_STREAM], 4
    )
    assert entry["paths"]["6"] == {
        "name": "D",
        "blocks": [[0, 3], [4, 8], [9, 14], [21, 27]],
        "start": "entry",
        "end": "loop",
        "loop": None,
        "lines": [8, 9, 10, 11, 15, 9],
        "bytecodes": 4 + 5 + 6 + 7,
        "decisions": [
            {
                "block": 1,
                "line": 9,
                "place": "line 9",
                "ordinal": 1,
                "question": "i % 2 == 0",
                "answer": "yes",
                "matched": False,
            },
            {
                "block": 4,
                "line": 9,
                "place": "line 9",
                "ordinal": 2,
                "question": "i >= n",
                "answer": "no",
                "matched": False,
            },
        ],
    }
    assert entry["loops"] == [
        {"header": [4, 8], "line": 9, "place": "line 9", "depth": 1, "parent": None}
    ]
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


def test_a_method_with_only_edge_counts_has_an_object(tmp_path: Path) -> None:
    edges_profile(tmp_path, entries_of_shaky=0)
    methods = [entry["method"] for entry in _jsonl(tmp_path / "edges.kpath")]
    assert sorted(methods) == ["retry", "run"]


def test_versions_of_a_method_share_an_object(tmp_path: Path) -> None:
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


def test_fields_of_paths_and_sequences_agree_with_the_profile(demo: Path) -> None:
    profile = Profile.open(demo)
    costs = Costs(profile)
    lines = _jsonl(demo)
    assert [complaint for line in lines for complaint in complaints(line, "export")] == []
    for line in lines:
        method, code = line["id"], profile.code(line["id"])
        assert line["bytecodes"] == costs.of_method(method)
        names = names_of_paths(profile, method)
        for text, path in line["paths"].items():
            decoded = code.decode(int(text))
            assert path["name"] == names[int(text)]
            assert path["lines"] == list(decoded.lines)
            assert path["bytecodes"] == costs.of_path(method, int(text))
        for gram in line["ngrams"]:
            paths = [code.decode(path) for path in gram["path"]]
            headers = [path.blocks[0] for path in paths[1:] or paths if path.start == "loop"]
            loop = code.loop_around(headers)
            assert gram["loop"] == (None if loop is None else code.loops.index(loop))
    assert sum(gram["loop"] is not None for line in lines for gram in line["ngrams"]) > 10


@pytest.mark.parametrize("chunk", [1, 3, 1000])
def test_the_methods_with_the_most_bytecodes_come_first(
    demo: Path, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    monkeypatch.setattr(jsonl, "_CHUNK_OF_SOME", chunk)
    everything = _jsonl(demo)
    ranked = sorted(everything, key=lambda line: (-line["bytecodes"], line["id"]))
    assert _jsonl(demo, ExportOptions(top=3)) == ranked[:3]
    assert ranked[:3] != everything[:3]


def test_a_smaller_k_leaves_out_longer_sequences(demo: Path) -> None:
    shorter = _jsonl(demo, ExportOptions(k=2))
    for line, whole in zip(shorter, _jsonl(demo), strict=True):
        grams = [gram for gram in whole["ngrams"] if len(gram["path"]) <= 2]
        assert line == whole | {"ngrams": grams}


def test_a_selection_keeps_the_names_of_paths(demo: Path) -> None:
    profile = Profile.open(demo).merged(across_loaders=False)
    selected = select(profile, Selection(loop=("Figure3.run:9",)))
    stream = io.StringIO()
    jsonl.write_lines(Exported(selected, ExportOptions()), stream)
    (line,) = [json.loads(text) for text in stream.getvalue().splitlines()]
    whole = next(one for one in _jsonl(demo) if one["id"] == line["id"])
    assert line["paths"].items() <= whole["paths"].items()
    assert [gram for gram in line["ngrams"] if gram not in whole["ngrams"]] == []
    assert len(line["ngrams"]) > 5
    assert np.array_equal(selected.methods, [line["id"]])
