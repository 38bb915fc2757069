"""Tests the table of predictions: its rows, one per method, add up to what ``predict`` prints."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import kpath_jvm
from builders.edges import edges_profile
from builders.methods import figure_3, plain
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import KpathError, Profile
from kpath_jvm.profile.writer import write_profile
from verb_runs import printed, said


def written(directory: Path, counts: dict[int, int], loaders: tuple[str, ...] = ("app",)) -> Path:
    """Writes a profile of figure_3() in each loader and of plain(), which ran one path."""
    directory.mkdir()
    builder = RecordingBuilder()
    for loader in loaders:
        method = builder.add(figure_3(loader=loader))
        for path, count in counts.items():
            builder.stream(method, [path], times=count)
    builder.count(builder.add(plain()), 0, 30)
    write_profile(directory / "p.kpath", builder.build(directory), demo_run())
    return directory / "p.kpath"


def test_rows_add_up_to_the_totals_that_predict_prints(tmp_path: Path) -> None:
    ref = written(tmp_path / "ref", {0: 30, 2: 10, 3: 10})
    train = written(tmp_path / "train", {0: 1, 2: 1})
    told = json.loads(printed(["predict", str(ref), "--train", str(train), "--json"]))
    table = kpath_jvm.predict(Profile.open(ref), Profile.open(train))
    assert table["title"].str.partition("(")[0].tolist() == [
        "demo.Figure3.run",
        "demo.Figure3.plain",
    ]
    for name in ("paths", "completions", "predicted_paths", "predicted_completions"):
        assert table[name].sum() == told[name] == table.attrs[name]
    for name in ("trained_paths", "trained_completions", "bytecodes", "trained_bytecodes"):
        assert table[name].sum() == told["train"][name] == table.attrs["train"][name]
    assert table.attrs["executed"] == told["executed"]
    first = table.iloc[0]
    assert (first["paths"], first["predicted_paths"], first["predicted_completions"]) == (3, 1, 30)
    assert first["predicted_completions_share"] == pytest.approx(0.6)
    assert first["trained_completions_share"] == pytest.approx(0.8)
    for which in ("executed", "predicted"):
        for name in ("longest_edges", "longest_bytecodes"):
            assert table[f"{which}_{name}"].max() == told[which][name]
        for name in ("average_edges", "average_bytecodes"):
            weighed = (table[f"{which}_{name}"] * table["completions"]).sum()
            assert weighed / table["completions"].sum() == pytest.approx(told[which][name])


def test_without_training_the_trained_columns_are_missing(tmp_path: Path) -> None:
    table = kpath_jvm.predict(Profile.open(written(tmp_path / "ref", {0: 3, 2: 1})))
    assert not any(name.startswith("trained") for name in table.columns)
    assert table.attrs["train"] is None


def test_the_total_counts_a_path_of_several_loaders_once(tmp_path: Path) -> None:
    profile = Profile.open(written(tmp_path / "ref", {0: 3, 2: 1}, ("app", "other")))
    table = kpath_jvm.predict(profile, profile)
    assert table["trained_paths"].sum() == 5
    assert table.attrs["train"]["trained_paths"] == 3
    assert len(table) == 3
    assert len(kpath_jvm.predict(profile.merged())) == 2


def test_profiles_without_completed_paths_are_refused(tmp_path: Path) -> None:
    some = Profile.open(written(tmp_path / "some", {0: 1}))
    edges = edges_profile(tmp_path)
    for given in ((edges,), (some, edges)):
        with pytest.raises(KpathError, match="has counts of edges and no Ball-Larus paths"):
            kpath_jvm.predict(*given)
    (tmp_path / "none").mkdir()
    builder = RecordingBuilder()
    builder.add(plain())
    write_profile(tmp_path / "none" / "p.kpath", builder.build(tmp_path / "none"), demo_run())
    none = Profile.open(tmp_path / "none" / "p.kpath")
    for pair in ((none, None), (some, none)):
        with pytest.raises(KpathError, match="has no completed paths; give a path profile"):
            kpath_jvm.predict(*pair)


@pytest.mark.parametrize(
    ("other", "complaint"),
    [
        ({"class_name": "demo/Other"}, "have no method in common; give two profiles of one prog"),
        (
            {"digest": "07he4c0de"},
            "have no method with the same code; give two profiles of one version",
        ),
    ],
)
def test_training_on_another_program_or_version_is_refused(
    tmp_path: Path, other: dict[str, str], complaint: str
) -> None:
    ref = written(tmp_path / "ref", {0: 30, 2: 10, 3: 10})
    builder = RecordingBuilder()
    builder.stream(builder.add(replace(figure_3(), **other)), [0], times=3)
    (tmp_path / "train").mkdir()
    write_profile(tmp_path / "train" / "p.kpath", builder.build(tmp_path / "train"), demo_run())
    train = tmp_path / "train" / "p.kpath"
    with pytest.raises(KpathError, match=complaint):
        kpath_jvm.predict(Profile.open(ref), Profile.open(train))
    status, _, error = said(["predict", str(ref), "--train", str(train)])
    assert (status, complaint in error) == (2, True)
    # Training that ran only some of the paths is no error: both profiles are of the same program.
    some = kpath_jvm.predict(Profile.open(ref), Profile.open(written(tmp_path / "same", {0: 1})))
    assert len(some)
