"""Tests what is highlighted for a given path, and the text about the path."""

from pathlib import Path

import pytest

from builders.extended import extended_profile
from kpath_jvm.analysis.flow import FlowEdge, flow
from kpath_jvm.analysis.selection import ALL, Selected, select
from kpath_jvm.errors import KpathError
from kpath_jvm.reports.pictures.lit import lit


@pytest.fixture
def selected(tmp_path: Path) -> Selected:
    return select(extended_profile(tmp_path), ALL)


def said(selected: Selected, text: str | None, method: int = 0) -> str:
    _, spans = lit(selected, method, text, flow(selected.profile, method), "run")
    return "".join(span.text for span in spans)


def test_without_a_path_there_is_no_text(selected: Selected) -> None:
    assert said(selected, None) == ""


def test_paths_and_extended_paths_have_texts(selected: Selected) -> None:
    assert said(selected, "6") == said(selected, "b")
    assert said(selected, "6").startswith("path B (6), entry to loop: 1 time, ")
    assert said(selected, "x2") == "path X2, across iterations, entry to exit: 5 times"
    assert said(selected, "X1").endswith(
        "Ball-Larus path, the loop at block 1 to the loop at block 1: 15 times, 22.5 estimated"
    )
    assert (
        said(selected, "X3")
        == "path X3, into a call, entry to the call at offset 9: 4 times; and 2 blocks of plain"
    )


def test_an_extended_path_takes_back_edges(selected: Selected) -> None:
    path, _ = lit(selected, 0, "X2", flow(selected.profile, 0), "run")
    assert path.of_edge(FlowEdge(4, 1, "back", 1, 1)) == "1→2"


def test_unknown_paths_are_refused(selected: Selected) -> None:
    with pytest.raises(KpathError, match=r"run has no extended path X4; it has X1, X2, X3$"):
        said(selected, "X4")
    with pytest.raises(KpathError, match=r"plain has no extended path x1$"):
        lit(selected, 1, "x1", flow(selected.profile, 1), "plain")
    with pytest.raises(KpathError, match="no completed path of run is called X"):
        said(selected, "X")
