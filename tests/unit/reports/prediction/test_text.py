"""Tests the table of ``predict``, and its document."""

import io
from pathlib import Path

import pytest

from builders.edges import edges_profile
from builders.methods import figure_3, plain
from builders.recordings import RecordingBuilder, demo_run
from json_documents import complaints
from kpath_jvm import Profile
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.output import write
from kpath_jvm.reports.prediction.summary import summarise_prediction
from kpath_jvm.reports.prediction.text import renderables


def profile(directory: Path, paths: dict[int, int]) -> Profile:
    """Writes a profile of ``figure_3()`` in which each path was completed as often as given."""
    directory.mkdir()
    builder = RecordingBuilder()
    method = builder.add(figure_3())
    for path, count in paths.items():
        builder.stream(method, [path], times=count)
    write_profile(directory / "p.kpath", builder.build(directory), demo_run())
    return Profile.open(directory / "p.kpath")


def test_text_and_document(tmp_path: Path) -> None:
    """Beside each figure stands the published one, or a dash if none was published."""
    ref = profile(tmp_path / "ref", {0: 30, 2: 10, 3: 10})
    document = summarise_prediction(ref, profile(tmp_path / "train", {0: 1, 2: 1}))
    assert complaints(document, "predict") == []
    stream = io.StringIO()
    write(stream, 80, *renderables(document))
    lines = [line.split() for line in stream.getvalue().splitlines()]
    assert ["paths", "executed", "3", "2,696"] in lines
    assert ["of", "these,", "predicted", "from", "edges", "33.3", "%", "37.9", "%"] in lines
    assert ["completions", "of", "predicted", "paths", "60.0", "%", "-"] in lines
    assert ["completions", "80.0", "%", "71.9", "%", "to", "100.0", "%"] in lines


def test_without_training(tmp_path: Path) -> None:
    document = summarise_prediction(profile(tmp_path / "ref", {0: 30}), None)
    assert complaints(document, "predict") == []
    assert document["train"] is None
    stream = io.StringIO()
    write(stream, 80, *renderables(document))
    assert "seen in training" not in stream.getvalue()


def test_a_profile_without_paths_is_refused(tmp_path: Path) -> None:
    """It doesn't matter which of the two profiles has no paths."""
    (tmp_path / "none").mkdir()
    builder = RecordingBuilder()
    builder.add(plain())
    write_profile(tmp_path / "none" / "p.kpath", builder.build(tmp_path / "none"), demo_run())
    none, some = Profile.open(tmp_path / "none" / "p.kpath"), profile(tmp_path / "some", {0: 1})
    for given in ((none, None), (some, none)):
        with pytest.raises(KpathError, match="no completed paths; give"):
            summarise_prediction(*given)


def test_a_profile_of_edges_is_told_apart_from_one_of_a_short_run(tmp_path: Path) -> None:
    edges = edges_profile(tmp_path)
    with pytest.raises(KpathError, match="has counts of edges and no Ball-Larus paths"):
        summarise_prediction(edges, None)
