"""Tests the figures and ratios of engine_figures.py, and runs engine.py for a short time."""

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from benchmarks import engine
from benchmarks.engine_figures import Figure, mean, print_figures, ratios, slower

LINES = (
    "a\treplay\t0\t0\t1.0\t1.0",
    "a\tcopy\t0\t0\t1.0\t2.0",
    "a\tarray\t0\t0\t1.0\t2.0",
    "a\thash\t0\t0\t5.0\t6.0",
    "a\tk-sf\t2\t4096\t8.0\t30.0",
    "a\tcontexts\t2\t1024\t4.0\t10.0",
    "b\tk-sf\t2\t1024\t9.0\t9.0",
    "b\tcontexts\t2\t2048\t18.0\t18.0",
)
FIGURES = [Figure.read("words", line) for line in LINES]


def test_a_line_is_read_as_a_figure() -> None:
    assert FIGURES[4] == Figure("words", "a", "k-sf", 2, 4096, (8.0, 30.0))


def test_ratios_are_formed_within_a_round() -> None:
    first, second = ratios(FIGURES, "k-sf", "contexts")
    assert (first.stream, first.rounds, first.median, first.size) == ("a", (2.0, 3.0), 2.5, 4.0)
    assert (second.stream, second.median, second.size) == ("b", 0.5, 0.5)


def test_the_mean_is_geometric() -> None:
    assert mean([2.0, 8.0]) == pytest.approx(4.0)


def test_slower_engines_are_named() -> None:
    lines = list(slower(ratios(FIGURES, "k-sf", "contexts"), "k-sf", "contexts"))
    assert lines == ["contexts slower than k-sf: words, b, k = 2: 0.50"]


def test_tables_show_medians_ratios_and_means() -> None:
    text = io.StringIO()
    console = Console(file=text, width=150)
    print_figures(FIGURES[:6], "k-sf", "contexts", console)
    assert "19.0 [8.0, 30.0]" in text.getvalue()
    assert "2.50" in text.getvalue()


@pytest.mark.slow
def test_the_command_measures_synthetic_streams(tmp_path: Path) -> None:
    output = tmp_path / "figures.json"
    words = ["--streams", "words", "--items", "20", "-k", "2", "3", "--rounds", "1"]
    assert engine.main([*words, "--json", str(output)]) == 0
    figures = json.loads(output.read_text())
    assert {figure["k"] for figure in figures} == {0, 2, 3}
    assert {figure["stream"] for figure in figures} >= {"tight loop", "recursive"}
    assert all(min(figure["nanos"]) > 0 for figure in figures if figure["name"] == "k-sf")
