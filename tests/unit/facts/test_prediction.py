"""Tests the facts about predicted paths: the methods' rows add up to the totals."""

from pathlib import Path

import pytest

from builders.methods import figure_3, plain
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import KpathError, Profile
from kpath_jvm.analysis.prediction.edge_prediction import edge_prediction
from kpath_jvm.analysis.prediction.path_coverage import path_coverage
from kpath_jvm.facts.prediction import PredictionFacts
from kpath_jvm.profile.writer import write_profile


def written(directory: Path, name: str, counts: dict[int, int]) -> Profile:
    (directory / name).mkdir()
    builder = RecordingBuilder()
    method = builder.add(figure_3())
    for path, count in counts.items():
        builder.stream(method, [path], times=count)
    builder.count(builder.add(plain()), 0, 7)
    write_profile(directory / f"{name}.kpath", builder.build(directory / name), demo_run())
    return Profile.open(directory / f"{name}.kpath")


def test_rows_of_methods_add_up_to_the_totals(tmp_path: Path) -> None:
    ref, train = written(tmp_path, "a", {0: 30, 2: 10, 3: 5}), written(tmp_path, "b", {0: 1, 4: 2})
    facts = PredictionFacts.of(ref, train)
    rows = facts.methods()
    assert [one["method"] for one in rows] == [0, 1]
    assert rows[0]["title"] == "demo.Figure3.run(int)"
    found, covered = edge_prediction(ref), path_coverage(ref, train)
    for name in ("paths", "completions", "predicted_paths", "predicted_completions"):
        assert sum(one[name] for one in rows) == facts.totals[name] == getattr(found, name)
    assert facts.totals["paths_per_method"] == 2
    assert facts.trained is not None
    for name in ("trained_paths", "trained_completions", "bytecodes", "trained_bytecodes"):
        told = sum(one["trained"][name] for one in rows)
        assert told == facts.trained[name] == getattr(covered, name)
    # Both runs completed path 0 of the first method, and path 0 of the second one.
    assert [one["trained"]["trained_completions"] for one in rows] == [30, 7]


def test_figures_of_training_are_missing_without_a_training_run(tmp_path: Path) -> None:
    facts = PredictionFacts.of(written(tmp_path, "a", {0: 3}), None)
    assert facts.trained is None
    assert all(one["trained"] is None for one in facts.methods())


def test_profiles_without_completed_paths_are_refused(tmp_path: Path) -> None:
    some = written(tmp_path, "a", {0: 3})
    (tmp_path / "none").mkdir()
    builder = RecordingBuilder()
    builder.add(plain())
    write_profile(tmp_path / "none.kpath", builder.build(tmp_path / "none"), demo_run())
    none = Profile.open(tmp_path / "none.kpath")
    for given in ((none, None), (some, none)):
        with pytest.raises(KpathError, match=r"none\.kpath has no completed paths"):
            PredictionFacts.of(*given)
