"""Runs an experiment with profilers of several papers, and checks its trials, ratios and charts."""

from pathlib import Path

import pytest

from experiment_runs import experiment, write
from kpath_jvm.evaluation.figures import draw_all
from kpath_jvm.evaluation.profilers import NATIVES
from kpath_jvm.evaluation.results import settings
from kpath_jvm.evaluation.results.experiment import Results
from kpath_jvm.evaluation.results.tables import read_table
from kpath_jvm.evaluation.results.trends import write_trends

pytestmark = pytest.mark.slow

PROFILERS = """
[profilers.edge]
[profilers.blpp]
cuts = ["back-edge"]
array_paths = [0, 4000]
[profilers.kiter]
k = [2, 3]
[profilers.spp]
threshold = [10, 100]
remove_probes = [true, false]
[profilers.bpp]
cuts = ["back-edge"]
threshold = [10]
[profilers.ol]
cuts = ["back-edge"]
degree = [0, 2]
"""


@pytest.fixture(scope="module")
def results(classes: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("profilers")
    write(directory, classes, repetitions=1, profilers=PROFILERS)
    done = experiment(directory)
    assert done.returncode == 0, done.stderr
    return directory / "results"


def test_each_profiler_and_setting_has_its_own_trial(results: Path) -> None:
    table = read_table(results, "trials")
    table = table[~table["profiler"].isin(NATIVES)]
    assert set(table["status"]) == {"ok"}, table["reason"]
    rows = table.to_dict("records")
    ways = {(row["profiler"], settings.in_words(settings.chosen(row))) for row in rows}
    assert ways == {
        ("edge", ""), ("blpp", "array_paths = 0"), ("blpp", "array_paths = 4000"), ("kiter", ""),
        ("spp", "threshold = 10 remove_probes = yes"),
        ("spp", "threshold = 10 remove_probes = no"),
        ("spp", "threshold = 100 remove_probes = yes"),
        ("spp", "threshold = 100 remove_probes = no"),
        ("bpp", "threshold = 10"), ("ol", "degree = 0"), ("ol", "degree = 2"),
    }  # fmt: skip
    names = [path.name for path in (results / "trials").iterdir()]
    assert len([name for name in names if "spp-threshold10-remove_probes0-" in name]) == 1
    # Arrays and hash tables must give the same counts.
    items = table[table["profiler"] == "blpp"]["items"]
    assert items.nunique() == 1


def test_k_iteration_and_overlapping_paths_are_compared_with_ball_larus(results: Path) -> None:
    ratios = read_table(results, "ratios")
    of_blpp = ratios[(ratios["baseline"] == "blpp") & (ratios["metric"] == "timed_wall")]
    ways = {
        (row["profiler"], row["form"], settings.in_words(settings.chosen(row)))
        for row in of_blpp.to_dict("records")
    }
    assert ("kiter", "ratio", "") in ways
    assert ("ol", "overhead", "degree = 2") in ways
    assert ("blpp", "ratio", "array_paths = 0") in ways
    assert not {name for name, _, _ in ways} & {"edge", "spp"}


def test_own_programs_get_charts_but_no_verdicts(results: Path) -> None:
    drawn = {path.name for path in draw_all(results, ["roy-srikant-table3", "tallam-table9"])}
    assert {"roy-srikant-table3.png", "tallam-table9.svg"} <= drawn
    assert not len(write_trends(Results(results)))
    assert set(read_table(results, "ratios")["kind"]) == {"own"}
