"""Tests drawings: which ones are made, their notes, and that their files are reproducible."""

import json
from pathlib import Path

import pytest

from experiment_builder import build_results
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.figures import draw_all
from kpath_jvm.evaluation.figures.drawing import Drawing, drawing, select
from kpath_jvm.evaluation.results.experiment import Results
from kpath_jvm.evaluation.results.tables import read_table, write_table


@pytest.mark.slow
def test_files_are_reproducible_and_listed(results: Results) -> None:
    first = draw_all(results.path, ["figure09-law"])
    kept = {path: path.read_bytes() for path in first}
    assert draw_all(results.path, ["figure09-law"]) == first
    assert {path: path.read_bytes() for path in first} == kept
    assert draw_all(results.path, ["figure09-law"], processes=2) == first
    assert {path: path.read_bytes() for path in first} == kept
    names = {path.name for path in first}
    assert {f"figure09-law.{kind}" for kind in ("png", "svg", "pdf", "csv")} <= names
    assert "figure09-law-back-edge.svg" in names
    draw_all(results.path, ["figure14"])
    listed = json.loads((results.path / "figures/figures.json").read_text())
    assert [entry["name"] for entry in listed] == [
        "figure09-law", "figure09-law-back-edge", "figure14", "figure14-back-edge",
    ]  # fmt: skip
    assert "means of stand-in results: k = 2 " in listed[2]["alt"]
    assert "cut at loop headers" in listed[2]["note"]
    assert "cut at back edges" in listed[3]["note"]
    assert "quick" in listed[0]["note"]


def test_missing_drawings_are_listed_with_reasons(results: Results) -> None:
    written = draw_all(results.path, ["figure08-array", "4"])
    assert [path.name for path in written] == ["figures.json"]
    reasons = {
        entry["name"]: entry["reason"] for entry in json.loads(written[-1].read_text())
        if not entry["drawn"]
    }  # fmt: skip
    assert "no ratio of timed_wall to blpp-array" in reasons["figure08-array"]
    assert "no profile of eclipse with k = 11" in reasons["figure04"]
    with pytest.raises(KpathError, match="cannot draw figure08-array: tables/ratios"):
        drawing(results, "figure08-array")


@pytest.mark.parametrize("only", [None, ["figure08-array", "figure09", "table1"]])
def test_old_charts_are_removed_and_other_files_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, only: list[str] | None
) -> None:
    """The second call of draw_all() has no data for one of the views that the first call drew."""
    path = build_results(tmp_path, names=("serial",), official=())
    charts = select(["figure08-array", "figure09", "table1"])
    monkeypatch.setattr("kpath_jvm.evaluation.figures.drawing.CHARTS", charts)
    drawn = {one.name for one in draw_all(path)}
    assert {"figure09.csv", "figure09.png", "figure09-back-edge.csv", "table1.csv"} <= drawn
    figures = path / "figures"
    listed = json.loads((figures / "figures.json").read_text())
    listed.append({"chart": "table1", "name": "../table1"})
    (figures / "figures.json").write_text(json.dumps(listed))
    others = {"figure09-notes.csv", "figure09 of our paper.pdf", "table10.png"}
    for name in others:
        (figures / name).write_text("mine")
    (path / "table1.csv").write_text("mine")
    (figures / "figure08-array.svg").write_text("drawn by a call that was killed")
    for name in ("trials", "structure", "ratios"):
        rows = read_table(path, name)
        write_table(path, name, rows[rows["cut"] != "back-edge"].to_dict("records"))
    written = {one.name for one in draw_all(path, only)}
    assert "figure09-back-edge.csv" not in written
    listed = json.loads((figures / "figures.json").read_text())
    assert "figure09-back-edge" not in {entry["name"] for entry in listed}
    assert {one.name for one in figures.iterdir()} == written | others
    assert (path / "table1.csv").read_text() == "mine"


def test_results_of_one_benchmark_can_be_drawn(tmp_path: Path) -> None:
    build_results(tmp_path, names=("serial",), official=())
    drawn = {path.name for path in draw_all(tmp_path, ["table1", "9"])}
    assert {"table1.csv", "figure09.csv"} <= drawn


def test_the_asterisk_is_explained_only_if_there_are_stand_ins(tmp_path: Path) -> None:
    build_results(tmp_path, names=("serial", "xalan"), official=("serial", "xalan"))
    told = json.loads((tmp_path / "experiment.json").read_text())
    (tmp_path / "experiment.json").write_text(json.dumps({**told, "mode": "custom", "name": "my"}))
    mixed = Results(tmp_path)
    for name in ("figure09", "table1"):
        note = drawing(mixed, name).note
        assert "Experiment: my. Official programs of dacapo, spec. * A stand-in" in note
    for name in ("trials", "structure", "ratios"):
        rows = read_table(tmp_path, name)
        official = rows[rows["kind"] == "official"].astype(object)
        write_table(tmp_path, name, official.where(official.notna(), None).to_dict("records"))
    for name in ("figure09", "table1"):
        note = drawing(Results(tmp_path), name).note
        assert note.endswith("Official programs of dacapo, spec.")


def test_missing_results_are_reported(tmp_path: Path) -> None:
    nothing = "holds no measurements: its tables are empty or missing"
    with pytest.raises(KpathError, match=nothing):
        draw_all(tmp_path)
    with pytest.raises(KpathError, match="is not a directory"):
        draw_all(tmp_path / "none")


def test_figures_are_selected_by_number_and_name() -> None:
    assert [chart.name for chart in select(["9"])] == ["figure09", "figure09-law"]
    assert [chart.name for chart in select(["figure9", "fig09"])] == ["figure09", "figure09-law"]
    assert [chart.name for chart in select(["figure09"])] == ["figure09"]
    names = [chart.name for chart in select(["overhead"])]
    assert names == ["overhead-wall", "overhead-whole", "overhead-cpu"]
    assert [chart.name for chart in select(["table1"])] == ["table1"]
    for wrong in ("15", "figure15", "", "figure", "fig", "0", "overheads"):
        with pytest.raises(KpathError, match="no figure"):
            select([wrong])


def test_notebooks_show_drawings(results: Results) -> None:
    made = drawing(results, "figure14")
    assert isinstance(made, Drawing)
    assert made._repr_svg_().startswith("<?xml")


def test_unwritable_directories_for_charts_are_reported(tmp_path: Path) -> None:
    path = build_results(tmp_path, ("xalan",))
    (path / "figures").write_text("")
    with pytest.raises(KpathError, match=f"cannot write charts into {path}/figures: File exists"):
        draw_all(path, ["14"])
