"""Tests the results directory: file names, JSON files, unfinished trials, and the lock."""

import json
from pathlib import Path

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.experiments.trials.directory import (
    ResultsDirectory,
    file_name,
    read_json,
    write_json,
)


@pytest.mark.parametrize(
    ("parts", "name"),
    [
        (("a", 2, "c"), "a-2-c"),
        (("a", None, "", "c"), "a-c"),
        (("a/b c", "../x"), "a_b_c-.._x"),
        (("k-blpp", "jdk17.0.1+9"), "k-blpp-jdk17.0.1+9"),
    ],
)
def test_names_cannot_lead_out_of_the_directory(parts: tuple[object, ...], name: str) -> None:
    assert file_name(*parts) == name


def test_written_objects_are_read_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "new" / "trial.json"
    write_json(path, {"trial": 1})
    assert read_json(path) == {"trial": 1}
    assert [it.name for it in path.parent.iterdir()] == ["trial.json"]


@pytest.mark.parametrize(("text", "complaint"), [("{", "cannot read"), ("[1]", "holds no object")])
def test_damaged_files_give_an_error_with_a_remedy(
    tmp_path: Path, text: str, complaint: str
) -> None:
    path = tmp_path / "trial.json"
    path.write_text(text, "utf-8")
    with pytest.raises(KpathError, match=f"{complaint}.*remove it to repeat its run"):
        read_json(path)


def test_unfinished_trials_and_recorded_runs_are_removed(tmp_path: Path) -> None:
    results = ResultsDirectory(tmp_path)
    for number, is_finished in ((2, True), (10, True), (3, False)):
        directory = results.trials / f"{number:06}"
        directory.mkdir(parents=True)
        if is_finished:
            (directory / "trial.json").write_text(json.dumps({"trial": number}), "utf-8")
    (results.structures / "one").mkdir(parents=True)
    assert results.remove_unfinished() == 2
    assert [it["trial"] for it in results.completed_trials()] == [2, 10]
    assert results.completed_structures() == []


def test_only_one_run_at_a_time_uses_a_directory(tmp_path: Path) -> None:
    results = ResultsDirectory(tmp_path)
    with results.locked():
        assert results.segments.is_dir()
        with pytest.raises(KpathError, match="is in use by another run"), results.locked():
            pass
    assert not results.segments.exists()
    with results.locked():
        pass


def test_unwritable_directories_are_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    results = ResultsDirectory(tmp_path / "file" / "results")
    refusal = f"cannot write {results.root}: Not a directory; pass -o"
    with pytest.raises(KpathError, match=refusal), results.locked():
        pass
