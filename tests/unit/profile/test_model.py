"""Tests that a profile is read as it was written."""

import json
from pathlib import Path

from builders.forests import ngram_counts, ngrams
from builders.methods import FIGURE_3_STREAM
from builders.recordings import demo_profile, demo_recording, demo_run
from kpath_jvm import Profile
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.records.completeness import Completeness, Verdict


def test_figure_3_has_22_sequences(demo: Path) -> None:
    profile = Profile.open(demo)
    counts = ngram_counts(profile, profile.find_method("demo.Figure3.run"))
    assert counts == ngrams([FIGURE_3_STREAM], 4)
    assert len(counts) == 22
    assert counts[2, 0, 0, 2] == 3


def test_paths_outside_streams_become_n_grams_of_length_1(demo: Path) -> None:
    profile = Profile.open(demo)
    assert ngram_counts(profile, profile.find_method("plain")) == {(0,): 7, (1,): 5}
    # The method's other paths are streamed.
    assert ngram_counts(profile, profile.find_method("retry"))[1,] == 1


def test_run_json_has_the_facts_of_the_run(demo: Path) -> None:
    run = json.loads((demo / "run.json").read_text())
    assert run["kpath_jvm_profile"] == 11
    assert run["tables"]["methods"] == 7
    assert run["completeness"] == {"verdict": "exact", "reasons": [], "figures": {}}
    assert run["skipped"][0] == {
        "class": "demo/Huge",
        "name": "unrolled",
        "descriptor": "()V",
        "loader": "app",
        "reason": "too large for the class file",
        "bytes": None,
        "rejected": [],
    }
    assert sorted(path.name for path in demo.parent.iterdir()) == ["demo.kpath", "methods.jsonl"]


def test_ids_without_metadata_lower_the_verdict(tmp_path: Path) -> None:
    builder = demo_recording()
    recorded = builder.build(tmp_path)
    path = tmp_path / "methods.jsonl"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[1:]) + "junk\n")
    write_profile(tmp_path / "p.kpath", recorded, demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    # The method whose line is lost has 14 completions. Its counter of entries, which is 1, is taken
    # for one more completion.
    assert profile.run.completeness == Completeness(
        verdict=Verdict.LOWER_BOUNDS,
        reasons=(
            f"line 10 of {path} is damaged, so what it describes is left out; record again",
            "15 path completions of methods without metadata",
        ),
        figures={"unreadable metadata": 1, "unknown completions": 15},
    )
    assert profile.methods["completed"].sum() == 68 - 14


def test_a_profile_has_the_recordings_k(tmp_path: Path) -> None:
    assert Profile.open(demo_profile(tmp_path, k=2)).k == 2
