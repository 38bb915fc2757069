"""Tests the benchmark of many attaches: its chart, and a short measurement."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from benchmarks.attaches.attaches import ATTACH, CONTROL, VIRTUAL, main
from benchmarks.attaches.chart import draw
from kpath_jvm.evaluation.figures import style
from kpath_jvm.launch.jdk import default_jdk
from oracle.harness import java_version


def test_the_chart_has_a_panel_per_jdk_and_a_line_per_way() -> None:
    rows = pd.DataFrame(
        [
            (java, way, times, 1000 * (times + 1) * java, 0)
            for java, ways in ((17, (CONTROL, ATTACH)), (25, (CONTROL, ATTACH, VIRTUAL)))
            for way in ways
            for times in (0, 1, 2)
        ],
        columns=["java", "way", "times", "used_bytes", "given_back_bytes"],
    )
    with style.styled():
        figure = draw(rows)
    assert [axes.get_title() for axes in figure.axes] == ["Java 17", "Java 25"]
    drawn = [[np.size(line.get_xdata()) for line in axes.get_lines()] for axes in figure.axes]
    assert [[size for size in sizes if size] for sizes in drawn] == [[3, 3], [3, 3, 3]]
    assert style.rendered(figure, "png").startswith(b"\x89PNG")


@pytest.mark.slow
def test_control_and_attach_are_measured(tmp_path: Path) -> None:
    home = default_jdk().home
    words = ["--way", CONTROL, ATTACH, "--java-home", str(home), "--output", str(tmp_path)]
    assert main(["--count", "1", *words]) == 0
    rows = pd.read_csv(tmp_path / "attaches.csv").set_index(["way", "times"])["used_bytes"]
    assert set(pd.read_csv(tmp_path / "attaches.csv")["java"]) == {java_version(home)}
    # The first attach loads the agent and the runtime.
    assert rows[ATTACH, 1] > rows[ATTACH, 0] + 1_000_000
    assert rows[CONTROL, 1] > rows[CONTROL, 0]
